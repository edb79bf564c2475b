"""The rematch: a tap opens it, and the other phones follow."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.games.header import BadHeader
from companion.service import rematches
from companion.tables.errors import NoRematch
from companion.tables.policy import NO_SEAT
from companion.web.errors import stop
from companion.web.identity import Caller, by_cookie, find_table, own_key, remember, tables
from companion.web.lobby.open_table import form_of_rematch

blueprint = Blueprint("rematch", __name__, url_prefix="/t/<code>")


@blueprint.post("/rematch")
def open_next(code: str) -> ResponseReturnValue:
    """Open the next table with the same people; where two names read the same, show the form filled with them."""
    snapshot, caller = find_table(code)
    try:
        next_code = rematches.open_next(tables(), caller.actor or stop(403, NO_SEAT))
    except BadHeader as bad:
        return form_of_rematch(snapshot, bad), 422
    return _to_next(snapshot.code, next_code, caller)


@blueprint.post("/follow")
def follow(code: str) -> ResponseReturnValue:
    """Go on to the rematch, with the same seat and rights; a viewer stays a viewer."""
    snapshot, caller = find_table(code)
    return _to_next(snapshot.code, snapshot.next_code, caller)


def _to_next(code: str, next_code: str | None, caller: Caller) -> ResponseReturnValue:
    if next_code is not None and caller.actor is not None and by_cookie(next_code).actor is None:
        with suppress(NoRematch):  # it looks on
            remember(next_code, rematches.follow(tables(), caller.actor, own_key(f"{next_code}/follow")))
    return redirect(url_for("table.page", code=next_code or code), 303)
