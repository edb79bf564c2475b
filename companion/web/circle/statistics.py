"""A circle's statistics: the page of all of its games, the file for a spreadsheet, and what its pages share of figures.

Means and shares are written as the phone's language writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel.numbers import format_decimal, format_percent
from flask import Blueprint, Response, render_template

from companion.circles.circle import Circle, Person
from companion.circles.evenings import Evening, evenings
from companion.circles.games_as_csv import rows
from companion.circles.played import PlayedGame
from companion.circles.statistics import (
    LATEST,
    Kind,
    PersonStatistics,
    Record,
    Statistics,
    TallySum,
    places_over_time,
    statistics,
)
from companion.csv_file import csv_of
from companion.games.markup import signed
from companion.games.text import Text
from companion.web.chart import Chart, chart
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, the_member
from companion.web.request_language import locale_name, words

blueprint = Blueprint("circle_statistics", __name__, url_prefix="/c/<code>")

MOST_LINES = 8
"""So many people a chart can show; of more it shows who has played most."""

MOST_COMPARED = 20
"""Of so many people it is told who beats whom; of more than that, among those who have played most."""

NONE = "\u2013"

Cell = tuple[str, str]
"""What a table tells in one place, and what stands small under it (nothing: "")."""
StatisticsRow = tuple[Text, tuple[Cell, ...]]


@blueprint.get("/statistics")
def page(code: str) -> str:
    """Wins, places over time, who beats whom, each game's figures, all evenings."""
    circle, _ = the_member(code)
    found = figures(games_of(circle), circles().people(circle.id))
    return render_template("circle/statistics.html", circle=circle, figures=found)


@blueprint.get("/games.csv")
def games_file(code: str) -> Response:
    """All games, a row a seat."""
    circle, _ = the_member(code)
    return csv_answer(circle, evenings(games_of(circle)), f"circle-{circle.code}.csv")


def csv_answer(circle: Circle, nights: Sequence[Evening], name: str) -> Response:
    """The games of these evenings, a row a seat, as a CSV file of that name."""
    found = rows(nights, circles().people(circle.id), words)
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(csv_of(found), headers=named, content_type="text/csv; charset=utf-8")


@dataclass(frozen=True, slots=True)
class KindFigures:
    """One game: who has played it, a line a figure with a cell for each of them, and how often in which box."""

    kind: Kind
    people: tuple[Person, ...]
    lines: tuple[StatisticsRow, ...]
    boxes: tuple[tuple[Text, int], ...]


def figures(games: Sequence[PlayedGame], people: Sequence[Person]) -> dict[str, Any]:
    """What `statistics.html` shows of these games, which may be none.

    `places` are the rows under the curve: each evening with a cell for each line of it; `evenings` have the names of
    those who have won most of their games. Of both the latest come first. `latest` games of each count for a place.
    """
    found, nights = statistics(games, people), evenings(games)
    names = {person.id: person.name for person in people}
    curve = places_curve(nights, most_played(found, MOST_LINES))
    return {
        "found": found,
        "people": tuple(one.person for one in found.people),
        "records": tuple((one.person, one.whole) for one in found.people),
        "lines": _whole_lines(found.people),
        "curve": curve,
        "places": _place_rows(nights, curve),
        "compared": most_played(found, MOST_COMPARED),
        "kinds": tuple(_kind(slug, found) for slug in found.kinds),
        "evenings": tuple((one, tuple(names[who] for who in one.leaders if who in names)) for one in reversed(nights)),
        "latest": LATEST,
    }


def most_played(found: Statistics, most: int) -> tuple[Person, ...]:
    """So many people at most, those who have played most, in the order of their wins."""
    often = sorted(found.people, key=lambda one: -one.whole.games)[:most]
    return tuple(one.person for one in found.people if one in often)


def places_curve(nights: Sequence[Evening], people: Sequence[Person]) -> Chart | None:
    """The average place of these people after each evening, the first place on top; None of a single evening."""
    if len(nights) < 2:
        return None
    found = places_over_time([night.finished for night in nights], people)
    return chart([(person, found[person.id]) for person in people], first=1, lowest=1, most_on_top=False)


def _place_rows(nights: Sequence[Evening], curve: Chart | None) -> tuple[tuple[Evening, tuple[str, ...]], ...]:
    if curve is None:
        return ()
    found = places_over_time([night.finished for night in nights], [line.person for line in curve.lines])
    rows = ((night, tuple(decimal(line[i]) for line in found.values())) for i, night in enumerate(nights))
    return tuple(rows)[::-1]


def _whole_lines(people: Sequence[PersonStatistics]) -> tuple[StatisticsRow, ...]:
    return (
        (Text("Games"), tuple((str(one.whole.games), "") for one in people)),
        *_wins([one.whole for one in people]),
        (Text("Average place"), tuple((decimal(one.whole.places.value), "") for one in people)),
        (Text("Wins in a row"), tuple((str(one.streak), "") for one in people)),
        (Text("Most wins in a row"), tuple((str(one.longest_streak), "") for one in people)),
    )


def _wins(records: Sequence[Record]) -> tuple[StatisticsRow, ...]:
    """The wins, and how many of them were shared where any was."""
    wins = (Text("Wins"), tuple((str(one.wins), "") for one in records))
    shared = (Text("Wins shared"), tuple((str(one.shared), "") for one in records))
    return (wins, shared) if any(one.shared for one in records) else (wins,)


def _kind(slug: str, found: Statistics) -> KindFigures:
    kind = found.kinds[slug]
    played = [one for one in found.people if slug in one.by_game]
    titles = {box.name: box.title for box in kind.game.boxes}
    return KindFigures(
        kind=kind,
        people=tuple(one.person for one in played),
        lines=record_lines(kind, [one.by_game[slug] for one in played]),
        boxes=tuple((titles.get(name, Text(name)), games) for name, games in kind.boxes.items()),
    )


def record_lines(kind: Kind, records: Sequence[Record]) -> tuple[StatisticsRow, ...]:
    """A line a figure of a game, with a cell for each of these people's records of it."""
    lines: list[StatisticsRow] = [
        (Text("Games"), tuple((str(one.games), "") for one in records)),
        *_wins(records),
        (Text("Average place"), tuple((decimal(one.places.value), "") for one in records)),
    ]
    if kind.scored:
        lines += [
            (Text("Average points"), tuple((decimal(one.points.value), "") for one in records)),
            (Text("Best result"), tuple((whole(one.best), "") for one in records)),
            (Text("Worst result"), tuple((whole(one.worst), "") for one in records)),
        ]
    sums = [{one.tally.name: one for one in record.tallies} for record in records]
    for tally in kind.game.tallies:
        if tally.label is not None and any(tally.name in own for own in sums):
            cells = (
                _tallied(own[tally.name], record.games - record.partly) if tally.name in own else (NONE, "")
                for own, record in zip(sums, records, strict=True)
            )
            lines.append((tally.label, tuple(cells)))
    return tuple(lines)


def decimal(value: float | None) -> str:
    """A number with one digit behind the point, or a dash for none: "2.4", in German "2,4"."""
    return NONE if value is None else _written(round(value, 1), locale_name())


@lru_cache(1024)
def _written(value: float, locale: str) -> str:
    return format_decimal(value, "0.0", locale=locale)


def whole(number: int | None) -> str:
    """A whole number, with a minus sign where it is below nothing, or a dash for none."""
    return NONE if number is None else signed(number, "")


def _tallied(found: TallySum, games: int) -> Cell:
    """A tally over so many games: a share, and under it of how many; or a sum, and under it what that makes a game."""
    if found.of is None:
        return str(found.count), decimal(found.count / games if games else None)
    if not found.of:
        return NONE, ""
    return _percent(round(100 * found.count / found.of), locale_name()), f"{found.count}/{found.of}"


@lru_cache(1024)
def _percent(value: int, locale: str) -> str:
    return format_percent(value / 100, locale=locale)
