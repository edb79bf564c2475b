"""Entries of the ledger: moves of the game and acts of the referee, as JSON, and who made them.

Nothing is ever erased. An act says what holds from then on:

amend     changes, removes or inserts entries that stand, with all the consequences
propose   asks a second seat to agree to an amend; `amend` with `proposed` carries it out, `withdraw` drops it
hold      makes moves wait until the host has ruled
settle    is the host's ruling on a hold, or the caller's withdrawal of it
setting   says whether an amend needs a second seat
late      says that a seat lost a race: somebody else has just made the move that it wanted to make
choose    says what became of an entry that stood under earlier rules; only older ledgers hold such acts
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import Field, TypeAdapter

from companion.games.move import Move, Reason, Strict, Words
from companion.games.text import Text
from companion.games.transcript import load_any_json
from companion.referee.edits import Edit

MOVE, ACT = "move", "act"

IMPORTED = Text("imported from a file").message
"""The label of entries that came with a transcript, so that no phone of this table has made them."""
MOST_EDITS = 20_000  # more than an evening's entries: removing the first one may remove them all
MOST_MOVES = 20  # in place of one entry
Edits = Annotated[list[Edit], Field(min_length=1, max_length=MOST_EDITS)]


class Entry(Struct, frozen=True):
    """One entry as it is stored. `move` is the JSON of a move or an act; `kind` says which (MOVE or ACT).

    `by` is the seat that entered it, or None for a host without a seat. `request` is the name of the request that it
    came with and its index there, "NAME/0", or None if the request had no name.
    """

    table_id: int
    version: int
    move: str
    at: datetime
    by: str | None
    key_id: int
    label: str
    request: str | None
    kind: str = MOVE


def stored(plain: dict[str, Any]) -> str:
    """Return a move, an act or a header as JSON in ASCII, so that any database can hold any name."""
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":"))


def loaded(text: str) -> object:
    """Return the JSON value that is stored, or the text itself if it is not JSON."""
    try:
        return load_any_json(text)
    except ValueError:
        return text


class Amend(Strict):
    """Change, remove or insert entries. `proposed` is the version of the proposal that this amend confirms.

    If the amend is a ruling on a hold, `settles` is the version of the hold, and `rule` the id of the disputed rule.
    """

    act: Literal["amend"]
    edits: Edits
    reason: Reason
    proposed: int | None = None
    settles: int | None = None
    rule: str | None = None


class Propose(Strict):
    """Propose an amend that a second seat has to confirm. `settles` and `rule` mean the same as in `Amend`."""

    act: Literal["propose"]
    edits: Edits
    reason: Reason
    settles: int | None = None
    rule: str | None = None

    def confirmed(self, version: int) -> Amend:
        """Return the amend that carries out this proposal, whose version is given."""
        return Amend.model_validate({**self.plain(), "act": "amend", "proposed": version})


class Withdraw(Strict):
    """Drop the proposal whose version is given."""

    act: Literal["withdraw"]
    proposal: int


class PutOnHold(Strict):
    """Make moves wait. `entry` is the id of the disputed entry, and `rule` of the disputed rule, if they are named."""

    act: Literal["hold"]
    reason: Reason
    entry: str | None = None
    rule: str | None = None


class Settle(Strict):
    """End the hold whose version is given: what was entered stands, a table ruling settles it, or it is withdrawn."""

    act: Literal["settle"]
    hold: int
    how: Literal["stands", "ruling", "withdrawn"]
    reason: Reason
    rule: str | None = None


class Setting(Strict):
    """Say whether an amend needs a second seat from now on."""

    act: Literal["setting"]
    two_people: bool


class Late(Strict):
    """Note that this seat wanted to make the move that another seat had just made as entry `first`."""

    act: Literal["late"]
    first: int
    seat: Words


class Choose(Strict):
    """A host's choice about an entry that the rules of the time refused. `entry` is its version.

    The entry "stands", is taken "out", or is "replaced" by `moves`, or by `edits` to earlier entries. If `entry` is 0,
    the choice is about the table's header, and `header` takes its place.
    """

    act: Literal["choose"]
    entry: Annotated[int, Field(ge=0)]
    how: Literal["stands", "out", "replaced"]
    reason: Reason
    moves: list[dict[str, Any]] = Field(default_factory=list, max_length=MOST_MOVES)
    edits: list[Edit] = Field(default_factory=list, max_length=MOST_EDITS)
    header: dict[str, Any] | None = None
    rule: str | None = None
    upheld: bool = False


Act = Amend | Propose | Withdraw | PutOnHold | Settle | Setting | Late | Choose
Item = Move | Act
"""The content of an entry: a move of the game or an act of the referee."""

_ACTS: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="act")])


def read_act(raw: object) -> Act:
    """Read an act from a JSON value. Raises pydantic's ValidationError."""
    return _ACTS.validate_python(raw)


def act_in(raw: object) -> Act | None:
    """Return the act that this JSON value holds, or None if it holds none."""
    try:
        return read_act(raw)
    except ValueError:
        return None
