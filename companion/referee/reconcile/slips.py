"""What may have gone wrong at one entry, how likely it is, and which slips the counts cannot tell apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from companion.games.move import Move, fields_of
from companion.games.ruling import Accepted, Rejected
from companion.referee.counts import Vector
from companion.referee.reconcile.simulation import LegalMoves, Op, Simulation

Kind = Literal["value", "seat", "undone", "forgotten", "twice", "fields", "order", "kind", "follows"]
"""What is wrong with an entry.

value      one value, such as a colour or a number
seat       the seat, or another place
undone     it is right, but a side effect of it was not carried out on the table
forgotten  it is missing
twice      it is one too many
fields     several of its values
order      it was entered in place of another one, and that one in its place
kind       it was another kind of move
follows    it was entered to fit an earlier slip, and cannot stand once that is corrected
"""


@dataclass(frozen=True, slots=True)
class Branch:
    """The game with edits so far: the state after them, and the index of the move to go on with.

    `later` are moves further on that change too, by index.
    """

    ops: tuple[Op, ...]
    state: Any = field(repr=False)
    index: int
    later: Mapping[int, Move] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A slip that may have been made at one entry, and the game with it corrected. `fields`: how many values differ."""

    kind: Kind
    start: Branch
    fields: int = 1


def hypotheses(simulation: Simulation, index: int) -> Iterator[Hypothesis]:
    """All slips that may have been made at the move of that index; one past the last move: at the end."""
    state = simulation.states[index]
    legal = simulation.legal(state)
    for move, after in legal:
        yield Hypothesis("forgotten", Branch((Op(index, "insert", move),), after, index))
    if index == len(simulation.moves):
        return
    was = simulation.moves[index]
    yield Hypothesis("twice", Branch((Op(index, "remove"),), state, index + 1))
    for move, after in _others(simulation, index, legal):
        kind, fields = _classified(simulation, was, move)
        yield Hypothesis(kind, Branch((Op(index, "change", move),), after, index + 1), fields)
    yield from _exchanges(simulation, index)


def accepted(simulation: Simulation, state: Any, move: Move) -> Accepted[Any] | None:
    """The state after a move, or None where the judge rejects it."""
    ruling = simulation.game.rule_on(state, move)
    return None if isinstance(ruling, Rejected) else ruling


def _others(simulation: Simulation, index: int, legal: LegalMoves) -> LegalMoves:
    """The legal moves in place of one: the game's choices, and the move with one value, or two seats exchanged."""
    was, state = simulation.moves[index], simulation.states[index]
    found = {repr(move.plain()): (move, after) for move, after in legal}
    for raw in _varied(simulation, was):
        move = _read(simulation, raw)
        after = move and accepted(simulation, state, move)
        if move and after:
            found.setdefault(repr(raw), (move, after.state))
    return [(move, after) for move, after in found.values() if move.plain() != was.plain()]


def _read(simulation: Simulation, raw: dict[str, Any]) -> Move | None:
    move = simulation.game.parse(raw, simulation.seats)
    return None if isinstance(move, Rejected) else move


def _varied(simulation: Simulation, was: Move) -> Iterator[dict[str, Any]]:
    plain, places = was.plain(), simulation.axes.places
    for key, value in plain.items():
        for other in _values(was, key, value, places):
            yield {**plain, key: other}
    seated = [key for key, value in plain.items() if value in simulation.seats]
    if len(seated) == 2:
        yield {**plain, seated[0]: plain[seated[1]], seated[1]: plain[seated[0]]}


def _values(was: Move, key: str, value: object, places: tuple[str, ...]) -> Iterator[object]:
    """Other values for a key of a move: other places, the other words of a `Literal`, one more or less."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, str) and key != "move":
        words = next(field.words for field in fields_of(type(was)).values() if field.key == key)
        words += places if value in places else ()
        yield from (other for other in dict.fromkeys(words) if value in words and other != value)


def _classified(simulation: Simulation, was: Move, move: Move) -> tuple[Kind, int]:
    """The kind of slip by which `was` was entered for `move`, and the number of values that differ."""
    if was.kind() != move.kind():
        return "kind", len(move.plain())
    old, new = was.plain(), move.plain()
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    if len(keys) > 1:
        return "fields", len(keys)
    return ("seat" if new.get(keys[0]) in simulation.axes.places else "value"), 1


def _exchanges(simulation: Simulation, index: int) -> Iterator[Hypothesis]:
    """The move and the next one exchanged; its seat and that of the next move of its kind exchanged."""
    was, state = simulation.moves[index], simulation.states[index]
    for other in range(index + 1, len(simulation.moves)):
        then = simulation.moves[other]
        if other == index + 1 and then != was:
            first = accepted(simulation, state, then)
            second = first and accepted(simulation, first.state, was)
            if second:
                ops = (Op(index, "change", then), Op(other, "change", was))
                yield Hypothesis("order", Branch(ops, second.state, other + 1), fields=2)
        if then.kind() == was.kind():
            yield from _seats_exchanged(simulation, index, other)
            return


def _seats_exchanged(simulation: Simulation, index: int, other: int) -> Iterator[Hypothesis]:
    one, two = simulation.moves[index].plain(), simulation.moves[other].plain()
    for key, value in one.items():
        if value in simulation.seats and two.get(key) in simulation.seats and value != two[key]:
            now, then = _read(simulation, {**one, key: two[key]}), _read(simulation, {**two, key: value})
            after = now and accepted(simulation, simulation.states[index], now)
            if then and after:
                start = Branch((Op(index, "change", now),), after.state, index + 1, {other: then})
                yield Hypothesis("order", start, fields=2)


RANK: dict[Kind, int] = {
    # The likeliest first: a wrong colour is tapped more often than a whole entry twice.
    "value": 0,
    "seat": 1,
    "follows": 1,
    "undone": 2,
    "forgotten": 3,
    "twice": 4,
    "fields": 5,
    "order": 6,
    "kind": 7,
}


@dataclass(frozen=True)
class Slip:
    """A hypothesis that was simulated: its edits, and by how much they change what lies where in the end (`delta`).

    Slips of equal `signature` cannot be told apart by what lies on the table, wherever they happened:
    the same kinds of moves by the same seats with the same delta. `off_phase`: with the edits the game
    would now be in another phase than the book has it in.
    """

    kind: Kind
    ops: tuple[Op, ...]
    delta: Vector
    fields: int
    signature: Hashable
    off_phase: bool = False

    @cached_property
    def weight(self) -> tuple[int, int, int]:
        """Sort key, the likeliest first: rank of its kind, number of values that differ, number of edits."""
        return RANK[self.kind] + len(RANK) * self.off_phase, self.fields, len(self.ops)

    @cached_property
    def recency(self) -> int:
        """Sort key: the latest first."""
        return -min(op.index for op in self.ops)


Cost = tuple[int, ...]
"""Sort key of an explanation: the sums of its slips' weights, then of their recency."""


def cost(slips: Sequence[Slip], and_then: Sequence[Kind] = ()) -> Cost:
    """The sort key of slips that are made together; `and_then` are the kinds of what follows from them."""
    rank, *sums = (sum(parts) for parts in zip(*(one.weight for one in slips), strict=True))
    return rank + sum(RANK[kind] for kind in and_then), *sums, sum(one.recency for one in slips)


def slip_of(
    simulation: Simulation, kind: Kind, ops: tuple[Op, ...], delta: Vector, fields: int, off_phase: bool = False
) -> Slip:
    """A slip with its signature; its kind becomes "fields" for a value with consequences, "kind" for unusual moves."""
    if any(op.unusual for op in ops):
        kind = "kind"
    elif kind == "value" and len(ops) > 1:
        kind = "fields"
    return Slip(kind, ops, delta, fields, (*(_trait(simulation, op) for op in ops), delta), off_phase)


def _trait(simulation: Simulation, op: Op) -> Hashable:
    # By the seats of the corrected move, which are what the table shows, and not by those entered by mistake.
    move, places = op.move or simulation.moves[op.index], simulation.axes.places
    return op.do, move.kind(), *((key, value) for key, value in move.plain().items() if value in places)


def likeliest(slips: Iterable[Slip]) -> dict[Hashable, Slip]:
    """By signature the likeliest of these slips."""
    best: dict[Hashable, Slip] = {}
    for one in slips:
        known = best.get(one.signature)
        if known is None or one.weight < known.weight:
            best[one.signature] = one
    return best


Group = tuple[Slip, ...]
"""Slips of one weight and signature, the latest first."""


def grouped(slips: Iterable[Slip]) -> list[Group]:
    """The slips in groups, the likeliest and latest group first."""
    groups: dict[Hashable, list[Slip]] = {}
    for one in slips:
        groups.setdefault((one.weight, one.signature), []).append(one)
    sorted_groups = [tuple(sorted(group, key=lambda one: one.recency)) for group in groups.values()]
    return sorted(sorted_groups, key=lambda group: cost([group[0]]))
