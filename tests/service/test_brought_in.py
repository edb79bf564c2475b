"""Moves that were made elsewhere: all of them in the ledger at once, or no table; and one table however often asked."""

from __future__ import annotations

from threading import Thread

import pytest

from companion.games.replay import replay
from companion.service import membership
from companion.service.service import TableService
from companion.service.storage_limits import Bounds
from companion.tables.answers import Played
from companion.tables.entry import IMPORTED
from companion.tables.errors import NoSuchSeat, NoSuchTable, TableFull, Unavailable
from companion.tables.keys_and_codes import new_key
from tests.databases import MakeTables
from tests.games.comings import join
from tests.service.house import UNDO, House

GAME = b"""{"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "Katie"]}
{"move": "take", "seat": "Chris", "color": "red"}
{"move": "undo"}
{"move": "take", "seat": "Chris", "color": "green"}
"""

COMINGS = b"""{"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "Katie"]}
{"move": "join", "seat": "Eve"}
{"move": "undo"}
{"move": "join", "seat": "Dana", "after": "Chris"}
{"move": "join", "seat": "Fay"}
{"move": "rename", "seat": "Dana", "name": "Dany"}
{"move": "rename", "seat": "Mary", "name": "Mia"}
{"move": "leave", "seat": "Katie"}
{"move": "reseat", "seats": ["Mia", "Dany", "Fay", "Chris"]}
{"move": "leave", "seat": "Fay"}
{"move": "take", "seat": "Mia", "color": "red"}
"""


def test_the_moves_are_the_host_s_and_can_be_taken_back(house: House) -> None:
    found = replay(GAME)
    opened = house.tables.open(found.book.header, keys_for_seats=True, label="phone", moves=found.entered)
    snapshot = house.tables.get(opened.code)
    assert list(snapshot.book.lines()) == list(found.book.lines())
    host = membership.actor(house.tables, opened.code, opened.host_key)
    assert host is not None
    entries = house.tables.ledger.read(snapshot.table_id)
    assert {(one.by, one.key_id, one.label, one.request, one.at) for one in entries} == {
        (None, host.key_id, IMPORTED, None, snapshot.opened_at)
    }
    assert [one.version for one in entries] == [1, 2, 3]
    answer = house.tables.submit(opened.code, [UNDO], actor=host, seen=3, request=None)
    assert isinstance(answer, Played)
    assert answer.snapshot.book.moves() == ()


def test_one_key_opens_one_table(house: House) -> None:
    found, key = replay(GAME), new_key()
    told: list[tuple[str, str | None]] = []

    def ask() -> None:
        told.append(house.tables.open_once(found.book.header, found.entered, host_key=key, label="phone"))

    asking = [Thread(target=ask) for _ in range(4)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    ask()  # when the table is there already
    [code] = {code for code, _ in told}
    assert len([recovery for _, recovery in told if recovery is not None]) == 1
    assert house.tables.get(code).version == 3
    assert membership.actor(house.tables, code, key) is not None


def test_where_the_key_is_nobody_s_after_all_it_was_not_saved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found, key = replay(GAME), new_key()
    house.tables.open_once(found.book.header, found.entered, host_key=key, label="phone")
    monkeypatch.setattr(house.tables.repository, "code_of_key", lambda _: None)
    with pytest.raises(Unavailable):
        house.tables.open_once(found.book.header, found.entered, host_key=key, label="phone")


def test_more_moves_than_a_ledger_may_have_open_no_table(make_tables: MakeTables) -> None:
    tables: TableService = make_tables(bounds=Bounds(entries=2))
    found = replay(GAME)
    with pytest.raises(TableFull):
        tables.open(found.book.header, keys_for_seats=False, label="phone", moves=found.entered)
    with pytest.raises(NoSuchTable):
        tables.get("22222222")


def test_keys_and_rows_are_of_those_who_sit_there_after_the_moves(make_tables: MakeTables) -> None:
    tables, found = make_tables(), replay(COMINGS)
    assert not found.rejected
    opened = tables.open(
        found.book.header, keys_for_seats=True, label="phone", moves=found.entered, people=found.book.people
    )
    assert list(opened.seat_keys) == ["Mia", "Dany", "Chris"]
    for name, key in opened.seat_keys.items():
        actor = membership.actor(tables, opened.code, key)
        assert actor is not None
        assert (actor.seat, actor.host) == (name, False)
    snapshot = tables.get(opened.code)
    assert [(seat.name, seat.joined) for seat in snapshot.seats] == [("Mia", True), ("Dany", True), ("Chris", True)]
    assert [row.name for row in snapshot.rows] == ["Chris", "Mary", "Katie", "Dana", "Fay"]
    assert list(snapshot.book.lines()) == list(found.book.lines())
    assert snapshot.book.report() == found.book.report()
    elsewhere = make_tables()
    assert elsewhere.get(opened.code).seats == snapshot.seats
    again = replay("\n".join(elsewhere.get(opened.code).book.lines()).encode())
    assert list(again.book.lines()) == list(found.book.lines())


def test_who_was_taken_out_in_it_comes_back_to_a_seat_that_any_phone_may_take(house: House) -> None:
    tables, found, own = house.tables, replay(COMINGS), new_key()
    code, _ = tables.open_once(found.book.header, found.entered, found.book.people, host_key=own, label="phone")
    host = membership.actor(tables, code, own)
    assert host is not None
    with pytest.raises(NoSuchSeat):
        membership.take_seat(tables, code, "Fay", "")
    for move in (UNDO, join("Fay"), join("Katie", "Chris")):
        assert isinstance(tables.submit(code, [move], actor=host, seen=None, request=None), Played)
    for name in ("Fay", "Katie", "Dany"):
        actor = membership.actor(tables, code, membership.take_seat(tables, code, name, ""))
        assert actor is not None
        assert actor.seat == name
    with pytest.raises(NoSuchSeat):
        membership.take_seat(tables, code, "Eve", "")
