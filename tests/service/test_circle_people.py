"""The people of a circle: met as they sit down, renamed, merged, forgotten; two phones that do it at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.circles.errors import BadPersonName, NameKnown, NoSuchPerson, SatTogether
from companion.service import deletion, rematches
from companion.service.service import TableService
from companion.storage import sqlite
from companion.tables.errors import TableError
from tests.databases import BOTH, MakeTables
from tests.service.circle import Evenings
from tests.service.house import SEATS
from tests.storage.raw import everything

pytestmark = BOTH


@pytest.fixture
def home(tables: TableService) -> Evenings:
    return Evenings(tables)


def winners(home: Evenings) -> list[tuple[str | None, ...]]:
    """Who sat at each game, by the names of today."""
    return [tuple(seat.name if seat.person else None for seat in game.seats) for game in home.games()]


def test_people_are_known_as_soon_as_they_sit_down(home: Evenings, make_tables: MakeTables) -> None:
    home.plays()
    people = make_tables().circles.people(home.circle.id)
    assert [(one.name, one.color, one.initial) for one in people] == [
        ("Chris", 1, "C"),
        ("Mary", 2, "M"),
        ("Katie", 3, "K"),
    ]
    home.plays("mary", "MARY Ann", "Kat\u0131e", "\uff2bATIE")
    assert home.names() == [*SEATS, "MARY Ann", "Kat\u0131e"]


def test_colours_are_shared_out_and_another_may_be_chosen(home: Evenings) -> None:
    home.plays(*"abcde")
    home.plays(*"fghij")
    home.plays(*"klmno")
    assert [one.color for one in home.circles.people(home.circle.id)] == [*range(1, 13), 1, 2, 3]
    home.circles.color_person(home.host, home.called("m"), 7)
    home.circles.color_person(home.host, home.called("m"), 13)
    assert [one.color for one in home.circles.people(home.circle.id)][12:] == [7, 2, 3]
    assert home.circles.person(home.circle, home.called("m")).color == 7
    with pytest.raises(NoSuchPerson):
        home.circles.person(home.circle, 4711)
    with pytest.raises(NoSuchPerson):
        home.circles.color_person(home.host, 4711, 1)


def test_every_process_shows_what_a_person_wears(home: Evenings, make_tables: MakeTables) -> None:
    home.plays("Ann", "Bob", "Cleo")
    home.circles.color_person(home.host, home.called("Bob"), 8)
    home.circles.rename_person(home.host, home.called("Cleo"), "Kleopatra")
    table = home.sits("Bob", "Dan", "Cleo").code
    home.circles.color_person(home.host, home.called("Bob"), 9)  # for the next table
    for tables in (home.tables, make_tables()):
        worn = [(one.name, one.color, one.initial) for one in tables.get(table).badges]
        assert worn == [("Bob", 8, "B"), ("Dan", 2, "D"), ("Cleo", 3, "K")]


def test_a_rematch_stays_in_the_circle(home: Evenings) -> None:
    house = home.played()
    code = rematches.open_next(home.tables, house.host)
    assert home.tables.circles.of_table(home.tables.get(code).table_id) == home.circle
    assert [game.table for game in home.games()] == [house.code]
    assert home.circles.unplayed(home.circle.id) == (code,)
    assert home.names() == list(SEATS)


def test_a_rematch_is_played_though_the_circle_is_full(home: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    house = home.played()
    monkeypatch.setattr("companion.storage.circle_writer.MOST_GAMES", 1)
    code = rematches.open_next(home.tables, house.host)
    assert home.tables.circles.of_table(home.tables.get(code).table_id) is None


def test_a_new_name_is_told_of_earlier_games_and_the_ledger_stays(home: Evenings) -> None:
    house = home.played()
    entries = [one.item.plain() for one in home.tables.entries(house.code)]
    home.circles.rename_person(home.host, home.called("Chris"), "  Christine ")
    assert winners(home) == [("Christine", "Mary", "Katie")]
    home.plays("CHRIS", "christine's", "Mary")  # who sits down as before is known
    assert winners(home)[1] == ("Christine", "christine's", "Mary")
    assert [one.item.plain() for one in home.tables.entries(house.code)] == entries
    home.circles.rename_person(home.host, home.called("Christine"), "chris")  # and back again
    assert winners(home)[0] == ("chris", "Mary", "Katie")


def test_a_name_that_somebody_has_is_no_new_name(home: Evenings) -> None:
    home.plays()
    with pytest.raises(NameKnown, match="MARY"):
        home.circles.rename_person(home.host, home.called("Chris"), "MARY")
    for nobody in (4711, 2**63):
        with pytest.raises(NoSuchPerson):
            home.circles.rename_person(home.host, nobody, "Christine")
    for name in ("", " ", "\u200d", "x" * 41, "pile", "\ud800"):
        with pytest.raises(BadPersonName):
            home.circles.rename_person(home.host, home.called("Chris"), name)
    assert home.names() == list(SEATS)


def test_two_become_one_with_all_their_games(home: Evenings) -> None:
    home.played("Tom", "Mary", "Katie")
    home.played("Thomas", "Mary", "Katie")
    tom, thomas = home.called("Tom"), home.called("Thomas")
    home.circles.is_phone_of(home.ann, tom)
    home.circles.unite(home.host, thomas, tom)
    home.circles.unite(home.host, thomas, thomas)
    assert winners(home) == [("Thomas", "Mary", "Katie")] * 2
    assert [one.person for one in home.circles.phones(home.host)] == [None, thomas]
    home.plays("TOM", "Mary", "Katie")
    assert winners(home)[2] == ("Thomas", "Mary", "Katie")
    with pytest.raises(NoSuchPerson):
        home.circles.unite(home.host, thomas, tom)


def test_of_the_names_of_two_who_become_one_the_oldest_go(home: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.people.MOST_FORMER", 2)
    home.plays("Tom", "Mary", "Katie")
    home.plays("Tim", "Mary", "Katie")
    tom, tim = home.called("Tom"), home.called("Tim")
    for name in ("Jim", "Kim"):
        home.circles.rename_person(home.host, tim, name)
    home.circles.unite(home.host, tom, tim)  # he is Tom all the same, which is the oldest of his names
    home.plays("Jim", "Mary", "Katie")
    home.plays("Kim", "Mary", "Katie")
    home.plays("Tom", "Mary", "Katie")
    assert winners(home) == [("Tom", "Mary", "Katie")] * 5
    home.plays("Tim", "Mary", "Katie")
    assert home.called("Tim") > tim


def test_who_sat_at_one_table_is_two(home: Evenings) -> None:
    home.plays()
    with pytest.raises(SatTogether, match="Chris and Mary"):
        home.circles.unite(home.host, home.called("Chris"), home.called("Mary"))


def test_two_names_of_one_person_at_one_table_are_two_people(home: Evenings) -> None:
    home.played("Tom", "Mary", "Katie")
    home.played("Thomas", "Mary", "Katie")
    home.circles.unite(home.host, home.called("Thomas"), home.called("Tom"))
    home.plays("Tom", "Thomas", "Katie")
    assert home.names() == ["Mary", "Katie", "Thomas", "Tom"]
    assert winners(home) == [("Thomas", "Mary", "Katie")] * 2 + [("Tom", "Thomas", "Katie")]


def test_who_is_forgotten_leaves_no_name(home: Evenings, url: str) -> None:
    house = home.played("Zebulonia", "Mary", "Katie")
    home.games()
    gone = home.called("Zebulonia")
    home.circles.is_phone_of(home.ann, gone)
    home.circles.forget(home.host, gone)
    assert winners(home) == [(None, "Mary", "Katie")]
    assert [seat.place for seat in home.games()[0].seats] == [3, 1, 1]
    assert home.names() == ["Mary", "Katie"]
    house.play({"move": "undo"})  # the summary is made anew, and brings no name back
    assert winners(home) == [(None, "Mary", "Katie")]
    assert home.names() == ["Mary", "Katie"]
    deletion.delete(home.tables, house.host)
    assert "zebulonia" not in str(everything(url)).lower()
    with pytest.raises(NoSuchPerson):
        home.circles.forget(home.host, gone)
    home.plays("Zebulonia", "Mary", "Katie")
    assert home.called("Zebulonia") > gone  # who comes again is somebody new


@pytest.mark.parametrize("how", ["merge", "forget", "rename"])
def test_of_two_phones_that_do_it_at_once_one_is_told(home: Evenings, make_tables: MakeTables, how: str) -> None:
    home.played("Tom", "Mary", "Katie")
    home.played("Thomas", "Mary", "Katie")
    tom, thomas = home.called("Tom"), home.called("Thomas")
    processes = [make_tables() for _ in range(4)]

    def act(process: TableService) -> str:
        try:
            if how == "merge":
                process.circles.unite(home.host, thomas, tom)
            elif how == "forget":
                process.circles.forget(home.host, tom)
            else:
                process.circles.rename_person(home.host, tom, "Tommy")
        except TableError as error:
            return type(error).__name__
        return "done"

    with ThreadPoolExecutor(4) as pool:
        told = sorted(pool.map(act, processes))
    assert told == (["done"] * 4 if how == "rename" else ["NoSuchPerson"] * 3 + ["done"])
    assert {"merge": ["Mary", "Katie", "Thomas"], "forget": ["Mary", "Katie", "Thomas"]}.get(
        how, ["Tommy", "Mary", "Katie", "Thomas"]
    ) == home.names()


def test_tables_that_open_at_once_meet_each_person_once(
    home: Evenings, make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 60.0)  # of four who write at once one may wait long for a slow disk
    others = [make_tables() for _ in range(4)]

    def opens(tables: TableService) -> None:
        there = Evenings.__new__(Evenings)
        there.__dict__.update(home.__dict__, tables=tables, circles=tables.circles)
        there.plays()
        there.games()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(opens, others))
    assert home.names() == list(SEATS)
    assert winners(home) == [tuple(SEATS)] * 4
