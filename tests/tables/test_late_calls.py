"""Races: the first move that is entered counts, and the ledger says who was later and by how much."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from companion.games.transcript import read_header
from companion.tables.answers import Forbidden, Played, Stale
from companion.tables.entry import Amend, Late
from companion.tables.snapshot import LateCall, Snapshot
from tests.databases import MakeTables
from tests.games.popcorn.sitting import call
from tests.service.clock import Clock
from tests.service.house import UNDO, House

SEATS = ["Ann", "Ben", "Cat", "Dan"]
CLAIM: dict[str, Any] = {"move": "claim", "seat": "Ann", "rank": "A", "count": 1}


def late(seat: str, first: int = 2) -> Late:
    return Late(act="late", first=first, seat=seat)


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now += timedelta(microseconds=123456)  # real times are not whole seconds
    return clock


@pytest.fixture
def race(make_tables: MakeTables, clock: Clock) -> House:
    """Ben has called on Ann\u2019s claim, as entry 2."""
    house = House(make_tables(clock=clock), on=read_header({"transcript": 1, "game": "popcorn", "seats": SEATS}))
    house.play_all(CLAIM, call("Ben"))
    return house


def seconds_late(snapshot: Snapshot) -> list[tuple[str, float]]:
    return [(call.seat, round(call.seconds, 3)) for call in snapshot.late_calls]


def test_the_times_of_the_ledger_say_by_how_much_a_call_was_late(
    race: House, clock: Clock, make_tables: MakeTables
) -> None:
    clock.now += timedelta(seconds=0.4)
    assert isinstance(race.play(late("Cat"), actor=race.seat("Cat")), Played)
    clock.now += timedelta(seconds=0.25)
    assert isinstance(race.play(late("Dan")), Played)  # the host, for a seat
    assert seconds_late(race.now) == [("Cat", 0.4), ("Dan", 0.65)]
    assert race.now.version == 4
    assert race.now.book.accepted == 2
    assert seconds_late(make_tables().get(race.code)) == seconds_late(race.now)  # read from the disk again
    first, *later = (entry.at for entry in race.tables.entries(race.code)[1:])
    assert [round((at - first).total_seconds(), 3) for at in later] == [0.4, 0.65]


def test_nobody_is_early_if_the_clock_was_set_back(race: House, clock: Clock) -> None:
    clock.now += timedelta(seconds=-60)
    race.play_all(late("Cat"))
    assert seconds_late(race.now) == [("Cat", 0.0)]


def test_a_call_from_a_page_older_than_the_winning_call_is_late(race: House, clock: Clock) -> None:
    for seat, seconds in (("Cat", 0.4), ("Dan", 0.3), ("Cat", 0.3)):
        clock.now += timedelta(seconds=seconds)
        answer = race.play(call(seat), actor=race.seat(seat), seen=1)
        assert isinstance(answer, Stale)
        assert answer.late is not None
        assert answer.late.seat == seat
    assert seconds_late(race.now) == [("Cat", 0.4), ("Dan", 0.7)]
    assert race.now.version == 4


@pytest.mark.parametrize(
    ("moves", "seen", "seconds"),
    [
        pytest.param([call("Cat")], 1, 10.1, id="long after"),
        pytest.param([call("Cat")], 0, 0.1, id="another version seen"),
        pytest.param([{"move": "reveal", "honest": True}], 1, 0.1, id="another move"),
        pytest.param([call("Cat"), {"move": "reveal", "honest": True}], 1, 0.1, id="more than a call"),
    ],
)
def test_a_stale_move_that_was_in_no_race_is_not_late(
    race: House, clock: Clock, moves: list[dict[str, Any]], seen: int, seconds: float
) -> None:
    clock.now += timedelta(seconds=seconds)
    answer = race.play(*moves, seen=seen)
    assert (type(answer), race.now.version) == (Stale, 2)
    assert isinstance(answer, Stale)
    assert answer.late is None


@pytest.mark.parametrize(
    ("act", "seconds"),
    [
        pytest.param(late("Cat"), 10.1, id="long after"),
        pytest.param(late("Ben"), 0.1, id="who was first"),
        pytest.param(late("Zoe"), 0.1, id="nobody"),
        pytest.param(late("Cat", 1), 0.1, id="another entry"),
        pytest.param(late("Cat", 3), 0.1, id="an entry to come"),
    ],
)
def test_a_late_call_without_a_race_is_stale(race: House, clock: Clock, act: Late, seconds: float) -> None:
    clock.now += timedelta(seconds=seconds)
    assert isinstance(race.play(act), Stale)
    assert race.now.version == 2


def test_nobody_is_late_twice(race: House) -> None:
    race.play_all(late("Cat"))
    assert isinstance(race.play(late("Cat")), Stale)


def test_nobody_is_late_before_the_first_entry_or_after_a_move_that_is_no_race(make_tables: MakeTables) -> None:
    house = House(make_tables(), on=read_header({"transcript": 1, "game": "popcorn", "seats": SEATS}))
    assert isinstance(house.play(late("Cat", 0)), Stale)
    house.play_all(CLAIM)
    assert isinstance(house.play(late("Cat", 1)), Stale)


def test_a_seat_enters_no_late_call_for_another(race: House) -> None:
    assert isinstance(race.play(late("Cat"), actor=race.seat("Dan")), Forbidden)


def test_a_race_is_over_with_the_next_move_but_its_late_calls_stay_in_the_ledger(race: House) -> None:
    race.play_all(late("Cat"), {"move": "reveal", "honest": True})
    assert race.now.late_calls == ()
    assert [entry.item for entry in race.tables.entries(race.code)][2] == late("Cat")
    race.play_all(UNDO)
    assert seconds_late(race.now) == [("Cat", 0.0)]
    race.play_all(UNDO, call("Dan"))
    assert race.now.late_calls == ()


def test_a_seat_that_a_correction_makes_the_first_is_no_longer_late(race: House) -> None:
    race.play_all(late("Cat"), late("Dan"))
    edits = [{"do": "change", "entry": "2", "move": call("Cat")}]
    race.play_all(Amend.model_validate({"act": "amend", "edits": edits, "reason": "we all saw it"}))
    assert [seat for seat, _ in seconds_late(race.now)] == ["Dan"]


def test_an_amend_keeps_the_times_of_the_race(race: House, clock: Clock, make_tables: MakeTables) -> None:
    clock.now += timedelta(seconds=1)
    edits = [{"do": "change", "entry": "1", "move": {**CLAIM, "count": 2}}]
    race.play_all(Amend.model_validate({"act": "amend", "edits": edits, "reason": "two of them"}))
    clock.now += timedelta(seconds=1)
    race.play_all(late("Cat"))
    assert race.now.late_calls == make_tables().get(race.code).late_calls == (LateCall("2", "Cat", 2.0),)
