"""The ledger as it is looked at again and again: read on from where it was, it says what reading all of it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.game import Book
from companion.service.histories import Histories
from companion.storage.ledger import Ledger
from companion.tables.entry import Entry
from companion.tables.history import EntryView, History, opening_of
from companion.tables.snapshot import Snapshot
from tests.service.house import UNDO, House, done, take
from tests.tables.acts import amend, change, hold, put_in, remove, settle, whole


class Counted:
    """A ledger that notes from which version on it was read."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.firsts = ledger, list[int]()

    def read(self, table_id: int, first: int = 1, most: int | None = None) -> list[Entry]:
        self.firsts.append(first)
        return self.ledger.read(table_id, first, most)


@pytest.fixture
def ledger(house: House) -> Counted:
    return Counted(house.tables.ledger)


@pytest.fixture
def kept(ledger: Counted) -> Histories:
    return Histories(ledger)  # type: ignore[arg-type]  # it is only read


def told(views: Iterable[EntryView], here: Snapshot) -> list[Any]:
    return [(replace(view, before=here), whole(view.before)) for view in views]


def as_read_anew(kept: Histories, house: House) -> list[Any]:
    """What is told of the table, which is the same as if nothing were kept, and as if all were judged anew."""
    here, ledger = house.now, house.tables.ledger
    found = told(kept.of(here), here)
    assert found == told(Histories(ledger).of(here), here)
    assert found == told(History(opening_of(here)).on(ledger.read(here.table_id)).views, here)
    return found


def test_each_entry_is_read_on_and_marks_those_before_it(house: House, kept: Histories, ledger: Counted) -> None:
    assert as_read_anew(kept, house) == []
    for item in (
        take("Chris"), take("Chris", "blue"), UNDO, done("Chris"), amend(change("1", take("Chris", "green"))),
        hold(), settle(6), amend(remove("1"), put_in(take("Chris"), "4")), UNDO, done("Chris"),
    ):  # fmt: skip
        house.play_all(item)
        assert len(as_read_anew(kept, house)) == house.now.version
    assert ledger.firsts == [1, *range(1, 1 + 1), *range(1, 10)]


def test_what_is_read_is_not_judged_again(house: House, kept: Histories, monkeypatch: pytest.MonkeyPatch) -> None:
    house.play_all(take("Chris"), take("Chris", "blue"), UNDO, UNDO, take("Chris", "green"), hold(), settle(6))
    house.play_all(done("Chris"), take("Mary"), take("Mary", "blue"), UNDO, amend(change("5", take("Chris", "blue"))))
    as_read_anew(kept, house)

    def judged(*_: object) -> None:
        raise AssertionError("a rule was asked")

    monkeypatch.setattr(Book, "claim", judged)
    assert len(Histories(house.tables.ledger).of(house.now)) == house.now.version


def test_nothing_is_read_again_where_nothing_has_changed(house: House, kept: Histories) -> None:
    house.play_all(take("Chris"), take("Chris"))
    first, second = kept.of(house.now), kept.of(house.now)
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, True]


def test_other_seats_and_rights_are_told_of_every_entry(house: House, kept: Histories) -> None:
    house.play_all(take("Chris"))
    assert kept.of(house.now)[0].before.seats == house.now.seats
    house.tables.membership.give_scorekeeper(house.host, "Mary", True)
    assert kept.of(house.now)[0].before.seats == house.now.seats


def test_a_ledger_that_was_put_back_is_read_from_its_beginning(house: House, kept: Histories) -> None:
    house.play_all(take("Chris"), take("Chris", "blue"))
    earlier = house.now
    house.play_all(done("Chris"))
    found = kept.of(house.now)
    assert [view.version for view in kept.of(earlier)] == [1, 2]
    other = kept._kept[earlier.table_id]
    assert other.last is not None
    kept._kept[earlier.table_id] = replace(other, last=replace(other.last, label="another phone"))
    assert [view.version for view in kept.of(house.now)] == [view.version for view in found]


def test_of_many_entries_those_asked_for_last_are_kept(house: House) -> None:
    kept, other = Histories(house.tables.ledger, kept=3), House(house.tables)
    house.play_all(take("Chris"), take("Chris", "blue"))
    other.play_all(take("Chris"), UNDO, done("Chris"))
    kept.of(house.now)
    kept.of(other.now)
    assert list(kept._kept) == [other.now.table_id]
    other.play_all(take("Mary"))
    assert len(kept.of(other.now)) == 4
    assert list(kept._kept) == [other.now.table_id]


def test_tables_at_which_nobody_has_played_are_not_all_kept(house: House) -> None:
    kept, others = Histories(house.tables.ledger, kept=3), [House(house.tables) for _ in range(5)]
    for one in (house, *others):
        assert kept.of(one.now) == ()
    assert list(kept._kept) == [one.now.table_id for one in others[2:]]
