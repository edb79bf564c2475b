"""A table of Ui77 as people see it: names, cards, what the face-up cards mean, and the tricks of the running hand."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.text import Text
from companion.games.trick_screen import TrickSeatView, TrickView, by_seat
from companion.games.ui77.cards import rank_of, shown, suit_of
from companion.games.ui77.face_up import Meaning
from companion.games.ui77.scoring import winners
from companion.games.ui77.state import State, order
from companion.games.ui77.wording import meaning_words


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to draw: its `name` in a transcript, suit and rank, and how one writes it."""

    name: str
    suit: str
    rank: str
    shown: str


@dataclass(frozen=True, slots=True)
class SeatView(TrickSeatView):
    """A seat: how many cards it still holds, how many tricks it took in this hand.

    `thrown`, and `slough` (how many of the cards left cost nothing), are None while it has not said.
    """

    cards: int
    tricks: int
    thrown: int | None
    slough: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `hand` and `trick` count from 1; `meaning` and `tells` say what the face-up cards set."""

    phase: str
    hand: int
    trick: int
    face: tuple[CardView, ...]
    meaning: Meaning | None
    tells: tuple[Text, ...]
    trump_counts: bool
    limit: int | None
    awaited: str | None
    dealer: str
    leader: str
    seats: tuple[SeatView, ...]
    uncounted: tuple[str, ...]
    order: tuple[str, ...]


def view(state: State) -> View:
    """The view of a state. Between hands it shows the number of the one to come, after the end the last one's."""
    setup, hand = state.setup, state.hand
    names = setup.seats
    return View(
        phase=state.phase,
        hand=len(state.sums) + (not state.over),
        trick=len(hand.tricks) + (state.phase == "trick"),
        face=tuple(map(card_view, hand.face)),
        meaning=hand.meaning if hand.face else None,
        tells=meaning_words(hand.meaning) if hand.face else (),
        trump_counts=bool(hand.face) and state.trump_counts,
        limit=state.limit,
        awaited=None if state.awaited is None else names[state.awaited],
        dealer=names[hand.dealer],
        leader=names[state.leader],
        seats=_seats(state),
        uncounted=tuple(names[seat] for seat in state.uncounted),
        order=order(state),
    )


def card_view(name: str) -> CardView:
    """A card of the deck."""
    return CardView(name, suit_of(name), rank_of(name), shown(name))


def _seats(state: State) -> tuple[SeatView, ...]:
    setup, hand, won = state.setup, state.hand, winners(state)
    between = state.phase in ("limit", "over")
    thrown = dict(zip((setup.left_of(hand.dealer, 1 + i) for i in range(len(hand.thrown))), hand.thrown, strict=True))
    return tuple(
        SeatView(
            name=name,
            cards=state.cards[seat],
            tricks=hand.won(seat),
            total=state.totals[seat],
            thrown=thrown.get(seat),
            slough=hand.sloughs[seat],
            deals=seat == hand.dealer and not between,
            leads=seat == state.leader and state.phase in ("discard", "trick"),
            awaited=seat == state.awaited or seat in state.uncounted,
            won=seat in won,
        )
        for seat, name in enumerate(setup.seats)
    )


def track(state: State) -> tuple[TrickView, ...]:
    """The tricks of the running hand, with who played which card where the cards were recorded."""
    names, hand = state.setup.seats, state.hand
    tricks = by_seat(names, state.setup.left_of(hand.dealer), hand.tricks)
    return tuple(
        TrickView(number, names[trick.winner], tuple((seat, card_view(card)) for seat, card in cards))
        for number, (trick, cards) in enumerate(tricks, 1)
    )
