"""Setting up Sluff Off!: the cards and tokens that are in play."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.sluff_off.edition import WORDS
from companion.games.sluff_off.rulebook import BOOK
from companion.games.text import Counted, Text
from tests.old_rooms.sluff_off.state import TOP_CARD, TRICKS, Setup, highest_card, start


def set_up(header: Header) -> tuple[SetUpStep, ...]:
    """What to do before the first prediction, in the words of the box (rules box, card-in-deck, prediction-order)."""
    setup = start(header).setup
    dealer, first = setup.seats[setup.dealer], setup.seats[setup.left_of(setup.dealer)]
    dealt = Text("{dealer} shuffles and deals {n} cards to each, until none is left.", dealer=dealer, n=TRICKS)
    begins = Text("{first}, on the dealer\u2019s left, predicts first and leads the first trick.", first=first)
    steps = (
        SetUpStep(Text("Cards"), (_cards(len(setup.seats)), dealt)),
        SetUpStep(Text("{Tokens}", **WORDS), _tokens(setup), dict(zip(setup.edition.order, setup.box, strict=True))),
        BOOK.steps["{The_role}"],
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
