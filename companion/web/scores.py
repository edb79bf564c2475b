"""Scores: each sum as a sum, the rounds, the curve, and the podium at the end."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.curve import curve
from companion.web.fragments import context
from companion.web.identity import who
from companion.web.limits import find_table
from companion.web.podium import podium
from companion.web.screen import perspective_of, screen_of

blueprint = Blueprint("scores", __name__, url_prefix="/t/<code>")


@blueprint.get("/scores")
def scores(code: str) -> str:
    """The page."""
    snapshot = find_table(code)
    report = snapshot.book.report()
    sheet = snapshot.book.game.sheet(snapshot.book.state)
    me = perspective_of(who(snapshot.code).actor, snapshot)
    drawn = curve(tuple(snapshot.header.seats), tuple(report.rounds), sheet.planned or len(report.rounds))
    values = context(screen_of(snapshot, me)) | {"sheet": sheet, "report": report, "curve": drawn, "me": me}
    standings = snapshot.book.game.standings(snapshot.book.state)
    return render_template("scores.html", **values | {"podium": podium(report), "standings": standings})
