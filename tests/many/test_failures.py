"""A process, Redis, PostgreSQL: what happens at the tables when one of them is gone, and when it is back."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import redis

from tests import nginx
from tests.many.house import House, Place, Table, serving
from tests.many.phones import all_show, listening
from tests.many.playing import all_have_played, move_after, playing
from tests.postgresql_and_redis import Postgres, Redis

SOON = 60  # seconds: on an idle machine it is one or two, and how many it is there is no test's to say


def test_killed_in_the_middle_of_play_its_phones_are_on_the_other(house: House) -> None:
    table = house.open_table()
    with listening(table, *[house.front] * 4) as phones, playing(house.front, table) as player:
        player.has_played(50, within=SOON)
        for process in house.processes:  # they are all on one of the two, and then on the other
            before = [phone.broken for phone in phones]
            process.end(signal.SIGKILL)
            version = player.has_played(10, within=SOON)
            assert all_show(phones, version, within=SOON)
            lost = {phone.broken > was for phone, was in zip(phones, before, strict=True)}
            assert len(lost) == 1  # all of them or none; one may have to try twice before the other lets it in
            process.start()
            process.ready()
            version = player.has_played(50, within=SOON)
            assert all_show(phones, version, within=SOON)
        assert all(phone.broken for phone in phones)
        last = player.stop()
        assert all(table.see(place)["version"] == last for place in house.places)
        with listening(table, *house.places) as both:
            assert all_show(both, last, within=SOON)


def test_stopped_in_order_nobody_misses_anything(house: House) -> None:
    table = house.open_table()
    with listening(table, *[house.front] * 4) as phones, playing(house.front, table) as player:
        for process in house.processes:
            player.has_played(20, within=SOON)
            assert process.end(signal.SIGTERM) == 0
            player.has_played(20, within=SOON)
            process.start()
            process.ready()
        assert all_show(phones, player.stop(), within=SOON)


def test_without_redis_play_goes_on_and_is_live_again_when_it_is_back(house: House, redis_server: Redis) -> None:
    table = house.open_table()
    one, two = house.places
    with listening(table, one, two) as phones:
        redis_server.stop(signal.SIGKILL)
        for version in range(6):
            assert table.play((one, two)[version % 2], move_after(version)) == (201, {"version": version + 1})
            assert all_show(phones, version + 1, within=SOON)
        redis_server.start()
        with closing(redis.Redis.from_url(redis_server.url)) as bus:
            _until(lambda: sum(count for _, count in bus.pubsub_numsub(*bus.pubsub_channels())) == 2)
            with bus.pubsub() as told:  # type: ignore[no-untyped-call]
                told.psubscribe("*")
                assert told.get_message(timeout=SOON)
                for version in range(6, 12):
                    assert table.play((one, two)[version % 2], move_after(version))[0] == 201
                    assert told.get_message(timeout=SOON)  # it is Redis that tells, not the ledger that is asked
                    assert all_show(phones, version + 1, within=SOON)


def test_without_redis_from_the_start_play_goes_on(tmp_path: Path, postgresql: str, redis_server: Redis) -> None:
    nginx.program()
    redis_server.stop()
    with serving(tmp_path, postgresql, redis_server.url) as house:
        table = house.open_table()
        with listening(table, *house.places) as phones:
            for version in range(4):
                assert table.play(house.places[version % 2], move_after(version)) == (201, {"version": version + 1})
                assert all_show(phones, version + 1, within=SOON)


def test_without_postgresql_nothing_is_saved_and_nothing_unsaved_is_shown(
    tmp_path: Path, stoppable_postgres: Postgres, redis_server: Redis
) -> None:
    nginx.program()
    database = stoppable_postgres.service
    assert database is not None
    with serving(tmp_path, stoppable_postgres.database(), redis_server.url) as house:
        table, quiet = house.open_table(), house.open_table()
        with listening(table, *house.places, house.front) as phones:
            assert table.play(house.front, move_after(0))[0] == 201
            assert all_show(phones, 1, within=SOON)
            database.stop()
            for number, place in enumerate([*house.places, house.front] * 3):
                assert _not_saved(table.play(place, move_after(1), Idempotency_Key=f"tap-{number}"))
                assert _not_saved(quiet.play(place, move_after(0)))
                _shows_nothing_else(place, table.path, 1)
                _shows_nothing_else(place, quiet.path, 0)
            assert [phone.version for phone in phones] == [1, 1, 1]
            database.start()
            for place in house.places:  # the last tap again, as its phone does it: it counts once
                _until(partial(_saved, table, place, 1, "tap-8"))
            assert all_show(phones, 2, within=SOON)
            for version, place in enumerate(house.places):
                _until(partial(_saved, quiet, place, version, f"quiet-{version}"))
            for phone in phones:
                assert {state["version"] for state in phone.heard} == {0, 1, 2}


def test_whatever_was_under_way_when_postgresql_went_is_entered_once(
    tmp_path: Path, stoppable_postgres: Postgres, redis_server: Redis
) -> None:
    nginx.program()
    database = stoppable_postgres.service
    assert database is not None
    with serving(tmp_path, stoppable_postgres.database(), redis_server.url) as house:
        tables = [house.open_table() for _ in range(6)]
        with ExitStack() as stack:
            phones = [stack.enter_context(listening(table, *house.places)) for table in tables]
            players = [stack.enter_context(playing(house.front, table)) for table in tables]
            for by in (signal.SIGINT, signal.SIGKILL):
                all_have_played(players, 20, within=SOON)
                database.stop(by)
                database.start()
                all_have_played(players, 20, within=SOON)
            for player, table, ears in zip(players, tables, phones, strict=True):
                last = player.stop()
                # A tap that is sent again counts once: what stands was answered, or is the last one sent.
                assert {table.see(place)["version"] for place in house.places} <= {last, last + 1}
                assert all_show(ears, last, within=SOON)
                for phone in ears:
                    versions = [state["version"] for state in phone.heard]
                    assert versions == sorted(set(versions))


def _saved(table: Table, place: Place, version: int, name: str) -> bool:
    return table.play(place, move_after(version), Idempotency_Key=name) == (201, {"version": version + 1})


def _not_saved(said: tuple[int, dict[str, Any]]) -> bool:
    status, body = said
    return status == 503 and "try again" in body["reason"]


def _shows_nothing_else(place: Place, path: str, version: int) -> None:
    """Whoever asks is told what was saved, or that nothing can be told."""
    status, now = place.ask("GET", path)
    assert status == 503 or (status, now["version"]) == (200, version)


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)
