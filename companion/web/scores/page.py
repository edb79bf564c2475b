"""Scores: each sum as a sum, the rounds, the curve over them, and at the end the podium."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.circle.identity import circle_of_table
from companion.web.identity import find_table
from companion.web.scores.curve import curve_of
from companion.web.table.rendering import context, own_page

blueprint = Blueprint("scores", __name__, url_prefix="/t/<code>")


@blueprint.get("/scores")
def page(code: str) -> str:
    """Totals, sums by round, the curve over the rounds, and at the end the podium."""
    snapshot, caller = find_table(code)
    book, shown = snapshot.book, own_page(snapshot, caller.actor)
    values = {
        "sheet": book.game.sheet(book.state),
        "report": book.report(),
        "curve": curve_of(book),
        "me": shown.me,
        "joined": circle_of_table(snapshot.table_id),
    }
    return render_template("scores/page.html", **context(shown) | values)
