"""A database that was put back to an earlier moment under processes that run on, and then written to by one of them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from contextlib import closing

import pytest
from sqlalchemy import event

from companion.live.bus import NOTHING
from companion.service import follower
from companion.service.service import TableService
from companion.tables.answers import Played, Unsaved
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.live.hearing import Faulty, in_loop, started, until
from tests.service.house import UNDO, House, take
from tests.service.test_many import database_away
from tests.storage.raw import meddle, raw

EARLY, LATE = 2, 4
LOST, NEW = ("green", "blue"), ("blue", "red")
names = map(str, itertools.count())


def play(tables: TableService, house: House, colors: tuple[str, str], many: int) -> None:
    """So many moves, each under a name of its own."""
    for number in range(many):
        move = UNDO if number % 2 else take("Chris", colors[number // 2 % 2])
        answer = tables.submit(house.code, [move], actor=house.host, seen=None, request=f"{colors} {next(names)}")
        assert isinstance(answer, Played)


def put_back(url: str) -> None:
    """The database as it was after the first moves."""
    with raw(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("DROP TRIGGER entries_delete")
    meddle(url, "DELETE FROM entries WHERE version > :kept", kept=EARLY)


def loses_it(tables: TableService) -> None:
    """The next connection that this process wants to use turns out to be gone."""

    left = [1]

    def gone(*_: object) -> None:
        tables.database.losses += left.pop() if left else 0

    event.listen(tables.database.engine, "checkout", gone)


def moves(here: Snapshot) -> list[object]:
    return [here.stamp, here.book.moves()]


@pytest.fixture
def there(make_tables: MakeTables) -> TableService:
    """A process that knows the moves that are lost, and hears of nothing."""
    return make_tables(bus=Faulty())


@pytest.fixture
def house(make_tables: MakeTables, there: TableService) -> House:
    made = House(make_tables(bus=Faulty()))
    play(made.tables, made, LOST, EARLY)
    play(made.tables, made, LOST, LATE - 1)
    there.find(made.code)
    return made


@pytest.fixture
def later(url: str, make_tables: MakeTables, house: House, there: TableService) -> Callable[[int], TableService]:
    """It is put back, so many moves are made at a process that was started anew, and `there` is yet to notice."""

    def restored(many: int) -> TableService:
        put_back(url)
        anew = make_tables(bus=Faulty())
        play(anew, house, NEW, many)
        loses_it(there)
        return anew

    return restored


@pytest.mark.parametrize("many", [0, LATE - 2, LATE - 1])
def test_who_knew_what_is_lost_shows_what_is_there_and_its_phones_are_told(
    later: Callable[[int], TableService], house: House, there: TableService, many: int
) -> None:
    rung: list[None] = []
    with closing(there.pubsub.subscribe(house.code, lambda: rung.append(None))) as phone:
        phone.notify(there.find(house.code).stamp)
        before, heard = there.find(house.code), len(rung)
        anew = later(many)
        there.follower.refresh(house.code)
        now = there.find(house.code)
        assert now.version == EARLY + many
        assert (phone.replaced, len(rung)) == (1, heard + 1)
        assert now.touched > before.touched  # another stamp, whatever the number of entries
    anew.follower.refresh(house.code)
    assert moves(anew.find(house.code)) == moves(now)


def test_a_longer_past_is_shown_by_its_greater_version(
    later: Callable[[int], TableService], house: House, there: TableService
) -> None:
    anew = later(LATE + 1)
    there.follower.refresh(house.code)
    assert moves(there.find(house.code)) == moves(anew.find(house.code))
    assert there.find(house.code).touched == 0


def test_a_tap_is_decided_by_what_is_there(
    later: Callable[[int], TableService], house: House, there: TableService
) -> None:
    """Of as many moves: else the new entry would follow on what is lost."""
    anew = later(LATE - 1)
    play(there, house, LOST, 1)
    anew.follower.refresh(house.code)
    assert moves(there.find(house.code)) == moves(anew.find(house.code))
    assert there.find(house.code).version == EARLY + LATE


def test_a_tap_that_was_entered_and_is_lost_is_entered_again(
    later: Callable[[int], TableService], house: House, there: TableService
) -> None:
    tap = {"actor": house.host, "seen": None, "request": "the tap"}
    assert isinstance(there.submit(house.code, [UNDO], **tap), Played)  # type: ignore[arg-type]
    later(LATE - 1)
    again = there.submit(house.code, [UNDO], **tap)  # type: ignore[arg-type]
    assert isinstance(again, Played)
    assert again.version == there.find(house.code).version == EARLY + LATE
    assert there.ledger.read(again.snapshot.table_id, again.version)[0].move == json.dumps(UNDO, separators=(",", ":"))


def test_who_sat_down_meanwhile_does_not_sit(url: str, house: House, there: TableService) -> None:
    there.membership.give_scorekeeper(house.host, "Mary", True)
    meddle(url, "UPDATE seats SET scorekeeper = :no", no=False)
    loses_it(there)
    there.follower.refresh(house.code)
    assert not any(seat.scorekeeper for seat in there.find(house.code).seats)
    assert there.find(house.code).touched == 2
    there.membership.give_scorekeeper(house.host, "Mary", True)
    meddle(url, "UPDATE tables SET touched = :before", before=1)
    loses_it(there)
    there.follower.refresh(house.code)
    assert there.find(house.code).touched == 4


def test_a_server_that_was_only_started_again_changes_nothing(house: House, there: TableService) -> None:
    with closing(there.pubsub.subscribe(house.code, lambda: None)) as phone:
        before = there.find(house.code)
        loses_it(there)
        there.follower.refresh(house.code)
        assert moves(there.find(house.code)) == moves(before)
        assert phone.replaced == 0


def test_while_it_is_away_what_was_known_is_shown_and_no_tap_is_answered(house: House, there: TableService) -> None:
    before = there.find(house.code)
    there.database.losses += 1
    with database_away(there):
        assert there.find(house.code) is before
        refused = there.submit(house.code, [take("Mary")], actor=house.host, seen=None, request=None)
        assert isinstance(refused, Unsaved)
    assert moves(there.find(house.code)) == moves(before)


def test_who_only_listens_is_told_by_the_next_look(
    later: Callable[[int], TableService], house: House, there: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(follower, "EVERY", 1)
    anew = later(LATE - 1)

    async def look() -> None:
        with closing(there.pubsub.subscribe(house.code, lambda: None)) as phone:
            async with started(there):
                await until(lambda: phone.replaced > 0)

    in_loop(look)
    anew.follower.refresh(house.code)
    assert moves(there.known(house.code)) == moves(anew.find(house.code))
    assert there.cache.slot(house.code).announce(NOTHING) is False
