"""One evening of a circle: its page, and its games as a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Person
from companion.circles.evenings import Evening, Race, evening_of, evenings, races
from companion.circles.statistics import Record, record_of, seats_of
from companion.games.text import Text
from companion.tables.keys_and_codes import normal_code
from companion.web.chart import Chart, chart
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, the_member
from companion.web.circle.statistics import MOST_LINES, csv_answer, whole
from companion.web.errors import stop
from companion.web.form_fields import number_of

blueprint = Blueprint("circle_evening", __name__, url_prefix="/c/<code>/evenings")
NO_SUCH_EVENING = Text("This circle has had no such evening, or its games are gone.")


@blueprint.get("/<which>")
def page(code: str, which: str) -> ResponseReturnValue:
    """One evening, by the code of its first table. Any of its tables leads there, and its number, as in older links."""
    circle, _ = the_member(code)
    found = _evening(circle, which)
    if which != found.table:
        return redirect(url_for("circle_evening.page", code=circle.code, which=found.table))
    return render_template("circle/evening.html", circle=circle, figures=figures(found, circles().people(circle.id)))


@blueprint.get("/<which>.csv")
def games_file(code: str, which: str) -> Response:
    """The games of one evening, a row a seat."""
    circle, _ = the_member(code)
    found = _evening(circle, which)
    return csv_answer(circle, (found,), f"circle-{circle.code}-{found.begun:%Y-%m-%d}.csv")


def _evening(circle: Circle, which: str) -> Evening:
    """The evening of that table; else the one of that number, from 1. Answers 404 where there is none."""
    nights = evenings(games_of(circle))
    number = number_of(which, digits=4) or 0
    numbered = nights[number - 1] if 0 < number <= len(nights) else None
    return evening_of(nights, normal_code(which)) or numbered or stop(404, NO_SUCH_EVENING)


@dataclass(frozen=True, slots=True)
class RaceView:
    """The points of one kind of game over the evening: the chart, and for each game a cell for each of its lines.

    Who has sat at most of the games comes first, then who is ahead. `broken`: somebody was not at all of them.
    """

    race: Race
    curve: Chart
    rows: tuple[tuple[str, ...], ...]
    broken: bool


def figures(evening: Evening, people: Sequence[Person]) -> dict[str, Any]:
    """What `evening.html` shows of an evening of these people. `leaders` are several where they have won as often.

    There is a race for each game that was played more than once: the points of one game stand in the list.
    """
    return {
        "evening": evening,
        "people": {person.id: person for person in people},
        "leaders": tuple(person.name for person in people if person.id in evening.leaders),
        "records": _records(evening, people),
        "races": tuple(_race_view(race, people) for race in races(evening) if race.games > 1),
    }


def _records(evening: Evening, people: Iterable[Person]) -> tuple[tuple[Person, Record], ...]:
    """What each has won, most first."""
    found = [(person, record_of(seats)) for person in people if (seats := tuple(seats_of(evening.finished, person.id)))]
    return tuple(sorted(found, key=lambda one: -one[1].wins))


def _race_view(race: Race, people: Iterable[Person]) -> RaceView:
    sign = -1 if race.game.most_wins else 1

    def rank(person: Person) -> tuple[int, int]:
        own = [total for total in race.totals[person.id] if total is not None]
        return -len(own), sign * own[-1]

    known = sorted((person for person in people if person.id in race.totals), key=rank)[:MOST_LINES]
    totals = [race.totals[person.id] for person in known]
    lines = [(person, (None if own[0] is None else 0, *own)) for person, own in zip(known, totals, strict=True)]
    curve = chart(lines, first=0, lowest=0, most_on_top=race.game.most_wins)
    assert curve is not None  # noqa: S101 - a race has somebody in it
    rows = (tuple(map(whole, cells)) for cells in zip(*totals, strict=True))
    return RaceView(race, curve, tuple(rows), any(None in own for own in totals))
