"""Changes to a table's rows, in a transaction of the repository's: seats taken, keys made and revoked, a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from companion.circles.errors import CircleFull, NoSuchCircle
from companion.games.header import Header
from companion.games.move import Move
from companion.games.people import People, people_of
from companion.storage.circle_writer import CircleWriter, free_code, lock_circle
from companion.storage.ledger import begin
from companion.storage.schema import CIRCLE_GAMES, ENTRIES, KEYS, SEATS, TABLES
from companion.tables.entry import MOVE, Entry, stored
from companion.tables.errors import SeatTaken, TableFull
from companion.tables.keys_and_codes import key_hash, new_key, new_recovery_code, recovery_hash
from companion.tables.snapshot import SeatInfo

MOST_KEYS = 1000  # of one table that have not ended: a hundred times what an evening needs
RECOVERY = "recovery"
_LIVE = KEYS.c.revoked_at.is_(None)


class TableWriter:
    """A unit of work: all its changes are saved with its transaction, or none. `now` is the time of all of them.

    `events`: what the security log is to be told once it is saved, with its `table` where that is another one;
    `freed`: the seats that phones have left.
    """

    def __init__(self, connection: Connection, table_id: int, now: datetime) -> None:
        self._connection, self.table_id, self._now = connection, table_id, now
        self.events: list[tuple[str, dict[str, object]]] = []
        self.freed: list[str] = []

    def add_seat(self, name: str) -> None:
        """Make the row of a seat that has joined the running game."""
        last = select(func.max(SEATS.c.position)).where(SEATS.c.table_id == self.table_id)
        position = self._connection.execute(last).scalar_one() + 1
        row = {"table_id": self.table_id, "position": position, "name": name, "scorekeeper": False}
        self._connection.execute(insert(SEATS).values(row))

    def touch(self) -> None:
        """Raise the table's stamp: something other than its entries has changed."""
        self._connection.execute(
            update(TABLES).where(TABLES.c.id == self.table_id).values(touched=TABLES.c.touched + 1)
        )

    def add_key(self, *, seat: str | None, host: bool, label: str, used: bool, key: str | None = None) -> str:
        """Make a key to the table, returned in the clear only here; `used`: for the phone that asks for it now."""
        key = key or new_key()
        self._insert("host" if host else "seat", key_hash(key), seat, label, used=used)
        return key

    def unused_key(self, own: str | None) -> str:
        """The phone's `own` key, unless that is or was a key to any table; else a new one."""
        if own is None:
            return new_key()
        known = select(KEYS.c.id).where(KEYS.c.hash == key_hash(own))
        return own if self._connection.execute(known).first() is None else new_key()

    def bring_in(self, moves: Sequence[Move], label: str) -> None:
        """Enter a whole game's moves at once at a table that has none: by the host, each with `label`."""
        of_host = (KEYS.c.table_id == self.table_id) & (KEYS.c.role == "host")
        key_id = self._connection.execute(select(func.min(KEYS.c.id)).where(of_host)).scalar_one()
        begin(
            self._connection,
            [
                Entry(self.table_id, version, stored(move.plain()), self._now, None, key_id, label, None, MOVE)
                for version, move in enumerate(moves, 1)
            ],
        )

    def add_recovery(self, seat: str | None) -> str:
        """Make a recovery code, in place of the one that this seat (None: the host) has; returned only here."""
        self._revoke(KEYS.c.role == RECOVERY, KEYS.c.seat.is_not_distinct_from(seat))
        code = new_recovery_code()
        self._insert(RECOVERY, recovery_hash(self.table_id, code), seat, "", used=False)
        return code

    def spend_recovery(self, typed: str, sitting: Sequence[str]) -> bool:
        """Use up a recovery code, and with it all others of the table; False where there is no such code.

        `sitting` are the first names of those who sit there: a code is the host's, or one of theirs.
        """
        known = update(KEYS).where(recovery_of(self.table_id, typed, sitting))
        found = bool(self._connection.execute(known.values(used_at=self._now)).rowcount)
        if found:
            self._revoke(KEYS.c.role == RECOVERY)
        return found

    def use_key(self, key_id: int, seat: str, label: str | None) -> None:
        """Record the first use of a seat's key: this phone takes the seat, and the seat's older keys are revoked.

        A host's key gives up the seat and stays the host's. `label` names the phone, where it is given.
        """
        same = (KEYS.c.table_id == self.table_id) & (KEYS.c.seat == seat) & (KEYS.c.id != key_id)
        older = same & ((KEYS.c.id < key_id) | KEYS.c.used_at.is_not(None))
        self._revoke(older, KEYS.c.role == "seat")
        self.events.append(("seat taken", {"key_id": key_id}))
        self._connection.execute(update(KEYS).where(older, KEYS.c.role == "host").values(seat=None))
        named = {} if label is None else {"label": label}
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(used_at=self._now, **named))
        self.update_seat(seat, SEATS.c.joined_at.is_(None), joined_at=self._now)

    def renew(self, key_id: int, key: str) -> None:
        """Let a key be opened by `key` alone from now on, and no more by what it was made as."""
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(hash=key_hash(key)))
        self.events.append(("key renewed", {"key_id": key_id}))

    def revoke(self, key_ids: Sequence[int]) -> None:
        """Revoke these keys."""
        self._revoke(KEYS.c.id.in_(key_ids))

    def revoke_all_but(self, key_id: int) -> None:
        """Revoke every other key of the table, and every recovery code."""
        self._revoke(KEYS.c.id != key_id)

    def free(self, seat: str) -> None:
        """Let another phone take a seat that its phone has left. Its rights go: who takes it may be anybody."""
        self.freed.append(seat)
        self.update_seat(seat, joined_at=None)
        self.give_scorekeeper(seat, False)

    def join(self, seat: str) -> None:
        """Mark a free seat as joined. Raises SeatTaken."""
        if not self.update_seat(seat, SEATS.c.joined_at.is_(None), joined_at=self._now):
            raise SeatTaken(name=seat)

    def move(self, key_id: int, held: str | None, seat: str | None) -> None:
        """A phone leaves the seat it held and plays another (None: none, as hosts may). Raises SeatTaken."""
        if seat is not None:
            self.join(seat)
            self.events.append(("seat taken", {"key_id": key_id}))
        if held is not None:
            self.free(held)
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(seat=seat))

    def give_scorekeeper(self, seat: str, on: bool) -> None:
        """Make a seat a scorekeeper, or no longer: then its recovery code ends."""
        here = (SEATS.c.table_id == self.table_id) & (SEATS.c.name == seat) & (SEATS.c.scorekeeper != on)
        changed = update(SEATS).where(here).values(scorekeeper=on).returning(SEATS.c.position)
        for position in self._connection.execute(changed).scalars().all():
            self.events.append((f"scorekeeper {'given' if on else 'taken'}", {"seat": position}))
        if not on:
            self._revoke(KEYS.c.role == RECOVERY, KEYS.c.seat == seat)

    def next_table(self, seats: Sequence[SeatInfo], people: People, header: Header) -> str:
        """The code of the rematch: the same table each time, made the first time with these people at it."""
        known = self._connection.execute(select(TABLES.c.next_code).where(TABLES.c.id == self.table_id)).scalar_one()
        if known is not None:
            return str(known)
        after, code = insert_table(self._connection, header, self._now)
        after.stay_in_circle_of(self, people_of(header.seats))
        for seat in seats:
            after.update_seat(seat.name, joined_at=self._now if seat.joined else None)
            if seat.scorekeeper:
                after.give_scorekeeper(seat.name, True)
        self._connection.execute(update(TABLES).where(TABLES.c.id == self.table_id).values(next_code=code))
        self._hand_on_recovery(after, people)
        self.events += [(event, {"table": after.table_id, **facts}) for event, facts in after.events]
        self.touch()
        return code

    def keep_in(self, circle_id: int, people: People) -> None:
        """Let the table belong to a circle, which knows who sits there from now on. Raises NoSuchCircle, CircleFull.

        The seats wear the colours and initials that their people have there.
        """
        lock_circle(self._connection, circle_id)
        writer = CircleWriter(self._connection, circle_id, self._now)
        writer.keep_table(self.table_id, people.seats)
        for name, person in writer.people.seated(self.table_id, people.seats).items():
            self.update_seat(people.first_name(name), color=person.color, initial=person.initial)

    def stay_in_circle_of(self, before: TableWriter, people: People) -> None:
        """Let the table belong to the circle that another table belongs to, if to any."""
        kept = select(CIRCLE_GAMES.c.circle_id).where(CIRCLE_GAMES.c.table_id == before.table_id)
        circle_id = self._connection.execute(kept).scalar()
        if circle_id is not None:
            with suppress(NoSuchCircle, CircleFull):  # people play on all the same
                self.keep_in(circle_id, people)

    def _hand_on_recovery(self, after: TableWriter, people: People) -> None:
        """Copy the recovery codes to the rematch, where nobody is given new ones."""
        here = (KEYS.c.table_id == self.table_id) & (KEYS.c.role == RECOVERY) & _LIVE
        for hashed, seat in self._connection.execute(select(KEYS.c.hash, KEYS.c.seat).where(here)).all():
            name = people.seated_as(seat)
            if seat is None or name is not None:
                after._insert(RECOVERY, f"{after.table_id}/{hashed.partition('/')[2]}", name, "", used=False)

    def update_seat(self, name: str, *where: ColumnElement[bool], **values: Any) -> bool:
        """Update the seat of this name; returns whether there was one to change."""
        found = update(SEATS).where(SEATS.c.table_id == self.table_id, SEATS.c.name == name, *where)
        return bool(self._connection.execute(found.values(values)).rowcount)

    def _insert(self, role: str, hashed: str, seat: str | None, label: str, *, used: bool) -> None:
        self._prune()
        row = {
            "table_id": self.table_id, "seat": seat, "role": role, "hash": hashed, "label": label,
            "made_at": self._now, "used_at": self._now if used else None,
        }  # fmt: skip
        key_id = self._connection.execute(insert(KEYS).values(row).returning(KEYS.c.id)).scalar_one()
        self.events.append(("key made", {"key_id": key_id, "role": role}))

    def _prune(self) -> None:
        """Remove ended keys that no entry names, where there are many. Raises TableFull where too many have not ended.

        Those that ended and are named are no more than the entries, which have a bound of their own.
        """
        of_table = KEYS.c.table_id == self.table_id
        count = select(func.count()).select_from(KEYS).where(of_table)
        if self._connection.execute(count).scalar_one() < MOST_KEYS:
            return
        named = exists().where(ENTRIES.c.table_id == self.table_id, ENTRIES.c.key_id == KEYS.c.id)
        self._connection.execute(delete(KEYS).where(of_table, ~_LIVE, ~named))
        if self._connection.execute(count.where(_LIVE)).scalar_one() >= MOST_KEYS:
            raise TableFull

    def _revoke(self, *which: ColumnElement[bool]) -> None:
        ended = update(KEYS).where(KEYS.c.table_id == self.table_id, _LIVE, *which).values(revoked_at=self._now)
        for key_id in sorted(self._connection.execute(ended.returning(KEYS.c.id)).scalars()):
            self.events.append(("key ended", {"key_id": key_id}))


def recovery_of(table_id: int, typed: str, sitting: Sequence[str]) -> ColumnElement[bool]:
    """The condition on a row of KEYS for this recovery code: the host's, or one of a seat of these first names."""
    ours = KEYS.c.seat.is_(None) | KEYS.c.seat.in_(sitting)
    return (KEYS.c.hash == recovery_hash(table_id, typed)) & (KEYS.c.table_id == table_id) & _LIVE & ours


def insert_table(connection: Connection, header: Header, now: datetime) -> tuple[TableWriter, str]:
    """Make a table with nobody at it: its writer and its code."""
    code = free_code(connection)
    row = {"code": code, "header": stored(dict(header.plain)), "opened_at": now, "touched": 0}
    table_id = connection.execute(insert(TABLES).values(row).returning(TABLES.c.id)).scalar_one()
    seats = [
        {"table_id": table_id, "position": position, "name": name, "scorekeeper": False}
        for position, name in enumerate(header.seats)
    ]
    connection.execute(insert(SEATS), seats)
    return TableWriter(connection, table_id, now), code
