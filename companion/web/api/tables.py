"""Tables in the JSON API. What `operation` says of each view, and of what it takes and answers, is in its document."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

import orjson
from flask import Blueprint, Response, current_app, jsonify, make_response, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from companion.address import join_url
from companion.games.game import STOOD
from companion.games.header import BadHeader
from companion.games.replay import NoTranscript, Replayed
from companion.games.text import Text
from companion.games.transcript import read_opening_header
from companion.live.channel import Place, View, Watch
from companion.service import deletion, membership
from companion.tables.answers import Answer, Forbidden, OnHold, Opened, Played, Refused, Reused, Stale, Unsaved
from companion.tables.errors import WrongRecovery
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import audience, seen_by
from companion.web.api import models, openapi
from companion.web.api.openapi import KEY, MAY_HAVE_KEY, OF_A_HOST, OF_A_KEY, TOO_MANY, content, operation, told
from companion.web.api.request import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    answer_tag,
    read_body,
    read_model,
    request_name,
    seen_version,
    sent_bytes,
)
from companion.web.compression import telling_a_key
from companion.web.errors import say, status_of, stop, unavailable
from companion.web.identity import Caller, find_table, tables
from companion.web.ledger.wording import hold_body, hold_text
from companion.web.limits import TRANSCRIPT_TYPES, guessed_wrong, limit_guesses, limit_openings
from companion.web.lobby.open_file import SOME_REJECTED, read_transcript
from companion.web.offered_games import offered_games
from companion.web.refusals_log import concerns
from companion.web.request_language import words
from companion.web.stream import Whole, stream

LABEL = "API"
NO_KEY = Text("To enter a move, show a key: the header \u201cAuthorization: Bearer KEY\u201d.")
WRONG_KEY = Text("This key opens no table. A key stops working when its seat moves to another phone.")
OTHER_TABLE = Text("This key belongs to another table.")
NO_RECOVERY = Text("The body is an object with one key, \u201crecovery\u201d, which holds the code.")
SEAT_NEEDED = Text("The body is an object with one key, \u201cseat\u201d, which holds the seat\u2019s name.")
REUSED = Text("This \u201cIdempotency-Key\u201d was used before, for another move. Nothing was entered.")
TRANSCRIPT = {"type": "string", "description": "A transcript: JSON lines, the header first; up to 1 MB."}

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.before_request
def _body_first() -> None:
    """Let the body arrive before it is worked out who asks: a key may end while it is on its way."""
    with suppress(RequestEntityTooLarge):  # which whoever reads it meets again
        request.get_data()


@blueprint.get("/openapi.json")
@operation({200: {**told("The document", None), "content": {"application/json": {"schema": {"type": "object"}}}}})
def document() -> Response:
    """This document."""
    return jsonify(openapi.document(current_app.url_map, tuple(offered_games().values())))


@blueprint.post("/tables")
@operation(
    {
        201: told("The table and its keys, told this once", models.OpenedTable),
        400: told("No header of a table, or no transcript"),
        422: told("A rule is against moves of the transcript; no table was opened", models.RejectedLines),
        429: TOO_MANY,
    },
    takes={**openapi.HEADER, "application/x-ndjson": {"schema": TRANSCRIPT}},
)
def open_table() -> Response:
    """Open a table, with the moves of a transcript where one is sent.

    Each key is a link, too: /k/KEY, for one phone. It opens its place by header until a phone has used the link; then
    it ends, and the phone has a key that nobody else knows.
    """
    try:
        if request.mimetype in TRANSCRIPT_TYPES:
            return _bring_in()
        header = read_opening_header(read_body(), offered_games())
    except BadHeader as wrong:
        return _json(400, key=wrong.key, reason=words(wrong.text))
    except NoTranscript as wrong:
        return _json(400, line=wrong.line, reason=words(wrong.text))
    limit_openings()
    return _opened_answer(tables().open(header, keys_for_seats=True, label=LABEL), 0)


def _bring_in() -> Response:
    """A table with the moves of the transcript that is the body; none where a rule is against one of them."""
    data = sent_bytes()
    limit_openings()  # reading it costs more than opening a table does
    found = read_transcript(data, offered_games(), tables().bounds)
    if found.rejected:
        return _json(422, reason=words(SOME_REJECTED), **found.rejected_body())
    opened = tables().open(found.header, keys_for_seats=True, label=LABEL, moves=found.moves, people=found.people)
    return _opened_answer(opened, len(found.moves))


def _opened_answer(opened: Opened, version: int) -> Response:
    """A new table with its keys, which only this response contains."""
    url = join_url(current_app.extensions["settings"], opened.code)
    keys = {"host": opened.host_key, "recovery": opened.recovery, "seats": opened.seat_keys}
    answer = _with_keys(code=opened.code, version=version, url=url, keys=keys)
    answer.headers["Location"] = url_for("api.show_table", code=opened.code)
    return answer


@blueprint.get("/tables/<code>")
@operation(
    {
        200: told("The table", models.Table),
        304: told("Still the table as If-None-Match names it by the ETag of an answer", None),
    }
)
def show_table(code: str) -> Response:
    """What stands at a table."""
    snapshot, _ = find_table(code, phone=False)
    whole = _json(200, **table_body(snapshot))
    tag = answer_tag(snapshot.version, whole.get_data())
    answer = make_response("", 304) if request.if_none_match.contains_weak(tag) else whole
    answer.set_etag(tag)
    answer.vary.add("Authorization")
    return answer


@blueprint.delete("/tables/<code>")
@operation({204: told("It is gone", None), **OF_A_HOST}, **KEY)
def delete_table(code: str) -> Response:
    """Delete a table for good: its ledger, names and keys."""
    _, caller = find_table(code, phone=False)
    deletion.delete(tables(), caller.actor or _stop_without_key(caller))
    return make_response("", 204)


@blueprint.post("/tables/<code>/host")
@operation(
    {
        201: told("The host's new key, and the next recovery code", models.Recovered),
        400: told("No recovery code"),
        403: told("Not a recovery code of this table"),
    },
    takes=content(models.Recovery),
    **MAY_HAVE_KEY,
)
def recover(code: str) -> Response:
    """Become the host by the recovery code, where the host's key is lost.

    The key that is sent, if one is, ends; its seat is played with the new key.
    """
    snapshot, caller = find_table(code, phone=False)
    typed = read_model(models.Recovery, NO_RECOVERY).recovery
    limit_guesses()
    try:
        keys = membership.recover(tables(), snapshot.code, typed, caller.actor, LABEL)
    except WrongRecovery:
        guessed_wrong()
        raise
    return _with_keys(keys={"host": keys.host_key, "recovery": keys.recovery})


@blueprint.post("/tables/<code>/keys")
@operation(
    {
        201: told("The key, told this once", models.MadeKey),
        400: told("No name of a seat"),
        **OF_A_HOST,
        422: told("No seat of the table has this name now"),
    },
    takes=content(models.Seat),
    **KEY,
)
def make_key(code: str) -> Response:
    """Make a key to a seat, of who has joined the running game or has lost theirs, with the host's key.

    The seat is named as it is called now. Its older keys are good until the new one is used.
    """
    _, caller = find_table(code, phone=False)
    actor = caller.actor or _stop_without_key(caller)
    name = read_model(models.Seat, SEAT_NEEDED).seat
    return _with_keys(keys={"seats": {name: membership.new_seat_key(tables(), actor, name)}})


@blueprint.post("/tables/<code>/moves")
@operation(
    {
        201: told("Entered, as this version", models.Version),
        400: told("No move of this game, or a header that holds nothing of its kind", models.Refusal | models.Problem),
        **OF_A_KEY,
        403: told("Another table's key, or not this seat's to enter"),
        409: told("The table has moved on, to this version; it was not entered", models.Version),
        422: told("A rule is against it", models.Refusal),
        423: told("The table is on hold until its host has ruled; nothing was entered", models.Held),
    },
    takes=openapi.MOVE,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    **KEY,
)
def enter_move(code: str) -> Response:
    """Enter a move."""
    snapshot, caller = find_table(code, phone=False, tap=True)
    actor = caller.actor or _stop_without_key(caller)
    seen, name, body = seen_version(), request_name(), read_body()
    return _answered(tables().submit(snapshot.code, [body], actor=actor, seen=seen, request=name))


@blueprint.get("/tables/<code>/transcript")
@operation({200: told("A transcript: JSON lines, header first", "application/x-ndjson")})
def show_transcript(code: str) -> Response:
    """What stands, move by move."""
    lines = find_table(code, phone=False)[0].book.lines(words(STOOD))
    return Response("".join(f"{line}\n" for line in lines), mimetype="application/x-ndjson")


@blueprint.get("/tables/<code>/live")
@operation(
    {
        200: told(
            "Events: `table`, its id the version and its data what GET of the table gives, at once and after each"
            " change; `beat` every fifteen seconds",
            "text/event-stream",
        )
    },
)
def live(code: str) -> Response:
    """The table now and after every change."""
    snapshot, caller = find_table(code, phone=False)
    code, key, here = snapshot.code, caller.key, tables()

    def actor() -> Actor | None:  # looked up each time: a key may end while its stream goes on
        return membership.actor(here, code, key) if key else None

    def view() -> View:
        one = actor()  # of its audience, for as long as there is one: what it may know, all may
        return Whole("table", partial(_as_told, one), lambda snapshot: str(snapshot.version))

    def place(snapshot: Snapshot) -> Place:
        return Place(audience(snapshot, actor()))

    return stream(Watch(code, "api", None, view, place))


def _as_told(actor: Actor | None, snapshot: Snapshot) -> str:
    # The name of a seat has a type of its own, and orjson takes plain strings alone for keys, unless it is told to.
    return orjson.dumps(table_body(seen_by(snapshot, actor)), option=orjson.OPT_NON_STR_KEYS).decode()


def table_body(snapshot: Snapshot) -> dict[str, Any]:
    """A table as the API returns it: as `companion replay --json`, with the version, and a hold if there is one."""
    hold = snapshot.referee.hold
    return {
        **Replayed(snapshot.book, rejected=()).plain(snapshot.code),
        "version": snapshot.version,
        **({} if hold is None else {"hold": hold_body(hold)}),
    }


def _stop_without_key(caller: Caller) -> NoReturn:
    """Answer 401 for no key or one that opens nothing, 403 for another table's."""
    if caller.key is None:
        stop(401, NO_KEY, WWW_Authenticate="Bearer")
    other = membership.actor_anywhere(tables(), caller.key)
    if other is not None:
        concerns(key_id=other.key_id)
        stop(403, OTHER_TABLE)
    guessed_wrong()
    stop(401, WRONG_KEY, WWW_Authenticate='Bearer error="invalid_token"')


def _answered(answer: Answer) -> Response:
    status = status_of(answer)
    match answer:
        case Played(version=version) | Stale(snapshot=Snapshot(version=version)):
            return _json(status, version=version)
        case Refused():
            return _json(status, **_refusal(answer))
        case OnHold(hold=hold):
            return _json(status, reason=words(hold_text(hold, answer.snapshot.header.game)), hold=hold_body(hold))
        case Forbidden(text=text):
            return say(status, text)
        case Reused():
            return say(status, REUSED)
        case Unsaved():
            return unavailable()


def _refusal(answer: Refused) -> dict[str, Any]:
    rejected = answer.rejected
    before = answer.snapshot.referee.rulings_on(rejected.rule.id)
    return {
        "rule": rejected.rule.id,
        "reason": words(rejected.reason),
        "because": words(rejected.because),
        "instead": [move.plain() for move in answer.instead],
        **({"precedents": [{"version": one.version, "reason": one.reason} for one in before]} if before else {}),
    }


def _with_keys(**body: object) -> Response:
    return telling_a_key(_json(201, **body))


def _json(status: int, **body: object) -> Response:
    return make_response(jsonify(body), status)
