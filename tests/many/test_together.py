"""Any phone on any process: what one of them accepts, all show."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from tests import nginx
from tests.many.house import House, serving
from tests.many.phones import all_show, listening
from tests.many.playing import move_after
from tests.postgresql_and_redis import Postgres, own_redis

SOON = 60


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres) -> Iterator[House]:
    """One house for all of these: each has tables of its own, and none ends a process."""
    nginx.program()
    database = postgres_server.database()
    with own_redis() as redis, serving(tmp_path_factory.mktemp("together"), database, redis.url) as house:
        yield house
    postgres_server.drop(database)


def test_phones_on_both_see_each_others_moves(house: House) -> None:
    table = house.open_table()
    one, two = house.places
    with listening(table, one, two, house.front, house.front) as phones:
        for version, place in enumerate(islice(cycle([one, two, house.front]), 30)):
            assert table.play(place, move_after(version)) == (201, {"version": version + 1})
            assert all_show(phones, version + 1, within=SOON)
        assert all([state["version"] for state in phone.heard] == list(range(31)) for phone in phones)


def test_a_tap_that_is_sent_to_both_counts_once(house: House) -> None:
    table = house.open_table()
    for version in range(10):
        said = [table.play(place, move_after(version), Idempotency_Key=f"tap-{version}") for place in house.places]
        assert said == [(201, {"version": version + 1})] * 2


def test_a_move_for_a_version_of_the_other_process_is_judged_by_it(house: House) -> None:
    table = house.open_table()
    one, two = house.places
    assert table.play(one, move_after(0), If_Match='"0"') == (201, {"version": 1})
    assert table.play(two, move_after(1), If_Match='"1"') == (201, {"version": 2})
    assert table.play(one, move_after(0), If_Match='"1"') == (409, {"version": 2})


def test_the_phones_address_is_the_proxys_and_the_page_is_whole(house: House) -> None:
    line = house.front.connect()
    line.request("GET", "/")
    answer = line.getresponse()
    page = answer.read()
    assert (answer.status, b"</html>" in page) == (200, True)
    assert answer.headers["Strict-Transport-Security"]
    line.request("GET", "/metrics")
    assert line.getresponse().status == http.client.NOT_FOUND
    line.close()
