"""The table's changing part, written out once for all phones that see the same."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from flask import Response, current_app, make_response, render_template, request, url_for
from markupsafe import Markup

from companion.web.assets import assets
from companion.web.ledger_words import latest_told
from companion.web.podium import podium
from companion.web.screen import Perspective, Screen
from companion.web.words import language, words

KEPT = 512
Key = tuple[str, tuple[int, int], Perspective, str]


def context(screen: Screen) -> dict[str, Any]:
    """What the templates of a table's page are given."""
    book = screen.snapshot.book
    return {
        "s": screen,
        "desk": screen.desk,
        "snapshot": screen.snapshot,
        "game": book.game,
        "folder": book.game.folder,
        "style": own_style(book.game.folder),
        "said": words(latest_told(screen.snapshot)),
        "podium": podium(book.report()) if screen.desk.over else (),
        "standings": book.game.standings(book.state),
    }


def own_style(folder: str) -> str | None:
    """The stylesheet that a game's screens have of their own, where it has one."""
    name = f"css/{folder}.css"
    return name if name in assets().names else None


def fragment(screen: Screen) -> str:
    """The part as HTML. Without a draft it is kept, so that five phones cost little more than one."""
    if screen.desk.half_told:
        return _written(screen)
    kept: OrderedDict[Key, str] = current_app.extensions.setdefault("fragments", OrderedDict())
    key = (screen.snapshot.code, screen.snapshot.stamp, screen.me, language())
    found = kept.get(key)
    if found is None:
        found = kept[key] = _written(screen)
        while len(kept) > KEPT:
            kept.popitem(last=False)
    return found


def page(screen: Screen, notice: str | None = None) -> str:
    """The whole page, with a notice (markup) where there is something to say."""
    return render_template("table.html", refusal=notice, part=Markup(fragment(screen)), **context(screen))  # noqa: S704


def fresh(body: str) -> Response:
    """An answer that is never kept: the table moves on."""
    response = make_response(body)
    response.headers["Cache-Control"] = "no-store"
    return response


def address(screen: Screen) -> str:
    """The address that shows this screen again, what is half told with it."""
    code, query = screen.snapshot.code, screen.desk.query
    return f"{url_for('play.act', code=code)}?{query}" if query else url_for("play.table", code=code)


def addressed(screen: Screen, body: str) -> Response:
    """A fresh answer that leaves the screen's address in the browser, for a reload or the way back."""
    response = fresh(body)
    response.headers["HX-Replace-Url"] = address(screen)
    return response


def is_htmx() -> bool:
    """Whether a part is asked for, and not a page."""
    return request.headers.get("HX-Request") == "true"


def _written(screen: Screen) -> str:
    values = context(screen)
    return render_template(f"games/{values['folder']}/table.html", **values)
