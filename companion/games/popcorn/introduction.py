"""Popcorn for people who have never played it: the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from companion.games.game import Introduction
from companion.games.text import Text

INTRODUCTION = Introduction(
    (
        (Text("Goal"), Text("Be the first without cards, and survive the last call.")),
        (Text("Set-up"), Text("Sit in a circle with room for a pile in the middle. Big groups take two decks.")),
        (Text("Deal"), Text("The whole deck, as evenly as it goes; the odd cards from the dealer\u2019s left.")),
        (Text("Who begins"), Text("The player on the dealer\u2019s left, with aces, unless somebody else is chosen.")),
        (
            Text("A turn"),
            Text("Put one to four cards face down on the pile and say how many of the due rank they are."),
        ),
        (Text("Ranks"), Text("Aces, twos, threes and so on up to kings, then aces again.")),
        (Text("Bluffing"), Text("What you put down need not be what you say: some of it, or none.")),
        (
            Text("A call"),
            Text(
                "If you doubt it, say \u201cPopcorn!\u201d before the next claim. The cards are turned over: if they "
                "were a bluff the claimer takes the pile, if they were honest the caller does."
            ),
        ),
        (Text("Then"), Text("The next player goes on, with the next rank.")),
        (
            Text("The end"),
            Text(
                "You have won when nobody calls your last cards, or when they prove honest. There are no ties and "
                "no points."
            ),
        ),
    ),
    {
        "claim": Text(
            "Put one to four cards face down and say that they are of the rank due, whether it is true or not."
        ),
        "reveal": Text("Turn over just the cards of that claim; whoever was wrong takes the whole pile."),
        "last-call": Text("Call now if you doubt these last cards, or let them pass, and the game is won."),
        "over": Text("Whoever got rid of all cards has won."),
    },
)
