"""Home: open a table, join one, go back to one of this phone's."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import GAMES
from companion.tables.troubles import BrokenLedger, NoSuchTable
from companion.tables.values import Snapshot
from companion.web.identity import Viewer, tables_of_device, who
from companion.web.seeing import table_for_phone

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The games to open a table for, a field for a code, and the tables that this phone has keys to."""
    known = [found for code in tables_of_device() if (found := _found(code))]
    return render_template("home.html", games=tuple(GAMES.values()), known=known)


def _found(code: str) -> tuple[Snapshot, Viewer] | None:
    """The table and who this phone is there; None for one that is gone or cannot be read: the others still can."""
    try:
        return table_for_phone(code), who(code)
    except (NoSuchTable, BrokenLedger):
        return None
