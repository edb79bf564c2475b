"""Setting up a hand of Ui77: nine cards each, three turned up, four to draw, and what is left over."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.set_up_steps import FirstCard, Step
from companion.games.text import Counted, Text
from companion.games.ui77.cards import DECK, DRAWS, IN_HAND
from companion.games.ui77.face_up_meaning import FACE_UP
from companion.games.ui77.state import start

FIRST_CLUB = FirstCard(Text("Find the first club"), Text("A club"), Text("No club"))


def set_up(header: Header) -> tuple[Step, ...]:
    """What to do before the first card is told (rules first-dealer, face-up)."""
    setup = start(header).setup
    seats = len(setup.seats)
    dealer, first = setup.seats[setup.dealer], setup.seats[setup.left_of(setup.dealer)]
    over = len(DECK) - seats * IN_HAND - FACE_UP - DRAWS
    dealt = Text(
        "{dealer} shuffles one deck of {deck} cards and deals {n} to each.", dealer=dealer, deck=len(DECK), n=IN_HAND
    )
    return (
        Step(Text("Cards"), (dealt,)),
        Step(
            Text("In the middle"),
            (
                Text("Lay {n} cards face down: the draw deck.", n=DRAWS),
                Text("Turn {n} cards up in a row beside it. The one nearest the draw deck is card one.", n=FACE_UP),
            ),
        ),
        Step(Text("What is left over"), (_left_over(over),)),
        Step(
            Text("Who begins"),
            (
                Text("{first}, on the dealer\u2019s left, throws first and leads the first trick.", first=first),
                Text("The next hand is dealt by the next player to the left, in the same way."),
            ),
        ),
    )


def _left_over(cards: int) -> Text:
    if not cards:
        return Text("No card: all of the deck is in play.")
    return Counted("{n} card: put it away unseen.", "{n} cards: put them away unseen.", n=cards)
