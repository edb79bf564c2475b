"""The games that the companion knows, by slug. A game is added by one line here and a room of its own."""

from __future__ import annotations

from typing import Any

from companion.games.fluff import Fluff
from companion.games.game import Game
from companion.games.sluff_off import SluffOff

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (SluffOff(), Fluff())}
