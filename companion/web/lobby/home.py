"""Home: open a table, join one, go back to one of this phone's."""

from __future__ import annotations

import re

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.tables.errors import BrokenLedger, NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web.circle.identity import circles_of_device
from companion.web.identity import TABLE_KEYS, Caller, by_cookie, table_known_to
from companion.web.offered_games import offered_games
from companion.web.request_language import CHOSEN, choose

blueprint = Blueprint("home", __name__)
FEW = 3
"""Circles and tables that are seen at once, of each; of the tables one, where there is a circle to open the next at."""


@blueprint.get("/")
def page() -> str:
    """The circles and tables that this phone has keys to, a field for a code, and the games to open a table for."""
    circles, known = circles_of_device(), tables_of_phone()
    few = 1 if circles else FEW
    return render_template(
        "lobby/home.html", games=tuple(offered_games().values()), circles=circles[:FEW], more_circles=circles[FEW:],
        known=known[:few], earlier=known[few:],
    )  # fmt: skip


@blueprint.post("/language")
def choose_language() -> ResponseReturnValue:
    """Choose this phone's language. Form: `language`, its code; `next`, the page that it was chosen on."""
    choose(request.form.get(CHOSEN, ""))
    back = request.form.get("next", "")
    ours = re.fullmatch(r"/(?!/)[\w\-./~%]*", back, re.ASCII)  # it leads nowhere but to a page of this app
    return redirect(_shown_at(back) if ours else url_for("home.page"), 303)


def _shown_at(path: str) -> str:
    """The page at this path; where only forms are sent there, the one that they are on."""
    pages = current_app.create_url_adapter(request)
    assert pages is not None  # noqa: S101 - there is a request
    try:
        pages.match(path, method="GET")
    except MethodNotAllowed:
        return _shown_at(path.rpartition("/")[0] or "/")
    except HTTPException:
        return path  # which says that there is no such page
    return path


def tables_of_phone() -> list[tuple[Snapshot, Caller]]:
    """The tables that this phone has keys to, with who it is there, the latest first."""
    return [found for code, _ in TABLE_KEYS if (found := _found(code))]


def _found(code: str) -> tuple[Snapshot, Caller] | None:
    """The table and who this phone is there; None for one that is gone or cannot be read: the others are listed."""
    try:
        caller = by_cookie(code)
        snapshot = table_known_to(code, caller.actor)
        return snapshot, caller.at(snapshot)
    except (NoSuchTable, BrokenLedger):
        return None
