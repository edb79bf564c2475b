"""PostgreSQL that goes and comes back, hangs, or loses an answer; and what every connection to it is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from companion.service import deletion, membership
from companion.service.service import TableService, build_service
from companion.storage import postgresql
from companion.storage.database import Database, connect
from companion.storage.migrate import upgrade
from companion.tables.answers import Played, Unsaved
from companion.tables.errors import NoSuchTable, Unavailable
from tests.postgresql_and_redis import Postgres
from tests.service.circle import Evenings
from tests.service.house import UNDO, House, report, take
from tests.storage.raw import raw
from tests.storage.relay import Line, Relay, relayed

pytestmark = pytest.mark.needs("PostgreSQL")
LOCKS = re.compile("^(UPDATE|DELETE FROM) circle_(games|seats)|FROM circle_games[^;]+FOR UPDATE")
MakeElsewhere = Callable[..., TableService]


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
def relay(url: str) -> Iterator[Relay]:
    with relayed(url) as relay:
        yield relay


@pytest.fixture
def through(relay: Relay, make_elsewhere: MakeElsewhere) -> House:
    """A table of a process that reaches PostgreSQL by the relay alone."""
    house = House(make_elsewhere(relay.url))
    house.play_all(take("Chris"))
    return house


@pytest.mark.parametrize("by", [2, 9], ids=["stopped", "killed"])
def test_while_it_is_gone_nothing_is_saved_and_when_it_is_back_all_is_well(
    stoppable_postgres: Postgres, by: int
) -> None:
    server = stoppable_postgres
    assert server.service is not None
    url = server.database()
    upgrade(url)

    def play(tables: TableService) -> None:
        assert server.service is not None
        houses = [House(tables), House(tables)]
        houses[0].play_all(take("Chris"))
        before = report(tables, houses[0].code)
        server.service.stop(by)
        for _ in range(2):
            answer = houses[0].play(take("Chris", "blue"), seen=1, request="tap")
            assert isinstance(answer, Unsaved)
            assert answer.snapshot.version == 1
            with pytest.raises(Unavailable):
                House(tables)
            with pytest.raises(Unavailable):
                membership.take_seat(tables, houses[1].code, "Mary", "phone")
        server.service.start()
        assert report(tables, houses[0].code) == before
        answer = houses[0].play(take("Chris", "blue"), seen=1, request="tap")
        assert isinstance(answer, Played)  # the first try: nobody is sent away for a connection that is no more
        assert answer.version == 2
        houses[1].play_all(take("Chris"))

    tables = build_service(connect(url))
    play(tables)
    tables.close()


def test_a_commit_whose_answer_is_lost_is_told_as_unsaved_and_entered_once(through: House, relay: Relay) -> None:
    def heard(line: Line, said: bytes) -> bool:
        if b"COMMIT" in said:
            relay.heard = lambda _line, _said: True
            line.cut()  # first: the answer has nowhere to go, however soon it comes
            line.server.sendall(said)
            return False
        return True

    relay.heard = heard
    answer = through.play(take("Chris", "blue"), seen=1, request="tap")
    assert isinstance(answer, Unsaved)
    assert answer.snapshot.version == 2  # the truth
    assert through.now.version == 2
    again = through.play(take("Chris", "blue"), seen=1, request="tap")
    assert isinstance(again, Played)
    assert (again.version, through.now.version) == (2, 2)


def test_a_line_that_is_cut_before_anything_was_written_leaves_nothing(through: House, relay: Relay) -> None:
    def heard(line: Line, said: bytes) -> bool:
        if b"INSERT INTO entries" in said:
            relay.heard = lambda _line, _said: True
            line.cut(both=True)
            return False
        return True

    relay.heard = heard
    answer = through.play(take("Chris", "blue"), seen=1, request="tap")
    assert isinstance(answer, Unsaved)
    assert answer.snapshot.version == 1
    assert isinstance(through.play(take("Chris", "blue"), seen=1, request="tap"), Played)


def test_a_server_that_hangs_is_given_up(
    relay: Relay, make_elsewhere: MakeElsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine answers for it, so that no timer of the network's notices."""
    house = House(make_elsewhere(relay.url))
    house.play_all(take("Chris"))
    relay.heard = lambda _line, said: b"INSERT INTO entries" not in said
    with monkeypatch.context() as hurried:
        hurried.setattr(postgresql, "DEADLINE_SECONDS", 0.2)
        assert isinstance(house.play(take("Chris", "blue"), seen=1, request="tap"), Unsaved)
    relay.heard = lambda _line, _said: True
    assert isinstance(house.play(take("Chris", "blue"), seen=1, request="tap"), Played)


def test_what_it_does_not_give_in_time_is_a_trouble(
    url: str, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that somebody else holds, a statement that takes for ever, a pool that is used up."""
    monkeypatch.setattr(postgresql, "_TIMEOUTS", {"statement_timeout": "500ms"})
    monkeypatch.setattr(postgresql, "_POOL", {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.05})
    house, database = House(tables), connect(url)
    hurried = build_service(database)
    hurried.get(house.code)
    with raw(url) as other:
        other.execute(text("SELECT * FROM tables FOR UPDATE"))
        with pytest.raises(Unavailable):
            membership.take_seat(hurried, house.code, "Mary", "phone")
    assert membership.take_seat(hurried, house.code, "Mary", "phone")
    with pytest.raises(Unavailable), database.reading() as connection:
        connection.execute(text("SELECT pg_sleep(60)"))
    with database.reading(), pytest.raises(Unavailable), database.reading():
        pytest.fail("there was one more")
    hurried.close()


@pytest.mark.parametrize("how", ["looked at", "rid of the game", "deleted"])
def test_a_table_is_deleted_while_its_circle_is_changed(
    url: str, tables: TableService, make_elsewhere: MakeElsewhere, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Each locks the game and its seats: in the same order, or PostgreSQL would end one of them."""
    monkeypatch.setattr(postgresql, "_TIMEOUTS", {})  # however slow the machine is: a deadlock ends one all the same
    monkeypatch.setattr(postgresql, "DEADLINE_SECONDS", 60.0)
    home, there = Evenings(tables), make_elsewhere(url)
    house = home.plays()
    changes: dict[str, Callable[[], object]] = {
        "looked at": home.games,
        "rid of the game": lambda: home.circles.release(home.host, house.now.table_id),
        "deleted": lambda: deletion.delete_circle(tables, home.host, with_tables=False),
    }
    deleted: list[Future[None]] = []

    def once_it_locks(*call: Any) -> None:
        if not deleted and LOCKS.search(call[2]):
            deleted.append(pool.submit(deletion.delete, there, house.host))
            end = monotonic() + 30
            while not waits(there):
                assert monotonic() < end
                sleep(0.02)

    event.listen(tables.database.engine, "after_cursor_execute", once_it_locks)
    with ThreadPoolExecutor() as pool:
        changes[how]()
    assert deleted[0].result() is None
    with pytest.raises(NoSuchTable):
        there.get(house.code)


def waits(tables: TableService) -> bool:
    """Whether somebody at this database waits for a lock."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with tables.database.reading() as connection:
        return bool(connection.execute(text(asked)).scalar_one())


def test_many_who_come_at_once_wait_for_each_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "_POOL", {**postgresql._POOL, "pool_timeout": 60})  # however slow the machine is

    tables = build_service(connect(url))
    with ThreadPoolExecutor(40) as threads:
        houses = list(threads.map(lambda _: House(tables), range(40)))
        list(threads.map(lambda house: house.play_all(*[take("Chris"), UNDO] * 5), houses))
    assert [house.now.version for house in houses] == [10] * 40
    tables.close()


# What a connection is told


def asked(database: Database, *names: str) -> list[str]:
    with database.reading() as connection:
        return [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in names]


def test_what_was_answered_is_on_disk_whatever_the_server_does_for_others(url: str) -> None:
    with raw(url) as other:
        other.execute(text(f"ALTER DATABASE {make_url(url).database} SET synchronous_commit = off"))
        other.execute(text(f"ALTER DATABASE {make_url(url).database} SET timezone = 'Asia/Tokyo'"))
    database = connect(url)
    assert asked(database, "synchronous_commit", "timezone", "statement_timeout") == ["on", "UTC", "5s"]
    database.close()
    patient = connect(url, maintenance=True)
    assert asked(patient, "synchronous_commit", "statement_timeout") == ["on", "0"]
    patient.close()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2"])
def test_it_is_spoken_to_by_psycopg_whatever_its_url_says(url: str, scheme: str) -> None:
    database = connect(f"{scheme}://{url.partition('://')[2]}")
    with database.reading() as connection:
        assert connection.execute(text("SELECT 1")).scalar_one() == 1
    assert database.engine.dialect.driver == "psycopg"
    database.close()


def test_what_the_url_says_of_the_line_goes_first(url: str) -> None:
    database = connect(f"{url}?application_name=somebody&options=-c%20work_mem=8MB")
    assert asked(database, "application_name", "work_mem", "synchronous_commit") == ["somebody", "8MB", "on"]
    database.close()


@pytest.mark.parametrize("name", ["mysql", "postgresql+nothing"])
def test_another_database_is_refused_by_name(name: str) -> None:
    with pytest.raises(ArgumentError, match=name.replace("+", r"\+")):
        connect(f"{name}://localhost/companion")
