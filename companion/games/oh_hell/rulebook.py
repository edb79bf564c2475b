"""The rulebook of Oh Hell, in order. The game is printed in many ways: where they differ, one is chosen here."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.ruling import Reading
from companion.games.text import Text

BOOK = Rulebook()
rule = BOOK.rule

rule(
    "hands-up-and-down",
    Text("One card more, then one less"),
    Text(
        "Hands grow from one card each up to as many as go round with one left to turn up, 10 at most, "
        "and shrink again."
    ),
    Text("Seven play: the largest hand has 7 cards a seat, so there are 13, of 1 to 7 and back to 1."),
    option="most",
)
TURNED_UP_CARD = rule(
    "turned-up-card",
    Text("A card names the trump"),
    Text("After the deal a card of the deck is turned up, and its suit is trump in this hand."),
    Text("The Q\u2665 is turned up: hearts are trump."),
)
BID_IN_TURN = rule(
    "bid-in-turn",
    Text("Bid once, in turn"),
    Text(
        "Starting on the dealer\u2019s left, where the first lead is, too, everybody says once how many tricks "
        "they will take. The deal moves on."
    ),
    Text("Cat deals: Ann bids first, then Bob, then Cat; in the next hand Ann deals."),
)
BID_RANGE = rule(
    "bid-range",
    Text("From none to all"),
    Text("A bid is none, or any number up to all the tricks of the hand."),
    Text("Three cards each: 0, 1, 2 or 3 can be bid."),
)
SCREW_THE_DEALER = rule(
    "screw-the-dealer",
    Text("Screw the dealer"),
    Text("As a house rule the dealer may not bid what makes the bids add up to the tricks: so somebody must miss."),
    Text("Ann and Bob have bid 3 of the 4 tricks: Cat, who deals, may bid 0, 2, 3 or 4, but not 1."),
    option="screw_the_dealer",
)
rule(
    "trick-winner",
    Text("Follow suit; the highest card takes the trick"),
    Text("If you can follow suit, you must. The highest trump takes the trick, else the highest card of the suit led."),
    Text("7\u2663, K\u2663, 2\u2665 with hearts trump: the 2\u2665 takes it, and leads the next."),
)
rule(
    "score",
    Text("Ten and the tricks, or nothing"),
    Text(
        "Take exactly as many tricks as you bid and you score 10, and one more for each of them; miss, "
        "and you score nothing."
    ),
    Text("Ann bid 2 and took 2: 12 points. Bob bid none and took none: 10. Cat bid 1 and took 3: nothing."),
    readings=(
        Reading(Text("other tables"), Text("A trick is a point even if you miss, or each miss costs points.")),
        Reading(Text("this companion"), Text("Of many versions, the one that is quickest to add up."), default=True),
    ),
)
rule(
    "most-points",
    Text("The highest total wins"),
    Text("After the last hand the highest total wins; equal totals share it."),
    Text("Ann and Cat have 74 each, Bob 61: Ann and Cat share it."),
)
rule(
    "table-ruling",
    Text("The table gives points"),
    Text("Until the game is over the table may give a player points or take some away, for a reason."),
    Text("Bob let Ann see his hand: the table takes 5 points from him."),
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.book_keeping(
    malformed=Text("\u201cAnn will take half a trick\u201d is not understood: tricks are whole."),
    not_now=Text("Nobody takes a trick before all have said how many."),
    game_is_over=Text("After the last hand Bob finds a trick that was Cat\u2019s: undo, then enter it as it was."),
    nothing_to_undo=Text("Ann taps Undo before the first card names a trump."),
)
