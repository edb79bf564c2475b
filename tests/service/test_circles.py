"""A circle: who may open and change it, its phones and codes, and the house rules that it keeps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from sqlmodel import col, select

from companion.circles.errors import (
    BadName,
    CircleFull,
    CircleHostOnly,
    LastHost,
    NoSuchCircle,
    NoSuchPerson,
    NoSuchPhone,
    NoSuchPreset,
    WrongCircleRecovery,
)
from companion.service import deletion
from companion.service.service import TableService
from companion.service.storage_limits import Bounds
from companion.storage import circle_writer
from companion.storage.schema import PersonNameRow
from companion.tables.errors import DatabaseFull, KeyEnded, Unavailable
from companion.tables.keys_and_codes import new_key
from tests.databases import BOTH, MakeTables
from tests.service.circle import Evenings
from tests.service.house import House
from tests.storage.raw import raw

pytestmark = BOTH


@pytest.fixture
def home(tables: TableService) -> Evenings:
    return Evenings(tables)


def test_whoever_opens_a_circle_is_its_host_and_who_has_the_code_may_join(home: Evenings) -> None:
    assert home.circle.name == "Tuesdays"
    assert home.host.host
    assert not home.ann.host
    assert [(one.host, one.label) for one in home.circles.phones(home.ann)] == [
        (True, "Host's phone"), (False, "Ann's phone"),
    ]  # fmt: skip
    assert home.circles.of_key(home.opened.host_key) == (home.circle, home.host)
    assert home.circles.of_key(home.opened.recovery) is None


def test_a_second_tap_joins_no_second_time(home: Evenings) -> None:
    own = new_key()
    assert home.circles.join(home.circle, "iPhone", own) == home.circles.join(home.circle, "iPhone", own) == own
    assert len(home.circles.phones(home.host)) == 3


def test_a_second_tap_opens_no_second_circle(home: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    own = new_key()
    first = home.circles.open("Fridays", "phone", own)
    second = home.circles.open("Fridays", "phone", own)
    rows, found = home.circles, home.circles.of_key
    told = [None]  # the two come at once: the second sees nothing yet of the first
    monkeypatch.setattr(rows, "of_key", lambda key: told.pop() if told else found(key))
    third = home.circles.open("Fridays", "phone", own)
    assert first.code == second.code == third.code
    assert len({first.recovery, second.recovery, third.recovery}) == 3
    monkeypatch.setattr(rows, "of_key", lambda _: None)
    with pytest.raises(Unavailable):
        home.circles.open("Fridays", "phone", own)


def test_another_process_knows_all_of_it_at_once(home: Evenings, make_tables: MakeTables) -> None:
    there = make_tables()
    home.circles.rename(home.host, "Fridays")
    assert there.circles.find(home.circle.code).name == "Fridays"
    assert there.circles.of_key(home.opened.host_key) == (there.circles.find(home.circle.code), home.host)
    with pytest.raises(CircleHostOnly):
        there.circles.rename(home.ann, "Mondays")
    assert there.circles.phones(home.host) == home.circles.phones(home.host)


@pytest.mark.parametrize("code", ["K7QF2M9X", "k7qf", "", "not a code"])
def test_no_circle_has_that_code(home: Evenings, code: str) -> None:
    with pytest.raises(NoSuchCircle):
        home.circles.find(code)


@pytest.mark.parametrize("name", ["", "   ", "\u200d", "x" * 61, "\ud800"])
def test_a_circle_needs_a_name(home: Evenings, name: str) -> None:
    with pytest.raises(BadName):
        home.circles.open(name, "phone")
    with pytest.raises(BadName):
        home.circles.rename(home.host, name)
    with pytest.raises(BadName):
        home.circles.keep_preset(home.host, name, "sluff-off", {})


def test_a_name_is_any_text_in_any_database(home: Evenings) -> None:
    for name in (
        "<b>&amp;'\"",
        "x\0\ufdd0",
        "\u202eevil",
        "Robert'); DROP TABLE circles; --",
        "\U0001f469\u200d\U0001f680",
    ):
        home.circles.rename(home.host, name)
        assert home.circles.find(home.circle.code).name == name.strip()


# Phones


def test_the_host_makes_another_phone_a_host_too(home: Evenings) -> None:
    home.circles.give_host(home.host, home.ann.key_id, on=True)
    home.circles.give_host(home.host, home.ann.key_id, on=True)
    home.circles.rename(home.ann, "Ann's")
    home.circles.give_host(home.ann, home.host.key_id, on=False)
    with pytest.raises(CircleHostOnly):
        home.circles.rename(home.host, "mine again")
    with pytest.raises(LastHost):
        home.circles.give_host(home.ann, home.ann.key_id, on=False)
    with pytest.raises(LastHost):
        home.circles.end_key(home.ann, home.ann.key_id)
    assert [one.host for one in home.circles.phones(home.ann)] == [False, True]


def test_a_phone_leaves_and_the_host_ends_another(home: Evenings) -> None:
    ben = home.joins("Ben's phone")
    home.circles.end_key(home.ann, home.ann.key_id)
    with pytest.raises(KeyEnded):
        home.circles.is_phone_of(home.ann, None)
    home.circles.end_key(home.host, ben.key_id)
    for change in (home.circles.end_key, partial(home.circles.give_host, on=True)):
        with pytest.raises(NoSuchPhone):
            change(home.host, ben.key_id)


def test_ending_all_keys_gives_the_circle_another_code(home: Evenings) -> None:
    own = new_key()
    now = home.circles.find(home.circles.end_all(home.host, own).code)
    with pytest.raises(NoSuchCircle):
        home.circles.find(home.circle.code)
    found = home.circles.of_key(own)
    assert found is not None
    assert found == (now, *home.circles.phones(found[1]))


def test_a_recovery_code_makes_a_phone_that_has_joined_a_host_too(home: Evenings) -> None:
    opened = home.circles.recover(home.circle, home.opened.recovery, "Ann's phone", former=home.ann)
    now = home.member(opened.host_key)
    assert (now.host, now.key_id) == (True, home.ann.key_id)
    assert home.circles.of_key(home.keys["Ann's phone"]) is None
    assert [one.host for one in home.circles.phones(now)] == [True, True]
    home.circles.end_key(now, now.key_id)
    assert home.circles.recover(home.circle, opened.recovery, "Ann's phone", former=now)


def test_whose_phone_it_is(home: Evenings) -> None:
    home.plays()
    person = home.called("Mary")
    home.circles.is_phone_of(home.ann, person)
    assert [one.person for one in home.circles.phones(home.host)] == [None, person]
    with pytest.raises(NoSuchPerson):
        home.circles.is_phone_of(home.ann, 4711)
    home.circles.is_phone_of(home.ann, None)
    assert [one.person for one in home.circles.phones(home.host)] == [None, None]


# House rules


def test_house_rules_are_kept_by_a_name(home: Evenings, make_tables: MakeTables) -> None:
    options = {"rounds": 3, "supply": {"blue": 3}}
    first = home.circles.keep_preset(home.ann, " Our rules ", "sluff-off", {})
    again = home.circles.keep_preset(home.ann, "Our rules", "sluff-off", options)
    other = home.circles.keep_preset(home.ann, "Our rules", "popcorn", {})
    assert [(one.id, one.name, one.game, one.options) for one in make_tables().circles.presets(home.circle)] == [
        (again, "Our rules", "sluff-off", options), (other, "Our rules", "popcorn", {}),
    ]  # fmt: skip
    home.circles.drop_preset(home.host, again)
    for gone in (first, again, 2**63):
        with pytest.raises(NoSuchPreset):
            home.circles.drop_preset(home.host, gone)
    assert [one.id for one in home.circles.presets(home.circle)] == [other]


def test_another_circles_host_changes_nothing_here(home: Evenings, tables: TableService) -> None:
    other = Evenings(tables)
    house, preset = home.plays(), home.circles.keep_preset(home.host, "Ours", "sluff-off", {})
    person = home.called("Mary")
    changes: list[Callable[[], object]] = [
        lambda: other.circles.drop_preset(other.host, preset),
        lambda: other.circles.rename_person(other.host, person, "Mine"),
        lambda: other.circles.forget(other.host, person),
        lambda: other.circles.unite(other.host, person, person),
        lambda: other.circles.end_key(other.host, home.ann.key_id),
        lambda: other.circles.give_host(other.host, home.ann.key_id, on=True),
        lambda: other.circles.is_phone_of(other.host, person),
    ]
    for change in changes:
        with pytest.raises((NoSuchPreset, NoSuchPerson, NoSuchPhone)):
            change()
    with pytest.raises(WrongCircleRecovery):
        other.circles.recover(other.circle, home.opened.recovery, "phone")
    assert other.circles.of_key(home.opened.host_key) == (home.circle, home.host)
    assert other.circles.games.of(other.circle.id) == ()
    assert tables.circles.of_table(house.now.table_id) == home.circle


# Bounds


def names_known(url: str) -> list[str]:
    """The names by which the database knows people, today's and those that they had."""
    with raw(url) as connection:
        return sorted(connection.execute(select(col(PersonNameRow.reads))).scalars())


def test_a_circle_takes_so_many_of_everything(home: Evenings, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("circle_writer.MOST_PRESETS", "circle_writer.MOST_GAMES", "keyring.MOST_PHONES"):
        monkeypatch.setattr(f"companion.storage.{bound}", 2)
    monkeypatch.setattr("companion.storage.people.MOST_PEOPLE", 3)
    monkeypatch.setattr("companion.storage.people.MOST_FORMER", 2)
    home.plays()
    home.plays("Tom", "Tina", "Tim")
    with pytest.raises(CircleFull):
        home.plays()
    home.circles.keep_preset(home.host, "one", "sluff-off", {})
    home.circles.keep_preset(home.host, "two", "sluff-off", {})
    with pytest.raises(CircleFull):
        home.circles.keep_preset(home.host, "three", "sluff-off", {})
    home.circles.keep_preset(home.host, "two", "sluff-off", {})
    with pytest.raises(CircleFull):
        home.circles.join(home.circle, "one more")
    assert len(home.circles.people(home.circle.id)) == 3
    assert [seat.person for seat in home.games()[1].seats] == [None, None, None]  # an evening is not kept from playing
    for name in ("Ann", "Bea", "CHRIS", "Dora", "Eve"):
        home.circles.rename_person(home.host, home.circles.people(home.circle.id)[0].id, name)
    assert names_known(url) == ["chris", "dora", "eve", "katie", "mary"]


def test_in_a_full_database_no_circle_is_opened(make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = make_tables(bounds=Bounds(megabytes=100))
    monkeypatch.setattr(tables.database, "size", lambda: 100_000_000)
    with pytest.raises(DatabaseFull):
        tables.circles.open("Tuesdays", "phone")


def test_a_circle_that_is_gone_takes_no_table(home: Evenings, tables: TableService) -> None:
    deletion.delete_circle(tables, home.host, with_tables=False)
    with pytest.raises(NoSuchCircle):
        home.plays()
    assert House(tables).now.version == 0


def test_a_code_is_of_a_table_or_of_a_circle(
    home: Evenings, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tables)
    codes = [house.code, home.circle.code, "K7QF2M9X"]
    monkeypatch.setattr(circle_writer, "new_code", lambda: codes.pop(0))
    assert tables.circles.open("Fridays", "phone").code == "K7QF2M9X"
    codes[:] = [house.code, home.circle.code, "M9XK7QF2"]
    assert House(tables).code == "M9XK7QF2"
