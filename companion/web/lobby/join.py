"""Joining: by the table's code and a name, or by a seat's own link."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2 import Environment

from companion.games.text import Text
from companion.service import membership
from companion.tables.errors import NoSuchSeat, NoSuchTable, SeatTaken
from companion.tables.keys_and_codes import normal_code
from companion.tables.snapshot import Snapshot
from companion.web.answer_form import NotDone, answers
from companion.web.circle.identity import is_circle
from companion.web.compression import telling_a_key
from companion.web.errors import status_of
from companion.web.form_fields import seat_meant
from companion.web.identity import (
    Caller,
    by_cookie,
    device_label,
    find_key,
    find_table,
    find_table_for,
    own_key,
    remember,
    table_known_to,
    tables,
)
from companion.web.table.live import render_live, watch
from companion.web.table.parts import Table, beside, drawn_by, seat_parts
from companion.web.table.players import joining

blueprint = Blueprint("join", __name__)
NO_CODE = Text("A table\u2019s code has eight letters and digits, such as K7QF-2M9X.")


@blueprint.get("/j")
def by_code() -> ResponseReturnValue:
    """The form for a code; redirects to the table where one was typed."""
    typed = request.args.get("code", "")
    code = normal_code(typed)
    if code:
        return redirect(url_for("join.pick_name", code=code))
    wrong = NO_CODE if typed.strip() else None
    return _ask_code(typed, wrong), 422 if wrong else 200


@blueprint.get("/j/<code>")
def pick_name(code: str) -> ResponseReturnValue:
    """The form to pick a name, or again that for a code where no table has this one.

    Redirects a phone that already plays to the table, and who has a circle's code to that.
    """
    known = normal_code(code)
    me = by_cookie(known)
    if me.actor is None and is_circle(known):
        return redirect(url_for("circle.page", code=known))
    try:
        snapshot, me = find_table_for(me, known)
    except NoSuchTable as unknown:
        return _ask_code(code, unknown.text), status_of(unknown)
    if me.seat is not None and "again" not in request.args:
        return redirect(url_for("table.page", code=snapshot.code))
    return _page(snapshot, me)


def _page(snapshot: Snapshot, me: Caller, wrong: NotDone | None = None) -> str:
    """The names to pick from; as they are by now, where somebody else was first."""
    now = snapshot if wrong is None else table_known_to(snapshot.code, me.actor)
    return render_live("lobby/join.html", now, _as_taken(now, me), names_of, wrong=wrong)


@blueprint.get("/j/<code>/live")
def live(code: str) -> Response:
    """The names, after every change."""
    snapshot, me = find_table(code)
    return watch(snapshot, _as_taken(snapshot, me), "names", names_of)


@answers(blueprint, "/j/<code>", _page, find=find_table, again=(NoSuchSeat, SeatTaken))
def take_seat(snapshot: Snapshot, me: Caller) -> None:
    """Take a seat for this phone, in place of the one it has. A second tap finds what the first one got."""
    name = seat_meant(snapshot, request.form.get("name", ""))
    if me.host and me.actor is not None:
        membership.sit(tables(), me.actor, name)
        return
    key = membership.take_seat(tables(), snapshot.code, name, device_label(), _own(snapshot), me.key)
    if key != me.key:
        remember(snapshot.code, key, me.actor)


@blueprint.get("/k/<key>")
def seat_link(key: str) -> ResponseReturnValue:
    """The page of a seat's own link. Only its button uses the key, so a preview of the link does not take the seat."""
    own = own_key(key)
    used = membership.has_used(tables(), own)
    if used is not None:
        if by_cookie(used).actor is None and membership.actor(tables(), used, own) is not None:
            remember(used, own)  # the answer that brought it its key was lost
        return redirect(url_for("table.page", code=used))
    actor = find_key(key)
    return telling_a_key(render_template("lobby/seat_link.html", key=key, actor=actor))


@blueprint.post("/k/<key>")
def use_seat_link(key: str) -> ResponseReturnValue:
    """Take the seat of the link for this phone. A second tap finds what the first one got."""
    own = own_key(key)
    used = membership.has_used(tables(), own)
    code = find_key(key).code if used is None else used
    me = by_cookie(code)
    if me.key != key:  # else this phone holds it already
        was_first = used is not None or membership.use_link(tables(), code, key, own, device_label(), me.key)
        if not was_first and membership.has_used(tables(), own) is None:
            find_key(key)  # another phone was: this one keeps what it has, and is told
        if membership.actor(tables(), code, own) is not None:
            remember(code, own, me.actor)
    return redirect(url_for("table.page", code=code), 303)


@blueprint.after_request
def _no_referrer(answer: Response) -> Response:
    """A seat's link is its key: no file of a page there, an error's neither, is asked for as from it."""
    if "key" in (request.view_args or {}):
        answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _ask_code(typed: str, wrong: Text | None) -> str:
    return render_template("lobby/join_code.html", typed=typed[:40], wrong=wrong)


def _own(snapshot: Snapshot) -> str:
    return own_key(f"{snapshot.code}/join")


def _as_taken(snapshot: Snapshot, me: Caller) -> Caller:
    """Return the caller by the key that a seat was to bring it, if that answer was lost: it may tap its name again."""
    key = _own(snapshot)
    holder = membership.actor(tables(), snapshot.code, key) if me.actor is None else None
    return Caller() if holder is None else Caller(key, holder)


def names_of(snapshot: Snapshot, env: Environment) -> Table:
    """Return the parts of the names to pick from; if all are taken, whether somebody may join the running game."""
    full = all(seat.joined for seat in snapshot.seats)
    join = joining(snapshot.book) if full and snapshot.book.game.seat_changes is not None else None
    said = drawn_by(env, "lobby/full.html", "full", full=full, join=join)
    return beside(snapshot, "names", *seat_parts(snapshot, env, "lobby/name.html"), said)
