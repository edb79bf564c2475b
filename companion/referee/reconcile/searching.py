"""The search for what explains the cardboard: one slip at each entry, then two together.

A search is a generator: it does a few milliseconds of work between two `Progress`,
so that a server can do other things meanwhile, and ends with what it has `Found`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games import GAMES
from companion.referee.reconcile.counting import differences, holdings, minus
from companion.referee.reconcile.course import Course, End, Fall, Op, Run
from companion.referee.reconcile.falling import mendable
from companion.referee.reconcile.follow import ends
from companion.referee.reconcile.pairs import matching, tried
from companion.referee.reconcile.slips import Kind, starts
from companion.referee.reconcile.task import Found, Progress, Task, spread
from companion.referee.reconcile.telling import Explanation, Part, Spot, Teller
from companion.referee.reconcile.undone import undone
from companion.referee.reconcile.weighing import Cost, Slip, cost, grouped, likeliest, slip

MOST_FOUND = 12
MOST_TRIES = 6000  # replays of all pairs together
STARTS_A_STEP = 5


def search(task: Task) -> Iterator[Progress | Found]:
    """The explanations with the fewest slips, after some `Progress`.

    First in the running round, then in the whole game. The same task is always
    answered alike: there is a limit to the replays, not to the time.
    """
    found = _Search(task)
    if found.differences:
        yield from found.run()
    yield Found(found.differences, found.explanations, task.changes)


class _Search:
    """One search and what it has learnt."""

    def __init__(self, task: Task) -> None:
        game = GAMES[task.header.game]
        lines = task.lines[: task.upto]
        self.course = Course(game, task.header, [line.move for line in lines])
        self.teller = Teller(self.course, task.lines)
        book = holdings(game.report(self.course.states[-1]))
        self.differences = differences(book, task.counted)
        self.target = self.course.scale.merged(book, task.counted)
        self.wanted = minus(self.target, self.course.rows[-1])
        self.task = task
        self.standing: list[Slip] = []
        self.falling: list[tuple[Slip, Fall]] = []
        self._reached: list[Any] = []
        self._weighed: list[tuple[Cost, Explanation]] = []

    def run(self) -> Iterator[Progress]:
        """Look for one slip, and where none explains all and more may be looked for, for two."""
        last, first, half = len(self.course.moves), self.course.first, 100 // self.task.changes
        yield from spread(self._singles(range(last, first - 1, -1)), 0, half)
        if self.task.changes == 1 or (self._weighed and not self.task.further):
            return
        self._weighed.clear()
        yield from spread(self._with_falls(), half, 75)
        yield from spread(self._pairs(), 75, 100)
        if first and not self._weighed:
            yield from spread(self._singles(range(first - 1, -1, -1)), 0, 100)

    def _singles(self, lines: range) -> Iterator[float]:
        for done, line in enumerate(lines):
            yield done / len(lines)
            for _ in self._at(line):
                yield done / len(lines)
        yield from self._explain([one for one in self.standing if one.delta == self.wanted])

    def _at(self, line: int) -> Iterator[None]:
        """All slips at a line; of those that cannot be told apart the likeliest. Pauses now and then."""
        found: list[Slip] = []
        for number, start in enumerate(starts(self.course, line), 1):
            for ops, end in ends(self.course, start):
                if isinstance(end, Fall):
                    self.falling.append((slip(self.course, start.kind, ops, (), start.fields), end))
                else:
                    found.append(self._slip(start.kind, ops, end, start.fields))
            if number % STARTS_A_STEP == 0:
                yield
        found += self._undone(line)
        self.standing += likeliest(one for one in found if any(one.delta)).values()

    def _undone(self, line: int) -> list[Slip]:
        if line == len(self.course.moves):
            return []
        found = [(ops, self.course.end(state, line + 1)) for ops, state in undone(self.course, line, self.task.reason)]
        return [self._slip("undone", ops, end, 1) for ops, end in found if not isinstance(end, Fall)]

    def _slip(self, kind: Kind, ops: tuple[Op, ...], end: End, fields: int) -> Slip:
        # What would leave the table waiting for something else is likelier to be something else.
        aside = end.phase != self.course.phase_now
        return slip(self.course, kind, ops, minus(end.row, self.course.rows[-1]), fields, aside)

    def _explain(self, slips: list[Slip], and_then: tuple[Kind, ...] = ()) -> Iterator[float]:
        """Slips that explain all, put into words; after each place a pause."""
        for group in grouped(slips):
            spots: list[Spot] = []
            for one in group:
                spots += self._spot([(one.kind, one.ops)], self._replay(one.ops))
                yield 1
            self._add(cost([group[0]], and_then), (group[0].kind, *and_then), spots)
            if len(self._weighed) >= MOST_FOUND:
                return

    def _spot(self, parts: Sequence[Part], run: Run) -> list[Spot]:
        """The place; none where the same table was reached already: which of two tokens came first is all the same."""
        if run.state in self._reached:
            return []
        self._reached.append(run.state)
        return [self.teller.spot(parts, run)]

    def _add(self, cost: Cost, kinds: tuple[Kind, ...], spots: list[Spot]) -> None:
        if spots:
            self._weighed.append((cost, Explanation(kinds, tuple(spots))))

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """What was found, the likeliest first."""
        return tuple(explanation for _, explanation in sorted(self._weighed, key=lambda one: one[0]))[:MOST_FOUND]

    def _replay(self, ops: tuple[Op, ...]) -> Run:
        run = self.course.edited(ops)
        assert run is not None  # noqa: S101 - it stood when it was found
        assert self.course.row(run.state) == self.target  # noqa: S101
        return run

    def _with_falls(self) -> Iterator[float]:
        """Slips with what later falls because of them, and was entered to fit them."""
        by_line: dict[int, list[Slip]] = {}
        for done, slips in enumerate(mendable(self.course, self.falling, self.target)):
            yield done / len(self.falling)
            for one in slips:
                by_line.setdefault(one.recency, []).append(one)
        found = [one for slips in by_line.values() for one in likeliest(slips).values()]
        yield from self._explain(found, ("follows",))

    def _pairs(self) -> Iterator[float]:
        """Pairs of slips, the likeliest first, until enough is found or tries run out."""
        tries = found = 0
        for pair in matching(grouped(self.standing), self.wanted):
            spots: list[Spot] = []
            for hit in tried(self.course, pair, self.target):
                tries += 1
                yield min(tries / MOST_TRIES, 1)
                spots += self._spot(*hit) if hit is not None else ()
            self._add(pair.cost, pair.kinds, spots)
            found += bool(spots)
            if found == MOST_FOUND or tries >= MOST_TRIES:
                return
