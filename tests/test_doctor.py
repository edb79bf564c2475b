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

import pytest
from click.testing import CliRunner
from redis import Redis as Client

from companion.address import Address
from companion.commands import machine_facts as facts
from companion.commands import main
from companion.commands.doctor import FEWEST_FREE, findings, of_address, of_clock, of_database, of_name, of_port
from companion.commands.machine_facts import Port, Stored
from companion.config import Settings
from companion.games.text import Text
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from tests.postgresql_and_redis import Postgres, Redis, free_port
from tests.storage.raw import raw

MOST = 5_000_000
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
    ("found", "well", "says"),
    [
        ("free", True, "Port 8077 is free."),
        ("ours", True, "Table Companion answers at port 8077."),
        ("taken", False, "Another program listens at port 8077."),
        ("forbidden", False, "This user may not listen at port 8077."),
    ],
)
def test_the_port(found: Port, well: bool, says: str) -> None:
    told = of_port(8077, found)
    assert (told.well, told.says.put()) == (well, says)


@pytest.mark.parametrize(
    ("leads_here", "needed", "well", "says"),
    [
        (True, True, True, "pi.local leads to this computer."),
        (None, True, False, "pi.local leads to nothing."),
        (False, True, False, "pi.local leads to another computer."),
        (None, False, True, "Phones use the address."),
    ],
)
def test_the_name(leads_here: bool | None, needed: bool, well: bool, says: str) -> None:
    told = of_name("pi.local", leads_here, needed=needed)
    assert told.well is well
    assert says in told.says.put()


@pytest.mark.parametrize(
    ("found", "well", "says"),
    [
        (Stored(wal=True, open_to_others=False, free=10**10), True, "FILE opens"),
        (Stored(), True, "FILE opens"),
        (Stored(exists=False, free=10**10), True, "not there yet"),
        (Stored(later=True, free=10**10), False, "was made by a later version"),
        (Stored(exists=False, free=FEWEST_FREE - 1), False, "199 MB of room"),
        (Stored(failed="it is locked"), False, "it is locked"),
        (Stored(wal=False, open_to_others=False), False, "write-ahead log"),
        (Stored(wal=True, open_to_others=True), False, "can read FILE"),
        (Stored(wal=True, size=MOST), False, "no more tables can be opened"),
        (Stored(wal=True, size=MOST - 1), True, "FILE opens"),
    ],
)
def test_the_database(found: Stored, well: bool, says: str) -> None:
    told = of_database(found, "FILE", MOST)
    assert told.well is well
    assert says in told.says.put()


@pytest.mark.parametrize(
    ("now", "found", "well", "says"),
    [
        (NOW, Stored(), True, "2026-11-22 20:00 UTC"),
        (NOW, Stored(newest=NOW - timedelta(days=3), its_clock=NOW + timedelta(seconds=30)), True, "20:00"),
        (NOW, Stored(newest=NOW + timedelta(hours=1)), False, "before the latest entry of 2026-11-22 21:00 UTC"),
        (datetime(1970, 1, 1, tzinfo=UTC), Stored(), False, "before this program was written"),
        (NOW, Stored(its_clock=NOW - timedelta(minutes=5)), False, "another time"),
    ],
)
def test_the_clock(now: datetime, found: Stored, well: bool, says: str) -> None:
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


def test_the_database_as_it_is_found(instance: Path, tmp_path: Path) -> None:
    file = instance / "companion.sqlite3"
    url = f"sqlite:///{file}"
    assert facts.look_at_database(url)[0].exists is False
    upgrade(url)
    found, where = facts.look_at_database(url)
    assert (found.failed, found.wal, where) == (None, True, str(file))
    assert found.size == file.stat().st_size
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"nothing that SQLite knows" * 100)
    assert facts.look_at_database(f"sqlite:///{broken}")[0].failed
    with sqlite3.connect(file) as writing:
        writing.execute("BEGIN IMMEDIATE")
        monkey = pytest.MonkeyPatch()
        monkey.setattr(facts, "PATIENCE_SECONDS", 0.05)
        assert "locked" in str(facts.look_at_database(url)[0].failed)
        monkey.undo()
        writing.rollback()
    writing.close()
    assert facts.look_at_database("nonsense")[0].failed
    assert facts.look_at_database("mysql://localhost/companion")[0].failed
    assert facts.look_at_database("sqlite://")[0].failed
    assert facts.look_at_database(f"sqlite:///{tmp_path}/{'a' * 300}/x")[0].failed
    assert facts.look_at_database("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2")[0].failed


def test_a_database_beside_which_one_stands_and_one_that_is_empty(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{instance}/companion.sqlite3"
    upgrade(url)
    monkeypatch.chdir(instance)
    assert facts.look_at_database("sqlite:///companion.sqlite3")[0].wal is True
    (instance / "empty.sqlite3").touch(0o600)
    assert facts.look_at_database("sqlite:///empty.sqlite3")[0].exists is False
    with sqlite3.connect(instance / "others.sqlite3") as others:
        others.execute("CREATE TABLE theirs (one)")
    others.close()
    assert facts.look_at_database("sqlite:///others.sqlite3")[0].failed
    assert facts.look_at_database("sqlite:///others.sqlite3/companion.sqlite3")[0].failed


def test_a_database_that_may_only_be_read(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = instance / "companion.sqlite3"
    upgrade(f"sqlite:///{file}")
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **how: connect(str(name).replace("=rw", "=ro"), **how))
    assert "readonly" in str(facts.look_at_database(f"sqlite:///{file}")[0].failed)


def test_postgresql_as_it_is_found(postgres_server: Postgres) -> None:
    url = postgres_server.database()
    assert (facts.look_at_database(url)[0].exists, facts.look_at_database(url)[0].failed) == (False, None)
    nobody = f"companion_{secrets.token_hex(4)}"
    with closing(connect(url)) as database, database.writing() as line:
        line.exec_driver_sql(f"CREATE ROLE {nobody}")
        line.exec_driver_sql("REVOKE CREATE ON SCHEMA public FROM public")
    more = "&" if "?" in url else "?"
    assert "may make no tables" in str(facts.look_at_database(f"{url}{more}options=-c%20role%3D{nobody}")[0].failed)
    with closing(connect(url)) as database, database.writing() as line:
        line.exec_driver_sql(f"DROP ROLE {nobody}")
    upgrade(url)
    found = facts.look_at_database(url)[0]
    assert (found.failed, found.exists) == (None, True)
    read_only = f"{url}{more}options=-c%20default_transaction_read_only%3Don"
    assert "read-only" in str(facts.look_at_database(read_only)[0].failed)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_that_a_later_version_made(kind: str, instance: Path, request: pytest.FixtureRequest) -> None:
    file = f"sqlite:///{instance}/companion.sqlite3"
    url = file if kind == "sqlite" else request.getfixturevalue("postgres_server").database()
    upgrade(url)
    assert facts.look_at_database(url)[0].later is False
    with raw(url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert facts.look_at_database(url)[0].later is True


def test_who_has_the_port(free_port: int) -> None:
    assert facts.look_at_port(free_port) == "free"

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
        assert facts.look_at_port(port) == "taken"
        Other.says = b'{"info": {"title": "Table companion"}}'
        assert facts.look_at_port(port) == "ours"
        other.shutdown()


def test_a_port_that_is_not_for_this_user(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def bind(*_: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(socket.socket, "bind", bind)
    assert facts.look_at_port(free_port) == "forbidden"


def test_where_the_name_leads(monkeypatch: pytest.MonkeyPatch, instance: Path) -> None:
    public = Settings.from_environment({"COMPANION_INSTANCE": str(instance), "COMPANION_PUBLIC_URL": "http://a.test"})
    leads = {"a.test": "192.0.2.9"}

    def resolve(name: str, *_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        if name not in leads:
            raise OSError("no such name")
        return [(2, 1, 6, "", (leads[name], 0))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert facts.look_at_name(public) == ("a.test", False)
    assert facts.look_at_name(public.model_copy(update={"trusted_proxies": 1})) == ("a.test", True)
    leads["a.test"] = "127.0.0.1"
    assert facts.look_at_name(public) == ("a.test", True)
    leads.clear()
    assert facts.look_at_name(public.model_copy(update={"trusted_proxies": 1})) == ("a.test", None)
    own = public.model_copy(update={"public_url": None})
    assert facts.look_at_name(own)[1] is None
    assert [one.well for about, one in findings(own) if about == Text("Name")] == [True], "a .local name is no must"
    assert [one.well for about, one in findings(public) if about == Text("Name")] == [False]


def test_redis_where_one_is_set(redis_server: Redis, instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"{redis_server.url.replace('//', '//default:se@cret@')}?password=hidden"  # it asks nobody for one
    assert "Redis" not in CliRunner().invoke(main, ["doctor"]).output
    monkeypatch.setenv("COMPANION_REDIS_URL", url)
    shown = redis_server.url.removeprefix("redis://").partition("/")[0]
    assert f"ok  Redis: {shown} answers, and takes announcements." in CliRunner().invoke(main, ["doctor"]).output
    with Client.from_url(redis_server.url) as redis:
        redis.acl_setuser("default", enabled=True, commands=["-publish"])
        refused = facts.look_at_redis(url)
        redis.acl_setuser("default", enabled=True, commands=["+publish"])
    assert refused[0] == shown
    assert refused[1]
    redis_server.stop()
    told = CliRunner().invoke(main, ["doctor"])
    assert told.exit_code == 1
    assert f"!!  Redis: {shown} cannot be used: " in told.output
    assert "Look whether it runs, and whether COMPANION_REDIS_URL leads there" in told.output
    assert not re.search("cret|hidden", told.output)


@pytest.mark.parametrize("name", ["\udcff", "a" * 70])
def test_a_redis_at_what_no_host_is_called(name: str) -> None:
    assert facts.look_at_redis(f"redis://{name}")[1]


@pytest.mark.parametrize("url", ["redis://localhost:nowhere/0", "redis://[::1/0"])
def test_a_redis_address_that_is_none(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_REDIS_URL", url)
    told = CliRunner().invoke(main, ["doctor"])
    assert told.exit_code != 0
    assert "COMPANION_REDIS_URL must look like redis://localhost:6379/0." in told.output
