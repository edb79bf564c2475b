"""The keyring of a table or a circle: its keys and recovery codes, told in the clear only when they are made."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from sqlmodel import Session, col, delete, exists, func, select

from companion.circles.errors import CircleFull, NoSuchPhone, WrongCircleRecovery
from companion.storage.schema import CircleKeyRow, EntryRow, KeyRow
from companion.storage.sessions import save
from companion.tables.errors import TableError, TableFull, WrongRecovery
from companion.tables.keys_and_codes import key_hash, new_recovery_code, recovery_hash

HOST, SEAT, MEMBER, RECOVERY = "host", "seat", "member", "recovery"
MOST_KEYS, MOST_PHONES = 1000, 500  # of one table, and of one circle: a hundred times what an evening needs

Key = TypeVar("Key", bound=KeyRow | CircleKeyRow)


class Keyring(Generic[Key]):
    """The keys that have not ended, in a session that reads or changes them.

    `events`: what the security log is to be told once the changes are saved.
    """

    kind: ClassVar[type[Any]]
    owner: ClassVar[str]  # the column that names the table or circle
    wrong: ClassVar[type[TableError]]  # what is raised for a code that is none

    def __init__(self, session: Session, owner_id: int, now: datetime) -> None:
        self._session, self._owner_id, self._now = session, owner_id, now
        self._mine = getattr(self.kind, self.owner) == owner_id
        self.events: list[tuple[str, dict[str, object]]] = []

    @cached_property
    def keys(self) -> list[Key]:
        """All of them, the oldest first, recovery codes too."""
        return list(self._session.exec(select(self.kind).where(self._mine).order_by(self.kind.id)))

    @property
    def phones(self) -> list[Key]:
        return [key for key in self.keys if key.role != RECOVERY]

    def held(self, key_id: int | None) -> Key | None:
        return next((key for key in self.phones if key.id == key_id), None)

    def need(self, key_id: int) -> Key:
        """The phone's key of this number. Raises NoSuchPhone."""
        found = self.held(key_id)
        if found is None:
            raise NoSuchPhone
        return found

    def opened_by(self, secret: str) -> Key | None:
        """The phone's key that this is in the clear."""
        hashed = key_hash(secret)
        return next((key for key in self.phones if key.hash == hashed), None)

    def add(self, role: str, hashed: str, label: str, **columns: Any) -> Key:
        """Let the key of this hash open it from now on. Raises TableFull, CircleFull."""
        self._need_room()
        row = self.kind(
            role=role, hash=hashed, label=label, made_at=self._now, **{self.owner: self._owner_id}, **columns
        )
        key: Key = save(self._session, row)
        self.keys.append(key)
        self.events.append(("key made", {"key_id": key.id, "role": role}))
        return key

    def renew(self, key: Key, secret: str) -> None:
        """Let a key be known by `secret` alone from now on, and no more by what it was made as."""
        key.hash = key_hash(secret)
        self.events.append(("key renewed", {"key_id": key.id}))

    def end(self, keys: Iterable[Key]) -> None:
        for key in list(keys):
            self.keys.remove(key)
            self._remove(key)
            self.events.append(("key ended", {"key_id": key.id}))

    def end_all_but(self, key_id: int) -> None:
        """End every other key, and every recovery code."""
        self.end(key for key in self.keys if key.id != key_id)

    def recovery_codes(self, *seats: str | None) -> list[Key]:
        """The recovery codes of these seats (None: the host's)."""
        return [key for key in self.keys if key.role == RECOVERY and getattr(key, "seat", None) in seats]

    def takes_over(self, own: str, typed: str, *seats: str) -> bool:
        """Whether a recovery code, the host's or one of these seats', makes `own` a host's key; False if it is one.

        Raises WrongRecovery, WrongCircleRecovery.
        """
        mine, hashed = self.opened_by(own), recovery_hash(self._owner_id, typed)
        if mine is not None and mine.role == HOST:
            return False
        if all(code.hash != hashed for code in self.recovery_codes(None, *seats)):
            raise self.wrong
        return True

    def new_recovery(self, seat: str | None = None) -> str:
        """Make a recovery code in place of the one that this seat has (None: the host)."""
        self.end(self.recovery_codes(seat))
        code = new_recovery_code()
        self.add(RECOVERY, recovery_hash(self._owner_id, code), "", **({} if seat is None else {"seat": seat}))
        return code

    def _remove(self, key: Key) -> None:
        self._session.delete(key)

    def _need_room(self) -> None:
        if len(self.keys) >= MOST_PHONES:
            raise CircleFull


class CircleKeys(Keyring[CircleKeyRow]):
    kind, owner, wrong = CircleKeyRow, "circle_id", WrongCircleRecovery


class TableKeys(Keyring[KeyRow]):
    """Entries name the keys that they were entered with, so a key that ends leaves its row."""

    kind, owner, wrong = KeyRow, "table_id", WrongRecovery

    def __init__(self, session: Session, owner_id: int, now: datetime) -> None:
        super().__init__(session, owner_id, now)
        self._all = self._mine
        self._mine = self._all & col(KeyRow.revoked_at).is_(None)

    @cached_property
    def _rows(self) -> int:
        """How many there are, those that have ended too."""
        return self._session.exec(select(func.count()).where(self._all)).one()

    def _remove(self, key: KeyRow) -> None:
        key.revoked_at = self._now

    def _need_room(self) -> None:
        """Remove ended keys that no entry names, if there are many. Raises TableFull if too many have not ended.

        Those that ended and are named are no more than the entries, which have a bound of their own.
        """
        self._rows += 1
        if self._rows > MOST_KEYS:
            named = exists().where(col(EntryRow.table_id) == self._owner_id, col(EntryRow.key_id) == KeyRow.id)
            ended = delete(KeyRow).where(self._all, col(KeyRow.revoked_at).is_not(None), ~named)
            self._session.exec(ended, execution_options={"synchronize_session": False})
            if len(self.keys) >= MOST_KEYS:
                raise TableFull
