"""Moves in words: a sentence for the ledger, with what came of it, and the words on a button."""

from __future__ import annotations

from companion.games.fluff import moves
from companion.games.fluff.judge import judge
from companion.games.fluff.state import State
from companion.games.game import Move, Undo
from companion.games.ruling import Counted, Rejected, Text

# Written out, so that translators' tools find them.
FACE_WORDS = (Text("wild"),)

PLAIN_LABELS: dict[type[Move], Text] = {
    moves.FirstRoll: Text("Record the roll"),
    moves.Show: Text("Show the dice"),
    moves.DiceRuling: Text("Enter the ruling"),
    Undo: Text("Undo"),
}


def describe(move: Move) -> Text:
    """Who claimed what."""
    match move:
        case moves.FirstRoll():
            told = tuple(Text("{seat} {n}", seat=name, n=wilds) for name, wilds in move.wilds.items())
            return Text("Wilds rolled for the start: {told}", told=told)
        case moves.Bid():
            return Text("{seat} bid {n} \u00d7 {value}", seat=move.seat, n=move.quantity, value=move.value)
        case moves.Call():
            return Text("{seat} called \u201cFluff!\u201d", seat=move.seat)
        case moves.Show():
            return Text("{seat} showed {dice}", seat=move.seat, dice=tuple(face(one) for one in move.dice))
        case moves.Spill():
            return Counted("{seat} spilled {n} die", "{seat} spilled {n} dice", seat=move.seat, n=move.count)
        case moves.DiceRuling():
            return Text(
                "The table gave {seat} {dice} dice: {reason}",
                seat=move.seat,
                dice=f"{move.dice:+d}".replace("-", "\u2212"),
                reason=move.reason,
            )
    return Text("The latest entry was taken back")


def face(one: int | str) -> Text:
    """What one die shows."""
    return Text(one) if isinstance(one, str) else Text("{n}", n=one)


def tell(move: Move, before: State) -> Text:
    """The move as a sentence, and a second one where something follows that it does not name."""
    ruling = judge(before, move)
    second = None if isinstance(ruling, Rejected) else _followed(move, before, ruling.state)
    return describe(move) if second is None else Text("{first}. {second}", first=describe(move), second=second)


def _followed(move: Move, before: State, after: State) -> Text | None:
    names = after.setup.seats
    match move:
        case moves.FirstRoll():
            if after.turn is not None:
                return Text("{seat} starts", seat=names[after.turn])
            return Text("A tie: {seats} roll again", seats=tuple(names[seat] for seat in after.tied))
        case moves.Call() if after.call is not None and not after.call.in_turn:
            return Text("It was out of turn")
        case moves.Show() if after.settled is not None and after.settled is not before.settled:
            return _ended(after)
    return None


def _ended(after: State) -> Text:
    ended = after.settled
    assert ended is not None  # noqa: S101 - asked of a round that has ended
    return Counted(
        "{count} \u00d7 {value} lie there: {seat} loses {n} die",
        "{count} \u00d7 {value} lie there: {seat} loses {n} dice",
        count=ended.count,
        value=ended.bid.value,
        seat=after.setup.seats[ended.loser],
        n=ended.lost,
    )


def label(move: Move) -> Text:
    """The words on a button that makes this move; the names that screen readers and tests know."""
    match move:
        case moves.Bid():
            return Text("Bid {n} \u00d7 {value}", n=move.quantity, value=move.value)
        case moves.Call():
            return Text("{seat} calls \u201cFluff!\u201d", seat=move.seat)
        case moves.Spill():
            return Counted("{seat} spilled {n} die", "{seat} spilled {n} dice", seat=move.seat, n=move.count)
    return PLAIN_LABELS[type(move)]
