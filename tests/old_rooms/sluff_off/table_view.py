"""A table of Sluff Off! as people see it: names, tokens, and the tricks of the running round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.game import Book
from companion.games.seat_points import totals
from companion.games.trick_screen import TrickSeatView, TrickView, by_seat
from tests.old_rooms.sluff_off.results import holdings, winners
from tests.old_rooms.sluff_off.state import TRICKS, State, face_of

KEPT = 128  # views
ROW = 196  # pixels for a seat's tokens on a narrow phone, as the stylesheet has it


@dataclass(frozen=True, slots=True)
class SluffOffSeat(TrickSeatView):
    """A seat: how many `tokens` of each colour lie there, and whether it holds the Sluffer."""

    tokens: Mapping[str, int]
    sluffer: bool

    def __hash__(self) -> int:
        """Equal seats have rows that look the same, at whatever moment of whatever table: a template may keep them."""
        return hash((self.name, self.total, frozenset(self.tokens.items())))

    @property
    def crowded(self) -> bool:
        """Whether the seat holds more than a narrow row shows at full size."""
        return sum(34 + 18 * (min(count, 4) - 1) for count in self.tokens.values() if count) > ROW


@dataclass(frozen=True, slots=True)
class ColoredTrickView(TrickView):
    """A trick with the colour that it was led in and the one that won it."""

    led: str
    won_with: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """The whole table. `round` and `trick` count from 1; `predicted` is how many tokens have been taken so far."""

    phase: str
    round: int
    rounds: int
    trick: int
    tricks: int
    centre: Mapping[str, int]
    sluffer: str | None
    awaited: str | None
    leader: str
    seats: tuple[SluffOffSeat, ...]
    track: tuple[ColoredTrickView, ...]
    predicted: int

    @property
    def lying(self) -> tuple[tuple[str, int], ...]:
        """What lies in the centre, as a value that equals an equal centre's."""
        return tuple(self.centre.items())


def view(state: State) -> RoundView:
    """The view of a state. After the end it shows the last round's number."""
    setup, round_, held = state.setup, state.round, holdings(state)
    names = setup.seats
    return RoundView(
        phase=state.phase,
        round=min(len(state.sums) + 1, setup.rounds),
        rounds=setup.rounds,
        trick=len(round_.tricks) + (state.phase != "turn-in"),
        tricks=TRICKS,
        centre=held["centre"],
        sluffer=None if round_.sluffer is None else names[round_.sluffer],
        awaited=None if state.awaited is None else names[state.awaited],
        leader=names[state.leader],
        seats=_seats(state, held),
        track=track(state),
        predicted=sum(sum(pile) for pile in round_.places[:-1]),
    )


@lru_cache(KEPT)
def view_of(book: Book) -> RoundView:
    """The round as all phones are shown it, made once for the table."""
    return view(book.state)


def _seats(state: State, held: Mapping[str, Mapping[str, int]]) -> tuple[SluffOffSeat, ...]:
    points, won, phase, awaited = totals(state), winners(state), state.phase, state.awaited
    leader = state.leader if phase == "trick" else None
    return tuple(
        SluffOffSeat(
            name=name,
            tokens=held[name],
            total=points[seat],
            deals=seat == state.round.dealer and phase != "over",
            leads=seat == leader,
            sluffer=seat == state.round.sluffer,
            awaited=seat == awaited,
            won=seat in won,
        )
        for seat, name in enumerate(state.setup.seats)
    )


def track(state: State) -> tuple[ColoredTrickView, ...]:
    """The tricks of the running round, with who played which card where the cards were recorded."""
    names, round_ = state.setup.seats, state.round
    tricks = by_seat(names, state.setup.left_of(round_.dealer), round_.tricks, face_of)
    return tuple(
        ColoredTrickView(number, names[trick.winner], cards, trick.led, trick.won_with)
        for number, (trick, cards) in enumerate(tricks, 1)
    )
