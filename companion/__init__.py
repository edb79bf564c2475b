"""A companion for the card table: phones keep the book and referee the game.

`create_app` is the door to the web. Nothing is imported with this package: the
rules and `companion replay` know no web server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.config import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The application, with these settings or those of the environment.

    Raises BadSetting if a setting is out of range.
    """
    from companion.web import build

    return build(settings)
