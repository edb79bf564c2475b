"""Fluff as people ask about it: the words of every move and the rules behind it."""

from __future__ import annotations

from companion.games.fluff import moves
from companion.games.game import Move, Question
from companion.games.ruling import Text

HOW_MANY = Text("How many dice?")

QUESTIONS: dict[type[Move], Question] = {
    moves.FirstRoll: Question(Text("Who starts?"), {"wilds": Text("How many wilds did each roll?")}, ("first-roll",)),
    moves.Bid: Question(
        Text("Bid"), {"quantity": HOW_MANY, "value": Text("Of which value?")}, ("raise", "bid", "next-opening")
    ),
    moves.Call: Question(Text("Call \u201cFluff!\u201d"), {}, ("call", "settle")),
    moves.Show: Question(Text("Show the dice"), {"dice": Text("What do they show?")}, ("settle", "last-dice")),
    moves.Spill: Question(Text("Spill dice"), {"count": HOW_MANY}, ("spill",)),
    moves.DiceRuling: Question(
        Text("Give or take dice by a ruling"),
        {"seat": Text("To whom?"), "dice": Text("How many dice, with a minus to take them?")},
        ("table-ruling",),
    ),
}
