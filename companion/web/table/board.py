"""The board: the table for a television or a tablet in the middle of the room. It only shows."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup

from companion.address import join_url
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.circle.board_evening import board_evening
from companion.web.circle.identity import Joined, circle_of_table, circles, still_joined
from companion.web.drawing import Drawing
from companion.web.identity import find_table
from companion.web.qr_code import qr_svg
from companion.web.request_language import language, own_language
from companion.web.stream import View, event_stream
from companion.web.table.rendering import context, page_of

blueprint = Blueprint("board", __name__, url_prefix="/t/<code>/board")


@blueprint.get("")
def page(code: str) -> str:
    """The whole page."""
    snapshot, _ = find_table(code)
    joined = circle_of_table(snapshot.table_id)
    link = join_url(current_app.extensions["settings"], None, snapshot.code)
    values = {**_context(snapshot), "own": own_language()}
    part = Markup(_fragment(snapshot, joined).whole())  # noqa: S704 - a template's own
    return render_template("table/board.html", part=part, link=link, qr=qr_svg(link), **values)


@blueprint.get("/part")
def part(code: str) -> str:
    """The part that changes, as it is now."""
    snapshot, _ = find_table(code)
    return _fragment(snapshot, circle_of_table(snapshot.table_id)).whole()


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change."""
    snapshot, _ = find_table(code)
    lang, joined, known = language(), circle_of_table(snapshot.table_id), circles()

    def audience(_: Snapshot) -> Hashable:
        now = still_joined(joined, known)
        return lang, None if now is None else now.circle.id

    return event_stream(snapshot.code, View(partial(_fragment, joined=joined), audience))


def _fragment(snapshot: Snapshot, joined: Joined | None) -> Drawing:
    """The part; a board that is in the table's circle tells of the evening, too."""
    values = {**_context(snapshot), "told": board_evening(snapshot, still_joined(joined, circles()))}
    return Drawing(render_template(f"games/{values['folder']}/board.html", **values))


def _context(snapshot: Snapshot) -> dict[str, object]:
    snapshot = seen_by(snapshot, None)
    book = snapshot.book
    sheet = book.game.sheet(book.state)
    return {
        **context(page_of(snapshot, None, first_game=False)),
        "sheet": sheet,
    }
