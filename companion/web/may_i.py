"""May I ...? A question to the referee, put tap by tap. Whoever sees the table may ask; nothing is ever written.

The question lives in the address: every tap is a link, every answer can be sent on.
It is judged by what everybody at the table knows (see `companion.referee.asking`).
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from companion.games.ruling import Text
from companion.games.transcript import Book
from companion.referee.edits import Line
from companion.referee.questions import forms_of
from companion.referee.telling import ASK, read_told
from companion.tables.values import Snapshot
from companion.web.amend import GONE, preview_of
from companion.web.amend_choices import before_line, changes
from companion.web.errors import stop
from companion.web.fragments import fresh, is_htmx
from companion.web.limits import find_table
from companion.web.may_i_page import Page
from companion.web.names import seat_meant
from companion.web.words import words

blueprint = Blueprint("may_i", __name__, url_prefix="/t/<code>/may-i")

AGREED = Text("what we agreed")


@blueprint.get("")
def may_i(code: str) -> Response:
    """The question as far as it is told, and once it is whole the answer; for htmx the parts that change."""
    snapshot = find_table(code)
    return _answer(_context(snapshot, snapshot.book) | {"here": url_for("may_i.may_i", code=snapshot.code)})


@blueprint.get("/at/<entry>")
def at(code: str, entry: str) -> Response:
    """The same as the table was before an entry: what it might have been, told in full, on the way to an amend."""
    snapshot = find_table(code)
    book, line = before_line(snapshot, entry) or stop(404, GONE)
    found = _context(snapshot, book)
    was, here = book.game.describe(line.move, book.state), url_for("may_i.at", code=snapshot.code, entry=entry)
    return _answer(found | {"entry": entry, "was": was, "here": here, "amends": _amends(snapshot, line, found["page"])})


def _amends(snapshot: Snapshot, line: Line, page: Page) -> list[tuple[Text, str]]:
    """The ways on from a move that would have stood there: each leads to what would follow."""
    answer = page.answer
    if answer is None or answer.move is None or answer.rejected:
        return []
    return [(name, preview_of(snapshot.code, edit)) for name, edit in changes(line, answer.move)]


def _answer(context: dict[str, Any]) -> Response:
    # A way back asks through htmx too, and wants the page.
    part = is_htmx() and "HX-History-Restore-Request" not in request.headers
    response = fresh(render_template("_partials/may_i.html" if part else "may_i.html", part=part, **context))
    response.vary.add("HX-Request")
    return response


def _context(snapshot: Snapshot, book: Book) -> dict[str, Any]:
    asked = _Asked(snapshot)
    forms = forms_of(book.game, book.header.seats)
    form = next((form for form in forms if form.id in asked.getlist(ASK)[-1:]), None)
    told = None if form is None else read_told(form, asked)
    suit = (request.args.getlist("_suit") or [""])[-1]
    page = Page(book, forms, told, words(AGREED), suit)
    ruled = [one for rule in page.cited for one in snapshot.affairs.ruled(rule.id)]
    return {"snapshot": snapshot, "game": book.game, "page": page, "precedents": ruled}


class _Asked:
    """The query, with names as the table has them: a form sends a line break in one its own way."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def getlist(self, key: str, /) -> list[str]:
        """All values of a field."""
        return [seat_meant(self._snapshot, text) for text in request.args.getlist(key)]
