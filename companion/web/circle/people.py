"""A person of a circle: what they have played; the host calls them otherwise, merges and forgets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Member, Person
from companion.circles.errors import BadPersonName, NameKnown, NoSuchPerson, SatTogether
from companion.circles.evenings import Evening, evenings
from companion.circles.played import PlayedGame, in_order
from companion.circles.policy import CircleChange
from companion.circles.statistics import (
    LATEST,
    Kind,
    PersonStatistics,
    Versus,
    places_over_time,
    statistics,
)
from companion.games.header import LONGEST_NAME
from companion.games.text import Text
from companion.tables.errors import TableError
from companion.web.chart import Chart
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, member_who_may, the_member
from companion.web.circle.statistics import StatisticsRow, decimal, places_curve, record_lines
from companion.web.errors import status_of
from companion.web.form_fields import is_sure, number_in
from companion.web.request_language import words

blueprint = Blueprint("circle_people", __name__, url_prefix="/c/<code>")
GAMES_SHOWN = 10
NOT_SURE = Text("Tick the box first: what is forgotten cannot be brought back.")


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """What did not work: in which form ("name", "merge"), why, and what was typed."""

    form: str
    why: str
    typed: str = ""


@blueprint.post("/me")
def whose_phone(code: str) -> ResponseReturnValue:
    """Say whose phone this is. Form: `person`, its number; none for nobody's."""
    circle, member = the_member(code)
    circles().is_phone_of(member, number_in("person"))
    return redirect(url_for("circle.page", code=circle.code), 303)


@blueprint.get("/people/<int:person>")
def page(code: str, person: int) -> str:
    """A person, with their games."""
    circle, member = the_member(code)
    return _page(circle, member, circles().person(circle, person))


@blueprint.post("/people/<int:person>/name")
def rename(code: str, person: int) -> ResponseReturnValue:
    """Call a person by another name."""
    circle, member = member_who_may(code, CircleChange.PERSON)
    name = request.form.get("name", "")
    try:
        circles().rename_person(member, person, name)
    except (BadPersonName, NameKnown) as wrong:
        return _refused(circle, member, person, "name", wrong, name)
    return redirect(url_for("circle_people.page", code=circle.code, person=person), 303)


@blueprint.post("/people/<int:person>/color")
def color(code: str, person: int) -> ResponseReturnValue:
    """Give a person another colour."""
    circle, member = member_who_may(code, CircleChange.PERSON)
    circles().color_person(member, person, number_in("color") or 0)
    return redirect(url_for("circle_people.page", code=circle.code, person=person), 303)


@blueprint.post("/people/<int:person>/merge")
def merge(code: str, person: int) -> ResponseReturnValue:
    """Make the `other` of the form and this person one. Who was merged already is one, so a second tap does no harm."""
    circle, member = member_who_may(code, CircleChange.MERGE)
    other = number_in("other")
    circles().person(circle, person)
    try:
        circles().unite(member, person, other or 0)
    except SatTogether as wrong:
        return _refused(circle, member, person, "merge", wrong, str(other))
    except NoSuchPerson:
        pass  # one that is gone meanwhile has no page
    return redirect(url_for("circle_people.page", code=circle.code, person=person), 303)


@blueprint.get("/people/<int:person>/forget")
def forget_form(code: str, person: int) -> str:
    """What forgetting means, and the question whether that is meant."""
    circle, _ = member_who_may(code, CircleChange.FORGET)
    return render_template("circle/forget.html", circle=circle, person=circles().person(circle, person))


@blueprint.post("/people/<int:person>/forget")
def forget(code: str, person: int) -> ResponseReturnValue:
    """Forget a person for good."""
    circle, member = member_who_may(code, CircleChange.FORGET)
    if not is_sure():
        shown = render_template(
            "circle/forget.html", circle=circle, person=circles().person(circle, person), wrong=words(NOT_SURE)
        )
        return shown, 422
    circles().forget(member, person)
    return redirect(url_for("circle.page", code=circle.code), 303)


def _refused(
    circle: Circle, member: Member, person: int, form: str, why: TableError, typed: str
) -> ResponseReturnValue:
    shown = _page(circle, member, circles().person(circle, person), RefusedForm(form, words(why.text), typed))
    return shown, status_of(why)


def _page(circle: Circle, member: Member, person: Person, wrong: RefusedForm | None = None) -> str:
    found = figures(games_of(circle), circles().people(circle), person)
    values = {"circle": circle, "me": member, "figures": found, "longest": LONGEST_NAME, "wrong": wrong}
    return render_template("circle/person.html", **values)


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """What `person.html` shows of one `person` of the `people`, who are by number, out of all games of the circle.

    `statistics` is None, and all else empty, before a game with the person is over. `places` are the rows under the
    curve, the latest evening first; `latest` games count for a place. `games` are the latest that the person sat at.
    """

    person: Person
    people: Mapping[int, Person]
    statistics: PersonStatistics | None
    average: str
    curve: Chart | None
    places: tuple[tuple[Evening, str], ...]
    opponents: tuple[tuple[Person, Versus], ...]
    kinds: tuple[tuple[Kind, tuple[StatisticsRow, ...]], ...]
    games: tuple[PlayedGame, ...]
    latest: int = LATEST


def figures(games: Sequence[PlayedGame], people: Sequence[Person], person: Person) -> PersonFigures:
    """One of these people, out of these games."""
    found, nights = statistics(games, people), evenings(games)
    own_statistics = found.of(person.id)
    own = [game for game in in_order(games) if any(seat.person == person.id for seat in game.seats)]
    line = places_over_time([night.finished for night in nights], (person,))[person.id]
    places = [(night, decimal(value)) for night, value in zip(nights, line, strict=True) if value is not None]
    pairs = ((other, found.versus.get((person.id, other.id))) for other in people)
    met = [(other, versus) for other, versus in pairs if versus is not None]
    kinds = [] if own_statistics is None else [(found.kinds[slug], one) for slug, one in own_statistics.by_game.items()]
    return PersonFigures(
        person=person,
        people={one.id: one for one in people},
        statistics=own_statistics,
        average="" if own_statistics is None else decimal(own_statistics.whole.places.value),
        curve=places_curve(nights, (person,)),
        places=tuple(reversed(places)),
        opponents=tuple(sorted(met, key=lambda one: (-one[1].together, one[0].name))),
        kinds=tuple((kind, record_lines(kind, [record])) for kind, record in kinds),
        games=tuple(own[: -GAMES_SHOWN - 1 : -1]),
    )
