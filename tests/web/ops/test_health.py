"""What watches the processes is told: alive, ready, and what was counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from companion.config import Settings
from companion.games import GAMES
from companion.live.bus import SilentBus
from companion.service.instrumentation import AT_PLAY_SECONDS, Meter
from companion.service.service import TableService
from companion.storage.sqlite import sqlite_file
from companion.tables.answers import Opened
from companion.tables.errors import Unavailable
from tests.conftest import said

pytestmark = pytest.mark.own_app

README = Path(__file__).parents[3] / "README.md"
ADDRESSES = ("/healthz", "/readyz", "/metrics")
TAKE = {"move": "take", "seat": "Chris", "color": "red"}


def counts(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def counted(client: FlaskClient) -> Callable[[], dict[str, float]]:
    return lambda: counts(client.get("/metrics").text)


@pytest.mark.parametrize("host", ["127.0.0.1:8077", "localhost", "10.0.0.4"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_they_answer_under_every_known_name_and_are_kept_by_nobody(client: FlaskClient, path: str, host: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "Set-Cookie" not in answer.headers


def test_a_process_without_its_database_is_alive_and_not_ready(
    client: FlaskClient, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").json == {"ready": True, "missing": []}

    def gone() -> None:
        raise Unavailable

    monkeypatch.setattr(tables.database, "reading", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"ready": False, "missing": ["database"]})
    assert answer.headers["Retry-After"] == "1"
    assert client.get("/healthz").status_code == 200


def test_a_database_that_goes_under_the_server_is_told_to_who_taps_and_to_the_operator(
    client: FlaskClient, opened: Opened, settings: Settings, counted: Callable[[], dict[str, float]]
) -> None:
    key, take = {"Authorization": f"Bearer {opened.host_key}"}, {"move": "take", "seat": "Chris", "color": "red"}
    assert client.post(f"/api/tables/{opened.code}/moves", json=take, headers=key).status_code == 201
    file = sqlite_file(settings.database_url)
    assert file is not None
    file.unlink()
    before = counted()["companion_unsaved_total"]
    assert client.post(f"/api/tables/{opened.code}/moves", json=take, headers=key).status_code == 503
    assert client.get("/readyz").status_code == 503
    assert counted()["companion_unsaved_total"] == before + 1


def test_a_database_that_goes_before_anybody_asked_is_told_too(
    client: FlaskClient, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    file = sqlite_file(settings.database_url)
    assert file is not None
    file.unlink()
    assert client.get("/readyz").status_code == 503
    assert caplog.messages == [
        f"the database does not save: {file} was removed or replaced while it was in use; start anew"
    ]
    assert not file.exists()


def test_a_tap_that_fails_before_it_is_entered_counts_too(
    client: FlaskClient, opened: Opened, tables: TableService, counted: Callable[[], dict[str, float]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A process that has yet to read the table finds no database."""

    def gone(*_: object, **__: object) -> None:
        raise Unavailable

    key, take = {"Authorization": f"Bearer {opened.host_key}"}, {"move": "take", "seat": "Chris", "color": "red"}
    monkeypatch.setattr(tables.follower, "refresh", gone)
    before = counted()["companion_unsaved_total"]
    assert client.post(f"/api/tables/{opened.code}/moves", json=take, headers=key).status_code == 503
    assert client.get(f"/api/tables/{opened.code}").status_code == 503
    assert counted()["companion_unsaved_total"] == before + 1


def test_without_a_bus_a_process_is_ready_and_says_so(client: FlaskClient, tables: TableService) -> None:
    tables.bus = SilentBus()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"ready": True, "missing": ["bus"]})
    assert "Retry-After" not in answer.headers


def test_a_move_is_counted_and_so_is_a_refusal(
    client: FlaskClient, opened: Opened, counted: Callable[[], dict[str, float]]
) -> None:
    address, key = f"/api/tables/{opened.code}/moves", {"Authorization": f"Bearer {opened.host_key}"}
    before = counted()
    assert (before["companion_moves_total"], before["companion_tables_at_play"]) == (0, 0)
    assert client.post(address, json=TAKE, headers=key).status_code == 201
    refused = client.post(address, json={**TAKE, "seat": "Mary"}, headers=key)
    assert refused.status_code == 422
    after = counted()
    assert after["companion_moves_total"] == after["companion_commit_seconds_count"] == 1
    assert after["companion_tables_at_play"] == 1
    assert 0 < after["companion_commit_seconds_sum"] < 60
    assert after[f"companion_refusals_total sluff-off {said(refused)['rule']}"] == 1


def test_only_rules_of_the_rulebooks_are_told_and_no_code_key_or_name(
    client: FlaskClient, opened: Opened, counted: Callable[[], dict[str, float]]
) -> None:
    address, key = f"/api/tables/{opened.code}/moves", {"Authorization": f"Bearer {opened.host_key}"}
    for move in ({**TAKE, "seat": "Mary"}, {**TAKE, "color": "<b>"}, {"move": "Chris"}, {"move": "undo"}, 7):
        assert client.post(address, json=move, headers=key).status_code in (400, 422)
    told = {name.split()[1:3][1] for name in counted() if name.startswith("companion_refusals_total")}
    assert len(told) > 1
    assert told <= {rule.id for game in GAMES.values() for rule in game.rulebook.rules}
    page = client.get("/metrics").text
    assert not re.search("|".join([opened.code, opened.host_key, "Mary", "Chris", "<b>"]), page)


def test_it_can_be_turned_off(make_app: Callable[[Settings], Flask], settings: Settings) -> None:
    client = make_app(settings.model_copy(update={"metrics": False})).test_client()
    assert [client.get(path).status_code for path in ADDRESSES] == [200, 200, 404]


def test_phones_that_listen_are_counted_as_long_as_they_do() -> None:
    metrics = Meter()
    metrics.connected()
    metrics.connected()
    metrics.disconnected()
    metrics.delivered(0.003)
    metrics.announced("K7QF2M9X")
    found = counts(metrics.page().decode())
    assert (found["companion_phones_connected"], found["companion_fanout_seconds_count"]) == (1, 1)
    assert found["companion_tables_at_play"] == 1
    assert (found["companion_fanout_seconds_bucket 0.002"], found["companion_fanout_seconds_bucket 0.005"]) == (0, 1)


def test_a_table_is_at_play_for_ten_minutes_after_its_latest_move() -> None:
    now = [0.0]
    metrics = Meter(lambda: now[0])

    def at_play() -> float:
        return counts(metrics.page().decode())["companion_tables_at_play"]

    metrics.committed("A", 1, 0.001)
    now[0] = 400.0
    metrics.announced("B")
    metrics.announced("A")
    assert at_play() == 2
    now[0] = 400.0 + AT_PLAY_SECONDS
    assert at_play() == 2
    metrics.announced("B")
    metrics.committed("C", 0, 0.001)
    now[0] += 1
    assert at_play() == 1
