"""The referee's place at a table: all that settles a dispute, and the rulebook, one tap away."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.identity import who
from companion.web.limits import find_table
from companion.web.screen import perspective_of

blueprint = Blueprint("referee", __name__, url_prefix="/t/<code>/referee")


@blueprint.get("")
def place(code: str) -> str:
    """What can be asked of the referee, what is on hold or proposed, what cards have proved, and earlier rulings."""
    snapshot = find_table(code)
    me = perspective_of(who(snapshot.code).actor, snapshot)
    game = snapshot.book.game
    titles = {rule.id: rule.title for rule in game.rules}
    found = [game.irregularity(one) for one in snapshot.book.report().irregularities]
    return render_template("referee.html", snapshot=snapshot, me=me, game=game, titles=titles, found=found)
