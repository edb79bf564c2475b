"""Policy: who may enter which move (host and scorekeeper any, a seat its own), do which act of the referee, and change
the seats, the keys or the table itself."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Protocol

from companion.games.move import Move, Undo
from companion.games.text import Text
from companion.tables.entry import Act, Amend, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.errors import HostOnly, HostStays, KeepersOnly, TableError
from companion.tables.snapshot import Actor, Signature, Snapshot

UNDO = Undo(move="undo")


def forbids(actor: Actor, move: Move) -> Text | None:
    """Why this phone may never enter the move, whatever the table's state; None where it may."""
    if actor.keeper:
        return None
    if actor.seat is None:
        return NO_SEAT
    if isinstance(move, Undo):
        return _not_own(actor.seat, move.seat) if move.seat is not None else None
    if move.entered_by == "anyone":
        return None
    return _not_own(actor.seat, None if move.entered_by == "host" else move.mover)


def forbids_now(actor: Actor, move: Move, snapshot: Snapshot) -> Text | None:
    """Why this phone may not make the move; of an undo, why it may not take back what it would. None where it may."""
    return forbids(actor, move) or forbids_undo(actor, move, snapshot)


def forbids_undo(actor: Actor, move: Move, snapshot: Snapshot) -> Text | None:
    """Why this phone may not take back the latest entry: a seat may only its own, or a move that was its own to make.

    None where it may, and for a move that is no undo.
    """
    if not isinstance(move, Undo) or actor.keeper or snapshot.provenance is None:
        return None
    latest = snapshot.book.move
    makers = (snapshot.provenance.by, latest.mover if latest else None)
    if any(snapshot.people.same(actor.seat, maker) for maker in makers):
        return None
    return Text("The latest entry is not yours. Only the player who made it, the host or a scorekeeper can undo it.")


def undoes(actor: Actor, snapshot: Snapshot) -> int:
    """How many moves an undo from this phone takes back: those that the latest tap has entered together.

    None of them where it may take back nothing, and of another's tap only what is its own.
    """
    entered, count = snapshot.provenance, 0
    tap, book = entered.request if entered else None, snapshot.book
    while entered is not None and book.before is not None:
        here = replace(snapshot, book=book, provenance=entered)
        if (count and (tap is None or entered.request != tap)) or forbids_now(actor, UNDO, here) is not None:
            break
        book, entered, count = book.before, entered.before, count + 1
    return count


def _not_own(seat: str, mover: str | None) -> Text | None:
    if mover == seat:
        return None
    if mover is None:
        return Text("Only the host or a scorekeeper can enter this.")
    return Text("This is {seat}\u2019s phone; it cannot enter for {mover}.", seat=seat, mover=mover)


HOST_RULES = Text("The table is on hold. Only the host can decide.")
KEEPERS_CORRECT = Text("Only the host or a scorekeeper can correct an entry.")
SECOND_NEEDED = Text(
    "At this table a second player must agree to a correction: propose it, and they agree on their phone."
)
SECOND_IS_FIRST = Text("You proposed this correction. Another player has to agree, on their own phone.")
NO_SECOND_NEEDED = Text("At this table a correction needs no second player.")
NO_SEAT = Text("This phone has no seat at this table.")
NOT_ITS_SEAT = Text("This phone plays another seat.")
RULED_ALREADY = Text("The table is not on hold.")


def forbids_act(actor: Actor, act: Act, snapshot: Snapshot) -> Text | None:
    """Why this phone may not do this now; None where it may."""
    match act:
        case PutOnHold() | Withdraw():
            return _no_seat(actor)
        case Settle():
            return _settle(actor, act, snapshot)
        case Setting():
            forbidden = forbids_change(actor, TableChange.SETTING)
            return None if forbidden is None else forbidden.text
        case Late(seat=seat):
            return None if actor.keeper or actor.seat == seat else NOT_ITS_SEAT
        case Propose():
            return _amend(actor, act, snapshot) or (None if snapshot.referee.two_people else NO_SECOND_NEEDED)
        case Amend(proposed=None):
            return _amend(actor, act, snapshot) or (SECOND_NEEDED if snapshot.referee.two_people else None)
    return _no_seat(actor) or _confirm(actor, snapshot)


def _no_seat(actor: Actor) -> Text | None:
    return None if actor.seat is not None or actor.host else NO_SEAT


def _settle(actor: Actor, act: Settle, snapshot: Snapshot) -> Text | None:
    hold = snapshot.referee.hold
    if hold is None:
        return RULED_ALREADY
    own = act.how == "withdrawn" and _made(actor, hold.by, snapshot)
    return None if own or may_change(actor, TableChange.RULE) else HOST_RULES


def _amend(actor: Actor, act: Amend | Propose, snapshot: Snapshot) -> Text | None:
    if not may_change(actor, TableChange.AMEND):
        return KEEPERS_CORRECT
    ruling = act.settles is not None or snapshot.referee.hold is not None
    return None if not ruling or may_change(actor, TableChange.RULE) else HOST_RULES


def _confirm(actor: Actor, snapshot: Snapshot) -> Text | None:
    waiting = snapshot.referee.proposal
    return SECOND_IS_FIRST if waiting is not None and _made(actor, waiting.by, snapshot) else None


def _made(actor: Actor, by: Signature, snapshot: Snapshot) -> bool:
    """Whether this phone, or its seat by another phone, made the entry."""
    return actor.key_id == by.key_id or snapshot.people.same(actor.seat, by.seat)


class TableChange(Enum):
    """What a phone may change of a table beside moves."""

    AMEND = "correct an entry"
    RULE = "decide what the table is on hold for"
    SETTING = "say whether a correction needs a second player"
    REMATCH = "open the next table with the same people"
    RECOVERY_CODE = "make the code that makes another phone the host"
    SEAT_LINK = "hand out a new key to a seat"
    HOSTS_SEAT = "let the host's phone play a seat, or only keep the book"
    SCOREKEEPER = "give a seat the right to enter for everybody, or take it back"
    FREE_SEAT = "end the keys of a seat"
    END_ALL_KEYS = "end the keys of all phones but its own"
    LEAVE = "end its own key"
    DELETE = "delete the table"
    ADDRESS = "put another of this machine's addresses into the codes"


class Rights(Protocol):
    """What a phone is at its table: the host's, one that enters for everybody, or neither."""

    @property
    def host(self) -> bool:
        """Whether it is the host's."""

    @property
    def keeper(self) -> bool:
        """Whether it may enter for everybody."""


def forbids_change(phone: Rights, change: TableChange) -> type[TableError] | None:
    """With which error this phone may not make the change; None where it may."""
    match change:
        case TableChange.AMEND | TableChange.REMATCH | TableChange.RECOVERY_CODE:
            return None if phone.keeper else KeepersOnly
        case TableChange.LEAVE:
            return HostStays if phone.host else None
        case _:
            return None if phone.host else HostOnly


def may_change(phone: Rights, change: TableChange) -> bool:
    """Whether this phone may make the change."""
    return forbids_change(phone, change) is None


def need_permission(phone: Rights, change: TableChange) -> None:
    """Raise KeepersOnly, HostOnly or HostStays where this phone may not make the change."""
    forbidden = forbids_change(phone, change)
    if forbidden is not None:
        raise forbidden
