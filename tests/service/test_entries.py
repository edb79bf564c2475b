"""The ledger as people read it: who entered what, when and from which phone, and what cannot be read."""

from __future__ import annotations

import pytest

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.errors import BrokenLedger
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, report, take
from tests.storage.raw import meddle


def test_the_ledger_tells_who_when_and_from_which_phone(house: House) -> None:
    chris = house.seat("Chris")
    house.play(take("Chris"), actor=chris)
    house.play_all(take("Chris", "blue"), UNDO, UNDO, take("Chris", "green"))
    entries = house.tables.entries(house.code)
    assert [(e.version, e.item.plain()["move"], e.by, e.label) for e in entries] == [
        (1, "take", "Chris", "Host's phone"),
        (2, "take", None, "Host's phone"),
        (3, "undo", None, "Host's phone"),
        (4, "undo", None, "Host's phone"),
        (5, "take", None, "Host's phone"),
    ]
    assert [(e.stands, e.undone_by, e.undoes) for e in entries] == [
        (False, 4, None),
        (False, 3, None),
        (True, None, "2"),
        (True, None, "1"),
        (True, None, None),
    ]
    assert all(e.at.tzinfo is not None for e in entries)
    assert [e.at for e in entries] == sorted(e.at for e in entries)


def test_the_ledger_shows_no_more_than_the_table_does(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 0
    house.play_all(take("Chris"))
    assert other.entries(house.code) == ()
    assert other.get(house.code).version == 0


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        ('{"transcript": 1, "game": "chess"}', "Table {} was opened for a game that this program does not have"),
        ('{"transcript": 1, "game": "fluff", "seats": []}', "This program cannot read how table {} was opened"),
        ("{", "This program cannot read how table {} was opened"),
    ],
)
def test_a_header_of_no_table_is_named(house: House, make_tables: MakeTables, url: str, stored: str, told: str) -> None:
    meddle(url, "UPDATE tables SET header = :header", header=stored)
    with pytest.raises(BrokenLedger, match=told.format(house.code)):
        make_tables().get(house.code)


def test_a_gap_in_the_ledger_is_named(house: House, make_tables: MakeTables, url: str) -> None:
    house.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 2")
    with pytest.raises(BrokenLedger, match=f"Entry 1 of table {house.code} is missing"):
        make_tables().get(house.code)


@BOTH
def test_any_name_and_any_reason_is_kept(tables: TableService, make_tables: MakeTables) -> None:
    names = [
        '<script>alert("x")</script>',
        "\u05d3\u05d5\u05d3 \u202eabc",
        "\U0001f469\u200d\U0001f467 O'Neil \\ %s {0}",
    ]
    house = House(tables, on=read_header({"transcript": 1, "game": "sluff-off", "seats": names}))
    chris = house.actor(house.opened.seat_keys[names[0]])
    reason = "a null \x00, a line \u2028 and a bell \x07"
    house.play(take(names[0]), actor=chris)
    house.play_all({"move": "ruling", "seat": names[1], "points": 1, "reason": reason})
    again = make_tables()
    assert report(again, house.code) == report(tables, house.code)
    last = again.entries(house.code)[-1].item.plain()
    assert last["reason"] == reason
    assert again.get(house.code).header.seats == tuple(names)
