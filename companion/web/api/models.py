"""What the API takes and tells of tables: `openapi.py` makes its document's schemas of these models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from companion.web.lobby.open_file import LISTED


class Keys(BaseModel):
    """What opens the table: the host's key, a key for each seat by name, and the code that makes another the host."""

    host: str
    recovery: str
    seats: dict[str, str]


class Given(BaseModel):
    """What is sent: these keys and no others."""

    model_config = ConfigDict(extra="forbid")


class Recovery(Given):
    """The code that was told when the table was opened, or with the latest recovery."""

    recovery: StrictStr


class HostKeys(BaseModel):
    """A host's key, and the code that makes another one; told this once."""

    host: str
    recovery: str


class Seat(Given):
    """A seat, by its name."""

    seat: StrictStr


class SeatKeys(BaseModel):
    """A key to each of these seats, by name."""

    seats: dict[str, str]


class MadeKey(BaseModel):
    """A seat's new key, told this once. When it is first used, the older ones of the seat end."""

    keys: SeatKeys


class Recovered(BaseModel):
    """What the new host gets. All keys of a table's former host have ended, and all recovery codes."""

    keys: HostKeys


class OpenedTable(BaseModel):
    """A new table. `url` is where people join; the keys are told this once. `version`: how many moves came with it."""

    code: str
    version: int
    url: str
    keys: Keys


class RejectedLine(BaseModel):
    """A line of a transcript that was rejected; a table has none of them."""

    line: int
    rule: str
    reason: str


class RejectedLines(BaseModel):
    """Why no table was opened from a transcript: a rule is against these lines of it.

    `rejected` has the first hundred, `rejected_in_all` says how many there are.
    """

    reason: str
    rejected: Annotated[list[RejectedLine], Field(min_length=1, max_length=LISTED)]
    rejected_in_all: int


class Hold(BaseModel):
    """A dispute: since that version entries wait. `seat` is missing for a host without one, `entry` and `rule`
    where they were not named."""

    version: int
    seat: str | None = None
    at: str
    entry: str | None = None
    rule: str | None = None
    reason: str


class Held(BaseModel):
    """The table is on hold: nothing was entered."""

    reason: str
    hold: Hold


class Precedent(BaseModel):
    """How the host has ruled on this rule before, as which entry."""

    version: int
    reason: str


class Table(BaseModel):
    """What stands at a table, as `companion replay --json` says it, and the version.

    `accepted` counts the moves that led to what stands, undos too; an amend plays the game
    anew, and the count begins again with it. `version` counts every entry and never falls.
    """

    model_config = ConfigDict(extra="allow")

    file: str
    game: str
    accepted: int
    rejected: list[RejectedLine]
    phase: str
    over: bool
    rounds: list[dict[str, int]]
    totals: dict[str, int]
    winners: list[str]
    irregularities: list[dict[str, Any]]
    holdings: dict[str, Any]
    version: int
    hold: Hold | None = None


class Version(BaseModel):
    """The table's version: how many entries its ledger has."""

    version: int


class Problem(BaseModel):
    """Why nothing was done, in a sentence; for a header, also the key that is wrong, for a transcript the line."""

    reason: str
    key: str | None = None
    line: int | None = None


class Refusal(BaseModel):
    """A move that a rule is against: the rule's id, the numbers, what would be allowed now, and earlier rulings."""

    rule: str
    reason: str
    because: str
    instead: list[dict[str, Any]]
    precedents: list[Precedent] | None = None
