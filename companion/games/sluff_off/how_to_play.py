"""How to play Sluff Off!: setting up the box, the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.how_to_play import Introduction, SetUpStep
from companion.games.sluff_off.edition import WORDS
from companion.games.sluff_off.state import TOP_CARD, TRICKS, Setup, highest_card, start
from companion.games.text import Counted, Text


def set_up(header: Header) -> tuple[SetUpStep, ...]:
    """What to do before the first prediction, in the words of the box (rules box, card-in-deck, prediction-order)."""
    setup = start(header).setup
    dealer, first = setup.seats[setup.dealer], setup.seats[setup.left_of(setup.dealer)]
    dealt = Text("{dealer} shuffles and deals {n} cards to each, until none is left.", dealer=dealer, n=TRICKS)
    begins = Text("{first}, on the dealer\u2019s left, predicts first and leads the first trick.", first=first)
    steps = (
        SetUpStep(Text("Cards"), (_cards(len(setup.seats)), dealt)),
        SetUpStep(Text("{Tokens}", **WORDS), _tokens(setup), dict(zip(setup.edition.order, setup.box, strict=True))),
        SetUpStep(
            Text("{The_role}", **WORDS), (Text("Lay {the_role} beside them: one player a round may take it.", **WORDS),)
        ),
        SetUpStep(Text("Who begins"), (begins,)),
    )
    return setup.edition.worded(steps)


def _cards(seats: int) -> Text:
    highest = highest_card(seats)
    if highest == TOP_CARD:
        return Text("All cards are in play: 1 to {top} of every colour.", top=TOP_CARD)
    return Text(
        "Take the cards from 1 to {highest} of every colour. {first} to {top} stay in the box.",
        highest=highest,
        first=highest + 1,
        top=TOP_CARD,
    )


def _tokens(setup: Setup) -> tuple[Text, ...]:
    middle = Text("Put all {tokens} in the middle of the table, each colour by itself.", **WORDS)
    return middle, Counted("{n} in all: count it.", "{n} in all: count them.", n=sum(setup.box))


INTRODUCTION = Introduction(
    {
        Text("Goal"): Text("Have the fewest points when the last round is over."),
        Text("Set-up"): Text(
            "All {tokens} and {the_role} lie in the centre. Three players use the cards 1 to 9 of each colour, "
            "four 1 to 12, five all; the rest stays in the box.",
            **WORDS,
        ),
        Text("Deal"): Text("15 cards for everybody."),
        Text("Who begins"): Text("The player on the dealer\u2019s left, with the prediction and with the first trick."),
        Text("Prediction"): Text(
            "In turn, take a coloured {token} for each trick that you mean to win, as many as you like, or take "
            "{the_role} instead, and spoil the others\u2019 plans.",
            **WORDS,
        ),
        Text("A trick"): Text(
            "Follow the led colour if you can, else play any card. {Trump} is trump: the highest of it takes the "
            "trick, and where there is none the highest card of the led colour.",
            **WORDS,
        ),
        Text("Turning in"): Text(
            "The winner puts a {token} back that fits the trick, or a white one; with none of them it takes a "
            "black one. Then it leads to the next trick.",
            **WORDS,
        ),
        Text("Score"): Text(
            "After 15 tricks a coloured {token} costs 2 points, a black one 3, a white one 4; having none costs "
            "nothing.",
            **WORDS,
        ),
        Text("{The_role}", **WORDS): Text(
            "It turns nothing in and takes no black {tokens}; it costs 4, less 1 for each black {token} of the others.",
            **WORDS,
        ),
        Text("The end"): Text("{how_long}; the fewest points win, and players with equal points share it.", **WORDS),
    },
    {
        "prediction": Text(
            "Take a {token} in the colour of each trick that you think you will win; those left over cost points.",
            **WORDS,
        ),
        "trick": Text("Everybody plays a card, the led colour if they have it; then tap who took the trick."),
        "turn-in": Text(
            "Whoever took the trick puts back a {token} that fits it; that is how you get rid of them.", **WORDS
        ),
        "over": Text("The fewest points have won."),
    },
)
