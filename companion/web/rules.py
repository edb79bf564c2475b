"""The rulebook, with an anchor a rule, and beside a table the referee's place."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion.games import GAMES
from companion.web.identity import who
from companion.web.limits import find_table
from companion.web.screen import perspective_of

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules/<slug>")
def rulebook(slug: str) -> str:
    """A game's rulebook by itself."""
    return render_template("rules.html", game=GAMES.get(slug) or abort(404), snapshot=None, set_rules={})


@blueprint.get("/t/<code>/rules")
def table_rules(code: str) -> str:
    """The rulebook as this table plays it."""
    snapshot = find_table(code)
    set_rules = snapshot.header.plain.get("options", {})
    me = perspective_of(who(snapshot.code).actor, snapshot)
    return render_template("rules.html", game=snapshot.book.game, snapshot=snapshot, set_rules=set_rules, me=me)
