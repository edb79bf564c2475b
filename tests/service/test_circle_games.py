"""The games of a circle: a summary of each, made of the ledger as it stands, whichever process has written it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from companion.circles.errors import NoSuchCircle
from companion.circles.played import played_of
from companion.games.rules_editions import RULES
from companion.games.sluff_off import scoring
from companion.live.bus import UNKNOWN, SilentBus
from companion.service import circle_games, deletion, membership
from companion.service.deletion import Sweep
from companion.service.service import TableService
from companion.storage.backup import backup, restore
from companion.storage.circles import CircleRepository
from companion.tables.answers import Played as EnteredMove
from companion.tables.errors import NoSuchTable, Unavailable
from tests.databases import BOTH, MakeTables
from tests.games.comings import reseat
from tests.listening import listener_of
from tests.service.circle import Evenings
from tests.service.clock import BEGAN, Clock
from tests.service.house import SEATS, UNDO, House, done, take
from tests.storage.raw import everything, raw
from tests.tables.acts import amend, put_in, standing

pytestmark = BOTH


@pytest.fixture
def home(tables: TableService) -> Evenings:
    return Evenings(tables)


@contextmanager
def statements(tables: TableService) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    asked: list[str] = []

    def note(*call: Any) -> None:
        asked.append(call[2])

    event.listen(tables.database.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(tables.database.engine, "before_cursor_execute", note)


def test_a_game_is_told_as_it_ended(home: Evenings) -> None:
    house = home.played("Mary", "Chris", "Katie")
    (game,) = home.games()
    assert (game.table, game.game, game.over, game.options) == (house.code, "sluff-off", True, {"rounds": 1})
    report = house.now.book.report()
    assert [(seat.name, seat.score) for seat in game.seats] == list(report.totals.items())
    assert [seat.person for seat in game.seats] == [home.called(name) for name in ("Mary", "Chris", "Katie")]
    assert [seat.name for seat in game.seats if seat.place == 1] == list(report.winners)
    assert game.begun <= game.ended


def test_where_nothing_can_be_saved_the_games_are_shown_as_they_were(
    home: Evenings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk, or a writer that goes on and on: who only looks is shown what there is."""
    house = home.sits()
    house.play_all(take("Chris"))
    shown = home.games()
    house.play_all(UNDO)

    def full(*_: object) -> None:
        raise Unavailable

    monkeypatch.setattr(CircleRepository, "changing", full)
    assert home.games() == shown
    assert "the games of a circle are shown as they were" in caplog.text
    monkeypatch.undo()
    assert home.games() != shown


def test_a_game_that_goes_on_is_told_too(home: Evenings) -> None:
    house = home.sits()
    assert home.games() == ()
    assert home.circles.unplayed(home.circle.id) == (house.code,)
    house.play_all(take("Chris"))
    assert [(game.over, len(game.seats)) for game in home.games()] == [(False, 3)]
    assert home.circles.unplayed(home.circle.id) == ()


def test_who_comes_late_and_who_is_called_otherwise_is_told_at_their_seats(home: Evenings) -> None:
    house = home.sits()
    told = [
        {"move": "rename", "seat": "Mary", "name": "Marianne"},
        {"move": "join", "seat": "Dora", "after": "Chris"},
    ]
    for move in told:
        assert isinstance(house.play(move), EnteredMove), move
    (game,) = home.games()
    assert [seat.name for seat in game.seats] == list(house.now.book.seats)
    assert {seat.name for seat in game.seats} == {"Chris", "Dora", "Marianne", "Katie"}
    assert [seat.person for seat in game.seats] == [home.called(seat.name) for seat in game.seats]
    assert sorted(home.names()) == ["Chris", "Dora", "Katie", "Marianne"]  # Mary was a slip
    home.played("Chris", "Mary", "Katie")
    house.play_all({"move": "rename", "seat": "Chris", "name": "Christine"})
    home.games()
    assert "Chris" in home.names()  # who has played elsewhere
    gone = home.called("Dora")
    home.circles.forget(home.host, gone)
    house.play_all({"move": "leave", "seat": "Katie"})
    game = home.games()[0]
    assert [seat.name for seat in game.seats if seat.person is None] == [""]
    assert {"Christine", "Marianne"} <= {seat.name for seat in game.seats}


def test_who_leaves_is_known_though_it_was_the_only_game(home: Evenings) -> None:
    house = home.sits("Chris", "Mary", "Katie", "Dora")
    house.play_all({"move": "leave", "seat": "Dora"})
    (game,) = home.games()
    assert [seat.name for seat in game.seats] == ["Chris", "Mary", "Katie"]
    assert home.names() == ["Chris", "Mary", "Katie", "Dora"]


def test_a_summary_and_its_seats_are_read_as_of_one_moment(home: Evenings, make_tables: MakeTables) -> None:
    house, there = home.sits(), make_tables()
    house.play_all(reseat("Mary", "Chris", "Katie"))
    home.games()
    rows = CircleRepository(home.tables.database, home.tables.clock)
    before = rows.kept_games(home.circle.id)
    moved: list[object] = []

    def moves_them(*call: Any) -> None:
        if "circle_" in call[2] and not moved:
            order = reseat("Katie", "Mary", "Chris")
            moved.append(there.submit(house.code, [order], actor=house.host, seen=None, request=None))
            there.circles.games.of(home.circle.id)

    event.listen(home.tables.database.engine, "after_cursor_execute", moves_them)
    meanwhile, after = rows.kept_games(home.circle.id), rows.kept_games(home.circle.id)
    assert meanwhile == before
    assert (after[0].version, after[0].people) == (2, tuple(map(home.called, ("Katie", "Mary", "Chris"))))


def test_nothing_is_played_again_for_what_is_known(home: Evenings) -> None:
    for _ in range(3):
        home.played()
    first = home.games()
    for house in first:
        home.tables.cache.slot(house.table).announce(UNKNOWN)
    with statements(home.tables) as asked:
        assert home.games() == first
    assert not [one for one in asked if "FROM entries" in one and "max(" not in one]
    assert not [one for one in asked if one.startswith(("UPDATE", "INSERT", "DELETE"))]


def test_an_undo_after_the_end_is_told_wherever_it_was_made(make_tables: MakeTables) -> None:
    home = Evenings(make_tables(bus=SilentBus()))
    house = home.played()
    (before,) = home.games()
    there = make_tables(bus=SilentBus())
    actor = membership.actor(there, house.code, house.opened.host_key)
    assert actor is not None
    there.submit(house.code, [UNDO], actor=actor, seen=None, request=None)
    (after,) = home.games()
    assert (before.over, after.over) == (True, False)
    assert (after,) == there.circles.games.of(home.circle.id)


def test_a_correction_a_week_later_leaves_a_game_at_its_evening(timed: TableService, clock: Clock) -> None:
    home = Evenings(timed)
    house = home.plays()
    clock.now += timedelta(minutes=1)
    house.play_all(done("Chris"))
    (before,) = home.games()
    clock.now += timedelta(days=7)
    house.play_all(amend(put_in(take("Chris", "blue"), before="2")))
    (after,) = home.games()
    assert standing(house.now) == [("1", "red"), ("3.1", "blue"), ("2", "done")]
    assert (after.begun, after.ended, after.length) == (before.begun, before.ended, timedelta(minutes=1))


def test_an_older_summary_never_replaces_a_newer_one(home: Evenings, make_tables: MakeTables) -> None:
    house = home.plays()
    rows = CircleRepository(home.tables.database, home.tables.clock)
    late = circle_games._without_names(played_of(house.now)), house.now
    house.play_all(UNDO, take("Chris"), UNDO)
    told = home.games()
    with rows.changing(home.circle.id) as writer:
        writer.summarise(
            late[1].table_id, SEATS, (), version=late[1].version, made=circle_games.made_now(), summary=late[0]
        )  # by a process that has read it before
    assert home.games() == told


def test_a_later_program_makes_all_of_them_anew_some_at_a_time(
    home: Evenings, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        home.played()
    told = home.games()
    with raw(url) as connection:
        connection.exec_driver_sql("UPDATE circle_games SET made = 0, summary = NULL")
    monkeypatch.setattr(circle_games, "AT_ONCE", 2)
    assert home.games() == told[1:]
    assert home.games() == told


def test_games_count_by_the_edition_of_the_rules_that_their_tables_show(
    home: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = home.played()
    (before,) = home.games()
    monkeypatch.setattr(scoring, "BLACK", 5)
    monkeypatch.setattr(circle_games, "RULES", RULES + 1)
    monkeypatch.setattr(home.tables.cache.slot(house.code), "table", None)
    (after,) = home.games()
    assert [seat.score for seat in after.seats] == list(house.now.book.report().totals.values())
    assert after != before
    with statements(home.tables) as asked:
        assert home.games() == (after,)
    assert not [one for one in asked if one.startswith("UPDATE")]


def test_a_game_that_cannot_be_read_is_left_out(home: Evenings, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home.played()
    broken = home.played()
    table_id = broken.now.table_id
    with raw(url) as connection:
        connection.exec_driver_sql(f"UPDATE tables SET header = '{{}}' WHERE id = {table_id}")
    monkeypatch.setattr(home.tables.cache.slot(broken.code), "table", None)
    assert [game.table != broken.code for game in home.games()] == [True]


def test_a_table_that_goes_meanwhile_takes_its_summary_along(home: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    house, other = home.played(), home.played()
    rows = home.circles
    found = rows.kept_games

    def then_deleted(circle_id: int) -> Any:
        kept = found(circle_id)
        monkeypatch.undo()
        deletion.delete(home.tables, house.host)
        return kept

    monkeypatch.setattr(rows, "kept_games", then_deleted)
    assert [game.table for game in home.games()] == [other.code]


def test_a_circle_that_goes_meanwhile_has_no_games(home: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    home.played()
    rows = home.circles
    found = rows.kept_games

    def then_deleted(circle_id: int) -> Any:
        kept = found(circle_id)
        monkeypatch.undo()
        deletion.delete_circle(home.tables, home.host, with_tables=False)
        return kept

    monkeypatch.setattr(rows, "kept_games", then_deleted)
    assert home.games() == ()


def test_a_table_leaves_the_circle(home: Evenings) -> None:
    house, other = home.played(), home.played()
    home.games()
    home.circles.release(home.host, house.now.table_id)
    home.circles.release(home.host, house.now.table_id)
    assert [game.table for game in home.games()] == [other.code]
    assert house.now.book.report().over


def test_in_a_backup_there_is_all_of_it(home: Evenings, url: str, tmp_path: Path, make_tables: MakeTables) -> None:
    home.played()
    told = home.games()
    home.circles.keep_preset(home.host, "Ours", "sluff-off", {"rounds": 1})
    home.circles.is_phone_of(home.ann, home.called("Mary"))
    file = tmp_path / "evening.sqlite3"
    backup(url, file)
    before = everything(url)
    deletion.delete_circle(home.tables, home.host, with_tables=True)
    home.tables.close()
    restore(url, file, force=True)
    assert everything(url) == before
    again = make_tables()
    assert again.circles.games.of(home.circle.id) == told
    assert again.circles.open("Another", "phone")  # ids go on


# Deletion


def test_nothing_of_a_circle_is_left_and_its_tables_stay(tables: TableService, url: str) -> None:
    other = Evenings(tables)
    other.played()
    other.games()
    before = everything(url)
    home = Evenings(tables)
    house = home.played("Zebulonia", "Quetzalina", "Xanthippe")
    home.games()
    home.circles.keep_preset(home.host, "Zebulonia's", "sluff-off", {})
    deletion.delete_circle(tables, home.host, with_tables=False)
    with pytest.raises(NoSuchCircle):
        tables.circles.find(home.circle.code)
    with pytest.raises(NoSuchCircle):
        deletion.delete_circle(tables, home.host, with_tables=False)
    assert house.now.book.report().over
    deletion.delete(tables, house.host)
    assert everything(url) == before
    assert len(other.games()) == 1


def test_its_tables_go_with_it_where_the_host_wants_it(tables: TableService, url: str) -> None:
    House(tables)
    before = everything(url)
    home = Evenings(tables)
    house, running = home.played(), home.plays()
    with listener_of(tables.pubsub, running.code) as listener:
        deletion.delete_circle(tables, home.host, with_tables=True)
        assert listener.wait(0)
    for gone in (house, running):
        with pytest.raises(NoSuchTable):
            tables.get(gone.code)
    assert everything(url) == before


def test_a_deleted_table_takes_its_game_along(home: Evenings) -> None:
    house, other = home.played(), home.played("Tom", "Mary", "Katie")
    home.games()
    deletion.delete(home.tables, house.host)
    assert [game.table for game in home.games()] == [other.code]
    assert home.names() == [*SEATS, "Tom"]


# By their age


def test_a_circle_that_nobody_has_used_for_so_long_goes(timed: TableService, clock: Clock) -> None:
    old, used = Evenings(timed), Evenings(timed)
    old.played()
    first = used.played()
    clock.now = BEGAN + timedelta(days=20)
    used.plays()
    assert len(Sweep(timed).some(timedelta(days=10))) == 1  # the game of the circle that is gone
    with pytest.raises(NoSuchCircle):
        timed.circles.find(old.circle.code)
    assert next(game.table for game in used.games()) == first.code  # as long as its people play
    assert Sweep(timed).some(timedelta(days=10)) == ()
    clock.now = BEGAN + timedelta(days=40)
    assert len(Sweep(timed).some(timedelta(days=10))) == 2


@pytest.mark.parametrize("how", ["played", "joined", "renamed"])
def test_what_is_use_of_a_circle(timed: TableService, clock: Clock, how: str) -> None:
    home = Evenings(timed)
    house = home.plays()
    clock.now = BEGAN + timedelta(days=9)
    uses: dict[str, Callable[[], object]] = {
        "played": lambda: house.play_all(take("Chris")),
        "joined": lambda: home.joins("phone"),
        "renamed": lambda: home.circles.rename(home.host, "Fridays"),
    }
    uses[how]()
    clock.now = BEGAN + timedelta(days=12)
    assert Sweep(timed).some(timedelta(days=10)) == ()
    assert timed.circles.find(home.circle.code)
    clock.now = BEGAN + timedelta(days=20)
    Sweep(timed).some(timedelta(days=10))
    with pytest.raises(NoSuchCircle):
        timed.circles.find(home.circle.code)


@pytest.mark.parametrize("meanwhile", ["used", "gone"])
def test_a_circle_is_looked_at_again_before_it_goes(
    timed: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    home = Evenings(timed)
    clock.now = BEGAN + timedelta(days=20)
    rows = timed.circles
    found = rows.idle_since

    def then_something(moment: datetime, most: int) -> list[int]:
        idle = found(moment, most)
        if meanwhile == "used":
            home.joins("phone")
        else:
            deletion.delete_circle(timed, home.host, with_tables=False)
        return idle

    monkeypatch.setattr(rows, "idle_since", then_something)
    Sweep(timed).some(timedelta(days=10))
    if meanwhile == "used":
        assert timed.circles.find(home.circle.code)
