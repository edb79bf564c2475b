"""The rulebook of Sluff Off!, complete and in order; its last part is the scoring."""

from __future__ import annotations

from companion.games.common_rules import GAME_IS_OVER, MALFORMED, NOT_NOW, NOTHING_TO_UNDO
from companion.games.ruling import Reading, Rule, Text
from companion.games.sluff_off import rules_of_play, rules_of_prediction
from companion.games.sluff_off.rules_of_play import (
    CARD_IN_DECK,
    CARD_PLAYED_ONCE,
    ONE_CARD_EACH,
    RESULT_MATCHES_CARDS,
    TURN_IN_BEFORE_NEXT_TRICK,
    TURN_IN_BY_WINNER,
    TURN_IN_FITS_TRICK,
    WHITE_WITH_MATCH,
    WINNING_COLOR,
)
from companion.games.sluff_off.rules_of_prediction import (
    NO_WHITE_LEFT,
    NO_WHITE_OR_BLACK_IN_PREDICTION,
    ONE_SLUFFER,
    PREDICTION_ORDER,
    SLUFFER_INSTEAD_OF_TOKENS,
    STEAL_NEEDS_HOLDER,
    STEAL_ONLY_WHEN_CENTRE_EMPTY,
    TAKE_FROM_CENTRE,
)
from companion.games.sluff_off.sheets import BOTH, MANUAL, PUBLISHER

SCORE = Rule(
    "score",
    Text("What tokens cost"),
    Text("At the end of a round a coloured token costs 2 points, a black one 3, a white one 4; who holds none has 0."),
    Text("One orange and two black: 2 + 6 = 8."),
    "agreed",
    BOTH,
)
SLUFFER_SCORE = Rule(
    "sluffer-score",
    Text("What the Sluffer costs"),
    Text(
        "Its holder has 4 points, less 1 for each black token before other seats, never under 0. "
        "With three seats it begins at 5."
    ),
    Text("Three black tokens lie before the others: 4 \u2212 3 = 1."),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("At most 4, whoever plays.")),
        Reading(MANUAL, Text("5 with three seats, else 4.")),
        Reading(Text("this companion"), Text("5 with three seats, else 4."), default=True),
    ),
    option="sluffer_points",
)
ROUNDS = Rule(
    "rounds",
    Text("How many rounds"),
    Text("As many rounds as there are seats; the deal passes to the left."),
    Text("Four seats, four rounds: everybody deals once. (Another printing plays six with three.)"),
    "agreed",
    BOTH,
    option="rounds",
)
WINNER = Rule(
    "winner",
    Text("Fewest points win"),
    Text("Who has the fewest points after the last round wins; equal totals share the win."),
    Text("Chris and Mary both end with 9: they win together."),
    "agreed",
    BOTH,
    (
        Reading(Text("both sheets"), Text("Fewest points; nothing about ties.")),
        Reading(Text("this companion"), Text("Ties share the win."), default=True),
    ),
)
TABLE_RULING = Rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "With a reason, the table moves tokens between two places or gives a seat points; "
        "27 tokens stay 27, and the Sluffer\u2019s holder never gets one."
    ),
    Text("Mary put back a red token too many: the table moves it from the centre to her."),
    "ours",
)

RULES: tuple[Rule, ...] = (
    *rules_of_prediction.RULES,
    *rules_of_play.RULES,
    SCORE,
    SLUFFER_SCORE,
    ROUNDS,
    WINNER,
    TABLE_RULING,
    MALFORMED,
    NOT_NOW,
    GAME_IS_OVER,
    NOTHING_TO_UNDO,
)

__all__ = [
    "CARD_IN_DECK",
    "CARD_PLAYED_ONCE",
    "GAME_IS_OVER",
    "MALFORMED",
    "NOTHING_TO_UNDO",
    "NOT_NOW",
    "NO_WHITE_LEFT",
    "NO_WHITE_OR_BLACK_IN_PREDICTION",
    "ONE_CARD_EACH",
    "ONE_SLUFFER",
    "PREDICTION_ORDER",
    "RESULT_MATCHES_CARDS",
    "RULES",
    "SLUFFER_INSTEAD_OF_TOKENS",
    "STEAL_NEEDS_HOLDER",
    "STEAL_ONLY_WHEN_CENTRE_EMPTY",
    "TABLE_RULING",
    "TAKE_FROM_CENTRE",
    "TURN_IN_BEFORE_NEXT_TRICK",
    "TURN_IN_BY_WINNER",
    "TURN_IN_FITS_TRICK",
    "WHITE_WITH_MATCH",
    "WINNING_COLOR",
]
