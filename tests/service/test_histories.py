"""The ledger as it is looked at again and again: read on from where it was, it says what reading all of it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.game import Book
from companion.service import membership
from companion.storage.ledger import Ledger
from companion.tables.entry import Entry
from companion.tables.history import EntryView, History, opening_of
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take
from tests.tables.acts import amend, change, hold, put_in, remove, settle, whole


@pytest.fixture
def firsts(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From which versions on the ledger is read."""
    ledger, found = house.tables.ledger, list[int]()

    def noted(table_id: int, first: int = 1, most: int | None = None) -> list[Entry]:
        found.append(first)
        return Ledger.read(ledger, table_id, first, most)

    monkeypatch.setattr(ledger, "read", noted)
    return found


def told(views: Iterable[EntryView], here: Snapshot) -> list[Any]:
    return [(replace(view, before=here), whole(view.before)) for view in views]


def as_read_anew(house: House) -> list[Any]:
    """What is told of the table, which is the same as if nothing were kept."""
    here, ledger = house.now, house.tables.ledger
    found = told(house.tables.entries(house.code), here)
    assert found == told(History(opening_of(here)).on(Ledger.read(ledger, here.table_id)).views, here)
    return found


def test_each_entry_is_read_on_and_marks_those_before_it(house: House, firsts: list[int]) -> None:
    assert as_read_anew(house) == []
    for item in (
        take("Chris"), take("Chris", "blue"), UNDO, done("Chris"), amend(change("1", take("Chris", "green"))),
        hold(), settle(6), amend(remove("1"), put_in(take("Chris"), "4")), UNDO, done("Chris"),
    ):  # fmt: skip
        house.play_all(item)
        assert len(as_read_anew(house)) == house.now.version
    assert firsts == [1, *range(1, 11)]


def test_what_is_read_is_not_judged_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.play_all(take("Chris"), take("Chris", "blue"), UNDO, UNDO, take("Chris", "green"), hold(), settle(6))
    house.play_all(done("Chris"), take("Mary"), take("Mary", "blue"), UNDO, amend(change("5", take("Chris", "blue"))))

    def judged(*_: object) -> None:
        raise AssertionError("a rule was asked")

    monkeypatch.setattr(Book, "claim", judged)
    assert len(as_read_anew(house)) == house.now.version


def test_nothing_is_read_again_where_nothing_has_changed(house: House) -> None:
    house.play_all(take("Chris"), take("Chris"))
    first, second = (house.tables.entries(house.code) for _ in range(2))
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, True]


def test_other_seats_and_rights_are_told_of_every_entry(house: House) -> None:
    house.play_all(take("Chris"))
    assert house.tables.entries(house.code)[0].before.seats == house.now.seats
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    assert house.tables.entries(house.code)[0].before.seats == house.now.seats


def test_a_ledger_that_is_looked_at_takes_room_among_the_tables(make_tables: MakeTables) -> None:
    tables = make_tables(kept_entries=11)
    first, second = House(tables), House(tables)
    for house in (first, second):
        house.play_all(take("Chris"), UNDO, done("Chris"))
    assert list(tables.cache._kept) == [first.code, second.code]
    tables.entries(second.code)
    assert list(tables.cache._kept) == [second.code]
