"""Setting up a game of Fluff: a cup and five dice each, and the first roll."""

from __future__ import annotations

from companion.games.fluff.state import MOST_DICE, start
from companion.games.header import Header
from companion.games.set_up_steps import Step
from companion.games.text import Counted, Text


def set_up(header: Header) -> tuple[Step, ...]:
    """What to do before the first roll (rule first-roll)."""
    setup = start(header).setup
    dice = MOST_DICE * len(setup.seats)
    return (
        Step(
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
        Step(
            Text("Who begins"),
            (
                Text("All shake, turn the cup over, and look at their own dice alone."),
                Text("Then all show. Whoever has the most wilds, the animal faces, bids first."),
                Text("In a tie those players roll again."),
            ),
        ),
    )
