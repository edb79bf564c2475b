"""Any phone on any process: nobody is refused, shown or let in by what another process has already changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from companion.live.bus import SilentBus
from companion.service import membership, rematches
from companion.service.service import TableService
from companion.tables.answers import Forbidden, Played, Refused, Stale, Unsaved
from companion.tables.errors import NoRematch, NoSuchSeat, NoSuchTable, SeatTaken, Unavailable
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.live.hearing import Faulty
from tests.service.house import UNDO, House, done, header, report, take
from tests.storage.raw import no_commit


@pytest.fixture
def here(make_tables: MakeTables) -> TableService:
    return make_tables(bus=Faulty())


@pytest.fixture
def there(make_tables: MakeTables) -> TableService:
    """Another process, which hears nothing of what is done here."""
    return make_tables(bus=Faulty())


@pytest.fixture
def house(here: TableService, there: TableService) -> House:
    """A table that both have in memory."""
    made = House(here)
    there.get(made.code)
    return made


def looked(tables: TableService, code: str, key: str | None = None) -> Snapshot:
    """What a request is shown."""
    tables.follower.refresh(code, key)
    return tables.get(code)


def test_a_phone_finds_its_tap_wherever_it_asks_next(house: House, there: TableService) -> None:
    for version in range(1, 4):
        house.play(take("Chris"))
        assert there.get(house.code).version == version - 1
        assert looked(there, house.code).version == version
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    seat = looked(there, house.code).seat("Mary")
    assert seat is not None
    assert seat.scorekeeper
    assert report(there, house.code) == report(house.tables, house.code)


def test_a_tap_does_not_look_while_others_are_heard_and_does_where_they_are_not(
    house: House, there: TableService, make_tables: MakeTables
) -> None:
    silent = make_tables(bus=SilentBus())
    silent.get(house.code)
    house.play(take("Chris"))
    for tables, version in ((there, 0), (silent, 1)):
        tables.follower.refresh(house.code, house.opened.host_key, tap=True)
        assert tables.get(house.code).version == version


def test_a_key_made_a_moment_ago_opens_everywhere(house: House, there: TableService) -> None:
    key = membership.new_seat_key(house.tables, house.host, "Mary")
    there.follower.refresh(house.code, key, tap=True)
    actor = membership.actor(there, house.code, key)
    assert actor is not None
    assert actor.seat == "Mary"
    again = membership.new_seat_key(house.tables, house.host, "Katie")
    found = membership.actor_anywhere(there, again)
    assert found is not None
    assert found.seat == "Katie"
    assert membership.actor_anywhere(there, "no key") is None


def test_a_key_that_is_no_longer_good_is_good_nowhere(house: House, there: TableService) -> None:
    old = house.opened.seat_keys["Mary"]
    assert membership.actor(there, house.code, old) is not None
    membership.actor(
        house.tables, house.code, membership.new_seat_key(house.tables, house.host, "Mary")
    )  # the new phone is there
    there.follower.refresh(house.code, old)
    assert membership.actor(there, house.code, old) is None
    there.follower.refresh(house.code, old, tap=True)
    assert membership.actor(there, house.code, old) is None


def test_two_phones_show_a_seats_keys_first_at_two_processes(house: House, there: TableService) -> None:
    first, second = (membership.new_seat_key(house.tables, house.host, "Mary") for _ in range(2))
    there.follower.refresh(house.code, first)
    there.get(house.code)
    assert house.who(second) is not None  # the first is void from here on
    assert membership.actor(there, house.code, first) is None
    assert house.who(first) is None


def test_a_key_that_was_shown_elsewhere_first_is_not_used_up_twice(house: House, there: TableService) -> None:
    key = membership.new_seat_key(house.tables, house.host, "Mary")
    there.follower.refresh(house.code, key)
    there.get(house.code)
    membership.actor(house.tables, house.code, key, label="iPhone")
    touched = house.now.touched
    actor = membership.actor(there, house.code, key, label="Mac")
    assert actor is not None
    assert actor.label == "iPhone"
    assert looked(house.tables, house.code).touched == touched


def test_a_free_seat_is_taken_once(here: TableService, there: TableService) -> None:
    house = House(here, keys_for_seats=False)
    there.get(house.code)
    key = membership.take_seat(here, house.code, "Mary", "phone")
    with pytest.raises(SeatTaken):
        membership.take_seat(there, house.code, "Mary", "phone")
    with pytest.raises(NoSuchSeat):
        membership.take_seat(there, house.code, "Cory", "phone")
    there.follower.refresh(house.code, key)
    actor = membership.actor(there, house.code, key)
    assert actor is not None
    membership.sit(there, house.host, "Katie")
    membership.sit(here, house.host, None)
    assert looked(there, house.code) == looked(there, house.code)
    assert [seat.joined for seat in looked(there, house.code).seats] == [False, True, False]
    assert report(there, house.code) == report(here, house.code)


def test_nobody_is_refused_for_what_another_process_has_changed(house: House, there: TableService) -> None:
    """There, it would still be Chris's turn."""
    house.play(done("Chris"))
    answer = there.submit(house.code, [take("Mary")], actor=house.host, seen=None, request=None)
    assert isinstance(answer, Played)
    house.play_all(done("Mary"))
    answer = there.submit(house.code, [take("Katie")], actor=house.host, seen=3, request=None)
    assert isinstance(answer, Played)
    assert answer.version == 4
    answer = there.submit(house.code, [take("Chris")], actor=house.host, seen=None, request=None)
    assert isinstance(answer, Refused)
    house.play(UNDO)
    answer = there.submit(house.code, [UNDO], actor=house.host, seen=4, request=None)
    assert isinstance(answer, Stale)
    assert answer.snapshot.version == 5


def test_who_may_enter_is_asked_of_the_ledger_before_it_is_refused(house: House, there: TableService) -> None:
    mary = membership.actor(there, house.code, house.opened.seat_keys["Mary"])
    assert mary is not None
    answer = there.submit(house.code, [take("Chris")], actor=mary, seen=None, request=None)
    assert isinstance(answer, Forbidden)


def test_a_tap_that_would_be_refused_when_repeated_is_known_as_a_repeat(house: House, there: TableService) -> None:
    """Here it is entered, and the game goes on; there, as far as is known, it is still Chris's turn."""
    house.play(done("Chris"))
    first = house.play(done("Mary"), request="tap")
    again = there.submit(house.code, [done("Mary")], actor=house.host, seen=None, request="tap")
    assert isinstance(first, Played)
    assert isinstance(again, Played)
    assert (first.version, again.version) == (2, 2)
    assert looked(there, house.code).version == 2


def test_the_rematch_is_one_and_is_found_everywhere(here: TableService, there: TableService) -> None:
    house = House(here, on=header(rounds=1))
    there.get(house.code)
    mary = house.seat("Mary")
    with pytest.raises(NoRematch):
        rematches.follow(there, mary)
    house.play_out()
    code = rematches.open_next(there, house.host)  # there, nobody has played yet
    assert rematches.open_next(here, house.host) == code
    key = rematches.follow(here, mary)
    there.follower.refresh(code, key)
    actor = membership.actor(there, code, key)
    assert actor is not None
    assert actor.seat == "Mary"


@contextmanager
def database_away(tables: TableService) -> Iterator[None]:
    """Every connection of this process fails."""
    reading = tables.database.reading

    def away() -> None:
        raise Unavailable

    tables.database.reading = away  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        tables.database.reading = reading  # type: ignore[method-assign]


def test_while_the_database_is_away_what_is_known_is_shown(house: House, there: TableService) -> None:
    house.play(take("Chris"))
    place = there.cache.slot(house.code)
    with database_away(there):
        assert looked(there, house.code, "no key").version == 0
        assert place.announce((1, 0))
        assert there.get(house.code).version == 0
        # Mary's red is refused by what is known; what is not known might allow it, and nobody can say.
        answer = there.submit(house.code, [take("Mary")], actor=house.host, seen=None, request=None)
        assert isinstance(answer, Unsaved)
    assert there.get(house.code).version == 1


def test_a_change_that_was_perhaps_saved_is_looked_up(house: House) -> None:
    with no_commit(house.tables), pytest.raises(Unavailable):
        membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    assert not any(seat.scorekeeper for seat in house.now.seats)
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    assert [seat.name for seat in house.now.seats if seat.scorekeeper] == ["Mary"]


def test_a_look_costs_one_query_and_alone_it_costs_none(make_tables: MakeTables, url: str) -> None:
    many, alone = make_tables(bus=SilentBus()), make_tables()
    house = House(alone)
    for tables, most in ((many, 1), (alone, 0)):
        tables.get(house.code)
        asked: list[str] = []
        event.listen(tables.database.engine, "before_cursor_execute", lambda *args, to=asked: to.append(args[2]))
        assert looked(tables, house.code, house.opened.host_key).version == 0
        assert len([one for one in asked if one.startswith("SELECT")]) == most


def test_a_code_that_no_table_has_is_looked_for_in_vain(there: TableService) -> None:
    with pytest.raises(NoSuchTable):
        looked(there, "22222222", "no key")
