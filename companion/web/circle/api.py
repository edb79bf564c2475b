"""Circles in the JSON API: the same rights as on the pages, by a key in the header. Under the API's own blueprint."""

from __future__ import annotations

from dataclasses import asdict
from typing import NoReturn, TypeVar

from flask import Blueprint, Response, current_app, jsonify, make_response, request, url_for
from pydantic import BaseModel, ValidationError

from companion.address import home_url
from companion.circles.circle import Circle, Member
from companion.circles.errors import WrongCircleRecovery
from companion.circles.policy import CircleChange
from companion.games.text import Text
from companion.web.api.models import Recovery
from companion.web.api.request import deny, read_body
from companion.web.api.tables import LABEL, answer_with_keys, opened_as_sent
from companion.web.circle import api_models
from companion.web.circle.identity import circles, find_circle, in_header, member_who_may
from companion.web.circle.page import join_link
from companion.web.circle.table_presets import preset_link
from companion.web.errors import stop
from companion.web.identity import bearer, tables
from companion.web.limits import limits
from companion.web.offered_games import offered_games

NO_KEY = Text("To see a circle, show a key of it: the header \u201cAuthorization: Bearer KEY\u201d.")
WRONG_KEY = Text("This key opens no circle. A key stops working when the circle\u2019s host ends it.")
OTHER_CIRCLE = Text("This key belongs to another circle.")
KEYS_WANTED = Text("The body is an object; \u201c{key}\u201d in it is missing, unknown or not of its kind.")
NO_SUCH_GAME = Text("This game is not known here.")
BAD_OPTIONS = Text("The house rule \u201c{key}\u201d cannot be set like this.")

blueprint = Blueprint("circle_api", __name__, url_prefix="/api/circles")
Body = TypeVar("Body", bound=BaseModel)


@blueprint.post("")
def open_circle() -> Response:
    """Open a circle; only this response contains its keys."""
    given = _read(api_models.CircleName)
    with limits().openings:
        opened = circles().open(given.name, LABEL)
    circle = circles().find(opened.code)
    keys = {"host": opened.host_key, "recovery": opened.recovery}
    answer = answer_with_keys(code=opened.code, url=join_link(circle), keys=keys)
    answer.headers["Location"] = url_for("circle_api.show_circle", code=opened.code)
    return answer


@blueprint.get("/<code>")
def show_circle(code: str) -> Response:
    """A circle and its people."""
    return _circle(*_member(code))


@blueprint.patch("/<code>")
def rename_circle(code: str) -> Response:
    """Call the circle by another name."""
    circle, member = member_who_may(code, CircleChange.NAME, _member)
    circles().rename(member, _read(api_models.CircleName).name)
    return _circle(circles().find(circle.code), member)


@blueprint.delete("/<code>")
def delete_circle(code: str) -> Response:
    """Delete the circle for good; its tables, too, where the query says `tables=true`."""
    _, member = member_who_may(code, CircleChange.DELETE, _member)
    tables().deletion.delete_circle(member, tables=request.args.get("tables") == "true")
    return make_response("", 204)


@blueprint.post("/<code>/members")
def join(code: str) -> Response:
    """Join; only this response contains the key."""
    circle, _ = find_circle(code, in_header)
    return answer_with_keys(key=circles().join(circle, LABEL))


@blueprint.post("/<code>/host")
def recover(code: str) -> Response:
    """Make the caller a host by the recovery code; only this response contains the key and the next code."""
    circle, former = find_circle(code, in_header)
    typed = _read(Recovery).recovery
    with limits().guesses(WrongCircleRecovery):
        key, following = circles().recover(circle, typed, LABEL, former=former)
    return answer_with_keys(keys={"host": key, "recovery": following})


@blueprint.post("/<code>/tables")
def open_table(code: str) -> Response:
    """Open a table that belongs to the circle, as any table is opened; only this response contains its keys."""
    circle, _ = _member(code)
    return opened_as_sent(circle.id)


@blueprint.get("/<code>/games")
def show_games(code: str) -> Response:
    """All games of the circle."""
    circle, _ = _member(code)
    games = circles().games.of(circle.id)
    return _answer(api_models.GamesBody(games=[api_models.played_body(game) for game in games]))


@blueprint.get("/<code>/statistics")
def show_statistics(code: str) -> Response:
    """What comes out of them."""
    circle, _ = _member(code)
    return _answer(api_models.statistics_body(circles().games.of(circle.id), circles().people(circle)))


@blueprint.patch("/<code>/people/<int:person>")
def change_person(code: str, person: int) -> Response:
    """Call a person by another name, or give them another colour."""
    circle, member = member_who_may(code, CircleChange.PERSON, _member)
    change = _read(api_models.PersonChange)
    if change.name is not None:
        circles().rename_person(member, person, change.name)
    if change.color is not None:
        circles().color_person(member, person, change.color)
    return _person(circle, person)


@blueprint.post("/<code>/people/<int:person>/merge")
def merge(code: str, person: int) -> Response:
    """Make two people one."""
    circle, member = member_who_may(code, CircleChange.MERGE, _member)
    circles().unite(member, person, _read(api_models.SamePerson).other)
    return _person(circle, person)


@blueprint.delete("/<code>/people/<int:person>")
def forget(code: str, person: int) -> Response:
    """Forget a person for good."""
    _, member = member_who_may(code, CircleChange.FORGET, _member)
    circles().forget(member, person)
    return make_response("", 204)


@blueprint.get("/<code>/presets")
def show_presets(code: str) -> Response:
    """The house rules that the circle keeps."""
    circle, _ = _member(code)
    home = home_url(current_app.extensions["settings"])
    kept = [api_models.preset_body(one, home + preset_link(one)) for one in circles().presets(circle)]
    return _answer(api_models.PresetsBody(presets=kept))


@blueprint.post("/<code>/presets")
def keep_preset(code: str) -> Response:
    """Keep house rules by a name, in place of those that the game has by it."""
    circle, member = _member(code)
    given = _read(api_models.NewPreset)
    game = offered_games().get(given.game) or stop(400, NO_SUCH_GAME)
    try:
        game.options.model_validate(given.options)
    except ValidationError as wrong:
        stop(400, Text(BAD_OPTIONS.message, key=_blamed(wrong)))
    number = circles().keep_preset(member, given.name, given.game, given.options)
    kept = next(one for one in circles().presets(circle) if one.id == number)
    home = home_url(current_app.extensions["settings"])
    return _answer(api_models.preset_body(kept, home + preset_link(kept)), 201)


@blueprint.delete("/<code>/presets/<int:preset>")
def drop_preset(code: str, preset: int) -> Response:
    """Keep these house rules no longer."""
    _, member = member_who_may(code, CircleChange.DROP_PRESET, _member)
    circles().drop_preset(member, preset)
    return make_response("", 204)


def _member(code: str) -> tuple[Circle, Member]:
    """The circle, and who is in it and asks. Answers 401 without a key, 403 with another circle's."""
    circle, member = find_circle(code, in_header)
    return circle, member or _stop_without_key(bearer())


def _stop_without_key(key: str | None) -> NoReturn:
    other = circles().of_key(key) if key else None
    deny(key, other[1].key_id if other else None, none=NO_KEY, wrong=WRONG_KEY, other=OTHER_CIRCLE)


def _read(model: type[Body]) -> Body:
    try:
        return model.model_validate(read_body())
    except ValidationError as wrong:
        stop(400, Text(KEYS_WANTED.message, key=_blamed(wrong)))


def _blamed(wrong: ValidationError) -> str:
    return str(next(iter(wrong.errors()[0]["loc"]), ""))


def _circle(circle: Circle, member: Member) -> Response:
    people = [api_models.PersonBody(**asdict(person)) for person in circles().people(circle)]
    return _answer(api_models.CircleBody(code=circle.code, name=circle.name, host=member.host, people=people))


def _person(circle: Circle, person: int) -> Response:
    return _answer(api_models.PersonBody(**asdict(circles().person(circle, person))))


def _answer(body: BaseModel, status: int = 200) -> Response:
    return make_response(jsonify(body.model_dump(mode="json", exclude_none=True)), status)
