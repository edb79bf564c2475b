"""What came of a move of Popcorn, as a sentence."""

from __future__ import annotations

from companion.games.move import Move
from companion.games.text import Text
from tests.old_rooms.popcorn.moves import Honest, Pass, Seen
from tests.old_rooms.popcorn.state import State


def tell(move: Move, before: State) -> Text:
    """Who claimed what; also who takes the pile, or has won."""
    laid, seats = before.laid, before.setup.seats
    if laid is None:
        return move.sentence()
    if isinstance(move, Pass):
        return Text("Nobody calls: {seat} has won", seat=seats[laid.seat])
    if not isinstance(move, Honest | Seen) or before.caller is None:
        return move.sentence()
    shown = tuple(move.cards) if isinstance(move, Seen) else ()
    if laid.was_honest(move):
        return Text("{seat} was honest, and {taker} takes the pile", seat=seats[laid.seat], taker=seats[before.caller])
    if shown:
        return Text("{seat} bluffed ({cards}) and takes the pile", seat=seats[laid.seat], cards=shown)
    return Text("{seat} bluffed and takes the pile", seat=seats[laid.seat])
