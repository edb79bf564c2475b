"""A person of a circle: what they have played; the host calls them otherwise, merges and forgets them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Member, Person
from companion.circles.errors import BadPersonName, NameKnown, NoSuchPerson, SatTogether
from companion.circles.evenings import evenings
from companion.circles.played import PlayedGame, in_order
from companion.circles.policy import CircleChange
from companion.circles.statistics import LATEST, places_over_time, statistics
from companion.games.header import LONGEST_NAME
from companion.games.text import Text
from companion.web.answer_form import NotDone, answers, need_sure
from companion.web.circle.games import games_of
from companion.web.circle.identity import circles, may, the_member
from companion.web.circle.statistics import decimal, places_curve, record_lines
from companion.web.form_fields import number_in

blueprint = Blueprint("circle_people", __name__, url_prefix="/c/<code>")
GAMES_SHOWN = 10
NOT_SURE = Text("Tick the box first: what is forgotten cannot be brought back.")


@blueprint.get("/people/<int:person>")
def page(code: str, person: int) -> str:
    """A person, with their games."""
    return _page(*the_member(code), person)


def _page(circle: Circle, member: Member, person: int, wrong: NotDone | None = None) -> str:
    found = figures(games_of(circle), circles().people(circle.id), circles().person(circle, person))
    values = {"circle": circle, "me": member, "figures": found, "longest": LONGEST_NAME, "wrong": wrong}
    return render_template("circle/person.html", **values)


@answers(blueprint, "/me", to="circle.page", find=the_member)
def whose_phone(_: Circle, member: Member) -> None:
    """Say whose phone this is. Form: `person`, its number; none for nobody's."""
    circles().is_phone_of(member, number_in("person"))


on_page = partial(answers, blueprint, page=_page, to="circle_people.page")


@on_page("/people/<int:person>/name", find=may(CircleChange.PERSON), again=(BadPersonName, NameKnown))
def rename(_: Circle, member: Member, person: int) -> None:
    """Call a person by another name."""
    circles().rename_person(member, person, request.form.get("name", ""))


@on_page("/people/<int:person>/color", find=may(CircleChange.PERSON))
def color(_: Circle, member: Member, person: int) -> None:
    """Give a person another colour."""
    circles().color_person(member, person, number_in("color") or 0)


@on_page("/people/<int:person>/merge", find=may(CircleChange.MERGE), again=(SatTogether,))
def merge(circle: Circle, member: Member, person: int) -> None:
    """Make the `other` of the form and this person one. Who was merged already is one, so a second tap does no harm."""
    circles().person(circle, person)
    with suppress(NoSuchPerson):  # one that is gone meanwhile has no page
        circles().unite(member, person, number_in("other") or 0)


def forget_form(circle: Circle, _: Member, person: int, wrong: NotDone | None = None) -> str:
    """What forgetting means, and the question whether that is meant."""
    return render_template("circle/forget.html", circle=circle, person=circles().person(circle, person), wrong=wrong)


@answers(blueprint, "/people/<int:person>/forget", forget_form, find=may(CircleChange.FORGET), look=True)
def forget(circle: Circle, member: Member, person: int) -> ResponseReturnValue:
    """Forget a person for good."""
    need_sure(NOT_SURE)
    circles().forget(member, person)
    return redirect(url_for("circle.page", code=circle.code), 303)


def figures(games: Sequence[PlayedGame], people: Sequence[Person], person: Person) -> dict[str, Any]:
    """What `person.html` shows of one of these people, out of these games.

    Before a game with the person is over, there are no statistics.
    """
    found, nights = statistics(games, people), evenings(games)
    own_statistics = found.of(person.id)
    own = [game for game in in_order(games) if any(seat.person == person.id for seat in game.seats)]
    line = places_over_time([night.finished for night in nights], (person,))[person.id]
    places = [(night, decimal(value)) for night, value in zip(nights, line, strict=True) if value is not None]
    pairs = ((other, found.versus.get((person.id, other.id))) for other in people)
    met = [(other, versus) for other, versus in pairs if versus is not None]
    kinds = [] if own_statistics is None else [(found.kinds[slug], one) for slug, one in own_statistics.by_game.items()]
    return {
        "person": person,
        "people": {one.id: one for one in people},
        "statistics": own_statistics,
        "average": "" if own_statistics is None else decimal(own_statistics.whole.places.value),
        "curve": places_curve(nights, (person,)),
        "places": tuple(reversed(places)),
        "opponents": tuple(sorted(met, key=lambda one: (-one[1].together, one[0].name))),
        "kinds": tuple((kind, record_lines(kind, [record])) for kind, record in kinds),
        "games": tuple(own[: -GAMES_SHOWN - 1 : -1]),
        "latest": LATEST,
    }
