"""Writers that race for one table: in one process and in two, hundreds of times; no gap, no fork.

Ten thousand races, and ten thousand over HTTP, are in `make faults`.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from companion.service.service import TableService
from companion.storage.schema import ENTRIES
from companion.tables.answers import Answer, Played, Stale
from tests.databases import BOTH, MakeTables
from tests.service import racing
from tests.service.house import UNDO, House, report, take
from tests.service.racing import raced

pytestmark = BOTH
RACES = {"sqlite": 200, "postgresql": 70}
COLORS = ("red", "blue", "green", "orange")


def race(house: House, racers: list[TableService], races: int) -> list[list[Answer]]:
    """In every race each racer posts a move of its own for the one version that all have seen."""
    ready = Barrier(len(racers))
    answers: list[list[Answer]] = [[] for _ in racers]

    def run(me: int) -> None:
        for seen in range(races):
            move = UNDO if seen % 2 else take("Chris", COLORS[me])
            ready.wait(60)
            request = f"{me}/{seen}"
            answers[me].append(racers[me].submit(house.code, [move], actor=house.host, seen=seen, request=request))

    with ThreadPoolExecutor(len(racers)) as pool:
        for future in [pool.submit(run, me) for me in range(len(racers))]:
            future.result(300)
    return answers


def no_gap_no_fork(house: House, answers: list[list[Answer]], races: int) -> None:
    """Each race has one winner, whose move is the entry; all others were told that the table has moved on."""
    entries = house.tables.entries(house.code)
    assert [entry.version for entry in entries] == list(range(1, races + 1))
    for seen, entry in enumerate(entries):
        told = [one[seen] for one in answers]
        winners = [me for me, answer in enumerate(told) if isinstance(answer, Played) and answer.version == seen + 1]
        assert len(winners) == 1
        assert sum(isinstance(answer, Stale) for answer in told) == len(told) - 1
        if not seen % 2:
            assert entry.item.plain()["color"] == COLORS[winners[0]]


@pytest.mark.parametrize("writers", [2, 4])
def test_writers_of_one_process(house: House, make_tables: MakeTables, writers: int) -> None:
    answers = race(house, [house.tables] * writers, 400)
    no_gap_no_fork(house, answers, 400)
    assert report(make_tables(), house.code) == report(house.tables, house.code)


def test_writers_of_two_processes(house: House, make_tables: MakeTables) -> None:
    others = [make_tables(), house.tables]
    answers = race(house, others, 300)
    no_gap_no_fork(house, answers, 300)
    assert {type(answer) for one in answers for answer in one} == {Played, Stale}
    assert report(make_tables(), house.code) == report(house.tables, house.code)


def test_two_processes_of_the_operating_system(kind: str, url: str, house: House) -> None:
    races = RACES[kind]
    one, other = raced(url, house.code, house.host, races)
    assert [a ^ b for a, b in zip(one, other, strict=True)] == [True] * races  # each has one winner
    assert min(sum(one), sum(other)) > races // 100  # and they were races
    with house.tables.database.reading() as connection:
        rows = connection.execute(select(ENTRIES.c.version, ENTRIES.c.move).order_by(ENTRIES.c.version)).all()
    assert [row.version for row in rows] == list(range(1, races + 1))
    takes = [json.loads(row.move)["color"] for row in rows[::2]]
    assert takes == [racing.COLORS[not won] for won in one[::2]]  # the entry is the winner's


def test_writers_who_have_seen_nothing_all_get_in(house: House, make_tables: MakeTables) -> None:
    racers = [house.tables, make_tables(), house.tables, make_tables()]
    ready = Barrier(len(racers))

    def run(tables: TableService) -> list[int]:
        versions = []
        for _ in range(60):
            ready.wait(60)
            answer = tables.submit(house.code, [take("Chris"), UNDO], actor=house.host, seen=None, request=None)
            assert isinstance(answer, Played), answer
            versions.append(answer.version)
        return versions

    with ThreadPoolExecutor(len(racers)) as pool:
        versions = [v for future in [pool.submit(run, tables) for tables in racers] for v in future.result(300)]
    assert sorted(versions) == list(range(2, 2 * 4 * 60 + 1, 2))


def test_the_same_tap_sent_by_many_threads_is_entered_once(house: House, make_tables: MakeTables) -> None:
    racers = [house.tables, make_tables(), house.tables, make_tables()]
    ready = Barrier(len(racers))

    def run(tables: TableService) -> list[Answer]:
        answers = []
        for turn in range(60):
            ready.wait(60)
            moves = [UNDO] if turn % 2 else [take("Chris")]
            answers.append(tables.submit(house.code, moves, actor=house.host, seen=turn, request=f"tap {turn}"))
        return answers

    with ThreadPoolExecutor(len(racers)) as pool:
        answers = [future.result(300) for future in [pool.submit(run, tables) for tables in racers]]
    for turn in range(60):
        assert [getattr(one[turn], "version", None) for one in answers] == [turn + 1] * len(racers)
    assert make_tables().get(house.code).version == 60
