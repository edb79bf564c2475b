"""The board: the table for a television or a tablet in the middle of the room. It only shows."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template

from companion.address import join_url
from companion.tables.values import Snapshot
from companion.web.fragments import context
from companion.web.limits import find_table
from companion.web.podium import podium
from companion.web.qr import qr_svg
from companion.web.screen import Perspective, screen_of
from companion.web.seeing import for_everybody
from companion.web.stream import View, event_stream
from companion.web.words import language

blueprint = Blueprint("board", __name__, url_prefix="/t/<code>/board")


@blueprint.get("")
def board(code: str) -> str:
    """The whole page."""
    snapshot = find_table(code)
    link = join_url(current_app.extensions["settings"], None, snapshot.code)
    return render_template("board.html", link=link, qr=qr_svg(link), **_context(snapshot))


@blueprint.get("/part")
def part(code: str) -> str:
    """The part that changes, as it is now."""
    return _fragment(find_table(code))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change."""
    tongue = language()
    return event_stream(find_table(code).code, View(_fragment, lambda _: tongue))


def _fragment(snapshot: Snapshot) -> str:
    values = _context(snapshot)
    return render_template(f"games/{values['folder']}/board.html", **values)


def _context(snapshot: Snapshot) -> dict[str, object]:
    snapshot = for_everybody(snapshot)
    book = snapshot.book
    sheet = book.game.sheet(book.state)
    return {**context(screen_of(snapshot, Perspective())), "podium": podium(book.report()), "sheet": sheet}
