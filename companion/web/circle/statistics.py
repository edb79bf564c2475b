"""Pages of what comes out of a circle's games: all of it, one evening, and both as a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle
from companion.circles.evenings import Evening, evening_of, evenings
from companion.circles.games_as_csv import rows
from companion.csv_file import csv_of
from companion.games.text import Text
from companion.tables.keys_and_codes import normal_code
from companion.web.circle.evening_view import evening_view
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, the_member
from companion.web.circle.statistics_view import Address, EveningAddress, statistics_view
from companion.web.errors import stop
from companion.web.form_fields import number_of
from companion.web.request_language import words

blueprint = Blueprint("circle_statistics", __name__, url_prefix="/c/<code>")
NO_SUCH_EVENING = Text("This circle has had no such evening, or its games are gone.")


@blueprint.get("/statistics")
def page(code: str) -> str:
    """Wins, places over time, who beats whom, each game's figures, all evenings."""
    circle, _ = the_member(code)
    shown = statistics_view(
        games_of(circle), circles().people(circle), person_address(circle), _evening_address(circle)
    )
    return render_template("circle/statistics.html", circle=circle, shown=shown)


@blueprint.get("/evenings/<which>")
def evening(code: str, which: str) -> ResponseReturnValue:
    """One evening, by the code of its first table. Any of its tables leads there, and its number, as in older links."""
    circle, _ = the_member(code)
    found = _evening(circle, which)
    if which != found.table:
        return redirect(_evening_address(circle)(found))
    shown = evening_view(found, circles().people(circle), person_address(circle))
    return render_template("circle/evening.html", circle=circle, shown=shown)


@blueprint.get("/games.csv")
def games_file(code: str) -> Response:
    """All games, a row a seat."""
    circle, _ = the_member(code)
    return _file(circle, evenings(games_of(circle)), f"circle-{circle.code}.csv")


@blueprint.get("/evenings/<which>.csv")
def evening_file(code: str, which: str) -> Response:
    """The games of one evening, a row a seat."""
    circle, _ = the_member(code)
    found = _evening(circle, which)
    return _file(circle, (found,), f"circle-{circle.code}-{found.begun:%Y-%m-%d}.csv")


def person_address(circle: Circle) -> Address:
    """Where a person of the circle has a page."""
    return lambda person: url_for("circle_people.page", code=circle.code, person=person)


def _evening_address(circle: Circle) -> EveningAddress:
    return lambda evening: url_for("circle_statistics.evening", code=circle.code, which=evening.table)


def _evening(circle: Circle, which: str) -> Evening:
    """The evening of that table; else the one of that number, from 1. Answers 404 where there is none."""
    nights = evenings(games_of(circle))
    number = number_of(which, digits=4) or 0
    numbered = nights[number - 1] if 0 < number <= len(nights) else None
    return evening_of(nights, normal_code(which) or "") or numbered or stop(404, NO_SUCH_EVENING)


def _file(circle: Circle, nights: Sequence[Evening], name: str) -> Response:
    found = rows(nights, circles().people(circle), words)
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(csv_of(found), headers=named, content_type="text/csv; charset=utf-8")
