"""The rematch: the next table with the same people, and how those who did not open it get there.

Both raise NoSuchTable, and Unavailable if it was not saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from companion.games.transcript import read_header_as_opened, read_opening_header
from companion.service.service import TableService
from companion.storage.cached_table import CachedTable
from companion.tables.errors import KeyEnded, NoRematch, NotOver, SeatTaken
from companion.tables.keys_and_codes import key_hash
from companion.tables.policy import TableChange
from companion.tables.snapshot import Actor


def open_next(tables: TableService, actor: Actor) -> str:
    """Open the next table with the same people, the deal passed left; returns its code, the same one each time.

    Raises KeepersOnly, NotOver, DatabaseFull, and BadHeader if two names of an older table read the same.
    """
    with tables.changing_by(actor, TableChange.REMATCH) as (writer, table):
        here = table.snapshot
        if not here.book.report().over:
            raise NotOver
        game = here.book.game
        plain = {key: value for key, value in here.header.plain.items() if key not in game.header_keys}
        plain["seats"] = list(here.book.seats)
        if here.next_code is None:
            tables.bounds.need_room(tables.repository.database)
        # What was chosen for one game alone is not for the next.
        deals = {"dealer": game.next_dealer(here.book.state)} if game.deals else {}
        read = read_opening_header if here.next_code is None else read_header_as_opened
        return writer.next_table(here.seats, here.people, read({**plain, **deals}))


def follow(tables: TableService, actor: Actor, own: str | None = None) -> str:
    """Make a key to the rematch for the holder of a key here: to the same seat, and for the host as its host.

    The key is `own` where that has not ended (None: a new one): a second tap, which comes with the same one, finds
    what the first one got. The host is the host there until another phone is, and plays its seat unless another
    phone does. Raises KeyEnded, NoRematch, also for a seat that is not there, and SeatTaken if it is played: a
    lost phone that still knows the old table does not get its seat back by this, nor the host's right.
    """
    tables.follower.refresh(actor.code)
    before = tables.cache.get(actor.code)
    code, now = before.snapshot.next_code, before.holder(actor.key_id)
    if code is None:
        raise NoRematch
    if now is None:
        raise KeyEnded
    with tables.changing(code) as (writer, table):
        if own is not None and key_hash(own) in table.keys:
            return own
        host = now.host and not any(key.host for key in table.keys.values())
        seat = _seat_there(table, before.snapshot.people.names_of(now.seat), now, host=host)
        if seat is not None:  # nobody has shown these keys: they are of an earlier tap
            writer.revoke([key.id for key in table.keys.values() if key.seat == seat])
        key = writer.add_key(seat=seat, host=host, label=now.label, used=host, key=writer.unused_key(own))
        if host and seat is not None:
            with suppress(SeatTaken):  # as it is where it was at the table before
                writer.join(seat)
        return key


def _seat_there(table: CachedTable, names: Sequence[str], phone: Actor, *, host: bool) -> str | None:
    """The first name of the seat that a phone goes on to at the rematch, where the seat had these names.

    None for a host whose seat is not there, or is played by another phone. Raises NoRematch, SeatTaken for others.
    """
    seat = table.seat_of(names)
    if seat is None and not host:
        raise NoRematch
    if all(key.seat != seat or not (key.used or key.handed_out) for key in table.keys.values()):
        return seat
    if not host:
        raise SeatTaken(name=str(phone.seat))
    return None
