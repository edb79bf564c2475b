"""Entering moves: what is refused leaves no trace, and a repeat is known, whatever the disk or another process does."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from companion.service.service import TRIES
from companion.tables.answers import Forbidden, Played, Refused, Reused, Stale, Unsaved
from companion.tables.errors import NoSuchTable, Unavailable
from companion.tables.policy import forbids
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.service.house import UNDO, House, done, report, take, trick
from tests.storage.raw import everything, no_commit


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ([take("Mary")], "prediction-order"),
        ([{"move": "steal", "seat": "Chris", "color": "red", "from": "Mary"}], "steal-only-when-centre-empty"),
        ([{"move": "dance"}], "malformed"),
        ([None], "malformed"),
        ([take("Chris"), take("Mary")], "prediction-order"),
        ([take("Chris"), "nonsense"], "malformed"),
        ([take("Chris"), UNDO, UNDO], "nothing-to-undo"),
    ],
)
def test_what_is_refused_leaves_no_trace(house: House, url: str, moves: list[Any], rule: str) -> None:
    before, state, seen = everything(url), report(house.tables, house.code), house.now
    with listener_of(house.tables.pubsub, house.code) as listener:
        answer = house.play(*moves, request="tap")
        assert not listener.wait(0)
    assert isinstance(answer, Refused)
    assert answer.rejected.rule.id == rule
    assert answer.snapshot is house.now is seen
    assert everything(url) == before
    assert report(house.tables, house.code) == state
    assert isinstance(house.play(take("Chris"), request="tap"), Played)


def test_what_is_allowed_instead_is_allowed(house: House) -> None:
    answer = house.play(take("Mary"))
    assert isinstance(answer, Refused)
    assert answer.instead
    for move in answer.instead:
        assert isinstance(house.play(move.plain()), Played)
        house.play_all(UNDO)


def test_instead_names_first_what_this_phone_may_enter(house: House) -> None:
    mary, chris = house.seat("Mary"), house.seat("Chris")
    hers = house.play(take("Mary"), actor=mary)
    assert isinstance(hers, Refused)
    assert hers.instead  # Chris's moves: she learns whose turn it is
    assert all(forbids(mary, move) for move in hers.instead)
    his = house.play({"move": "steal", "seat": "Chris", "color": "red", "from": "Mary"}, actor=chris)
    assert isinstance(his, Refused)
    assert his.instead
    assert not any(forbids(chris, move) for move in his.instead)


def test_several_moves_of_one_tap_stand_or_fall_together(house: House) -> None:
    for name in ("Chris", "Mary", "Katie"):
        house.play_all(take(name, "green"), done(name))
    before = house.now
    assert isinstance(house.play(trick("Mary"), {"move": "turn_in", "seat": "Mary", "color": "red"}), Refused)
    assert house.now is before
    answer = house.play(trick("Mary"), {"move": "turn_in", "seat": "Mary", "color": "green"})
    assert isinstance(answer, Played)
    assert answer.version == before.version + 2
    assert [entry.version for entry in house.tables.entries(house.code)] == list(range(1, answer.version + 1))


def test_no_move_is_no_entry(house: House) -> None:
    answer = house.play(request="tap")
    assert isinstance(answer, Played)
    assert (answer.version, house.now.version) == (0, 0)


@pytest.mark.parametrize(
    "others",
    [
        [take("Chris", "blue")],
        [take("Chris"), take("Chris")],
        [take("Chris")] * 3,
        [],
        ["nonsense"],
        [take("Chris"), take("Chris", "blue"), "x"],
    ],
)
def test_a_requests_name_is_good_for_one_request(house: House, others: list[Any]) -> None:
    house.play_all(take("Chris", "green"))
    assert isinstance(house.play(take("Chris"), take("Chris", "blue"), request="tap"), Played)
    answer = house.play(*others, request="tap")
    assert isinstance(answer, Reused)
    assert answer.snapshot.version == house.now.version == 3


def test_a_repeat_may_be_written_differently(house: House) -> None:
    assert isinstance(house.play({"move": "take", "seat": "Chris", "color": "red"}, request="tap"), Played)
    answer = house.play({"color": "red", "seat": "Chris", "move": "take"}, request="tap")
    assert isinstance(answer, Played)
    assert answer.version == house.now.version == 1


def test_two_phones_may_name_their_requests_alike(house: House) -> None:
    assert isinstance(house.play(take("Chris"), request="1"), Played)
    assert isinstance(house.play(take("Chris"), actor=house.seat("Chris"), request="1"), Played)
    assert house.now.version == 2


def test_a_request_is_known_after_catching_up_with_another_process(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 0
    assert isinstance(house.play(take("Chris"), request="tap"), Played)
    other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=None, request=None)
    assert isinstance(house.play(take("Chris", "green"), seen=1), Stale)
    answer = house.play(take("Chris"), request="tap")
    assert isinstance(answer, Played)
    assert (answer.version, answer.snapshot.version) == (1, 2)


def test_a_failed_commit_shows_what_the_ledger_really_has(house: House, make_tables: MakeTables) -> None:
    assert house.now.version == 0
    make_tables().submit(house.code, [take("Chris")], actor=house.host, seen=0, request=None)
    with listener_of(house.tables.pubsub, house.code) as listener:
        with no_commit(house.tables):
            answer = house.play(take("Chris", "blue"))
        assert isinstance(answer, Unsaved)
        assert answer.snapshot.version == 1
        assert listener.wait(0)


def test_a_table_that_never_comes_to_rest_is_stale(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def clash(entries: object) -> Future[str]:
        tried.append(entries)
        clashed = Future[str]()
        clashed.set_result("clash")
        return clashed

    monkeypatch.setattr(house.tables.ledger, "append", clash)
    assert isinstance(house.play(take("Chris")), Stale)
    assert len(tried) == TRIES


def test_where_the_database_is_gone_the_last_known_state_is_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play_all(take("Chris"))

    def gone() -> None:
        raise Unavailable

    with monkeypatch.context() as broken:
        broken.setattr(house.tables.database, "writing", gone)
        broken.setattr(house.tables.database, "reading", gone)
        answer = house.play(take("Chris", "blue"))
        assert isinstance(answer, Unsaved)
        assert answer.snapshot.version == 1
        assert house.tables.get(house.code) is answer.snapshot
    assert house.now.version == 1


def test_an_unknown_table(house: House) -> None:
    for unknown in ("22222222", "", "\ud800", "x" * 10000):
        with pytest.raises(NoSuchTable, match="No table"):
            house.tables.get(unknown)
        with pytest.raises(NoSuchTable):
            house.tables.submit(unknown, [take("Chris")], actor=house.host, seen=None, request=None)


def test_a_key_of_another_table_opens_nothing(house: House) -> None:
    elsewhere = House(house.tables)
    answer = house.play(take("Chris"), actor=elsewhere.host)
    assert isinstance(answer, Forbidden)
    assert answer.text.put() == "This key belongs to another table."
