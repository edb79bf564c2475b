"""The rulebook of Ui77, complete and in order; its last part is the scoring."""

from __future__ import annotations

from companion.games.common_rules import GAME_IS_OVER, MALFORMED, NOT_NOW, NOTHING_TO_UNDO
from companion.games.ruling import Reading, Rule, Text
from companion.games.ui77 import rules_of_play, rules_of_the_deal
from companion.games.ui77.rules_of_play import (
    CARD_IN_DECK,
    CARD_PLAYED_ONCE,
    ONE_CARD_EACH,
    TRICK_WINNER,
    TRUMP_BROKEN,
)
from companion.games.ui77.rules_of_the_deal import DISCARD_LIMIT, FACE_UP, SWAP
from companion.games.ui77.sheets import OURS, SHEET, left_open

SCORE = Rule(
    "score",
    Text("What a hand costs"),
    Text(
        "The difference between the tricks to win and the tricks taken, a point for each card left that is not of "
        "the slough suit, and the cuts."
    ),
    Text("Win 3: Cat took 5 and holds two clubs and a spade, spades cost nothing: 5 \u2212 3 + 2 = 4."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("Counts these three."),
        Text("The same; and with a ruling of the table a hand still never costs less than nothing."),
    ),
)
LIMIT = Rule(
    "limit",
    Text("The score that ends it"),
    Text("Once everybody has dealt, the table sets the limit: a multiple of 11."),
    Text("Four seats have dealt, the highest total is 31: they settle on 77."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("The players choose; nothing about totals that are higher already."),
        Text("Whoever is above it already ends the game at once; a total that is equal to it stays."),
    ),
)
GO_NOV = Rule(
    "go-nov",
    Text("Go Nov"),
    Text(
        "Who comes to exactly the limit with a hand gets the average of the other totals in its place, "
        "as they stand after that hand."
    ),
    Text("The limit is 77, Ann comes to 77, Bob has 40 and Cat 51: the average is 45.5, and Ann has 46."),
    "one-sheet",
    (SHEET,),
    (
        Reading(SHEET, Text("The average; nothing about halves, or about two at once.")),
        Reading(
            OURS,
            Text("To the nearest point, halves up. Two at once each take the average of the others, one another too."),
            default=True,
        ),
        Reading(Text("house rule"), Text("Always down, or always up.")),
    ),
    option="nov_rounding",
)
END_OF_GAME = Rule(
    "end-of-game",
    Text("Above the limit"),
    Text(
        "The game ends with the hand that takes a total above the limit. The lowest total wins; equal totals share it."
    ),
    Text("The limit is 77: Bob comes to 80, and Dan with 33 has won."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("Says nothing about ties, or about a hand that also sends somebody Nov."),
        Text("Ties share the win. First whoever is at the limit goes Nov, then the game ends all the same."),
    ),
)
TABLE_RULING = Rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "With a reason, and while a hand runs, the table gives a seat points or takes some away; never below nothing."
    ),
    Text("Bob\u2019s revoke is proven: the table gives him 3 points."),
    "ours",
)

RULES: tuple[Rule, ...] = (
    *rules_of_the_deal.RULES,
    *rules_of_play.RULES,
    SCORE,
    LIMIT,
    GO_NOV,
    END_OF_GAME,
    TABLE_RULING,
    MALFORMED,
    NOT_NOW,
    GAME_IS_OVER,
    NOTHING_TO_UNDO,
)

__all__ = [
    "CARD_IN_DECK",
    "CARD_PLAYED_ONCE",
    "DISCARD_LIMIT",
    "FACE_UP",
    "GAME_IS_OVER",
    "LIMIT",
    "NOT_NOW",
    "ONE_CARD_EACH",
    "RULES",
    "SCORE",
    "SWAP",
    "TRICK_WINNER",
    "TRUMP_BROKEN",
]
