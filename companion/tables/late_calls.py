"""Late calls: in a race the first move entered counts, and the ledger says who came later, by how much. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.tables.entry import Item, Late
from companion.tables.snapshot import LateCall, Signature, Snapshot

LATE_SECONDS = 10.0
"""A call that comes later than that was not in the race."""


def lost_race(snapshot: Snapshot, items: Sequence[Item | Rejected], seen: int) -> Late | None:
    """The act that notes one move which lost a race; None for whatever else came too late.

    A race was lost where of all moves the winning one alone came after the version that was `seen`.
    """
    latest, won = None if snapshot.provenance is None else snapshot.provenance.entry_id, snapshot.book.move
    if latest != str(seen + 1):
        return None
    match items:
        case [Move(mover=str() as seat) as item] if type(item) is type(won):
            return Late(act="late", first=seen + 1, seat=seat)
        case _:
            return None


def with_late_call(snapshot: Snapshot, act: Late, by: Signature) -> Snapshot | None:
    """The table with a seat's late call, once a seat and move; None where there was no race, or it was over."""
    first, move = snapshot.provenance, snapshot.book.move
    if first is None or first.at is None or move is None or not move.race or first.entry_id != str(act.first):
        return None
    seconds = max(0.0, (by.at - first.at).total_seconds())  # a clock may be set back
    known = {move.mover, *(one.seat for one in snapshot.late_calls)}
    if seconds > LATE_SECONDS or act.seat in known or snapshot.seat(act.seat) is None:
        return None
    late_calls = (*snapshot.late_calls, LateCall(first.entry_id, act.seat, seconds))
    return replace(snapshot, referee=replace(snapshot.referee, late_calls=late_calls))
