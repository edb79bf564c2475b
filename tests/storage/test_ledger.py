"""Group commit: several tables' moves in one transaction, each answered once it is on disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from companion.service.service import TableService
from companion.storage import ledger as ledgers
from companion.storage.ledger import Ledger
from companion.tables.answers import Answer, Played, Stale, Unsaved
from companion.tables.entry import Entry
from companion.tables.errors import NoSuchTable
from tests.databases import BOTH, MakeTables
from tests.service.house import House, report, take
from tests.storage.raw import no_commit

pytestmark = BOTH


@contextmanager
def commits(tables: TableService) -> Iterator[list[int]]:
    """How often the database commits meanwhile: the rows each commit brought, in order."""
    engine = tables.database.engine
    counted: list[int] = []
    rows: list[int] = []

    def count_rows(_connection: Any, _cursor: Any, sql: str, params: Any, _context: Any, many: bool) -> None:
        if sql.startswith("INSERT INTO entries"):
            rows.append(len(params) if many else 1)

    def count(_connection: Any) -> None:
        counted.append(sum(rows))
        rows.clear()

    event.listen(engine, "before_cursor_execute", count_rows)
    event.listen(engine, "commit", count)
    try:
        yield counted
    finally:
        event.remove(engine, "commit", count)
        event.remove(engine, "before_cursor_execute", count_rows)


@contextmanager
def held(ledger: Ledger) -> Iterator[None]:
    """The writer is busy meanwhile; afterwards it takes what waits."""
    done = threading.Event()
    ledger._writer.submit(done.wait, 60)
    try:
        yield
    finally:
        done.set()


def all_at_once(tables: TableService, houses: list[House], *moves: object) -> list[Answer]:
    """Each house plays in a thread of its own; all of them wait for the disk before the first is written."""
    with ThreadPoolExecutor(len(houses)) as pool:
        with held(tables.ledger):
            answers: list[Future[Answer]] = [pool.submit(house.play, *moves) for house in houses]
            while len(tables.ledger._waiting) < len(houses):
                threading.Event().wait(0.001)
        return [answer.result(30) for answer in answers]


def test_the_moves_of_several_tables_share_one_commit(tables: TableService) -> None:
    houses = [House(tables) for _ in range(8)]
    with commits(tables) as counted:
        answers = all_at_once(tables, houses, take("Chris"), take("Chris", "blue"))
    assert all(isinstance(answer, Played) and answer.version == 2 for answer in answers)
    assert counted == [16]


def test_a_failed_commit_answers_everybody_and_the_state_is_the_ledgers(
    tables: TableService, make_tables: MakeTables
) -> None:
    houses = [House(tables) for _ in range(4)]
    for house in houses:
        house.play_all(take("Chris", "green"))
    before = [report(tables, house.code) for house in houses]
    with no_commit(tables):
        answers = all_at_once(tables, houses, take("Chris"))
    assert all(isinstance(answer, Unsaved) and answer.snapshot.version == 1 for answer in answers)
    assert [report(tables, house.code) for house in houses] == before
    again = make_tables()
    assert [report(again, house.code) for house in houses] == before
    assert all(isinstance(answer, Played) for answer in all_at_once(tables, houses, take("Chris")))


def test_a_clash_in_a_batch_concerns_its_table_alone(tables: TableService, make_tables: MakeTables) -> None:
    houses = [House(tables) for _ in range(3)]
    other = make_tables()
    actor = houses[1].host
    with ThreadPoolExecutor(3) as pool:
        with held(tables.ledger):
            answers = [pool.submit(house.play, take("Chris"), seen=0) for house in houses]
            while len(tables.ledger._waiting) < 3:
                threading.Event().wait(0.001)
            assert isinstance(
                other.submit(houses[1].code, [take("Chris", "blue")], actor=actor, seen=0, request=None), Played
            )
        first, clashed, third = (answer.result(30) for answer in answers)
    assert isinstance(first, Played)
    assert isinstance(third, Played)
    assert isinstance(clashed, Stale)
    assert clashed.snapshot.version == 1
    assert [move.plain() for move in clashed.snapshot.book.moves()] == [take("Chris", "blue")]


def test_each_of_a_batch_has_an_outcome_of_its_own(tables: TableService) -> None:
    """Those beside a clash are saved at once; the ledger does not ask them to try again."""
    houses = [House(tables) for _ in range(3)]
    houses[1].play_all(take("Chris"))
    with held(tables.ledger):
        outcomes = [tables.ledger.append([first_entry(house)]) for house in houses]
    assert [outcome.result(30) for outcome in outcomes] == ["saved", "clash", "saved"]


def test_who_waits_no_more_has_entered_nothing(tables: TableService) -> None:
    """The server stops, say, while a tap still waits for the writer."""
    first, second = House(tables), House(tables)
    with held(tables.ledger):
        gone, waiting = (tables.ledger.append([first_entry(house)]) for house in (first, second))
        assert gone.cancel()
    assert waiting.result(30) == "saved"
    with held(tables.ledger):
        assert tables.ledger.append([first_entry(first)]).cancel()
    assert [len(tables.ledger.read(house.now.table_id)) for house in (first, second)] == [0, 1]


def first_entry(house: House) -> Entry:
    return Entry(house.now.table_id, 1, "{}", house.tables.clock(), None, house.host.key_id, "", None)


def test_more_than_a_batch_waits_for_the_next_one(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "BATCH", 2)
    houses = [House(tables) for _ in range(5)]
    with commits(tables) as counted:
        answers = all_at_once(tables, houses, take("Chris"))
    assert all(isinstance(answer, Played) for answer in answers)
    assert counted == [2, 2, 1]


def test_a_bug_in_the_writer_reaches_all_who_wait_and_the_next_are_written(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    houses = [House(tables) for _ in range(3)]

    def fall(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(tables.ledger, "_insert", fall)
        with ThreadPoolExecutor(3) as pool:
            fallen = [pool.submit(house.play, take("Chris")).exception(30) for house in houses]
    assert [type(error) for error in fallen] == [MemoryError] * 3
    assert all(isinstance(answer, Played) for answer in all_at_once(tables, houses, take("Chris")))


def test_an_entry_of_no_table_is_a_clash_not_a_crash(house: House) -> None:
    entry = replace(first_entry(house), table_id=99)
    assert house.tables.ledger.append([entry]).result() == "clash"
    with pytest.raises(NoSuchTable):
        house.tables.get("22222222")


def test_entries_are_read_from_a_version_on(house: House) -> None:
    house.play_all(take("Chris"), take("Chris", "blue"), take("Chris", "green"))
    read = house.tables.ledger.read(house.now.table_id, 2)
    assert [(entry.version, entry.by, entry.label) for entry in read] == [
        (2, None, "Host's phone"),
        (3, None, "Host's phone"),
    ]


def test_a_batch_is_written_in_the_order_of_tables_whoever_came_first(tables: TableService) -> None:
    """Two processes, each of which holds what the other waits for, would else wait for ever."""
    houses = [House(tables) for _ in range(5)]
    written: list[Any] = []

    def note(_connection: Any, _cursor: Any, sql: str, params: Any, _context: Any, many: bool) -> None:
        if sql.startswith("INSERT INTO entries"):
            rows = params if many else [params]
            written.extend(row["table_id"] if isinstance(row, dict) else row[0] for row in rows)

    event.listen(tables.database.engine, "before_cursor_execute", note)
    answers = all_at_once(tables, [houses[i] for i in (3, 0, 4, 2, 1)], take("Chris"), take("Chris", "blue"))
    assert all(isinstance(answer, Played) for answer in answers)
    assert len(written) == 10
    assert written == sorted(written)
