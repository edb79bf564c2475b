"""What a table says to a tap before anything is written: whose phone it is, is it up to date, do the rules allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.game import Move, Undo
from companion.games.ruling import Rejected, Text
from companion.tables.loading import parse, play
from companion.tables.rights import forbids, forbids_now
from companion.tables.values import Actor, Forbidden, Refused, Snapshot, Stale


@dataclass(frozen=True, slots=True)
class Tap:
    """One request: its moves stand or fall together."""

    moves: tuple[object, ...]
    actor: Actor
    seen: int | None
    request: str | None

    def name(self, place: int) -> str | None:
        """What the ledger calls this request's move at that place, counted from 0."""
        return None if self.request is None else f"{self.request}/{place}"


@dataclass(frozen=True, slots=True)
class Fits:
    """The rules allow it: the table after it, and the moves as they were read."""

    after: Snapshot
    moves: tuple[Move, ...]


def judge(snapshot: Snapshot, tap: Tap) -> Fits | Forbidden | Stale | Refused:
    """What the table as it stands says to a tap. Pure: nothing is written."""
    if tap.actor.table_id != snapshot.table_id:
        return Forbidden(Text("This key belongs to another table."), snapshot)
    read = [parse(snapshot, raw) for raw in tap.moves]
    for move in read:
        never = None if isinstance(move, Rejected) else forbids(tap.actor, move)
        if never is not None:
            return Forbidden(never, snapshot)
    if tap.seen is not None and tap.seen != snapshot.version:
        return Stale(snapshot)
    return _fold(snapshot, tap.actor, read)


def _fold(snapshot: Snapshot, actor: Actor, moves: Sequence[Move | Rejected]) -> Fits | Forbidden | Refused:
    after = snapshot
    for i, move in enumerate(moves):
        if isinstance(move, Rejected):
            return Refused(move, _instead(snapshot, actor, None), snapshot, i)
        not_now = forbids_now(actor, move, after)
        if not_now is not None:
            return Forbidden(not_now, snapshot)
        ruling = play(after, move, actor.seat)
        if isinstance(ruling, Rejected):
            return Refused(ruling, _instead(snapshot, actor, move), snapshot, i)
        after = ruling.state
    return Fits(after, tuple(move for move in moves if isinstance(move, Move)))


def _instead(snapshot: Snapshot, actor: Actor, move: Move | None) -> tuple[Move, ...]:
    """What would be allowed, and of that what this phone may enter, where it may enter any of it."""
    claim = None if isinstance(move, Undo) else move
    legal = snapshot.book.game.instead(snapshot.book.state, claim)
    return tuple(move for move in legal if forbids(actor, move) is None) or legal
