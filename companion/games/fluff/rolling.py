"""Guards and effects of what happens before a round's first bid: the first roll, dice spilled, the table's rulings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.fluff import rulebook
from companion.games.fluff.moves import DiceRuling, FirstRoll, Spill
from companion.games.fluff.state import MOST_DICE, State
from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text


def judge_first_roll(state: State, move: FirstRoll) -> Ruling[State]:
    """Rule: first-roll. Not now once the start is settled."""
    if state.phase != "first-roll":
        return Rejected(rulebook.NOT_NOW, Text("Who starts is settled already."))
    if rejected := _not_the_roll(state, move):
        return rejected
    names = state.setup.seats
    rolled = tuple((seat, move.wilds[names[seat]]) for seat in state.due)
    most = max(wilds for _, wilds in rolled)
    best = tuple(seat for seat, wilds in rolled if wilds == most)
    after = replace(state, rolled=rolled)
    return Accepted(after.opened_by(best[0]) if len(best) == 1 else replace(after, tied=best))


def _not_the_roll(state: State, move: FirstRoll) -> Rejected | None:
    names = state.setup.seats
    due = {names[seat]: state.dice[seat] for seat in state.due}
    if missing := tuple(name for name in due if name not in move.wilds):
        return Rejected(rulebook.FIRST_ROLL, Text("Still to be told, how many wilds: {seats}.", seats=missing))
    for name, wilds in move.wilds.items():
        if name not in due:
            return Rejected(rulebook.FIRST_ROLL, Text("{seat} does not roll for the start now.", seat=name))
        if wilds > due[name]:
            return Rejected(rulebook.FIRST_ROLL, has_dice(name, due[name]))
    return None


def judge_spill(state: State, move: Spill) -> Ruling[State]:
    """Rule: spill. In the first roll or before the round's first bid."""
    if state.phase != "first-roll" and not state.between_rounds:
        return _not_between_rounds(state)
    if not state.setup.options.sloppy:
        return Rejected(rulebook.SPILL, Text("This table does not play sloppy style."))
    seat = state.setup.seats.index(move.seat)
    held = state.dice[seat]
    if move.count > held:
        return Rejected(rulebook.SPILL, has_dice(move.seat, held))
    return Accepted(_untied(state.with_dice(seat, held - move.count)))


def _untied(state: State) -> State:
    """Who spilled the last die is out of the tie; a single one left in it starts (rules first-roll, spill)."""
    tied = tuple(seat for seat in state.tied if state.dice[seat])
    return state.opened_by(tied[0]) if len(tied) == 1 else replace(state, tied=tied)


def judge_ruling(state: State, move: DiceRuling) -> Ruling[State]:
    """Rule: table-ruling. Before the round's first bid, and not in the first roll."""
    if not state.between_rounds:
        return _not_between_rounds(state)
    seat = state.setup.seats.index(move.seat)
    held = state.dice[seat]
    if not 0 <= held + move.dice <= MOST_DICE:
        return Rejected(rulebook.TABLE_RULING, has_dice(move.seat, held))
    return Accepted(state.with_dice(seat, held + move.dice))


def has_dice(name: str, count: int) -> Text:
    """How many dice a seat has, as a sentence."""
    if not count:
        return Text("{seat} has no dice left.", seat=name)
    return Counted("{seat} has {n} die.", "{seat} has {n} dice.", seat=name, n=count)


def _not_between_rounds(state: State) -> Rejected:
    if state.phase == "first-roll":
        return Rejected(rulebook.NOT_NOW, Text("The first roll is not settled yet."))
    return Rejected(rulebook.NOT_NOW, Text("The round is running: a bid has been made."))
