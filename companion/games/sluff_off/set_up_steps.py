"""Setting up a game of Sluff Off!: the cards that stay in the box, the tokens in the middle, the role beside them."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.set_up_steps import Step
from companion.games.sluff_off.edition import WORDS
from companion.games.sluff_off.state import TOP_CARD, TRICKS, Setup, highest_card, start
from companion.games.text import Counted, Text


def set_up(header: Header) -> tuple[Step, ...]:
    """What to do before the first prediction, in the words of the box (rules box, card-in-deck, prediction-order)."""
    setup = start(header).setup
    steps = (
        Step(Text("Cards"), (_cards(len(setup.seats)), _dealt(setup))),
        Step(Text("{Tokens}", **WORDS), _tokens(setup), dict(zip(setup.edition.order, setup.box, strict=True))),
        Step(
            Text("{The_role}", **WORDS), (Text("Lay {the_role} beside them: one player a round may take it.", **WORDS),)
        ),
        Step(Text("Who begins"), (_begins(setup),)),
    )
    worded = setup.edition.worded
    return tuple(Step(worded(step.about), tuple(map(worded, step.says)), step.lies) for step in steps)


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


def _dealt(setup: Setup) -> Text:
    dealer = setup.seats[setup.dealer]
    return Text("{dealer} shuffles and deals {n} cards to each, until none is left.", dealer=dealer, n=TRICKS)


def _tokens(setup: Setup) -> tuple[Text, ...]:
    middle = Text("Put all {tokens} in the middle of the table, each colour by itself.", **WORDS)
    return middle, Counted("{n} in all: count it.", "{n} in all: count them.", n=sum(setup.box))


def _begins(setup: Setup) -> Text:
    first = setup.seats[setup.left_of(setup.dealer)]
    return Text("{first}, on the dealer\u2019s left, predicts first and leads the first trick.", first=first)
