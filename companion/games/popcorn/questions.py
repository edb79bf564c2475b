"""Popcorn as people ask about it: the words of every move, and the rules behind it."""

from __future__ import annotations

from companion.games.game import Move, Question
from companion.games.popcorn import moves
from companion.games.ruling import Text

QUESTIONS: dict[type[Move], Question] = {
    moves.Claim: Question(
        Text("Claim"),
        {
            "rank": Text("Which rank?"),
            "count": Text("How many are said?"),
            "cards": Text("How many are really put down?"),
        },
        ("claim", "rank-due", "next-seat"),
    ),
    moves.Call: Question(Text("Call \u201cPopcorn!\u201d"), {}, ("call",)),
    moves.Honest: Question(Text("Turn the cards over"), {"honest": Text("Was it honest?")}, ("reveal", "last-cards")),
    moves.Seen: Question(
        Text("Who takes the pile with these cards?"),
        {"cards": Text("Which ranks lie there?")},
        ("reveal", "last-cards"),
    ),
    moves.Pass: Question(Text("Let the last cards pass"), {}, ("last-cards",)),
    moves.CardRuling: Question(
        Text("Move cards by a ruling"), {"from": Text("From where?"), "to": Text("To where?")}, ("table-ruling",)
    ),
}
