"""Membership: who sits where, and who holds which key with which rights."""

from __future__ import annotations

from companion.service.follower import Follower
from companion.service.table_transactions import TableTransactions
from companion.storage.cache import TableCache
from companion.storage.cached_table import CachedTable, KeyInfo
from companion.storage.repository import TableRepository
from companion.storage.seats_and_keys import TableWriter
from companion.tables.errors import NoSuchSeat, NoSuchTable
from companion.tables.keys_and_codes import key_hash
from companion.tables.policy import TableChange
from companion.tables.snapshot import Actor


class Membership:
    """Looks up keys; changes seats, keys and rights. A change raises NoSuchTable, Unavailable if it was not saved."""

    def __init__(
        self, cache: TableCache, repository: TableRepository, transactions: TableTransactions, follower: Follower
    ) -> None:
        self._cache, self._repository, self._transactions, self._follower = cache, repository, transactions, follower

    def actor(self, code: str, key: str, *, label: str | None = None) -> Actor | None:
        """Who holds this key at this table; None for a wrong or revoked key, and for an unknown table.

        The first use of a seat's key takes the seat and revokes the seat's older keys; `label` then names the phone.
        """
        hashed = key_hash(key)
        try:
            table = self._cache.get(code)
        except NoSuchTable:
            return None
        actor, info = table.actor(hashed), table.keys.get(hashed)
        if actor is None or info is None or not info.takes_seat:
            return actor
        with self._transactions.table(code) as (writer, table):
            info = table.keys.get(hashed)
            if info is not None and info.seat is not None and info.takes_seat:  # else another process was first
                writer.use_key(info.id, info.seat, label)
                writer.touch()
        return self._cache.get(code).actor(hashed)

    def actor_anywhere(self, key: str) -> Actor | None:
        """Who holds this key, at whatever table; None for a wrong or revoked key. Looking does not use a key up."""
        hashed = key_hash(key)
        code = self._repository.code_of_key(hashed)
        if code is None:
            return None
        self._follower.refresh(code, key)
        return self._cache.get(code).actor(hashed)

    def use_link(self, code: str, link: str, own: str, label: str, held: str | None = None) -> bool:
        """Take the place of a link, whoever has made it, for the phone that `label` names. Raises NoSuchTable.

        A link is for one phone: it ends with this, also for a phone or a program that has used it before; `own`, 128
        random bits, opens the place from then on. `held` is the key that the phone has: its other seat is free then. A
        host's phone stays the host's, and plays the link's seat. Returns False where another phone was first.
        """
        with self._transactions.table(code) as (writer, table):
            info = table.keys.get(key_hash(link))
            if info is None:
                return False
            mine = None if held is None else table.keys.get(key_hash(held))
            if mine is not None and mine.host and info.seat is not None and not info.host:
                _play_besides(writer, table, mine, info.seat)
                writer.renew(info.id, own)  # it opens nothing any more, and a second tap is known by it
            else:
                _change_place(writer, mine, info, own, label)
            writer.touch()
        return True

    def has_used(self, own: str) -> str | None:
        """The code of the table at which `own` took the place of a link, whether it still opens anything or not."""
        return self._repository.code_of_key(key_hash(own))

    def take_seat(self, code: str, name: str, label: str, own: str | None = None, held: str | None = None) -> str:
        """Take a free seat for a phone, returning its key. Raises NoSuchTable, NoSuchSeat, SeatTaken.

        The key is `own` where that has not ended (None: a new one): a second tap, which comes with the same one, finds
        the seat that the first one took. `held` is the key that the phone has. One that plays another seat leaves it
        for this one, with the same key.
        """
        with self._transactions.table(code) as (writer, table):
            seat = _need_seat(writer, table, name)
            shown = {key: table.keys.get(key_hash(key)) for key in (held, own) if key is not None}
            mine = [(key, info) for key, info in shown.items() if info is not None]
            for key, info in mine:
                if info.seat == seat:
                    return key
            if mine:
                key, info = mine[0]
                writer.move(info.id, info.seat, seat)
            else:
                writer.join(seat)
                key = writer.add_key(seat=seat, host=False, label=label, used=True, key=writer.unused_key(own))
            writer.touch()
        return key

    def sit(self, actor: Actor, name: str | None) -> None:
        """Let the host's phone play a seat too; None: no longer. Raises HostOnly, NoSuchSeat, SeatTaken."""
        with self._transactions.table_of(actor, TableChange.HOSTS_SEAT) as (writer, table):
            held = table.held(actor.key_id)
            wanted = None if name is None else _need_seat(writer, table, name)
            if held != wanted:
                writer.move(actor.key_id, held, wanted)
                writer.touch()

    def new_seat_key(self, actor: Actor, name: str) -> str:
        """Make a new key to a seat, for a phone that was swapped. Its first use revokes the older ones.

        Raises HostOnly, NoSuchSeat.
        """
        with self._transactions.table_of(actor, TableChange.SEAT_LINK) as (writer, table):
            seat = _need_seat(writer, table, name)
            return writer.add_key(seat=seat, host=False, label="", used=False)

    def give_scorekeeper(self, actor: Actor, name: str, on: bool) -> None:
        """Give a seat the right to enter for everybody, or take it back. Raises HostOnly, NoSuchSeat."""
        with self._transactions.table_of(actor, TableChange.SCOREKEEPER) as (writer, table):
            writer.give_scorekeeper(_need_seat(writer, table, name), on)
            writer.touch()


def _play_besides(writer: TableWriter, table: CachedTable, host: KeyInfo, seat: str) -> None:
    """End the keys of a seat, so that the host's phone plays it, if it does not already, and stays the host's."""
    writer.revoke([key.id for key in table.keys.values() if key.seat == seat and not key.host])
    if host.seat != seat:
        writer.free(seat)
        writer.move(host.id, host.seat, seat)


def _change_place(writer: TableWriter, mine: KeyInfo | None, link: KeyInfo, own: str, label: str) -> None:
    """Give a phone the place of a link in exchange for the one it has, if any; who gets the host's keeps its seat."""
    if link.seat is not None and link.takes_seat:
        writer.renew(link.id, own)
        writer.use_key(link.id, link.seat, label)
    else:  # the phone that holds the link's key is told that it has ended, so this phone gets another key
        writer.revoke([link.id])
        seat = mine.seat if mine is not None and link.seat is None else link.seat
        writer.add_key(seat=seat, host=link.host, label=label, used=True, key=own)
    if mine is not None:
        writer.revoke([mine.id])
        if mine.seat is not None and link.seat is not None and mine.seat != link.seat:
            writer.free(mine.seat)


def _need_seat(writer: TableWriter, table: CachedTable, name: str) -> str:
    """The name by which rows know this seat; one that has joined the running game gets its row."""
    if table.snapshot.seat(name) is None:
        raise NoSuchSeat(name=name)
    first = table.snapshot.people.first_name(name)
    if first not in (row.name for row in table.snapshot.rows):
        writer.add_seat(first)
    return first
