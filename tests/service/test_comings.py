"""Who comes, who goes: seats' keys, phones and rights follow who has the seat, in every process, also after an undo."""

from __future__ import annotations

import pytest

from companion.live.bus import LocalBus
from companion.service import membership, rematches
from companion.service.service import TableService
from companion.tables.answers import Forbidden, Played, Refused
from companion.tables.errors import KeyEnded, NoRematch, NoSuchSeat, SeatTaken
from tests.databases import MakeTables
from tests.games.comings import join, leave, rename, reseat
from tests.listening import listener_of
from tests.live.hearing import Faulty
from tests.service.house import UNDO, House, done, take


def names(house: House) -> list[str]:
    return [seat.name for seat in house.now.seats]


def test_a_newcomer_gets_a_phone_a_link_and_rights(house: House) -> None:
    assert not house.now.people.changed
    house.play_all(join("Dana", "Chris"))
    assert house.now.people.changed
    assert names(house) == ["Chris", "Dana", "Mary", "Katie"]
    key = membership.take_seat(house.tables, house.code, "Dana", "Dana's phone")
    assert house.actor(key).seat == "Dana"
    with pytest.raises(SeatTaken):
        membership.take_seat(house.tables, house.code, "Dana", "")
    membership.give_scorekeeper(house.tables, house.host, "Dana", True)
    assert house.actor(key).scorekeeper
    link = membership.new_seat_key(house.tables, house.host, "Dana")
    assert house.actor(link).seat == "Dana"
    assert house.who(key) is None
    with pytest.raises(NoSuchSeat):
        membership.take_seat(house.tables, house.code, "Eve", "")


def test_an_undo_of_a_join_takes_the_key_s_right_away(house: House) -> None:
    house.play_all(join("Dana"))
    key = membership.take_seat(house.tables, house.code, "Dana", "")
    house.play_all(UNDO)
    assert names(house) == ["Chris", "Mary", "Katie"]
    assert house.who(key) is None
    house.play_all(join("Dana"))
    assert house.actor(key).seat == "Dana"
    assert isinstance(house.play(rename("Dana", "Dany"), actor=house.actor(key)), Played)


def test_a_key_of_a_seat_that_never_was_does_not_wake_for_who_is_called_so_later(house: House) -> None:
    house.play_all(join("Dana"))
    key = membership.take_seat(house.tables, house.code, "Dana", "")
    link = membership.new_seat_key(house.tables, house.host, "Dana")
    asked = house.actor(key)
    house.play_all(UNDO, rename("Mary", "Dana"))
    mary = house.seat("Mary")
    assert (mary.seat, house.who(key), house.who(link)) == ("Dana", None, None)
    assert asked.at(house.now).seat is None
    assert isinstance(house.play(done("Dana"), actor=asked), Forbidden)
    membership.sit(house.tables, house.host, "Katie")
    house.play_all(UNDO, join("Dana"))
    assert house.actor(key).seat == "Dana"
    assert house.seat("Mary").seat == "Mary"


def test_a_leaver_s_key_opens_nothing_until_an_undo(house: House) -> None:
    house.play_all(join("Dana"))
    mary = house.seat("Mary")
    with listener_of(house.tables.pubsub, house.code) as listener:
        house.play_all(leave("Mary"))
        assert listener.wait(0)
    assert house.who(house.opened.seat_keys["Mary"]) is None
    with pytest.raises(KeyEnded):
        membership.leave(house.tables, mary)
    late = house.play(done("Mary"), actor=mary)
    assert isinstance(late, Refused)
    assert late.rejected.rule.id == "malformed"
    house.play_all(UNDO)
    assert house.actor(house.opened.seat_keys["Mary"]).seat == "Mary"


def test_a_host_whose_seat_leaves_stays_host(house: House) -> None:
    membership.sit(house.tables, house.host, "Mary")
    house.play_all(join("Dana"), leave("Mary"))
    host = house.actor(house.opened.host_key)
    assert (host.host, host.seat) == (True, None)
    membership.sit(house.tables, host, "Dana")
    assert house.actor(house.opened.host_key).seat == "Dana"


def test_a_renamed_seat_keeps_key_phone_and_rights(house: House) -> None:
    mary = house.seat("Mary")
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    assert isinstance(house.play(rename("Mary", "Mia"), actor=mary), Played)
    mia = house.seat("Mary")
    assert (mia.seat, mia.scorekeeper, mia.key_id) == ("Mia", True, mary.key_id)
    assert [(seat.name, seat.joined) for seat in house.now.seats] == [("Chris", False), ("Mia", True), ("Katie", False)]
    # A request that came in before the rename is from the same seat.
    assert isinstance(house.play(rename("Mia", "Maria"), actor=mary), Played)
    membership.give_scorekeeper(house.tables, house.host, "Maria", False)
    assert not house.seat("Mary").scorekeeper
    membership.leave(house.tables, house.seat("Mary"))
    assert not house.now.seats[1].joined
    assert house.actor(membership.take_seat(house.tables, house.code, "Maria", "")).seat == "Maria"


def test_a_seat_takes_back_its_own_entry_under_another_name(house: House) -> None:
    house.play(take("Chris"), actor=house.seat("Chris"))
    house.play(rename("Chris", "Kit"), actor=house.seat("Chris"))
    assert isinstance(house.play(UNDO, actor=house.seat("Katie")), Forbidden)
    assert isinstance(house.play(UNDO, actor=house.seat("Chris")), Played)
    house.play_all(rename("Chris", "Kit"))
    assert isinstance(house.play(UNDO, actor=house.seat("Chris")), Played)  # its own, whoever entered it
    assert isinstance(house.play(UNDO, actor=house.seat("Chris")), Played)


def test_another_takes_over_a_seat_and_the_former_phone_can_only_watch(house: House) -> None:
    house.seat("Mary")
    house.play_all(rename("Mary", "Dana"))
    with pytest.raises(NoSuchSeat):
        membership.release(house.tables, house.host, "Nobody")
    membership.release(house.tables, house.host, "Dana")
    assert house.who(house.opened.seat_keys["Mary"]) is None
    assert house.actor(membership.take_seat(house.tables, house.code, "Dana", "")).seat == "Dana"
    membership.sit(house.tables, house.host, "Katie")
    membership.release(house.tables, house.actor(house.opened.host_key), "Katie")
    assert house.actor(house.opened.host_key).seat is None
    assert not house.now.seats[2].joined


def test_the_rematch_has_who_sits_there_now(house: House) -> None:
    house.seat("Mary")
    house.play_all(rename("Mary", "Mia"), join("Dana", "Mia"), leave("Katie"))
    dana = membership.take_seat(house.tables, house.code, "Dana", "")
    membership.give_scorekeeper(house.tables, house.host, "Mia", True)
    membership.new_recovery(house.tables, house.seat("Mary"))
    house.play_out()
    with pytest.raises(NoRematch):
        rematches.follow(house.tables, house.actor(dana))
    code = rematches.open_next(house.tables, house.host)
    there = house.tables.get(code)
    assert sorted(seat.name for seat in there.seats) == ["Chris", "Dana", "Mia"]
    assert {seat.name for seat in there.seats if seat.scorekeeper} == {"Mia"}
    key = rematches.follow(house.tables, house.actor(dana))
    actor = membership.actor(house.tables, code, key)
    assert actor is not None
    assert actor.seat == "Dana"
    again = rematches.follow(house.tables, house.seat("Mary"))
    assert membership.actor(house.tables, code, again) is not None


def test_all_keys_that_end_are_made_anew_for_the_names_of_now(house: House) -> None:
    house.seat("Mary")
    house.play_all(rename("Mary", "Mia"))
    keys = membership.end_all(house.tables, house.host, "own")
    assert list(keys.seat_keys) == ["Mia"]
    assert house.actor(keys.seat_keys["Mia"]).seat == "Mia"


def test_a_lost_host_s_seat_is_found_under_its_new_name(house: House) -> None:
    membership.sit(house.tables, house.host, "Chris")
    house.play_all(rename("Chris", "Kit"))
    keys = membership.recover(house.tables, house.code, house.opened.recovery, house.seat("Mary"), "")
    assert house.actor(keys.host_key).seat == "Mary"


def test_other_processes_know_it_as_soon_as_they_are_asked(make_tables: MakeTables) -> None:
    here, there = make_tables(bus=Faulty()), make_tables(bus=Faulty())
    house = House(here)
    there.get(house.code)
    house.play_all(join("Dana"), rename("Mary", "Mia"), leave("Katie"))
    key = membership.take_seat(here, house.code, "Dana", "")
    there.follower.refresh(house.code, key)
    actor = membership.actor(there, house.code, key)
    assert actor is not None
    assert actor.seat == "Dana"
    assert [seat.name for seat in there.get(house.code).seats] == ["Chris", "Mia", "Dana"]
    assert membership.actor(there, house.code, house.opened.seat_keys["Katie"]) is None


def test_a_table_read_again_is_the_same(make_tables: MakeTables) -> None:
    house = House(make_tables(bus=LocalBus()))
    house.play_all(join("Dana"), rename("Mary", "Mia"), leave("Katie"), UNDO, reseat("Dana", "Katie", "Mia", "Chris"))
    other: TableService = make_tables()
    assert other.get(house.code).book.report() == house.now.book.report()
    assert other.get(house.code).seats == house.now.seats
    assert [entry.version for entry in other.entries(house.code)] == [1, 2, 3, 4, 5]
