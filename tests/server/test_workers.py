"""`companion serve --workers N`: phones on any worker see the same, and whoever is killed is not missed for long."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from ctypes import Array, c_double, c_ulonglong
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.commands.serve import serve_command, work
from companion.config import Settings
from companion.server import sockets, workers
from companion.web.identity import COOKIE, Sessions
from tests.server.served import (
    STREAMS,
    WAIT,
    Serve,
    Served,
    Stream,
    closing,
    ended,
    play,
    processes_of,
    runs,
    serve_in_vain,
    take,
    until,
)


def hear(server: Served, code: str, many: int) -> list[Stream]:
    streams = [Stream(server, code) for _ in range(many)]
    for stream in streams:
        stream.state()
    return streams


def alone() -> Array[c_double]:
    """When the way in was shown and somebody came, where nobody did."""
    return RawArray(c_double, 2)


def nothing() -> Array[c_ulonglong]:
    """Which database file workers have opened, where none has opened one."""
    return RawArray(c_ulonglong, 2)


def test_phones_on_all_workers_hear_each_other_and_a_killed_worker_comes_back(serve: Serve) -> None:
    server = serve("--workers", "2")
    opened = server.open_table()
    before = processes_of(server)
    assert len(before) == 2
    streams = hear(server, opened["code"], STREAMS)
    with closing(streams):
        for version in range(1, 7):
            play(server, opened, version)
            assert {stream.state()["version"] for stream in streams} == {version}
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        until(lambda: not runs(killed))  # reaped: until then the kernel may still queue connections on its socket
        play(server, opened, 7)  # the other worker goes on
        lost = [stream for stream in streams if ended(stream)]
        assert 0 < len(lost) < STREAMS
        again = [Stream(server, opened["code"]) for _ in lost]
        with closing(again):
            assert {stream.state()["version"] for stream in again} == {7}
    until(lambda: len(processes_of(server)) == 2)
    status, error = server.end(signal.SIGTERM)
    assert status == 0
    assert error == f"worker {killed} has ended (-9); it is started again\n"


def test_what_is_played_at_two_workers_at_once_is_one_ledger(forking: Serve) -> None:
    server = forking("--workers", "2")
    opened = server.open_table()
    path, key = f"/api/tables/{opened['code']}/moves", opened["keys"]["host"]
    answers: list[int] = []
    for number in range(60):
        move = {"move": "undo"} if number % 2 else take("red")
        status, said = server.ask("POST", path, move, key, f"tap-{number}")
        assert status == 201
        answers.append(said["version"])
        again = server.ask("POST", path, move, key, f"tap-{number}")  # sent again, perhaps to the other worker
        assert again == (201, said)
    assert answers == list(range(1, 61))


def host_s_cookie(opened: dict[str, Any], key_file: Path) -> str:
    """What the host's browser sends along."""
    app = Flask(__name__)
    app.secret_key = key_file.read_text("ascii")
    serializer = Sessions().get_signing_serializer(app)
    assert serializer
    return f"{COOKIE}={serializer.dumps({'tables': [[opened['code'], opened['keys']['host']]]})}"


def test_who_has_come_to_one_worker_has_come_to_all(forking: Serve, tmp_path: Path) -> None:
    server = forking("--workers", "2", COMPANION_TRUSTED_PROXIES="1")
    opened = server.open_table()

    def waits(client: str) -> bool:
        """Whether whoever answers says to the host, who asks for the seats from there, that a phone is waited for."""
        connection = server.connect()
        with contextlib.closing(connection):
            headers = {"Cookie": cookie, "X-Forwarded-For": client}
            connection.request("GET", f"/t/{opened['code']}/seats", headers=headers)
            return b'id="unheard"' in connection.getresponse().read()

    cookie = host_s_cookie(opened, tmp_path / "instance" / "secret_key")
    assert [waits("127.0.0.1") for _ in range(STREAMS)] == [True] * STREAMS
    waits("192.0.2.77")
    assert [waits("127.0.0.1") for _ in range(STREAMS)] == [False] * STREAMS


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_all_of_them_stop_in_order(forking: Serve, how: signal.Signals) -> None:
    server = forking("--workers", "3")
    opened = server.open_table()
    before = processes_of(server)
    assert len(before) == 3
    streams = hear(server, opened["code"], 6)
    with closing(streams):
        assert server.end(how) == (0, "")
        assert [stream.rest() for stream in streams] == [b""] * 6
    assert not [pid for pid in before if runs(pid)]


def test_a_killed_parent_leaves_no_workers_behind(forking: Serve) -> None:
    server = forking("--workers", "2")
    opened = server.open_table()
    play(server, opened, 1)
    before = processes_of(server)
    assert len(before) == 2
    assert server.end(signal.SIGKILL)[0] == -signal.SIGKILL
    until(lambda: not [pid for pid in before if runs(pid)])
    again = forking("--workers", "2", "--port", str(server.port))
    play(again, opened, 2)


def test_a_new_parent_waits_for_the_port_while_the_workers_of_a_killed_one_end(
    forking: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = forking("--workers", "2")
    before = processes_of(server)
    for pid in before:
        os.kill(pid, signal.SIGSTOP)  # as a machine does that has no time for them just now
    server.process.kill()
    server.process.wait(WAIT)

    def go_on() -> None:
        for pid in before:
            os.kill(pid, signal.SIGCONT)

    later = threading.Timer(0.5, go_on)
    later.start()
    monkeypatch.setattr(sockets, "ORPHANS_SECONDS", WAIT)
    sockets.reserve("127.0.0.1", server.port).close()
    later.join()
    until(lambda: not [pid for pid in before if runs(pid)])


def test_a_worker_whose_parent_went_before_it_listened_never_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    parents, ready = multiprocessing.Pipe(duplex=False)
    ready.close()
    mine, others = socket.socketpair()
    with parents, mine, others:
        monkeypatch.setattr("multiprocessing.parent_process", lambda: SimpleNamespace(sentinel=parents.fileno()))
        settings = Settings(instance=tmp_path, database_url="")
        monkeypatch.setattr(workers.WorkerSetup, "listen", lambda _: pytest.fail("it listens"))
        work(workers.WorkerSetup(settings, mine, mine, (others,), parents, alone(), nothing(), first=True))
    assert not list(tmp_path.iterdir())


def test_a_worker_whose_parent_went_before_it_served_ends_in_order(tmp_path: Path) -> None:
    parents, ready = multiprocessing.Pipe(duplex=False)
    parents.close()
    mine, others = socket.socketpair()
    with mine, others, ready:
        settings = Settings(instance=tmp_path, database_url="")
        workers.WorkerSetup(settings, mine, mine, (others,), ready, alone(), nothing(), first=True).report_ready()


def test_what_cannot_be_served_is_said_once(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_text("a shopping list" * 100)
    said = serve_in_vain(tmp_path, "--port", 0, "--workers", 2)
    assert said.startswith(f"Error: The database sqlite:///{tmp_path}/companion.sqlite3 cannot be used: ")
    server = serve()
    for many in (1, 2):
        said = serve_in_vain(tmp_path, "--port", server.port, "--workers", many)
        assert said == f"Error: Cannot listen on 127.0.0.1 port {server.port}: another program has this port.\n"


def test_workers_that_go_on_keep_their_port(forking: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = forking("--workers", "2")
    monkeypatch.setattr(sockets, "ORPHANS_SECONDS", 0.2)
    with pytest.raises(sockets.CannotListen):
        sockets.reserve("127.0.0.1", server.port)


def test_several_workers_are_not_for_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    said = CliRunner().invoke(serve_command, ["--workers", "2", "--port", "0"])
    assert (said.exit_code, said.output.count("Windows")) == (1, 1)


def test_where_nothing_spreads_connections_one_socket_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SPREADS", False)
    monkeypatch.setattr(workers, "SPREADS", False)
    with sockets.reserve("127.0.0.1", 0) as place:
        address = place.getsockname()
        socket.create_connection(address).close()  # it listens already
        setup = workers.WorkerSetup(None, place, place, (), None, alone(), nothing(), first=True)  # type: ignore[arg-type]
        assert setup.listen() is place


class Short:
    """A process that has just ended."""

    pid, exitcode, sentinel = 7, 1, 3

    def join(self) -> None:
        pass

    close = join


class Pipe(list[bool]):
    """What a worker has said and nobody has heard yet."""

    def poll(self) -> bool:
        return bool(self)

    recv = list.pop


def test_where_nothing_forks_a_worker_it_is_started_anew(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def started(_: workers.Worker, context: Any) -> Any:
        asked.append(context)
        if len(asked) == 1:
            raise FileNotFoundError
        return SimpleNamespace(sentinel=7)

    monkeypatch.setattr(workers.Worker, "_started", started)
    worker = workers.Worker(lambda _: None, None, Pipe())  # type: ignore[arg-type]
    worker.start()
    assert (worker.sentinel, len(asked)) == (7, 2)
    assert asked[1] is multiprocessing.get_context("spawn")
    assert len(caplog.records) == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells which signals are blocked")
def test_no_signal_ends_what_workers_are_forked_from(serve: Serve) -> None:
    server = serve("--workers", "2")
    parents = {
        int(re.search(r"PPid:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])  # type: ignore[index]
        for pid in processes_of(server)
    }
    [forks] = parents
    blocked = int(re.search(r"SigBlk:\s+(\w+)", Path(f"/proc/{forks}/status").read_text())[1], 16)  # type: ignore[index]
    assert all(blocked >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGTERM))


def test_workers_import_nothing_from_the_folder_in_which_the_server_was_started(tmp_path: Path) -> None:
    met = tmp_path / "met"
    (tmp_path / "uvicorn.py").write_text(f"open({str(met)!r}, 'w')\nraise ImportError")
    program = Path(sys.executable).with_name("companion")
    environ = {**os.environ, "COMPANION_INSTANCE": str(tmp_path / "instance"), "PYTHONUNBUFFERED": "1"}
    command = [str(program), "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert any("http://127.0.0.1" in line for line in server.stdout)
        server.terminate()
        server.communicate()
    assert not met.exists()


def test_a_worker_that_never_serves_is_started_ever_less_often(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr("companion.server.workers.time.monotonic", lambda: now[0])
    began = Pipe()
    worker = workers.Worker(lambda _: None, None, began)  # type: ignore[arg-type]
    pauses = []
    for _ in range(9):
        worker._process = Short()  # type: ignore[assignment]
        worker.reap()
        pauses.append(worker.due - now[0])
    assert pauses == pytest.approx([0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 15.0, 15.0, 15.0])
    for _ in range(2):  # one that has served comes back at once, however short that was, and each time
        began.append(True)
        worker._process = Short()  # type: ignore[assignment]
        worker.reap()
        assert worker.due - now[0] == pytest.approx(0.2)
    assert len(caplog.records) == 11
