"""Ui77 as people ask about it: the words of every move, the rules behind it, the cards of the deck."""

from __future__ import annotations

from companion.games.game import Face, Move, Question
from companion.games.ruling import Text
from companion.games.ui77 import moves
from companion.games.ui77.deck import deck, rank_of
from companion.games.ui77.state import State

QUESTIONS: dict[type[Move], Question] = {
    moves.FaceUp: Question(
        Text("Turn up three cards"),
        {"cards": Text("Which three, card one first?")},
        ("face-up", "hand-table", "card-in-deck"),
    ),
    moves.Swap: Question(
        Text("Swap a card"),
        {"give": Text("Which card from the hand?"), "take": Text("For which one on the table?")},
        ("swap", "hand-table"),
    ),
    moves.Discard: Question(
        Text("Throw cards"), {"count": Text("How many does it throw?")}, ("discard-limit", "hand-table")
    ),
    moves.Cut: Question(Text("Offer or accept a cut"), {}, ("cut",)),
    moves.TrickClaim: Question(
        Text("Record a trick"), {"winner": Text("Who took it?")}, ("trick-winner", "draw", "hand-over")
    ),
    moves.TrickCards: Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "only_trump": Text("Does the leader hold nothing but trump?"),
            "winner": Text("Who claims it?"),
        },
        ("trick-winner", "trump-broken", "follow-suit", "one-card-each"),
    ),
    moves.CountLeft: Question(
        Text("Count the cards left"),
        {"slough": Text("How many of them are of the slough suit?")},
        ("score", "hand-over"),
    ),
    moves.Limit: Question(
        Text("Set the limit"), {"points": Text("Which score ends the game?")}, ("limit", "end-of-game", "go-nov")
    ),
    moves.PointsRuling: Question(
        Text("Give points by a ruling"),
        {"seat": Text("To whom?"), "points": Text("How many points?")},
        ("table-ruling", "score"),
    ),
}


def cards(state: State) -> tuple[Face, ...]:
    """The deck, a suit after the other; what was played in this hand or lies face up is gone from the hands."""
    gone = state.hand.played | set(state.hand.face)
    return tuple(Face(name, card.suit, rank_of(name), name in gone) for name, card in deck().items())
