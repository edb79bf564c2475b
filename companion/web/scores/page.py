"""Scores: each sum as a sum, the rounds, the curve over them, and at the end the podium."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.tables.visibility import seen_by
from companion.web.circle.identity import circle_of_table
from companion.web.identity import find_table
from companion.web.scores.curve import curve_of

blueprint = Blueprint("scores", __name__, url_prefix="/t/<code>")


@blueprint.get("/scores")
def page(code: str) -> str:
    """Totals, sums by round, the curve over the rounds, and at the end the podium."""
    snapshot, caller = find_table(code)
    snapshot = seen_by(snapshot, caller.actor)
    book = snapshot.book
    joined = circle_of_table(snapshot.table_id)
    return render_template(
        "scores/page.html",
        snapshot=snapshot,
        game=book.game,
        places=book.game.places(book),
        sheet=book.game.sheet(book.state),
        report=book.report(),
        curve=curve_of(book),
        me=caller,
        joined=joined,
        in_figures=joined is not None,
    )
