"""Who sits where and who may do what: seats, keys, rights, and going on to a rematch."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from companion.games.transcript import read_header
from companion.tables import seating
from companion.tables.bus import ANYTHING
from companion.tables.codes import key_hash
from companion.tables.loading import KEYS, TABLES, KeyInfo, Loaded
from companion.tables.stock import Stock
from companion.tables.troubles import (
    HostOnly,
    KeepersOnly,
    NoRematch,
    NoSuchSeat,
    NoSuchTable,
    NotOver,
    SeatTaken,
    Unavailable,
)
from companion.tables.values import Actor


class People(Stock):
    """The part of `Tables` that deals with people."""

    def look(self, code: str, key: str | None = None, *, tap: bool = False) -> None:
        """See what other processes have written at this table. Costs nothing where there are none.

        A request looks before it asks for the table: so a phone finds what it did a moment
        ago, whoever it did it with; also that it has `key`. A `tap` is held against the ledger
        when it is entered, and need not look before as long as the others are heard.
        """
        place = None if self._bus.alone else self._shelf.known(code)
        if place is None:
            return
        if key is not None and self._has_new(place.loaded, key):
            place.told = ANYTHING
        elif not (tap and self._bus.sure):
            with suppress(Unavailable):  # what was saved before may be shown
                self._looks_new(place, code)

    def _has_new(self, loaded: Loaded | None, key: str) -> bool:
        """Whether another process has made this key a moment ago. Keys have no stamp of their own."""
        hashed = key_hash(key)
        if loaded is None or hashed in loaded.keys:
            return False
        table_id = loaded.snapshot.table_id
        good = select(KEYS.c.id).where(KEYS.c.hash == hashed, KEYS.c.table_id == table_id, KEYS.c.revoked_at.is_(None))
        try:
            with self._database.reading() as connection:
                return connection.execute(good).first() is not None
        except Unavailable:
            return False

    def actor(self, code: str, key: str, *, label: str | None = None) -> Actor | None:
        """Who holds this key at this table; None for a wrong or revoked key, and for an unknown table.

        A seat's key that is shown for the first time takes the seat: the seat's older
        keys are revoked. `label` then names the phone.
        """
        hashed = key_hash(key)
        try:
            loaded = self._loaded(code)
        except NoSuchTable:
            return None
        if not _is_new(loaded.keys.get(hashed)):
            return loaded.actor(hashed)
        with self._changing(code) as (desk, now):
            info = now.keys.get(hashed)
            if info is not None and info.seat is not None and _is_new(info):  # else another process was first
                seating.first_use(desk, info.id, info.seat, label)
                desk.touch()
        return self._loaded(code).actor(hashed)

    def actor_anywhere(self, key: str) -> Actor | None:
        """Who holds this key, at whatever table; None for a wrong or revoked key. Looking does not use a key up."""
        hashed = key_hash(key)
        keys = select(TABLES.c.code).join(KEYS, KEYS.c.table_id == TABLES.c.id).where(KEYS.c.hash == hashed)
        with self._database.reading() as connection:
            code = connection.execute(keys).scalar_one_or_none()
        if code is None:
            return None
        self.look(code, key)
        return self._loaded(code).actor(hashed)

    def take_seat(self, code: str, name: str, label: str) -> str:
        """A free seat for a phone that scanned the code: its key. Raises NoSuchTable, NoSuchSeat, SeatTaken."""
        with self._changing(code) as (desk, loaded):
            seating.take(desk, loaded.snapshot.seats, name)
            key = seating.add_key(desk, seat=name, host=False, label=label, used=True)
            desk.touch()
        return key

    def sit(self, actor: Actor, name: str | None) -> None:
        """The host's phone plays a seat too; None: no longer. Raises HostOnly, NoSuchSeat, SeatTaken."""
        if not actor.host:
            raise HostOnly
        with self._changing(actor.code) as (desk, loaded):
            held = next(key.seat for key in loaded.keys.values() if key.id == actor.key_id)
            if held != name:
                seating.sit(desk, loaded.snapshot.seats, actor.key_id, held, name)
                desk.touch()

    def new_seat_key(self, actor: Actor, name: str) -> str:
        """A new key to a seat, for a phone that was swapped. The older ones end when it is first used.

        Raises HostOnly, NoSuchSeat.
        """
        if not actor.host:
            raise HostOnly
        with self._changing(actor.code) as (desk, loaded):
            if loaded.snapshot.seat(name) is None:
                raise NoSuchSeat(name)
            return seating.add_key(desk, seat=name, host=False, label="", used=False)

    def give_scorekeeper(self, actor: Actor, name: str, on: bool) -> None:
        """The right to enter for everybody, given or taken back. Raises HostOnly, NoSuchSeat."""
        if not actor.host:
            raise HostOnly
        with self._changing(actor.code) as (desk, loaded):
            seating.give_rights(desk, loaded.snapshot.seats, name, on)
            desk.touch()

    def rematch(self, actor: Actor) -> str:
        """The code of the next table with the same people, the deal passed left; each time the same one.

        Raises KeepersOnly, NotOver.
        """
        if not actor.keeper:
            raise KeepersOnly
        with self._changing(actor.code) as (desk, loaded):
            here = loaded.snapshot
            if not here.book.report().over:
                raise NotOver
            game = here.book.game
            plain = {key: value for key, value in here.header.plain.items() if key not in game.header_keys}
            # What was chosen for one game alone is not for the next.
            deals = {"dealer": game.next_dealer(here.book.state)} if game.deals else {}
            return seating.next_table(desk, here, read_header({**plain, **deals}))

    def follow(self, actor: Actor) -> str:
        """A key to the rematch for who has one here: the same seat and rights.

        Raises NoRematch, and SeatTaken where the seat is played there already: a lost
        phone that still knows the old table does not get its seat back by this.
        """
        self.look(actor.code)
        code = self.find(actor.code).next_code
        if code is None:
            raise NoRematch
        with self._changing(code) as (desk, loaded):
            if not actor.host:
                there = [key for key in loaded.keys.values() if key.seat == actor.seat]
                if any(key.used or key.handed_out for key in there):
                    raise SeatTaken(str(actor.seat))
                # Either answer to a double tap may be the one that the phone keeps; more than that is no tapping.
                seating.revoke(desk, sorted(key.id for key in there)[:-2])
            return seating.add_key(desk, seat=actor.seat, host=actor.host, label=actor.label, used=actor.host)


def _is_new(info: KeyInfo | None) -> bool:
    """Whether it is a seat's key that no phone has shown yet."""
    return info is not None and not info.used and info.seat is not None
