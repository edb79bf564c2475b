"""The table's page: what it shows, how it stays up to date, and the taps that it takes."""

from __future__ import annotations

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from companion.web.identity import find_seated, find_table
from companion.web.table.live import live_page, watch
from companion.web.table.tap import entered

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")


@blueprint.get("")
def page(code: str) -> str:
    """The whole page."""
    return live_page(*find_table(code))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The parts that change, now and after every change."""
    return watch(*find_table(code), aside=False)


@blueprint.post("/moves")
def enter_moves(code: str) -> ResponseReturnValue:
    """Enter the moves of one tap: all of them, or none."""
    return entered(*find_seated(code, tap=True))
