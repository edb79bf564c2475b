"""Search for the slips that explain what was counted: one slip at each entry, then two together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.games import GAMES
from companion.games.header import Header
from companion.referee.counts import Counts, Difference, Vector, differences, holdings, minus
from companion.referee.edits import StandingMove
from companion.referee.reconcile.consequences import outcomes, repaired_conflicts, undone_effects
from companion.referee.reconcile.simulation import Conflict, Op, Outcome, Run, Simulation
from companion.referee.reconcile.slips import Cost, Group, Kind, Slip, cost, grouped, hypotheses, likeliest, slip_of
from companion.referee.reconcile.wording import EditWording, Explanation, Part, Spot


@dataclass(frozen=True, slots=True)
class Task:
    """What was counted at a table, and the moves that stand there.

    `upto`: compare with the book after that many moves (when a round has just ended, everything lies in
    the centre again). `reason` is given in table rulings. At most `changes` slips, 1 or 2, are looked for;
    two only where one explains nothing, or always with `further`.
    """

    header: Header
    entries: Sequence[StandingMove]
    counted: Counts
    upto: int | None = None
    reason: str = "Counted"
    changes: int = 1
    further: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is, in percent. It may end before all is done."""

    percent: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Where table and book differ, and the explanations, the likeliest first; up to `changes` slips were looked for."""

    differences: tuple[Difference, ...]
    explanations: tuple[Explanation, ...]
    changes: int


MOST_FOUND = 12
MOST_TRIES = 6000  # replays of all pairs together
STARTS_A_STEP = 5


def search(task: Task) -> Iterator[Progress | SearchResult]:
    """Some `Progress`, then the explanations with the fewest slips: in the running round, else in the whole game.

    Deterministic: replays are limited, time is not.
    """
    found = _Search(task)
    if found.differences:
        yield from found.run()
    yield SearchResult(found.differences, found.explanations, task.changes)


class _Search:
    """One search: first the slips that may have been made are simulated, each alone, then combined.

    `slips` are those that change what lies on the table, `conflicting` those after which a later entry cannot stand.
    `target` is what was counted and `wanted` by how much that differs from the book, so that slips explain the count
    whose deltas add up to it. What is found is put in words at once, and kept with its cost.
    """

    def __init__(self, task: Task) -> None:
        game = GAMES[task.header.game].at(task.header)
        entries = task.entries[: task.upto]
        self.simulation = Simulation(game, task.header, [entry.move for entry in entries])
        self.wording = EditWording(self.simulation, task.entries)
        book = holdings(game.report(self.simulation.states[-1]))
        self.differences = differences(book, task.counted)
        self.target = self.simulation.axes.merged(book, task.counted)
        self.wanted = minus(self.target, self.simulation.vectors[-1])
        self.task = task
        self.slips: list[Slip] = []
        self.conflicting: list[tuple[Slip, Conflict]] = []
        self._reached: list[Any] = []
        self._ranked: list[tuple[Cost, Explanation]] = []

    def run(self) -> Iterator[Progress]:
        """Look for one slip in the running round, then where that explains nothing and the task allows it, for two.

        Where no two do either, for one in the rounds before.
        """
        last, first, half = len(self.simulation.moves), self.simulation.first, 100 // self.task.changes
        yield from progress(self._singles(range(last, first - 1, -1)), 0, half)
        if self.task.changes == 1 or (self._ranked and not self.task.further):
            return
        self._ranked.clear()
        yield from progress(self._conflicts(), half, 75)
        yield from progress(self._pairs(), 75, 100)
        if first and not self._ranked:
            yield from progress(self._singles(range(first - 1, -1, -1)), 0, 100)

    def _singles(self, indexes: range) -> Iterator[float]:
        for done, index in enumerate(indexes):
            yield done / len(indexes)
            for _ in self._at(index):
                yield done / len(indexes)
        yield from self._explain([one for one in self.slips if one.delta == self.wanted])

    def _at(self, index: int) -> Iterator[None]:
        """Simulate the hypotheses at a move; yields every few of them, so that the caller may stop or report."""
        found: list[Slip] = []
        for number, hypothesis in enumerate(hypotheses(self.simulation, index), 1):
            for ops, outcome in outcomes(self.simulation, hypothesis.start):
                if isinstance(outcome, Conflict):
                    slip = slip_of(self.simulation, hypothesis.kind, ops, (), hypothesis.fields)
                    self.conflicting.append((slip, outcome))
                else:
                    found.append(self._slip(hypothesis.kind, ops, outcome, hypothesis.fields))
            if number % STARTS_A_STEP == 0:
                yield
        if index < len(self.simulation.moves):
            for ops, state in undone_effects(self.simulation, index, self.task.reason):
                outcome = self.simulation.outcome(state, index + 1)
                if not isinstance(outcome, Conflict):
                    found.append(self._slip("undone", ops, outcome, 1))
        self.slips += likeliest(one for one in found if any(one.delta)).values()

    def _slip(self, kind: Kind, ops: tuple[Op, ...], outcome: Outcome, fields: int) -> Slip:
        delta = minus(outcome.vector, self.simulation.vectors[-1])
        off_phase = outcome.phase != self.simulation.last_phase
        return slip_of(self.simulation, kind, ops, delta, fields, off_phase)

    def _conflicts(self) -> Iterator[float]:
        """Explain by slips together with a later entry that was entered to fit them."""
        by_recency: dict[int, list[Slip]] = {}
        for done, slips in enumerate(repaired_conflicts(self.simulation, self.conflicting, self.target)):
            yield done / len(self.conflicting)
            for one in slips:
                by_recency.setdefault(one.recency, []).append(one)
        found = [one for slips in by_recency.values() for one in likeliest(slips).values()]
        yield from self._explain(found, ("follows",))

    def _pairs(self) -> Iterator[float]:
        """Explain by pairs of slips, the likeliest first, until `MOST_FOUND` are found or `MOST_TRIES` are used up."""
        tries = found = 0
        for pair in matching(grouped(self.slips), self.wanted):
            spots: list[Spot] = []
            for hit in replayed(self.simulation, pair, self.target):
                tries += 1
                yield min(tries / MOST_TRIES, 1)
                spots += self._spot(*hit) if hit is not None else ()
            self._add(pair.cost, pair.kinds, spots)
            found += bool(spots)
            if found == MOST_FOUND or tries >= MOST_TRIES:
                return

    def _explain(self, slips: list[Slip], and_then: tuple[Kind, ...] = ()) -> Iterator[float]:
        """Word the slips, each of which explains the count alone; yields after each."""
        for group in grouped(slips):
            spots: list[Spot] = []
            for one in group:
                run = self.simulation.edited(one.ops)
                assert run is not None  # noqa: S101 - it stood when it was found
                assert self.simulation.vector(run.state) == self.target  # noqa: S101
                spots += self._spot([(one.kind, one.ops)], run)
                yield 1
            self._add(cost([group[0]], and_then), (group[0].kind, *and_then), spots)
            if len(self._ranked) >= MOST_FOUND:
                return

    def _spot(self, parts: Sequence[Part], run: Run) -> list[Spot]:
        """The spot in a list; an empty one where an equal state was reached before, as by two moves exchanged."""
        if run.state in self._reached:
            return []
        self._reached.append(run.state)
        return [self.wording.spot(parts, run)]

    def _add(self, cost: Cost, kinds: tuple[Kind, ...], spots: list[Spot]) -> None:
        if spots:
            self._ranked.append((cost, Explanation(kinds, tuple(spots))))

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """What was found, the likeliest first, at most `MOST_FOUND`."""
        return tuple(explanation for _, explanation in sorted(self._ranked, key=lambda one: one[0]))[:MOST_FOUND]


def progress(shares: Iterator[float], low: int, high: int) -> Iterator[Progress]:
    """The progress, from `low` to `high` percent, of a stage whose own progress is `shares`, from 0 to 1."""
    for share in shares:
        yield Progress(low + round((high - low) * share))


TRIES_A_PAIR = 100  # replays before a pair is given up
MOST_SPOTS = 15


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups of slips whose deltas add up to what is wanted."""

    one: Group
    two: Group

    @property
    def cost(self) -> Cost:
        """Sort key: the likeliest pair first."""
        return cost([self.one[0], self.two[0]])

    @property
    def kinds(self) -> tuple[Kind, Kind]:
        """The kinds of the two slips."""
        return self.one[0].kind, self.two[0].kind


def matching(groups: Sequence[Group], wanted: Vector) -> list[Pair]:
    """The pairs of groups whose deltas add up to `wanted`, the likeliest first."""
    by_delta: dict[Vector, list[int]] = {}
    for number, group in enumerate(groups):
        by_delta.setdefault(group[0].delta, []).append(number)
    found = [
        Pair(group, groups[other])
        for number, group in enumerate(groups)
        for other in by_delta.get(minus(wanted, group[0].delta), ())
        if number <= other
    ]
    return sorted(found, key=lambda pair: pair.cost)


Hit = tuple[tuple[Part, Part], Run]
"""Two slips at certain entries, and the replay that leads to what was counted."""


def replayed(simulation: Simulation, pair: Pair, target: Vector) -> Iterator[Hit | None]:
    """Replay a pair at each choice of entries, the latest first; None for a replay that does not lead to `target`."""
    found = 0
    for number, (one, two) in enumerate(_places(pair)):
        if found == MOST_SPOTS or number >= TRIES_A_PAIR * (4 if found else 1):
            return
        run = simulation.edited((*one, *two))
        if run is not None and simulation.vector(run.state) == target:
            found += 1
            yield ((pair.kinds[0], one), (pair.kinds[1], two)), run
        else:
            yield None


def _places(pair: Pair) -> Iterator[tuple[tuple[Op, ...], tuple[Op, ...]]]:
    twice = pair.one is pair.two
    both = sorted(product(pair.one, pair.two), key=lambda two: two[0].recency + two[1].recency)
    for one, two in both:
        # A group paired with itself: each choice of entries comes once.
        if not (twice and one.recency > two.recency) and _apart(one, two):
            yield one.ops, tuple(replace(op) for op in two.ops)  # copies: a replay is asked which edit made a move


def _apart(one: Slip, two: Slip) -> bool:
    """Whether no move is changed or removed by both."""
    indexes = [op.index for op in (*one.ops, *two.ops) if op.do != "insert"]
    return len(set(indexes)) == len(indexes)
