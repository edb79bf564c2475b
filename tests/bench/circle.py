"""A year of a circle: how long its statistics, curves and tables take, from the games to the markup."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from flask import render_template

from companion import create_app
from companion.circles.played import Person, Played
from companion.circles.statistics import statistics
from companion.config import Settings
from companion.web.circle.statistics_view import statistics_view
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting
from tests.circles.year import year

GAMES, LOOKS = 200, 30
PEOPLE = tuple(
    Person(number, name, number, name[0]) for number, name in enumerate(("Chris", "Mary", "Katie", "Zoe", "Will"), 1)
)


def measure() -> dict[str, float]:
    """Milliseconds to work the figures out, and to work them out and draw all of them; medians."""
    games = year(PEOPLE, GAMES)
    worked_out, drawn, size = list[float](), list[float](), 0
    with TemporaryDirectory() as folder:
        app = create_app(Settings.from_environment({"COMPANION_INSTANCE": str(Path(folder) / "instance")}))
        try:
            with app.test_request_context("/"):
                _look(games)  # templates are compiled once
                for _ in range(LOOKS):
                    start = time.perf_counter()
                    statistics(games, PEOPLE)
                    middle = time.perf_counter()
                    size = len(_look(games))
                    worked_out.append(middle - start)
                    drawn.append(time.perf_counter() - middle)
        finally:
            app.extensions["tables"].close()
    return {
        "worked_out": 1000 * median(worked_out),
        "drawn": 1000 * median(drawn),
        "most": 1000 * max(drawn),
        "kb": size / 1000,
    }


def _look(games: tuple[Played, ...]) -> str:
    return render_template("circle/_statistics.html", shown=statistics_view(games, PEOPLE))


def section(given: Setting) -> Section:
    """The section, with what was wanted of it."""
    found = measure()
    rows = [
        ("wins, places, points, streaks, who beats whom, worked out", f"{found['worked_out']:.1f} ms"),
        (
            f"all of it, with evenings, curves and tables, as {found['kb']:.0f} KB of markup (median / most)",
            f"{found['drawn']:.1f} / {found['most']:.1f} ms",
        ),
    ]
    text = (
        f"{GAMES} games of five people, the four games in turn, each played to its end through the rules, by chance. "
        "Read from values as a circle keeps them, not from the database."
    )
    verdict = Verdict(f"statistics of {GAMES} games, worked out and drawn", found["drawn"], "at most", 100, " ms")
    return Section("A year of a circle", f"{text}\n\n{table(('what', 'figure'), rows)}", (verdict,))
