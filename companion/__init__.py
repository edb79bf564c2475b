"""A companion for the card table: phones keep the book and referee the game.

`create_app` is the door to the web. Nothing is imported with this package: the
rules and `companion replay` know no web server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.config import Settings
    from companion.live.bus import Bus


def create_app(settings: Settings | None = None, bus: Bus | None = None) -> Flask:
    """The application, with these settings or those of the environment.

    `bus` carries the news of other processes, where not the one that the settings ask for.

    Raises BadSetting where a setting is out of range.
    """
    from companion.web import build

    return build(settings, bus)
