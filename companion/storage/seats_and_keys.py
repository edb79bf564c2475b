"""Changes to a table's rows, in a transaction of the repository's: seats taken, keys made and revoked, a rematch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property

from sqlmodel import Session, col, select

from companion.circles.errors import CircleFull, NoSuchCircle
from companion.games.header import Header
from companion.games.move import Move
from companion.games.people import People, people_of
from companion.storage.cached_table import CachedTable
from companion.storage.circle_writer import CircleWriter, free_code, locked_circle
from companion.storage.keyring import HOST, RECOVERY, SEAT, TableKeys
from companion.storage.ledger import begin
from companion.storage.schema import CircleGameRow, KeyRow, SeatRow, TableRow
from companion.storage.sessions import save
from companion.tables.entry import MOVE, Entry, stored
from companion.tables.errors import SeatTaken
from companion.tables.keys_and_codes import key_hash, new_key
from companion.tables.snapshot import SeatInfo


class TableWriter:
    """A unit of work: all its changes are saved with its transaction, or none. `now` is the time of all of them.

    `table` is the table as it was when the transaction began, and once it is saved, as it is; `freed` are the seats
    that phones have left.
    """

    table: CachedTable

    def __init__(self, session: Session, row: TableRow, now: datetime) -> None:
        self._session, self.row, self._now = session, row, now
        self.keyring = TableKeys(session, row.id, now)
        self.freed: list[str] = []

    @cached_property
    def seats(self) -> dict[str, SeatRow]:
        """The seats by the name under which each came to the table."""
        mine = select(SeatRow).where(SeatRow.table_id == self.row.id)
        return {row.name: row for row in self._session.exec(mine.order_by(col(SeatRow.position)))}

    def seat(self, name: str) -> SeatRow:
        """The row of a seat, made if it has joined the running game."""
        if name not in self.seats:
            position = max(row.position for row in self.seats.values()) + 1
            self.seats[name] = save(self._session, SeatRow(table_id=self.row.id, position=position, name=name))
        return self.seats[name]

    def add_key(self, *, seat: str | None, host: bool, label: str, used: bool, key: str | None = None) -> str:
        """Make a key to the table, returned in the clear only here; `used`: for the phone that asks for it now."""
        key = key or new_key()
        used_at = self._now if used else None
        self.keyring.add(HOST if host else SEAT, key_hash(key), label, seat=seat, used_at=used_at)
        return key

    def unused_key(self, own: str | None) -> str:
        """The phone's `own` key, unless that is or was a key to any table; else a new one."""
        known = select(KeyRow.id).where(KeyRow.hash == key_hash(own or ""))
        return own if own is not None and self._session.exec(known).first() is None else new_key()

    def bring_in(self, moves: Sequence[Move], label: str) -> None:
        """Enter a whole game's moves at once at a table that has none: by the host, each with `label`."""
        key_id = next(key.id for key in self.keyring.keys if key.role == HOST)
        entries = [
            Entry(self.row.id, version, stored(move.plain()), self._now, None, key_id, label, None, MOVE)
            for version, move in enumerate(moves, 1)
        ]
        begin(self._session.connection(), entries)

    def use_key(self, key_id: int, seat: str, label: str | None) -> None:
        """Record the first use of a seat's key: this phone takes the seat, and the seat's older keys are revoked.

        A host's key gives up the seat and stays the host's. `label` names the phone, if it is given.
        """
        key = self.keyring.need(key_id)
        others = [one for one in self.keyring.phones if one.seat == seat and one is not key]
        older = [one for one in others if one.id < key_id or one.used_at is not None]
        self.keyring.end(one for one in older if one.role == SEAT)
        self.keyring.events.append(("seat taken", {"key_id": key_id}))
        for host in older:
            if host.role == HOST:
                host.seat = None
        key.used_at, key.label = self._now, key.label if label is None else label
        row = self.seat(seat)
        row.joined_at = row.joined_at or self._now

    def renew(self, key_id: int, key: str) -> None:
        """Let a key, which may have ended, be known by `key` alone from now on."""
        self.keyring.renew(self._session.get_one(KeyRow, key_id), key)

    def revoke(self, key_ids: Collection[int]) -> None:
        """Revoke those of these keys that have not ended."""
        self.keyring.end(key for key in self.keyring.phones if key.id in key_ids)

    def free(self, seat: str) -> None:
        """Let another phone take a seat that its phone has left. Its rights go: who takes it may be anybody."""
        self.freed.append(seat)
        self.seat(seat).joined_at = None
        self.give_scorekeeper(seat, False)

    def join(self, seat: str) -> None:
        """Mark a free seat as joined. Raises SeatTaken."""
        row = self.seat(seat)
        if row.joined_at is not None:
            raise SeatTaken(name=seat)
        row.joined_at = self._now

    def move(self, key_id: int, held: str | None, seat: str | None) -> None:
        """A phone leaves the seat it held and plays another (None: none, as hosts may). Raises SeatTaken."""
        if seat is not None:
            self.join(seat)
            self.keyring.events.append(("seat taken", {"key_id": key_id}))
        if held is not None:
            self.free(held)
        self.keyring.need(key_id).seat = seat

    def give_scorekeeper(self, seat: str, on: bool) -> None:
        """Make a seat a scorekeeper, or no longer: then its recovery code ends."""
        row = self.seat(seat)
        if row.scorekeeper != on:
            row.scorekeeper = on
            self.keyring.events.append((f"scorekeeper {'given' if on else 'taken'}", {"seat": row.position}))
        if not on:
            self.keyring.end(self.keyring.recovery_codes(seat))

    def next_table(self, seats: Sequence[SeatInfo], people: People, header: Header) -> str:
        """The code of the rematch: the same table each time, made the first time with these people at it."""
        if self.row.next_code is not None:
            return self.row.next_code
        after = new_table(self._session, header, self._now)
        game = self._session.get(CircleGameRow, self.row.id)
        if game is not None:
            with suppress(NoSuchCircle, CircleFull):  # people play on all the same
                after.keep_in(game.circle_id, people_of(header.seats))
        for seat in seats:
            row = after.seat(seat.name)
            row.joined_at = self._now if seat.joined else None
            if seat.scorekeeper:
                after.give_scorekeeper(seat.name, True)
        for key in self.keyring.keys:  # nobody is given new recovery codes
            name = people.seated_as(key.seat)
            if key.role == RECOVERY and (key.seat is None or name is not None):
                after.keyring.add(RECOVERY, f"{after.row.id}/{key.hash.partition('/')[2]}", "", seat=name)
        self.keyring.events += [(event, {"table": after.row.id, **facts}) for event, facts in after.keyring.events]
        self.row.next_code = after.row.code
        return after.row.code

    def keep_in(self, circle_id: int, people: People) -> None:
        """Let the table belong to a circle, which knows who sits there from now on. Raises NoSuchCircle, CircleFull.

        The seats wear the colours and initials that their people have there.
        """
        circle = CircleWriter(self._session, locked_circle(self._session, circle_id), self._now)
        circle.keep_table(self.row.id, people.seats)
        for name, person in circle.people.seated(self.row.id, people.seats).items():
            seat = self.seat(people.first_name(name))
            seat.color, seat.initial = person.color, person.initial


def new_table(session: Session, header: Header, now: datetime) -> TableWriter:
    """Make a table with nobody at it."""
    row = save(session, TableRow(code=free_code(session), header=stored(dict(header.plain)), opened_at=now))
    session.add_all(SeatRow(table_id=row.id, position=at, name=name) for at, name in enumerate(header.seats))
    return TableWriter(session, row, now)
