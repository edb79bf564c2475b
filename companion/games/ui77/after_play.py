"""Guards and effects of what comes after play and beside it: the count, the limit, cuts, the table's rulings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text
from companion.games.ui77 import rulebook
from companion.games.ui77.guards import awaited, not_in
from companion.games.ui77.hand_end import settled
from companion.games.ui77.moves import CountLeft, Cut, Limit, PointsRuling
from companion.games.ui77.state import State

STEP = 11
RUNNING = ("discard", "trick", "count")
"""The phases from the three cards on until the hand is scored."""


def judge_count(state: State, move: CountLeft) -> Ruling[State]:
    """Rules: hand-over, score. The hand is scored with the last count needed."""
    if rejected := not_in(state, "count"):
        return rejected
    seat = state.setup.seats.index(move.seat)
    if seat not in state.uncounted:
        return Rejected(rulebook.NOT_NOW, _why_not_counted(state, seat))
    if move.slough > state.cards[seat]:
        return Rejected(
            rulebook.SCORE,
            Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=move.seat, n=state.cards[seat]),
        )
    return Accepted(settled(replace(state, hand=replace(state.hand, sloughs=_put(state, seat, move.slough)))))


def _why_not_counted(state: State, seat: int) -> Text:
    name = state.setup.seats[seat]
    if not state.cards[seat]:
        return Text("{seat} has no card left to count.", seat=name)
    return Text("{seat} has counted. {awaited}", seat=name, awaited=awaited(state))


def _put(state: State, seat: int, slough: int) -> tuple[int | None, ...]:
    return tuple(slough if number == seat else known for number, known in enumerate(state.hand.sloughs))


def judge_limit(state: State, move: Limit) -> Ruling[State]:
    """Rule: limit. It changes no total; who is above it ends the game."""
    if rejected := not_in(state, "limit"):
        return rejected
    if move.points < STEP or move.points % STEP:
        return Rejected(rulebook.LIMIT, _near(move.points))
    return Accepted(replace(state, limit=move.points))


def _near(points: int) -> Text:
    if points < STEP:
        return Text("{points} is too low; the lowest is {least}.", points=points, least=STEP)
    low = points - points % STEP
    return Text("{points} lies between {low} and {high}.", points=points, low=low, high=low + STEP)


def judge_cut(state: State, move: Cut) -> Ruling[State]:
    """Rule: cut. At any time in a hand, as often as it happens."""
    if rejected := not_in(state, *RUNNING):
        return rejected
    return Accepted(_added(state, "cuts", move.seat, 1))


def judge_ruling(state: State, move: PointsRuling) -> Ruling[State]:
    """Rule: table-ruling. At any time in a hand."""
    if rejected := not_in(state, *RUNNING):
        return rejected
    return Accepted(_added(state, "ruled", move.seat, move.points))


def _added(state: State, what: str, name: str, points: int) -> State:
    which = state.setup.seats.index(name)
    had: tuple[int, ...] = getattr(state.hand, what)
    changed = {what: tuple(n + points * (seat == which) for seat, n in enumerate(had))}
    return replace(state, hand=replace(state.hand, **changed))  # type: ignore[arg-type]  # both are points a seat
