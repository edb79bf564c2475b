"""The one way in to a circle: who may open it, its people, and what it keeps. Nothing of it is kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError

from companion.circles.circle import LONGEST_CIRCLE_NAME, Circle, Member, Person
from companion.circles.errors import BadName, BadPersonName, NoSuchPerson
from companion.circles.policy import CircleChange, need_permission
from companion.games.header import LONGEST_NAME, RESERVED_NAMES, can_be_seen, is_broken
from companion.security_log import note
from companion.service.circle_games import CircleGames
from companion.service.storage_limits import Bounds
from companion.storage.cache import TableCache
from companion.storage.circle_writer import CircleWriter
from companion.storage.circles import CircleRepository
from companion.storage.database import Database
from companion.storage.keyring import HOST, MEMBER
from companion.tables.answers import Opened
from companion.tables.badges import COLORS
from companion.tables.errors import KeyEnded, Unavailable
from companion.tables.keys_and_codes import key_hash, new_key


class Circles(CircleRepository):
    """The circles of one database. A change raises NoSuchCircle, and Unavailable if it was not saved.

    The right of the phone that asks (`by`) is checked again in the transaction: then KeyEnded or CircleHostOnly.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], cache: TableCache, bounds: Bounds) -> None:
        super().__init__(database, clock)
        self.games, self._bounds = CircleGames(self, cache), bounds

    # Who it is, and who may open it

    def open(self, name: str, label: str, own: str | None = None) -> Opened:
        """A new circle, of which the phone that `label` names is the host. Raises BadName, DatabaseFull.

        `own` is its key (None: a new one); a second tap comes with the same one, and gets the same circle and the next
        recovery code.
        """
        name, key = _named(name), own or new_key()
        known = self.of_key(key)
        if known is None:
            self._bounds.need_room(self.database)
            try:
                with self.opening(name) as circle:
                    circle.keyring.add(HOST, key_hash(key), label)
                    recovery = circle.keyring.new_recovery()
            except IntegrityError:  # the other tap was first
                known = self.of_key(key)
            else:
                _log(circle)
                return Opened(circle.row.code, key, recovery)
        if known is None:
            raise Unavailable
        return Opened(known[0].code, key, self.new_recovery(known[1]))

    def join(self, circle: Circle, label: str, own: str | None = None) -> str:
        """Let a phone join; returns its key: `own`, also for a second tap, or a new one (None). Raises CircleFull."""
        key = own or new_key()
        with self.changing(circle.id) as here:
            if here.keyring.opened_by(key) is None:
                here.keyring.add(MEMBER, key_hash(key), label)
                here.touch()
        _log(here)
        return key

    def is_phone_of(self, by: Member, person: int | None) -> None:
        """Say whose phone this is. Raises NoSuchPerson."""
        with self.changing_by(by, CircleChange.WHOSE_PHONE) as circle:
            circle.keyring.need(by.key_id).person_id = None if person is None else circle.people.need(person).id

    def rename(self, by: Member, name: str) -> None:
        """Call the circle by another name. Raises BadName."""
        name = _named(name)
        with self.changing_by(by, CircleChange.NAME) as circle:
            circle.row.name = name

    def give_host(self, by: Member, key_id: int, *, on: bool) -> None:
        """Make a phone a host, too, or no longer. Raises NoSuchPhone, LastHost."""
        with self.changing_by(by, CircleChange.HOSTS) as circle:
            circle.give_host(key_id, on)

    def end_key(self, by: Member, key_id: int) -> None:
        """End a phone's key: the host any phone's, a phone its own. Raises NoSuchPhone, LastHost."""
        with self.changing_by(by, CircleChange.OWN_KEY if key_id == by.key_id else CircleChange.OTHERS_KEY) as circle:
            circle.keyring.end([circle.keyring.need(key_id)])
            circle.need_host()

    def end_all(self, by: Member, own: str) -> Opened:
        """End all keys but this phone's, which is `own` from then on, and the code, so that nobody comes back by it.

        A second tap with the same key does no harm.
        """
        with self.changing_by(by, CircleChange.ALL_KEYS) as circle:
            circle.keyring.end_all_but(by.key_id)
            circle.keyring.renew(circle.keyring.need(by.key_id), own)
            return Opened(circle.new_code(), own, circle.keyring.new_recovery())

    def new_recovery(self, by: Member) -> str:
        """A recovery code in place of the older one."""
        with self.changing_by(by, CircleChange.RECOVERY_CODE) as circle:
            return circle.keyring.new_recovery()

    def recover(
        self, circle: Circle, typed: str, label: str, own: str | None = None, former: Member | None = None
    ) -> Opened:
        """Make the phone that `label` names a host. Others stay.

        `own` is its key from then on (None: a new one), in place of the one that it had as `former`; a second tap comes
        with the same one. Raises WrongCircleRecovery.
        """
        key = own or new_key()
        with self.keyring(circle.id) as ring:
            ring.takes_over(key, typed)  # no transaction, so that guessing locks nothing
        with self.changing(circle.id) as here:
            if here.keyring.takes_over(key, typed):
                phone = here.keyring.held(None if former is None else former.key_id)
                if phone is None:
                    here.keyring.add(HOST, key_hash(key), label)
                else:
                    here.keyring.renew(phone, key)
                    here.give_host(phone.id, True)
            here.touch()
            recovery = here.keyring.new_recovery()
        _log(here)
        return Opened(circle.code, key, recovery)

    # Its people, games and house rules

    def person(self, circle: Circle, number: int) -> Person:
        """One of the people of a circle. Raises NoSuchPerson."""
        found = next((one for one in self.people(circle.id) if one.id == number), None)
        if found is None:
            raise NoSuchPerson
        return found

    def rename_person(self, by: Member, person: int, name: str) -> None:
        """Call a person by another name, in earlier games, too. Raises BadPersonName, NameKnown, NoSuchPerson."""
        name = name.strip()
        if not 0 < len(name) <= LONGEST_NAME or not can_be_seen(name) or name in RESERVED_NAMES or is_broken(name):
            raise BadPersonName
        with self.changing_by(by, CircleChange.PERSON) as circle:
            circle.people.rename(person, name)

    def color_person(self, by: Member, person: int, color: int) -> None:
        """Give a person another of the colours; what is none changes nothing. Raises NoSuchPerson."""
        with self.changing_by(by, CircleChange.PERSON) as circle:
            if 1 <= color <= COLORS:
                circle.people.need(person).color = color

    def unite(self, by: Member, person: int, other: int) -> None:
        """Make two people one: the games of `other` are the person's. Raises NoSuchPerson, SatTogether."""
        with self.changing_by(by, CircleChange.MERGE) as circle:
            circle.people.unite(person, other)

    def forget(self, by: Member, person: int) -> None:
        """Forget a person: their games stay, with somebody at their seat. Raises NoSuchPerson."""
        with self.changing_by(by, CircleChange.FORGET) as circle:
            circle.people.forget(person)
        self.database.wipe()

    def release(self, by: Member, table_id: int) -> None:
        """Let a table belong to the circle no more: its game goes from the circle, the table stays."""
        with self.changing_by(by, CircleChange.RELEASE_GAME) as circle:
            circle.release_table(table_id)

    def keep_preset(self, by: Member, name: str, game: str, options: Mapping[str, Any]) -> int:
        """Keep house rules by a name, in place of those of that name; returns their number. Raises BadName."""
        name = _named(name)
        with self.changing_by(by, CircleChange.KEEP_PRESET) as circle:
            return circle.add_preset(name, game, options)

    def drop_preset(self, by: Member, preset: int) -> None:
        """Keep these house rules no longer. Raises NoSuchPreset."""
        with self.changing_by(by, CircleChange.DROP_PRESET) as circle:
            circle.drop_preset(preset)
        self.database.wipe()

    @contextmanager
    def changing_by(self, by: Member, change: CircleChange) -> Iterator[CircleWriter]:
        """A transaction for a change that needs permission. Raises KeyEnded, CircleHostOnly."""
        with self.changing(by.circle_id) as circle:
            phone = circle.keyring.held(by.key_id)
            if phone is None:
                raise KeyEnded
            need_permission(phone.role == HOST, change)
            circle.touch()
            yield circle
        _log(circle, by)


def _log(circle: CircleWriter, by: Member | None = None) -> None:
    for event, facts in circle.keyring.events:
        note(event, circle=circle.row.id, **facts, by=None if by is None else by.key_id)


def _named(name: str) -> str:
    name = name.strip()
    if len(name) > LONGEST_CIRCLE_NAME or not can_be_seen(name) or is_broken(name):
        raise BadName
    return name
