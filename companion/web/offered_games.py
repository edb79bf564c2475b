"""The games that this server offers: pages, API and templates ask here."""

from __future__ import annotations

from collections.abc import Mapping

from flask import current_app

from companion.config import Settings
from companion.games import offered
from companion.games.game import AnyGame


def offered_games() -> Mapping[str, AnyGame]:
    """The games that tables can be opened for, by slug, in their order."""
    settings: Settings = current_app.extensions["settings"]
    return offered(settings.extra_games)
