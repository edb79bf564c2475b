"""How to play Fluff: a cup and five dice each, the game in ten lines, and a first game phase by phase."""

from __future__ import annotations

from companion.games.fluff.state import MOST_DICE, start
from companion.games.header import Header
from companion.games.how_to_play import Introduction, SetUpStep
from companion.games.text import Counted, Text


def set_up(header: Header) -> tuple[SetUpStep, ...]:
    """What to do before the first roll (rule first-roll)."""
    setup = start(header).setup
    dice = MOST_DICE * len(setup.seats)
    return (
        SetUpStep(
            Text("Cups and dice"),
            (
                Counted(
                    "{n} set is on the table: it serves four players.",
                    "{n} sets are on the table: each serves four players.",
                    n=setup.options.sets,
                ),
                Text("Everybody takes a cup and the {n} dice that go with it.", n=MOST_DICE),
                Text("That makes {n} dice. The rest stay in the box.", n=dice),
            ),
        ),
        SetUpStep(
            Text("Who begins"),
            (
                Text("All shake, turn the cup over, and look at their own dice alone."),
                Text("Then all show. Whoever has the most wilds, the animal faces, bids first."),
                Text("In a tie those players roll again."),
            ),
        ),
    )


INTRODUCTION = Introduction(
    {
        Text("Goal"): Text("Be the last player with dice."),
        Text("Set-up"): Text("A cup and five dice for everybody; one set has enough for four."),
        Text("Who begins"): Text("All roll: the most wilds begin, and those who tie roll again."),
        Text("A roll"): Text("Everybody shakes, turns the cup over on the table and looks at their own dice alone."),
        Text("A bid"): Text("Say how many dice of one value there are on the whole table. Wilds count as any value."),
        Text("A turn"): Text(
            "To the left: bid more dice of any value, or as many of a higher value, or call \u201cFluff!\u201d."
        ),
        Text("A call"): Text(
            "All show their dice. If there are as many as were bid, the caller loses a die; if there are fewer, "
            "the bidder."
        ),
        Text("Out of turn"): Text("Anybody may call at any time, but a wrong call out of turn costs two dice."),
        Text("Then"): Text("All roll again, and whoever lost a die bids first. Whoever has none left is out."),
        Text("The end"): Text("The last one with dice wins. There are no ties and no points."),
    },
    {
        "first-roll": Text("Everybody rolls all five dice; whoever has the most wilds begins."),
        "bid": Text(
            "Look under your own cup, then bid higher than the last bid on all dice of the table, or call "
            "\u201cFluff!\u201d."
        ),
        "show": Text("All lift their cups and count the dice of the value that was bid, and all wilds with them."),
        "over": Text("The only player who still has dice has won."),
    },
)
