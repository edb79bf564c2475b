"""The tokens don't match: the one slip in the entries that explains what lies on the table.

At every entry the search asks what else may have happened there, and plays the game on with that. Nothing here knows
a game: what may have happened comes from the game's own choices and is judged by the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from companion.games import GAMES
from companion.games.game import Game
from companion.games.header import Header
from companion.games.move import Move, fields_of
from companion.games.ruling import Rejected, Ruling
from companion.games.seating import names_given
from companion.games.text import Text
from companion.referee.counts import Axes, Counts, Difference, Vector, differences, holdings, minus
from companion.referee.edits import Edit, StandingMove

Kind = Literal["value", "seat", "undone", "forgotten", "twice", "fields", "order", "kind"]
"""What is wrong with an entry.

value      one value, such as a colour or a number
seat       the seat, or another place
undone     it is right, but a side effect of it was not carried out on the table
forgotten  it is missing
twice      it is one too many
fields     several of its values
order      it was entered in place of another one, and that one in its place
kind       it was another kind of move
"""

RANK: dict[Kind, int] = {
    # The likeliest first: a wrong colour is tapped more often than a whole entry twice.
    "value": 0,
    "seat": 1,
    "undone": 2,
    "forgotten": 3,
    "twice": 4,
    "fields": 5,
    "order": 6,
    "kind": 7,
}

MOST_EXPLANATIONS = 12
MOST_JUDGED = 15_000
"""How many moves are judged before the search goes no further back.

It is enough for nearly every round or hand of a trick game, and for the latest 60 entries or so of a game that is one
round from its beginning to its end.
"""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the ledger where the slip may have been made: the edits that correct it, and a sentence for each."""

    edits: tuple[Edit, ...]
    says: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A slip that explains the counts, and where it may have been made, the latest place first."""

    kind: Kind
    spots: tuple[Spot, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        return self.spots[0].edits

    @property
    def says(self) -> tuple[Text, ...]:
        return self.spots[0].says


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Where the counts and the book differ, and the slips that explain it, the likeliest first."""

    differences: tuple[Difference, ...]
    explanations: tuple[Explanation, ...] = ()


def reconcile(
    header: Header,
    entries: Sequence[StandingMove],
    counted: Counts,
    *,
    upto: int | None = None,
    reason: str = "Counted",
) -> Reconciled:
    """Return the slips of the running round that each explain the counts; a round before it has been put away.

    With `upto` the counts are compared with the book after that many entries: if a round has just ended, everything
    lies in the centre again. `reason` is the reason of the table rulings in the answer.
    """
    game = GAMES[header.game].at(header)
    simulation = _Simulation(game, header, [entry.move for entry in entries[:upto]], counted)
    if not simulation.differences:
        return Reconciled(())
    slips: list[_Slip] = []
    for index in range(len(simulation.moves), simulation.first - 1, -1):
        if simulation.judged >= MOST_JUDGED:
            break
        slips += _slips(simulation, index, reason)
    return Reconciled(simulation.differences, _explanations(simulation, entries, slips))


# The game, replayed from any of its positions.


@dataclass(frozen=True, slots=True)
class _Op:
    """One change to the moves: change or remove the move of that index, or insert one before it.

    If the change only repairs what another one broke, `fell` is the id of the rule that rejects the entry without it.
    `unusual`: the inserted move is not of the kind that the game offers first.
    """

    index: int
    do: Literal["change", "remove", "insert"]
    move: Move | None = None
    fell: str | None = None
    unusual: bool = False


_LegalMoves = list[tuple[Move, Any]]
"""The legal moves of a state, each with the state after it."""


class _Simulation:
    """The moves that stand, the state before each and after the last, and what was counted after the last.

    `first` is the index of the running round's first move. `target` is what was counted, and `wanted` by how much it
    differs from the book. Answers are kept by the game's memo key and the people.
    """

    def __init__(self, game: Game[Any], header: Header, moves: Sequence[Move], counted: Counts) -> None:
        self.game, self.moves = game, tuple(moves)
        self.seats = (*header.seats, *names_given(move.plain() for move in self.moves))
        self.states = [game.start(header)]
        for move in self.moves:
            self.states.append(game.after(self.states[-1], move))
        report = self.states[-1].report()
        book = holdings(report)
        self.differences = differences(book, counted)
        self.axes = Axes(book)
        self.phase = report.phase
        self.target = self.axes.merged(book, counted)
        self.wanted = minus(self.target, self.axes.vector(book))
        self.first = len(self.moves)
        while self.first and len(self.states[self.first - 1].report().rounds) == len(report.rounds):
            self.first -= 1
        self.judged = 0
        self._parsed: dict[str, Move | None] = {}
        self._legal: dict[Hashable, _LegalMoves] = {}
        self._phases: dict[tuple[int, Hashable], str | None] = {}

    def vector(self, state: Any) -> Vector:
        return self.axes.vector(holdings(state.report()))

    def rule_on(self, state: Any, move: Move) -> Ruling[Any]:
        self.judged += 1
        return self.game.rule_on(state, move)

    def state_after(self, state: Any, move: Move) -> Any:
        """Return the state after a move that is known to be legal."""
        ruling = self.game.rule_on(state, move)
        assert not isinstance(ruling, Rejected), str(ruling.because)  # noqa: S101 - what was accepted once stands
        return ruling.state

    def after(self, state: Any, move: Move) -> Any | None:
        """Return the state after a move, or None if the move is rejected."""
        ruling = self.rule_on(state, move)
        return None if isinstance(ruling, Rejected) else ruling.state

    def parse(self, raw: dict[str, Any]) -> Move | None:
        key = repr(raw)
        if key not in self._parsed:
            move = self.game.parse(raw, self.seats)
            self._parsed[key] = None if isinstance(move, Rejected) else move
        return self._parsed[key]

    def legal(self, state: Any) -> _LegalMoves:
        """Return the game's choices in a state that are legal."""
        key = self._memo_key(state)
        known = self._legal.get(key)
        if known is None:
            moves = (self.parse(raw) for raw in self.game.possible(state, None))
            known = [(move, after) for move in moves if move and (after := self.after(state, move))]
            self._legal[key] = known
        return known

    def phase_at_target(self, state: Any, index: int) -> str | None:
        """Play the moves from `index` on, beginning in `state`, and return the phase that the game is in at the end.

        None if a move is rejected, or if something else lies on the table in the end than was counted.
        """
        passed: list[tuple[int, Hashable]] = []
        phase: str | None = None
        while True:
            key = self._memo_key(state)
            if (index, key) in self._phases:
                phase = self._phases[index, key]
                break
            passed.append((index, key))
            if index == len(self.moves):
                report = state.report()
                phase = report.phase if self.axes.vector(holdings(report)) == self.target else None
                break
            ruling = self.rule_on(state, self.moves[index])
            if isinstance(ruling, Rejected):
                break
            state, index = ruling.state, index + 1
        self._phases.update(dict.fromkeys(passed, phase))
        return phase

    def _memo_key(self, state: Any) -> Hashable:
        """Return the state's memo key, and who sits where, which a corrected change of seats changes."""
        return state.memo_key(), state.people

    def edited(self, ops: Sequence[_Op]) -> tuple[Any, list[Any]]:
        """Replay with edits in order, which stand; return the last state, and the state before each edit."""
        state, index, before = self.states[ops[0].index], ops[0].index, list[Any]()
        for op in ops:
            state = self._played(state, self.moves[index : op.index])
            before.append(state)
            if op.move is not None:
                state = self.state_after(state, op.move)
            index = op.index + (op.do != "insert")
        return self._played(state, self.moves[index:]), before

    def _played(self, state: Any, moves: Sequence[Move]) -> Any:
        for move in moves:
            state = self.state_after(state, move)
        return state


# What may have happened at an entry.


@dataclass(frozen=True, slots=True)
class _Branch:
    """The game with edits so far: the state after them, and the index of the move to go on with.

    `later` are moves further on that change too, by index.
    """

    ops: tuple[_Op, ...]
    state: Any = field(repr=False)
    index: int
    later: Mapping[int, Move] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    """A slip that may have been made at an entry, and the game with it corrected. `fields`: how many values differ."""

    kind: Kind
    start: _Branch
    fields: int = 1


def _hypotheses(simulation: _Simulation, index: int) -> Iterator[_Hypothesis]:
    """Yield every slip that may have been made at the move of that index, or after the last move."""
    state = simulation.states[index]
    legal = simulation.legal(state)
    for move, after in legal:
        yield _Hypothesis("forgotten", _Branch((_Op(index, "insert", move),), after, index))
    if index == len(simulation.moves):
        return
    was = simulation.moves[index]
    yield _Hypothesis("twice", _Branch((_Op(index, "remove"),), state, index + 1))
    for move, after in _others(simulation, index, legal):
        kind, fields = _classified(simulation, was, move)
        yield _Hypothesis(kind, _Branch((_Op(index, "change", move),), after, index + 1), fields)
    yield from _exchanges(simulation, index)


def _others(simulation: _Simulation, index: int, legal: _LegalMoves) -> _LegalMoves:
    """Return the legal moves in place of one: the game's choices, and the move with one value or two seats changed."""
    was, state = simulation.moves[index], simulation.states[index]
    others = {repr(move.plain()): (move, after) for move, after in legal}
    for raw in _varied(simulation, was):
        move = simulation.parse(raw)
        after = move and simulation.after(state, move)
        if move and after:
            others.setdefault(repr(raw), (move, after))
    return [(move, after) for move, after in others.values() if move.plain() != was.plain()]


def _varied(simulation: _Simulation, was: Move) -> Iterator[dict[str, Any]]:
    plain, places = was.plain(), simulation.axes.places
    for key, value in plain.items():
        for other in other_values(was, key, value, places):
            yield {**plain, key: other}
    seated = [key for key, value in plain.items() if value in simulation.seats]
    if len(seated) == 2:
        yield {**plain, seated[0]: plain[seated[1]], seated[1]: plain[seated[0]]}


def other_values(was: Move, key: str, value: object, places: tuple[str, ...]) -> Iterator[object]:
    """Yield other values for a key of a move: other places, the other words of a `Literal`, one more or less."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, str) and key != "move":
        words = next(field.words for field in fields_of(type(was)).values() if field.key == key)
        words += places if value in places else ()
        yield from (other for other in dict.fromkeys(words) if value in words and other != value)


def _classified(simulation: _Simulation, was: Move, move: Move) -> tuple[Kind, int]:
    """Return the kind of slip by which `was` was entered for `move`, and the number of values that differ."""
    if was.kind() != move.kind():
        return "kind", len(move.plain())
    old, new = was.plain(), move.plain()
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    if len(keys) > 1:
        return "fields", len(keys)
    return ("seat" if new.get(keys[0]) in simulation.axes.places else "value"), 1


def _exchanges(simulation: _Simulation, index: int) -> Iterator[_Hypothesis]:
    """Exchange the move and the next one; exchange its seat and that of the next move of its kind."""
    was, state = simulation.moves[index], simulation.states[index]
    for other in range(index + 1, len(simulation.moves)):
        then = simulation.moves[other]
        if other == index + 1 and then != was:
            first = simulation.after(state, then)
            second = first and simulation.after(first, was)
            if second:
                ops = (_Op(index, "change", then), _Op(other, "change", was))
                yield _Hypothesis("order", _Branch(ops, second, other + 1), fields=2)
        if then.kind() == was.kind():
            yield from _seats_exchanged(simulation, index, other)
            return


def _seats_exchanged(simulation: _Simulation, index: int, other: int) -> Iterator[_Hypothesis]:
    one, two = simulation.moves[index].plain(), simulation.moves[other].plain()
    for key, value in one.items():
        if value in simulation.seats and two.get(key) in simulation.seats and value != two[key]:
            now, then = simulation.parse({**one, key: two[key]}), simulation.parse({**two, key: value})
            after = now and simulation.after(simulation.states[index], now)
            if now and then and after:
                start = _Branch((_Op(index, "change", now),), after, index + 1, {other: then})
                yield _Hypothesis("order", start, fields=2)


# What a slip brings with it: the next entry changes or falls, or an effect was not carried out.


def _with_consequences(simulation: _Simulation, start: _Branch) -> Iterator[_Branch]:
    """Yield the branch with the repairs that the move after each of its edits needs; nothing after it is repaired."""
    for branch in _next_branches(simulation, start):
        yield from _past_later_change(simulation, branch) if branch.later else (branch,)


def _past_later_change(simulation: _Simulation, branch: _Branch) -> Iterator[_Branch]:
    """Play on over the later move that changes too, and over the move after it; stop if a move is rejected."""
    while branch.index <= max(branch.later):
        ruling = simulation.rule_on(branch.state, _next_move(simulation, branch))
        if isinstance(ruling, Rejected):
            return
        branch = _played(branch, ruling.state)
    yield from _next_branches(simulation, replace(branch, later={}))


def _next_branches(simulation: _Simulation, branch: _Branch) -> Iterator[_Branch]:
    """Yield the branch one move on if that move stands, else a branch for each edit that repairs it."""
    if branch.index == len(simulation.moves):
        yield branch
        yield from _completed(simulation, branch)
        return
    ruling = simulation.rule_on(branch.state, _next_move(simulation, branch))
    if isinstance(ruling, Rejected):
        yield from _repaired(simulation, branch, ruling.rule.id)
    else:
        yield _played(branch, ruling.state)


def _next_move(simulation: _Simulation, branch: _Branch) -> Move:
    return branch.later.get(branch.index, simulation.moves[branch.index])


def _played(branch: _Branch, state: Any, *ops: _Op) -> _Branch:
    """Return the branch one move on, with edits made before that move, and with its own if it changes."""
    index = branch.index
    change = (_Op(index, "change", branch.later[index]),) if index in branch.later else ()
    return _Branch((*branch.ops, *ops, *change), state, index + 1, branch.later)


def _completed(simulation: _Simulation, branch: _Branch) -> Iterator[_Branch]:
    """At the end: what the last move asks for may have been done on the table and not been entered either."""
    last = branch.ops[-1].move
    if last is None or branch.state.report().phase == simulation.phase:
        return
    legal = simulation.legal(branch.state)
    for move, after in legal:
        if move.kind() != last.kind():
            inserted = _Op(branch.index, "insert", move, unusual=move.kind() != legal[0][0].kind())
            yield _Branch((*branch.ops, inserted), after, branch.index)


def _repaired(simulation: _Simulation, branch: _Branch, rule: str) -> Iterator[_Branch]:
    """Repair the next move: change it, insert one before it, or remove it if none of its kind is due.

    `rule` is the id of the rule that rejects it. A move that changes with the slip is not changed once more.
    """
    index, was, changes = branch.index, _next_move(simulation, branch), branch.index in branch.later
    legal = simulation.legal(branch.state)
    kinds = {op.move.kind() for op in branch.ops if op.move and op.fell is None}
    for move, after in legal:
        if move.kind() == was.kind() and not changes:
            yield _played(branch, after, _Op(index, "change", move, rule))
        # A second entry of the same kind would be a slip of its own, not a consequence of the first.
        elif move.kind() not in kinds and (then := simulation.after(after, was)):
            inserted = _Op(index, "insert", move, rule, unusual=move.kind() != legal[0][0].kind())
            yield _played(branch, then, inserted)
    due = any(move.kind() == was.kind() for move, _ in legal)
    if not (due or changes or any(op.do == "insert" for op in branch.ops)):
        yield _played(branch, branch.state, _Op(index, "remove", fell=rule))


def _undone_effects(simulation: _Simulation, index: int, reason: str) -> Iterator[_Branch]:
    """For each side effect of a move: take it back by table rulings after it."""
    state = simulation.states[index + 1]
    for item, places in _side_effects(simulation, index).items():
        was = holdings(state.report())
        if not places.keys() <= was.keys():  # a place that the move has given another name
            continue
        without = {place: {item: was[place][item] - n} for place, n in places.items()}
        moves = simulation.game.correction(state, without, reason)
        if isinstance(moves, Rejected):
            continue
        after = state
        for move in moves:
            after = simulation.state_after(after, move)
        yield _Branch(tuple(_Op(index + 1, "insert", move) for move in moves), after, index + 1)


def _side_effects(simulation: _Simulation, index: int) -> dict[str, dict[str, int]]:
    """By item, then place: by how much a move changes the count of items that it does not name itself."""
    named = [str(value) for value in simulation.moves[index].plain().values()]
    before, after = (simulation.vector(state) for state in simulation.states[index : index + 2])
    changed = simulation.axes.by_item(minus(after, before))
    return {item: places for item, places in changed.items() if item and item not in named}


# The slips that explain the counts, in order and in words.


@dataclass(frozen=True)
class _Slip:
    """A slip after which the counts lie on the table: its edits, and in which order people should read of it.

    Slips of equal `signature` cannot be told apart by what lies on the table, wherever they happened: the same kinds
    of moves by the same seats. `weight` puts the likeliest first: the rank of its kind, the number of values that
    differ, the number of edits.
    """

    kind: Kind
    ops: tuple[_Op, ...]
    signature: Hashable
    weight: tuple[int, int, int]

    @property
    def recency(self) -> int:
        return -min(op.index for op in self.ops)


def _slips(simulation: _Simulation, index: int, reason: str) -> list[_Slip]:
    """Return the slips at the move of that index that explain the counts: the likeliest of each signature."""
    likeliest: dict[Hashable, _Slip] = {}
    for kind, fields, end in _candidates(simulation, index, reason):
        phase = simulation.phase_at_target(end.state, end.index)
        if phase is not None:
            slip = _slip(simulation, kind, end.ops, fields, phase)
            known = likeliest.get(slip.signature)
            if known is None or slip.weight < known.weight:
                likeliest[slip.signature] = slip
    return list(likeliest.values())


def _candidates(simulation: _Simulation, index: int, reason: str) -> Iterator[tuple[Kind, int, _Branch]]:
    for hypothesis in _hypotheses(simulation, index):
        for end in _with_consequences(simulation, hypothesis.start):
            yield hypothesis.kind, hypothesis.fields, end
    if index < len(simulation.moves):
        for end in _undone_effects(simulation, index, reason):
            yield "undone", 1, end


def _slip(simulation: _Simulation, kind: Kind, ops: tuple[_Op, ...], fields: int, phase: str) -> _Slip:
    """Make the slip: a value with consequences is of the kind "fields", unusual moves of the kind "kind".

    A slip is less likely if with its edits the game would be in another phase than the book has it in.
    """
    if any(op.unusual for op in ops):
        kind = "kind"
    elif kind == "value" and len(ops) > 1:
        kind = "fields"
    rank = RANK[kind] + len(RANK) * (phase != simulation.phase)
    return _Slip(kind, ops, tuple(_trait(simulation, op) for op in ops), (rank, fields, len(ops)))


def _trait(simulation: _Simulation, op: _Op) -> Hashable:
    # By the seats of the corrected move, which are what the table shows, and not by those entered by mistake.
    move, places = op.move or simulation.moves[op.index], simulation.axes.places
    return op.do, move.kind(), *((key, value) for key, value in move.plain().items() if value in places)


def _explanations(
    simulation: _Simulation, entries: Sequence[StandingMove], slips: Sequence[_Slip]
) -> tuple[Explanation, ...]:
    """Word the slips, those of one weight and signature together. Of slips that lead to one state the first is told."""
    groups: dict[Hashable, list[_Slip]] = {}
    for slip in sorted(slips, key=lambda slip: (*slip.weight, slip.recency)):
        groups.setdefault((slip.weight, slip.signature), []).append(slip)
    explanations: list[Explanation] = []
    reached: list[Any] = []
    for group in groups.values():
        spots = list[Spot]()
        for slip in group:
            state, before = simulation.edited(slip.ops)
            if state not in reached:
                reached.append(state)
                spots.append(_spot(simulation, entries, slip, before))
        if spots:
            explanations.append(Explanation(group[0].kind, tuple(spots)))
        if len(explanations) == MOST_EXPLANATIONS:
            break
    return tuple(explanations)


def _spot(simulation: _Simulation, entries: Sequence[StandingMove], slip: _Slip, before: Sequence[Any]) -> Spot:
    """Word a slip; `before` are the states before its edits."""
    ids = [entry.id for entry in entries]
    edits = tuple(_edit(op, ids[op.index] if op.index < len(ids) else None) for op in slip.ops)
    if slip.kind != "undone":
        return Spot(edits, tuple(map(partial(_told, simulation), slip.ops, edits, before)))
    index = slip.ops[0].index - 1
    old = simulation.game.describe(simulation.moves[index], simulation.states[index])
    said = Text("Entry {entry}, \u201c{old}\u201d, was not fully done on the table.", entry=ids[index], old=old)
    return Spot(edits, (said,))


def _edit(op: _Op, entry: str | None) -> Edit:
    raw = {"do": op.do, "entry": entry, "fell": op.fell, "move": op.move and op.move.plain()}
    return Edit.model_validate({key: value for key, value in raw.items() if value is not None})


def _told(simulation: _Simulation, op: _Op, edit: Edit, before: Any) -> Text:
    new = "" if op.move is None else simulation.game.describe(op.move, before)
    if op.do == "insert":
        if edit.entry is None:
            return Text("Left out at the end: \u201c{new}\u201d.", new=new)
        return Text("Left out before entry {entry}: \u201c{new}\u201d.", entry=edit.entry, new=new)
    old, entry = simulation.game.describe(simulation.moves[op.index], simulation.states[op.index]), str(edit.entry)
    if op.do == "remove":
        return Text("Entry {entry} should not be there: \u201c{old}\u201d.", entry=entry, old=old)
    return Text("Entry {entry}: not \u201c{old}\u201d but \u201c{new}\u201d.", entry=entry, old=old, new=new)
