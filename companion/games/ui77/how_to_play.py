"""How to play Ui77: who deals first, dealing the first hand, the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from string import punctuation

from companion.games.header import Header
from companion.games.how_to_play import FirstCard, Introduction, SetUpStep
from companion.games.text import Counted, Text
from companion.games.ui77.cards import DECK, DRAWS, IN_HAND
from companion.games.ui77.face_up_meaning import FACE_UP
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
    setup = start(header).setup
    seats = len(setup.seats)
    dealer, first = setup.seats[setup.dealer], setup.seats[setup.left_of(setup.dealer)]
    over = len(DECK) - seats * IN_HAND - FACE_UP - DRAWS
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


INTRODUCTION = Introduction(
    {
        Text("Goal"): Text("Have the lowest total when somebody goes above the limit."),
        Text("Set-up"): Text(
            "A deck of 52: nine cards for everybody, three turned up in a row, four beside them as the draw deck."
        ),
        Text("Who deals"): Text(
            "Cards are dealt face up: the first club deals first. Then the deal passes to the left."
        ),
        Text("Three cards"): Text(
            "Card one names the trump suit. Card two names the slough suit, how many cards you may throw, and "
            "when trump starts to count. Card three says how many tricks to win."
        ),
        Text("Throwing"): Text(
            "In turn from the dealer\u2019s left, everybody says how many cards they throw; none is fine."
        ),
        Text("Who begins"): Text("The player on the dealer\u2019s left leads; then whoever took the last trick."),
        Text("A trick"): Text(
            "Follow suit if you can. Once trump counts, the highest trump takes the trick, else the highest card "
            "of the suit led. The winners of the first four tricks draw a card."
        ),
        Text("Score"): Text(
            "When somebody has no card left: a point for each trick too many or too few, and one for each card "
            "left that is not of the slough suit."
        ),
        Text("The end"): Text(
            "When all have dealt once, the table sets a limit, a multiple of 11. Exactly the limit goes Nov, down "
            "to the others\u2019 average; above it ends the game."
        ),
        Text("Ties"): Text("The lowest total wins; players with equal totals share it."),
    },
    {
        "face-up": Text("Deal nine cards each, turn three up, and tap them, the one beside the draw deck first."),
        "discard": Text("In turn, throw cards that do not help you to win just as many tricks as card three asks for."),
        "trick": Text(
            "Play a card of the suit led if you have one, win as many tricks as card three says, and tap who took it."
        ),
        "count": Text("Say how many of the cards left in your hand are of the slough suit, for these cost nothing."),
        "limit": Text("All have dealt once, so agree on the score that ends the game; a lower one makes it shorter."),
        "over": Text("The lowest total has won."),
    },
)
