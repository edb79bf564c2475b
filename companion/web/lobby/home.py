"""Home: open a table, join one, go back to one of this phone's."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, current_app, render_template

from companion.games import offered
from companion.games.game import AnyGame
from companion.tables.errors import BrokenLedger, NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web.identity import Caller, by_cookie, table_known_to, tables_of_device

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def page() -> str:
    """The tables that this phone has keys to, a field for a code, and the games to open a table for."""
    return render_template("lobby/home.html", games=tuple(offered_games().values()), known=tables_of_phone())


def tables_of_phone() -> list[tuple[Snapshot, Caller]]:
    """The tables that this phone has keys to, with who it is there, the latest first."""
    return [found for code in tables_of_device() if (found := _found(code))]


def offered_games() -> Mapping[str, AnyGame]:
    """The games that this server offers, by slug, in their order."""
    return offered(current_app.extensions["settings"].extra_games)


def _found(code: str) -> tuple[Snapshot, Caller] | None:
    """The table and who this phone is there; None for one that is gone or cannot be read: the others are listed."""
    try:
        caller = by_cookie(code)
        return table_known_to(code, caller.actor), caller
    except (NoSuchTable, BrokenLedger):
        return None
