"""What a table says to a tap before anything is written: whose phone it is, is it up to date, do the rules allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.games.game import Move, Undo
from companion.games.ruling import Rejected, Text
from companion.tables.acting import acted
from companion.tables.acts import Act, BaseAct, Settle
from companion.tables.affairs import Signature
from companion.tables.loading import parse, play
from companion.tables.rights import forbids, forbids_now
from companion.tables.rights_of_acts import forbids_act
from companion.tables.values import Actor, Forbidden, OnHold, Refused, Snapshot, Stale

Item = Move | Act
"""What a tap enters."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One request: its moves and acts stand or fall together."""

    moves: tuple[object, ...]
    actor: Actor
    seen: int | None
    request: str | None

    def name(self, place: int) -> str | None:
        """What the ledger calls this request's move at that place, counted from 0."""
        return None if self.request is None else f"{self.request}/{place}"


@dataclass(frozen=True, slots=True)
class Fits:
    """The rules allow it: the table after it, and the moves and acts as they were read."""

    after: Snapshot
    items: tuple[Item, ...]


def read_item(snapshot: Snapshot, raw: object) -> Item | Rejected:
    """An act as it is; a JSON value as a move of this table's game, or the rejection `malformed`."""
    return raw if isinstance(raw, Act) else parse(snapshot, raw)


def judge(snapshot: Snapshot, tap: Tap, now: datetime) -> Fits | Forbidden | Stale | OnHold | Refused:
    """What the table as it stands says to a tap at this moment. Pure: nothing is written."""
    if tap.actor.table_id != snapshot.table_id:
        return Forbidden(Text("This key belongs to another table."), snapshot)
    read = [read_item(snapshot, raw) for raw in tap.moves]
    for item in read:
        never = forbids(tap.actor, item) if isinstance(item, Move) else None
        if never is not None:
            return Forbidden(never, snapshot)
    if tap.seen is not None and tap.seen != snapshot.version:
        return Stale(snapshot)
    hold = snapshot.affairs.hold
    if hold is not None and any(_waits(item, read) for item in read):
        return OnHold(hold, snapshot)
    return _fold(snapshot, tap.actor, read, now)


def _waits(item: Item | Rejected, tap: Sequence[Item | Rejected]) -> bool:
    """Whether a hold is against it: against every move but a table ruling that comes with the word that it settles."""
    if isinstance(item, BaseAct):
        return False
    ruled = any(isinstance(one, Settle) and one.how == "ruling" for one in tap)
    return not ruled or (isinstance(item, Move) and item.kind() != "ruling")


def _fold(
    snapshot: Snapshot, actor: Actor, items: Sequence[Item | Rejected], now: datetime
) -> Fits | Forbidden | Stale | Refused:
    after = snapshot
    for i, item in enumerate(items):
        if isinstance(item, Rejected):
            return Refused(item, _instead(snapshot, actor, None), snapshot, i)
        forbidden = forbids_now(actor, item, after) if isinstance(item, Move) else forbids_act(actor, item, after)
        if forbidden is not None:
            return Forbidden(forbidden, snapshot)
        ruling = _move(after, actor, item, now) if isinstance(item, Move) else _act(after, actor, item, now)
        if isinstance(ruling, Rejected):
            return Refused(ruling, _instead(snapshot, actor, item), snapshot, i)
        if ruling is None:
            return Stale(snapshot)
        after = ruling
    return Fits(after, tuple(item for item in items if not isinstance(item, Rejected)))


def _move(snapshot: Snapshot, actor: Actor, move: Move, now: datetime) -> Snapshot | Rejected:
    ruling = play(snapshot, move, actor.seat, now)
    return ruling if isinstance(ruling, Rejected) else ruling.state


def _act(snapshot: Snapshot, actor: Actor, act: Act, now: datetime) -> Snapshot | Rejected | None:
    return acted(snapshot, act, Signature(snapshot.version + 1, actor.seat, actor.key_id, now))


def _instead(snapshot: Snapshot, actor: Actor, item: Item | None) -> tuple[Move, ...]:
    """What would be allowed, and of that what this phone may enter, where it may enter any of it."""
    if isinstance(item, BaseAct):
        return ()
    claim = item if isinstance(item, Move) and not isinstance(item, Undo) else None
    legal = snapshot.book.game.instead(snapshot.book.state, claim)
    return tuple(move for move in legal if forbids(actor, move) is None) or legal
