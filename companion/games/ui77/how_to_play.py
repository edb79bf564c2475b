"""Setting up Ui77: who deals first, and dealing the first hand."""

from __future__ import annotations

from collections.abc import Sequence
from string import punctuation

from companion.games.header import Header
from companion.games.how_to_play import FirstCard, SetUpStep
from companion.games.text import Counted, Text
from companion.games.ui77.cards import DECK, DRAWS, FACE_UP, IN_HAND
from companion.games.ui77.state import start

FIRST_CLUB = FirstCard(Text("Find the first club"), Text("A club"), Text("No club"))
CARLY = "carly"


def first_deal(names: Sequence[str]) -> Text:
    """How the first dealer is found, and who may choose instead (rule first-dealer)."""
    # By the first of a name's words, in any case and without what stands beside its letters: "CARLY, B.", say.
    first = {name: (*name.split(), "")[0].strip(punctuation).casefold() for name in names}
    chooses = next((name for name in names if first[name] == CARLY), None)
    if chooses is None:
        return Text(
            "Deal cards face up: the first club names who deals first. A player called Carly may choose instead."
        )
    return Text(
        "{carly} may choose who deals first. Otherwise deal cards face up: the first club names who does.",
        carly=chooses,
    )


def set_up(header: Header) -> tuple[SetUpStep, ...]:
    """What to do before the first card is told (rules first-dealer, face-up)."""
    fresh = start(header)
    dealer, first = fresh.hand.dealer, fresh.leader
    over = len(DECK) - len(fresh.seats) * IN_HAND - FACE_UP - DRAWS
    left_over = (
        Counted("{n} card: put it away unseen.", "{n} cards: put them away unseen.", n=over)
        if over
        else Text("No card: all of the deck is in play.")
    )
    dealt = Text(
        "{dealer} shuffles one deck of {deck} cards and deals {n} to each.", dealer=dealer, deck=len(DECK), n=IN_HAND
    )
    return (
        SetUpStep(Text("Cards"), (dealt,)),
        SetUpStep(
            Text("In the middle"),
            (
                Text("Lay {n} cards face down: the draw deck.", n=DRAWS),
                Text("Turn {n} cards up in a row beside it. The one nearest the draw deck is card one.", n=FACE_UP),
            ),
        ),
        SetUpStep(Text("What is left over"), (left_over,)),
        SetUpStep(
            Text("Who begins"),
            (
                Text("{first}, on the dealer\u2019s left, throws first and leads the first trick.", first=first),
                Text("The next hand is dealt by the next player to the left, in the same way."),
            ),
        ),
    )
