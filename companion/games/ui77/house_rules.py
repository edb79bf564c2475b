"""The house rules of Ui77: what a table may choose, and the question for each."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.games.move import Strict
from companion.games.text import Text

Rounding = Literal["nearest", "down", "up"]

# Written out, so that translators' tools find them.
ROUNDINGS = (Text("nearest"), Text("down"), Text("up"))


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    nov_rounding: Rounding = Field(
        default="nearest", title=Text("How is the average rounded when somebody goes Nov?").message
    )
