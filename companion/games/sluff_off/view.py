"""The table as a screen shows it: names instead of numbers, counts by colour, sums. No ruling is made here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.sluff_off.report import holdings
from companion.games.sluff_off.round_end import round_sums, totals, winners
from companion.games.sluff_off.score import Sum
from companion.games.sluff_off.state import HIGHEST_CARD, TRICKS, State, Trick

ROW = 196  # pixels for a seat's tokens on a narrow phone, as the stylesheet has it


class Row(NamedTuple):
    """What a seat's row shows to everybody. Equal rows look the same, at whatever moment of whatever table."""

    name: str
    tokens: tuple[tuple[str, int], ...]
    total: int
    deals: bool
    leads: bool
    sluffer: bool
    marked: bool

    @property
    def crowded(self) -> bool:
        """Whether the seat holds more than a narrow row shows at full size."""
        return sum(34 + 18 * (min(count, 4) - 1) for _, count in self.tokens if count) > ROW


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: `tokens` by colour, `running` what the round would cost as it stands, `total` the finished rounds'."""

    name: str
    tokens: Mapping[str, int]
    running: Sum
    total: int
    deals: bool
    leads: bool
    sluffer: bool
    awaited: bool
    won: bool

    @property
    def row(self) -> Row:
        """What its row shows."""
        marked = self.awaited or self.won
        return Row(self.name, tuple(self.tokens.items()), self.total, self.deals, self.leads, self.sluffer, marked)


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick: `cards` as (seat, card) in the order played, or empty; `settled` see `state.Trick`."""

    number: int
    winner: str
    led: str
    won_with: str
    settled: str | None
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class View:
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
    seats: tuple[SeatView, ...]
    track: tuple[TrickView, ...]
    predicted: int
    finished: tuple[tuple[Sum, ...], ...]
    highest_card: int
    played: frozenset[str]
    order: tuple[str, ...]

    @property
    def lying(self) -> tuple[tuple[str, int], ...]:
        """What lies in the centre, as a value that equals an equal centre's."""
        return tuple(self.centre.items())


def view(state: State) -> View:
    """The view of a state. After the end it shows the last round's number."""
    setup, round_, held = state.setup, state.round, holdings(state)
    names = setup.seats
    return View(
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
        track=tuple(trick_view(state, number, trick) for number, trick in enumerate(round_.tricks, 1)),
        predicted=sum(sum(pile) for pile in round_.places[:-1]),
        finished=state.sums,
        highest_card=HIGHEST_CARD[len(names)],
        played=round_.played,
        order=tuple(names[setup.left_of(state.leader, i)] for i in range(len(names))),
    )


def _seats(state: State, held: Mapping[str, Mapping[str, int]]) -> tuple[SeatView, ...]:
    sums, points, won = round_sums(state), totals(state), winners(state)
    return tuple(
        SeatView(
            name=name,
            tokens=held[name],
            running=sums[seat],
            total=points[seat],
            deals=seat == state.round.dealer and not state.over,
            leads=seat == state.leader and not state.over,
            sluffer=seat == state.round.sluffer,
            awaited=seat == state.awaited,
            won=seat in won,
        )
        for seat, name in enumerate(state.setup.seats)
    )


def trick_view(state: State, number: int, trick: Trick) -> TrickView:
    """A trick of the running round by its number, with who played which card where the cards were recorded."""
    names = state.setup.seats
    leader = state.round.tricks[number - 2].winner if number > 1 else state.setup.left_of(state.round.dealer)
    seats = (names[state.setup.left_of(leader, i)] for i in range(len(names)))
    return TrickView(
        number,
        names[trick.winner],
        trick.led,
        trick.won_with,
        trick.settled,
        tuple(zip(seats, trick.cards, strict=True)) if trick.cards else (),
    )
