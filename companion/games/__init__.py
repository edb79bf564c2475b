"""The games that the companion knows, by slug. A game is added by one line here and a room of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.games.fluff.game import Fluff
from companion.games.game import AnyGame
from companion.games.oh_hell.game import OhHell
from companion.games.popcorn.game import Popcorn
from companion.games.sluff_off.game import SluffOff
from companion.games.ui77.game import Ui77

PRODUCTS: tuple[AnyGame, ...] = (SluffOff(), Ui77(), Popcorn(), Fluff())
EXTRAS: tuple[AnyGame, ...] = (OhHell(),)
"""Examples: their tables and transcripts can be read anywhere, but a server offers only those that it is told to."""
GAMES: dict[str, AnyGame] = {game.slug: game for game in (*PRODUCTS, *EXTRAS)}


def offered(extra: Collection[str]) -> Mapping[str, AnyGame]:
    """The games that tables can be opened for, by slug: of the extra ones those that are named."""
    return {slug: game for slug, game in GAMES.items() if game not in EXTRAS or slug in extra}
