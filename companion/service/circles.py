"""The one way in to a circle: who may open it, its people, and what it keeps. Nothing of it is kept in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import IntegrityError

from companion.circles.circle import LONGEST_CIRCLE_NAME, Circle, Member, OpenedCircle, Person, Preset
from companion.circles.errors import BadName, BadPersonName, NoSuchCircle, NoSuchPerson, WrongCircleRecovery
from companion.circles.policy import CircleChange, need_permission
from companion.games.header import LONGEST_NAME, RESERVED_NAMES, can_be_seen, is_broken
from companion.security_log import note
from companion.service.circle_games import CircleGames
from companion.service.storage_limits import Bounds
from companion.storage.circle_writer import HOST, MEMBER, CircleWriter
from companion.storage.circles import CircleRepository
from companion.tables.badges import COLORS
from companion.tables.errors import KeyEnded, Unavailable
from companion.tables.keys_and_codes import new_key, normal_code


class Circles:
    """The circles of one database. A change raises NoSuchCircle, and Unavailable where it was not saved.

    The right of the phone that asks (`by`) is checked again in the transaction: then KeyEnded or CircleHostOnly.
    """

    def __init__(self, repository: CircleRepository, games: CircleGames, bounds: Bounds) -> None:
        self._repository, self.games, self._bounds = repository, games, bounds

    # Who it is, and who may open it

    def open(self, name: str, label: str, own: str | None = None) -> OpenedCircle:
        """A new circle, of which the phone that `label` names is the host. Raises BadName, DatabaseFull.

        `own` is its key (None: a new one); a second tap comes with the same one, and gets the same circle and the next
        recovery code.
        """
        name, key = _named(name), own or new_key()
        known = self.of_key(key)
        if known is None:
            self._bounds.need_room(self._repository.database)
            try:
                with self._repository.opening(name) as (writer, code):
                    writer.add_key(HOST, label, key)
                    recovery = writer.add_recovery()
            except IntegrityError:  # the other tap was first
                known = self.of_key(key)
            else:
                _log(writer)
                return OpenedCircle(code, key, recovery)
        if known is None:
            raise Unavailable
        circle, member = known
        return OpenedCircle(circle.code, key, self.new_recovery(member))

    def find(self, code: str) -> Circle:
        """The circle of this code. Raises NoSuchCircle."""
        found = self._repository.find(code) if code and normal_code(code) == code else None
        if found is None:
            raise NoSuchCircle
        return found

    def of_table(self, table_id: int) -> Circle | None:
        """The circle that a table belongs to."""
        return self._repository.of_table(table_id)

    def member(self, circle: Circle, key: str) -> Member | None:
        """Who holds this key of the circle; None for a wrong one, and for one that has ended."""
        return self._repository.member(circle.id, key)

    def of_key(self, key: str) -> tuple[Circle, Member] | None:
        """The circle that this is a phone's key of, and who holds it."""
        circle = self._repository.of_key(key)
        member = None if circle is None else self.member(circle, key)
        return None if circle is None or member is None else (circle, member)

    def join(self, circle: Circle, label: str, own: str | None = None) -> str:
        """Let a phone join; returns its key: `own`, also for a second tap, or a new one (None). Raises CircleFull."""
        key = own or new_key()
        with self._repository.changing(circle.id) as writer:
            if not writer.has_key(key):
                writer.add_key(MEMBER, label, key)
                writer.touch()
        _log(writer)
        return key

    def phones(self, by: Member) -> tuple[Member, ...]:
        """The phones of the circle, those that joined first before the others."""
        return self._repository.phones(by.circle_id)

    def is_phone_of(self, by: Member, person: int | None) -> None:
        """Say whose phone this is. Raises NoSuchPerson."""
        with self._changing(by, CircleChange.WHOSE_PHONE) as writer:
            writer.whose(by.key_id, person)

    def rename(self, by: Member, name: str) -> None:
        """Call the circle by another name. Raises BadName."""
        name = _named(name)
        with self._changing(by, CircleChange.NAME) as writer:
            writer.rename(name)

    def give_host(self, by: Member, key_id: int, *, on: bool) -> None:
        """Make a phone a host, too, or no longer. Raises NoSuchPhone, LastHost."""
        with self._changing(by, CircleChange.HOSTS) as writer:
            writer.give_host(key_id, on)

    def end_key(self, by: Member, key_id: int) -> None:
        """End a phone's key: the host any phone's, a phone its own. Raises NoSuchPhone, LastHost."""
        with self._changing(by, CircleChange.OWN_KEY if key_id == by.key_id else CircleChange.OTHERS_KEY) as writer:
            writer.end_key(key_id)

    def end_all(self, by: Member, own: str) -> tuple[str, str]:
        """End all keys but this phone's, which is `own` from then on, and the code, so that nobody comes back by it.

        Returns the new code and the new recovery code. A second tap with the same key does no harm.
        """
        with self._changing(by, CircleChange.ALL_KEYS) as writer:
            writer.end_all_but(by.key_id)
            writer.renew(by.key_id, own)
            return writer.new_code(), writer.add_recovery()

    def new_recovery(self, by: Member) -> str:
        """A recovery code in place of the older one."""
        with self._changing(by, CircleChange.RECOVERY_CODE) as writer:
            return writer.add_recovery()

    def recover(
        self, circle: Circle, typed: str, label: str, own: str | None = None, former: Member | None = None
    ) -> tuple[str, str]:
        """Make the phone that `label` names a host; returns its key and the next recovery code. Others stay.

        `own` is its key from then on (None: a new one), in place of the one that it had as `former`; a second tap comes
        with the same one. Raises WrongCircleRecovery.
        """
        key = own or new_key()
        known = self.member(circle, key)
        hosts = known is not None and known.host
        if not hosts and not self._repository.has_recovery(circle.id, typed):
            raise WrongCircleRecovery  # checked without a transaction, so that guessing locks nothing
        with self._repository.changing(circle.id) as writer:
            if not writer.has_key(key, HOST):  # else another tap of this phone was first
                if not writer.spend_recovery(typed):
                    raise WrongCircleRecovery  # another phone was first
                if former is not None and writer.role(former.key_id) is not None:
                    writer.renew(former.key_id, key)
                    writer.give_host(former.key_id, True)
                else:
                    writer.add_key(HOST, label, key)
            writer.touch()
            recovery = writer.add_recovery()
        _log(writer)
        return key, recovery

    # Its people

    def people(self, circle: Circle) -> tuple[Person, ...]:
        """The people of a circle, those who came first before the others."""
        return self._repository.people(circle.id)

    def person(self, circle: Circle, number: int) -> Person:
        """One of them. Raises NoSuchPerson."""
        found = next((one for one in self.people(circle) if one.id == number), None)
        if found is None:
            raise NoSuchPerson
        return found

    def rename_person(self, by: Member, person: int, name: str) -> None:
        """Call a person by another name, in earlier games, too. Raises BadPersonName, NameKnown, NoSuchPerson."""
        name = name.strip()
        if not 0 < len(name) <= LONGEST_NAME or not can_be_seen(name) or name in RESERVED_NAMES or is_broken(name):
            raise BadPersonName
        with self._changing(by, CircleChange.PERSON) as writer:
            writer.people.rename(person, name)

    def color_person(self, by: Member, person: int, color: int) -> None:
        """Give a person another of the colours; what is none changes nothing. Raises NoSuchPerson."""
        with self._changing(by, CircleChange.PERSON) as writer:
            if 1 <= color <= COLORS:
                writer.people.color(person, color)

    def unite(self, by: Member, person: int, other: int) -> None:
        """Make two people one: the games of `other` are the person's. Raises NoSuchPerson, SatTogether."""
        with self._changing(by, CircleChange.MERGE) as writer:
            writer.people.unite(person, other)

    def forget(self, by: Member, person: int) -> None:
        """Forget a person: their games stay, with somebody at their seat. Raises NoSuchPerson."""
        with self._changing(by, CircleChange.FORGET) as writer:
            writer.people.forget(person)
        self._repository.database.wipe()

    def release(self, by: Member, table_id: int) -> None:
        """Let a table belong to the circle no more: its game goes from the circle, the table stays."""
        with self._changing(by, CircleChange.RELEASE_GAME) as writer:
            writer.release_table(table_id)

    # Its house rules

    def presets(self, circle: Circle) -> tuple[Preset, ...]:
        """The house rules that the circle keeps."""
        return self._repository.presets(circle.id)

    def keep_preset(self, by: Member, name: str, game: str, options: Mapping[str, Any]) -> int:
        """Keep house rules by a name, in place of those of that name; returns their number. Raises BadName."""
        name = _named(name)
        with self._changing(by, CircleChange.KEEP_PRESET) as writer:
            return writer.add_preset(name, game, options)

    def drop_preset(self, by: Member, preset: int) -> None:
        """Keep these house rules no longer. Raises NoSuchPreset."""
        with self._changing(by, CircleChange.DROP_PRESET) as writer:
            writer.drop_preset(preset)
        self._repository.database.wipe()

    @contextmanager
    def _changing(self, by: Member, change: CircleChange) -> Iterator[CircleWriter]:
        with self._repository.changing(by.circle_id) as writer:
            need_permission_of(writer, by, change)
            writer.touch()
            yield writer
        _log(writer, by)


def need_permission_of(writer: CircleWriter, by: Member, change: CircleChange) -> None:
    """Raise KeyEnded where the key has ended by now, CircleHostOnly where it may not make the change."""
    role = writer.role(by.key_id)
    if role is None:
        raise KeyEnded
    need_permission(role == HOST, change)


def _log(writer: CircleWriter, by: Member | None = None) -> None:
    for event, facts in writer.events:
        note(event, circle=writer.circle_id, **facts, by=None if by is None else by.key_id)


def _named(name: str) -> str:
    name = name.strip()
    if len(name) > LONGEST_CIRCLE_NAME or not can_be_seen(name) or is_broken(name):
        raise BadName
    return name
