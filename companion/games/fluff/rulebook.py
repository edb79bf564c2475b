"""The rulebook of Fluff, complete and in order. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.fluff.house_rules import FEWEST, SEATS_A_SET
from companion.games.rulebook import Rulebook
from companion.games.text import Text

BOOK = Rulebook("one-sheet", (Text("publisher\u2019s sheet"),))

BOOK.section(Text("Before the first bid"))
FIRST_ROLL = BOOK.rule(
    "first-roll",
    Text("Most wilds begin"),
    Text(
        "All roll their five dice for the start, and the most wilds open; those who tie roll again. One "
        "set has dice for four people."
    ),
    Text("Ann and Tom both roll two wilds: these two roll once more, the others wait."),
    readings=BOOK.left_open(
        Text("With a tie the roll is repeated; it does not say who takes part."),
        Text("Only the tied seats roll again."),
    ),
    option="sets",
)
HIDDEN_DICE = BOOK.rule(
    "hidden-dice",
    Text("Your dice are your secret"),
    Text(
        "All shake their dice and turn the cup over on the table. You may look under your own cup as often as you "
        "like, and keep your dice from other eyes until somebody calls."
    ),
    Text("Mia lifts her cup towards herself, sees two wilds, and says nothing."),
    see=("exposed-dice",),
)
BOOK.section(Text("Bids"))
BID = BOOK.rule(
    "bid",
    Text("A bid is about all dice"),
    Text(
        "On your turn, say how many dice on the whole table show a 2, 3, 4, 5 or 6. Wilds count for "
        "whatever was bid, so nobody bids on them."
    ),
    Text("\u201cSix fours\u201d: two fours before Ann, one before Tom and three wilds elsewhere make it true."),
    readings=BOOK.left_open(
        Text("Animal faces are wild and are not bid on; it does not say which numbers there are."),
        Text("The animal takes the place of the 1, so a bid is on 2 to 6."),
    ),
    see=("raise",),
)
RAISE = BOOK.rule(
    "raise",
    Text("Each bid is higher"),
    Text("A bid names more dice, of any value, or as many dice of a higher value. It never names fewer."),
    Text("After 5 \u00d7 4: 5 \u00d7 6 will do, and 6 \u00d7 2 will; 5 \u00d7 3 will not."),
    readings=BOOK.left_open(
        Text("Nothing about a bid on more dice than there are."),
        Text("It is a bluff like any other, and can be called."),
    ),
)
BOOK.section(Text("Calls"))
CALL = BOOK.rule(
    "call",
    Text("Who may call \u201cFluff!\u201d"),
    Text(
        "The next player after the bidder may call in turn; anybody else with dice may call out of turn. "
        "Nobody calls their own bid. Of several calls the first to reach the app counts."
    ),
    Text("Ann bids and Tom sits to her left: Tom calls in turn, Mia calls out of turn, Ann not at all."),
    readings=BOOK.left_open(
        Text("Nothing about two who call at once."),
        Text("The first call that reaches the app, before the next bid."),
    ),
    see=("settle",),
)
SETTLE = BOOK.rule(
    "settle",
    Text("What a call costs"),
    Text(
        "All show their dice, or say how many of them count. With as many as were bid, or more, the caller loses a "
        "die, out of turn two; with fewer the bidder loses one. Nobody loses more dice than they have: a wrong call "
        "out of turn with one die left costs that one."
    ),
    Text("Seven fives were bid and six lie there: the bid was too high, and the bidder puts a die aside."),
    readings=BOOK.left_open(
        Text("Two dice for a wrong call out of turn; nothing about a player who has only one."),
        Text("That one, and the player is out."),
    ),
    see=("call", "next-opening"),
)
NEXT_OPENING = BOOK.rule(
    "next-opening",
    Text("Who opens the next round"),
    Text(
        "A lost die is put aside where all can see it, and everybody rolls again. Whoever has just lost "
        "dice makes the next opening bid; if that player is out, the next one to the left does."
    ),
    Text("Tom loses his last die. Mia, to his left, opens in his place."),
    readings=BOOK.left_open(
        Text("The loser opens; it does not say who does if that player is out."),
        Text("The next player to the left who has dice opens."),
    ),
)
BOOK.section(Text("Losing dice, and the end"))
SPILL = BOOK.rule(
    "spill",
    Text("Sloppy style"),
    Text(
        "At a table that plays sloppy style, dice that fall out of a cup before they are shown are gone "
        "for good. The bid stands as it is. If you spill your last die you are out: nothing to bid, to "
        "call or to show."
    ),
    Text("Two of Mia\u2019s dice roll under the sofa just as Tom calls: she shows the three that she still has."),
    readings=BOOK.left_open(
        Text("Dice that fall out are lost; it does not say until when, or what becomes of a bid."),
        Text("At any time before they are shown; a bid or a call that was made stands."),
    ),
    option="sloppy",
)
BOOK.rule(
    "last-dice",
    Text("The last one with dice wins"),
    Text(
        "A player without dice is out, and no longer bids, calls or shows. The last one with dice wins at "
        "once, even if a call has not been settled yet."
    ),
    Text("Ann has one die, Tom loses his last: Ann has won."),
)
BOOK.section(Text("No sheet says"))
BOOK.usual(
    "cocked-die",
    Text("A die that does not lie flat, or a wrong number of dice"),
    Text(
        "Most tables let that player roll all dice again, as long as nobody has bid. Once there is a bid, "
        "the die counts as its upper side says. Whoever rolled a die too few or too many rolls again as "
        "well."
    ),
    Text("One of Mia\u2019s dice leans on another: she covers her cup and shakes once more before Ann bids."),
    Text("Rolled too many dice"),
    dice=-1,
)
BOOK.usual(
    "exposed-dice",
    Text("Dice that others have seen"),
    Text(
        "Whoever lifts the cup too early or knocks it over plays on with what everybody has seen; with no "
        "bid made yet, most tables let that player roll again. A die that was turned by accident is "
        "turned back."
    ),
    Text("Tom\u2019s cup tips over after the second bid: his three fours lie open, and the bidding goes on."),
    Text("Showed dice on purpose"),
    dice=-1,
)
BOOK.usual(
    "out-of-turn",
    Text("A bid out of turn"),
    Text(
        "Most tables treat it as not said, and the player whose turn it is bids freely. Only a call may come out of "
        "turn, and then it is a call."
    ),
    Text(
        "Mia says \u201csix fives\u201d, but it is Tom\u2019s turn: her bid does not count, and Tom says what he likes."
    ),
    Text("Bid out of turn again and again"),
    dice=-1,
)
BOOK.usual(
    "taking-back",
    Text("Taking back a bid or a call"),
    Text(
        "Most tables let a slip of the tongue be put right in the same breath. Once the next player has bid or "
        "called, a bid stands; \u201cFluff!\u201d once said is a call. In the app, Undo takes the entry back."
    ),
    Text("Ann says \u201cfour sixes\u201d, means \u201cfive sixes\u201d and says so at once: five sixes it is."),
    Text("Took a bid back"),
    dice=-1,
)
BOOK.usual(
    "leaving",
    Text("A player who leaves"),
    Text(
        "Most tables let somebody else play on with the dice, or take them out before the next roll: the seat is out. "
        "The host can move the seat to another phone."
    ),
    Text("Tom has to go with two dice left: the host takes both away, and Mia and Ann play on."),
    Text("Left the game"),
    dice=-5,
)
BOOK.usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Bluffing with a bid is the game. Turning a die, hiding one or looking under another cup is not, "
        "whatever the sheet jokes. Most tables take a die for it."
    ),
    Text("Ann sees Tom turn a die with his thumb: the table takes one from him before the next bid."),
    Text("Cheated"),
    BOOK.left_open(
        Text("Tells those who keep losing, as a joke, to think of a trick."),
        Text("A joke. Whoever is caught pays as the table decides."),
    ),
    dice=-1,
)
SEAT_RULES = BOOK.seat_rules(
    (FEWEST, SEATS_A_SET),
    late_joiner=(
        Text(
            "Before a round\u2019s first bid, and in the first roll, somebody new may sit down. They get as many dice "
            "as whoever has the fewest and is not out, unless the table says otherwise; who comes back gets the same."
        ),
        Text("Ann has four dice, Tom two and Mia is out: Eve sits down and gets two."),
    ),
    leaver=(
        Text(
            "Somebody who goes can be played on by whoever takes over the seat; or, before a round\u2019s first bid, "
            "the seat is taken out with its dice. If it was to open, the next player to the left with dice does."
        ),
        Text("Tom has to go with two dice and was to open: Mia on his left opens, and Ann and she play on."),
    ),
    moved_seats=(
        Text("Before a round\u2019s first bid players may change places with their dice. Who was to open still does."),
        Text("Ann would like to sit beside Mia: they say so before the next bid, and the turns follow."),
    ),
)
BOOK.section(Text("Keeping the book"))
TABLE_RULING = BOOK.rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "Before a round\u2019s first bid the table may give a player dice or take some away, for a reason; a "
        "player has none to five."
    ),
    Text("Tom put two dice aside and owed one: the table gives him one back."),
    "ours",
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.book_keeping(
    malformed=Text("\u201cTom bids six\u201d is not understood: a bid names how many dice, and of which value."),
    not_now=Text("Once Mia has called and the cups are up, nobody raises the bid."),
    game_is_over=Text("Ann has won, and Tom sees that his four was a wild: undo, then enter his dice as they lie."),
    nothing_to_undo=Text("Mia taps Undo before the first roll has been told."),
)
