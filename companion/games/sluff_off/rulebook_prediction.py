"""The rulebook of Sluff Off! up to the first lead: what is in the box, the deal, the prediction. Words our own."""

from __future__ import annotations

from companion.games.rulebook import OURS, Rulebook
from companion.games.ruling import Reading
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text

PUBLISHER = Text("publisher\u2019s sheet")
MANUAL = Text("reference manual")
BOTH = (PUBLISHER, MANUAL)
BOTH_SHEETS = Text("both sheets")

BOOK = Rulebook("agreed", BOTH)
rule = BOOK.rule

BOOK.section(Text("Set-up"))
rule(
    "box",
    Text("What is in the box"),
    Text(
        "27 {tokens}: 5 {trump}, 3 each of {side}, green, {warm} and purple, 4 white, 6 black; and one {role}. A "
        "table whose box differs says so when it is opened.",
        **WORDS,
    ),
    Text("With a box that holds only three {trump} {tokens} the table sets {trump} to 3.", **WORDS),
    "conflict",
    BOTH,
    (
        Reading(
            MANUAL,
            Text("Lists yellow tokens and no green ones. There are five suits, so its yellow must be green."),
        ),
        Reading(
            PUBLISHER,
            Text("Calls one token yellow and orange in turn, and in its example the blue ones run out after three."),
        ),
        Reading(OURS, Text("Five suits with a {token} each; 27 in all.", **WORDS), default=True),
    ),
    option="supply",
)
rule(
    "edition",
    Text("One game, three boxes"),
    Text(
        "Wizard Extreme and Die sieben Siegel are the same game: red beats the other colours there, yellow lies in "
        "the place of orange, and three people play six rounds."
    ),
    Text("With Wizard Extreme on the table a red 1 beats a blue 14."),
    "silent",
    (),
    (
        Reading(
            BOTH_SHEETS, Text("They know of one box only; the others are known from their publishers\u2019 lists.")
        ),
        Reading(
            Text("the other boxes"),
            Text(
                "One calls the Sluffer the black magician; in the other it is the saboteur, and the tokens are seals. "
                "Whether the role costs 5 points with three is left to the table."
            ),
        ),
        Reading(OURS, Text("Whoever opens a table says which box it is."), default=True),
    ),
    option="edition",
)
DEAL = rule(
    "deal",
    Text("15 cards each, 15 tricks"),
    Text(
        "Three players use the cards 1 to 9 of each colour, four 1 to 12, five all of them: always 15 cards for "
        "everybody, and so 15 tricks in a round. Cards that are not needed stay in the box."
    ),
    Text("Four play: the cards 13 to 15 of all five colours go back into the box."),
    see=("card-in-deck", "rounds"),
)
BOOK.section(Text("The prediction"))
PREDICTION_ORDER = rule(
    "prediction-order",
    Text("One prediction after the other"),
    Text("Players predict one at a time, clockwise, starting on the dealer\u2019s left."),
    Text("Cory deals: Chris predicts first, then Mary, Katie and Cory."),
)
TAKE_FROM_CENTRE = rule(
    "take-from-centre",
    Text("{Tokens} come from the centre", **WORDS),
    Text(
        "In your prediction take as many coloured {tokens} as you like, or none, as long as the centre "
        "still has that colour.",
        **WORDS,
    ),
    Text("Two {trump} and a {side} are enough for Chris, so he stops there.", **WORDS),
    readings=(
        Reading(BOTH_SHEETS, Text("Any number; they do not say whether none is one.")),
        Reading(OURS, Text("None is a number, too: you may predict no trick at all."), default=True),
    ),
)
STEAL_ONLY_WHEN_CENTRE_EMPTY = rule(
    "steal-only-when-centre-empty",
    Text("The centre first"),
    Text("You may take a {token} from another player only when the centre has none of that colour.", **WORDS),
    Text("Two {trump} {tokens} lie in the centre: Cory takes one of them, and Mary keeps hers.", **WORDS),
)
STEAL_NEEDS_HOLDER = rule(
    "steal-needs-holder",
    Text("From somebody who has it"),
    Text("You may steal from any player who holds that colour."),
    Text("Katie holds no {warm}, so Cory cannot ask her for one.", **WORDS),
)
rule(
    "steal-pays-white",
    Text("White for a stolen {token}", **WORDS),
    Text("If your {token} is stolen, you get a white one from the centre at once.", **WORDS),
    Text("Cory takes Mary\u2019s {trump} {token}; a white one lies before Mary instead.", **WORDS),
)
NO_WHITE_LEFT = rule(
    "no-white-left",
    Text("No white {token}, no steal", **WORDS),
    Text("With no white {token} left to pay for it, a {token} cannot be taken from another seat.", **WORDS),
    Text("Four {tokens} have been stolen in this round; a fifth steal is refused.", **WORDS),
    "silent",
    (),
    (
        Reading(OURS, Text("The steal is refused, because it could not be paid."), default=True),
        Reading(Text("house rule"), Text("The steal goes ahead and is not paid.")),
    ),
    option="steal_unpaid",
)
NO_WHITE_OR_BLACK_IN_PREDICTION = rule(
    "no-white-or-black-in-prediction",
    Text("Colours only"),
    Text("White and black {tokens} are never taken in a prediction.", **WORDS),
    Text("Mary would like a white one to be safe: she cannot."),
)
ONE_SLUFFER = rule(
    "one-sluffer",
    Text("One {role} a round", **WORDS),
    Text("One player a round may take {the_role} instead of predicting; nobody has to.", **WORDS),
    Text("Katie has it, so Cory must predict."),
)
SLUFFER_INSTEAD_OF_TOKENS = rule(
    "sluffer-instead-of-tokens",
    Text("{The_role} or {tokens}", **WORDS),
    Text(
        "If you have taken a {token} in this prediction, or hold one, you cannot take {the_role}; and "
        "with {the_role} you never hold a {token}.",
        **WORDS,
    ),
    Text("Cory has taken {a_warm} {token}: {the_role} is no longer his to take.", **WORDS),
)
