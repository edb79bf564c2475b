"""The board: the table for a television or a tablet in the middle of the room. It only shows."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup

from companion.address import join_url
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.drawing import Drawing
from companion.web.identity import find_table
from companion.web.stream import View, event_stream
from companion.web.table.rendering import context, page_of
from companion.web.template_helpers import qr_svg
from companion.web.translation import language, own_language

blueprint = Blueprint("board", __name__, url_prefix="/t/<code>/board")


@blueprint.get("")
def page(code: str) -> str:
    """The whole page."""
    snapshot, _ = find_table(code)
    link = join_url(current_app.extensions["settings"], None, snapshot.code)
    values = {**_context(snapshot), "own": own_language()}
    part = Markup(_fragment(snapshot).whole())  # noqa: S704 - a template's own
    return render_template("table/board.html", part=part, link=link, qr=qr_svg(link), **values)


@blueprint.get("/part")
def part(code: str) -> str:
    """The part that changes, as it is now."""
    return _fragment(find_table(code)[0]).whole()


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change."""
    lang = language()
    return event_stream(find_table(code)[0].code, View(_fragment, lambda _: lang))


def _fragment(snapshot: Snapshot) -> Drawing:
    values = _context(snapshot)
    return Drawing(render_template(f"games/{values['folder']}/board.html", **values))


def _context(snapshot: Snapshot) -> dict[str, object]:
    snapshot = seen_by(snapshot, None)
    book = snapshot.book
    sheet = book.game.sheet(book.state)
    return {
        **context(page_of(snapshot, None, first_game=False)),
        "sheet": sheet,
    }
