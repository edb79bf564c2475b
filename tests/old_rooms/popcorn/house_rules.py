"""The house rules of Popcorn: what a table may choose, and the question for each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.games.move import Strict
from companion.games.text import Text

SUITS, MOST_DECKS = 4, 2

Direction = Literal["up", "down", "either"]

DIRECTION_WORDS: dict[Direction, Text] = {
    "up": Text("up: aces, twos, threes \u2026"),
    "down": Text("down: aces, kings, queens \u2026"),
    "either": Text("one up or one down, as the player likes"),
}


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    decks: Annotated[int, Field(ge=1, le=MOST_DECKS)] = Field(
        default=1, title=Text("How many decks are in play?").message, description=Text("1").message
    )
    direction: Direction = Field(
        default="up",
        title=Text("Which rank comes next?").message,
        json_schema_extra={"words": {way: text.message for way, text in DIRECTION_WORDS.items()}},
    )
    hidden_count: bool = Field(default=False, title=Text("May you secretly put down more cards than you say?").message)


class PublicOptions(Options):
    """The same house rules in a public book, which lacks what was put down unseen; see `visibility`."""
