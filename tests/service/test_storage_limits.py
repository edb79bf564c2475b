"""How much a table, and the database, may hold: a clear no, and what is there goes on."""

from __future__ import annotations

import pytest

from companion.service import deletion, membership, rematches, storage_limits
from companion.service.storage_limits import MOST_ENTRIES, Bounds
from companion.tables.answers import Played, Unsaved
from companion.tables.errors import DatabaseFull, TableFull, Unavailable
from tests.databases import BOTH, MakeTables
from tests.games.comings import rename
from tests.service.house import UNDO, House, header, take

pytestmark = BOTH


def test_a_table_takes_so_many_entries(make_tables: MakeTables) -> None:
    house = House(make_tables(bounds=Bounds(entries=3)))
    house.play_all(take("Chris"), UNDO)
    with pytest.raises(TableFull, match="as many entries as a table may have"):
        house.play(take("Chris"), take("Chris"))  # one of them would do
    assert house.now.version == 2
    assert isinstance(house.play(take("Chris"), request="last"), Played)
    with pytest.raises(TableFull):
        house.play(UNDO)
    assert isinstance(house.play(take("Chris"), request="last"), Played)  # a repeat enters nothing
    assert membership.take_seat(house.tables, house.code, "Mary", "")


def test_in_a_full_database_nothing_is_opened_and_what_is_open_goes_on(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = make_tables(bounds=Bounds(megabytes=100))
    house = House(tables, on=header(rounds=1))
    assert tables.database.size() > 10_000
    monkeypatch.setattr(tables.database, "size", lambda: 100_000_000)
    with pytest.raises(DatabaseFull, match="no more tables can be opened"):
        House(tables)
    house.play_out()
    with pytest.raises(DatabaseFull):
        rematches.open_next(tables, house.host)
    monkeypatch.setattr(tables.database, "size", lambda: 99_999_999)
    code = rematches.open_next(tables, house.host)
    monkeypatch.setattr(tables.database, "size", lambda: 100_000_000)
    assert rematches.open_next(tables, house.host) == code


def test_in_a_full_database_what_is_long_is_not_entered(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = make_tables(bounds=Bounds(megabytes=100))
    house = House(tables)
    monkeypatch.setattr(tables.database, "size", lambda: 100_000_000)
    monkeypatch.setattr(storage_limits, "LONG", 1_000)  # a correction may have a reason for each of many entries
    raw = {"move": "ruling", "seat": "Chris", "points": 1, "reason": "\U0001f0cf" * 100}
    with pytest.raises(DatabaseFull, match="Say it in fewer words"):
        house.play_all(raw)
    house.play_all({**raw, "reason": "\U0001f0cf"})
    monkeypatch.setattr(tables.database, "size", lambda: 99_999_999)
    house.play_all(raw)
    monkeypatch.setattr(tables.database, "size", gone)
    assert isinstance(tables.submit(house.code, [raw], actor=house.host, seen=None, request=None), Unsaved)


def gone() -> int:
    raise Unavailable


def test_seats_have_had_so_many_names_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has more already, from before there was this bound, is played on."""
    seats = len(house.now.people.seats)
    monkeypatch.setattr(storage_limits, "MOST_NAMES", seats + 2)
    assert house.play_all(rename("Chris", "A"), rename("A", "B"))
    with pytest.raises(TableFull, match=f"{seats + 2} names in all"):
        house.play_all(rename("B", "C"))
    assert house.play_all(rename("B", "A"))
    monkeypatch.setattr(storage_limits, "MOST_NAMES", seats)
    assert house.play_all(rename("A", "B"), take("B"))


def test_what_was_deleted_makes_room_again(make_tables: MakeTables, url: str) -> None:
    tables = make_tables()
    kept, house = House(tables), House(tables)
    for _ in range(100):
        house.play_all(take("Chris"), UNDO)
    full = tables.database.size()
    deletion.delete(tables, house.host)
    if url.startswith("sqlite"):  # PostgreSQL's own vacuum frees what it may
        assert tables.database.size() < full
    assert kept.play_all(take("Chris"))


def test_no_evening_meets_the_bound(house: House) -> None:
    moves = len(house.play_out().book.moves())
    assert moves * 50 < MOST_ENTRIES
