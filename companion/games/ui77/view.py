"""The table as a screen shows it: names instead of numbers, cards with what they mean, sums. No ruling is made here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.ruling import Text
from companion.games.ui77.before_play import may_swap
from companion.games.ui77.deck import Meaning, rank_of, shown, suit_of
from companion.games.ui77.hand_end import hand_sums, winners
from companion.games.ui77.play import order, trump_is_broken
from companion.games.ui77.score import Sum
from companion.games.ui77.state import State, Trick
from companion.games.ui77.words import tell


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to draw: its `name` in a transcript, suit and rank, and how one writes it."""

    name: str
    suit: str
    rank: str
    shown: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: how many cards it still holds, how many tricks it took, what the hand costs it so far, its total.

    `thrown` and `left` (of its cards those that cost nothing) are None while it has not said.
    """

    name: str
    cards: int
    tricks: int
    running: Sum | None
    total: int
    thrown: int | None
    slough: int | None
    deals: bool
    leads: bool
    awaited: bool
    won: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick: `cards` as (seat, card) in the order played, or empty."""

    number: int
    winner: str
    cards: tuple[tuple[str, CardView], ...]


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
    trump_broken: bool
    limit: int | None
    awaited: str | None
    dealer: str
    leader: str
    seats: tuple[SeatView, ...]
    track: tuple[TrickView, ...]
    swappers: tuple[str, ...]
    uncounted: tuple[str, ...]
    played: frozenset[str]
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
        tells=tell(hand.meaning) if hand.face else (),
        trump_counts=bool(hand.face) and state.trump_counts,
        trump_broken=bool(hand.face) and trump_is_broken(state),
        limit=state.limit,
        awaited=None if state.awaited is None else names[state.awaited],
        dealer=names[hand.dealer],
        leader=names[state.leader],
        seats=_seats(state),
        track=tuple(trick_view(state, number, trick) for number, trick in enumerate(hand.tricks, 1)),
        swappers=tuple(names[seat] for seat in may_swap(state)),
        uncounted=tuple(names[seat] for seat in state.uncounted),
        played=hand.played | set(hand.face),
        order=order(state),
    )


def card_view(name: str) -> CardView:
    """A card of the deck."""
    return CardView(name, suit_of(name), rank_of(name), shown(name))


def _seats(state: State) -> tuple[SeatView, ...]:
    setup, hand, won = state.setup, state.hand, winners(state)
    between = state.phase in ("limit", "over")
    sums = hand_sums(state) if hand.face else (None,) * len(setup.seats)
    thrown = dict(zip((setup.left_of(hand.dealer, 1 + i) for i in range(len(hand.thrown))), hand.thrown, strict=True))
    return tuple(
        SeatView(
            name=name,
            cards=state.cards[seat],
            tricks=hand.won(seat),
            running=sums[seat],
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


def trick_view(state: State, number: int, trick: Trick) -> TrickView:
    """A trick of the running hand by its number, with who played which card where the cards were recorded."""
    setup, hand = state.setup, state.hand
    leader = hand.tricks[number - 2].winner if number > 1 else setup.left_of(hand.dealer)
    seats = (setup.seats[setup.left_of(leader, i)] for i in range(len(setup.seats)))
    cards = zip(seats, map(card_view, trick.cards), strict=True) if trick.cards else ()
    return TrickView(number, setup.seats[trick.winner], tuple(cards))
