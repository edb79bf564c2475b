"""Pages of what comes out of a circle's games: all of it, one evening, and both as a file for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, url_for

from companion.circles.circle import Circle
from companion.circles.files import rows
from companion.games.text import Text
from companion.spreadsheet import csv_of
from companion.web.circle.evening_view import evening_view
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, the_member
from companion.web.circle.statistics_view import Address, statistics_view
from companion.web.errors import stop
from companion.web.translation import words

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


@blueprint.get("/evenings/<int:number>")
def evening(code: str, number: int) -> str:
    """One evening, counted from the first."""
    circle, _ = the_member(code)
    shown = evening_view(games_of(circle), circles().people(circle), number, person_address(circle)) or stop(
        404, NO_SUCH_EVENING
    )
    return render_template("circle/evening.html", circle=circle, shown=shown)


@blueprint.get("/games.csv")
def games_file(code: str) -> Response:
    """All games, a row a seat."""
    circle, _ = the_member(code)
    return _file(circle, None, f"circle-{circle.code}.csv")


@blueprint.get("/evenings/<int:number>.csv")
def evening_file(code: str, number: int) -> Response:
    """The games of one evening, a row a seat."""
    circle, _ = the_member(code)
    return _file(circle, number, f"circle-{circle.code}-evening-{number}.csv")


def person_address(circle: Circle) -> Address:
    """Where a person of the circle has a page."""
    return lambda person: url_for("circle_people.page", code=circle.code, person=person)


def _evening_address(circle: Circle) -> Address:
    return lambda number: url_for("circle_statistics.evening", code=circle.code, number=number)


def _file(circle: Circle, only: int | None, name: str) -> Response:
    found = list(rows(games_of(circle), circles().people(circle), words, only))
    if only is not None and not found[1:]:
        stop(404, NO_SUCH_EVENING)
    answer = Response(csv_of(found), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
