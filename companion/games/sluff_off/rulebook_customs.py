"""What no sheet of Sluff Off! speaks of, and what tables usually do: our own, each with a ruling at hand."""

from __future__ import annotations

from functools import partial

from companion.games.rulebook import Rulebook
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text

BOOK = Rulebook()
BOOK.section(Text("No sheet says"))
usual = partial(BOOK.usual, kind="points")

usual(
    "misdeal",
    Text("A wrong deal"),
    Text(
        "As long as nobody has led, most tables deal again: the same dealer, no penalty, and all predictions go back. "
        "Seen later, the round does not count and is dealt anew. For a second wrong deal, a point."
    ),
    Text(
        "Mary counts sixteen cards before Chris leads: the {tokens} go back to the centre, and Cory deals again.",
        **WORDS,
    ),
    Text("Misdealt again"),
    points=1,
)
usual(
    "exposed-card",
    Text("A card that everybody has seen"),
    Text(
        "Most tables let the player take it up again: the others know it now, and that is penalty enough. Where it "
        "happens on purpose or twice, it costs a point."
    ),
    Text("Katie drops a red 12, and all have seen it: she takes it back into her hand, and plays it when she likes."),
    Text("Exposed a card"),
    points=1,
)
usual(
    "out-of-turn",
    Text("Played or predicted out of turn"),
    Text(
        "Most tables take the card back as long as the next player has not followed it; once somebody has, the trick "
        "stands as it lies, and whoever led it has led. {Tokens} taken too early go back to the centre.",
        **WORDS,
    ),
    Text("Cory leads although Mary took the last trick: nobody has played yet, so he takes his card back."),
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
    Text("Mary has led to trick 6: now nobody turns over trick 5 any more."),
    Text("Looked at an old trick"),
    points=1,
)
usual(
    "taking-back",
    Text("Taking back a card or a prediction"),
    Text(
        "Most tables say that a card laid is a card played, unless it was against the rules. {Tokens} may be exchanged "
        "until the next player has begun to predict. In the app, Undo takes the entry back.",
        **WORDS,
    ),
    Text("Chris has said \u201cdone\u201d, and Mary has not touched a {token}: he may still put one back.", **WORDS),
    Text("Took a card back"),
    points=1,
)
usual(
    "leaving",
    Text("A player who leaves"),
    Text(
        "Most tables let somebody else play on with that score, or end the game after the round that is running: the "
        "fewest points win. The host can move the seat to another phone."
    ),
    Text("Cory has to go after round 2: his sister takes his seat and his 9 points."),
    Text("Left the game"),
    points=5,
)
usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Nobody helps another player, signals, or hides a {token}. The table decides what it costs to be "
        "caught; many give as many points as a bad round brings, and some stop playing with that person.",
        **WORDS,
    ),
    Text(
        "Chris hides a white {token} under his cards: the table gives him 10 points, and the {token} lies open.",
        **WORDS,
    ),
    Text("Cheated"),
    points=10,
)
