"""The rulebook of Sluff Off!: `rulebook.md`, read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.games.rulebook import load
from companion.games.ruling import Rejected, Rule
from companion.games.sluff_off.edition import EDITIONS, SLUFF_OFF, WORDS, Edition

BOUNDS = (3, 5)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS, WORDS)
SEAT_RULES = BOOK.seat_rules
PREDICTION_ORDER = BOOK["prediction-order"]
TAKE_FROM_CENTRE = BOOK["take-from-centre"]
STEAL_ONLY_WHEN_CENTRE_EMPTY = BOOK["steal-only-when-centre-empty"]
STEAL_NEEDS_HOLDER = BOOK["steal-needs-holder"]
NO_WHITE_LEFT = BOOK["no-white-left"]
NO_WHITE_OR_BLACK_IN_PREDICTION = BOOK["no-white-or-black-in-prediction"]
ONE_SLUFFER = BOOK["one-sluffer"]
SLUFFER_INSTEAD_OF_TOKENS = BOOK["sluffer-instead-of-tokens"]
FOLLOW_SUIT = BOOK["follow-suit"]
WINNING_COLOR = BOOK["winning-color"]
ONE_CARD_EACH = BOOK["one-card-each"]
CARD_IN_DECK = BOOK["card-in-deck"]
CARD_PLAYED_ONCE = BOOK["card-played-once"]
RESULT_MATCHES_CARDS = BOOK["result-matches-cards"]
TURN_IN_BEFORE_NEXT_TRICK = BOOK["turn-in-before-next-trick"]
TURN_IN_FITS_TRICK = BOOK["turn-in-fits-trick"]
WHITE_WITH_MATCH = BOOK["white-with-match"]
TURN_IN_BY_WINNER = BOOK["turn-in-by-winner"]
TABLE_RULING = BOOK["table-ruling"]
NOT_NOW = BOOK["not-now"]
GAME_IS_OVER = BOOK["game-is-over"]


@lru_cache(maxsize=len(EDITIONS))
def rules_of(edition: Edition) -> tuple[Rule, ...]:
    """The rulebook in the words of that box."""
    return edition.worded(BOOK.rules)


def in_words_of(edition: Edition, rejected: Rejected) -> Rejected:
    """A rejection in the words of that box. Its rule is one of those that are kept: that is ten times quicker."""
    if edition is SLUFF_OFF:
        return rejected
    rule = next(one for one in rules_of(edition) if one.id == rejected.rule.id)
    return Rejected(rule, edition.worded(rejected.because))
