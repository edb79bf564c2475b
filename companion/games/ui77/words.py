"""Moves in words: a sentence for the ledger, and the words on a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.game import Move, Undo
from companion.games.ruling import Counted, Text
from companion.games.ui77 import moves
from companion.games.ui77.deck import Meaning, shown

CARLY = "carly"

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("cards"), Text("tricks"))

PLAIN_LABELS: dict[type[Move], Text] = {
    moves.FaceUp: Text("Turn up these cards"),
    moves.TrickCards: Text("Record trick"),
    moves.PointsRuling: Text("Enter the ruling"),
    Undo: Text("Undo"),
}


def describe(move: Move) -> Text:
    """Who claimed what."""
    match move:
        case moves.FaceUp():
            return Text("Face up: {cards}", cards=tuple(shown(name) for name in move.cards))
        case moves.Swap():
            return Text(
                "{seat} put {give} in the place of {take}", seat=move.seat, give=shown(move.give), take=shown(move.take)
            )
        case moves.Discard(count=0):
            return Text("{seat} threw no card", seat=move.seat)
        case moves.Discard():
            return Counted("{seat} threw {n} card", "{seat} threw {n} cards", seat=move.seat, n=move.count)
        case moves.Cut():
            return Text("{seat} offered or accepted a cut", seat=move.seat)
        case moves.CountLeft():
            return Text("{seat} has {n} of the slough suit left", seat=move.seat, n=move.slough)
        case moves.Limit():
            return Text("The table plays to {points}", points=move.points)
    return _trick_or_ruling(move)


def _trick_or_ruling(move: Move) -> Text:
    match move:
        case moves.TrickClaim():
            return Text("{winner} took a trick", winner=move.winner)
        case moves.TrickCards():
            return Text("Trick by its cards: {cards}", cards=tuple(shown(name) for name in move.cards))
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
        case moves.Swap():
            return Text("Put {give} in the place of {take}", give=shown(move.give), take=shown(move.take))
        case moves.Discard():
            return Text("Throw {n}", n=move.count)
        case moves.Cut():
            return Text("A cut: a point")
        case moves.TrickClaim():
            return Text("{winner} took it", winner=move.winner)
        case moves.TrickCards(only_trump=True):
            return Text("Record trick: the leader holds nothing but trump")
        case moves.CountLeft():
            return Text("{n} of the slough suit", n=move.slough)
        case moves.Limit():
            return Text("Play to {points}", points=move.points)
    return PLAIN_LABELS[type(move)]


def tell(sets: Meaning) -> tuple[Text, ...]:
    """What the three cards set, each thing as a sentence of its own: trump, throwing, winning, what costs nothing."""
    trump = Text(sets.trump)
    when = (
        Text("Trump {trump}, in effect from trick {n}", trump=trump, n=sets.after + 1)
        if sets.after
        else Text("Trump {trump}, in effect at once", trump=trump)
    )
    throw = Text("throw up to {n}", n=sets.throw) if sets.throw else Text("throw none")
    return when, throw, Text("win {n}", n=sets.target), Text("{slough} cost nothing", slough=Text(sets.slough))


def first_deal(names: Sequence[str]) -> Text:
    """How the first dealer is found, and who may choose instead (rule first-dealer)."""
    chooses = next((name for name in names if name.casefold() == CARLY), None)
    if chooses is None:
        return Text(
            "Deal cards face up: the first club names who deals first. A player called Carly may choose instead."
        )
    return Text(
        "{carly} may choose who deals first. Otherwise deal cards face up: the first club names who does.",
        carly=chooses,
    )


def revoke_words(one: Mapping[str, Any]) -> Text:
    """A revoke that cards have proved, as a sentence."""
    return Text(
        "{seat} did not follow in trick {trick} of hand {hand}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs.",
        seat=one["seat"],
        trick=one["trick"],
        hand=one["hand"],
        shown=one["shown_in"],
    )
