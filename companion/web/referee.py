"""The referee's place at a table: all that settles a dispute, and the rulebook, one tap away."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.identity import who
from companion.web.limits import find_table
from companion.web.screen import perspective_of

blueprint = Blueprint("referee", __name__, url_prefix="/t/<code>/referee")


@blueprint.get("")
def place(code: str) -> str:
    """What can be asked of the referee, what is on hold or proposed, and how the table has ruled before."""
    snapshot = find_table(code)
    me = perspective_of(who(snapshot.code).actor, snapshot)
    titles = {rule.id: rule.title for rule in snapshot.book.game.rules}
    return render_template("referee.html", snapshot=snapshot, me=me, game=snapshot.book.game, titles=titles)
