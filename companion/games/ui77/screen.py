"""What a phone shows of a table of Ui77, and a trick, a swap or the three cards that are half entered."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games import draft
from companion.games.draft import Fields, flag, text, texts
from companion.games.game import Book, Face
from companion.games.move import Plain
from companion.games.ruled_move import refusal
from companion.games.ruling import Action
from companion.games.screen import Aside, names_alone
from companion.games.text import Text
from companion.games.trick_screen import (
    TrickScreen,
    TrickSeatView,
    for_next,
    laid_so_far,
)
from companion.games.ui77 import cards
from companion.games.ui77.cards import FACE_UP, SUITS, Meaning, face_of
from companion.games.ui77.moves import CountLeft, Cut, FaceUp, PointsRuling, Swap, TrickCards
from companion.games.ui77.page import MOST_IN_A_HAND, track
from companion.games.ui77.state import CUTTING, State


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `cards` are those of a trick, or the three to turn up. With `by_cards` a trick is told card by card, and
    `only_trump` is True if its leader says so; otherwise `trumped` is True if a trump was played in it. `swapper` and
    `take` are half a swap; with `cutting` the phone is asked who was in a cut.
    """

    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    only_trump: bool = flag("only", "trump")
    swapper: str | None = text("swap")
    take: str | None = text("take")
    cutting: bool = flag("cut", "ask")
    trumped: bool = flag("trump", "played")
    cards: tuple[str, ...] = texts("card")

    def trick(self) -> Plain:
        """Return the trick that has been tapped, complete or not."""
        only_trump = {"only_trump": True} if self.only_trump else {}
        return {"move": "trick", "cards": list(self.cards), **only_trump}

    def face_up(self) -> Plain:
        """Return the three cards that have been tapped, complete or not."""
        return {"move": "face_up", "cards": list(self.cards)}


def read_draft(fields: Fields, book: Book, *_: object) -> Draft:
    """Return the draft that an address or a form carries, without what makes no sense at this table now."""
    phase, seats, entered = book.state.phase, book.seats, Draft.read(fields)
    kept = replace(entered.lasting, cutting=entered.cutting and phase in CUTTING)
    if phase == "discard":
        swapper = entered.swapper if entered.swapper in seats else None
        take = entered.take if swapper and entered.take in book.state.hand.face else None
        return replace(kept, swapper=swapper, take=take)
    if phase == "face-up" or (phase == "trick" and entered.by_cards):
        cards = laid_so_far(fields, entered.cards, FACE_UP if phase == "face-up" else len(seats))
        only_trump = phase == "trick" and entered.only_trump and bool(cards)
        suit = for_next(entered.suit, cards, SUITS.values())
        return replace(kept, suit=suit, cards=cards, only_trump=only_trump)
    return replace(kept, trumped=entered.trumped and phase == "trick" and not book.state.hand.trump_is_broken)


@dataclass(frozen=True, slots=True)
class Ui77Seat(TrickSeatView):
    """A seat: how many cards it still holds, how many tricks it took in this hand.

    `thrown`, and `slough` (how many of the cards left cost nothing), are None while it has not said.
    """

    cards: int
    tricks: int
    thrown: int | None
    slough: int | None


@dataclass(frozen=True, slots=True)
class HandView:
    """The whole table. `hand` and `trick` count from 1. `meaning` is what the face-up cards set, `tells` words it."""

    phase: str
    hand: int
    trick: int
    face: tuple[Face, ...]
    meaning: Meaning | None
    tells: tuple[Text, ...]
    trump_counts: bool
    limit: int | None
    awaited: str | None
    dealer: str
    leader: str
    seats: tuple[Ui77Seat, ...]
    uncounted: tuple[str, ...]


def view(state: State) -> HandView:
    """Return the view of a state. Between hands its number is that of the next hand, after the end the last one's."""
    hand = state.hand
    return HandView(
        phase=state.phase,
        hand=len(state.sums) + (not state.over),
        trick=len(hand.tricks) + (state.phase == "trick"),
        face=tuple(map(face_of, hand.face)),
        meaning=hand.meaning if hand.face else None,
        tells=hand.meaning.words if hand.face else (),
        trump_counts=bool(hand.face) and hand.strong is not None,
        limit=state.limit,
        awaited=state.awaited,
        dealer=hand.dealer,
        leader=state.leader,
        seats=_seats(state),
        uncounted=state.uncounted,
    )


def _seats(state: State) -> tuple[Ui77Seat, ...]:
    hand, phase, won, points = state.hand, state.phase, state.winners, state.totals
    awaited = {state.awaited, *state.uncounted}
    return tuple(
        Ui77Seat(
            name=seat,
            cards=held,
            tricks=hand.won(seat),
            total=points[seat],
            thrown=hand.thrown.get(seat),
            slough=hand.sloughs.get(seat),
            deals=seat == hand.dealer and phase not in ("limit", "over"),
            leads=seat == state.leader and phase == "trick",
            awaited=seat in awaited,
            won=seat in won,
        )
        for seat, held in hand.cards.items()
    )


@dataclass(frozen=True)
class Ui77Screen(TrickScreen[State, Ui77Seat]):
    draft: Draft = field(default_factory=Draft)

    settles = (Cut, CountLeft, PointsRuling)
    goes_round = ("discard",)

    track = staticmethod(track)
    shown = staticmethod(cards.shown)
    read = staticmethod(read_draft)

    @staticmethod
    def act(state: State, _entered: object = None, /) -> str:
        """Return a name for the swap, cut, discard or trick that is next; a cut ends what was begun before it."""
        hand = state.hand
        before = f"{len(hand.swapped)}-{sum(hand.cuts.values())}-{len(hand.thrown)}"
        leader = state.people.person(state.leader)
        return f"{len(state.sums)}-{before}-{len(hand.tricks)}-{leader}-{state.phase}"

    # The table.

    @cached_property
    def view(self) -> HandView:
        return view(self.state)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat that discards, or all that have yet to count; anybody may enter the rest."""
        return self.view.uncounted or super().waiting_for

    @property
    def likeness(self) -> Hashable:
        """As for all games, but a phone that only waits, or is asked what all are, shows little of its own seat."""
        if self.keeper or not self.draft.empty or (self.mine and self.phase != "face-up"):
            return super().likeness
        own = None if self.own is None else (self.own.cards, self.own.total)
        return own, self.mine, self.next_up, self.swappers, bool(self.cutters)

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """The seats that have yet to discard or to count, and the last trick."""
        view = self.view
        if view.phase == "discard":
            return (Aside(Text("Still to discard"), names_alone((str(view.awaited), *self.to_come))),)
        if view.phase == "count":
            return (Aside(Text("Still to count"), names_alone(view.uncounted)),)
        played = track(self.state) if view.phase == "trick" else ()
        return tuple(Aside(Text("Trick {n}", n=last.number), ((last.winner, Text("took it")),)) for last in played[-1:])

    @property
    def turn(self) -> str:
        """The act, and in a count, where all are asked at once, the seat whose count this phone is asked for."""
        return f"{self.act(self.state)}-{self.counter and self.counter.name}"

    @property
    def novs(self) -> tuple[tuple[str, Text], ...]:
        """The seats that went Nov with the hand just finished, or the last one, and what it made of their totals."""
        if not (self.scored or self.view.phase == "over"):
            return ()
        return tuple((seat, own.nov.words) for seat, own in self.state.sums[-1].items() if own.nov)

    @property
    def to_nov(self) -> int | None:
        """How many points more would take this phone's seat to exactly the limit; None if no hand costs that many.

        A hand costs at most so many: all tricks missed, and every card dealt kept (rules score, hand-table).
        """
        limit, own = self.view.limit, self.own
        if limit is None or own is None or self.over:
            return None
        short = limit - own.total
        return short if 0 < short <= MOST_IN_A_HAND else None

    @property
    def highest(self) -> int:
        """The highest total. A limit below it ends the game."""
        return max(seat.total for seat in self.view.seats)

    # What this phone may tap: the three cards and swaps, tricks, counts and cuts.

    def by_kind(self, kind: str) -> tuple[Action, ...]:
        return tuple(tap for tap in self.taps if tap.move.kind() == kind)

    @property
    def complete(self) -> bool:
        """True if all three cards have been tapped."""
        return len(self.draft.cards) == FACE_UP

    @cached_property
    def sets(self) -> tuple[Text, ...]:
        """What the three cards that have been tapped would set."""
        move = FaceUp.model_validate(self.draft.face_up())
        return () if move.refused(self.state) else move.after(self.state).hand.meaning.words

    @property
    def swappers(self) -> tuple[str, ...]:
        """The seats that may still swap and whose cards this phone may enter."""
        return tuple(filter(self.enters_for, self.state.may_swap))

    @cached_property
    def swaps(self) -> tuple[tuple[Face, Action], ...]:
        """What the swapper may give for the card that has been tapped, the highest first."""
        swapper, take = self.draft.swapper, self.draft.take
        offered = Swap.offered(self.state, swapper) if swapper in self.swappers else ()
        return tuple((face_of(plain["give"]), self.action(plain)) for plain in offered if plain["take"] == take)

    @property
    def asks_trump(self) -> bool:
        """True if people should say whether a trump was played in the trick, because none is known of yet."""
        return self.phase == "trick" and not self.state.hand.trump_is_broken

    def took(self, winner: str) -> Action:
        """Return the trick that this seat has won, as far as it is told."""
        trumped = {"trump": True} if self.draft.trumped else {}
        return self.action({"move": "trick", "winner": winner, **trumped})

    @property
    def leads_trump(self) -> bool:
        """True if the tapped trick is led in trump before trump was broken: then the leader has something to say."""
        meaning, cards = self.view.meaning, self.laid
        return bool(meaning and cards and cards[0].suit == meaning.trump and not self.state.hand.trump_may_be_led)

    @cached_property
    def taken(self) -> Text | None:
        """The winner of the trick by the cards that have been tapped, as a sentence; None if they cannot be a trick."""
        move = TrickCards.model_validate(self.draft.trick())
        if refusal(self.state, move):
            return None
        winner, card = move.won(self.state)
        return Text("{seat} takes it with {card}.", seat=winner, card=card)

    @property
    def counter(self) -> Ui77Seat | None:
        """The seat whose count this phone is asked for: its own, or else the next one that it enters for."""
        waiting = {seat.name: seat for seat in self.view.seats}
        asked = [waiting[name] for name in self.view.uncounted if self.enters_for(name)]
        return min(asked, key=lambda seat: seat.name != self.seat, default=None)

    @property
    def cutters(self) -> tuple[Action, ...]:
        return self.by_kind("cut")

    @cached_property
    def record(self) -> Action:
        """The trick or the three cards that have been tapped."""
        return self.action(self.draft.face_up() if self.view.phase == "face-up" else self.draft.trick())

    @property
    def missing(self) -> Text:
        if self.view.phase == "face-up":
            return Text("Tap the three cards that lie face up, the one next to the draw deck first.")
        return Text("Tap every player\u2019s card first.")
