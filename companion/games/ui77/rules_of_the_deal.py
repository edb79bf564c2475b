"""The rulebook of Ui77, first part: what comes before play. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.ruling import Rule, Text
from companion.games.ui77.sheets import SHEET, left_open

FIRST_DEALER = Rule(
    "first-dealer",
    Text("Who deals first"),
    Text(
        "Cards go round face up, and whoever gets the first club deals first. "
        "A player called Carly may choose instead who it is to be."
    ),
    Text("Bob is dealt the 4\u2663 before anybody else sees a club: Bob deals the first hand."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("Carly may take the first deal. What if two players are called Carly is left open."),
        Text("The table says who deals first when it is opened; any Carly may be asked before."),
    ),
)
FACE_UP = Rule(
    "face-up",
    Text("Nine cards each, three face up"),
    Text(
        "Each seat gets nine cards; three lie face up, four more are the draw deck. "
        "Card one, next to the draw deck, sets trump; card two the slough suit, how many cards may be thrown and "
        "when trump takes effect; card three how many tricks to win."
    ),
    Text("4\u2665, 6\u2660, 7\u2666: trump hearts from trick 3, throw up to 2, win 4, spades left cost nothing."),
    "one-sheet",
    (SHEET,),
)
HAND_TABLE = Rule(
    "hand-table",
    Text("What a rank sets"),
    Text(
        "Throw, win, trump counts: ace 1, 1, after trick 3; king 0, 7, after 4; queen and jack 4, 6, at once; "
        "10: 4, 5, at once; 9: 3, 5, after 1; 8 and 7: 3, 4, after 1; 6 and 5: 2, 3, after 2; "
        "4: 2, 2, after 2; 3: 1, 2, after 3; 2: 1, 1, after 3. Before it counts, trump may be played but beats nothing."
    ),
    Text("Card two is a 9: each seat may throw 3 cards, and trump counts from trick 2."),
    "one-sheet",
    (SHEET,),
)
SWAP = Rule(
    "swap",
    Text("Three of one suit: a swap"),
    Text(
        "Where all three face-up cards are of one suit, each seat in turn from the dealer\u2019s left, before anybody "
        "discards, may put a card of that suit from its hand in the place of one of them."
    ),
    Text("5\u2665, K\u2665, 2\u2665: Bob puts his A\u2665 in the place of the K\u2665, and now 1 card may be thrown."),
    "one-sheet",
    (SHEET,),
    left_open(
        Text("Each seat has its chance in turn."),
        Text("One card a seat; a swap passes over the seats before it, and the first discard over all the others."),
    ),
)
DISCARD_LIMIT = Rule(
    "discard-limit",
    Text("Throw in turn, up to the limit"),
    Text(
        "From the dealer\u2019s left round, each seat once says how many cards it throws: "
        "none, or up to as many as card two allows."
    ),
    Text("Card two is a 3, so one card may go; Ann says \u201cnone\u201d, then it is Bob\u2019s turn."),
    "one-sheet",
    (SHEET,),
)
CUT = Rule(
    "cut",
    Text("A cut costs a point"),
    Text("Whoever offers a cut or accepts one gets a point, added when the hand is scored."),
    Text("Ann offers Bob the cards to cut and he does: a point for each of them."),
    "one-sheet",
    (SHEET,),
)

RULES = (FIRST_DEALER, FACE_UP, HAND_TABLE, SWAP, DISCARD_LIMIT, CUT)
