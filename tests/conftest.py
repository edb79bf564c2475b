"""What most tests of the web need: an app with a folder of its own, a table with its keys, and phones.

A phone is a browser that answers forms as a page of ours would: its token is right
unless a test takes it away.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import pytest

if TYPE_CHECKING:
    from flask import Flask, Response
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from companion.config import Settings
    from companion.service.service import TableService
    from companion.tables.answers import Opened

SEATS = ["Chris", "Mary", "Katie", "Cory"]
ONCE = "no-store, no-transform"
"""How an answer that tells a key is kept, and packed, on its way: not at all."""
HEADER: dict[str, Any] = {
    "transcript": 1,
    "game": "sluff-off",
    "seats": SEATS,
    "dealer": "Cory",
    "options": {"supply": {"blue": 3}},
}
os.environ.setdefault("COMPANION_SECURITY_LOG", "off")  # what servers say on standard error is a test's to look at
pytest_plugins = ["tests.postgresql_and_redis", "tests.running", "tests.databases"]
_NUMBERS = count()


def said(answer: TestResponse) -> Any:
    """An answer's JSON."""
    assert answer.is_json, answer.text
    return answer.json


class Phone:
    """A browser with a cookie of its own. `code` and `key`, where given, are what it once was told; so is `circle`."""

    def __init__(
        self, app: Flask, code: str | None = None, key: str | None = None, circle: tuple[str, str] | None = None
    ) -> None:
        from itsdangerous import URLSafeTimedSerializer

        raw = f"a raw token of the tests, {next(_NUMBERS)}"  # each phone has one of its own
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.token = str(URLSafeTimedSerializer(app.secret_key or "", salt="wtf-csrf-token").dumps(raw))
        with self.client.session_transaction() as session:
            session["csrf_token"] = raw
            session.permanent = True
            session["tables"] = [[code, key]] if code and key else []
            if circle:
                session["circles"] = [list(circle)]

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

    def unanswered(self, path: str, data: object) -> TestResponse:
        """A form of which no answer comes: what that would have put into the cookie is not there."""
        with self.client.session_transaction() as session:
            before = dict(session)
        answer = self.post(path, data)
        with self.client.session_transaction() as session:
            session.clear()
            session.update(before)
        return answer


PhoneMaker = Callable[..., Phone]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file in today's shape, made once: copy it."""
    from companion.storage.migrate import upgrade

    file = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of an app whose database and key lie in the test's own folder."""
    from companion.config import Settings

    return Settings.from_environment({"COMPANION_INSTANCE": str(tmp_path / "instance")})


class NoSuchName(jinja2.Undefined):
    """What a template reads that is not there: a fault where an object lacks it; a page may leave out a whole value."""

    def __init__(
        self, hint: str | None = None, obj: Any = jinja2.utils.missing, name: str | None = None,
        exc: type[jinja2.TemplateRuntimeError] = jinja2.UndefinedError,
    ) -> None:  # fmt: skip
        super().__init__(hint, obj, name, exc)
        if obj is not jinja2.utils.missing and not isinstance(obj, Mapping):
            raise exc(f"{type(obj).__name__} has no {name}")


def as_documented(answer: Response) -> Response:
    """Hold an answer of the API against the operation that its view declares."""
    from flask import request

    from companion.web.api.openapi import OPERATIONS

    blueprint, _, view = (request.endpoint or "").partition(".")
    if blueprint == "api" and request.method != "OPTIONS":
        assert str(answer.status_code) in OPERATIONS[view]["responses"], f"{view} does not declare {answer.status_code}"
    return answer


def made_app(settings: Settings, empty_database: Path) -> Flask:
    """An app on a database that is copied, not made."""

    from companion import create_app
    from companion.storage.sqlite import sqlite_file

    file = sqlite_file(settings.database_url)
    if file is not None and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(empty_database, file)
    app = create_app(settings)
    app.config["TESTING"] = True
    app.jinja_env.bytecode_cache = jinja2.FileSystemBytecodeCache()
    app.jinja_env.undefined = NoSuchName
    app.after_request(as_documented)
    return app


@pytest.fixture
def make_app(empty_database: Path) -> Iterator[Callable[[Settings], Flask]]:
    """Apps with settings of a test's choice; all are closed afterwards."""
    made: list[Flask] = []

    def make(settings: Settings) -> Flask:
        made.append(made_app(settings, empty_database))
        return made[-1]

    yield make
    for app in made:
        app.extensions["tables"].close()


MANY_TABLES = {"open_limit": "100000/minute"}


@pytest.fixture(scope="module")
def shared_app(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app of all tests of a file that need none of their own: one costs as much to make as twenty pages."""
    from companion.config import Settings

    instance = tmp_path_factory.mktemp("shared") / "instance"
    settings = Settings.from_environment({"COMPANION_INSTANCE": str(instance)})
    app = made_app(settings.model_copy(update=MANY_TABLES), empty_database)
    app.config["GUESSES"] = "1000000/minute"
    yield app
    app.extensions["tables"].close()


@pytest.fixture
def app(request: pytest.FixtureRequest) -> Flask:
    """The app. It opens as many tables as a test likes; an exception in it is the test's.

    A test that changes it, or asks for what all tables together have done, is marked `own_app`.
    """
    if request.node.get_closest_marker("own_app") is None:
        shared: Flask = request.getfixturevalue("shared_app")
        return shared
    settings: Settings = request.getfixturevalue("settings")
    own: Flask = request.getfixturevalue("make_app")(settings.model_copy(update=MANY_TABLES))
    return own


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A program, or a browser without a cookie."""
    return app.test_client()


@pytest.fixture
def tables(app: Flask) -> TableService:
    """The app's tables."""
    found: TableService = app.extensions["tables"]
    return found


@pytest.fixture
def open_table(tables: TableService) -> Callable[..., Opened]:
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
