"""The state of a game of Ui77: what lies face up, how far the hand is, and what has been scored."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from companion.games.game import Face
from companion.games.header import Header
from companion.games.people import Seating
from companion.games.seat_points import Past, totals
from companion.games.tricks import Revoke, Void, seats_from
from tests.old_rooms.ui77.cards import DECK, DRAWS, IN_HAND, rank_of, suit_of
from tests.old_rooms.ui77.face_up_meaning import Meaning, meaning
from tests.old_rooms.ui77.house_rules import Options
from tests.old_rooms.ui77.scoring import Sum


@dataclass(frozen=True, slots=True)
class Setup(Seating):
    """What changes only with the seats. `dealt` are those who had dealt by then, and `since` the hands played before.

    `dealer` deals the first hand after that.
    """

    options: Options
    dealt: frozenset[int] = frozenset()
    since: int = 0


@dataclass(frozen=True, slots=True)
class Trick:
    """A recorded trick; `cards` is empty where only the winner was claimed.

    `trump` says whether a trump was played in it, None where nobody told.
    """

    winner: int
    trump: bool | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat has put the card `give` in the place of `take`."""

    seat: int
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand. `thrown` are the discards in turn from the dealer's left; the others have a value a seat.

    `sloughs` holds what a seat has counted, None while it has not. `ended`: the table has let stand that it is over
    though every seat has cards left.
    """

    dealer: int
    cuts: tuple[int, ...]
    ruled: tuple[int, ...]
    sloughs: tuple[int | None, ...]
    face: tuple[str, ...] = ()
    swaps: tuple[Swapped, ...] = ()
    thrown: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    voids: tuple[Void, ...] = ()
    played: frozenset[str] = frozenset()
    ended: bool = False

    @property
    def meaning(self) -> Meaning:
        """What the cards that lie face up set; they must have been turned up."""
        return meaning(self.face)

    @property
    def trump_may_be_led(self) -> bool:
        """Whether it is not known of every trick of the hand that it held no trump (rule trump-broken)."""
        return any(trick.trump is not False for trick in self.tricks)

    @property
    def trump_is_broken(self) -> bool:
        """Whether it is known that a trump was played in the hand."""
        return any(trick.trump for trick in self.tricks)

    def won(self, seat: int) -> int:
        """How many tricks a seat has taken."""
        return sum(trick.winner == seat for trick in self.tricks)


@dataclass(frozen=True, slots=True)
class State:
    """A whole game: for each finished hand the sum of every seat, in seat order, and the running hand.

    `limit` is None until the table has set it; `revokes` are those that cards have proved, each with its hand, from 1.
    `past` has what late joiners began with, and who has left.
    """

    setup: Setup
    hand: Hand
    sums: tuple[tuple[Sum, ...], ...] = ()
    limit: int | None = None
    revokes: tuple[tuple[int, Revoke], ...] = field(default=())
    past: Past[Sum] = field(default_factory=Past)

    @property
    def dealt(self) -> frozenset[int]:
        """The seats that have dealt a hand, the running one not counted."""
        setup = self.setup
        return setup.dealt | {setup.left_of(setup.dealer, hand) for hand in range(len(self.sums) - setup.since)}

    @property
    def over(self) -> bool:
        """Whether a total is above the limit (rules end-of-game, limit)."""
        return self.limit is not None and max(totals(self)) > self.limit

    @property
    def phase(self) -> str:
        """`face-up`, `discard`, `trick`, `count`, `limit` or `over`."""
        seats = len(self.setup.seats)
        if not self.hand.face:
            if self.limit is None and len(self.dealt) == seats:
                return "limit"
            return "over" if self.over else "face-up"
        if len(self.hand.thrown) < seats:
            return "discard"
        return "trick" if all(self.cards) and not self.hand.ended else "count"

    @property
    def cards(self) -> tuple[int, ...]:
        """How many cards each seat holds: nine, less its discard and a card a trick, with what it has drawn."""
        hand = self.hand
        held = [IN_HAND - len(hand.tricks)] * len(self.setup.seats)
        for seat, count in zip(self.setup.from_left_of(hand.dealer), hand.thrown, strict=False):
            held[seat] -= count
        for trick in hand.tricks[:DRAWS]:
            held[trick.winner] += 1
        return tuple(held)

    @property
    def leader(self) -> int:
        """The seat that leads the next trick: the last winner, at first the dealer's left."""
        tricks = self.hand.tricks
        return tricks[-1].winner if tricks else self.setup.left_of(self.hand.dealer)

    @property
    def awaited(self) -> int | None:
        """The seat whose act is awaited; None where it is the table's, or the game is over."""
        if self.phase == "discard":
            return self.setup.left_of(self.hand.dealer, 1 + len(self.hand.thrown))
        return next(iter(self.uncounted), None)

    @property
    def uncounted(self) -> tuple[int, ...]:
        """The seats that have yet to count, once the hand is over, from the dealer's left."""
        if self.phase != "count":
            return ()
        order = self.setup.from_left_of(self.hand.dealer)
        return tuple(seat for seat in order if self.cards[seat] and self.hand.sloughs[seat] is None)

    @property
    def trump_counts(self) -> bool:
        """Whether trump is in effect in the next trick (rule hand-table)."""
        return len(self.hand.tricks) >= self.hand.meaning.after


def deal(setup: Setup, dealer: int) -> Hand:
    """A fresh hand, before the three cards are turned up."""
    seats = len(setup.seats)
    return Hand(dealer, (0,) * seats, (0,) * seats, (None,) * seats)


def start(header: Header) -> State:
    """The state before the first move."""
    options = Options.model_validate(header.options)
    setup = Setup(header.seats, header.seats.index(header.dealer), options)
    return State(setup, deal(setup, setup.dealer))


def order(state: State) -> tuple[str, ...]:
    """The seats in the order in which they play to the next trick."""
    return seats_from(state.setup.seats, state.leader)


def cards(state: State) -> tuple[Face, ...]:
    """The deck, a suit after the other; what was played in this hand or lies face up is gone from the hands."""
    gone = state.hand.played | set(state.hand.face)
    return tuple(face_of(name, gone=name in gone) for name in DECK)


def face_of(name: str, *, gone: bool = False) -> Face:
    """A card of the deck, "10H" say."""
    return Face(name, suit_of(name), rank_of(name), gone)


def next_dealer(state: State) -> str:
    """The left of who dealt last: the running hand's dealer moves on, a finished game has moved on already."""
    setup, dealer = state.setup, state.hand.dealer
    return setup.seats[dealer if state.over else setup.left_of(dealer)]


def memo_key(state: State) -> Hashable:
    """Return what decides over what can follow.

    The points do, because they end the game; who took which trick does not if no cards are recorded.
    """
    hand = state.hand
    return (
        totals(state),
        len(state.dealt),
        len(state.sums),
        state.limit,
        hand.dealer,
        hand.face,
        hand.swaps[-1:],
        hand.thrown,
        hand.cuts,
        hand.ruled,
        hand.sloughs,
        hand.played,
        len(hand.tricks),
        hand.trump_may_be_led,
        state.leader,
        hand.ended,
        state.cards,
        tuple(hand.won(seat) for seat in range(len(hand.cuts))),
    )
