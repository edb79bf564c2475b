"""How to play Popcorn: dealing the cards, the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.how_to_play import Introduction, SetUpStep
from companion.games.popcorn.state import DECK, Setup, start
from companion.games.text import Counted, Text


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


INTRODUCTION = Introduction(
    {
        Text("Goal"): Text("Be the first without cards, and survive the last call."),
        Text("Set-up"): Text("Sit in a circle with room for a pile in the middle. Big groups take two decks."),
        Text("Deal"): Text("The whole deck, as evenly as it goes; the odd cards from the dealer\u2019s left."),
        Text("Who begins"): Text("The player on the dealer\u2019s left, with aces, unless somebody else is chosen."),
        Text("A turn"): Text("Put one to four cards face down on the pile and say how many of the due rank they are."),
        Text("Ranks"): Text("Aces, twos, threes and so on up to kings, then aces again."),
        Text("Bluffing"): Text("What you put down need not be what you say: some of it, or none."),
        Text("A call"): Text(
            "If you doubt it, say \u201cPopcorn!\u201d before the next claim. The cards are turned over: if they "
            "were a bluff the claimer takes the pile, if they were honest the caller does."
        ),
        Text("Then"): Text("The next player goes on, with the next rank."),
        Text("The end"): Text(
            "You have won when nobody calls your last cards, or when they prove honest. There are no ties and "
            "no points."
        ),
    },
    {
        "claim": Text(
            "Put one to four cards face down and say that they are of the rank due, whether it is true or not."
        ),
        "reveal": Text("Turn over just the cards of that claim; whoever was wrong takes the whole pile."),
        "last-call": Text("Call now if you doubt these last cards, or let them pass, and the game is won."),
        "over": Text("Whoever got rid of all cards has won."),
    },
)
