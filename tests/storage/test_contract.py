"""What a database owes the tables: the same on SQLite and on PostgreSQL, for one process and for two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.storage.backup import backup, restore
from companion.tables.answers import Played, Reused, Stale
from companion.tables.snapshot import Snapshot
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, done, report, take
from tests.storage.raw import everything, raw
from tests.tables.acts import amend, change, hold, settle, whole

SQLITE, POSTGRESQL = "sqlite", "postgresql"


@pytest.fixture
def other(make_tables: MakeTables) -> TableService:
    """A second process."""
    return make_tables()


@pytest.fixture
def spare(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """An empty place of each kind to restore to."""
    return {SQLITE: f"sqlite:///{tmp_path}/spare.sqlite3", POSTGRESQL: request.getfixturevalue("postgresql")}


def an_evening(house: House) -> Snapshot:
    """Moves, an undo, a dispute and an amend; a phone at a seat, a scorekeeper."""
    house.play_all(take("Chris"), take("Chris", "blue"), UNDO, take("Chris", "blue"), done("Chris"))
    house.play_all(hold("I saw green", entry="1"), settle(6), amend(change("1", take("Chris", "green"))))
    house.play(take("Mary"), actor=house.seat("Mary"), request="Mary's tap")
    membership.give_scorekeeper(house.tables, house.host, "Mary", on=True)
    return house.now


@BOTH
class TestTheContract:
    def test_what_is_appended_is_there_for_every_process(self, house: House, other: TableService, url: str) -> None:
        assert isinstance(house.play(take("Chris"), take("Chris", "blue"), seen=0), Played)
        assert whole(other.get(house.code)) == whole(house.now)
        entries = other.entries(house.code)
        assert [(one.version, one.item and one.item.plain(), one.by, one.label) for one in entries] == [
            (1, take("Chris"), None, "Host's phone"),
            (2, take("Chris", "blue"), None, "Host's phone"),
        ]
        with raw(url) as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM entries").scalar_one() == 2

    def test_of_two_who_saw_the_same_version_one_wins_and_one_is_told(self, house: House, other: TableService) -> None:
        assert other.get(house.code).version == 0
        house.play_all(take("Chris"))
        answer = other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=0, request=None)
        assert isinstance(answer, Stale)
        assert whole(answer.snapshot) == whole(house.now)
        answer = other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=None, request=None)
        assert isinstance(answer, Played)
        assert answer.version == 2

    def test_a_request_sent_twice_has_one_effect_wherever_it_is_sent(self, house: House, other: TableService) -> None:
        assert other.get(house.code).version == 0
        for tables in (house.tables, other, house.tables):
            answer = tables.submit(house.code, [take("Chris")], actor=house.host, seen=0, request="tap")
            assert isinstance(answer, Played)
            assert answer.version == 1
        answer = other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=0, request="tap")
        assert isinstance(answer, Reused)
        assert len(other.entries(house.code)) == 1

    def test_an_amend_changes_what_stands_and_erases_nothing(self, house: House, other: TableService, url: str) -> None:
        house.play_all(take("Chris"), done("Chris"))
        before = everything(url)
        house.play_all(amend(change("1", take("Chris", "green"))))
        (entries, *rest), (earlier, *others) = everything(url), before
        assert entries[: len(earlier)] == earlier
        assert rest == others
        assert whole(other.get(house.code)) == whole(house.now)
        assert other.get(house.code).book.moves()[0].plain() == take("Chris", "green")
        assert [entry.changed_by for entry in other.entries(house.code)] == [3, None, None]

    @pytest.mark.parametrize("to", [SQLITE, POSTGRESQL])
    def test_a_backup_holds_everything_and_goes_on_in_either_database(
        self, house: House, url: str, to: str, spare: dict[str, str], tmp_path: Path, make_elsewhere: Any
    ) -> None:
        an_evening(house)
        file, again = tmp_path / "evening.sqlite3", tmp_path / "again.sqlite3"
        backup(url, file)
        assert restore(spare[to], file, force=False) is None
        there: TableService = make_elsewhere(spare[to])
        assert report(there, house.code) == report(house.tables, house.code)
        assert whole(there.get(house.code)) == whole(house.now)
        assert membership.actor(there, house.code, house.opened.seat_keys["Mary"]) == house.seat("Mary")
        backup(spare[to], again)
        assert everything(f"sqlite:///{again}") == everything(f"sqlite:///{file}")
        repeated = there.submit(house.code, [take("Mary")], actor=house.seat("Mary"), seen=None, request="Mary's tap")
        assert isinstance(repeated, Played)
        assert repeated.version == 9
        House(there).play_all(take("Chris"))  # the next table, seat and key have numbers of their own
