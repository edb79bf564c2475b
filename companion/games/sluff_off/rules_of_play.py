"""The rulebook of Sluff Off!, second part: the tricks. Facts from the sheets, words our own."""

from __future__ import annotations

from companion.games.ruling import Reading, Rule, Text
from companion.games.sluff_off.sheets import BOTH, MANUAL, PUBLISHER

TURN_IN_BEFORE_NEXT_TRICK = Rule(
    "turn-in-before-next-trick",
    Text("Settle, then lead"),
    Text("A trick is settled before the next one is recorded."),
    Text("Mary took trick 7 and still has to turn in: trick 8 waits."),
    "one-sheet",
    (MANUAL,),
)
WINNING_COLOR = Rule(
    "winning-color",
    Text("Led colour or blue"),
    Text(
        "A trick is won by the colour it was led in, or by blue where blue was played; "
        "a trick led in blue is won by blue."
    ),
    Text("Red is led: red wins it or blue does, never green."),
    "agreed",
    BOTH,
)
ONE_CARD_EACH = Rule(
    "one-card-each",
    Text("One card a seat"),
    Text("A recorded trick has exactly one card of every seat."),
    Text("With four seats, three cards are not a trick."),
    "arithmetic",
)
CARD_IN_DECK = Rule(
    "card-in-deck",
    Text("A card of this deck"),
    Text("Three seats play with 1 to 9 of each colour, four with 1 to 12, five with 1 to 15."),
    Text("Four people play: a red 14 has been left in the box."),
    "agreed",
    BOTH,
)
CARD_PLAYED_ONCE = Rule(
    "card-played-once",
    Text("Each card once"),
    Text("No card is played twice in a round."),
    Text("The blue 7 fell in trick 3, so it cannot fall in trick 9."),
    "arithmetic",
)
RESULT_MATCHES_CARDS = Rule(
    "result-matches-cards",
    Text("The cards decide"),
    Text(
        "Blue is trump: the highest blue card takes the trick; without blue, the highest card of the led colour does."
    ),
    Text("Red 9, red 12, blue 1, red 3: the blue 1 takes it."),
    "agreed",
    BOTH,
)
TURN_IN_FITS_TRICK = Rule(
    "turn-in-fits-trick",
    Text("A token that fits"),
    Text(
        "For a trick led in blue the winner turns in blue; led in another colour and won by it, that colour; "
        "led in another colour and won by blue, either of the two."
    ),
    Text("Red was led and Mary trumped with blue: she turns in red or blue, as she likes."),
    "agreed",
    BOTH,
)
WHITE_IS_WILD = Rule(
    "white-is-wild",
    Text("White fits everything"),
    Text("A white token can be turned in for any trick."),
    Text("Mary takes an orange trick and turns in her white token."),
    "agreed",
    BOTH,
)
WHITE_WITH_MATCH = Rule(
    "white-with-match",
    Text("White also for who has the colour"),
    Text("A white token may be turned in even by who holds a matching colour."),
    Text("Mary holds red and white and takes a red trick: she turns in the white one, which would cost her 4."),
    "conflict",
    BOTH,
    (
        Reading(
            PUBLISHER,
            Text("Says once that white is for who lacks the colour, and twice that it fits any trick."),
        ),
        Reading(MANUAL, Text("Any trick.")),
        Reading(Text("this companion"), Text("Any trick, also with a match in hand."), default=True),
        Reading(Text("house rule"), Text("White only where nothing else matches.")),
    ),
    option="white_with_match",
)
TURN_IN_IS_OWED = Rule(
    "turn-in-is-owed",
    Text("Who can, must"),
    Text("A winner who holds a token that fits turns one in; taking a black one to keep it is no choice."),
    Text("Chris holds one red token and takes a red trick: the token goes."),
    "agreed",
    BOTH,
)
TURN_IN_BY_WINNER = Rule(
    "turn-in-by-winner",
    Text("Only the winner pays"),
    Text("Nobody but the trick\u2019s winner turns in a token for it."),
    Text("Mary took it, so Chris keeps his tokens."),
    "agreed",
    BOTH,
)
BLACK_WHEN_NOTHING_FITS = Rule(
    "black-when-nothing-fits",
    Text("Black for nothing"),
    Text("A winner who holds neither a fitting colour nor a white token takes a black one from the centre."),
    Text("Chris holds blue alone and takes an orange trick: a black token for him."),
    "agreed",
    BOTH,
)
BLACK_RUNS_OUT = Rule(
    "black-runs-out",
    Text("No black left"),
    Text("With no black token in the centre nothing happens."),
    Text("All six lie before players; Cory\u2019s next wrong trick costs him nothing."),
    "one-sheet",
    (MANUAL,),
)
MISSED_TURN_IN = Rule(
    "missed-turn-in",
    Text("Forgotten is forgotten"),
    Text("Who led on without turning in keeps the token; it cannot be made up later."),
    Text("Katie sees in trick 5 that Chris kept his green token in trick 4: it stays with him."),
    "one-sheet",
    (MANUAL,),
)
SLUFFER_PAYS_NOTHING = Rule(
    "sluffer-pays-nothing",
    Text("The Sluffer pays nothing"),
    Text("The Sluffer\u2019s holder turns nothing in and takes no black token."),
    Text("Katie takes a purple trick and simply leads the next one."),
    "agreed",
    BOTH,
)
FOLLOW_SUIT = Rule(
    "follow-suit",
    Text("Follow the led colour"),
    Text("Who holds the led colour plays it; who does not may play any card, blue too."),
    Text("Red is led and Cory holds a red 2: he cannot play blue."),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("Blue or another colour only for who cannot follow.")),
        Reading(MANUAL, Text("Its course of play says the same, its questions allow blue at any time.")),
        Reading(Text("this companion"), Text("Who can follow, must."), default=True),
        Reading(Text("house rule"), Text("Blue at any time.")),
    ),
    option="trump_any_time",
)
REVOKE = Rule(
    "revoke",
    Text("Caught not following"),
    Text(
        "A seat that did not follow a colour and shows it later is named, with both tricks; "
        "what it costs is for the table to rule."
    ),
    Text("Mary plays green on a red trick 3 and a red card in trick 7."),
    "silent",
)

RULES = (
    TURN_IN_BEFORE_NEXT_TRICK,
    WINNING_COLOR,
    ONE_CARD_EACH,
    CARD_IN_DECK,
    CARD_PLAYED_ONCE,
    RESULT_MATCHES_CARDS,
    TURN_IN_FITS_TRICK,
    WHITE_IS_WILD,
    WHITE_WITH_MATCH,
    TURN_IN_IS_OWED,
    TURN_IN_BY_WINNER,
    BLACK_WHEN_NOTHING_FITS,
    BLACK_RUNS_OUT,
    MISSED_TURN_IN,
    SLUFFER_PAYS_NOTHING,
    FOLLOW_SUIT,
    REVOKE,
)
