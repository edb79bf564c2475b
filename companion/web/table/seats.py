"""The seats: the code to scan, who has joined, what the host may change, and setting up."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, current_app, make_response, render_template, request, url_for
from jinja2 import Environment

from companion.address import choose, home_url, join_url, others, url_at
from companion.games.part import Group
from companion.games.text import Language, Text
from companion.service import membership
from companion.tables.errors import Unavailable
from companion.tables.keys_and_codes import shown_code
from companion.tables.policy import TableChange, may_change
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import NotDone, answers, may
from companion.web.circle.identity import circle_of_table
from companion.web.compression import telling_a_key
from companion.web.form_fields import seat_meant
from companion.web.identity import find_table, tables, take_recovery_code
from companion.web.ops.no_phone_connects import WAIT_SECONDS, heard
from companion.web.qr_code import qr_svg
from companion.web.table.live import render_live, watch
from companion.web.table.parts import Table, beside, drawn_by, seat_parts

blueprint = Blueprint("seats", __name__, url_prefix="/t/<code>")
NO_ADDRESS = Text("This computer has no such address any more. Load the page again.")


@blueprint.get("/seats")
def page(code: str) -> Response:
    """Who sits where, and the code that others scan; right after opening, once, the recovery code."""
    snapshot, caller = find_table(code)
    recovery, settings = take_recovery_code(snapshot.code), current_app.extensions["settings"]
    heard().show()
    link, may_choose = join_url(settings, snapshot.code), may_change(caller, TableChange.ADDRESS)
    shown = render_live(
        "table/seats.html",
        snapshot,
        caller,
        seats_of,
        code=shown_code(snapshot.code),
        link=link,
        qr=qr_svg(link),
        joined=circle_of_table(snapshot.table_id),
        recovery=recovery,
        hotspot=settings.hotspot,
        unheard=_in_the_way(snapshot) if caller.host and heard().waits else None,
        addresses=[(one, url_at(one.ip, settings)) for one in others(settings)] if may_choose else [],
    )
    return make_response(shown) if recovery is None else telling_a_key(shown)


@blueprint.get("/seats/live")
def live(code: str) -> Response:
    """Who sits where, after every change."""
    return watch(*find_table(code), "seats", seats_of)


def seats_of(snapshot: Snapshot, env: Environment) -> Table:
    """Return the parts of who sits where."""
    free = tuple(seat.name for seat in snapshot.seats if not seat.joined)
    below = {"free": free, "code": snapshot.code, "begun": snapshot.version > 0}
    changes = snapshot.book.game.seat_changes is not None
    return beside(
        snapshot,
        "who",
        Group("ul", _list, seat_parts(snapshot, env, "table/seat.html")).part("seat-list"),
        drawn_by(env, "table/seats_below.html", "seats-below", **below, changes=changes),
        heading=Text("Who sits where"),
    )


def _list(_: Language) -> str:
    return '<ul class="card list seat-list">'


@blueprint.get("/set-up")
def set_up(code: str) -> str:
    """What to do with the box before the first move."""
    snapshot, _ = find_table(code)
    steps = snapshot.book.game.set_up(snapshot.header)
    return render_template("table/set_up_steps.html", snapshot=snapshot, code=shown_code(snapshot.code), steps=steps)


@answers(blueprint, "/seats/sit", to="seats.page", find=may(TableChange.HOSTS_SEAT))
def sit(snapshot: Snapshot, actor: Actor) -> None:
    """Let the host's phone play a seat too, or no seat any more."""
    membership.sit(tables(), actor, _seat(snapshot) or None)


@answers(blueprint, "/seats/scorekeeper", to="seats.page", find=may(TableChange.SCOREKEEPER))
def scorekeeper(snapshot: Snapshot, actor: Actor) -> None:
    """Give a seat the right to enter for everybody, or take it back."""
    membership.give_scorekeeper(tables(), actor, _seat(snapshot), request.form.get("on") == "1")


@answers(blueprint, "/seats/key", find=may(TableChange.SEAT_LINK))
def new_key(snapshot: Snapshot, actor: Actor) -> Response:
    """Make and show a seat's own code, for a phone that was swapped; only this response shows it."""
    name = _seat(snapshot)
    key = membership.new_seat_key(tables(), actor, name)
    link = home_url(current_app.extensions["settings"]) + url_for("join.seat_link", key=key)
    shown = {"snapshot": snapshot, "seat": name, "link": link, "qr": qr_svg(link, secret=True)}
    return telling_a_key(render_template("table/seat_key.html", **shown))


@answers(blueprint, "/seats/address", to="seats.page", find=may(TableChange.ADDRESS))
def address(*_: object) -> None:
    """Put another of this machine's addresses into the codes, from now on."""
    settings = current_app.extensions["settings"]
    if request.form.get("address") not in {one.ip for one in others(settings)}:
        raise NotDone(NO_ADDRESS, 400)
    try:
        choose(settings, request.form["address"])
    except OSError as full:
        raise Unavailable from full


def _seat(snapshot: Snapshot) -> str:
    return seat_meant(snapshot, request.form.get("seat", ""))


def _in_the_way(snapshot: Snapshot) -> tuple[Text, ...]:
    """What usually keeps phones away; nothing before the table has been open for a minute: its phones may yet come."""
    early = tables().clock() - snapshot.opened_at < timedelta(seconds=WAIT_SECONDS)
    return () if early else heard().in_the_way()
