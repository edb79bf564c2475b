"""What most tests of the web need: an app with a folder of its own, a table with its keys, and phones.

A phone is a browser that answers forms as a page of ours would: its token is right
unless a test takes it away.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from companion.config import Settings
    from companion.tables.service import Tables
    from companion.tables.values import Opened

SEATS = ["Chris", "Mary", "Katie", "Cory"]
HEADER: dict[str, Any] = {
    "transcript": 1,
    "game": "sluff-off",
    "seats": SEATS,
    "dealer": "Cory",
    "options": {"supply": {"blue": 3}},
}
pytest_plugins = ["tests.services"]
CSRF_RAW = "a-raw-token-of-the-tests"


def said(answer: TestResponse) -> Any:
    """An answer's JSON."""
    assert answer.is_json, answer.text
    return answer.json


class Phone:
    """A browser with a cookie of its own. `code` and `key`, where given, are what it once was told."""

    def __init__(self, app: Flask, code: str | None = None, key: str | None = None) -> None:
        from itsdangerous import URLSafeTimedSerializer

        self.app = app
        self.client: FlaskClient = app.test_client()
        self.token = str(URLSafeTimedSerializer(app.secret_key or "", salt="wtf-csrf-token").dumps(CSRF_RAW))
        with self.client.session_transaction() as session:
            session["csrf_token"] = CSRF_RAW
            session.permanent = True
            session["tables"] = [[code, key]] if code and key else []

    def get(self, path: str, *, htmx: bool = False, **more: Any) -> TestResponse:
        """A page, or with `htmx` a fragment."""
        return self.send("GET", path, htmx=htmx, **more)

    def post(self, path: str, data: object = None, *, htmx: bool = False, **more: Any) -> TestResponse:
        """A form sent by a tap, with its token."""
        return self.send("POST", path, htmx=htmx, data=data, **more)

    def send(self, method: str, path: str, *, htmx: bool = False, **more: Any) -> TestResponse:
        """Any request with this phone's cookie and token."""
        headers = {"X-CSRFToken": self.token, **({"HX-Request": "true"} if htmx else {}), **more.pop("headers", {})}
        return self.client.open(path, method=method, headers=headers, **more)


PhoneMaker = Callable[..., Phone]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of an app whose database and key lie in the test's own folder."""
    from companion.config import Settings

    return Settings.from_environment({"COMPANION_INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def make_app() -> Iterator[Callable[[Settings], Flask]]:
    """Apps with settings of a test's choice; all are closed afterwards."""
    from companion import create_app

    made: list[Flask] = []

    def make(settings: Settings) -> Flask:
        app = create_app(settings)
        app.config["TESTING"] = True
        made.append(app)
        return app

    yield make
    for app in made:
        app.extensions["tables"].close()


@pytest.fixture
def app(make_app: Callable[[Settings], Flask], settings: Settings) -> Flask:
    """The app. It opens as many tables as a test likes; an exception in it is the test's."""
    return make_app(replace(settings, open_limit="100000/minute"))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A program, or a browser without a cookie."""
    return app.test_client()


@pytest.fixture
def tables(app: Flask) -> Tables:
    """The app's tables."""
    found: Tables = app.extensions["tables"]
    return found


@pytest.fixture
def open_table(tables: Tables) -> Callable[..., Opened]:
    """Opens a table: four seats with three blue tokens in the box, or with a header's keys as given."""
    from companion.games.transcript import read_header

    def opening(**header: Any) -> Opened:
        return tables.open(read_header({**HEADER, **header}), keys_for_seats=True, label="test")

    return opening


@pytest.fixture
def opened(open_table: Callable[..., Opened]) -> Opened:
    """An open table of four with its code and keys."""
    return open_table()


@pytest.fixture
def phone(app: Flask) -> PhoneMaker:
    """Makes phones: `phone()` looks only, `phone(code, key)` plays."""

    def make(code: str | None = None, key: str | None = None) -> Phone:
        return Phone(app, code, key)

    return make


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Real browsers come last: while one is there, its loop runs in this thread, and no test could run its own."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_configure() -> None:
    """Where nothing may be skipped, examples are the same in every run: a red run is then a change's own."""
    if os.environ.get("COMPANION_NO_SKIPS"):
        hypothesis_settings.register_profile("same", derandomize=True, suppress_health_check=[HealthCheck.too_slow])
        hypothesis_settings.load_profile("same")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be skipped (COMPANION_NO_SKIPS), a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("COMPANION_NO_SKIPS") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
