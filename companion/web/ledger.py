"""The ledger: every entry there ever was, newest first, and the game as a file."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.web.identity import tables, who
from companion.web.limits import find_table
from companion.web.screen import perspective_of

blueprint = Blueprint("ledger", __name__, url_prefix="/t/<code>")


@blueprint.get("/ledger")
def ledger(code: str) -> str:
    """Who entered what, when and on which phone; what was taken back stays to be seen."""
    snapshot = find_table(code)
    book = snapshot.book
    found = [book.game.irregularity(one) for one in book.report().irregularities]
    me = perspective_of(who(snapshot.code).actor, snapshot)
    entries = tables().entries(snapshot.code)[::-1]
    return render_template("ledger.html", snapshot=snapshot, entries=entries, found=found, me=me)


@blueprint.get("/transcript")
def transcript(code: str) -> Response:
    """What stands, as a file to keep and to replay."""
    snapshot = find_table(code)
    response = make_response("\n".join(snapshot.book.lines()) + "\n")
    response.headers["Content-Type"] = "application/jsonl; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{snapshot.header.game}-{snapshot.code}.jsonl"'
    return response
