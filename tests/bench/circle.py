"""A year of a circle: how long its statistics, curves and tables take, and its pages, from the database on."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from flask import Flask, render_template
from flask.testing import FlaskClient
from sqlmodel import col, update

from companion import create_app
from companion.circles.circle import Circle, Person
from companion.circles.played import PLAYED, PlayedGame
from companion.circles.statistics import statistics
from companion.config import Settings
from companion.games import GAMES as OFFERED
from companion.service.service import TableService
from companion.storage.schema import CircleGameRow
from companion.tables.entry import stored
from companion.web.circle.statistics import figures
from companion.web.lobby.open_file import read_transcript
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting
from tests.circles.year import year

GAMES, LOOKS = 200, 30
PEOPLE = tuple(
    Person(number, name, number, name[0]) for number, name in enumerate(("Chris", "Mary", "Katie", "Zoe", "Will"), 1)
)
CIRCLE = Circle(1, "K7QF2M9X", "Tuesdays", datetime(2026, 1, 1, tzinfo=UTC))


def measure() -> dict[str, float]:
    """Milliseconds to work the figures out, and to work them out and draw all of them; medians."""
    games = year(PEOPLE, GAMES)
    worked_out, drawn, size = list[float](), list[float](), 0
    pages: dict[str, list[float]] = {"": [], "/statistics": []}
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
            client, code = _kept(app, games)
            for name, times in pages.items():
                for _ in range(LOOKS):
                    start = time.perf_counter()
                    answer = client.get(f"/c/{code}{name}")
                    times.append(time.perf_counter() - start)
                    assert answer.status_code == 200
        finally:
            app.extensions["tables"].close()
    return {
        "worked_out": 1000 * median(worked_out),
        "drawn": 1000 * median(drawn),
        "most": 1000 * max(drawn),
        "kb": size / 1000,
        "page": 1000 * median(pages[""]),
        "statistics": 1000 * median(pages["/statistics"]),
    }


def _kept(app: Flask, games: tuple[PlayedGame, ...]) -> tuple[FlaskClient, str]:
    """A phone of a circle that keeps these games, each at a table with one entry; and the circle's code."""
    tables: TableService = app.extensions["tables"]
    opened = tables.circles.open("Tuesdays", "bench")
    circle = tables.circles.find(opened.code)
    for played in games:
        names = [seat.name for seat in played.seats]
        header = {"transcript": 1, "game": "sluff-off", "seats": names, "dealer": names[-1]}
        lines = (header, {"move": "take", "seat": names[0], "color": "red"})
        brought = read_transcript("\n".join(map(json.dumps, lines)).encode(), OFFERED, tables.bounds)
        tables.open(brought.header, keys_for_seats=False, label="bench", moves=brought.moves, circle=circle.id)
    while len(tables.circles.games.of(circle.id)) < len(games):
        pass  # some summaries are made at each look
    rows = tables.circles.kept_games(circle.id)
    with tables.database.writing() as connection:
        for row, played in zip(rows, games, strict=True):
            here = update(CircleGameRow).where(col(CircleGameRow.table_id) == row.table_id)
            summary = stored(PLAYED.dump_python(replace(played, table=row.code), mode="json"))
            connection.execute(here.values(summary=summary))
    client = app.test_client()
    with client.session_transaction() as session:
        session["circles"] = [[opened.code, opened.host_key]]
    return client, opened.code


def _look(games: tuple[PlayedGame, ...]) -> str:
    return render_template("circle/statistics.html", circle=CIRCLE, figures=figures(games, PEOPLE))


def section(given: Setting) -> Section:
    """The section, with what was wanted of it."""
    found = measure()
    rows = [
        ("wins, places, points, streaks, who beats whom, worked out", f"{found['worked_out']:.1f} ms"),
        (
            f"all of it, with evenings, curves and tables, as {found['kb']:.0f} KB of markup (median / most)",
            f"{found['drawn']:.1f} / {found['most']:.1f} ms",
        ),
        (
            "the circle's page, its statistics' page: from the database to the answer",
            f"{found['page']:.1f}, {found['statistics']:.1f} ms",
        ),
    ]
    text = (
        f"{GAMES} games of five people, the four games in turn, each played to its end through the rules, by chance. "
        "The first two are read from values as a circle keeps them, the pages from their rows."
    )
    verdicts = (
        Verdict(f"statistics of {GAMES} games, worked out and drawn", found["drawn"], "at most", 100, " ms"),
        Verdict(f"a circle of {GAMES} games: its statistics' page", found["statistics"], "at most", 100, " ms"),
    )
    return Section("A year of a circle", f"{text}\n\n{table(('what', 'figure'), rows)}", verdicts)
