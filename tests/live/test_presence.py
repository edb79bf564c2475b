"""Who is away: known by what was seen, here or on the bus, and by nothing else."""

from __future__ import annotations

import pytest

from companion.live import presence as module
from companion.live.bus import LocalBus, SilentBus
from companion.live.presence import AWAY_SECONDS, SEEN, Presence
from tests.live.hearing import Faulty
from tests.service.clock import Seconds


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


def test_a_phone_that_was_seen_is_away_after_two_heartbeats(clock: Seconds) -> None:
    presence = Presence(LocalBus(), clock)
    presence.here("A", 0)
    presence.here("A", 1)
    clock.now += AWAY_SECONDS
    presence.here("A", 1)
    assert presence.away("A") == frozenset()
    clock.now += 1
    assert presence.away("A") == {0}
    assert presence.away("B") == frozenset()  # no phone was ever seen there


def test_what_other_processes_see_counts_too_and_is_told_to_them(clock: Seconds) -> None:
    bus = Faulty()
    presence = Presence(bus, clock)
    presence.here("A", 2)
    assert bus.told == [("A/2", SEEN)]
    clock.now += AWAY_SECONDS + 1
    back: list[str] = []
    presence.returned = back.append
    assert presence.received("A/2")
    assert (presence.away("A"), back) == (frozenset(), ["A"])
    assert not presence.received("A")


def test_a_gap_gives_everybody_another_while(clock: Seconds) -> None:
    presence = Presence(LocalBus(), clock)
    presence.here("A", 0)
    clock.now += AWAY_SECONDS + 1
    presence.missed()
    assert presence.away("A") == frozenset()


def test_nobody_is_called_away_while_other_processes_are_not_heard(clock: Seconds) -> None:
    presence = Presence(SilentBus(), clock)
    presence.here("A", 0)
    clock.now += AWAY_SECONDS + 1
    assert presence.away("A") == frozenset()


def test_who_was_away_and_comes_back_is_told_of_even_where_nobody_listens(clock: Seconds) -> None:
    presence = Presence(LocalBus(), clock)
    presence.here("A", 0)
    clock.now += AWAY_SECONDS + 1
    presence.here("A", 0)
    assert presence.away("A") == frozenset()


def test_only_the_tables_seen_last_are_kept(clock: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    presence = Presence(LocalBus(), clock)
    for code in ("A", "B", "A", "C"):
        presence.here(code, 0)
    clock.now += AWAY_SECONDS + 1
    assert [bool(presence.away(code)) for code in "ABC"] == [True, False, True]
