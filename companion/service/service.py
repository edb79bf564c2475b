"""The one way in to a table. `TableService.submit` takes a tap: parse, look up, decide, append, apply, publish."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from time import perf_counter

from sqlalchemy.exc import IntegrityError

from companion.games.header import Header
from companion.games.move import Move
from companion.games.people import People, people_of
from companion.live.bus import UNKNOWN, Bus, LocalBus
from companion.live.pubsub import PubSub
from companion.security_log import note
from companion.service.circles import Circles
from companion.service.follower import Follower
from companion.service.instrumentation import Meter
from companion.service.storage_limits import USUAL, Bounds, is_long
from companion.storage.cache import ENTRIES, SIZE, CacheSlot, TableCache
from companion.storage.cached_table import CachedTable
from companion.storage.database import Database
from companion.storage.ledger import Ledger, Outcome
from companion.storage.repository import TableRepository
from companion.storage.seats_and_keys import TableWriter
from companion.tables.answers import Answer, Forbidden, Opened, Played, Refused, Reused, Stale, Unsaved
from companion.tables.decide import Command, Decided, decide, read_command, repeated
from companion.tables.entry import IMPORTED, MOVE
from companion.tables.errors import KeyEnded, TableError, Unavailable
from companion.tables.history import EntryView
from companion.tables.keys_and_codes import key_hash
from companion.tables.policy import TableChange, need_permission
from companion.tables.snapshot import Actor, Snapshot

TRIES = 20

log = logging.getLogger("table_companion.rematch")


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(kw_only=True, eq=False)
class TableService:
    """All tables of one database: open, get, submit, change, and read the ledger. Safe to use from many threads.

    Made of parts that it is given; `build_service` puts them together. `clock` tells the time of an entry, `bounds` how
    much may be stored. What changes seats, keys and rights is in `membership.py`, `rematches.py` and `deletion.py`.
    """

    database: Database
    bus: Bus
    ledger: Ledger
    repository: TableRepository
    cache: TableCache
    pubsub: PubSub
    follower: Follower
    circles: Circles
    meter: Meter
    bounds: Bounds
    clock: Callable[[], datetime]

    def open(
        self, header: Header, *, keys_for_seats: bool, label: str, host_seat: str | None = None,
        moves: Sequence[Move] = (), people: People | None = None, host_key: str | None = None,
        circle: int | None = None,
    ) -> Opened:  # fmt: skip
        """A new table. `label` names the host's phone; `keys_for_seats` makes a key for every seat too.

        `moves` were entered elsewhere, as a transcript has them: they all stand, or there is no table. `people`
        are all who have sat there after them (None: who sits down at first). `host_key` is the key that the host's
        phone gets (None: one that is made here); it opens one table, and no second.

        The host's phone plays `host_seat`, or only keeps the book (None). The table belongs to the `circle` of that
        number, if to any: then it raises NoSuchCircle and CircleFull, too.
        A seat's key is labelled anew when its phone first shows it. Raises Unavailable if it was not saved,
        DatabaseFull if it may grow no more, TableFull if there are more moves than a table may have.
        """
        self.bounds.need_room(self.database)
        self.bounds.need_entries(len(moves))
        with self.repository.opening(header) as writer:
            host_key = writer.add_key(seat=host_seat, host=True, label=label, used=True, key=host_key)
            if host_seat is not None:
                writer.join(host_seat)
            people = people or people_of(header.seats)
            for first, *_ in people.names[people.opened :]:
                writer.seat(first)
            seats: dict[str, str] = {name: people.first_name(name) for name in people.seats} if keys_for_seats else {}
            keys = {
                name: writer.add_key(seat=first, host=False, label=label, used=False) for name, first in seats.items()
            }
            recovery = writer.keyring.new_recovery()
            writer.bring_in(moves, IMPORTED)
            if circle is not None:
                writer.keep_in(circle, people)
        _log(writer)
        return Opened(writer.row.code, host_key, recovery, keys)

    def open_once(
        self, header: Header, moves: Sequence[Move], people: People | None = None, *, host_key: str, label: str,
        host_seat: str | None = None, circle: int | None = None,
    ) -> tuple[str, str | None]:  # fmt: skip
        """A new table with these moves, and its recovery code; a second time with this key, the same table.

        Then its recovery code was told before, and is None. Raises as `open`.
        """
        code = self.repository.code_of_key(key_hash(host_key))
        if code is None:
            try:
                opened = self.open(
                    header, keys_for_seats=False, label=label, host_seat=host_seat, moves=moves, people=people,
                    host_key=host_key, circle=circle,
                )  # fmt: skip
            except IntegrityError:  # another request with this key was first
                code = self.repository.code_of_key(key_hash(host_key))
            else:
                return opened.code, opened.recovery
        if code is None:
            raise Unavailable
        return code, None

    def get(self, code: str) -> Snapshot:
        """The table of this code, with all changes announced to this process. Raises NoSuchTable."""
        return self.cache.get(code).snapshot

    def at_hand(self, code: str) -> CachedTable | None:
        """The table if it is in memory and up to date. Never waits, so that the loop may ask."""
        return self.cache.slot(code).current

    def entries(self, code: str) -> tuple[EntryView, ...]:
        """The ledger, oldest first, with what became of each entry. Raises NoSuchTable."""
        return self.cache.entries(code)

    def submit(
        self, code: str, moves: Sequence[object], *, actor: Actor, seen: int | None, request: str | None
    ) -> Answer:
        """Enter one tap's moves: all of them, or none. Waits for the disk, and for whoever works at the table.

        `moves` are JSON values, or acts of the referee (`tables.entry`). `seen` is the version that the phone
        showed (None: it takes the table as it is), `request` the request's name (None: it has none).
        The answer is `Played` only when the entries are on disk. Raises NoSuchTable, and TableFull if the ledger
        may grow no more, or its seats may have no other names.
        """
        slot = self.cache.slot(code)
        with slot.lock:
            for _ in range(TRIES):
                table = self.cache.fresh(slot)
                # Since the request came in, the phone's seat may have been renamed, changed, or taken away.
                actor = table.holder(actor.key_id) or actor.at(table.snapshot)
                answer = self._try(slot, table, read_command(table.snapshot, moves, actor, seen, request), moves)
                if answer is not None:
                    break
            else:
                answer = Stale(self.cache.fresh(slot).snapshot)
        if isinstance(answer, Refused):
            self.meter.refused(answer.snapshot.header.game, answer.rejected.rule.id)
        elif isinstance(answer, Unsaved):
            self.meter.unsaved()
        return answer

    async def submit_on_loop(
        self, code: str, moves: Sequence[object], *, key: str, seen: int | None, request: str | None
    ) -> Snapshot | None:
        """Enter one tap's moves as `submit` does, on the loop; return the table after them, or None to call `submit`.

        None is the answer to all that is not plainly accepted, and to what would block the loop: the table has to be
        read, or somebody else works at it. `key` is the hash of the phone's key. Raises Unavailable if the database
        did not take it, or nobody knows: only under its name may it be submitted again.
        """
        slot = self.cache.slot(code)
        if not self.bus.reliable or not slot.lock.acquire(blocking=False):
            return None
        try:
            table = slot.current
            decided = None if table is None else self._decided_at_once(table, moves, key, seen, request)
            if table is None or decided is None:
                return None
            with self._appending(slot, table, decided) as outcome:
                await asyncio.wrap_future(outcome)
        finally:
            slot.lock.release()
        if outcome.result() == "failed":
            raise Unavailable
        return decided.after if outcome.result() == "saved" else None

    @contextmanager
    def changing(self, code: str, by: Actor | None = None) -> Iterator[tuple[TableWriter, CachedTable]]:
        """A transaction that changes seats, keys or rights of a table, up to date; logged as done `by` that phone.

        The new state is cached and published. Raises NoSuchTable, and Unavailable if it was not saved.
        """
        slot = self.cache.slot(code)
        with slot.lock:
            self.cache.revalidate(slot)
            known = self.cache.fresh(slot)
            try:
                with self.repository.changing(known) as writer:
                    yield writer, writer.table
            except Unavailable:
                slot.announce(UNKNOWN)  # it may have been saved all the same
                raise
            slot.table = writer.table
            self.pubsub.publish(code, writer.table.snapshot.stamp)
        _log(writer, by)
        if writer.freed and writer.table.snapshot.next_code is not None:
            self._free_at_rematch(writer.table, writer.freed)

    @contextmanager
    def changing_by(self, actor: Actor, change: TableChange) -> Iterator[tuple[TableWriter, CachedTable]]:
        """A transaction for a change of the actor's own table that needs permission. Raises what policy raises.

        The right is checked again in the transaction, since it may have been lost meanwhile: then KeyEnded, too.
        """
        need_permission(actor, change)
        with self.changing(actor.code, actor) as (writer, table):
            now = table.holder(actor.key_id)
            if now is None:
                raise KeyEnded
            need_permission(now, change)
            yield writer, table

    def missing(self) -> tuple[str, ...]:
        """What cannot be reached: "database" (nothing can be saved), "bus" (other processes' changes are seen late)."""
        bus = () if self.bus.reliable else ("bus",)
        try:
            self.database.probe()
        except Unavailable:
            return ("database", *bus)
        return bus

    def close(self) -> None:
        """End all subscriptions, write what waits, and close the database."""
        self.pubsub.close()
        self.ledger.close()
        self.database.close()

    def _free_at_rematch(self, left: CachedTable, seats: Sequence[str]) -> None:
        """Free the same people's seats at the rematch, where no phone has taken them yet."""
        people = left.snapshot.people
        ours = [people.names_of(seat) for seat in seats if people.first_name(seat) == seat]
        try:
            with self.changing(str(left.snapshot.next_code)) as (writer, table):
                for names in ours:
                    here = table.seat_of(names)
                    keys = [key for key in table.keys.values() if key.seat == here]
                    if here is not None and not any(key.used or key.handed_out for key in keys):
                        writer.revoke([key.id for key in keys])
                        writer.free(here)
        except TableError as failed:  # the request itself is saved; the rematch may have been deleted
            log.warning("seats that were left before it were not freed at the rematch: %s", failed)

    def _try(self, slot: CacheSlot, table: CachedTable, command: Command, raw: Sequence[object]) -> Answer | None:
        """Decide, append, publish; None if another writer was first and the table has to be read again."""
        decided = (
            _key_ended(table, command.actor)
            or self._repeated(table, command, raw)
            or decide(table.snapshot, command, self.clock())
        )
        if not isinstance(decided, Decided):
            return self._held_against_the_ledger(slot, decided)
        try:
            self._need_room(table.snapshot, decided)
        except Unavailable:
            return Unsaved(table.snapshot)
        if decided.entries:
            with self._appending(slot, table, decided) as outcome:
                outcome.result()
            if outcome.result() == "failed":
                return Unsaved(self.cache.fresh(slot).snapshot)  # the cached one, while the database does not answer
            if outcome.result() == "clash":
                return None
        return decided.answer

    def _decided_at_once(
        self, table: CachedTable, moves: Sequence[object], key: str, seen: int | None, request: str | None
    ) -> Decided | None:
        """What a tap becomes that is plainly accepted; None for any other. Asks the database for nothing."""
        actor = table.actor(key)
        if actor is None or table.keys[key].takes_seat:
            return None
        command = read_command(table.snapshot, moves, actor, seen, request)
        decided = None if command.name(0) in table.requests else decide(table.snapshot, command, self.clock())
        if not isinstance(decided, Decided) or decided.late is not None or is_long(decided.entries):
            return None
        try:
            self._need_room(table.snapshot, decided)
        except TableError:
            return None
        return decided if decided.entries else None

    @contextmanager
    def _appending(self, slot: CacheSlot, table: CachedTable, decided: Decided) -> Iterator[Future[Outcome]]:
        """Append what was decided. The caller waits for the outcome in its own way; then it is cached and published."""
        began, outcome = perf_counter(), self.ledger.append(decided.entries)
        try:
            yield outcome
            if outcome.result() == "saved":
                moves = sum(entry.kind == MOVE for entry in decided.entries)
                self.meter.committed(slot.code, moves, perf_counter() - began)
                slot.table = table.after(decided.entries, decided.after)
                self.pubsub.publish(slot.code, decided.after.stamp)
        finally:
            if slot.table is table:  # whatever went wrong: the ledger alone knows what stands
                slot.announce(UNKNOWN)

    def _need_room(self, before: Snapshot, decided: Decided) -> None:
        """Raise TableFull or DatabaseFull if the entries may not be stored, Unavailable if nobody can tell."""
        self.bounds.need_entries(decided.after.version)
        self.bounds.need_room_for(decided.entries, self.database)
        if decided.after.people is not before.people:
            had = len({*chain(*before.people.names)})
            self.bounds.need_names(chain(*decided.after.people.names), had)

    def _repeated(self, table: CachedTable, command: Command, raw: Sequence[object]) -> Played | Reused | None:
        """The first answer to a request that was entered before; None for a new one."""
        first = table.requests.get(command.name(0) or "")
        if first is None:
            return None
        entries = self.ledger.read(table.snapshot.table_id, first, len(command.items) + 1)
        return repeated(table.snapshot, command, raw, entries)

    def _held_against_the_ledger(self, slot: CacheSlot, answer: Answer) -> Answer | None:
        """The answer, or None to try again if the table that it was decided against is out of date.

        A refusal is compared with the ledger; where that does not answer, the tap is `Unsaved`.
        """
        if isinstance(answer, Played):
            return answer
        try:
            return None if self.cache.revalidate(slot) else answer
        except Unavailable:
            return Unsaved(answer.snapshot)


def _key_ended(table: CachedTable, actor: Actor) -> Forbidden | None:
    """The answer to a phone whose key has ended since the request came in. One of a seat that is taken out has not."""
    ended = actor.table_id == table.snapshot.table_id and table.key(actor.key_id) is None
    return Forbidden(KeyEnded.text, table.snapshot) if ended else None


def _log(writer: TableWriter, by: Actor | None = None) -> None:
    for event, facts in writer.keyring.events:
        note(event, **{"table": writer.row.id, **facts}, by=None if by is None else by.key_id)


def build_service(
    database: Database, *, bus: Bus | None = None, meter: Meter | None = None,
    clock: Callable[[], datetime] = utc_now, bounds: Bounds = USUAL, kept: int = SIZE, kept_entries: int = ENTRIES,
) -> TableService:  # fmt: skip
    """Make the service of a database, with all its parts.

    `bus` carries announcements of other processes that serve the same tables (None: there are none); at most `kept`
    tables, and about `kept_entries` entries, stay in memory.
    """
    bus, meter = bus or LocalBus(), meter or Meter()
    ledger, repository, pubsub = Ledger(database), TableRepository(database, clock), PubSub(bus)
    cache = TableCache(repository, ledger, pubsub, shared=not bus.alone, size=kept, entries=kept_entries)
    return TableService(
        database=database, bus=bus, ledger=ledger, repository=repository, cache=cache, pubsub=pubsub,
        follower=Follower(bus, cache, repository, pubsub, meter), circles=Circles(database, clock, cache, bounds),
        meter=meter, bounds=bounds, clock=clock,
    )  # fmt: skip
