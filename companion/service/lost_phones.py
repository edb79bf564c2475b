"""Lost phones: recovery codes that move the host's right, phones that leave their table, all keys ended at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.security_log import note
from companion.service.change import Changing
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import HostOnly, HostStays, KeepersOnly, WrongRecovery
from companion.tables.snapshot import Actor


@dataclass(frozen=True, slots=True)
class HostKeys:
    """What the host's phone gets, told this once: its key, a recovery code, and a new key for each seat by name."""

    host: str = field(repr=False)
    recovery: str = field(repr=False)
    seats: dict[str, str] = field(repr=False, default_factory=dict)


class LostPhones:
    """Changes who holds which key where a phone is gone. Raises NoSuchTable, Unavailable where it was not saved."""

    def __init__(self, cache: TableCache, repository: TableRepository, changing: Changing) -> None:
        self._cache, self._repository, self._changing = cache, repository, changing

    def new_recovery(self, actor: Actor) -> str:
        """A recovery code for the host, or a scorekeeper, in place of its older one. Raises KeepersOnly."""
        if not actor.keeper:
            raise KeepersOnly
        with self._changing.table(actor.code, actor) as (writer, _):
            return writer.add_recovery(None if actor.host else actor.seat)

    def recover(self, code: str, typed: str, actor: Actor | None, label: str) -> HostKeys:
        """Make the phone that `label` names the host; all keys of the former host, and all recovery codes, end.

        It plays the seat that it played as `actor`, else the one that the former host's phone played; the
        former host's other seat is free. Raises WrongRecovery.
        """
        if not self._repository.has_recovery(self._cache.get(code).snapshot.table_id, typed):
            raise WrongRecovery  # found without a transaction: whoever guesses holds up nobody
        with self._changing.table(code, actor) as (writer, table):
            if not writer.spend_recovery(typed):
                raise WrongRecovery  # another phone was first
            former = [key for key in table.keys.values() if key.host]
            played = [key.seat for key in former if key.seat is not None]
            own = actor.seat if actor is not None else None
            seat = own or next(iter(played), None)
            writer.revoke([key.id for key in former] + ([] if actor is None else [actor.key_id]))
            for name in played:
                if name != seat:
                    writer.free(name)
            keys = HostKeys(writer.add_key(seat=seat, host=True, label=label, used=True), writer.add_recovery(None))
            writer.touch()
        note("host moved", table=table.snapshot.table_id)
        return keys

    def leave(self, actor: Actor) -> None:
        """End a phone's key; its seat is free for another phone. Raises HostStays."""
        if actor.host:
            raise HostStays
        with self._changing.table(actor.code, actor) as (writer, _):
            writer.revoke([actor.key_id])
            if actor.seat is not None:
                writer.free(actor.seat)
            writer.touch()

    def end_all(self, actor: Actor) -> HostKeys:
        """End all keys and recovery codes of a table: only this phone, and those that it hands a new key to, go on.

        Each seat that a phone has taken stays taken, by whoever is given its new key. Raises HostOnly.
        """
        if not actor.host:
            raise HostOnly
        with self._changing.table(actor.code, actor) as (writer, table):
            writer.revoke_all()
            taken = [seat.name for seat in table.snapshot.seats if seat.joined and seat.name != actor.seat]
            keys = HostKeys(
                writer.add_key(seat=actor.seat, host=True, label=actor.label, used=True),
                writer.add_recovery(None),
                {name: writer.add_key(seat=name, host=False, label="", used=False) for name in taken},
            )
            writer.touch()
        return keys
