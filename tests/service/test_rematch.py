"""A rematch: one table with the deal passed on, to which everybody follows with the key that they have."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from msgspec.structs import replace

from companion.games.header import BadHeader
from companion.games.rules_editions import RULES
from companion.games.transcript import read_header
from companion.service import membership, rematches
from companion.service.service import TableService
from companion.storage.cache import CacheSlot
from companion.tables.errors import (
    KeyEnded,
    NoRematch,
    NotOver,
    SeatTaken,
    Unavailable,
)
from tests.databases import MakeTables
from tests.games.comings import join, rename
from tests.listening import listener_of
from tests.service.house import UNDO, House, header
from tests.storage.raw import everything


@pytest.fixture
def over(tables: TableService) -> House:
    house = House(tables, on=header(rounds=1))
    membership.give_scorekeeper(house.tables, house.host, "Katie", True)
    house.seat("Katie")
    house.play_out()
    return house


def test_a_rematch_comes_after_the_game(house: House) -> None:
    with pytest.raises(NotOver, match="when this game is over"):
        rematches.open_next(house.tables, house.host)
    with pytest.raises(NoRematch):
        rematches.follow(house.tables, house.host)


def test_a_rematch_is_one_table_with_the_deal_passed_on(over: House, make_tables: MakeTables) -> None:
    before = over.now.stamp
    with listener_of(over.tables.pubsub, over.code) as listener:
        code = rematches.open_next(over.tables, over.host)
        assert listener.wait(0)
    assert over.now.stamp > before
    assert over.now.next_code == code != over.code
    assert rematches.open_next(over.tables, over.seat("Katie")) == code
    assert rematches.open_next(make_tables(), over.host) == code
    after = over.tables.get(code)
    assert over.now.header.dealer == "Katie"
    assert after.header.dealer == "Chris"
    assert after.header.plain == {**over.now.header.plain, "dealer": "Chris", "rules": RULES}
    assert after.version == 0
    assert [replace(seat, phone=True) for seat in after.seats] == [replace(seat, phone=True) for seat in over.now.seats]
    assert not any(seat.phone for seat in after.seats)
    rematches.follow(over.tables, over.seat("Katie"))
    rematches.follow(over.tables, over.host)
    now = over.tables.get(code)
    assert {seat.name for seat in now.seats if seat.phone} == {
        seat.name for seat in now.seats if seat.name == over.host.seat
    }


def test_two_who_want_a_rematch_at_once(over: House, make_tables: MakeTables) -> None:
    other = make_tables()
    start = Barrier(2)

    def want(tables: TableService) -> str:
        tables.get(over.code)
        start.wait(30)
        return rematches.open_next(tables, over.host)

    with ThreadPoolExecutor(2) as pool:
        codes = [future.result(60) for future in [pool.submit(want, over.tables), pool.submit(want, other)]]
    assert codes[0] == codes[1]


def test_everybody_follows_to_the_rematch(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    host = membership.actor(over.tables, code, rematches.follow(over.tables, over.host))
    assert host is not None
    assert (host.host, host.seat, host.label, host.code) == (True, None, "Host's phone", code)
    first, second = (rematches.follow(over.tables, over.seat("Katie"), "her own") for _ in range(2))
    assert first == second == "her own"
    katie = membership.actor(over.tables, code, second)
    assert katie is not None
    assert (katie.seat, katie.host, katie.scorekeeper) == ("Katie", False, True)
    assert rematches.follow(over.tables, over.seat("Katie"), "her own") == "her own"  # a second tap, later
    assert over.who(second) is None
    with pytest.raises(SeatTaken):
        membership.take_seat(over.tables, code, "Katie", "")
    with pytest.raises(SeatTaken):
        rematches.follow(over.tables, over.seat("Katie"))
    assert membership.take_seat(over.tables, code, "Mary", "")


def test_following_again_and_again_leaves_the_last_key(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    keys = [rematches.follow(over.tables, over.seat("Katie")) for _ in range(5)]
    shown = [membership.actor(over.tables, code, key) is not None for key in keys]
    assert shown == [False, False, False, False, True]


def there(over: House, code: str, key: str) -> tuple[str | None, bool] | None:
    """Its seat at the rematch, and whether it is the host's."""
    actor = membership.actor(over.tables, code, key)
    return None if actor is None else (actor.seat, actor.host)


def test_a_host_who_taps_twice_is_the_host_once(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    assert [rematches.follow(over.tables, over.host, "own") for _ in range(2)] == ["own", "own"]
    assert sum(key.host for key in over.tables.cache.get(code).keys.values()) == 1


def test_a_lost_phone_does_not_get_the_hosts_right_back_by_following(over: House) -> None:
    membership.sit(over.tables, over.host, "Chris")
    lost = over.actor(over.opened.host_key)
    code = rematches.open_next(over.tables, lost)
    rematches.follow(over.tables, lost, "lost")
    found = membership.recover(over.tables, code, over.opened.recovery, None, "new phone")
    with pytest.raises(SeatTaken):
        rematches.follow(over.tables, lost, "lost")
    assert (there(over, code, found.host_key), there(over, code, "lost")) == (("Chris", True), None)
    host = membership.actor(over.tables, code, found.host_key)
    assert host is not None
    membership.end_all(over.tables, host, "ended all")
    with pytest.raises(SeatTaken):
        rematches.follow(over.tables, lost, "lost")
    assert there(over, code, "ended all") == ("Chris", True)


def test_a_host_follows_without_the_seat_that_another_phone_has_there(over: House) -> None:
    code = rematches.open_next(over.tables, over.seat("Katie"))
    guest = membership.take_seat(over.tables, code, "Mary", "")
    membership.sit(over.tables, over.host, "Mary")
    host = rematches.follow(over.tables, over.actor(over.opened.host_key), "own")
    assert (there(over, code, host), there(over, code, guest)) == ((None, True), ("Mary", False))


def test_a_host_follows_with_the_seat_that_nobody_has_there(over: House) -> None:
    code = rematches.open_next(over.tables, over.seat("Katie"))
    membership.sit(over.tables, over.host, "Mary")
    host = rematches.follow(over.tables, over.actor(over.opened.host_key), "own")
    assert there(over, code, host) == ("Mary", True)
    with pytest.raises(SeatTaken):
        membership.take_seat(over.tables, code, "Mary", "")


def test_a_key_that_has_ended_here_leads_nowhere(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    found = membership.recover(over.tables, over.code, over.opened.recovery, None, "new phone")
    with pytest.raises(KeyEnded):
        rematches.follow(over.tables, over.host, "lost")
    assert there(over, code, rematches.follow(over.tables, over.actor(found.host_key), "found")) == (None, True)


def test_a_seat_that_never_was_is_left_for_nobody_there(over: House) -> None:
    """Dana's seat was undone, and Mary is called Dana since: what Dana's phone leaves is not Mary's."""
    house = House(over.tables, on=header(rounds=1))
    house.play_all(join("Dana"))
    key = membership.take_seat(house.tables, house.code, "Dana", "")
    house.play_all(UNDO, rename("Mary", "Dana"))
    membership.give_scorekeeper(house.tables, house.host, "Dana", True)
    house.seat("Mary")
    house.play_out()
    code = rematches.open_next(house.tables, house.host)
    membership.take_seat(house.tables, house.code, "Katie", "", held=key)
    mary = house.tables.get(code).seat("Dana")
    assert mary is not None
    assert (mary.joined, mary.scorekeeper) == (True, True)


def test_a_seat_is_left_though_the_rematch_cannot_be_changed(over: House, monkeypatch: pytest.MonkeyPatch) -> None:
    code = rematches.open_next(over.tables, over.host)
    get = over.tables.cache.slot

    def slot(wanted: str) -> CacheSlot:
        if wanted == code:
            raise Unavailable
        return get(wanted)

    katie = over.seat("Katie")
    monkeypatch.setattr(over.tables.cache, "slot", slot)
    membership.leave(over.tables, katie)
    monkeypatch.undo()
    seats = {where: over.tables.get(where).seat("Katie") for where in (over.code, code)}
    assert {where: seat is not None and seat.joined for where, seat in seats.items()} == {over.code: False, code: True}


def test_a_key_of_its_own_that_has_ended_there_is_not_used_again(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    host = membership.actor(over.tables, code, rematches.follow(over.tables, over.host))
    own = rematches.follow(over.tables, over.seat("Katie"), "her own")
    katie = membership.actor(over.tables, code, own)
    assert host is not None
    assert katie is not None
    membership.leave(over.tables, katie)
    again = rematches.follow(over.tables, over.seat("Katie"), "her own")
    assert again != own
    assert there(over, code, again) == ("Katie", False)


def test_who_takes_a_seat_that_was_left_here_has_no_rights_there(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    rematches.follow(over.tables, over.seat("Katie"))
    with listener_of(over.tables.pubsub, code) as listener:
        membership.leave(over.tables, over.seat("Katie"))
        assert listener.wait(0)
    stranger = membership.take_seat(over.tables, over.code, "Katie", "a stranger's phone")
    katie = membership.actor(over.tables, code, rematches.follow(over.tables, over.actor(stranger)))
    assert katie is not None
    assert (katie.seat, katie.keeper) == ("Katie", False)


def test_who_left_here_and_plays_there_keeps_the_seat(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    key = rematches.follow(over.tables, over.seat("Katie"))
    assert there(over, code, key) == ("Katie", False)
    membership.leave(over.tables, over.seat("Katie"))
    katie = membership.actor(over.tables, code, key)
    assert katie is not None
    assert katie.keeper


def test_a_seat_that_the_rematch_does_not_have_goes_on_without_it(over: House) -> None:
    """The game was over, and is not any more: all of it was taken back, and somebody has joined it since."""
    code = rematches.open_next(over.tables, over.host)
    while over.now.book.before is not None:
        over.play_all(UNDO)
    over.play_all(join("Dana"))
    dana = over.actor(membership.take_seat(over.tables, over.code, "Dana", ""))
    with pytest.raises(NoRematch):
        rematches.follow(over.tables, dana)
    membership.leave(over.tables, dana)
    assert "Dana" not in [seat.name for seat in over.tables.get(code).seats]


def test_a_lost_phone_does_not_get_its_seat_back_by_following(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    host = membership.actor(over.tables, code, rematches.follow(over.tables, over.host))
    assert host is not None
    handed_out = membership.new_seat_key(over.tables, host, "Katie")
    with pytest.raises(SeatTaken):
        rematches.follow(over.tables, over.seat("Katie"))
    assert membership.actor(over.tables, code, handed_out) is not None
    with pytest.raises(SeatTaken):
        rematches.follow(over.tables, over.seat("Katie"))


def test_a_handed_out_key_ends_one_taken_in_between(house: House) -> None:
    handed_out = membership.new_seat_key(house.tables, house.host, "Mary")
    between = membership.take_seat(house.tables, house.code, "Mary", "a stranger's phone")
    assert house.who(handed_out) is not None
    assert house.who(between) is None


def test_a_rematch_has_a_rematch(over: House) -> None:
    code = rematches.open_next(over.tables, over.host)
    second = membership.actor(over.tables, code, rematches.follow(over.tables, over.host))
    assert second is not None
    with pytest.raises(NotOver):
        rematches.open_next(over.tables, second)


def test_names_that_read_the_same_have_no_rematch_but_one_that_is_there(
    tables: TableService, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older versions of the program opened such tables, and their rematches."""
    names = {"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "mary"], "options": {"rounds": 1}}
    older = House(tables, on=read_header(names))
    older.play_out()
    before = everything(url)
    with pytest.raises(BadHeader, match="look the same"):
        rematches.open_next(tables, older.host)
    assert everything(url) == before
    with monkeypatch.context() as as_it_was:
        as_it_was.setattr(rematches, "read_opening_header", read_header)
        code = rematches.open_next(tables, older.host)
    assert rematches.open_next(tables, older.host) == code
