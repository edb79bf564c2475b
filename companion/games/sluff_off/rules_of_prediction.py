"""The rulebook of Sluff Off!, first part: the box and the prediction. Facts from the sheets, words our own."""

from __future__ import annotations

from companion.games.ruling import Reading, Rule, Text
from companion.games.sluff_off.sheets import BOTH, MANUAL, PUBLISHER

BOX = Rule(
    "box",
    Text("What is in the box"),
    Text(
        "27 tokens: 5 blue, 3 each of red, green, orange and purple, 4 white, 6 black; and one Sluffer. "
        "A table whose box differs says so when it is opened."
    ),
    Text("With a box that holds only three blue tokens the table sets blue to 3."),
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
        Reading(Text("this companion"), Text("Five suits with a token each; 27 in all."), default=True),
    ),
    option="supply",
)
PREDICTION_ORDER = Rule(
    "prediction-order",
    Text("One prediction after the other"),
    Text("Seats predict one at a time, clockwise, and the dealer\u2019s left begins."),
    Text("Cory deals: Chris predicts first, then Mary, Katie and Cory."),
    "agreed",
    BOTH,
)
TAKE_FROM_CENTRE = Rule(
    "take-from-centre",
    Text("Tokens come from the centre"),
    Text(
        "In its prediction a seat takes as many coloured tokens as it likes, none too, "
        "while the centre still has that colour."
    ),
    Text("Two blue and a red are enough for Chris, so he stops there."),
    "agreed",
    BOTH,
)
STEAL_ONLY_WHEN_CENTRE_EMPTY = Rule(
    "steal-only-when-centre-empty",
    Text("The centre first"),
    Text("A token comes from another seat only once the centre has none of its colour."),
    Text("Two blue tokens lie in the centre: Cory takes one of them, and Mary keeps hers."),
    "agreed",
    BOTH,
)
STEAL_NEEDS_HOLDER = Rule(
    "steal-needs-holder",
    Text("From somebody who has it"),
    Text("A stolen token comes from any one other seat that holds that colour."),
    Text("Katie holds no orange, so Cory cannot ask her for one."),
    "agreed",
    BOTH,
)
STEAL_PAYS_WHITE = Rule(
    "steal-pays-white",
    Text("White for a stolen token"),
    Text("Who loses a token to another seat gets a white one from the centre at once."),
    Text("Cory takes Mary\u2019s blue token; a white one lies before Mary instead."),
    "agreed",
    BOTH,
)
NO_WHITE_LEFT = Rule(
    "no-white-left",
    Text("No white token, no steal"),
    Text("With no white token left to pay for it, a token cannot be taken from another seat."),
    Text("Four tokens have been stolen in this round; a fifth steal is refused."),
    "silent",
    (),
    (
        Reading(Text("this companion"), Text("The steal is refused, because it could not be paid."), default=True),
        Reading(Text("house rule"), Text("The steal goes ahead and is not paid.")),
    ),
    option="steal_unpaid",
)
NO_WHITE_OR_BLACK_IN_PREDICTION = Rule(
    "no-white-or-black-in-prediction",
    Text("Colours only"),
    Text("White and black tokens are never taken in a prediction."),
    Text("Mary would like a white one to be safe: she cannot."),
    "one-sheet",
    (MANUAL,),
)
ONE_SLUFFER = Rule(
    "one-sluffer",
    Text("One Sluffer a round"),
    Text("One seat a round may take the Sluffer in place of a prediction; nobody has to."),
    Text("Katie has it, so Cory must predict."),
    "agreed",
    BOTH,
)
SLUFFER_INSTEAD_OF_TOKENS = Rule(
    "sluffer-instead-of-tokens",
    Text("The Sluffer or tokens"),
    Text(
        "Who has taken a token in this prediction, or holds one, cannot take the Sluffer; "
        "and its holder never holds a token."
    ),
    Text("Cory has taken an orange token: the Sluffer is no longer his to take."),
    "agreed",
    BOTH,
)

RULES = (
    BOX,
    PREDICTION_ORDER,
    TAKE_FROM_CENTRE,
    STEAL_ONLY_WHEN_CENTRE_EMPTY,
    STEAL_NEEDS_HOLDER,
    STEAL_PAYS_WHITE,
    NO_WHITE_LEFT,
    NO_WHITE_OR_BLACK_IN_PREDICTION,
    ONE_SLUFFER,
    SLUFFER_INSTEAD_OF_TOKENS,
)
