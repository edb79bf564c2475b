"""A companion for the card table: phones keep the book and referee the game.

`create_app` is the door to the web. Nothing is imported with this package: the
rules and `companion replay` know no web server, and `companion serve` has to
prepare waiting before anything else is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.config import Settings
    from companion.tables.bus import Bus


def create_app(settings: Settings | None = None, bus: Bus | None = None, *, looped: bool = False) -> Flask:
    """The application, with these settings or those of the environment.

    `bus` carries the news of other processes, where not the one that the settings ask for.
    `looped`: the app is called in greenlets of one loop, and waits for PostgreSQL on that.

    Raises BadSetting where a setting is out of range.
    """
    from companion.web import build

    return build(settings, bus, looped=looped)
