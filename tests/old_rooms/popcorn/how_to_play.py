"""How to play Popcorn: dealing the cards, the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn.state import DECK, Setup, start


def set_up(header: Header) -> tuple[SetUpStep, ...]:
    """What to do before the first claim (rules deal, rank-due)."""
    setup = start(header).setup
    cards = DECK * setup.decks
    decks = Counted(
        "one deck of cards, {cards} in all", "{n} decks of cards, {cards} in all", n=setup.decks, cards=cards
    )
    shuffles = Text("{dealer} shuffles {decks}, and deals every card.", dealer=setup.seats[setup.dealer], decks=decks)
    return (
        SetUpStep(Text("Cards"), (shuffles, *_hands(setup, cards))),
        SetUpStep(Text("In the middle"), (Text("Leave room for the pile. Cards go there face down."),)),
        SetUpStep(
            Text("Who begins"),
            (Text("{first} plays first, and says aces.", first=setup.seats[setup.first]),),
        ),
    )


def _hands(setup: Setup, cards: int) -> tuple[Text, ...]:
    """How many each gets; the odd cards go round from the dealer's left."""
    each, odd = divmod(cards, len(setup.seats))
    if not odd:
        return (Text("Everybody gets {each}.", each=each),)
    return (
        Text("Everybody gets {each}.", each=each),
        Counted(
            "{n} card is left over: it goes to {names}.",
            "{n} cards are left over, one each for {names}.",
            n=odd,
            names=setup.names(setup.from_left_of(setup.dealer)[:odd]),
        ),
    )
