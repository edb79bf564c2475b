"""Who comes, who goes: somebody joins the running game, leaves it, changes places, or gets another name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import Book
from companion.games.move import Plain
from companion.games.ruling import Action, Rejected
from companion.games.seating import SeatChanges
from companion.games.text import Text
from companion.games.transcript import load_json
from companion.tables import answers
from companion.tables.policy import NO_SEAT, TableChange, may_change
from companion.tables.snapshot import SeatInfo, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import stop
from companion.web.form_fields import NO_NUMBER, number_keys, seat_meant
from companion.web.identity import Caller, find_actor, find_table, tables
from companion.web.referee.page import MOVED_ON_TYPING, refusal
from companion.web.table.tap import LOST_TAP, seen_version, submit

blueprint = Blueprint("players", __name__, url_prefix="/t/<code>/players")


@dataclass(frozen=True, slots=True)
class RefusedChange:
    """Why nothing came of a form: as a sentence, or a rejection with its rule."""

    text: Text
    rejected: Rejected | None = None


@blueprint.get("")
def page(code: str) -> str:
    """Who plays, and what can be changed now."""
    return _page(*find_table(code))


@blueprint.post("")
def change(code: str) -> ResponseReturnValue:
    """Enter the change; else show the form as it was typed, with what is against it."""
    snapshot, caller = find_table(code)
    actor = caller.actor or stop(403, NO_SEAT)
    raw, seen = _move(snapshot), seen_version()
    if isinstance(raw, Text):
        return _page(snapshot, caller, RefusedChange(raw)), 422
    # Another name for a seat that is still called so stands whatever was played meanwhile.
    held_to = None if raw.get("move") == "rename" and raw.get("seat") in snapshot.book.seats else seen
    answer = submit(snapshot, actor, [raw], held_to)
    wrong = refusal(answer, MOVED_ON_TYPING)
    if wrong is None:
        handed_over = raw.get("move") == "rename" and request.form.get("handed_over") == "1"
        again = isinstance(answer, answers.Played) and answer.again  # who takes over may have sat down by now
        if handed_over and not again and may_change(actor, TableChange.FREE_SEAT):
            tables().lost_phones.release(actor, str(raw["name"]).strip())
        return redirect(url_for("players.page", code=snapshot.code), 303)
    rejected = answer.rejected if isinstance(answer, answers.Refused) else None
    against = RefusedChange(rejected.because if rejected else wrong[0], rejected)
    return _page(seen_by(answer.snapshot, actor), caller, against), wrong[1]


@blueprint.post("/phone")
def release(code: str) -> ResponseReturnValue:
    """Play on for a seat whose phone is gone: its key ends, and the host's phone plays it."""
    snapshot, actor = find_actor(code, TableChange.FREE_SEAT)
    tables().lost_phones.release(actor, seat_meant(snapshot, request.form.get("seat", "")))
    return redirect(url_for("players.page", code=snapshot.code), 303)


def _move(snapshot: Snapshot) -> Plain | Text:
    """The form as a move: a button holds one whole, a name and a number are typed; what is wrong with these."""
    if "move" in request.form:
        try:
            whole = load_json(request.form["move"])
        except ValueError:
            stop(400, LOST_TAP)
        return whole if isinstance(whole, dict) else stop(400, LOST_TAP)
    name, seat = request.form.get("name", ""), request.form.get("seat", "")
    if request.form.get("kind") != "join":
        return {"move": "rename", "seat": seat_meant(snapshot, seat), "name": name}
    raw: Plain = {"move": "join", "seat": name}
    if after := request.form.get("after"):
        raw["after"] = seat_meant(snapshot, after)
    for key in _given(snapshot.book):
        if typed := request.form.get(key, "").strip():
            if not (typed.isdecimal() and len(typed) < 10):
                return NO_NUMBER
            raw[key] = int(typed)
    return raw


def _given(book: Book) -> tuple[str, ...]:
    """What a newcomer may be given in this game: its key in the move."""
    return number_keys(book.game.seat_changes.join) if book.game.seat_changes else ()


def _page(snapshot: Snapshot, caller: Caller, wrong: RefusedChange | None = None) -> str:
    book, game = snapshot.book, snapshot.book.game
    changes: SeatChanges[Any] = game.seat_changes or abort(404)
    gone = [name for name in book.people.everybody if not book.people.sits(name)]
    return render_template(
        "table/players.html",
        snapshot=snapshot,
        me=caller,
        sitters=tuple(_sitters(snapshot)),
        gone=tuple((name, game.action(book.state, {"move": "join", "seat": name})) for name in gone),
        join=joining(book),
        waits=None if book.report().over else changes.running(book.state),
        given=next(iter(_given(book)), None),
        usual=changes.usual(book.state) if not book.report().over else None,
        wrong=wrong,
        typed=request.form,
    )


def _sitters(snapshot: Snapshot) -> Iterator[tuple[SeatInfo, Action, Action | None, Action | None]]:
    """The seats, and what a keeper may do with each: out of the game, one place up or down."""
    book, names = snapshot.book, list(snapshot.book.seats)
    for number, seat in enumerate(snapshot.seats):
        out = book.game.action(book.state, {"move": "leave", "seat": seat.name})
        up = _swapped(book, names, number - 1) if number else None
        down = _swapped(book, names, number) if number + 1 < len(names) else None
        yield seat, out, up, down


def _swapped(book: Book, names: list[str], number: int) -> Action:
    """Two neighbours change places."""
    order = [*names[:number], names[number + 1], names[number], *names[number + 2 :]]
    return book.game.action(book.state, {"move": "reseat", "seats": order})


def joining(book: Book) -> Action:
    """Somebody joins, by a name that nobody has or had: to ask whether anybody may."""
    name = next(name for name in map("\u2026{}".format, range(1000)) if book.people.person(name) is None)
    return book.game.action(book.state, {"move": "join", "seat": name})
