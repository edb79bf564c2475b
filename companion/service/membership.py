"""Membership: who sits where, who holds which key with which rights, and what becomes of them when a phone is lost.

All raise Unavailable if the database does not answer or a change was not saved, and changes NoSuchTable.
"""

from __future__ import annotations

from companion.security_log import note
from companion.service.service import TableService
from companion.storage.cached_table import CachedTable, KeyInfo
from companion.storage.keyring import RECOVERY
from companion.storage.seats_and_keys import TableWriter
from companion.tables.answers import Opened
from companion.tables.errors import NoSuchSeat, NoSuchTable
from companion.tables.keys_and_codes import key_hash, new_key
from companion.tables.policy import TableChange
from companion.tables.snapshot import Actor


def actor(tables: TableService, code: str, key: str, *, label: str | None = None) -> Actor | None:
    """Who holds this key at this table; None for a wrong or revoked key, and for an unknown table.

    The first use of a seat's key takes the seat and revokes the seat's older keys; `label` then names the phone.
    """
    hashed = key_hash(key)
    try:
        table = tables.cache.get(code)
    except NoSuchTable:
        return None
    holder, info = table.actor(hashed), table.keys.get(hashed)
    if holder is None or info is None or not info.takes_seat:
        return holder
    with tables.changing(code) as (writer, table):
        info = table.keys.get(hashed)
        if info is not None and info.seat is not None and info.takes_seat:  # else another process was first
            writer.use_key(info.id, info.seat, label)
    return tables.cache.get(code).actor(hashed)


def actor_anywhere(tables: TableService, key: str) -> Actor | None:
    """Who holds this key, at whatever table; None for a wrong or revoked key. Looking does not use a key up."""
    code = has_used(tables, key)
    if code is None:
        return None
    tables.follower.refresh(code, key)
    return tables.cache.get(code).actor(key_hash(key))


def has_used(tables: TableService, own: str) -> str | None:
    """The code of the table that `own` is a key to, whether it still opens anything or not."""
    return tables.repository.code_of_key(key_hash(own))


def use_link(tables: TableService, code: str, link: str, own: str, label: str, held: str | None = None) -> bool:
    """Take the place of a link, whoever has made it, for the phone that `label` names. Raises NoSuchTable.

    A link is for one phone: it ends with this, also for a phone or a program that has used it before; `own`, 128
    random bits, opens the place from then on. `held` is the key that the phone has: its other seat is free then. A
    host's phone stays the host's, and plays the link's seat. Returns False if another phone was first.
    """
    with tables.changing(code) as (writer, table):
        info = table.keys.get(key_hash(link))
        if info is None:
            return False
        mine = None if held is None else table.keys.get(key_hash(held))
        if mine is not None and mine.host and info.seat is not None and not info.host:
            _play_besides(writer, table, mine, info.seat)
            writer.renew(info.id, own)  # it opens nothing any more, and a second tap is known by it
        else:
            _change_place(writer, mine, info, own, label)
    return True


def take_seat(
    tables: TableService, code: str, name: str, label: str, own: str | None = None, held: str | None = None
) -> str:
    """Take a free seat for a phone, returning its key. Raises NoSuchTable, NoSuchSeat, SeatTaken.

    The key is `own` unless that has ended (None: a new one): a second tap, which comes with the same one, finds
    the seat that the first one took. `held` is the key that the phone has. One that plays another seat leaves it
    for this one, with the same key.
    """
    with tables.changing(code) as (writer, table):
        seat = _need_seat(table, name)
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
    return key


def sit(tables: TableService, actor: Actor, name: str | None) -> None:
    """Let the host's phone play a seat too; None: no longer. Raises HostOnly, NoSuchSeat, SeatTaken."""
    with tables.changing_by(actor, TableChange.HOSTS_SEAT) as (writer, table):
        held = table.held(actor.key_id)
        wanted = None if name is None else _need_seat(table, name)
        if held != wanted:
            writer.move(actor.key_id, held, wanted)


def new_seat_key(tables: TableService, actor: Actor, name: str) -> str:
    """Make a new key to a seat, for a phone that was swapped. Its first use revokes the older ones.

    Raises HostOnly, NoSuchSeat.
    """
    with tables.changing_by(actor, TableChange.SEAT_LINK) as (writer, table):
        seat = _need_seat(table, name)
        return writer.add_key(seat=seat, host=False, label="", used=False)


def give_scorekeeper(tables: TableService, actor: Actor, name: str, on: bool) -> None:
    """Give a seat the right to enter for everybody, or take it back. Raises HostOnly, NoSuchSeat."""
    with tables.changing_by(actor, TableChange.SCOREKEEPER) as (writer, table):
        writer.give_scorekeeper(_need_seat(table, name), on)


def new_recovery(tables: TableService, actor: Actor) -> str:
    """A recovery code for the host, or a scorekeeper, in place of its older one. Raises KeepersOnly."""
    with tables.changing_by(actor, TableChange.RECOVERY_CODE) as (writer, table):
        return writer.keyring.new_recovery(None if actor.host else table.first_name(actor.seat))


def recover(
    tables: TableService, code: str, typed: str, actor: Actor | None, label: str, own: str | None = None
) -> Opened:
    """Make the phone that `label` names the host; all keys of the former host, and all recovery codes, end.

    It plays the seat that it played as `actor`, else the one that the former host's phone played; the
    former host's other seat is free. `own` is its key from then on (None: a new one): a second tap, which
    comes with the same one, gets it again and the next recovery code. Raises WrongRecovery, also for the code of
    a scorekeeper who was taken out of the game.
    """
    own = own or new_key()
    here = tables.cache.get(code).snapshot
    with tables.repository.keyring(here.table_id) as ring:
        ring.takes_over(own, typed, *here.people.first_names)  # no transaction, so that guessing locks nothing
    with tables.changing(code) as (writer, table):
        taken = writer.keyring.takes_over(own, typed, *table.snapshot.people.first_names)
        if taken:
            _move_host(writer, table, None if actor is None else table.holder(actor.key_id), own, label)
        recovery = writer.keyring.new_recovery()
    if taken:
        note("host moved", table=here.table_id)
    return Opened(code, own, recovery)


def leave(tables: TableService, actor: Actor) -> None:
    """End a phone's key; its seat is free for another phone. Raises HostStays."""
    with tables.changing_by(actor, TableChange.LEAVE) as (writer, table):
        held = table.held(actor.key_id)
        writer.revoke([actor.key_id])
        if held is not None:
            writer.free(held)


def release(tables: TableService, actor: Actor, name: str) -> None:
    """End the keys of a seat, so that it is free: the host's phone plays it, or another one that takes it.

    Raises HostOnly, NoSuchSeat.
    """
    with tables.changing_by(actor, TableChange.FREE_SEAT) as (writer, table):
        seat = _need_seat(table, name)
        writer.revoke(_others_at(table, seat))
        for key in table.keys.values():
            if key.host and key.seat == seat:
                writer.move(key.id, seat, None)
        writer.free(seat)


def end_all(tables: TableService, actor: Actor, own: str) -> Opened:
    """End all keys and recovery codes of a table: only this phone, and those that it hands a new key to, go on.

    This phone's key is `own` from then on, unless that has ended; with the same one, a second tap does no harm.
    Each seat that a phone has taken stays taken, by whoever is given its new key. Raises HostOnly.
    """
    with tables.changing_by(actor, TableChange.END_ALL_KEYS) as (writer, table):
        writer.keyring.end_all_but(actor.key_id)
        if key_hash(own) not in table.keys:
            own = writer.unused_key(own)
            writer.renew(actor.key_id, own)
        people = table.snapshot.people
        taken = {row.name for row in table.snapshot.rows if row.joined} - {table.held(actor.key_id)}
        for name in taken.difference(people.first_names):
            writer.free(name)  # it gets no new key: if an undo brings the seat back, any phone may take it
        links = {
            people.name_now(name): writer.add_key(seat=name, host=False, label="", used=False)
            for name in people.first_names
            if name in taken
        }
        return Opened(actor.code, own, writer.keyring.new_recovery(), links)


def _others_at(table: CachedTable, seat: str) -> list[int]:
    return [key.id for key in table.keys.values() if key.seat == seat and not key.host]


def _move_host(writer: TableWriter, table: CachedTable, actor: Actor | None, own: str, label: str) -> None:
    former = [key for key in table.keys.values() if key.host]
    played = [key.seat for key in former if key.seat is not None]
    seat = table.first_name(None if actor is None else actor.seat) or next(iter(played), None)
    writer.keyring.end(key for key in writer.keyring.keys if key.role == RECOVERY)
    writer.revoke([key.id for key in former] + ([] if actor is None else [actor.key_id]))
    for name in played:
        if name != seat:
            writer.free(name)
    writer.add_key(seat=seat, host=True, label=label, used=True, key=own)


def _play_besides(writer: TableWriter, table: CachedTable, host: KeyInfo, seat: str) -> None:
    """End the keys of a seat, so that the host's phone plays it, if it does not already, and stays the host's."""
    writer.revoke(_others_at(table, seat))
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


def _need_seat(table: CachedTable, name: str) -> str:
    """The name by which rows know this seat. Raises NoSuchSeat."""
    if table.snapshot.seat(name) is None:
        raise NoSuchSeat(name=name)
    return table.snapshot.people.first_name(name)
