"""The curve: every seat's points over the rounds, as the lines of an SVG drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from companion.games.game import Book
from companion.web.chart import apart, step_of

WIDTH, HEIGHT = 300, 200
LEFT, RIGHT, TOP, BOTTOM = 26, 94, 14, 26
APART = 10  # from the last dot to the label
LETTER = 7.4
FEWEST = 10  # letters that fit beside the line of a whole game


@dataclass(frozen=True, slots=True)
class CurveLine:
    """One seat's line. `dots` are (x, y); `label_y` is where its name stands, kept clear of the others."""

    name: str
    total: int
    dots: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def letters(self) -> int:
        """How many letters of the name the label has room for, after the total."""
        room = WIDTH - self.dots[-1][0] - APART
        return max(FEWEST, int(room / LETTER) - len(f"{self.total} "))

    @property
    def points(self) -> str:
        """The dots as an SVG polyline has them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.dots)


@dataclass(frozen=True, slots=True)
class Curve:
    """The whole drawing: `ticks` are (y, points) of the scale, `marks` (x, round) along the bottom."""

    lines: tuple[CurveLine, ...]
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    right: int = WIDTH - RIGHT


def curve_of(book: Book) -> Curve | None:
    """The curve of a table's finished rounds, None where none has been scored."""
    report, game = book.report(), book.game
    rounds = tuple(report.rounds)
    planned = game.sheet(book.state).planned or len(rounds)
    # Who has left began with what the rounds do not explain.
    gone = {name: total - sum(one.get(name, 0) for one in rounds) for name, total in report.left.items()}
    starts = {**report.starts, **gone}
    return curve((*book.seats, *report.left), rounds, planned, starts, most_wins=game.most_wins)


def curve(
    seats: tuple[str, ...],
    rounds: tuple[Mapping[str, int], ...],
    all_rounds: int,
    starts: Mapping[str, int],
    *,
    most_wins: bool,
) -> Curve | None:
    """The curve of the finished rounds, None before the first is scored. At the top are the points that win.

    Who came later begins with their own `starts` before the first round that they played; who left ends with the last.
    """
    if not rounds:
        return None
    first = {seat: next((i for i, one in enumerate(rounds) if seat in one), len(rounds)) for seat in seats}
    last = {seat: max((i for i, one in enumerate(rounds, 1) if seat in one), default=len(rounds)) for seat in seats}
    totals = {
        seat: [*accumulate((one.get(seat, 0) for one in rounds[first[seat] : last[seat]]), initial=starts.get(seat, 0))]
        for seat in seats
    }
    step = step_of(max(line[-1] for line in totals.values()))
    top = step * -(-max(1, *(line[-1] for line in totals.values())) // step)
    xs = [round(LEFT + i * (WIDTH - LEFT - RIGHT) / all_rounds, 1) for i in range(all_rounds + 1)]
    height = HEIGHT - TOP - BOTTOM

    def y(points: int) -> float:
        return round(TOP + (top - points if most_wins else points) * height / top, 1)

    dots = {
        seat: tuple((xs[i], y(total)) for i, total in enumerate(line, first[seat])) for seat, line in totals.items()
    }
    labels = apart([dots[seat][-1][1] for seat in seats], TOP, HEIGHT - BOTTOM)
    return Curve(
        tuple(CurveLine(seat, totals[seat][-1], dots[seat], label) for seat, label in zip(seats, labels, strict=True)),
        tuple((y(points), points) for points in range(0, top + 1, step)),
        tuple((xs[i], i) for i in range(1, all_rounds + 1)),
    )
