"""The JSON API. What it takes and gives is told by `openapi.py`, from the same models that check it."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Blueprint, Response, current_app, jsonify, make_response, request, url_for

from companion.address import join_url
from companion.games.game import BadHeader
from companion.games.ruling import Text
from companion.games.transcript import read_header
from companion.tables.codes import normal_code
from companion.tables.seeing import circle, secretive
from companion.tables.service import Tables
from companion.tables.troubles import Unavailable
from companion.tables.values import Actor, Answer, Forbidden, OnHold, Played, Refused, Reused, Snapshot, Stale
from companion.web import openapi
from companion.web.dispute_words import hold_body, on_hold
from companion.web.early import ANSWER, REQUEST_NAME
from companion.web.errors import stop
from companion.web.identity import Viewer, bearer, is_tap, look_at, tables
from companion.web.json_input import read_body
from companion.web.limits import find_table, limits
from companion.web.seeing import for_phone
from companion.web.stream import event_stream, version_id
from companion.web.words import language, words

LABEL = "API"
NO_KEY = Text("To enter a move, show a key: the header \u201cAuthorization: Bearer KEY\u201d.")
WRONG_KEY = Text("This key opens no table. A key ends when its seat is handed out anew.")
OTHER_TABLE = Text("This key belongs to another table.")
BAD_IF_MATCH = Text('\u201cIf-Match\u201d holds the version that was seen, in quotes: "12".')
BAD_REQUEST_NAME = Text("\u201cIdempotency-Key\u201d holds 1 to 200 letters, digits and signs, without spaces.")
REUSED = Text("This \u201cIdempotency-Key\u201d was used before, for another move. Nothing was entered.")

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.get("/openapi.json")
def document() -> Response:
    """What this API takes and gives, as OpenAPI 3.1."""
    return jsonify(openapi.document())


@blueprint.post("/tables")
def open_table() -> Response:
    """Open a table; the answer is the only place where its keys are told."""
    try:
        header = read_header(read_body())
    except BadHeader as wrong:
        return _json(400, key=wrong.key, reason=words(wrong.text))
    limits().count_opening()
    opened = tables().open(header, keys_for_seats=True, label=LABEL)
    settings = current_app.extensions["settings"]
    url = join_url(settings, settings.port, opened.code)
    keys = {"host": opened.host_key, "seats": opened.seat_keys}
    answer = _json(201, code=opened.code, version=0, url=url, keys=keys)
    answer.headers["Location"] = url_for("api.show_table", code=opened.code)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/tables/<code>")
def show_table(code: str) -> Response:
    """What stands at a table."""
    snapshot = _find(code)
    version = str(snapshot.version)
    known = request.if_none_match.contains_weak(version)
    answer = make_response("", 304) if known else _json(200, **table_body(snapshot))
    answer.set_etag(version)
    answer.vary.add("Authorization")
    return answer


@blueprint.post("/tables/<code>/moves")
def enter_move(code: str) -> Response:
    """Enter a move for whom the key allows it."""
    is_tap()
    snapshot = _find(code)
    if _actor(code) is None:
        _stop_without_key()
    seen, name, body = _seen(), _request_name(), read_body()
    actor = _actor(code) or _stop_without_key()  # a body may come slowly: the key counts when it has come
    answer = request.environ.get(ANSWER)
    if answer is None:
        answer = tables().play(snapshot.code, [body], actor=actor, seen=seen, request=name)
    return _answered(answer)


@blueprint.get("/tables/<code>/transcript")
def show_transcript(code: str) -> Response:
    """The game as a transcript: what stands, in order."""
    lines = _find(code).book.lines()
    return Response("".join(f"{line}\n" for line in lines), mimetype="application/x-ndjson")


@blueprint.get("/tables/<code>/live")
def live(code: str) -> Response:
    """The table as a stream of events, from its state now on."""
    view = TableView(tables(), _find(code).code, bearer(), language())
    return event_stream(view.code, view)


@dataclass(frozen=True, slots=True)
class TableView:
    """What a program sees of a table: a `View` for the stream, told by version."""

    tables: Tables
    code: str
    key: str | None
    language: str

    def render(self, snapshot: Snapshot) -> str:
        """The table as JSON."""
        return orjson.dumps(table_body(for_phone(snapshot, Viewer(self._actor())))).decode()

    def alike(self, snapshot: Snapshot) -> Hashable:
        """The same for all who may know the same."""
        who_knows = circle(snapshot, self._actor()) if secretive(snapshot) else None
        return "program", self.language, who_knows

    def name_of(self, snapshot: Snapshot) -> str:
        """The version."""
        return version_id(snapshot)

    def bare(self, snapshot: Snapshot) -> bool:
        """Only a hold has words in it."""
        return snapshot.affairs.hold is None

    def _actor(self) -> Actor | None:
        return self.tables.actor(self.code, self.key) if self.key else None


def table_body(snapshot: Snapshot) -> dict[str, Any]:
    """What the API says of a table: what `companion replay --json` says, the version, and a hold if there is one."""
    book, hold = snapshot.book, snapshot.affairs.hold
    return {
        "file": snapshot.code,
        "game": book.game.slug,
        "accepted": book.accepted,
        "rejected": [],
        **book.report().plain(),
        "version": snapshot.version,
        **({} if hold is None else {"hold": hold_body(hold)}),
    }


def _find(code: str) -> Snapshot:
    return find_table(code, _viewer(code))


def _viewer(code: str) -> Viewer:
    return Viewer(_actor(code))


def _actor(code: str) -> Actor | None:
    """Who shows a key of this table. A cookie counts for nothing here, so no other site can use a phone's."""
    key, known = bearer(), normal_code(code)
    look_at(known or "", key)
    return tables().actor(known, key) if key and known else None


def _stop_without_key() -> Actor:
    key = bearer()
    if key is None:
        stop(401, NO_KEY, WWW_Authenticate="Bearer")
    if tables().actor_anywhere(key) is not None:
        stop(403, OTHER_TABLE)
    limits().count_guess()
    stop(401, WRONG_KEY, WWW_Authenticate='Bearer error="invalid_token"')


def _seen() -> int | None:
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    # W/ is what packing, here or by a proxy, makes of the tag that was answered.
    found = re.fullmatch(r'\s*(?:W/)?"([0-9]{1,9})"\s*', given, re.ASCII)
    return int(found[1]) if found else stop(400, BAD_IF_MATCH)


def _request_name() -> str | None:
    given = request.headers.get("Idempotency-Key")
    if given is not None and not REQUEST_NAME(given):
        stop(400, BAD_REQUEST_NAME)
    return given


def _answered(answer: Answer) -> Response:
    if isinstance(answer, Played):
        return _json(201, version=answer.version)
    if isinstance(answer, Refused):
        return _json(400 if answer.rejected.rule.id == "malformed" else 422, **_refusal(answer))
    if isinstance(answer, Stale):
        return _json(409, version=answer.snapshot.version)
    if isinstance(answer, OnHold):
        return _json(423, reason=words(on_hold(answer.hold)), hold=hold_body(answer.hold))
    if isinstance(answer, Forbidden):
        stop(403, answer.text)
    if isinstance(answer, Reused):
        stop(400, REUSED)
    raise Unavailable


def _refusal(answer: Refused) -> dict[str, Any]:
    rejected = answer.rejected
    before = answer.snapshot.affairs.ruled(rejected.rule.id)
    return {
        "rule": rejected.rule.id,
        "reason": words(rejected.reason),
        "because": words(rejected.because),
        "instead": [move.plain() for move in answer.instead],
        **({"precedents": [{"version": one.version, "reason": one.reason} for one in before]} if before else {}),
    }


def _json(status: int, **body: object) -> Response:
    return make_response(jsonify(body), status)
