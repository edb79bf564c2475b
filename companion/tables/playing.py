"""Entering moves: is it a repeat, does the table allow it, is it on disk; then it is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from time import perf_counter

from companion.games.ruling import Rejected
from companion.tables.acts import BaseAct
from companion.tables.bus import ANYTHING
from companion.tables.codes import request_hash
from companion.tables.judging import Fits, Item, Tap, judge, read_item
from companion.tables.ledger import ACT, MOVE, Entry, Outcome, stored
from companion.tables.loading import Loaded
from companion.tables.shelf import Place
from companion.tables.stock import Stock
from companion.tables.troubles import Unavailable
from companion.tables.values import Actor, Answer, Played, Reused, Snapshot, Stale, Unsaved

TRIES = 20


class Playing(Stock):
    """The part of `Tables` that takes moves."""

    def play(
        self, code: str, moves: Sequence[object], *, actor: Actor, seen: int | None, request: str | None
    ) -> Answer:
        """Enter one tap's moves: all of them, or none.

        `moves` are JSON values, or acts of the referee (`acts.py`). `seen` is the version
        that the phone showed (None: it takes the table as it is), `request` the request's
        name (None: it has none). The answer is `Played` only when the entries are on disk. Raises NoSuchTable.
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
        now = self._now()
        answer = self._again(loaded, tap) or judge(loaded.snapshot, tap, now)
        if not isinstance(answer, Fits):
            return self._held_against_the_ledger(place, code, answer)
        entries = _entries(loaded.snapshot, tap, answer.items, now)
        began = perf_counter()
        outcome = self._append(place, entries)
        if outcome == "failed":
            return Unsaved(self._at(place, code).snapshot)  # as it was before, where nobody answers at all
        if outcome == "clash":
            return None
        self.meter.saved(code, sum(entry.kind == MOVE for entry in entries), perf_counter() - began)
        loaded.requests.update({entry.request: entry.version for entry in entries if entry.request is not None})
        place.loaded = Loaded(answer.after, loaded.keys, loaded.requests)
        self._tell(code, answer.after.stamp)
        return Played(answer.after, answer.after.version)

    def _held_against_the_ledger(self, place: Place, code: str, answer: Answer) -> Answer | None:
        """The answer, unless another process wrote what was not known when it was given: then None, to try again.

        Nobody is refused for what may have changed: where the ledger cannot be asked, the tap is not saved.
        """
        if self._bus.alone or isinstance(answer, Played):
            return answer
        try:
            return None if self._looks_new(place, code) else answer
        except Unavailable:
            return Unsaved(answer.snapshot)

    def _append(self, place: Place, entries: Sequence[Entry]) -> Outcome:
        outcome: Outcome = "failed"
        try:
            outcome = self._ledger.append(entries) if entries else "saved"
        finally:
            if outcome != "saved":
                place.told = ANYTHING  # the ledger alone knows what stands
        return outcome

    def _again(self, loaded: Loaded, tap: Tap) -> Played | Reused | None:
        """The first answer to a request that was entered before; None for a new one."""
        first = loaded.requests.get(tap.name(0) or "")
        if first is None:
            return None
        here = loaded.snapshot
        # One more than were sent: the first request may have had more moves than this one.
        later = self._ledger.read(here.table_id, first, len(tap.moves) + 1)
        entered = [entry.move for place, entry in enumerate(later) if entry.request == tap.name(place)]
        read = [read_item(here, raw) for raw in tap.moves]
        if entered != [None if isinstance(one, Rejected) else stored(one.plain()) for one in read]:
            return Reused(here)
        return Played(here, first + len(entered) - 1)


def _entries(snapshot: Snapshot, tap: Tap, items: Sequence[Item], now: datetime) -> list[Entry]:
    actor = tap.actor
    return [
        Entry(
            snapshot.table_id, snapshot.version + 1 + i, stored(item.plain()), now, actor.seat, actor.key_id,
            actor.label, tap.name(i), ACT if isinstance(item, BaseAct) else MOVE,
        )
        for i, item in enumerate(items)
    ]  # fmt: skip
