"""What correcting one slip brings with it: later entries that change or fall, and effects that were not carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.referee.counts import Vector, holdings, minus
from companion.referee.reconcile.simulation import Conflict, Op, Outcome, Simulation
from companion.referee.reconcile.slips import Branch, Slip, accepted, slip_of


def outcomes(simulation: Simulation, start: Branch) -> Iterator[tuple[tuple[Op, ...], Outcome | Conflict]]:
    """A branch played to its end: its edits with the repairs that the next move needs, and the outcome of each."""
    for branch in _next_branches(simulation, start):
        for last in _past_later_change(simulation, branch) if branch.later else (branch,):
            yield last.ops, simulation.outcome(last.state, last.index)


def _past_later_change(simulation: Simulation, branch: Branch) -> Iterator[Branch]:
    """Play on over the later move that changes too, and over the move after it; nothing where one is rejected."""
    while branch.index <= max(branch.later):
        ruling = simulation.game.rule_on(branch.state, _next_move(simulation, branch))
        if isinstance(ruling, Rejected):
            return
        branch = _played(branch, ruling.state)
    yield from _next_branches(simulation, replace(branch, later={}))


def _next_branches(simulation: Simulation, branch: Branch) -> Iterator[Branch]:
    """The branch one move on where that move stands; else a branch for each edit that repairs it."""
    if branch.index == len(simulation.moves):
        yield branch
        yield from _completed(simulation, branch)
        return
    ruling = simulation.game.rule_on(branch.state, _next_move(simulation, branch))
    if isinstance(ruling, Rejected):
        yield from _repaired(simulation, branch, ruling.rule.id)
    else:
        yield _played(branch, ruling.state)


def _next_move(simulation: Simulation, branch: Branch) -> Move:
    return branch.later.get(branch.index, simulation.moves[branch.index])


def _played(branch: Branch, state: Any, *ops: Op) -> Branch:
    """The branch one move on, with edits made before that move, and with its own where it changes."""
    index = branch.index
    change = (Op(index, "change", branch.later[index]),) if index in branch.later else ()
    return Branch((*branch.ops, *ops, *change), state, index + 1, branch.later)


def _completed(simulation: Simulation, branch: Branch) -> Iterator[Branch]:
    """At the end: what the last move asks for may have been done on the table and not been entered either."""
    last = branch.ops[-1].move
    if last is None or simulation.phase(branch.state) == simulation.last_phase:
        return
    legal = simulation.legal(branch.state)
    for move, after in legal:
        if move.kind() != last.kind():
            inserted = Op(branch.index, "insert", move, unusual=move.kind() != legal[0][0].kind())
            yield Branch((*branch.ops, inserted), after, branch.index)


def _repaired(simulation: Simulation, branch: Branch, rule: str) -> Iterator[Branch]:
    """Repair the next move: change it, insert one before it, or remove it where none of its kind is due.

    `rule` is the id of the rule that rejects it. A move that changes with the slip is not changed once more.
    """
    index, was, changes = branch.index, _next_move(simulation, branch), branch.index in branch.later
    legal = simulation.legal(branch.state)
    kinds = {op.move.kind() for op in branch.ops if op.move and op.fell is None}
    for move, after in legal:
        if move.kind() == was.kind() and not changes:
            yield _played(branch, after, Op(index, "change", move, rule))
        # A second entry of the same kind would be a slip of its own, not a consequence of the first.
        elif move.kind() not in kinds and (then := accepted(simulation, after, was)):
            inserted = Op(index, "insert", move, rule, unusual=move.kind() != legal[0][0].kind())
            yield _played(branch, then.state, inserted)
    due = any(move.kind() == was.kind() for move, _ in legal)
    if not (due or changes or any(op.do == "insert" for op in branch.ops)):
        yield _played(branch, branch.state, Op(index, "remove", fell=rule))


def repaired_conflicts(
    simulation: Simulation, conflicting: Iterable[tuple[Slip, Conflict]], target: Vector
) -> Iterator[list[Slip]]:
    """For each slip that ends in a conflict: the slips with a repair of it after which `target` lies on the table."""
    # Slips after which the states are equal share one conflict object, and so its repairs.
    known: dict[int, list[tuple[Op, ...]]] = {}
    wanted = minus(target, simulation.vectors[-1])
    for one, conflict in conflicting:
        if id(conflict) not in known:
            known[id(conflict)] = list(_repairs(simulation, conflict, target))
        slips = (slip_of(simulation, one.kind, (*one.ops, *ops), wanted, one.fields) for ops in known[id(conflict)])
        yield [replace(both, kind=one.kind) for both in slips]


def _repairs(simulation: Simulation, conflict: Conflict, target: Vector) -> Iterator[tuple[Op, ...]]:
    for branch in _repaired(simulation, Branch((), conflict.state, conflict.index), conflict.rule):
        outcome = simulation.outcome(branch.state, branch.index)
        if not isinstance(outcome, Conflict) and outcome.vector == target:
            yield branch.ops


def undone_effects(simulation: Simulation, index: int, reason: str) -> Iterator[tuple[tuple[Op, ...], Any]]:
    """For each side effect of a move: the table rulings after it that take it back, and the state after them."""
    for item, places in side_effects(simulation, index).items():
        state = simulation.states[index + 1]
        was = holdings(simulation.game.report(state))
        if not places.keys() <= was.keys():  # a place that the move has given another name
            continue
        without = {place: {item: was[place][item] - n} for place, n in places.items()}
        moves = simulation.game.correction(state, without, reason)
        if isinstance(moves, Rejected):
            continue
        for move in moves:
            ruling = simulation.game.rule_on(state, move)
            assert not isinstance(ruling, Rejected)  # noqa: S101 - a correction stands
            state = ruling.state
        yield tuple(Op(index + 1, "insert", move) for move in moves), state


def side_effects(simulation: Simulation, index: int) -> dict[str, dict[str, int]]:
    """By item, then place: by how much a move changes the count of items that it does not name itself."""
    named = [str(value) for value in simulation.moves[index].plain().values()]
    changed = simulation.axes.by_item(simulation.change(index))
    return {item: places for item, places in changed.items() if item and item not in named}
