"""Entries of the ledger: moves of the game and acts of the referee, as JSON, and who made them.

Nothing is erased: an act says what holds from now on.

amend     entries that stand are changed, removed or put in, with all that follows from it
propose   an amend that waits for a second seat; `amend` with `proposed` carries it out, `withdraw` ends it
hold      entries wait until the host has ruled
settle    the host's ruling on a hold, or its withdrawal by who called it
setting   whether an amend needs a second seat
late      a seat wanted to make a move, in a race, that another has made just before
choose    what becomes of an entry that stood under earlier rules: read in older ledgers, never made any more
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from companion.games.move import Move, Reason, Strict, Words
from companion.games.text import Text
from companion.games.transcript import load_any_json
from companion.referee.edits import Edit

MOVE, ACT = "move", "act"

IMPORTED = Text("imported from a file").message
"""The label of entries that were made elsewhere and came with a transcript: no phone of this table made them."""
MOST_EDITS = 20_000  # more than an evening's entries: all may have to go with the first of them
MOST_MOVES = 20  # in the place of one entry
Edits = Annotated[list[Edit], Field(min_length=1, max_length=MOST_EDITS)]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it is stored. `move` is JSON: a move or an act, as `kind` says (MOVE, ACT).

    `by` is the seat that entered it (None: a host without one), `request` the request's name (None: it has none).
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
    """A move, an act or a header as the database keeps it: JSON in ASCII, so that any database takes any name."""
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":"))


def loaded(text: str) -> object:
    """What is stored as an entry, as a JSON value; what is no JSON, as it is."""
    try:
        return load_any_json(text)
    except ValueError:
        return text


class Amend(Strict):
    """Change, remove or insert entries. `proposed` is the version of the proposal that this confirms.

    `settles` is the version of the hold that it is the ruling on, `rule` the id of the rule that was in dispute.
    """

    act: Literal["amend"]
    edits: Edits
    reason: Reason
    proposed: int | None = None
    settles: int | None = None
    rule: str | None = None


class Propose(Strict):
    """Propose an amend, which a second seat has to confirm; `settles` and `rule` as in `Amend`."""

    act: Literal["propose"]
    edits: Edits
    reason: Reason
    settles: int | None = None
    rule: str | None = None


class Withdraw(Strict):
    """Drop the proposal of that version."""

    act: Literal["withdraw"]
    proposal: int


class PutOnHold(Strict):
    """Let entries wait. `entry` is the id of the entry in dispute and `rule` of the rule, where they are named."""

    act: Literal["hold"]
    reason: Reason
    entry: str | None = None
    rule: str | None = None


class Settle(Strict):
    """End the hold of that version: what was entered stands, a table ruling came before this, or it is withdrawn."""

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
    """Note that in a race the move of version `first` came before this seat's, by the difference of their times."""

    act: Literal["late"]
    first: int
    seat: Words


class Choose(Strict):
    """What a host has chosen about an entry that the rules of the time refused; `entry` is its version.

    It "stands", it is taken "out", or it is "replaced". `moves` have their effect in its place, or `edits` of what
    stood before it. `entry` 0 is the header, and `header` what the table is played by in its place.
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
"""What an entry holds: a move of the game, or an act of the referee."""

_ACTS: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="act")])


def read_act(raw: object) -> Act:
    """An act from a JSON value. Raises pydantic's ValidationError."""
    return _ACTS.validate_python(raw)


def act_in(raw: object) -> Act | None:
    """The act that this JSON value holds; None where it cannot be read as one."""
    try:
        return read_act(raw)
    except ValueError:
        return None
