"""Tables in memory: a few are kept, and one that is loaded again is the same; any ledger gives the live state."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.service.service import TableService
from companion.tables.answers import Played, Refused
from companion.tables.errors import NoSuchTable
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, header, report, take, trick


def test_what_was_used_longest_ago_falls_off_and_comes_back_identical(make_tables: MakeTables) -> None:
    tables = make_tables(kept=2)
    houses = [House(tables) for _ in range(5)]
    for i, house in enumerate(houses):
        house.play_all(*[take("Chris")] * (i % 3), done("Chris"), take("Mary", "blue"), UNDO)
    before = [report(tables, house.code) for house in houses]
    assert len(tables.cache) == 2
    assert [report(tables, house.code) for house in houses] == before
    for house in houses:
        house.play_all(take("Mary", "blue"))
    assert [report(tables, house.code)["version"] for house in houses] == [one["version"] + 1 for one in before]


def test_a_table_in_use_stays_in_memory(make_tables: MakeTables) -> None:
    tables = make_tables(kept=2)
    first, second, third = (House(tables) for _ in range(3))
    first.play_all(take("Chris"))
    book = first.now.book
    for house in (second, first, third, first):
        assert house.now.version in (0, 1)
    assert first.now.book is book
    assert list(tables.cache._kept) == [third.code, first.code]


def test_a_slot_that_somebody_uses_is_never_given_out_twice(make_tables: MakeTables) -> None:
    tables = make_tables(kept=1)
    first, second = House(tables), House(tables)
    using = tables.cache.slot(first.code)
    assert second.now.version == first.now.version
    second.play(take("Chris"))
    assert list(tables.cache._kept) == [second.code]
    assert tables.cache.slot(first.code) is using


def test_few_long_evenings_are_kept_and_many_short_ones(make_tables: MakeTables) -> None:
    tables, again = (make_tables(kept=10, kept_entries=8) for _ in range(2))
    houses = [House(tables) for _ in range(4)]
    for house, moves in zip(houses, (6, 1, 1, 3), strict=True):
        house.play_all(*[take("Chris"), UNDO] * (moves // 2), *[take("Chris")] * (moves % 2))
    kept = [(again.get(house.code), len(again.cache))[1] for house in houses]
    assert kept == [1, 2, 3, 3]
    assert list(again.cache._kept) == [house.code for house in houses[1:]]


def test_guessed_codes_take_no_room(tables: TableService) -> None:
    for code in ("22222222", "33333333", "no code"):
        with pytest.raises(NoSuchTable):
            tables.get(code)
    assert len(tables.cache) == 0
    assert len(tables.cache._used) == 0


def test_a_long_evening_is_loaded_and_let_go_without_recursion(make_tables: MakeTables, tables: TableService) -> None:
    house = House(tables)
    for _ in range(150):
        house.play(*[take("Chris"), UNDO] * 10, take("Chris"), UNDO)
    again = make_tables()
    assert report(again, house.code) == report(tables, house.code)
    repr(again.get(house.code))
    assert len(again.entries(house.code)) == house.now.version == 3300


Steps = list[tuple[str, int]]
steps = st.lists(
    st.tuples(st.sampled_from(["legal", "legal", "legal", "any", "undo"]), st.integers(0, 40)), max_size=60
)


def next_move(house: House, kind: str, number: int) -> Any:
    book = house.now.book
    offers = book.game.choices(book.state, None)
    legal = [choice.move for choice in offers if choice.legal]
    phase = book.report().phase
    if kind == "undo":
        return UNDO
    if kind == "any":
        return ([choice.move.plain() for choice in offers] or [take("Mary", "pink")])[number % max(1, len(offers))]
    if phase == "trick":
        return trick(("Chris", "Mary", "Katie")[number % 3], ("red", "green", "blue")[number // 3 % 3], "blue")
    return legal[number % len(legal)].plain() if legal else UNDO


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_replaying_a_ledger_gives_the_live_state(make_tables: MakeTables, tables: TableService, played: Steps) -> None:
    house = House(tables, on=header(rounds=1))
    accepted = 0
    for kind, number in played:
        answer = house.play(next_move(house, kind, number))
        assert isinstance(answer, (Played, Refused))
        accepted += isinstance(answer, Played)
        assert house.now.version == accepted
    again = make_tables()
    assert report(again, house.code) == report(tables, house.code)
    assert again.get(house.code).book.state == house.now.book.state
    entries = again.entries(house.code)
    assert [entry.version for entry in entries] == list(range(1, accepted + 1))
    standing = [entry.item for entry in entries if entry.stands and entry.undoes is None]
    assert tuple(standing) == house.now.book.moves()
    again.close()
