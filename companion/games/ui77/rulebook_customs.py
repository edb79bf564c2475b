"""What the sheet of Ui77 says nothing about, and what tables usually do: our own, each with a ruling at hand."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.text import Text

BOOK = Rulebook()
BOOK.section(Text("No sheet says"))
usual = BOOK.usual

usual(
    "misdeal",
    Text("A wrong deal"),
    Text(
        "Before the first lead, most tables simply deal again, the same dealer and without a penalty. Seen later, the "
        "hand goes on: whoever has too many or too few cards counts what is left. For a second wrong deal, a point."
    ),
    Text("Dan finds ten cards in his hand before anybody has thrown one: all cards go back, and Ann deals again."),
    Text("Misdealt again"),
    points=1,
)
usual(
    "exposed-card",
    Text("A card that everybody has seen"),
    Text(
        "Most tables let the player take it up again: the others know it now, and that is penalty enough. Where it "
        "happens on purpose or twice, it costs a point. A draw card that was seen is drawn all the same."
    ),
    Text("Bob drops the Q\u2660 face up: he takes it back into his hand, and plays it when he likes."),
    Text("Exposed a card"),
    points=1,
)
usual(
    "out-of-turn",
    Text("Played out of turn"),
    Text(
        "Most tables take the card back as long as the next player has not followed it; once somebody has, the trick "
        "stands as it lies, and whoever led it has led. The same goes for a discard out of turn."
    ),
    Text("Cat leads although Dan took the last trick: nobody has played yet, so she takes her card back."),
    Text("Played out of turn"),
    points=1,
)
usual(
    "old-tricks",
    Text("Looking at old tricks"),
    Text(
        "Most tables show the last trick to anybody who asks, until the next card is led; older tricks stay face "
        "down. The ledger shows the cards of a trick only if they were entered."
    ),
    Text("Ann has led to trick 6: now nobody turns over trick 5 any more."),
    Text("Looked at an old trick"),
    points=1,
)
usual(
    "taking-back",
    Text("Taking back a card or a discard"),
    Text(
        "Most tables say that a card laid is a card played, unless it was against the rules. How many cards one "
        "throws may be changed until the next player has said a number. In the app, Undo takes the entry back."
    ),
    Text("Bob said he throws two, and Cat has not spoken yet: he may still make it one."),
    Text("Took a card back"),
    points=1,
)
usual(
    "leaving",
    Text("A player who leaves"),
    Text(
        "Most tables let somebody else play on with that total, or end the game after the hand that is "
        "running: the lowest total wins. The host can move the seat to another phone."
    ),
    Text("Dan has to catch his train at 40 points: his sister takes the seat and the 40."),
    Text("Left the game"),
    points=11,
)
usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Nobody helps another player, signals, or looks at the draw deck. The table decides what it costs "
        "to be caught; many add the points of a whole hand, and some stop playing with that person."
    ),
    Text("Cat has looked at the top card of the draw deck before her trick: the table gives her 11 points."),
    Text("Cheated"),
    points=11,
)
