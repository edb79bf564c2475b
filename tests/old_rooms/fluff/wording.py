"""What came of a move of Fluff, as a sentence."""

from __future__ import annotations

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text, sentences
from tests.old_rooms.fluff import moves
from tests.old_rooms.fluff.judge import judge
from tests.old_rooms.fluff.moves import FirstRoll, Spill
from tests.old_rooms.fluff.state import Settled, State


def tell(move: Move, before: State) -> Text:
    """Who claimed what; a second sentence where something follows."""
    ruling = judge(before, move)
    followed = None if isinstance(ruling, Rejected) else _followed(move, before, ruling.state)
    return sentences(move.sentence(), followed)


def moment(state: State) -> Text | None:
    """The first roll, or the round; nothing after the game."""
    if state.over:
        return None
    return Text("Round {n}", n=state.round) if state.round else Text("First roll")


def _followed(move: Move, before: State, after: State) -> Text | None:
    names, ended = after.setup.seats, after.settled
    match move:
        case FirstRoll():
            if after.turn is not None:
                return Text("{seat} starts", seat=names[after.turn])
            return Text("A tie: {seats} roll again", seats=after.setup.names(after.tied))
        case moves.Call() if after.call is not None and not after.call.in_turn:
            return Text("It was out of turn")
        case moves.Show() | moves.ShowMatching() | Spill() if ended is not None and ended is not before.settled:
            return _came_to(names, ended)
    return None


def _came_to(names: tuple[str, ...], ended: Settled) -> Text:
    count, value, loser = ended.count, ended.bid.value, names[ended.loser]
    if not ended.lost:
        return Text(
            "{count} \u00d7 {value} in all: {seat} was wrong and is out already", count=count, value=value, seat=loser
        )
    return Counted(
        "{count} \u00d7 {value} in all: {seat} loses {n} die",
        "{count} \u00d7 {value} in all: {seat} loses {n} dice",
        count=count,
        value=value,
        seat=loser,
        n=ended.lost,
    )
