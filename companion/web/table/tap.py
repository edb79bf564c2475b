"""A tap: the form read as moves, and the moves submitted. What the phone is shown then is in `tap_answer`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import islice

from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.games.game import Book
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.games.transcript import load_json
from companion.tables.answers import Answer
from companion.tables.apply import parse
from companion.tables.entry import Act
from companion.tables.snapshot import Actor, Snapshot
from companion.web.errors import stop
from companion.web.form_fields import number_of
from companion.web.identity import hides_something, table_before, tables
from companion.web.table.drafts import going_on, overtaken
from companion.web.table.rendering import moment, own_page
from companion.web.table.tap_answer import answered, taken_back, too_soon, unfinished

LOST_TAP = Text("That tap did not get through. Try again.")
MOST_MOVES = 8
GUARDED = 700  # milliseconds, as in static/js/double_tap.js
ANSWERED = timedelta(seconds=10)  # a page that a tap has brought is drawn by then, on a slow network, too
NEVER = -1
"""A version that no table has: a tap that names it is answered as moved on, unless it is a repeat."""


def enter(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """Submit the moves of the current form; the response is what the phone shows after its tap."""
    if "unfinished" in request.form:
        return unfinished(snapshot, actor)
    claims, seen = _claims(), seen_version()
    moves = [parse(snapshot, claim) for claim in claims]
    undone = _undone(snapshot, moves)
    drawn = _just_drawn()
    if drawn is not None and seen == snapshot.version and _second_of_two(snapshot, actor, undoes=bool(undone)):
        return too_soon(snapshot, actor, drawn)
    # "repeat" asks whether it was entered, and enters nothing.
    held = NEVER if "repeat" in request.form else _version_held(snapshot, seen, moves)
    hides = bool(undone) and hides_something(snapshot.code)
    answer = submit(snapshot, actor, claims, held)
    # A repeat of an undo is told nothing: it took back nothing more.
    fresh_undo = undone and answer.snapshot.version == snapshot.version + len(claims)
    return answered(answer, actor, claims, taken_back(answer.snapshot, undone, hides=hides) if fresh_undo else "")


def _just_drawn() -> int | None:
    """When its page was drawn, of a tap without scripts that came sooner than `double_tap.js` lets one with them."""
    drawn = None if request.htmx else number_of(request.form.get("drawn", ""), digits=15)
    return drawn if drawn is not None and 0 <= moment() - drawn < GUARDED else None


def _second_of_two(snapshot: Snapshot, actor: Actor, *, undoes: bool) -> bool:
    """Whether what this phone has told or entered last was for another act than the tap, which came right after.

    Where the tap `undoes`, any entry was: what there is to take back is another one.
    """
    page = own_page(snapshot, actor, request.form)
    untouched = own_page(snapshot, actor, going_on(snapshot.book, request.form))
    told = page.screen.prefilled != untouched.screen.prefilled
    before = snapshot if told and not undoes else _before_own_tap(snapshot, actor)
    return before is not None and (undoes or own_page(before, actor).turn != page.turn)


def _before_own_tap(snapshot: Snapshot, actor: Actor) -> Snapshot | None:
    """The table before its latest tap, whose entries all have one time; None for another seat's, and one long ago."""
    entries = tables().entries(snapshot.code)
    tap = next((one for one in entries if one.at == entries[-1].at), None)
    if tap is None or tables().clock() - tap.at > ANSWERED:
        return None
    own = tap.by == actor.seat or snapshot.people.same(tap.by, actor.seat)
    return table_before(snapshot.code, tap.version - 1, actor) if own else None


def _claims() -> list[object]:
    try:
        read = [load_json(text) for text in request.form.getlist("move")]
    except ValueError:
        stop(400, LOST_TAP)
    claims = [move for value in read for move in (value if isinstance(value, list) else [value])]
    return claims if 0 < len(claims) <= MOST_MOVES else stop(400, LOST_TAP)


def seen_version(fields: Mapping[str, str] | None = None) -> int | None:
    """The version that the phone showed, by the posted form or other `fields`; None where these do not tell."""
    return number_of((request.form if fields is None else fields).get("version", ""))


def submit(snapshot: Snapshot, actor: Actor, claims: Sequence[object], held_to: int | None) -> Answer:
    """Submit what a form claims: moves as they were sent, and acts. Entries made since `held_to` are against it.

    A second tap on the same button of the same page is the same request, and counts once.
    """
    seen = seen_version()
    said = [claim.plain() if isinstance(claim, Act) else claim for claim in claims]
    name = hashlib.sha256(json.dumps([seen, said], sort_keys=True).encode()).hexdigest()
    named = None if seen is None else name
    return tables().submit(snapshot.code, claims, actor=actor, seen=held_to, request=named)


def _version_held(snapshot: Snapshot, seen: int | None, moves: Sequence[Move | Rejected]) -> int | None:
    """The version that a tap is checked against: the latest, where only moves of its kind came after the one seen.

    Applies to `patient` moves only: many phones enter their own at once, and none is asked to look again. The draft of
    an act that is over is checked against an older one than the table's.
    """
    if overtaken(snapshot, request.form):
        return NEVER if seen in (None, snapshot.version) else seen
    if seen is None or len(moves) != 1 or not isinstance(move := moves[0], Move) or not move.patient:
        return seen
    since = snapshot.version - seen
    latest = list(islice(zip(snapshot.book.standing(), snapshot.entered(), strict=True), max(since, 0)))
    since_then = (book.move for book, one in latest if one.entry_id.isdecimal() and int(one.entry_id) > seen)
    same = sum(other is not None and other.kind() == move.kind() for other in since_then)
    return snapshot.version if 0 < since == same else seen


def _undone(snapshot: Snapshot, moves: Sequence[Move | Rejected]) -> tuple[Book, ...]:
    """The book after each move that these take back, the earliest first; none where they are no undo."""
    if not all(isinstance(move, Undo) for move in moves):
        return ()
    return tuple(reversed(tuple(islice(snapshot.book.standing(), len(moves)))))
