"""Lost phones: a recovery code makes another phone the host's, a phone leaves, the host ends all keys."""

from __future__ import annotations

import pytest

from companion.service import membership, rematches
from companion.service.service import TableService
from companion.storage import keyring
from companion.tables.answers import Played
from companion.tables.errors import KeepersOnly, TableFull, WrongRecovery
from companion.tables.keys_and_codes import new_key
from tests.games.comings import join, leave
from tests.listening import listener_of
from tests.service.house import UNDO, House, header, joined, take


def test_the_recovery_code_makes_a_new_phone_the_host(house: House) -> None:
    membership.sit(house.tables, house.host, "Chris")
    with listener_of(house.tables.pubsub, house.code) as listener:
        keys = membership.recover(house.tables, house.code, house.opened.recovery, None, "new phone")
        assert listener.wait(0)
    host = house.actor(keys.host_key)
    assert (host.host, host.seat, host.label) == (True, "Chris", "new phone")
    assert house.who(house.opened.host_key) is None
    assert joined(house) == ["Chris"]
    assert keys.recovery not in repr(keys)
    assert keys.host_key not in repr(keys)


def test_a_player_who_recovers_keeps_the_seat_and_the_lost_phones_is_free(house: House) -> None:
    membership.sit(house.tables, house.host, "Chris")
    mary = house.seat("Mary")
    keys = membership.recover(house.tables, house.code, house.opened.recovery, mary, "Mary's")
    host = house.actor(keys.host_key)
    assert (host.host, host.seat) == (True, "Mary")
    assert house.who(house.opened.seat_keys["Mary"]) is None
    assert joined(house) == ["Mary"]
    assert membership.take_seat(house.tables, house.code, "Chris", "found again")


def test_hosts_and_scorekeepers_have_a_code_of_their_own(house: House) -> None:
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    marys = membership.new_recovery(house.tables, house.seat("Mary"))
    hosts = membership.new_recovery(house.tables, house.host)  # ends the one of the opening, not Mary's
    with pytest.raises(WrongRecovery):
        membership.recover(house.tables, house.code, house.opened.recovery, None, "")
    keys = membership.recover(house.tables, house.code, marys, house.seat("Mary"), "")
    with pytest.raises(WrongRecovery):  # with one all others end
        membership.recover(house.tables, house.code, hosts, None, "")
    assert house.actor(keys.host_key).seat == "Mary"


def test_with_the_right_the_code_goes(house: House) -> None:
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    code = membership.new_recovery(house.tables, house.seat("Mary"))
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    with pytest.raises(WrongRecovery):
        membership.recover(house.tables, house.code, code, None, "")


def test_codes_are_good_for_the_rematch(tables: TableService) -> None:
    house = House(tables, on=header(rounds=1))
    house.play_out()
    code = rematches.open_next(tables, house.host)
    rematches.follow(tables, house.host)
    keys = membership.recover(tables, code, house.opened.recovery, None, "")
    assert membership.actor(tables, code, keys.host_key) is not None
    assert membership.recover(tables, house.code, house.opened.recovery, None, "")  # here it was not used yet


def test_a_phone_leaves_and_its_seat_is_free(house: House) -> None:
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    mary = house.seat("Mary")
    membership.leave(house.tables, mary)
    assert house.who(house.opened.seat_keys["Mary"]) is None
    assert joined(house) == []
    again = house.actor(membership.take_seat(house.tables, house.code, "Mary", ""))
    assert not again.scorekeeper  # whoever has the table's code may sit down there


def test_a_phone_leaves_the_seat_that_it_has_by_now(bare: House) -> None:
    own = new_key()
    membership.take_seat(bare.tables, bare.code, "Mary", "phone", own)
    asked = bare.actor(own)
    membership.take_seat(
        bare.tables, bare.code, "Katie", "phone", own
    )  # in another tab, while the first one's tap was on its way
    other = membership.take_seat(bare.tables, bare.code, "Mary", "another phone", new_key())
    membership.leave(bare.tables, asked)
    assert joined(bare) == ["Mary"]
    assert bare.actor(other).seat == "Mary"


def test_the_code_of_a_scorekeeper_who_was_taken_out_is_good_for_nothing(house: House) -> None:
    code = membership.new_recovery(house.tables, house.scorekeeper("Mary"))
    mary = house.seat("Mary")
    house.play_all(join("Dana"), leave("Mary"))
    with pytest.raises(WrongRecovery):
        membership.recover(house.tables, house.code, code, mary, "phone", "its own")
    assert house.actor(house.opened.host_key).host
    house.play_out()
    rematch = rematches.open_next(house.tables, house.host)
    with pytest.raises(WrongRecovery):
        membership.recover(house.tables, rematch, code, None, "phone", "its own")
    assert membership.recover(house.tables, rematch, house.opened.recovery, None, "").host_key


def test_a_form_to_end_all_keys_that_was_open_when_its_key_ended_makes_another(house: House) -> None:
    own = "from the form"
    first = membership.end_all(house.tables, house.host, own)
    recovered = membership.recover(house.tables, house.code, first.recovery, house.actor(own), "phone", "recovered")
    again = membership.end_all(house.tables, house.actor(recovered.host_key), own)
    assert again.host_key not in (own, recovered.host_key)
    assert house.actor(again.host_key).host
    assert house.who(recovered.host_key) is None


def test_the_hosts_own_seat_that_is_out_when_all_keys_end_stays_its_own(house: House) -> None:
    membership.sit(house.tables, house.host, "Mary")
    house.play_all(join("Dana"), leave("Mary"))
    assert membership.end_all(house.tables, house.actor(house.opened.host_key), "own").seat_keys == {}
    assert isinstance(house.play(UNDO, actor=house.actor("own")), Played)
    assert (house.actor("own").seat, joined(house)) == ("Mary", ["Mary"])


def test_a_seat_that_is_out_when_all_keys_end_is_anybodys_after_an_undo(house: House) -> None:
    house.seat("Mary")
    house.play_all(join("Dana"), leave("Mary"))
    assert membership.end_all(house.tables, house.host, "own").seat_keys == {}
    assert isinstance(house.play(UNDO, actor=house.actor("own")), Played)
    assert joined(house) == []
    assert house.actor(membership.take_seat(house.tables, house.code, "Mary", "")).seat == "Mary"


def test_the_host_ends_all_keys_and_hands_out_new_ones(house: House) -> None:
    membership.sit(house.tables, house.host, "Chris")
    house.seat("Mary")
    unused = membership.new_seat_key(house.tables, house.host, "Katie")
    keys = membership.end_all(house.tables, house.actor(house.opened.host_key), "its own")
    for ended in (house.opened.host_key, *house.opened.seat_keys.values(), unused):
        assert house.who(ended) is None
    with pytest.raises(WrongRecovery):
        membership.recover(house.tables, house.code, house.opened.recovery, None, "")
    assert (house.actor(keys.host_key).host, house.actor(keys.host_key).seat) == (True, "Chris")
    assert keys.seat_keys.keys() == {"Mary"}
    assert joined(house) == ["Chris", "Mary"]  # nobody else sits down there meanwhile
    assert house.actor(keys.seat_keys["Mary"]).seat == "Mary"
    assert membership.recover(house.tables, house.code, keys.recovery, None, "")


def test_who_recovers_by_a_seat_that_is_another_phones_by_now_has_no_seat(house: House) -> None:
    katie = house.seat("Katie")
    swapped = house.actor(membership.new_seat_key(house.tables, house.host, "Katie"))
    host = membership.recover(house.tables, house.code, house.opened.recovery, katie, "").host_key
    assert (house.actor(host).seat, swapped.seat, joined(house)) == (None, "Katie", ["Katie"])


def test_a_former_scorekeeper_makes_no_code_though_it_asked_before(house: House) -> None:
    keeper = house.scorekeeper("Mary")
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    with pytest.raises(KeepersOnly):
        membership.new_recovery(house.tables, keeper)


def test_a_table_keeps_so_many_keys_and_those_that_entries_name(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.play(take("Chris"), actor=house.seat("Chris"))
    monkeypatch.setattr(keyring, "MOST_KEYS", 10)
    for _ in range(12):
        mary = house.actor(membership.new_seat_key(house.tables, house.host, "Mary"))
        membership.leave(house.tables, mary)
    for _ in range(12):  # of those that ended and are named there may be any number
        chris = house.actor(membership.new_seat_key(house.tables, house.host, "Chris"))
        house.play_all(UNDO)
        assert isinstance(house.play(take("Chris"), actor=chris), Played)
        membership.leave(house.tables, chris)
    assert house.actor(membership.new_seat_key(house.tables, house.host, "Chris"))
    membership.new_seat_key(house.tables, house.host, "Mary")
    links = (membership.new_seat_key(house.tables, house.host, "Mary") for _ in range(12))  # none of them ends
    with pytest.raises(TableFull):
        list(links)
