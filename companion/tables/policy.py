"""Policy: who may enter which move or act, and who may change the seats, the keys or the table itself.

The host and a scorekeeper enter any move, and a seat enters its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from companion.games.move import Move, Undo
from companion.games.text import Text
from companion.tables.entry import Act, Amend, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.errors import HostOnly, HostStays, KeepersOnly, TableError
from companion.tables.snapshot import Actor, Signature, Snapshot

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


def forbids(actor: Actor, move: Move) -> Text | None:
    """Return why this phone may never enter the move, whatever the table's state; None if it may."""
    if actor.keeper:
        return None
    if actor.seat is None:
        return NO_SEAT
    mover = None if move.entered_by == "host" else move.mover
    if isinstance(move, Undo):
        mover = actor.seat if move.seat is None else move.seat
    elif move.entered_by == "anyone":
        return None
    if mover is None:
        return Text("Only the host or a scorekeeper can enter this.")
    if mover != actor.seat:
        return Text("This is {seat}\u2019s phone; it cannot enter for {mover}.", seat=actor.seat, mover=mover)
    return None


def forbids_now(actor: Actor, move: Move, snapshot: Snapshot) -> Text | None:
    """Return why this phone may not enter the move now, including an undo of the latest entry; None if it may."""
    return forbids(actor, move) or forbids_undo(actor, move, snapshot)


def forbids_undo(actor: Actor, move: Move, snapshot: Snapshot) -> Text | None:
    """Return why this phone may not undo the latest entry: a seat must have entered it, or have been its player.

    Return None if it may, and for a move that is no undo.
    """
    if not isinstance(move, Undo) or actor.keeper or snapshot.provenance is None:
        return None
    latest = snapshot.book.move
    makers = (snapshot.provenance.by, latest.mover if latest else None)
    if any(snapshot.people.same(actor.seat, maker) for maker in makers):
        return None
    return Text("The latest entry is not yours. Only the player who made it, the host or a scorekeeper can undo it.")


def undo_counts(snapshot: Snapshot) -> tuple[int, dict[int, int]]:
    """Return how many moves the next undo takes back, on a keeper's phone, and by each seated person's number.

    It takes back all that the latest tap has entered, up to the first move that the phone may not undo.
    """
    people, entered, book = snapshot.people, snapshot.provenance, snapshot.book
    tap, count, still = entered.request if entered else None, 0, set(people.seated)
    own = dict.fromkeys(people.seated, 0)
    while entered is not None and book.before is not None and (not count or entered.request == tap is not None):
        still &= {people.person(entered.by), people.person(book.move.mover if book.move else None)}
        own.update((person, own[person] + 1) for person in still)
        book, entered, count = book.before, entered.before, count + 1
    return count, {person: moves for person, moves in own.items() if moves}


def forbids_act(actor: Actor, act: Act, snapshot: Snapshot) -> Text | None:
    """Return why this phone may not do this now; None if it may."""
    referee = snapshot.referee
    match act:
        case Late(seat=seat):
            return None if actor.keeper or actor.seat == seat else NOT_ITS_SEAT
        case Setting():
            forbidden = forbids_change(actor, TableChange.SETTING)
            return None if forbidden is None else forbidden.text
        case Settle():
            if referee.hold is None:
                return RULED_ALREADY
            withdrawn = act.how == "withdrawn" and is_maker(actor, referee.hold.by, snapshot)
            return None if withdrawn or may_change(actor, TableChange.RULE) else HOST_RULES
        case Propose():
            return _forbids_amend(actor, act, snapshot) or (None if referee.two_people else NO_SECOND_NEEDED)
        case Amend(proposed=None):
            return _forbids_amend(actor, act, snapshot) or (SECOND_NEEDED if referee.two_people else None)
    if actor.seat is None and not actor.host:
        return NO_SEAT
    if isinstance(act, PutOnHold | Withdraw) or referee.proposal is None:
        return None
    return SECOND_IS_FIRST if is_maker(actor, referee.proposal.by, snapshot) else None


def _forbids_amend(actor: Actor, act: Amend | Propose, snapshot: Snapshot) -> Text | None:
    if not may_change(actor, TableChange.AMEND):
        return KEEPERS_CORRECT
    ruling = act.settles is not None or snapshot.referee.hold is not None
    return HOST_RULES if ruling and not may_change(actor, TableChange.RULE) else None


def is_maker(actor: Actor, by: Signature, snapshot: Snapshot) -> bool:
    """Return True if this phone made the entry, or if its seat did so on another phone."""
    return actor.key_id == by.key_id or snapshot.people.same(actor.seat, by.seat)


class TableChange(Enum):
    """A change of a table, other than a move, that a phone may ask for."""

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
    """What a phone is at its table: the host's, a keeper's (who may enter for everybody), or neither."""

    @property
    def host(self) -> bool: ...

    @property
    def keeper(self) -> bool: ...


def forbids_change(phone: Rights, change: TableChange) -> type[TableError] | None:
    """Return the error with which this phone's change is refused; None if it may make the change."""
    match change:
        case TableChange.AMEND | TableChange.REMATCH | TableChange.RECOVERY_CODE:
            return None if phone.keeper else KeepersOnly
        case TableChange.LEAVE:
            return HostStays if phone.host else None
        case _:
            return None if phone.host else HostOnly


def may_change(phone: Rights, change: TableChange) -> bool:
    """Return True if this phone may make the change."""
    return forbids_change(phone, change) is None


def need_permission(phone: Rights, change: TableChange) -> None:
    """Raise KeepersOnly, HostOnly or HostStays if this phone may not make the change."""
    forbidden = forbids_change(phone, change)
    if forbidden is not None:
        raise forbidden
