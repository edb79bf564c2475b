"""The pages that people see, put together: one blueprint a place."""

from __future__ import annotations

from flask import Flask

from companion.web import board, home, join, ledger, names, opening, play, rules, scores, seats, table_ruling

BLUEPRINTS = (
    home.blueprint,
    opening.blueprint,
    join.blueprint,
    seats.blueprint,
    play.blueprint,
    scores.blueprint,
    ledger.blueprint,
    rules.blueprint,
    table_ruling.blueprint,
    board.blueprint,
)


def register(app: Flask) -> None:
    """Give the app its pages."""
    names.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
