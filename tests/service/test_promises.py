"""What is promised of every command, whatever goes wrong, whether a thread enters it or the server's loop.

A command that the loop does not take at once goes on to a thread, as the server has it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.service.storage_limits import Bounds
from companion.storage.ledger import Outcome
from companion.tables.answers import Answer, Forbidden, Played, Stale, Unsaved
from companion.tables.errors import KeyEnded, TableFull, Unavailable
from companion.tables.keys_and_codes import key_hash
from tests.databases import MakeTables
from tests.service.house import UNDO, House, report, take
from tests.storage.raw import no_commit
from tests.tables.acts import amend, change, hold, two_people

COMMANDS: dict[str, list[Any]] = {
    "a move": [take("Chris", "blue")],
    "three moves": [take("Chris", "blue"), take("Chris", "green"), UNDO],
    "an undo": [UNDO],
    "a hold": [hold()],
    "a correction": [amend(change("1", take("Chris", "green")))],
    "a setting": [two_people()],
}
WAYS = ("thread", "loop")


@dataclass
class Entering:
    """One command, and the way in which it is entered."""

    items: list[Any]
    way: str

    def __call__(self, house: House, tables: TableService | None = None, seen: int | None = 1) -> Answer:
        tables = tables or house.tables
        if self.way == "loop":
            key = key_hash(house.opened.host_key)
            with suppress(Unavailable):
                after = asyncio.run(tables.submit_on_loop(house.code, self.items, key=key, seen=seen, request="tap"))
                if after is not None:
                    return Played(after, after.version)
        return tables.submit(house.code, self.items, actor=house.host, seen=seen, request="tap")

    @property
    def after(self) -> int:
        """The table's version after it, where one move was there before."""
        return 1 + len(self.items)


@pytest.fixture
def house(tables: TableService) -> House:
    made = House(tables)
    made.play_all(take("Chris"))
    return made


@pytest.fixture(params=[(name, way) for name in COMMANDS for way in WAYS], ids=lambda one: " by ".join(one))
def entering(request: pytest.FixtureRequest) -> Entering:
    name, way = request.param
    return Entering(COMMANDS[name], way)


def played(answer: Answer) -> int:
    assert isinstance(answer, Played), answer
    return answer.version


def ledger(house: House) -> int:
    """How many entries are on disk."""
    return len(house.tables.ledger.read(house.host.table_id))


def test_it_is_on_disk_before_anybody_is_told(house: House, entering: Entering) -> None:
    on_disk: list[int] = []
    listener = house.tables.pubsub.subscribe(house.code, lambda: on_disk.append(ledger(house)))
    assert played(entering(house)) == entering.after
    listener.close()
    assert on_disk == [entering.after] == [house.now.version]


def test_twice_has_one_effect_and_one_answer(house: House, entering: Entering, make_tables: MakeTables) -> None:
    for tables in (house.tables, make_tables()):
        assert played(entering(house, tables)) == entering.after
    assert ledger(house) == house.now.version == entering.after


@pytest.mark.parametrize("seen", [1, 7], ids=["moved on", "never been there"])
def test_for_a_table_that_is_not_as_it_was_seen_nothing_is_entered(house: House, entering: Entering, seen: int) -> None:
    house.play_all(take("Chris", "orange"), UNDO)
    answer = entering(house, seen=seen)
    assert isinstance(answer, Stale)
    assert answer.snapshot.version == ledger(house) == 3


def test_by_a_key_that_has_ended_nothing_is_entered(house: House, entering: Entering) -> None:
    membership.recover(house.tables, house.code, house.opened.recovery, None, "another phone")
    answer = entering(house)
    assert isinstance(answer, Forbidden)
    assert answer.text == KeyEnded.text
    assert ledger(house) == 1


@pytest.mark.parametrize("seen", [1, None], ids=["as seen", "as it is"])
def test_another_process_was_first(house: House, entering: Entering, make_tables: MakeTables, seen: int | None) -> None:
    """It may have entered the same, or something else; nothing is entered on what this process knew."""
    other = make_tables()
    assert other.get(house.code).version == 1
    house.play_all(take("Chris", "orange"), UNDO)
    answer = entering(house, other, seen)
    if seen is None:
        assert played(answer) == 3 + len(entering.items)
    else:
        assert isinstance(answer, Stale)
    house.tables.cache.revalidate(house.tables.cache.slot(house.code))
    house.tables.cache.slot(house.code).announce(other.get(house.code).stamp)
    assert report(other, house.code) == report(house.tables, house.code)
    assert ledger(house) == house.now.version


def test_another_process_has_entered_the_same(house: House, entering: Entering, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 1
    assert played(entering(house)) == played(entering(house, other)) == entering.after
    assert ledger(house) == entering.after


def test_the_disk_fails(house: House, entering: Entering) -> None:
    before = report(house.tables, house.code)
    with no_commit(house.tables):
        answer = entering(house)
        assert isinstance(answer, Unsaved)
        assert report(house.tables, house.code) == before
    assert ledger(house) == 1
    assert played(entering(house)) == entering.after


def test_there_is_no_room(make_tables: MakeTables, entering: Entering) -> None:
    house = House(make_tables(bounds=Bounds(entries=1)))
    house.play_all(take("Chris"))
    with pytest.raises(TableFull):
        entering(house)
    assert ledger(house) == house.now.version == 1


def cold(house: House) -> None:
    house.tables.cache.forget(house.tables.cache.slot(house.code))


def behind(house: House) -> None:
    house.tables.cache.slot(house.code).announce((2, 0))


def worked_at(house: House) -> None:
    house.tables.cache.slot(house.code).lock.acquire()


def unheard(house: House) -> None:
    house.tables.bus.reliable = False


def no_key(house: House) -> None:
    house.opened = house.tables.open(house.now.header, keys_for_seats=False, label="")


def first_use(house: House) -> None:
    key = membership.new_seat_key(house.tables, house.host, "Chris")
    house.opened = replace(house.opened, host_key=key)


@pytest.mark.parametrize("why", [cold, behind, worked_at, unheard, no_key, first_use], ids=lambda why: why.__name__)
def test_the_loop_waits_for_nothing_and_leaves_it_to_a_thread(house: House, why: Callable[[House], None]) -> None:
    why(house)
    move, key = [take("Chris", "blue")], key_hash(house.opened.host_key)
    assert asyncio.run(house.tables.submit_on_loop(house.code, move, key=key, seen=1, request=None)) is None
    assert ledger(house) == 1


def test_who_stops_waiting_leaves_the_table_as_the_ledger_has_it(house: House, tables: TableService) -> None:
    """The server stops, say, while the disk is slow."""

    async def stopped() -> None:
        key = key_hash(house.opened.host_key)
        going = asyncio.ensure_future(
            tables.submit_on_loop(house.code, [take("Chris", "blue")], key=key, seen=1, request="tap")
        )
        await asyncio.sleep(0)
        assert tables.cache.slot(house.code).lock.locked()
        going.cancel()
        await asyncio.wait([going])

    asyncio.run(stopped())
    assert not tables.cache.slot(house.code).lock.locked()
    assert played(house.play(take("Chris", "blue"), seen=1, request="tap")) == 2
    assert ledger(house) == house.now.version == 2


def test_what_the_loop_shows_does_not_wait_for_its_own_tap(house: House, tables: TableService) -> None:
    """Another process tells of a change while the tap waits for the disk: the loop is shown what is known."""

    async def shown() -> None:
        key, go_on = key_hash(house.opened.host_key), threading.Event()
        tables.ledger._writer.submit(go_on.wait, 60)
        going = asyncio.ensure_future(
            tables.submit_on_loop(house.code, [take("Chris", "blue")], key=key, seen=1, request="tap")
        )
        await asyncio.sleep(0)
        tables.cache.slot(house.code).announce((1, 7))
        assert tables.at_hand(house.code) is None
        assert tables.get(house.code).version == 1
        assert house.who(house.opened.host_key) == house.host
        go_on.set()
        assert (await going) is not None

    asyncio.run(shown())
    assert house.now.version == 2


def test_taps_at_many_tables_share_their_commits(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    houses = [House(tables) for _ in range(8)]
    batches, insert = list[int](), tables.ledger._insert

    def noted(batch: list[Any]) -> Outcome:
        batches.append(len(batch))
        return insert(batch)

    monkeypatch.setattr(tables.ledger, "_insert", noted)

    async def together() -> list[Any]:
        taps = (
            tables.submit_on_loop(one.code, [take("Chris")], key=key_hash(one.opened.host_key), seen=0, request=None)
            for one in houses
        )
        return await asyncio.gather(*taps)

    assert [after.version for after in asyncio.run(together())] == [1] * len(houses)
    assert sum(batches) == len(houses)
    assert len(batches) < len(houses)
