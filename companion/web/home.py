"""Home: open a table, join one, go back to one of this phone's."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import GAMES
from companion.tables.troubles import NoSuchTable
from companion.tables.values import Snapshot
from companion.web.identity import tables, tables_of_device, who

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> str:
    """The games to open a table for, a field for a code, and the tables that this phone has keys to."""
    known = [(snapshot, who(snapshot.code)) for code in tables_of_device() if (snapshot := _found(code))]
    return render_template("home.html", games=tuple(GAMES.values()), known=known)


def _found(code: str) -> Snapshot | None:
    try:
        return tables().find(code)
    except NoSuchTable:
        return None
