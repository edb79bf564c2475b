"""Phones and keys: the recovery code and what it is for, leaving a table, ending all its keys, deleting it for good."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.address import home_url
from companion.games.text import Text
from companion.service import deletion, membership
from companion.tables.answers import Opened
from companion.tables.errors import HostOnly, WrongRecovery
from companion.tables.keys_and_codes import new_key, shown_code
from companion.tables.policy import NO_SEAT, TableChange
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import NotDone, answers, may, need_sure
from companion.web.compression import telling_a_key
from companion.web.errors import say, stop
from companion.web.identity import (
    Caller,
    device_label,
    find_table,
    forget,
    former_keys,
    own_key,
    remember,
    tables,
)
from companion.web.limits import guessed_wrong, limit_guesses
from companion.web.qr_code import qr_svg

blueprint = Blueprint("phones", __name__, url_prefix="/t/<code>")
LEFT = Text("This phone has left the table.")


@blueprint.get("/phones")
def page(code: str) -> str:
    """What this phone can do about lost phones and keys."""
    return _page(*find_table(code))


@answers(blueprint, "/phones/recovery", find=may(TableChange.RECOVERY_CODE))
def recovery(snapshot: Snapshot, actor: Actor) -> Response:
    """Make a recovery code for a host or scorekeeper, and show it; only this response does."""
    made = membership.new_recovery(tables(), actor)
    return _once("table/recovery.html", snapshot, recovery=shown_code(made))


def _page(snapshot: Snapshot, caller: Caller, wrong: NotDone | None = None) -> str:
    return render_template("table/phones.html", snapshot=snapshot, me=caller, wrong=wrong, tap=new_key())


@answers(blueprint, "/phones/host", _page, find=find_table, again=(WrongRecovery,))
def recover(snapshot: Snapshot, caller: Caller) -> Response:
    """Make this phone the host's by a recovery code, and show the next one."""
    typed = request.form.get("recovery", "")
    own = own_key(f"{snapshot.code}/{typed}")
    limit_guesses()
    try:
        keys = membership.recover(tables(), snapshot.code, typed, caller.actor, device_label(), own)
    except WrongRecovery:
        guessed_wrong()
        raise
    remember(snapshot.code, keys.host_key, caller.actor)
    return _once("table/recovery.html", snapshot, recovery=shown_code(keys.recovery), moved=True)


@blueprint.post("/phones/leave")
def leave(code: str) -> ResponseReturnValue:
    """End this phone's key; its seat is free. A second tap, whose key has ended, is told that it is done."""
    snapshot, caller = find_table(code)
    if caller.actor is None:
        had_one = caller.moved or former_keys(snapshot.code)
        return say(200, LEFT) if had_one else stop(403, NO_SEAT)
    membership.leave(tables(), caller.actor)
    forget(snapshot.code, caller.actor)
    return redirect(url_for("home.page"), 303)


@blueprint.post("/phones/end")
def end_keys(code: str) -> Response:
    """End all keys of the table but the one that this phone gets, and show a link for each seat that was taken.

    A second tap comes with the key that has ended with the first: what the page was told in `tap` is the same.
    """
    snapshot, caller = find_table(code)
    own = own_key(f"{snapshot.code}/{request.form.get('tap') or new_key()}")
    actor = membership.actor(tables(), snapshot.code, own) or caller.actor
    keys = membership.end_all(tables(), actor or stop(403, HostOnly.text), own)
    remember(snapshot.code, keys.host_key)
    return _once("table/new_links.html", snapshot, recovery=shown_code(keys.recovery), links=_links(keys))


def delete_form(snapshot: Snapshot, _: Actor, wrong: NotDone | None = None) -> str:
    """What is deleted, and the question whether that is meant."""
    return render_template("table/delete.html", snapshot=snapshot, wrong=wrong)


@answers(blueprint, "/delete", delete_form, find=may(TableChange.DELETE), look=True)
def delete(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """Delete the table for good."""
    need_sure()
    deletion.delete(tables(), actor)
    forget(snapshot.code)
    return redirect(url_for("home.page"), 303)


def _once(template: str, snapshot: Snapshot, **values: object) -> Response:
    return telling_a_key(render_template(template, snapshot=snapshot, **values))


def _links(keys: Opened) -> list[tuple[str, str, str]]:
    home = home_url(current_app.extensions["settings"])
    links = ((name, home + url_for("join.seat_link", key=key)) for name, key in keys.seat_keys.items())
    return [(name, link, qr_svg(link, secret=True)) for name, link in links]
