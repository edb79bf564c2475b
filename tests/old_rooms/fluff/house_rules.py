"""The house rules of Fluff: what a table may choose, and the question for each."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.games.move import Strict
from companion.games.text import Text

FEWEST, SEATS_A_SET, MOST_SETS = 2, 4, 3


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks, a description says what is usual."""

    sets: Annotated[int, Field(ge=1, le=MOST_SETS)] = Field(
        default=1,
        title=Text("How many sets of dice are on the table?").message,
        description=Text("1, for up to four; four more people with each further set").message,
    )
    sloppy: bool = Field(default=False, title=Text("Are dice that fall out of a cup lost?").message)
