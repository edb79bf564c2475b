"""Charts: a line a person, as an SVG drawing has it; and what any chart with lines wants: a scale, and labels apart.

templates/circle/_chart_macros.html draws one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from companion.circles.circle import Person

WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 44, 14, 26
MOST_MARKS, MOST_DOTS = 6, 16
MARKERS = 6
"""How many shapes there are to mark a line's ends; with as many dashes as `.line` of static/css/round_end.css has."""

LABEL_GAP = 16
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 10**6)

Values = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A person's line: the shape of its dots, from 0, `runs` as polylines have them, each of the `dots` as (x, y).

    `label_y` is where its initial stands, at the line's `end`, kept clear of the others.
    """

    person: Person
    marker: int
    runs: tuple[str, ...]
    dots: tuple[tuple[float, float], ...]
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole drawing: `ticks` are (y, value) of the scale, `marks` (x, number) along the bottom."""

    lines: tuple[ChartLine, ...]
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart(lines: Sequence[tuple[Person, Values]], *, first: int, lowest: int, most_on_top: bool) -> Chart | None:
    """A chart of these lines, whose values are as many for each; None where there is nothing to draw.

    A value is None where a line has none there. `first` is the number of the first value along the bottom, `lowest` the
    least that the scale begins with; on top are the highest values, or the lowest.
    """
    known = [value for _, values in lines for value in values if value is not None]
    if not known:
        return None
    count = max(len(values) for _, values in lines)
    low, step, high = _scale(min(lowest, *known), max(known))
    xs = [round(LEFT + (i + 0.5) * (WIDTH - LEFT - RIGHT) / count, 1) for i in range(count)]
    if count > 1:
        xs = [round(LEFT + 6 + i * (WIDTH - LEFT - RIGHT - 12) / (count - 1), 1) for i in range(count)]

    def y(value: float) -> float:
        part = (high - value if most_on_top else value - low) / (high - low)
        return round(TOP + part * (HEIGHT - TOP - BOTTOM), 1)

    drawn = [
        (person, [None if one is None else (xs[i], y(one)) for i, one in enumerate(line)]) for person, line in lines
    ]
    drawn = [(person, points) for person, points in drawn if any(points)]
    ends = [next(point for point in reversed(points) if point) for _, points in drawn]
    labels = apart([end[1] for end in ends], TOP, HEIGHT - BOTTOM)
    every = step_of(count, MOST_MARKS)
    return Chart(
        tuple(
            ChartLine(person, number % MARKERS, tuple(_runs(points)), _dots(points), end, label)
            for number, ((person, points), end, label) in enumerate(zip(drawn, ends, labels, strict=True))
        ),
        tuple((y(value), value) for value in range(low, high + 1, step)),
        tuple((xs[i], first + i) for i in range(count) if (first + i) % every == 0),
    )


def _scale(lowest: float, highest: float) -> tuple[int, int, int]:
    """Where the scale begins, its step, and where it ends: six lines at most."""
    step = step_of(highest - lowest)
    low = int(lowest // step) * step
    return low, step, max(low + step, low + ceil((highest - low) / step) * step)


def _runs(points: Sequence[tuple[float, float] | None]) -> Iterator[str]:
    """The line in unbroken pieces."""
    run: list[str] = []
    for point in (*points, None):
        if point is not None:
            run.append(f"{point[0]:g},{point[1]:g}")
        elif run:
            yield " ".join(run)
            run = []


def _dots(points: Sequence[tuple[float, float] | None]) -> tuple[tuple[float, float], ...]:
    """Every value's, or those at the ends and between where there are too many to be told apart."""
    known = [point for point in points if point is not None]
    every = ceil(len(known) / MOST_DOTS)
    return tuple(dict.fromkeys((*known[::every], known[-1])))


def step_of(span: float, lines: int = 5) -> int:
    """The least step of a scale with which so many steps, at most, reach as far."""
    return next(step for step in STEPS if span <= step * lines)


def apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Labels as near as can be to where they are wanted, far enough from each other, between top and bottom."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    lowest = top
    for line in order:
        placed[line] = lowest = max(lowest, wanted[line])
        lowest += LABEL_GAP
    highest = bottom
    for line in reversed(order):
        placed[line] = highest = min(highest, placed[line])
        highest -= LABEL_GAP
    return placed
