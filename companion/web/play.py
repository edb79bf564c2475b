"""The table's page: what it shows, how it stays up to date, and the taps that it takes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import Move
from companion.games.ruling import Rejected, Text
from companion.games.transcript import load_json
from companion.tables import values
from companion.tables.values import Actor, Snapshot
from companion.web.draft import Draft, read_draft
from companion.web.errors import stop
from companion.web.fragments import context, fragment
from companion.web.identity import tables, who
from companion.web.limits import find_table
from companion.web.screen import Screen, perspective_of
from companion.web.stream import event_stream
from companion.web.words import words

blueprint = Blueprint("play", __name__, url_prefix="/t/<code>")

NO_MOVE = Text("This tap carried no move that can be read.")
LOOKING_ON = Text("This phone is only looking on. Scan the table\u2019s code to take a seat.")
MOVED_ON = Text("The table has moved on")
MOVED_ON_MORE = Text("Somebody else was first. Here is how it stands now; look again, then tap.")
UNSAVED = Text("Not saved")
UNSAVED_MORE = Text("The book could not be written just now. Nothing was entered; try again.")
NOT_YOURS = Text("Not from this phone")


@blueprint.get("")
def table(code: str) -> str:
    """The whole page."""
    return _page(_screen(find_table(code)))


@blueprint.get("/part")
def part(code: str) -> Response:
    """The part that changes, as it is now."""
    return _fresh(fragment(_screen(find_table(code))))


@blueprint.get("/act")
def act(code: str) -> ResponseReturnValue:
    """The same with a trick half told; without htmx, the page."""
    snapshot = find_table(code)
    screen = _screen(snapshot, read_draft(_last_of_each(), snapshot.book))
    return _fresh(fragment(screen) if _htmx() else _page(screen))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change."""
    return event_stream(find_table(code).code, lambda snapshot: fragment(_screen(snapshot)))


@blueprint.post("/moves")
def moves(code: str) -> ResponseReturnValue:
    """One tap: its moves stand or fall together."""
    snapshot = find_table(code)
    actor = who(snapshot.code).actor or stop(403, LOOKING_ON)
    claims, seen = _claims(), _seen()
    name = None if seen is None else _request_name(seen, claims)
    return _answer(tables().play(snapshot.code, claims, actor=actor, seen=seen, request=name), actor)


def _answer(answer: values.Answer, actor: Actor) -> ResponseReturnValue:
    snapshot = answer.snapshot
    screen = Screen(snapshot, perspective_of(actor, snapshot), read_draft(request.form, snapshot.book))
    match answer:
        case values.Played():
            return _moved_to(Screen(snapshot, perspective_of(actor, snapshot)))
        case values.Refused(rejected=rejected, instead=instead):
            return _noticed(422, _ruling(snapshot, rejected, _nearest(instead)), screen)
        case values.Forbidden(text=text):
            return _noticed(403, _told(NOT_YOURS, text), screen)
        case values.Unsaved():
            return _noticed(503, _told(UNSAVED, UNSAVED_MORE), screen)
    return _noticed(409, _told(MOVED_ON, MOVED_ON_MORE), screen, whole=True)


def _moved_to(screen: Screen) -> ResponseReturnValue:
    if not _htmx():
        return redirect(url_for("play.table", code=screen.snapshot.code), 303)
    return _fresh(fragment(screen) + _notice(""))


def _noticed(status: int, said: str, screen: Screen, whole: bool = False) -> ResponseReturnValue:
    """An answer that enters nothing: the table stays, or comes anew with the draft kept, and a notice says why."""
    if not _htmx():
        return _page(screen, said), status
    if whole:
        return _fresh(fragment(screen) + _notice(said)), status
    response = make_response(said, status)
    response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#notice", "innerHTML"
    return response


def _nearest(instead: tuple[Move, ...]) -> tuple[Move, ...]:
    """As many as are read at a glance: those of the colour that was asked for, or else the first two."""
    asked = {claim.get("color") for claim in _claims() if isinstance(claim, dict)} - {None}
    same = tuple(move for move in instead if getattr(move, "color", None) in asked)
    return same[:4] or instead[:2]


def _ruling(snapshot: Snapshot, rejected: Rejected, instead: tuple[Move, ...]) -> str:
    game = snapshot.book.game
    acts = [(json.dumps(move.plain()), words(game.label(move))) for move in instead]
    return render_template("_partials/ruling.html", rejected=rejected, acts=acts, snapshot=snapshot)


def _told(title: Text, text: Text) -> str:
    return render_template("_partials/alert.html", title=words(title), sentence=words(text))


def _notice(said: str) -> str:
    """The notice's place, filled or emptied beside the table. `said` is markup."""
    return f'<div id="notice" hx-swap-oob="true">{said}</div>'


def _page(screen: Screen, refusal: str | None = None) -> str:
    return render_template("table.html", refusal=refusal, **context(screen))


def _screen(snapshot: Snapshot, draft: Draft | None = None) -> Screen:
    return Screen(snapshot, perspective_of(who(snapshot.code).actor, snapshot), draft or Draft())


def _fresh(body: str) -> Response:
    response = make_response(body)
    response.headers["Cache-Control"] = "no-store"
    return response


def _htmx() -> bool:
    return request.headers.get("HX-Request") == "true"


def _last_of_each() -> Any:
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    fields = request.args.copy()
    for key in ("winner", "led", "won_with", "by", "suit"):
        if sent := request.args.getlist(key):
            fields.setlist(key, sent[-1:])
    return fields


def _claims() -> list[object]:
    try:
        read = [load_json(text) for text in request.form.getlist("move")]
    except ValueError:
        stop(400, NO_MOVE)
    claims = [move for value in read for move in (value if isinstance(value, list) else [value])]
    return claims if 0 < len(claims) <= 8 else stop(400, NO_MOVE)


def _seen() -> int | None:
    version = request.form.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


def _request_name(seen: int, claims: list[object]) -> str:
    """A second tap on the same button of the same page is the same request."""
    told = json.dumps([seen, claims], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()
