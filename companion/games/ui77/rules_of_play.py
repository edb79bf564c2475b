"""The rulebook of Ui77, second part: the tricks. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.ruling import Rule, Text
from companion.games.ui77.sheets import SHEET, left_open

TRUMP_BROKEN = Rule(
    "trump-broken",
    Text("Trump is led once it is broken"),
    Text("Trump is led only after a trump was played in this hand, or by who holds nothing else."),
    Text("No heart has been seen yet and hearts are trump: Ann leads another suit."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("Not before trump is broken; nothing about a hand of trump alone."),
        Text(
            "Who holds nothing but trump may lead it and says so. It is refused only where every trick of the hand "
            "so far is known by its cards."
        ),
    ),
)
FOLLOW_SUIT = Rule(
    "follow-suit",
    Text("Follow the suit that is led"),
    Text("Who holds the suit that is led plays it; who does not may play any card."),
    Text("Spades are led and Cat holds the 2\u2660: she plays it."),
    "one-sheet",
    (SHEET,),
)
REVOKE = Rule(
    "revoke",
    Text("Caught not following"),
    Text(
        "A seat that did not follow a suit and plays it later is named, with both tricks, unless it drew a card in "
        "between; what it costs is for the table to rule."
    ),
    Text("Bob plays a club on a diamond in trick 5 and a diamond in trick 7."),
    "silent",
    (),
    left_open(
        Text("Nothing about what a revoke costs."),
        Text("It is shown with both tricks, and the table rules. A card drawn between may explain it, so it does."),
    ),
)
ONE_CARD_EACH = Rule(
    "one-card-each",
    Text("One card a seat"),
    Text("A recorded trick has exactly one card of every seat."),
    Text("With five seats, four cards are not a trick."),
    "arithmetic",
)
CARD_IN_DECK = Rule(
    "card-in-deck",
    Text("A card of the deck"),
    Text("The deck has 52 cards: ace, king, queen, jack and 10 to 2 of clubs, diamonds, hearts and spades."),
    Text("A 1 of hearts is no card; an ace is written A."),
    "arithmetic",
)
CARD_PLAYED_ONCE = Rule(
    "card-played-once",
    Text("Each card once"),
    Text("No card is played twice in a hand, and one that lies face up is in nobody\u2019s hand."),
    Text("The 9\u2660 lies face up as card two, so nobody can play it."),
    "arithmetic",
)
TRICK_WINNER = Rule(
    "trick-winner",
    Text("Who takes the trick"),
    Text(
        "Once trump is in effect the highest trump takes it, else the highest card of the suit led; "
        "the winner leads the next trick. Aces are high."
    ),
    Text(
        "9\u2660, K\u2660, 2\u2665 with hearts trump: the king takes it before trump counts, the 2\u2665 from then on."
    ),
    "one-sheet",
    (SHEET,),
    left_open(Text("Highest rank; nothing about the ace."), Text("The ace is the highest card of its suit.")),
)
DRAW = Rule(
    "draw",
    Text("Four winners draw"),
    Text("Who takes one of the first four tricks of a hand draws a card for it."),
    Text("Dan takes tricks 1 and 3: two of the four cards are his, and he holds two more than he would."),
    "one-sheet",
    (SHEET,),
)
HAND_OVER = Rule(
    "hand-over",
    Text("The first empty hand ends it"),
    Text("The hand ends as soon as any seat has no card left."),
    Text("Ann threw four cards and took no early trick: after trick 5 her hand is empty, and everybody counts."),
    "one-sheet",
    (SHEET,),
)

RULES = (
    TRUMP_BROKEN,
    FOLLOW_SUIT,
    REVOKE,
    ONE_CARD_EACH,
    CARD_IN_DECK,
    CARD_PLAYED_ONCE,
    TRICK_WINNER,
    DRAW,
    HAND_OVER,
)
