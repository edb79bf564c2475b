"""`companion doctor`: each thing that can be wrong is found, with what to do about it."""

from __future__ import annotations

import os
import re
import secrets
import socket
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from redis import Redis as Client

from companion.address import Address
from companion.commands import doctor, main
from companion.commands.doctor import Moments, findings, of_address, of_clock, of_name, of_port, of_redis
from companion.config import Settings
from companion.games.text import Text
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from tests.postgresql_and_redis import Postgres, Redis, free_port
from tests.storage.raw import raw

NOW = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
WIFI = Address("192.168.1.20", "wlan0", True)


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("COMPANION_DATABASE_URL", "COMPANION_PUBLIC_URL", "LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr("companion.address.addresses", lambda: (WIFI,))
    return tmp_path / "instance"


@pytest.fixture(name="free_port")
def _free_port() -> int:
    return free_port()


@pytest.mark.parametrize(
    ("found", "public", "well", "says"),
    [
        ((WIFI,), None, True, "Codes lead to URL (wlan0)."),
        ((), None, False, "in no network"),
        ((Address("169.254.3.4", "wlan0", True),), None, False, "given it an address"),
        ((Address("10.8.0.3", "tun0", False),), None, False, "a VPN or a bridge"),
        ((), "https://play.example.org", True, "as was set"),
    ],
)
def test_the_address(found: tuple[Address, ...], public: str | None, well: bool, says: str) -> None:
    told = of_address(found, public, "URL")
    assert told.well is well
    assert says in told.says.put()


@pytest.mark.parametrize(
    ("now", "found", "well", "says"),
    [
        (NOW, Moments(), True, "2026-11-22 20:00 UTC"),
        (NOW, Moments(newest=NOW - timedelta(days=3), its_clock=NOW + timedelta(seconds=30)), True, "20:00"),
        (NOW, Moments(newest=NOW + timedelta(hours=1)), False, "before the latest entry of 2026-11-22 21:00 UTC"),
        (datetime(1970, 1, 1, tzinfo=UTC), Moments(), False, "before this program was written"),
        (NOW, Moments(its_clock=NOW - timedelta(minutes=5)), False, "another time"),
    ],
)
def test_the_clock(now: datetime, found: Moments, well: bool, says: str) -> None:
    told = of_clock(now, found)
    assert told.well is well
    assert says in told.says.put()


def run(port: int) -> tuple[int, list[str]]:
    done = CliRunner().invoke(main, ["doctor", "--port", str(port)])
    return done.exit_code, done.output.splitlines()


def test_where_all_is_well_nothing_is_to_do(instance: Path, free_port: int) -> None:
    status, lines = run(free_port)
    assert status == 0, lines
    assert [line[:4] for line in lines] == ["ok  "] * 5
    assert not instance.exists(), "nothing was made"
    upgrade(f"sqlite:///{instance}/companion.sqlite3")
    assert run(free_port)[0] == 0


def test_a_database_that_takes_no_more_tables(instance: Path, free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    file = instance / "companion.sqlite3"
    upgrade(f"sqlite:///{file}")
    with sqlite3.connect(file) as writing:
        writing.execute("CREATE TABLE filled AS SELECT zeroblob(1000000) AS with_nothing")
    writing.close()
    monkeypatch.setenv("COMPANION_MOST_MEGABYTES", "1")
    status, lines = run(free_port)
    assert status == 1
    assert "!!  Database: This server is full: no more tables can be opened. Tables that are open go on." in lines


@pytest.mark.skipif(os.name != "posix", reason="rights are told otherwise there")
def test_what_is_wrong_is_told_with_what_to_do(instance: Path, free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    file = instance / "companion.sqlite3"
    upgrade(f"sqlite:///{file}")
    file.chmod(0o644)
    monkeypatch.setattr("companion.address.addresses", tuple)
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "")
    status, lines = run(free_port)
    assert status == 1
    assert [line for line in lines if line.startswith("!!")] == [
        "!!  Address: This computer is in no network.",
        f"!!  Database: Other users of this computer can read {file}.",
    ]
    assert f"    Take that right from them: chmod 600 {file}" in lines


def test_no_secret_key_with_the_database_elsewhere(
    tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{tmp_path}/other/x.db")
    assert run(free_port)[0] == 0
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file" / "instance"))
    status, lines = run(free_port)
    assert status == 1
    assert f"!!  Secret key: COMPANION_INSTANCE: {tmp_path / 'file'} cannot be written to." in lines
    monkeypatch.setenv("COMPANION_SECRET_KEY_FILE", str(tmp_path / "file"))
    status, lines = run(free_port)
    assert status == 1
    assert f"!!  Secret key: {tmp_path / 'file'} holds no secret key: it takes 32 signs or more." in lines
    (tmp_path / "file").write_text("a shared key that is long enough to sign")
    assert run(free_port)[0] == 0


def test_it_speaks_the_terminal_s_language(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    _, lines = run(free_port)
    assert lines[1] == f"ok  Port: Port {free_port} ist frei."


def of_database(url: str) -> tuple[bool, str]:
    """Whether a database is found well, and what is said of it."""
    told = doctor.of_database(url, 5_000_000, Moments())
    return told.well, told.says.put()


def test_the_database_as_it_is_found(instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = instance / "companion.sqlite3"
    url = f"sqlite:///{file}"
    assert of_database(url) == (True, f"{file} is not there yet; the first start makes it.")
    upgrade(url)
    assert of_database(url) == (True, f"{file} opens, and takes what is written.")
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"nothing that SQLite knows" * 100)
    with sqlite3.connect(file) as writing, monkeypatch.context() as patch:
        writing.execute("BEGIN IMMEDIATE")
        patch.setattr(doctor, "PATIENCE_SECONDS", 0.05)
        assert of_database(url) == (False, f"{file} cannot be used: database is locked.")
        writing.rollback()
    writing.close()
    for bad in (
        f"sqlite:///{broken}", "nonsense", "mysql://localhost/companion", "sqlite://",
        f"sqlite:///{tmp_path}/{'a' * 300}/x",
        "postgresql://nobody@127.0.0.1:1/none?connect_timeout=2",
    ):  # fmt: skip
        well, says = of_database(bad)
        assert not well
        assert "cannot be used" in says


def test_a_disk_that_is_nearly_full_and_a_database_without_a_log(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = instance / "companion.sqlite3"
    upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as line:
        line.execute("PRAGMA journal_mode=DELETE")
    well, says = of_database(f"sqlite:///{file}")
    assert (well, "write-ahead log" in says) == (False, True)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=doctor.FEWEST_FREE - 1))
    for name in ("companion", "not-there-yet"):
        well, says = of_database(f"sqlite:///{instance}/{name}.sqlite3")
        assert (well, "has 199 MB of room left" in says) == (False, True)


def test_a_database_beside_which_one_stands_and_one_that_is_empty(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(f"sqlite:///{instance}/companion.sqlite3")
    monkeypatch.chdir(instance)
    assert of_database("sqlite:///companion.sqlite3")[0]
    (instance / "empty.sqlite3").touch(0o600)
    assert of_database("sqlite:///empty.sqlite3") == (True, "empty.sqlite3 is not there yet; the first start makes it.")
    with sqlite3.connect(instance / "others.sqlite3") as others:
        others.execute("CREATE TABLE theirs (one)")
    others.close()
    assert not of_database("sqlite:///others.sqlite3")[0]
    assert not of_database("sqlite:///others.sqlite3/companion.sqlite3")[0]


def test_a_database_that_may_only_be_read(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = instance / "companion.sqlite3"
    upgrade(f"sqlite:///{file}")
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **how: connect(str(name).replace("=rw", "=ro"), **how))
    assert "readonly" in of_database(f"sqlite:///{file}")[1]


def test_postgresql_as_it_is_found(postgres_server: Postgres) -> None:
    url = postgres_server.database()
    well, says = of_database(url)
    assert (well, "is not there yet" in says) == (True, True)
    nobody = f"companion_{secrets.token_hex(4)}"
    with closing(connect(url)) as database, database.writing() as line:
        line.exec_driver_sql(f"CREATE ROLE {nobody}")
        line.exec_driver_sql("REVOKE CREATE ON SCHEMA public FROM public")
    more = "&" if "?" in url else "?"
    assert "may make no tables" in of_database(f"{url}{more}options=-c%20role%3D{nobody}")[1]
    with closing(connect(url)) as database, database.writing() as line:
        line.exec_driver_sql(f"DROP ROLE {nobody}")
    upgrade(url)
    moments = Moments()
    assert "this server is full" in doctor.of_database(url, 1, moments).says.put().lower()
    assert abs((moments.its_clock or NOW) - datetime.now(UTC)) < timedelta(minutes=5)
    assert doctor.of_database(url, 10**10, moments).well
    read_only = f"{url}{more}options=-c%20default_transaction_read_only%3Don"
    assert "read-only" in of_database(read_only)[1]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_that_a_later_version_made(kind: str, instance: Path, request: pytest.FixtureRequest) -> None:
    file = f"sqlite:///{instance}/companion.sqlite3"
    url = file if kind == "sqlite" else request.getfixturevalue("postgres_server").database()
    upgrade(url)
    with raw(url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    well, says = of_database(url)
    assert (well, "was made by a later version" in says) == (False, True)


def test_who_has_the_port(free_port: int) -> None:
    assert of_port(free_port).says.put() == f"Port {free_port} is free."

    class Other(BaseHTTPRequestHandler):
        says = b"hello"

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.says)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        port = int(other.server_address[1])
        assert (of_port(port).well, of_port(port).says.put()) == (False, f"Another program listens at port {port}.")
        Other.says = b'{"info": {"title": "Table companion"}}'
        assert of_port(port).says.put() == f"Table Companion answers at port {port}."
        other.shutdown()


def test_a_port_that_is_not_for_this_user(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def bind(*_: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(socket.socket, "bind", bind)
    told = of_port(free_port)
    assert (told.well, told.says.put()) == (False, f"This user may not listen at port {free_port}.")


def test_where_the_name_leads(monkeypatch: pytest.MonkeyPatch, instance: Path) -> None:
    public = Settings.from_environment({"COMPANION_INSTANCE": str(instance), "COMPANION_PUBLIC_URL": "http://a.test"})
    leads = {"a.test": "192.0.2.9"}

    def resolve(name: str, *_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        if name not in leads:
            raise OSError("no such name")
        return [(2, 1, 6, "", (leads[name], 0))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    proxied, own = (public.model_copy(update=one) for one in ({"trusted_proxies": 1}, {"public_url": None}))

    def told(now: Settings) -> tuple[bool, str]:
        return of_name(now).well, of_name(now).says.put()

    assert told(public) == (False, "a.test leads to another computer.")
    assert told(proxied) == (True, "a.test leads to this computer.")
    leads["a.test"] = "127.0.0.1"
    assert told(public) == (True, "a.test leads to this computer.")
    leads.clear()
    assert told(proxied) == told(public) == (False, "a.test leads to nothing.")
    well, says = told(own)
    assert (well, ".local leads to nothing. Phones use the address." in says) == (True, True)
    assert [one.well for about, one in findings(public) if about == Text("Name")] == [False]


def test_redis_where_one_is_set(redis_server: Redis, instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"{redis_server.url.replace('//', '//default:se@cret@')}?password=hidden"  # it asks nobody for one
    assert "Redis" not in CliRunner().invoke(main, ["doctor"]).output
    monkeypatch.setenv("COMPANION_REDIS_URL", url)
    shown = redis_server.url.removeprefix("redis://").partition("/")[0]
    assert f"ok  Redis: {shown} answers, and takes announcements." in CliRunner().invoke(main, ["doctor"]).output
    with Client.from_url(redis_server.url) as redis:
        redis.acl_setuser("default", enabled=True, commands=["-publish"])
        refused = of_redis(url)
        redis.acl_setuser("default", enabled=True, commands=["+publish"])
    assert not refused.well
    assert refused.says.put().startswith(f"{shown} cannot be used: ")
    redis_server.stop()
    told = CliRunner().invoke(main, ["doctor"])
    assert told.exit_code == 1
    assert f"!!  Redis: {shown} cannot be used: " in told.output
    assert "Look whether it runs, and whether COMPANION_REDIS_URL leads there" in told.output
    assert not re.search("cret|hidden", told.output)


@pytest.mark.parametrize("name", ["\udcff", "a" * 70])
def test_a_redis_at_what_no_host_is_called(name: str) -> None:
    assert not of_redis(f"redis://{name}").well


@pytest.mark.parametrize("url", ["redis://localhost:nowhere/0", "redis://[::1/0"])
def test_a_redis_address_that_is_none(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_REDIS_URL", url)
    told = CliRunner().invoke(main, ["doctor"])
    assert told.exit_code != 0
    assert "COMPANION_REDIS_URL must look like redis://localhost:6379/0." in told.output
