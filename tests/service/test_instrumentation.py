"""What the tables tell a meter: what was saved and what was refused, each once."""

from __future__ import annotations

import pytest

from companion.live.bus import SilentBus
from companion.service.instrumentation import Meter
from companion.service.service import TableService
from companion.tables.answers import Played, Refused
from companion.tables.errors import Unavailable
from tests.databases import MakeTables
from tests.service.house import UNDO, House, take
from tests.storage.raw import no_commit
from tests.tables.acts import hold


class Heard(Meter):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[tuple[str, int]] = []
        self.refusals: list[tuple[str, str]] = []
        self.news: list[str] = []

    def committed(self, code: str, moves: int, seconds: float) -> None:
        assert 0 <= seconds < 60
        self.saves.append((code, moves))

    def announced(self, code: str) -> None:
        self.news.append(code)

    def refused(self, game: str, rule: str) -> None:
        self.refusals.append((game, rule))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def house(make_tables: MakeTables, heard: Heard) -> House:
    return House(make_tables(meter=heard))


def test_each_tap_that_is_saved_is_told_with_its_moves(house: House, heard: Heard) -> None:
    house.play_all(take("Chris"), UNDO)
    assert isinstance(house.play(take("Chris"), take("Chris", "blue")), Played)
    assert heard.saves == [(house.code, 1), (house.code, 1), (house.code, 2)]
    assert heard.refusals == []


def test_an_act_of_the_referee_is_no_move(house: House, heard: Heard) -> None:
    house.play_all(hold("Was that red?"))
    assert heard.saves == [(house.code, 0)]


def test_the_same_tap_again_is_told_once(house: House, heard: Heard) -> None:
    for _ in range(2):
        assert isinstance(house.play(take("Chris"), request="tap"), Played)
    assert heard.saves == [(house.code, 1)]


def test_what_was_not_saved_is_not_told(house: House, heard: Heard) -> None:
    with no_commit(house.tables):
        house.play(take("Chris"))
    assert (heard.saves, heard.refusals) == ([], [])


def test_a_refusal_is_told_by_its_rule(house: House, heard: Heard) -> None:
    for _ in range(2):
        assert isinstance(house.play(take("Mary")), Refused)
    assert isinstance(house.play("no move"), Refused)
    assert heard.refusals == [("sluff-off", "prediction-order")] * 2 + [("sluff-off", "malformed")]
    assert heard.saves == []


def test_what_is_missing_is_the_database_where_it_does_not_answer(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tables.missing() == ()

    def gone() -> None:
        raise Unavailable

    monkeypatch.setattr(tables.database, "reading", gone)
    assert tables.missing() == ("database",)


def test_a_bus_that_carries_nothing_is_missing_too(make_tables: MakeTables) -> None:
    assert make_tables(bus=SilentBus()).missing() == ("bus",)


def test_what_other_processes_tell_is_told(house: House, heard: Heard) -> None:
    house.tables.follower.received("K7QF2M9X", (3, 1))
    assert heard.news == ["K7QF2M9X"]
