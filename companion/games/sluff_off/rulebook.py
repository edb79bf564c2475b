"""The rulebook of Sluff Off!, complete and in order. Facts from the sheets, words our own."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.ruling import Reading
from companion.games.text import Text

BOOK = Rulebook()
rule = BOOK.rule

PUBLISHER = Text("publisher\u2019s sheet")
MANUAL = Text("reference manual")
BOTH = (PUBLISHER, MANUAL)
BOX = rule(
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
PREDICTION_ORDER = rule(
    "prediction-order",
    Text("One prediction after the other"),
    Text("Players predict one at a time, clockwise, starting on the dealer\u2019s left."),
    Text("Cory deals: Chris predicts first, then Mary, Katie and Cory."),
    "agreed",
    BOTH,
)
TAKE_FROM_CENTRE = rule(
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
STEAL_ONLY_WHEN_CENTRE_EMPTY = rule(
    "steal-only-when-centre-empty",
    Text("The centre first"),
    Text("You may take a token from another player only when the centre has none of that colour."),
    Text("Two blue tokens lie in the centre: Cory takes one of them, and Mary keeps hers."),
    "agreed",
    BOTH,
)
STEAL_NEEDS_HOLDER = rule(
    "steal-needs-holder",
    Text("From somebody who has it"),
    Text("You may steal from any player who holds that colour."),
    Text("Katie holds no orange, so Cory cannot ask her for one."),
    "agreed",
    BOTH,
)
STEAL_PAYS_WHITE = rule(
    "steal-pays-white",
    Text("White for a stolen token"),
    Text("If your token is stolen, you get a white one from the centre at once."),
    Text("Cory takes Mary\u2019s blue token; a white one lies before Mary instead."),
    "agreed",
    BOTH,
)
NO_WHITE_LEFT = rule(
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
NO_WHITE_OR_BLACK_IN_PREDICTION = rule(
    "no-white-or-black-in-prediction",
    Text("Colours only"),
    Text("White and black tokens are never taken in a prediction."),
    Text("Mary would like a white one to be safe: she cannot."),
    "one-sheet",
    (MANUAL,),
)
ONE_SLUFFER = rule(
    "one-sluffer",
    Text("One Sluffer a round"),
    Text("One player a round may take the Sluffer instead of predicting; nobody has to."),
    Text("Katie has it, so Cory must predict."),
    "agreed",
    BOTH,
)
SLUFFER_INSTEAD_OF_TOKENS = rule(
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
TURN_IN_BEFORE_NEXT_TRICK = rule(
    "turn-in-before-next-trick",
    Text("Settle, then lead"),
    Text("A trick is settled before the next one is recorded."),
    Text("Mary took trick 7 and still has to turn in: trick 8 waits."),
    "one-sheet",
    (MANUAL,),
)
WINNING_COLOR = rule(
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
    "agreed",
    BOTH,
)
CARD_PLAYED_ONCE = rule(
    "card-played-once",
    Text("Each card once"),
    Text("No card is played twice in a round."),
    Text("The blue 7 fell in trick 3, so it cannot fall in trick 9."),
    "arithmetic",
)
RESULT_MATCHES_CARDS = rule(
    "result-matches-cards",
    Text("The cards decide"),
    Text(
        "Blue is trump: the highest blue card takes the trick; without blue, the highest card of the led colour does."
    ),
    Text("Red 9, red 12, blue 1, red 3: the blue 1 takes it."),
    "agreed",
    BOTH,
)
TURN_IN_FITS_TRICK = rule(
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
WHITE_IS_WILD = rule(
    "white-is-wild",
    Text("White fits everything"),
    Text("A white token can be turned in for any trick."),
    Text("Mary takes an orange trick and turns in her white token."),
    "agreed",
    BOTH,
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
        Reading(Text("this companion"), Text("Any trick, also with a match in hand."), default=True),
        Reading(Text("house rule"), Text("White only where nothing else matches.")),
    ),
    option="white_with_match",
)
TURN_IN_IS_OWED = rule(
    "turn-in-is-owed",
    Text("You must turn in if you can"),
    Text("If you win a trick and hold a token that fits, turn one in; you can\u2019t keep it and take a black one."),
    Text("Chris holds one red token and takes a red trick: the token goes."),
    "agreed",
    BOTH,
)
TURN_IN_BY_WINNER = rule(
    "turn-in-by-winner",
    Text("Only the winner pays"),
    Text("Nobody but the trick\u2019s winner turns in a token for it."),
    Text("Mary took it, so Chris keeps his tokens."),
    "agreed",
    BOTH,
)
BLACK_WHEN_NOTHING_FITS = rule(
    "black-when-nothing-fits",
    Text("Black token if nothing fits"),
    Text(
        "If you win a trick and hold neither a fitting colour nor a white token, you take a black one from the centre."
    ),
    Text("Chris holds blue alone and takes an orange trick: a black token for him."),
    "agreed",
    BOTH,
)
BLACK_RUNS_OUT = rule(
    "black-runs-out",
    Text("No black left"),
    Text("With no black token in the centre nothing happens."),
    Text("All six lie before players; Cory\u2019s next wrong trick costs him nothing."),
    "one-sheet",
    (MANUAL,),
)
MISSED_TURN_IN = rule(
    "missed-turn-in",
    Text("A missed turn-in is lost"),
    Text("If you forget to turn in before the next lead, you keep the token; you can\u2019t make up for it later."),
    Text("Katie sees in trick 5 that Chris kept his green token in trick 4: it stays with him."),
    "one-sheet",
    (MANUAL,),
)
SLUFFER_PAYS_NOTHING = rule(
    "sluffer-pays-nothing",
    Text("The Sluffer pays nothing"),
    Text("The player with the Sluffer turns nothing in and takes no black token."),
    Text("Katie takes a purple trick and simply leads the next one."),
    "agreed",
    BOTH,
)
FOLLOW_SUIT = rule(
    "follow-suit",
    Text("Follow the led colour"),
    Text("If you hold the led colour, play it; if not, play any card, even blue."),
    Text("Red is led and Cory holds a red 2: he cannot play blue."),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("Blue or another colour only if you can\u2019t follow.")),
        Reading(MANUAL, Text("Its course of play says the same, its questions allow blue at any time.")),
        Reading(Text("this companion"), Text("You must follow if you can."), default=True),
        Reading(Text("house rule"), Text("Blue at any time.")),
    ),
    option="trump_any_time",
)
REVOKE = rule(
    "revoke",
    Text("Caught not following"),
    Text(
        "If a player did not follow a colour and plays it later, the app shows both tricks; "
        "the table decides what it costs."
    ),
    Text("Mary plays green on a red trick 3 and a red card in trick 7."),
    "silent",
)
SCORE = rule(
    "score",
    Text("What tokens cost"),
    Text("At the end of a round a coloured token costs 2 points, a black one 3, a white one 4; holding none costs 0."),
    Text("One orange and two black: 2 + 6 = 8."),
    "agreed",
    BOTH,
)
SLUFFER_SCORE = rule(
    "sluffer-score",
    Text("What the Sluffer costs"),
    Text(
        "It costs 4 points, less 1 for each black token the other players hold, but never under 0. "
        "With three players it starts at 5."
    ),
    Text("Three black tokens lie before the others: 4 \u2212 3 = 1."),
    "conflict",
    BOTH,
    (
        Reading(PUBLISHER, Text("At most 4, whoever plays.")),
        Reading(MANUAL, Text("5 with three players, else 4.")),
        Reading(Text("this companion"), Text("5 with three players, else 4."), default=True),
    ),
    option="sluffer_points",
)
ROUNDS = rule(
    "rounds",
    Text("How many rounds"),
    Text("One round for each player: everybody deals once, and the deal passes to the left."),
    Text("Four players play four rounds. (Another printing plays six with three.)"),
    "agreed",
    BOTH,
    option="rounds",
)
WINNER = rule(
    "winner",
    Text("Fewest points win"),
    Text("Whoever has the fewest points after the last round wins; players with equal totals share the win."),
    Text("Chris and Mary both end with 9: they win together."),
    "agreed",
    BOTH,
    (
        Reading(Text("both sheets"), Text("Fewest points; nothing about ties.")),
        Reading(Text("this companion"), Text("Ties share the win."), default=True),
    ),
)
TABLE_RULING = rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "With a reason, the table moves tokens between two places or gives a player points; "
        "27 tokens stay 27, and the player with the Sluffer never gets one."
    ),
    Text("Mary put back one red token too many: the table moves it from the centre to her."),
    "ours",
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.common(
    malformed=Text("\u201cMary turns in pink\u201d is not understood: there is no pink token."),
    not_now=Text("While Cory predicts, no trick can be recorded."),
    game_is_over=Text("Cory finds a mistake after the podium: undo, then enter it as it was."),
    nothing_to_undo=Text("Chris taps Undo before anybody has made a move."),
)

RULES = BOOK.rules
