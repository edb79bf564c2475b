"""The rulebook of Sluff Off!, complete and in order. Facts from the sheets, words our own."""

from __future__ import annotations

from functools import lru_cache

from companion.games.rulebook import OURS, Rulebook
from companion.games.ruling import Reading, Rejected, Rule
from companion.games.sluff_off import rulebook_customs, rulebook_prediction
from companion.games.sluff_off.edition import EDITIONS, SLUFF_OFF, WORDS, Edition
from companion.games.sluff_off.rulebook_prediction import BOTH, BOTH_SHEETS, MANUAL, PUBLISHER
from companion.games.text import Text

BOUNDS = (3, 5)
"""How many may play: the fewest, and the most."""
BOOK = Rulebook("agreed", BOTH)
rule = BOOK.rule

BOOK.include(rulebook_prediction.BOOK.rules)
BOOK.section(Text("The tricks"))
LEAD = rule(
    "lead",
    Text("Who leads, and with what"),
    Text(
        "The player on the dealer\u2019s left leads to the first trick, and whoever takes a trick leads to the next, "
        "{the_role}, too. Lead any card: {trump} at any time. Won tricks lie face down.",
        **WORDS,
    ),
    Text("Cory deals: Chris leads first. Katie, who is {the_role}, takes the trick and leads a {trump} 3.", **WORDS),
    see=("follow-suit", "turn-in-before-next-trick"),
)
FOLLOW_SUIT = rule(
    "follow-suit",
    Text("Follow the led colour"),
    Text("If you hold the led colour, play it; if not, play any card, even {trump}.", **WORDS),
    Text("{Side} is led and Cory holds a {side} 2: he cannot play {trump}.", **WORDS),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("{Trump} or another colour only if you can\u2019t follow.", **WORDS)),
        Reading(
            MANUAL, Text("The main text says the same; the questions and answers allow {trump} at any time.", **WORDS)
        ),
        Reading(OURS, Text("You must follow if you can."), default=True),
        Reading(Text("house rule"), Text("{Trump} at any time.", **WORDS)),
    ),
    option="trump_any_time",
)
WINNING_COLOR = rule(
    "winning-color",
    Text("Led colour or {trump}", **WORDS),
    Text(
        "A trick is won by the colour it was led in, or by {trump} where {trump} was played; a trick led in {trump} "
        "is won by {trump}.",
        **WORDS,
    ),
    Text("{Side} is led: {side} wins it or {trump} does, never green.", **WORDS),
)
ONE_CARD_EACH = rule(
    "one-card-each",
    Text("One card each"),
    Text("A recorded trick has exactly one card from every player."),
    Text("With four players, three cards are not a trick."),
    "arithmetic",
)
CARD_IN_DECK = rule(
    "card-in-deck",
    Text("A card of this deck"),
    Text("Three seats play with 1 to 9 of each colour, four with 1 to 12, five with 1 to 15."),
    Text("Four people play: a red 14 has been left in the box."),
)
CARD_PLAYED_ONCE = rule(
    "card-played-once",
    Text("Each card once"),
    Text("No card is played twice in a round."),
    Text("The {trump} 7 fell in trick 3, so it cannot fall in trick 9.", **WORDS),
    "arithmetic",
)
RESULT_MATCHES_CARDS = rule(
    "result-matches-cards",
    Text("The cards decide"),
    Text(
        "{Trump} is trump: the highest {trump} card takes the trick; without {trump}, the highest card of the led "
        "colour does.",
        **WORDS,
    ),
    Text("{Side} 9, {side} 12, {trump} 1, {side} 3: the {trump} 1 takes it.", **WORDS),
)
rule(
    "revoke",
    Text("Caught not following"),
    Text(
        "If a player did not follow a colour and plays it later, the app shows both tricks; the table decides what it "
        "costs."
    ),
    Text("Mary plays green on a red trick 3 and a red card in trick 7."),
    "silent",
)
BOOK.section(Text("Turning in"))
TURN_IN_BEFORE_NEXT_TRICK = rule(
    "turn-in-before-next-trick",
    Text("Settle, then lead"),
    Text("A trick is settled before the next one is recorded."),
    Text("Mary took trick 7 and still has to turn in: trick 8 waits."),
)
TURN_IN_FITS_TRICK = rule(
    "turn-in-fits-trick",
    Text("A {token} that fits", **WORDS),
    Text(
        "For a trick led in {trump} the winner turns in {trump}; led in another colour and won by it, that colour; "
        "led in another colour and won by {trump}, either of the two.",
        **WORDS,
    ),
    Text("{Side} was led and Mary trumped with {trump}: she turns in {side} or {trump}, as she likes.", **WORDS),
)
rule(
    "white-is-wild",
    Text("White fits everything"),
    Text("A white {token} can be turned in for any trick.", **WORDS),
    Text("Mary takes {a_warm} trick and turns in her white {token}.", **WORDS),
)
WHITE_WITH_MATCH = rule(
    "white-with-match",
    Text("White even when you have the colour"),
    Text("You may turn in white even when you hold a matching colour."),
    Text("Mary holds red and white and takes a red trick: she turns in the white one, which would cost her 4."),
    "conflict",
    BOTH,
    (
        Reading(
            PUBLISHER,
            Text("Says once that white is for players without the colour, and twice that it fits any trick."),
        ),
        Reading(MANUAL, Text("Any trick.")),
        Reading(OURS, Text("Any trick, also with a match in hand."), default=True),
        Reading(Text("house rule"), Text("White only where nothing else matches.")),
    ),
    option="white_with_match",
)
rule(
    "turn-in-is-owed",
    Text("You must turn in if you can"),
    Text(
        "If you win a trick and hold a {token} that fits, turn one in; you can\u2019t keep it and take a black one.",
        **WORDS,
    ),
    Text("Chris holds one red {token} and takes a red trick: the {token} goes.", **WORDS),
)
TURN_IN_BY_WINNER = rule(
    "turn-in-by-winner",
    Text("Only the winner pays"),
    Text("Nobody but the trick\u2019s winner turns in a {token} for it.", **WORDS),
    Text("Mary took it, so Chris keeps his {tokens}.", **WORDS),
)
rule(
    "black-when-nothing-fits",
    Text("Black {token} if nothing fits", **WORDS),
    Text(
        "If you win a trick and hold neither a fitting colour nor a white {token}, you take a black one from the "
        "centre.",
        **WORDS,
    ),
    Text("Chris holds blue alone and takes {a_warm} trick: a black {token} for him.", **WORDS),
)
rule(
    "black-runs-out",
    Text("No black left"),
    Text("If no black {token} is left in the centre, nothing happens.", **WORDS),
    Text("All six lie before players; Cory\u2019s next wrong trick costs him nothing."),
    "one-sheet",
    (MANUAL,),
)
rule(
    "missed-turn-in",
    Text("A missed turn-in is lost"),
    Text("If you forget to turn in before the next lead, you keep the {token}; later is too late.", **WORDS),
    Text("Katie sees in trick 5 that Chris kept his green {token} in trick 4: it stays with him.", **WORDS),
    "one-sheet",
    (MANUAL,),
)
rule(
    "sluffer-pays-nothing",
    Text("{The_role} pays nothing", **WORDS),
    Text("The player with {the_role} turns nothing in and takes no black {token}.", **WORDS),
    Text("Katie takes a purple trick and simply leads the next one."),
)
BOOK.section(Text("The score and the end"))
SCORE = rule(
    "score",
    Text("What {tokens} cost", **WORDS),
    Text(
        "At the end of a round a coloured {token} costs 2 points, a black one 3, a white one 4; holding none costs 0.",
        **WORDS,
    ),
    Text("One {warm} and two black: 2 + 6 = 8.", **WORDS),
)
rule(
    "sluffer-score",
    Text("What {the_role} costs", **WORDS),
    Text(
        "It costs 4 points, less 1 for each black {token} the other players hold, but never under 0. With three "
        "players it starts at {of_three}.",
        **WORDS,
    ),
    Text("Three black {tokens} lie before the others: 4 \u2212 3 = 1.", **WORDS),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("At most 4, whoever plays.")),
        Reading(MANUAL, Text("5 with three players, else 4.")),
        Reading(OURS, Text("{of_three} with three players, else 4.", **WORDS), default=True),
    ),
    option="sluffer_points",
)
ROUNDS = rule(
    "rounds",
    Text("How many rounds"),
    Text("{how_many_rounds}", **WORDS),
    Text("Four players play four rounds. (Another printing plays six with three.)"),
    option="rounds",
)
rule(
    "winner",
    Text("Fewest points win"),
    Text("Whoever has the fewest points after the last round wins; players with equal totals share the win."),
    Text("Chris and Mary both end with 9: they win together."),
    readings=(
        Reading(BOTH_SHEETS, Text("Fewest points; nothing about ties.")),
        Reading(OURS, Text("Ties share the win."), default=True),
        Reading(
            Text("house rule"),
            Text("The fewest black ones over all rounds, or the most rounds without a point; then they share."),
        ),
    ),
    option="tie_break",
)
BOOK.include(rulebook_customs.BOOK.rules)
SEAT_RULES = BOOK.seat_rules(
    BOUNDS,
    late_joiner=(
        Text(
            "Between two rounds, before the next one has begun, somebody new may sit down. They begin with as "
            "many points as whoever is last, unless the table says otherwise; who comes back has their own. The "
            "game has as many rounds as before."
        ),
        Text("After round 2 the totals are 6, 9, 9 and 14: Dana sits down and begins with 14."),
    ),
    leaver=(
        Text(
            "Somebody who goes can be played on by the others, or by whoever takes over the seat; or the seat is "
            "taken out between two rounds. Then the points stay in the book without a place, and where it was "
            "their deal, the player to the left deals."
        ),
        Text("Cory has to go after round 3 with 12 points: the others play on, and he can come back."),
    ),
    moved_seats=(
        Text("Between two rounds players may change places. All keep their points, and the dealer the deal."),
        Text("Mary would like to sit beside Chris: before the next round they say so, and the turns follow."),
    ),
)
BOOK.section(Text("Keeping the book"))
TABLE_RULING = rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "The table may move {tokens} between two places or give a player points, for a reason; no {token} "
        "leaves the game, and the player with {the_role} never gets one.",
        **WORDS,
    ),
    Text("Mary put back one red {token} too many: the table moves it from the centre to her.", **WORDS),
    "ours",
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.book_keeping(
    malformed=Text("\u201cMary turns in pink\u201d is not understood: there is no pink {token}.", **WORDS),
    not_now=Text("While Cory predicts, no trick can be recorded."),
    game_is_over=Text("Cory finds a mistake after the podium: undo, then enter it as it was."),
    nothing_to_undo=Text("Chris taps Undo before anybody has made a move."),
)


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
