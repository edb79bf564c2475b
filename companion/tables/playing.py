"""Entering moves: is it a repeat, whose phone is it, is it up to date, do the rules allow it, is it on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.games.game import Move, Undo
from companion.games.ruling import Rejected, Text
from companion.tables.codes import request_hash
from companion.tables.ledger import Entry, Outcome, stored
from companion.tables.loading import Loaded, parse, play, with_entries, with_rows
from companion.tables.rights import forbids, forbids_now
from companion.tables.shelf import Place
from companion.tables.stock import Stock
from companion.tables.troubles import Unavailable
from companion.tables.values import (
    Actor,
    Answer,
    Forbidden,
    Played,
    Refused,
    Reused,
    Snapshot,
    Stale,
    Unsaved,
)

TRIES = 20


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


class Playing(Stock):
    """The part of `Tables` that takes moves."""

    def play(
        self, code: str, moves: Sequence[object], *, actor: Actor, seen: int | None, request: str | None
    ) -> Answer:
        """Enter one tap's moves: all of them, or none.

        `moves` are JSON values. `seen` is the version that the phone showed (None: it
        takes the table as it is), `request` the request's name (None: it has none). The
        answer is `Played` only when the entries are on disk. Raises NoSuchTable.
        """
        named = None if request is None else request_hash(actor.key_id, request)
        tap = Tap(tuple(moves), actor, seen, named)
        place = self._shelf.place(code)
        with place.lock:
            for _ in range(TRIES):
                answer = self._enter(place, code, tap)
                if answer is not None:
                    return answer
            return Stale(self._at(place, code).snapshot)

    def _enter(self, place: Place, code: str, tap: Tap) -> Answer | None:
        """One try; None where another writer was first and the table has to be looked at again."""
        loaded = self._at(place, code)
        answer = self._again(loaded, tap) or judge(loaded.snapshot, tap)
        if not isinstance(answer, Fits):
            return answer
        entries = _entries(loaded.snapshot, tap, answer.moves, self._now())
        outcome = self._append(place, entries)
        if outcome == "failed":
            return Unsaved(self._reread(place, code, loaded))
        if outcome == "clash":
            place.loaded = self._caught_up(loaded, code)
            return None
        requests = {entry.request: entry.version for entry in entries if entry.request is not None}
        place.loaded = replace(loaded, snapshot=answer.after, requests={**loaded.requests, **requests})
        self.live.publish(code, answer.after.stamp)
        return Played(answer.after, answer.after.version)

    def _append(self, place: Place, entries: Sequence[Entry]) -> Outcome:
        outcome: Outcome = "failed"
        try:
            outcome = self._ledger.append(entries) if entries else "saved"
        finally:
            if outcome != "saved":
                place.loaded = None  # the ledger alone knows what stands
        return outcome

    def _caught_up(self, loaded: Loaded, code: str) -> Loaded | None:
        """The table with what other writers entered; None, to be loaded anew, where that explains no clash."""
        newer = with_entries(with_rows(loaded, self._rows(code)), self._ledger)
        return newer if newer.snapshot.version > loaded.snapshot.version else None

    def _reread(self, place: Place, code: str, before: Loaded) -> Snapshot:
        """The table as the ledger has it; as it was before, where the database does not answer at all."""
        try:
            return self._at(place, code).snapshot
        except Unavailable:
            return before.snapshot

    def _again(self, loaded: Loaded, tap: Tap) -> Played | Reused | None:
        """The first answer to a request that was entered before; None for a new one."""
        first = loaded.requests.get(tap.name(0) or "")
        if first is None:
            return None
        here = loaded.snapshot
        entered = [
            entry.move
            for place, entry in enumerate(self._ledger.read(here.table_id, first))
            if entry.request == tap.name(place)
        ]
        read = [parse(here, raw) for raw in tap.moves]
        if entered != [stored(move.plain()) for move in read if isinstance(move, Move)]:
            return Reused(here)
        return Played(here, first + len(entered) - 1)


def _entries(snapshot: Snapshot, tap: Tap, moves: Sequence[Move], now: datetime) -> list[Entry]:
    actor = tap.actor
    return [
        Entry(
            snapshot.table_id, snapshot.version + 1 + i, stored(move.plain()), now, actor.seat, actor.key_id,
            actor.label, tap.name(i),
        )
        for i, move in enumerate(moves)
    ]  # fmt: skip
