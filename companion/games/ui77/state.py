"""A game of Ui77: its house rules, what lies face up, how far the hand is, and what has been scored."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import Field

from companion.games.header import Header
from companion.games.move import Strict
from companion.games.people import Seat, from_left_of, left_of, people_of, starting_with
from companion.games.points import STOPPED, Scored
from companion.games.report import Report
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.games.tricks import Revoke, Voids
from companion.games.ui77.cards import DRAWS, IN_HAND, Meaning, meaning, suit_of
from companion.games.ui77.rulebook import BOOK
from companion.games.ui77.scoring import Sum, with_nov

RUNNING = ("discard", "trick", "count")
"""The phases from the three cards on until the hand is scored."""
CUTTING = ("face-up", *RUNNING)
"""The phases in which a cut may come: one before the deal belongs to the hand that is about to be dealt."""

Rounding = Literal["nearest", "down", "up"]

# Written out, so that translators' tools find them.
ROUNDINGS = (Text("nearest"), Text("down"), Text("up"))


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    nov_rounding: Rounding = Field(
        default="nearest", title=Text("How is the average rounded when somebody goes Nov?").message
    )


class Trick(Struct, frozen=True):
    """A recorded trick; `cards` is empty if only the winner was claimed.

    `trump` says whether a trump was played in it; it is None if nobody told.
    """

    winner: Seat
    trump: bool | None = None
    cards: tuple[str, ...] = ()


class Hand(Struct, frozen=True):
    """One hand. `cards` has how many cards each seat holds, clockwise; `cuts` and `ruled` have those that have any.

    `swapped` are the seats that have swapped a card, in turn. `thrown` has how many cards each seat has thrown, from
    the dealer's left on, and `sloughs` what each has counted; who has yet to say so is in neither. `ended`: the table
    has let it stand that the hand is over though every seat has cards left.
    """

    dealer: Seat
    cards: Mapping[Seat, int]
    face: tuple[str, ...] = ()
    swapped: tuple[Seat, ...] = ()
    thrown: Mapping[Seat, int] = field(default_factory=dict)
    tricks: tuple[Trick, ...] = ()
    sloughs: Mapping[Seat, int] = field(default_factory=dict)
    cuts: Mapping[Seat, int] = field(default_factory=dict)
    ruled: Mapping[Seat, int] = field(default_factory=dict)
    voids: Voids = field(default_factory=dict)
    played: frozenset[str] = frozenset()
    ended: bool = False

    @property
    def meaning(self) -> Meaning:
        """What the cards that lie face up set; they must have been turned up."""
        return meaning(self.face)

    @property
    def of_one_suit(self) -> bool:
        """True if cards lie face up that are all of one suit (rule swap)."""
        return len({suit_of(name) for name in self.face}) == 1

    @property
    def trump_may_be_led(self) -> bool:
        """True unless it is known of every trick of the hand that it held no trump (rule trump-broken)."""
        return any(trick.trump is not False for trick in self.tricks)

    @property
    def trump_is_broken(self) -> bool:
        """True if it is known that a trump was played in the hand."""
        return any(trick.trump for trick in self.tricks)

    @property
    def strong(self) -> str | None:
        """The trump suit if it is in effect in the next trick, else None (rule hand-table)."""
        sets = self.meaning
        return sets.trump if len(self.tricks) >= sets.after else None

    def won(self, seat: Seat) -> int:
        """Return how many tricks a seat has taken."""
        return [trick.winner for trick in self.tricks].count(seat)


def more(counts: Mapping[Seat, int], seat: Seat, n: int = 1) -> dict[Seat, int]:
    """Return counts by seat in which one seat has `n` more."""
    return {**counts, seat: counts.get(seat, 0) + n}


class State(Scored[Sum], frozen=True):
    """A whole game, and in it the running `hand`.

    `dealt` are those at the table who have dealt a finished hand. `limit` is None until the table has set it. Cards
    have proved the `revokes`.
    """

    options: Options
    hand: Hand
    dealt: frozenset[Seat] = frozenset()
    limit: int | None = None
    revokes: tuple[Revoke, ...] = ()

    @property
    def over(self) -> bool:
        """True if a total is above the limit, or the people have stopped (rules end-of-game, limit, stop)."""
        return self.stopped or (self.limit is not None and max(self.totals.values()) > self.limit)

    @cached_property
    def phase(self) -> str:
        """`face-up`, `discard`, `trick`, `count`, `limit` or `over`."""
        hand = self.hand
        if not hand.face:
            if self.over:
                return "over"
            return "limit" if self.limit is None and len(self.dealt) == len(self.seats) else "face-up"
        if len(hand.thrown) < len(hand.cards):
            return "discard"
        return "trick" if all(hand.cards.values()) and not hand.ended else "count"

    @cached_property
    def leader(self) -> Seat:
        """The seat that leads the next trick: the last winner, at first the dealer's left."""
        tricks = self.hand.tricks
        return tricks[-1].winner if tricks else left_of(self.seats, self.hand.dealer)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to the next trick."""
        return starting_with(self.seats, self.leader)

    @property
    def may_swap(self) -> tuple[Seat, ...]:
        """The seats that may still swap, in turn."""
        hand = self.hand
        if self.phase != "discard" or hand.thrown or not hand.of_one_suit:
            return ()
        in_turn = from_left_of(self.seats, hand.dealer)
        return in_turn[in_turn.index(hand.swapped[-1]) + 1 :] if hand.swapped else in_turn

    @cached_property
    def awaited(self) -> Seat | None:
        """The seat whose act is awaited; None if it is the table's, or the game is over."""
        if self.phase == "discard":
            return left_of(self.seats, self.hand.dealer, 1 + len(self.hand.thrown))
        return next(iter(self.uncounted), None)

    @cached_property
    def uncounted(self) -> tuple[Seat, ...]:
        """The seats that have yet to count, once the hand is over, from the dealer's left."""
        if self.phase != "count":
            return ()
        hand = self.hand
        in_turn = from_left_of(self.seats, hand.dealer)
        return tuple(seat for seat in in_turn if hand.cards[seat] and seat not in hand.sloughs)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the lowest total; none before the game is over (rule end-of-game)."""
        points = self.totals
        return tuple(seat for seat in self.seats if points[seat] == min(points.values())) if self.over else ()

    @property
    def hand_sums(self) -> dict[Seat, Sum]:
        """What the running hand would cost each seat now (rules score, cut, table-ruling); cards must lie face up."""
        hand, target = self.hand, self.hand.meaning.target
        return {
            seat: Sum(
                target,
                hand.won(seat),
                cards - hand.sloughs.get(seat, cards),  # cost nothing before they have been counted
                hand.cuts.get(seat, 0),
                hand.ruled.get(seat, 0),
            )
            for seat, cards in hand.cards.items()
        }

    def in_hand(self, **changes: Any) -> State:
        """Return the state with these changes to the running hand."""
        return replace(self, hand=replace(self.hand, **changes))

    def all_thrown(self) -> State:
        """Return the state in which the seats that have yet to throw cards have thrown none."""
        in_turn = from_left_of(self.seats, self.hand.dealer)
        return self.in_hand(thrown={seat: self.hand.thrown.get(seat, 0) for seat in in_turn})

    def with_trick(self, trick: Trick) -> State:
        """Return the state after one more trick, before the hand may end (rule draw).

        A winner that draws a card for it may hold anything from then on. Seats that have yet to throw cards threw none.
        """
        ready = self.all_thrown()
        hand = ready.hand
        draws = len(hand.tricks) < DRAWS
        return ready.in_hand(
            cards={seat: n - 1 + (draws and seat == trick.winner) for seat, n in hand.cards.items()},
            tricks=(*hand.tricks, trick),
            voids={void: n for void, n in hand.voids.items() if not draws or void[0] != trick.winner},
            played=hand.played.union(trick.cards),
        )

    def settled(self) -> State:
        """Score the hand and deal the next once all cards left are counted; before that, return the state itself."""
        return self if self.phase != "count" or self.uncounted else self.scored_hand(self.hand_sums)

    def scored_hand(self, own: Mapping[Seat, Sum]) -> State:
        """Return the state once the running hand has cost the seats these sums, but for a Go Nov (rule go-nov)."""
        dealer = self.hand.dealer
        sums = with_nov(own, self.totals, self.limit, self.options.nov_rounding)
        dealt = deal(self.seats, left_of(self.seats, dealer))
        return self.with_sums(sums, hand=dealt, dealt=self.dealt | {dealer})

    def nothing_to_stop(self) -> Rejected | None:
        return None if self.sums else BOOK.no("stop", Text("No hand has been scored yet."))

    def stop(self) -> State:
        """Return the state once the people have stopped: the running hand does not count (rule stop)."""
        return replace(self, stopped=True, hand=deal(self.seats, self.hand.dealer))

    @property
    def awaits(self) -> Text:
        """What the table waits for."""
        if self.phase == "face-up":
            return Text("The three cards of this hand have yet to be turned up.")
        if self.phase == "trick":
            return Text("The hand is being played, and trick {n} comes next.", n=len(self.hand.tricks) + 1)
        if self.phase == "limit":
            return Text("All have dealt once; the table has yet to set the score that ends the game.")
        seat = str(self.awaited)
        if self.phase == "discard":
            return Text("{seat} has yet to say how many cards to throw.", seat=seat)
        return Text("The hand is over; {seat} has yet to count the cards left.", seat=seat)

    def game_is_over(self) -> Rejected:
        if self.stopped:
            return BOOK.no("game-is-over", STOPPED)
        points = self.totals
        seat = max(points, key=lambda name: points[name])
        because = Text(
            "{seat} has {points}, and the limit is {limit}.", seat=seat, points=points[seat], limit=self.limit or 0
        )
        return BOOK.no("game-is-over", because)

    def report(self) -> Report:
        """Return what stands. Source: TRANSCRIPTS, ui77."""
        hand = self.hand
        held = {seat: {"cards": cards, "tricks": hand.won(seat)} for seat, cards in hand.cards.items()}
        return self.report_with(self.winners, held, tuple(revoke.shown("hand") for revoke in self.revokes))

    def memo_key(self) -> Hashable:
        """Return what decides over what can follow.

        The points do, because they end the game; who took which trick does not if no cards are recorded.
        """
        hand = self.hand
        return (
            tuple(self.scored.values()),
            tuple(self.starts.items()),
            self.dealt,
            len(self.sums),
            self.limit,
            hand.dealer,
            hand.face,
            hand.swapped[-1:],
            tuple(hand.thrown.items()),
            *(frozenset(counts.items()) for counts in (hand.cuts, hand.ruled, hand.sloughs)),
            hand.played,
            len(hand.tricks),
            hand.trump_may_be_led,
            self.leader,
            hand.ended,
            tuple(hand.cards.items()),
            tuple(map(hand.won, hand.cards)),
        )


def deal(seats: tuple[Seat, ...], dealer: Seat) -> Hand:
    """Return a fresh hand, before the three cards are turned up."""
    return Hand(dealer, dict.fromkeys(seats, IN_HAND))


def start(header: Header) -> State:
    """Return the state before the first move."""
    people = people_of(header.seats)
    return State(Options.model_validate(header.options), deal(people.seats, Seat(header.dealer)), people=people)
