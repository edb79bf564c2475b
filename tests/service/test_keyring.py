"""What tables and circles promise alike of their keys: recovery codes, ending all keys, second taps, what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.circles.errors import CircleFull, CircleHostOnly, WrongCircleRecovery
from companion.service import membership
from companion.service.service import TableService
from companion.storage import keyring
from companion.storage.keyring import Keyring
from companion.storage.sqlite import sqlite_file
from companion.tables.answers import Opened
from companion.tables.errors import HostOnly, TableFull, WrongRecovery
from companion.tables.keys_and_codes import key_hash, shown_code
from tests.databases import BOTH
from tests.service.circle import Evenings
from tests.service.house import House
from tests.storage.raw import everything

pytestmark = BOTH


class AtTable:
    """A table with a host's phone and another one that has a seat."""

    wrong, host_only, full, most = WrongRecovery, HostOnly, TableFull, "MOST_KEYS"

    def __init__(self, tables: TableService) -> None:
        self._tables, self._house = tables, House(tables)
        self.opened, self.other = self._house.opened, self._house.opened.seat_keys["Mary"]
        self._house.seat("Mary")

    def hosts(self, key: str) -> bool | None:
        """Whether a key is a host's; None if it opens nothing."""
        actor = membership.actor_anywhere(self._tables, key)
        return None if actor is None else actor.host

    def recover(self, typed: str, own: str | None = None) -> Opened:
        return membership.recover(self._tables, self._house.code, typed, None, "phone", own)

    def end_all(self, key: str, own: str) -> Opened:
        return membership.end_all(self._tables, self._house.actor(key), own)

    def new_recovery(self, key: str) -> str:
        return membership.new_recovery(self._tables, self._house.actor(key))

    def another_key(self) -> object:
        return membership.new_seat_key(self._tables, self._house.host, "Mary")


class AtCircle:
    """A circle with a host's phone and another one."""

    wrong, host_only, full, most = WrongCircleRecovery, CircleHostOnly, CircleFull, "MOST_PHONES"

    def __init__(self, tables: TableService) -> None:
        self._home, self._circles = Evenings(tables), tables.circles
        self.opened, self.other = self._home.opened, self._home.keys["Ann's phone"]

    def hosts(self, key: str) -> bool | None:
        found = self._circles.of_key(key)
        return None if found is None else found[1].host

    def recover(self, typed: str, own: str | None = None) -> Opened:
        return self._circles.recover(self._home.circle, typed, "phone", own)

    def end_all(self, key: str, own: str) -> Opened:
        ended = self._circles.end_all(self._member(key), own)
        self._home.circle = self._circles.find(ended.code)
        return ended

    def new_recovery(self, key: str) -> str:
        return self._circles.new_recovery(self._member(key))

    def another_key(self) -> object:
        return self._home.joins("another phone")

    def _member(self, key: str) -> Any:
        found = self._circles.of_key(key)
        assert found is not None
        return found[1]


Place = AtTable | AtCircle


@pytest.fixture(params=[AtTable, AtCircle], ids=["table", "circle"])
def place(request: pytest.FixtureRequest, tables: TableService) -> Place:
    made: Place = request.param(tables)
    return made


@pytest.mark.parametrize("typed", [str, str.lower, shown_code, lambda code: f" {shown_code(code)} "])
def test_a_recovery_code_makes_a_phone_the_host_once_and_the_next_one_after_it(
    place: Place, typed: Callable[[str], str]
) -> None:
    first = place.recover(typed(place.opened.recovery))
    assert place.hosts(first.host_key)
    assert first.recovery not in repr(first)
    assert first.host_key not in repr(first)
    with pytest.raises(place.wrong, match="no recovery code"):
        place.recover(place.opened.recovery)
    assert place.hosts(place.recover(first.recovery).host_key)


def test_a_second_tap_finds_the_host_that_the_first_one_made(place: Place) -> None:
    first = place.recover(place.opened.recovery, "its own")
    again = place.recover(place.opened.recovery, "its own")  # the first answer never came
    assert first.host_key == again.host_key == "its own"
    assert place.hosts("its own")
    with pytest.raises(place.wrong):
        place.recover(first.recovery)
    assert place.recover(again.recovery)


def test_a_new_code_ends_the_one_before(place: Place) -> None:
    newest = place.new_recovery(place.opened.host_key)
    with pytest.raises(place.wrong):
        place.recover(place.opened.recovery)
    assert place.recover(newest)


def test_what_is_no_code_of_this_one_moves_nothing(place: Place, tables: TableService) -> None:
    elsewhere = [made(tables).opened.recovery for made in (AtTable, AtCircle)]
    for typed in ("", "K7QF2M9X", *elsewhere, place.opened.host_key, "\ud800", "x" * 70_000):
        with pytest.raises(place.wrong):
            place.recover(typed)
    assert place.hosts(place.opened.host_key)


@pytest.mark.parametrize("quicker", ["another phone's", "its own"])
def test_of_two_who_type_it_at_once_one_is_first(place: Place, quicker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Keyring.takes_over

    def then_another(ring: Any, *typed: str) -> bool:
        found = asked(ring, *typed)
        monkeypatch.undo()
        place.recover(place.opened.recovery, quicker)
        return found

    monkeypatch.setattr(Keyring, "takes_over", then_another)
    if quicker == "its own":  # another tap of the same phone
        assert place.recover(place.opened.recovery, "its own").host_key == "its own"
    else:
        with pytest.raises(place.wrong):
            place.recover(place.opened.recovery, "its own")
    assert (place.hosts(quicker), place.hosts("its own")) == (True, True if quicker == "its own" else None)


def test_the_host_ends_all_keys_but_its_own(place: Place) -> None:
    ended = place.end_all(place.opened.host_key, "its own")
    assert (place.hosts("its own"), ended.host_key) == (True, "its own")
    assert place.hosts(place.opened.host_key) is place.hosts(place.other) is None
    with pytest.raises(place.wrong):
        place.recover(place.opened.recovery)
    again = place.end_all("its own", "its own")  # a second tap
    assert place.hosts("its own")
    with pytest.raises(place.wrong):
        place.recover(ended.recovery)
    assert place.recover(again.recovery)


def test_keys_and_codes_are_not_kept_in_the_clear(place: Place, tables: TableService, url: str) -> None:
    made, file = place.new_recovery(place.opened.host_key), sqlite_file(url)
    tables.close()
    stored = repr(everything(url)) + (file.read_bytes().decode("latin-1") if file else "")
    for secret in (made, place.opened.recovery, place.opened.host_key, place.other):
        assert secret not in stored
    assert key_hash(made) in stored
    assert key_hash(place.other) in stored


def test_there_are_so_many_keys(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, place.most, 10)
    keys = (place.another_key() for _ in range(12))  # none of them ends
    with pytest.raises(place.full):
        list(keys)
