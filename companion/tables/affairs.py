"""A table's affairs beside the game: what is on hold, what is proposed, and how the table has ruled before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.tables.acts import Propose, PutOnHold


@dataclass(frozen=True, slots=True)
class Signature:
    """Who made an entry, when, and as which entry. `seat` is None for a host without one."""

    version: int
    seat: str | None
    key_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Hold:
    """The table is on hold since `by`."""

    by: Signature
    act: PutOnHold


@dataclass(frozen=True, slots=True)
class Proposal:
    """An amend waits for a second seat."""

    by: Signature
    act: Propose


@dataclass(frozen=True, slots=True)
class Precedent:
    """How the host has ruled on a rule at this table: as which entry, how ("stands", "ruling", "amend"), and why."""

    rule: str
    version: int
    how: str
    reason: str


@dataclass(frozen=True, slots=True)
class Beaten:
    """A seat was that much too late in a race; `line` is the id of the move that came first."""

    line: str
    seat: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Affairs:
    """All of it. `two_people` says that an amend needs a second seat, `beaten` holds who was late in the last race."""

    hold: Hold | None = None
    proposal: Proposal | None = None
    two_people: bool = False
    precedents: tuple[Precedent, ...] = ()
    beaten: tuple[Beaten, ...] = ()

    def ruled(self, rule_id: str) -> tuple[Precedent, ...]:
        """This table's earlier rulings on a rule, the latest first."""
        return tuple(one for one in reversed(self.precedents) if one.rule == rule_id)


NOTHING = Affairs()
"""The affairs of a fresh table."""
