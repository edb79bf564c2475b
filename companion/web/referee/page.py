"""The referee's page."""

from __future__ import annotations

from flask import Blueprint

from companion.web.answer_form import anybody, page_of_table

blueprint = Blueprint("referee", __name__, url_prefix="/t/<code>/referee")


@blueprint.get("")
def page(code: str) -> str:
    """What can be asked of the referee, what is on hold or proposed, what cards have proved, and earlier rulings."""
    snapshot, actor = anybody(code)
    found = [snapshot.book.game.irregularity(one) for one in snapshot.book.report().irregularities]
    return page_of_table("referee/page.html", snapshot, actor, found=found)
