"""What the sheet of Fluff says nothing about, and what tables usually do: our own, each with a ruling at hand."""

from __future__ import annotations

from companion.games.rulebook import OURS, Rulebook
from companion.games.ruling import Reading
from companion.games.text import Text

SHEET = Text("publisher\u2019s sheet")
BOOK = Rulebook()
BOOK.section(Text("No sheet says"))
usual = BOOK.usual

usual(
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
usual(
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
usual(
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
usual(
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
usual(
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
usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Bluffing with a bid is the game. Turning a die, hiding one or looking under another cup is not, "
        "whatever the sheet jokes. Most tables take a die for it."
    ),
    Text("Ann sees Tom turn a die with his thumb: the table takes one from him before the next bid."),
    Text("Cheated"),
    (
        Reading(SHEET, Text("Tells those who keep losing, as a joke, to think of a trick.")),
        Reading(OURS, Text("A joke. Whoever is caught pays as the table decides."), default=True),
    ),
    dice=-1,
)
