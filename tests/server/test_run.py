"""`companion serve` is killed, stopped, backed up, or started where it cannot serve; no answer of it is ever lost."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.server.connection_limits import UNTOLD_FILES, streams_for_address
from companion.storage.sqlite import PATIENCE_SECONDS
from tests import program
from tests.server.served import UNDO, WAIT, Serve, Served, Stream, serve_in_vain, take


class Phone(threading.Thread):
    """Plays at a table as fast as it can until the server is gone."""

    def __init__(self, server: Served, opened: dict[str, Any], played: threading.Semaphore) -> None:
        super().__init__()
        self.server, self.opened, self.played = server, opened, played
        self.answered = 0

    def tap(self, server: Served) -> None:
        """The next move, named so that it may be sent again."""
        path, key = f"/api/tables/{self.opened['code']}/moves", self.opened["keys"]["host"]
        move = UNDO if self.answered % 2 else take("red")
        said = server.ask("POST", path, move, key, f"tap-{self.answered}")
        assert said == (201, {"version": self.answered + 1})
        self.answered += 1

    def run(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):  # the server has been killed
            while True:
                self.tap(self.server)
                self.played.release()


def test_killed_in_the_middle_of_a_game_every_phone_goes_on_where_it_was(serve: Serve) -> None:
    server, played = serve(), threading.Semaphore(0)
    phones = [Phone(server, server.open_table(), played) for _ in range(3)]
    for phone in phones:
        phone.start()
    assert all(played.acquire(timeout=WAIT) for _ in range(90))
    status, error = server.end(signal.SIGKILL)
    for phone in phones:
        phone.join(WAIT)
    assert (status, error) == (-signal.SIGKILL, "")
    again = serve()
    for phone in phones:
        status, now = again.ask("GET", f"/api/tables/{phone.opened['code']}")
        assert status == 200
        # Nothing that was answered is lost; what was on disk may lack its answer.
        assert now["version"] == now["accepted"] in (phone.answered, phone.answered + 1)
        assert now["holdings"]["Chris"]["red"] == now["version"] % 2
        phone.tap(again)  # the phone that got no answer sends its tap again: it is entered once
        chris = phone.opened["keys"]["seats"]["Chris"]
        said = again.ask("POST", f"/api/tables/{phone.opened['code']}/moves", take("blue"), chris)
        assert said == (201, {"version": phone.answered + 1})


def test_asked_to_stop_it_ends_its_streams_and_leaves_in_order(serve: Serve) -> None:
    server = serve()
    opened = server.open_table()
    streams = [Stream(server, opened["code"]) for _ in range(5)]
    for stream in streams:
        stream.state()
    idle = server.connect()
    idle.connect()
    status, error = server.end(signal.SIGTERM)
    assert (status, error) == (0, "")
    for stream in streams:
        assert stream.rest() == b""
        stream.close()
    idle.close()
    assert serve().ask("GET", f"/api/tables/{opened['code']}")[1]["version"] == 0


def test_ctrl_c_stops_it_too(serve: Serve) -> None:
    assert serve().end(signal.SIGINT) == (0, "")


def test_it_makes_its_database_and_its_secret_by_itself(serve: Serve, tmp_path: Path) -> None:
    serve().end(signal.SIGTERM)
    made = {path.name for path in (tmp_path / "instance").iterdir()}
    assert {"companion.sqlite3", "secret_key"} <= made
    assert not {name for name in made if name.endswith("-wal")}  # stopped in order, all is in one file


def test_another_server_of_the_same_database_is_told(serve: Serve) -> None:
    first, second = serve(), serve()
    assert "Another server uses this database" not in first.said
    assert "Another server uses this database" in second.said
    first.end(signal.SIGKILL)
    third = serve()
    assert "Another server uses this database" in third.said
    second.end(signal.SIGKILL)
    third.end(signal.SIGKILL)
    assert "Another server uses this database" not in serve().said


def test_a_port_that_is_taken_is_named(serve: Serve, tmp_path: Path) -> None:
    port = serve().port
    said = serve_in_vain(tmp_path, "--port", port)
    assert said.startswith(f"Error: Cannot listen on 127.0.0.1 port {port}: ")


@pytest.mark.parametrize("host", ["ü" * 70, "a..b"])
def test_a_name_to_listen_on_that_cannot_be_one_is_told(tmp_path: Path, host: str) -> None:
    assert serve_in_vain(tmp_path, "--host", host, "--port", 0).startswith(f"Error: Cannot listen on {host} port 0: ")


def test_a_database_address_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql+nothing://here/table")
    said = serve_in_vain(tmp_path, "--port", 0)
    assert said.startswith("Error: COMPANION_DATABASE_URL names no database that can be used here: ")


def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_text("a shopping list" * 100)
    said = serve_in_vain(tmp_path, "--port", 0)
    assert said.startswith(f"Error: The database sqlite:///{tmp_path}/companion.sqlite3 cannot be used: ")
    assert (tmp_path / "companion.sqlite3").read_text().startswith("a shopping list")


def test_a_running_server_is_backed_up_and_not_restored_over(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    opened = server.open_table()
    path, key = f"/api/tables/{opened['code']}", opened["keys"]["host"]
    assert server.ask("POST", f"{path}/moves", take("red"), key) == (201, {"version": 1})

    def companion(*arguments: str) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "COMPANION_INSTANCE": str(tmp_path / "instance")}
        return program.run(*arguments, str(tmp_path / "copy"), env=environ, timeout=WAIT)

    assert companion("backup").returncode == 0
    assert server.ask("POST", f"{path}/moves", take("blue"), key) == (201, {"version": 2})
    refused = companion("restore", "--force")
    assert (refused.returncode, "Stop the server first." in refused.stderr) == (1, True)
    assert server.ask("POST", f"{path}/moves", take("green"), key) == (201, {"version": 3})
    server.end(signal.SIGTERM)
    assert companion("restore", "--force").returncode == 0
    again = serve()
    assert again.ask("GET", path)[1]["version"] == 1
    assert again.ask("POST", f"{path}/moves", take("blue"), key) == (201, {"version": 2})


def test_while_another_program_writes_only_moves_wait(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    opened = server.open_table()
    path, answers = f"/api/tables/{opened['code']}/moves", list[int]()
    with contextlib.closing(sqlite3.connect(tmp_path / "instance" / "companion.sqlite3")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        tap = threading.Thread(
            target=lambda: answers.append(server.ask("POST", path, take("red"), opened["keys"]["host"])[0])
        )
        began = monotonic()
        tap.start()
        looked = 0
        while looked < 20 and not answers:
            assert server.ask("GET", f"/api/tables/{opened['code']}")[0] == 200
            looked += 1
        other.execute("ROLLBACK")
        tap.join(WAIT)
    assert looked  # the move still waited, and looking on did not
    in_vain = monotonic() - began >= PATIENCE_SECONDS  # on a busy machine
    assert answers == [201] or (in_vain and answers == [503])


BROKEN = """
import companion.server.run as server
from companion.config import Settings
whole = server.create_app
def broken(*given, **wishes):
    app = whole(*given, **wishes)
    app.add_url_rule("/broken", view_func=lambda: 1 / 0)
    return app
server.create_app = broken
settings = Settings.from_environment().model_copy(update=dict(host="127.0.0.1", port=0))
server.run(settings, lambda s: print(s.port, flush=True))
"""


def test_a_bug_is_answered_with_a_page_and_logged_once(tmp_path: Path) -> None:
    environ = {**os.environ, "COMPANION_INSTANCE": str(tmp_path)}
    pipe = subprocess.PIPE
    process = program.started(sys.executable, "-c", BROKEN, env=environ, stdout=pipe, stderr=pipe)
    assert process.stdout is not None
    connection = http.client.HTTPConnection("127.0.0.1", int(process.stdout.readline()), timeout=WAIT)
    connection.request("GET", "/broken")
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    process.terminate()
    error = process.communicate(timeout=WAIT)[1]
    assert answer.status == 500
    assert "<html" in page
    assert error.count("ZeroDivisionError") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_where_there_is_no_limit_of_open_files_phones_have_their_streams_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import resource

    for allowed, told in ((4096, 4096), (resource.RLIM_INFINITY, UNTOLD_FILES)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, allowed=allowed: (allowed, resource.RLIM_INFINITY))
        assert streams_for_address() == told // 2
