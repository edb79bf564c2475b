"""Who may enter what. Host and scorekeeper: everything. A seat: what is its own, and what concerns all."""

from __future__ import annotations

from companion.games.game import Move, Undo
from companion.games.ruling import Text
from companion.tables.values import Actor, Snapshot


def forbids(actor: Actor, move: Move) -> Text | None:
    """Why this phone may never enter the move, whatever the table's state; None where it may."""
    if actor.keeper:
        return None
    if actor.seat is None:
        return Text("This phone plays no seat at this table.")
    if isinstance(move, Undo):
        return _not_own(actor.seat, move.seat) if move.seat is not None else None
    if move.entered_by == "host":
        return Text("Only the host or a scorekeeper enters this.")
    return None if move.entered_by == "anyone" else _not_own(actor.seat, move.mover)


def forbids_now(actor: Actor, move: Move, snapshot: Snapshot) -> Text | None:
    """Like `forbids`, and an undo by a seat is held against the entry that it would take back."""
    never = forbids(actor, move)
    if never is not None or actor.keeper or not isinstance(move, Undo) or snapshot.standing is None:
        return never
    latest = snapshot.book.move
    if actor.seat in (snapshot.standing.by, latest.mover if latest else None):
        return None
    return Text("The latest entry is not yours: who entered it, the host or a scorekeeper can take it back.")


def _not_own(seat: str, mover: str | None) -> Text | None:
    if mover == seat:
        return None
    if mover is None:
        return Text("Only the host or a scorekeeper enters this.")
    return Text("This phone plays {seat}; it cannot enter for {mover}.", seat=seat, mover=mover)
