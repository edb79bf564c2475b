"""The house rules of Sluff Off!: what a table may choose, the question for each, and what holds where it does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from companion.games.move import Strict
from companion.games.sluff_off.edition import EDITIONS, WORDS, Edition
from companion.games.text import Text

Token = Literal["red", "blue", "green", "orange", "purple", "yellow", "white", "black"]
"""Of every box; a table takes those of its own, see `SluffOff.parse`."""


ASKS: Mapping[str, Text] = {
    "edition": Text("Which box lies on the table?"),
    "supply": Text("How many {tokens} of each colour are in your box?", **WORDS),
    "sluffer_points": Text("How many points does {the_role} cost, before black {tokens} are taken off?", **WORDS),
    "rounds": Text("How many rounds are played?"),
    "white_with_match": Text("May you turn in white when you also hold a matching colour?"),
    "steal_unpaid": Text("May you steal a {token} when no white one is left to pay for it?", **WORDS),
    "tie_break": Text("What decides between equal totals?"),
    "trump_any_time": Text("May you play {trump} when you could follow the led colour?", **WORDS),
}
"""The question for each house rule."""
TieBreak = Literal["share", "fewest_black", "most_zero_rounds"]
TIE_BREAKS: Mapping[TieBreak, Text] = {
    "share": Text("nothing: they share the place"),
    "fewest_black": Text("the fewest black ones over all rounds"),
    "most_zero_rounds": Text("the most rounds without a point"),
}
"""What decides between equal totals; what is equal in that, too, is shared."""
USUAL: Mapping[str, Text] = {
    "sluffer_points": Text("{points_usually}", **WORDS),
    "rounds": Text("{rounds_usually}", **WORDS),
}
"""What holds for a house rule that is left to box and number of seats."""


class Options(Strict):
    """The house rules of a table. `supply` names only the colours whose count differs from the box.

    `sluffer_points` and `rounds` are None where box and number of seats decide.
    """

    edition: Literal["sluff-off", "wizard-extreme", "sieben-siegel"] = Field(
        default="sluff-off",
        title=ASKS["edition"].put(),
        json_schema_extra={"words": {slug: one.title.message for slug, one in EDITIONS.items()}},
    )
    supply: dict[Token, Annotated[int, Field(ge=0, le=30)]] = Field(default_factory=dict, title=ASKS["supply"].put())
    sluffer_points: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None, title=ASKS["sluffer_points"].put(), description=USUAL["sluffer_points"].put()
    )
    rounds: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, title=ASKS["rounds"].put(), description=USUAL["rounds"].put()
    )
    white_with_match: bool = Field(default=True, title=ASKS["white_with_match"].put())
    steal_unpaid: bool = Field(default=False, title=ASKS["steal_unpaid"].put())
    trump_any_time: bool = Field(default=False, title=ASKS["trump_any_time"].put())
    tie_break: TieBreak = Field(
        default="share",
        title=ASKS["tie_break"].put(),
        json_schema_extra={"words": {way: text.message for way, text in TIE_BREAKS.items()}},
    )

    @property
    def box(self) -> Edition:
        """The box on the table."""
        return EDITIONS[self.edition]

    @field_validator("supply")
    @classmethod
    def _of_this_box(cls, supply: dict[Token, int], info: ValidationInfo) -> dict[Token, int]:
        edition = EDITIONS.get(info.data.get("edition", ""))
        if edition is not None and (strange := supply.keys() - edition.box.keys()):
            raise ValueError(f"the box holds no {min(strange)} token")
        return supply
