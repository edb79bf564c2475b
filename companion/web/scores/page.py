"""Scores: each sum as a sum, the rounds, the curve over them, and at the end the podium."""

from __future__ import annotations

from flask import Blueprint, Response
from jinja2 import Environment

from companion.tables.snapshot import Snapshot
from companion.web.identity import find_table
from companion.web.scores.curve import curve_of
from companion.web.table.live import render_live, watch
from companion.web.table.parts import Table, beside, drawn_by

blueprint = Blueprint("scores", __name__, url_prefix="/t/<code>")


@blueprint.get("/scores")
def page(code: str) -> str:
    """Totals, sums by round, the curve over the rounds, and at the end the podium."""
    return render_live("scores/page.html", *find_table(code), scores_of)


@blueprint.get("/scores/live")
def live(code: str) -> Response:
    """The scores, after every change."""
    return watch(*find_table(code), "scores", scores_of)


def scores_of(snapshot: Snapshot, env: Environment) -> Table:
    """Return the parts of the scores: how all stand, and the rounds that have been scored."""
    book = snapshot.book
    game, report, sheet = book.game, book.report(), book.game.sheet(book.state)
    common = {"code": snapshot.code, "badges": snapshot.badges, "game": game, "report": report}
    standings = {"places": game.places(book), "sheet": sheet, "state": book.state, "next_code": snapshot.next_code}
    return beside(
        snapshot,
        "scores",
        drawn_by(env, "scores/standings.html", "standings", **common, **standings, in_figures="marked"),
        drawn_by(env, "scores/rounds.html", "rounds", **common, finished=sheet.finished, curve=curve_of(book)),
    )
