"""The table's page: what it shows, how it stays up to date, and the taps that it takes."""

from __future__ import annotations

from collections.abc import Hashable

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.desk import Fields
from companion.games.ruling import Text
from companion.games.transcript import load_json
from companion.tables.values import Snapshot
from companion.web.answers import answered, beaten, unfinished
from companion.web.errors import stop
from companion.web.fragments import addressed, fragment, fresh, is_htmx, page
from companion.web.identity import is_tap, key_of, tables, who
from companion.web.limits import find_table
from companion.web.racing import too_late
from companion.web.screen import Screen, perspective_of, screen_of
from companion.web.seeing import for_phone
from companion.web.stream import View, event_stream
from companion.web.taps import request_name, seen_version, still_seen
from companion.web.words import language

blueprint = Blueprint("play", __name__, url_prefix="/t/<code>")

NO_MOVE = Text("This tap carried no move that can be read.")
LOOKING_ON = Text("This phone is only looking on. Scan the table\u2019s code to take a seat.")


@blueprint.get("")
def table(code: str) -> str:
    """The whole page."""
    return page(_screen(find_table(code)))


@blueprint.get("/part")
def part(code: str) -> Response:
    """The part that changes, as it is now."""
    return fresh(fragment(_screen(find_table(code))))


@blueprint.get("/act")
def act(code: str) -> ResponseReturnValue:
    """The same with a trick half told; without htmx, the page."""
    snapshot = find_table(code)
    screen = _screen(snapshot, request.args)
    return addressed(screen, fragment(screen)) if is_htmx() else fresh(page(screen))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change."""
    code, key, tongue, here = find_table(code).code, key_of(code), language(), tables()

    def render(snapshot: Snapshot) -> str:
        return fragment(_screen(for_phone(snapshot)))

    def likeness(snapshot: Snapshot) -> Hashable:
        return tongue, perspective_of(here.actor(code, key) if key else None, snapshot)

    return event_stream(code, View(render, likeness))


@blueprint.post("/moves")
def moves(code: str) -> ResponseReturnValue:
    """One tap: its moves stand or fall together."""
    is_tap()
    snapshot = find_table(code)
    actor = who(snapshot.code).actor or stop(403, LOOKING_ON)
    if "unfinished" in request.form:
        return unfinished(snapshot, actor)
    claims, seen = _claims(), seen_version()
    name = request_name(seen, claims)
    held = still_seen(snapshot, seen, claims)
    answer = tables().play(snapshot.code, claims, actor=actor, seen=held, request=name)
    late = too_late(answer, actor, claims, seen)
    return answered(answer, actor, claims) if late is None else beaten(late, actor)


def _screen(snapshot: Snapshot, fields: Fields | None = None) -> Screen:
    return screen_of(snapshot, perspective_of(who(snapshot.code).actor, snapshot), fields)


def _claims() -> list[object]:
    try:
        read = [load_json(text) for text in request.form.getlist("move")]
    except ValueError:
        stop(400, NO_MOVE)
    claims = [move for value in read for move in (value if isinstance(value, list) else [value])]
    return claims if 0 < len(claims) <= 8 else stop(400, NO_MOVE)
