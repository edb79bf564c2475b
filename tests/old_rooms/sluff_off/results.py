"""How a round ends, and the results: what decides between equal totals, the report, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from companion.games.report import Report, ScoreSheet
from companion.games.seat_points import on_sheet, sums_by_name, totals
from companion.games.text import Counted, Text
from companion.games.tricks import revokes_shown
from tests.old_rooms.sluff_off.scoring import Sum, held, sluffer
from tests.old_rooms.sluff_off.state import TRICKS, Pile, State, deal


def after_trick(state: State) -> State:
    """Score the round and deal the next once the fifteenth trick is settled; before that the state stays as it is."""
    tricks = state.round.tricks
    if len(tricks) < TRICKS or tricks[-1].settled is None:
        return state
    next_dealer = state.setup.left_of(state.round.dealer)
    return replace(state, round=deal(state.setup, next_dealer), sums=(*state.sums, round_sums(state)))


def round_sums(state: State) -> tuple[Sum, ...]:
    """What the running round would cost each seat now, in seat order (rules score, sluffer-score, table-ruling)."""
    return tuple(_sum(state, seat) for seat in range(len(state.setup.seats)))


def _sum(state: State, seat: int) -> Sum:
    round_ = state.round
    if seat != round_.sluffer:
        return held(_pile(round_.tokens, round_.places[seat]), round_.points[seat])
    others = (other for other in range(len(state.setup.seats)) if other != seat)
    blacks = sum(round_.count(other, "black") for other in others)
    return sluffer(state.setup.sluffer_points, blacks, round_.points[seat])


def tie_break(state: State, seat: int) -> int:
    """What tells the seat from others with its total, less being better; 0 where equal totals share (rule winner)."""
    rounds = [sums[seat] for sums in state.sums]
    match state.setup.options.tie_break:
        case "fewest_black":
            return sum(one.black for one in rounds)
        case "most_zero_rounds":
            return -sum(not one.total and not one.away for one in rounds)
        case _:
            return 0


def with_tie_break(state: State, seat: int, points: Text) -> Text:
    """A seat's `points` as they stand beside an equal total: with what tells the two apart."""
    n = abs(tie_break(state, seat))
    match state.setup.options.tie_break:
        case "fewest_black":
            return Counted("{points}, {n} black", "{points}, {n} black", points=points, n=n)
        case "most_zero_rounds":
            return Counted("{points}, {n} zero", "{points}, {n} zeros", points=points, n=n)
        case _:
            return points


def standings(state: State) -> tuple[tuple[int, int], ...]:
    """For each seat its total, then its `tie_break`: the lower, the better."""
    return tuple((total, tie_break(state, seat)) for seat, total in enumerate(totals(state)))


def winners(state: State) -> tuple[int, ...]:
    """The numbers of the seats with the fewest points; none before the game is over (rule winner)."""
    if not state.over:
        return ()
    ranked = standings(state)
    return tuple(seat for seat, one in enumerate(ranked) if one == min(ranked))


def report(state: State) -> Report:
    """The report of a state; `sluffer` stands beside `holdings`. Source: TRANSCRIPTS, sluff-off."""
    seats = state.setup.seats
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=tuple({seat: part.total for seat, part in one.items()} for one in sums_by_name(state)),
        totals=dict(zip(seats, totals(state), strict=True)),
        winners=state.setup.names(winners(state)),
        irregularities=revokes_shown(state.revokes, "round"),
        holdings=holdings(state),
        extra={"sluffer": None if state.round.sluffer is None else seats[state.round.sluffer]},
        starts=state.past.starts_by_name(seats),
        left=state.past.left_by_name(state.setup.people),
    )


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; after the end the number is the last round's."""
    planned = state.setup.rounds
    return ScoreSheet(
        number=min(len(state.sums) + 1, planned),
        planned=planned,
        running={} if state.over else on_sheet(dict(zip(state.setup.seats, round_sums(state), strict=True))),
        finished=tuple(map(on_sheet, sums_by_name(state))),
    )


def holdings(state: State) -> dict[str, Mapping[str, int]]:
    """By place, the centre first and then the seats clockwise: how many tokens of each colour lie there."""
    tokens, (*seats, centre) = state.round.tokens, state.round.places
    return {
        "centre": _pile(tokens, centre),
        **{name: _pile(tokens, pile) for name, pile in zip(state.setup.seats, seats, strict=True)},
    }


@lru_cache(4096)
def _pile(tokens: tuple[str, ...], pile: Pile) -> Mapping[str, int]:
    return dict(zip(tokens, pile, strict=True))
