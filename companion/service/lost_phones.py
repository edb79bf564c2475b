"""Lost phones: recovery codes that move the host's right, phones that leave their table, all keys ended at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.security_log import note
from companion.service.table_transactions import TableTransactions
from companion.storage.cache import TableCache
from companion.storage.cached_table import CachedTable
from companion.storage.repository import TableRepository
from companion.storage.seats_and_keys import TableWriter
from companion.tables.errors import NoSuchSeat, WrongRecovery
from companion.tables.keys_and_codes import key_hash, new_key
from companion.tables.policy import TableChange
from companion.tables.snapshot import Actor


@dataclass(frozen=True, slots=True)
class HostKeys:
    """What the host's phone gets, told this once: its key, a recovery code, and a new key for each seat by name."""

    host: str = field(repr=False)
    recovery: str = field(repr=False)
    seats: dict[str, str] = field(repr=False, default_factory=dict)


class LostPhones:
    """Changes who holds which key where a phone is gone. Raises NoSuchTable, Unavailable where it was not saved."""

    def __init__(self, cache: TableCache, repository: TableRepository, transactions: TableTransactions) -> None:
        self._cache, self._repository, self._transactions = cache, repository, transactions

    def new_recovery(self, actor: Actor) -> str:
        """A recovery code for the host, or a scorekeeper, in place of its older one. Raises KeepersOnly."""
        with self._transactions.table_of(actor, TableChange.RECOVERY_CODE) as (writer, table):
            return writer.add_recovery(None if actor.host else table.first_name(actor.seat))

    def recover(self, code: str, typed: str, actor: Actor | None, label: str, own: str | None = None) -> HostKeys:
        """Make the phone that `label` names the host; all keys of the former host, and all recovery codes, end.

        It plays the seat that it played as `actor`, else the one that the former host's phone played; the
        former host's other seat is free. `own` is its key from then on (None: a new one): a second tap, which
        comes with the same one, gets it again and the next recovery code. Raises WrongRecovery, also for the code of
        a scorekeeper who was taken out of the game.
        """
        own = own or new_key()
        known = self._cache.get(code)
        here = known.snapshot
        if not _hosts(known, own) and not self._repository.has_recovery(here.table_id, typed, here.people.first_names):
            raise WrongRecovery  # checked without a transaction, so that guessing locks nothing
        with self._transactions.table(code) as (writer, table):
            moves = not _hosts(table, own)
            if moves:
                if not writer.spend_recovery(typed, table.snapshot.people.first_names):
                    raise WrongRecovery  # another phone was first
                _move_host(writer, table, None if actor is None else table.holder(actor.key_id), own, label)
            keys = HostKeys(own, writer.add_recovery(None))
        if moves:
            note("host moved", table=table.snapshot.table_id)
        return keys

    def leave(self, actor: Actor) -> None:
        """End a phone's key; its seat is free for another phone. Raises HostStays."""
        with self._transactions.table_of(actor, TableChange.LEAVE) as (writer, table):
            writer.revoke([actor.key_id])
            writer.move(actor.key_id, table.held(actor.key_id), None)
            writer.touch()

    def release(self, actor: Actor, name: str) -> None:
        """End the keys of a seat, so that it is free: the host's phone plays it, or another one that takes it.

        Raises HostOnly, NoSuchSeat.
        """
        with self._transactions.table_of(actor, TableChange.FREE_SEAT) as (writer, table):
            seat = table.first_name(name)
            if seat is None or table.snapshot.seat(name) is None:
                raise NoSuchSeat(name=name)
            held = [key for key in table.keys.values() if key.seat == seat]
            writer.revoke([key.id for key in held if not key.host])
            for key in held:
                if key.host:
                    writer.move(key.id, seat, None)
            writer.free(seat)
            writer.touch()

    def end_all(self, actor: Actor, own: str) -> HostKeys:
        """End all keys and recovery codes of a table: only this phone, and those that it hands a new key to, go on.

        This phone's key is `own` from then on, unless that has ended; with the same one, a second tap does no harm.
        Each seat that a phone has taken stays taken, by whoever is given its new key. Raises HostOnly.
        """
        with self._transactions.table_of(actor, TableChange.END_ALL_KEYS) as (writer, table):
            writer.revoke_all_but(actor.key_id)
            if key_hash(own) not in table.keys:
                own = writer.unused_key(own)
                writer.renew(actor.key_id, own)
            people = table.snapshot.people
            taken = {row.name for row in table.snapshot.rows if row.joined} - {table.held(actor.key_id)}
            for name in taken.difference(people.first_names):
                writer.free(name)  # it gets no new key: where an undo brings the seat back, any phone may take it
            links = {
                people.name_now(name): writer.add_key(seat=name, host=False, label="", used=False)
                for name in people.first_names
                if name in taken
            }
            keys = HostKeys(own, writer.add_recovery(None), links)
            writer.touch()
        return keys


def _hosts(table: CachedTable, key: str) -> bool:
    held = table.keys.get(key_hash(key))
    return held is not None and held.host


def _move_host(writer: TableWriter, table: CachedTable, actor: Actor | None, own: str, label: str) -> None:
    former = [key for key in table.keys.values() if key.host]
    played = [key.seat for key in former if key.seat is not None]
    seat = table.first_name(None if actor is None else actor.seat) or next(iter(played), None)
    writer.revoke([key.id for key in former] + ([] if actor is None else [actor.key_id]))
    for name in played:
        if name != seat:
            writer.free(name)
    writer.add_key(seat=seat, host=True, label=label, used=True, key=own)
    writer.touch()
