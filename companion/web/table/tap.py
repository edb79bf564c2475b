"""A tap: the form read as moves, the moves submitted, and the answer.

What a tap has changed comes by the stream, which alone writes the page: the answer is 204 with the table's stamp.
Without scripts it is a redirect to the page. Why nothing was entered is said in a notice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import make_response
from htmx_flask import request as htmx_request
from werkzeug.datastructures import MultiDict

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.games.transcript import load_json
from companion.tables import answers
from companion.tables.answers import Answer
from companion.tables.apply import parse
from companion.tables.entry import Act
from companion.tables.policy import forbids
from companion.tables.snapshot import Actor, LateCall, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import status_of, stop
from companion.web.form_fields import number_of
from companion.web.identity import Caller, hides_something, tables
from companion.web.ledger.wording import hold_text, late_text
from companion.web.request_language import words
from companion.web.table.live import live_page
from companion.web.table.parts import mark_of, page_of

LOST_TAP = Text("That tap did not get through. Try again.")
MOST_MOVES = 8
MOST_INSTEAD = 5
NEVER = -1
"""A version that no table has: a tap that names it is answered as moved on, unless it is a repeat."""
STAMP = "Companion-Stamp"
MOVED_ON = Text("The table has moved on")
MOVED_ON_MORE = Text("Somebody else was first. Here is how things stand now; look again, then tap.")
UNSAVED = Text("Not saved")
UNSAVED_MORE = Text("The app could not save just now. Nothing was entered; try again.")
UNFINISHED = Text("Not finished yet")
ON_HOLD = Text("On hold")
NOT_YOURS = Text("Not from this phone")


@dataclass(frozen=True, slots=True)
class Tap:
    """What a form tells: its moves, the version that they are held to, the request's name, and if all of them undo."""

    claims: list[object]
    held_to: int | None
    name: str | None
    undoes: bool


def entered(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """Submit the moves of the current form; the response is what the phone is told."""
    tap = read_tap(snapshot, request.form)
    if isinstance(tap, Text):
        return _said(422, _alert(UNFINISHED, tap), snapshot, actor)
    undone = tuple(reversed(tuple(islice(snapshot.book.standing(), len(tap.claims))))) if tap.undoes else ()
    hides = tap.undoes and hides_something(snapshot.code)
    answer = tables().submit(snapshot.code, tap.claims, actor=actor, seen=tap.held_to, request=tap.name)
    # A repeat of an undo is told nothing: it took back nothing more.
    fresh = undone and answer.snapshot.version == snapshot.version + len(tap.claims)
    return _answered(answer, actor, tap.claims, _taken_back(answer.snapshot, undone, hides=hides) if fresh else "")


def read_tap(snapshot: Snapshot, form: MultiDict[str, str]) -> Tap | Text:
    """Read the moves that the form's button carries, or its fields tell; a text says what these do not tell yet.

    A second tap on the same button of the same page is the same request.
    """
    try:
        read = [load_json(text) for text in form.getlist("move")]
    except ValueError:
        stop(400, LOST_TAP)
    claims = [move for value in read for move in (value if isinstance(value, list) else [value])]
    if not claims:
        told = page_of(snapshot).told(form)
        if isinstance(told, Text):
            return told
        claims = list(told)
    if len(claims) > MOST_MOVES:
        stop(400, LOST_TAP)
    seen = seen_version(form)
    undoes = all(isinstance(claim, dict) and claim.get("move") == "undo" for claim in claims)
    return Tap(claims, _held_to(snapshot, form, seen, claims), name_of(seen, claims), undoes)


def seen_version(fields: Mapping[str, str]) -> int | None:
    """Return the version that the phone showed, by a form or an address; None if these do not tell."""
    return number_of(fields.get("version", ""))


def name_of(seen: int | None, claims: Sequence[object]) -> str | None:
    """Return the name of the request that makes these claims at a version: sent twice, it is the same request."""
    plain = [claim.plain() if isinstance(claim, Act) else claim for claim in claims]
    return None if seen is None else hashlib.sha256(json.dumps([seen, plain], sort_keys=True).encode()).hexdigest()


def _held_to(snapshot: Snapshot, form: MultiDict[str, str], seen: int | None, claims: Sequence[object]) -> int | None:
    """Return the version that a tap is checked against: the latest, if only moves of its kind came after the one seen.

    So it is for `patient` moves only: many phones enter their own at once, and none is asked to look again. A tap of an
    act that is over was meant for an older table. "repeat" asks whether it was entered, and enters nothing.
    """
    if "repeat" in form:
        return NEVER
    told = form.getlist("for")
    if told and told[-1] != mark_of(snapshot):
        return NEVER if seen in (None, snapshot.version) else seen
    if seen in (None, snapshot.version) or len(claims) != 1:
        return seen
    move = parse(snapshot, claims[0])
    if not isinstance(move, Move) or not move.patient:
        return seen
    since = snapshot.version - seen
    latest = list(islice(zip(snapshot.book.standing(), snapshot.entered(), strict=True), max(since, 0)))
    since_then = (book.move for book, one in latest if one.entry_id.isdecimal() and int(one.entry_id) > seen)
    same = sum(other is not None and other.kind() == move.kind() for other in since_then)
    return snapshot.version if 0 < since == same else seen


def _answered(answer: Answer, actor: Actor, claims: list[object], back: str) -> ResponseReturnValue:
    snapshot = seen_by(answer.snapshot, actor)
    status = status_of(answer)
    match answer:
        case answers.Played():
            return _said(200, back, snapshot, actor) if back else _done(snapshot)
        case answers.Refused(rejected=rejected, instead=instead):
            allowed = tuple(move for move in instead if forbids(actor, move) is None)
            return _said(status, _ruling(snapshot, rejected, _nearest(allowed, claims)), snapshot, actor)
        case answers.Forbidden(text=text):
            return _said(status, _alert(NOT_YOURS, text), snapshot, actor)
        case answers.OnHold(hold=hold):
            return _said(status, _alert(ON_HOLD, hold_text(hold, snapshot.header.game)), snapshot, actor)
        case answers.Unsaved():
            return _said(status, _alert(UNSAVED, UNSAVED_MORE), snapshot, actor)
        case answers.Stale(late=LateCall() as late):
            return _said(409, _late(snapshot.book, late), snapshot, actor)
        case answers.Stale() | answers.Reused():
            return _said(status, _alert(MOVED_ON, MOVED_ON_MORE), snapshot, actor)


def _done(snapshot: Snapshot) -> ResponseReturnValue:
    """Return the answer to a tap that was entered: the stream shows it."""
    if not htmx_request.htmx:
        return redirect(url_for("table.page", code=snapshot.code), 303)
    return _stamped(Response(status=204), snapshot)


def _said(status: int, notice: str, snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    if not htmx_request.htmx:
        return live_page(snapshot, Caller(actor=actor), notice), status
    return _stamped(make_response(notice, status, retarget="#notice", reswap="innerHTML"), snapshot)


def _stamped(answer: Response, snapshot: Snapshot) -> Response:
    answer.headers[STAMP] = stamp_of(snapshot)
    return answer


def stamp_of(snapshot: Snapshot) -> str:
    """Return a snapshot's stamp as the answer to a tap tells it."""
    return "{}.{}".format(*snapshot.stamp)


def _nearest(instead: tuple[Move, ...], claims: list[object]) -> tuple[Move, ...]:
    """Return the few best alternatives: those of the seat and the colour that were asked for, or else the nearest."""
    # A claim may hold any JSON value, also one that cannot be hashed.
    asked = [claim for claim in claims if isinstance(claim, dict)]
    seats, colors = [None, *(claim.get("seat") for claim in asked)], [claim.get("color") for claim in asked]
    own = tuple(move for move in instead if move.mover in seats) or instead
    same = tuple(move for move in own if getattr(move, "color", colors) in colors)
    return (same or own)[:MOST_INSTEAD]


def _ruling(snapshot: Snapshot, rejected: Rejected, instead: tuple[Move, ...]) -> str:
    game = snapshot.book.game
    acts = [(json.dumps(move.plain()), words(game.label(move))) for move in instead]
    return render_template("table/refusal.html", rejected=rejected, acts=acts, snapshot=snapshot)


def _late(book: Book, late: LateCall) -> str:
    """Say to a call that came after another seat's whose was first, and how late this one was."""
    first = Text("{seat} was first", seat=book.move.mover or "") if book.move else MOVED_ON
    return _alert(first, Text("{late}.", late=late_text(late.seat, late.seconds)))


def _alert(title: Text, text: Text) -> str:
    return render_template("shared/alert.html", title=words(title), sentence=words(text))


def _taken_back(now: Snapshot, undone: tuple[Book, ...], *, hides: bool) -> str:
    """Return the notice (markup) of an undo: what it took back, and the way to put it back unless some is hidden."""
    steps = [(step.move, step.before) for step in undone if step.move is not None and step.before is not None]
    what = tuple(before.game.describe(move, before.state) for move, before in steps)
    again = "" if hides else json.dumps([move.plain() for move, _ in steps])
    said = words(Text("Took back: {what}", what=what))
    return render_template("table/taken_back.html", said=said, again=again, snapshot=now)
