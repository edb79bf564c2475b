"""The pages that people see, put together: one blueprint a place."""

from __future__ import annotations

from flask import Flask

from companion.web import looking, names
from companion.web.amend import blueprint as amend
from companion.web.board import blueprint as board
from companion.web.dispute import blueprint as dispute
from companion.web.home import blueprint as home
from companion.web.join import blueprint as join
from companion.web.ledger import blueprint as ledger
from companion.web.may_i import blueprint as may_i
from companion.web.opening import blueprint as opening
from companion.web.play import blueprint as play
from companion.web.referee import blueprint as referee
from companion.web.rules import blueprint as rules
from companion.web.scores import blueprint as scores
from companion.web.seats import blueprint as seats
from companion.web.table_ruling import blueprint as table_ruling
from companion.web.tokens import blueprint as tokens

PLACES = (home, opening, join, seats, play, scores, ledger, rules, board)
REFEREE = (referee, may_i, amend, tokens, dispute, table_ruling)


def register(app: Flask) -> None:
    """Give the app its pages."""
    names.init_app(app)
    looking.init_app(app)
    for blueprint in (*PLACES, *REFEREE):
        app.register_blueprint(blueprint)
