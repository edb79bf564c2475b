"""The games that the companion knows, by slug. A game is added by one line here and a room of its own."""

from __future__ import annotations

from typing import Any

from companion.games.fluff import Fluff
from companion.games.game import Game
from companion.games.popcorn import Popcorn
from companion.games.sluff_off import SluffOff
from companion.games.ui77 import Ui77

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (SluffOff(), Ui77(), Popcorn(), Fluff())}
