"""Moves in words: a sentence for the ledger, and the words on a button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game import Move, Undo
from companion.games.ruling import Text
from companion.games.sluff_off import moves
from companion.games.sluff_off.state import State

# Written out, so that translators' tools find them.
COLOR_WORDS = (Text("red"), Text("blue"), Text("green"), Text("orange"), Text("purple"), Text("white"), Text("black"))

PLAIN_LABELS: dict[type[Move], Text] = {
    moves.Sluffer: Text("Take the Sluffer"),
    moves.Done: Text("Done"),
    moves.MissTurnIn: Text("Led on without turning in"),
    moves.TrickCards: Text("Record trick"),
    moves.TokenRuling: Text("Enter the ruling"),
    moves.PointsRuling: Text("Enter the ruling"),
    Undo: Text("Undo"),
}


def describe(move: Move) -> Text:
    """Who claimed what."""
    match move:
        case moves.Take():
            return Text("{seat} took {color} from the centre", seat=move.seat, color=Text(move.color))
        case moves.Steal():
            return Text(
                "{seat} took {color} from {holder}",
                seat=move.seat,
                color=Text(move.color),
                holder=move.holder,
            )
        case moves.Sluffer():
            return Text("{seat} took the Sluffer", seat=move.seat)
        case moves.Done():
            return Text("{seat} finished the prediction", seat=move.seat)
        case moves.TurnIn():
            return Text("{seat} turned in {color}", seat=move.seat, color=Text(move.color))
        case moves.MissTurnIn():
            return Text("{seat} led on without turning in", seat=move.seat)
        case _:
            return _trick_or_ruling(move)


def _trick_or_ruling(move: Move) -> Text:
    match move:
        case moves.TrickCards():
            return Text("Trick by its cards: {cards}", cards=tuple(move.cards))
        case moves.TrickClaim(led=led, won_with=won) if led == won:
            return Text("{winner} took a trick in {led}", winner=move.winner, led=Text(led))
        case moves.TrickClaim():
            return Text(
                "{winner} took a trick in {led}, with {won}",
                winner=move.winner,
                led=Text(move.led),
                won=Text(move.won_with),
            )
        case moves.TokenRuling():
            return Text(
                "The table moved {n} {color} from {source} to {target}: {reason}",
                n=move.count,
                color=Text(move.color),
                source=_place(move.source),
                target=_place(move.target),
                reason=move.reason,
            )
        case moves.PointsRuling():
            return Text(
                "The table gave {seat} {points} points: {reason}",
                seat=move.seat,
                points=f"{move.points:+d}",
                reason=move.reason,
            )
    return Text("The latest entry was taken back")


def label(move: Move) -> Text:
    """The words on a button that makes this move; the names that screen readers and tests know."""
    match move:
        case moves.Take() | moves.TurnIn():
            color = Text(move.color)
            return Text("Take {color}", color=color) if move.move == "take" else Text("Turn in {color}", color=color)
        case moves.Steal():
            return Text("Steal {color} from {holder}", color=Text(move.color), holder=move.holder)
        case moves.TrickClaim(led=led, won_with=won):
            if led == won:
                return Text("{winner} took it, {led}", winner=move.winner, led=Text(led))
            return Text("{winner} took it, {led} won with {won}", winner=move.winner, led=Text(led), won=Text(won))
    return PLAIN_LABELS[type(move)]


def revoke_words(one: Mapping[str, Any]) -> Text:
    """A revoke that cards have proved, as a sentence."""
    return Text(
        "{seat} did not follow in trick {trick} of round {round}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs.",
        seat=one["seat"],
        trick=one["trick"],
        round=one["round"],
        shown=one["shown_in"],
    )


def _place(name: str) -> str | Text:
    return Text("the centre") if name == "centre" else name


def moment(state: State) -> Text | None:
    """The round, and the prediction or the trick that the next move belongs to; nothing after the game."""
    if state.over:
        return None
    number = len(state.sums) + 1
    if state.phase == "prediction":
        return Text("Round {round}, prediction", round=number)
    trick = len(state.round.tricks) + (state.phase == "trick")
    return Text("Round {round}, trick {n}", round=number, n=trick)
