"""Acts: what enters the ledger beside the game's moves. Nothing is erased: an act says what holds from now on.

amend     entries that stand are changed, removed or put in, with all that follows from it
propose   an amend that waits for a second seat; `amend` with `proposed` carries it out, `withdraw` ends it
hold      entries wait until the host has ruled
settle    the host's ruling on a hold, or its withdrawal by who called it
setting   whether an amend needs a second seat
late      a seat wanted to make a move, in a race, that another has made just before
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from companion.games.game import Strict, Words
from companion.games.move import Reason
from companion.referee.edits import Edit

MOST_EDITS = 20_000  # a whole evening falls with its first entry


Edits = Annotated[list[Edit], Field(min_length=1, max_length=MOST_EDITS)]


class BaseAct(Strict):
    """One act; `act` is its kind."""

    def plain(self) -> dict[str, Any]:
        """As JSON has it: the keys that were given, no others."""
        return self.model_dump(exclude_unset=True)


class Amend(BaseAct):
    """The edits are carried out. `proposed` is the version of the proposal that this confirms.

    `settles` is the version of the hold that it is the ruling on, `rule` the rule that was in dispute.
    """

    act: Literal["amend"]
    edits: Edits
    reason: Reason
    proposed: int | None = None
    settles: int | None = None
    rule: str | None = None


class Propose(BaseAct):
    """An amend that a second seat has yet to confirm; `settles` and `rule` as in `Amend`."""

    act: Literal["propose"]
    edits: Edits
    reason: Reason
    settles: int | None = None
    rule: str | None = None


class Withdraw(BaseAct):
    """The proposal of that version is not carried out."""

    act: Literal["withdraw"]
    proposal: int


class PutOnHold(BaseAct):
    """Entries wait. `entry` is the id of the line in dispute, `rule` the rule, where the seat has named them."""

    act: Literal["hold"]
    reason: Reason
    entry: str | None = None
    rule: str | None = None


class Settle(BaseAct):
    """The hold of that version ends: what was entered stands, a table ruling came before this, or it is withdrawn."""

    act: Literal["settle"]
    hold: int
    how: Literal["stands", "ruling", "withdrawn"]
    reason: Reason
    rule: str | None = None


class Setting(BaseAct):
    """Whether an amend needs a second seat from now on."""

    act: Literal["setting"]
    two_people: bool


class Late(BaseAct):
    """In a race the move of version `first` came before this seat's; how much, the ledger's times say."""

    act: Literal["late"]
    first: int
    seat: Words


Act = Amend | Propose | Withdraw | PutOnHold | Settle | Setting | Late
_ACTS: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="act")])


def read_act(raw: object) -> Act:
    """An act from a JSON value. Raises pydantic's ValidationError."""
    return _ACTS.validate_python(raw)
