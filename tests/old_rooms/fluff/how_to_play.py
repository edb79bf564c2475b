"""Setting up Fluff: a cup and five dice each."""

from __future__ import annotations

from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.text import Counted, Text
from tests.old_rooms.fluff.rulebook import BOOK
from tests.old_rooms.fluff.state import MOST_DICE, start


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
        BOOK.steps["Who begins"],
    )
