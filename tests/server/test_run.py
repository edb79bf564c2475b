"""The real thing: `companion serve` as a process of its own, killed, stopped, and sent what no browser sends."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import zygote

SEATS = ["Chris", "Mary", "Katie"]
HEADER = {"transcript": 1, "game": "sluff-off", "seats": SEATS}
UNDO = {"move": "undo"}
WAIT = 60


class Served:
    """One `companion serve` process on a free port of this machine alone."""

    @staticmethod
    def begin(command: list[str], env: dict[str, str]) -> zygote.Process | subprocess.Popen[str]:
        """Start it."""
        return zygote.Process(command, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __init__(self, instance: Path, *arguments: str, **environ: str) -> None:
        command = ["serve", "--host", "127.0.0.1", "--port", "0", *arguments]
        env = {
            **os.environ,
            "COMPANION_INSTANCE": str(instance),
            "PYTHONIOENCODING": "utf-8",
            "TMPDIR": str(instance.parent),  # one that is killed leaves something behind
            **environ,
        }
        self.process = self.begin(command, env)
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said + self.process.communicate(timeout=WAIT)[1]
        self.port = int(found[1])

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)

    def ask(
        self, method: str, path: str, body: object = None, key: str = "", name: str = ""
    ) -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        headers |= {"Idempotency-Key": name} if name else {}
        connection = self.connect()
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def open_table(self) -> dict[str, Any]:
        status, opened = self.ask("POST", "/api/tables", HEADER)
        assert status == 201, opened
        return opened

    def send(self, raw: bytes) -> bytes:
        """What comes back for these very bytes, until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), WAIT) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: line.recv(65536), b""))

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Signal the process; its status, and what it said on standard error."""
        self.process.send_signal(how)
        error = self.process.communicate(timeout=WAIT)[1]
        return self.process.wait(), error


class ServedByItself(Served):
    """One that is started as people start it, and imports what it needs."""

    @staticmethod
    def begin(command: list[str], env: dict[str, str]) -> subprocess.Popen[str]:
        """Start it."""
        whole, pipe = [sys.executable, "-m", "companion", *command], subprocess.PIPE
        return subprocess.Popen(whole, stdout=pipe, stderr=pipe, text=True, env=env)


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers on one and the same instance folder."""
    started: list[Served] = []

    def start(*arguments: str, **environ: str) -> Served:
        started.append(Served(tmp_path / "instance", *arguments, **environ))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that several tests share."""
    server = ServedByItself(tmp_path_factory.mktemp("running"))
    yield server
    status, error = server.end(signal.SIGTERM)
    assert (status, error) == (0, "")  # whatever it was sent, it logged nothing and stopped in order


def take(color: str) -> dict[str, str]:
    return {"move": "take", "seat": "Chris", "color": color}


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


class Stream:
    """A phone that listens to a table."""

    def __init__(self, server: Served, code: str) -> None:
        self.connection = server.connect()
        self.connection.request("GET", f"/api/tables/{code}/live")
        self.answer = self.connection.getresponse()

    def state(self) -> dict[str, Any]:
        """The next state that is told; beats are passed over."""
        while True:
            lines: dict[str, str] = {}
            while line := self.answer.readline().decode().strip():
                key, _, value = line.partition(":")
                lines[key] = value.strip()
            assert lines, "the stream ended"
            if lines.get("event") == "table":
                return dict(json.loads(lines["data"]))

    def rest(self) -> bytes:
        """All that still comes until the stream ends."""
        return self.answer.read()

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def test_streams_stay_open_and_hear_every_move_while_others_are_served(running: Served) -> None:
    opened = running.open_table()
    streams = [Stream(running, opened["code"]) for _ in range(30)]
    assert [stream.state()["version"] for stream in streams] == [0] * 30
    for version, color in enumerate(["red", "blue", "green"], 1):
        said = running.ask("POST", f"/api/tables/{opened['code']}/moves", take(color), opened["keys"]["host"])
        assert said == (201, {"version": version})
        assert [stream.state()["version"] for stream in streams] == [version] * 30
    for stream in streams:
        stream.close()


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


def test_one_connection_serves_many_requests(running: Served) -> None:
    line = running.connect()
    for _ in range(3):
        line.request("GET", "/api/openapi.json")
        answer = line.getresponse()
        assert answer.status == 200
        assert answer.read()
    line.close()


def request(head: str, body: bytes = b"") -> bytes:
    return head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + body


POST = "POST /api/tables HTTP/1.1\nHost: localhost\nConnection: close\nContent-Type: application/json"
BAD_CHUNK = f"{POST}\nTransfer-Encoding: chunked"
SHORT = f"{POST}\nContent-Length: 500"


@pytest.mark.parametrize(
    "raw",
    [
        request(BAD_CHUNK, b"zz\r\n{}\r\n0\r\n\r\n"),
        request(BAD_CHUNK, b"ffffffffffffffffffff\r\n{}"),
        request(BAD_CHUNK, b"-5\r\n{}\r\n0\r\n\r\n"),
        request(BAD_CHUNK, b"4\r\n{}"),
        request(SHORT, b"{}"),
        request(SHORT.replace("500", "-1"), b"{}"),
        request(SHORT.replace("500", "1e3"), b"{}"),
        request("GET /api/openapi.json HTTP/1.1\nHost: localhost\nno colon here"),
        request("GET / HTTP/9.9\nHost: localhost"),
        request("GARBAGE"),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        request("GET /" + "x" * 20_000 + " HTTP/1.1\nHost: localhost"),
        request("GET /t/%ff%fe HTTP/1.1\nHost: localhost\nConnection: close"),
        request("GET /api/tables/%00 HTTP/1.1\nHost: localhost\nConnection: close"),
    ],
)
def test_what_no_browser_sends_is_the_senders_mistake(running: Served, raw: bytes) -> None:
    answer = running.send(raw)
    if answer:  # else it just hung up
        assert int(answer.split(b" ", 2)[1]) < 500, answer[:300]
    assert running.ask("GET", "/api/openapi.json")[0] == 200


def test_a_body_that_is_too_large_is_told_so(running: Served) -> None:
    status, said = running.ask("POST", "/api/tables", {**HEADER, "more": "x" * 1_000_000})
    assert status == 413
    assert said["reason"]


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (SHORT.replace("Connection: close\n", "").replace("500", str(10**12)), b"x" * 65536),
        (BAD_CHUNK.replace("Connection: close\n", ""), b"10000\r\n" + b"x" * 65536 + b"\r\n"),
    ],
)
def test_a_body_without_end_is_not_read_to_its_end(running: Served, head: str, part: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.port), WAIT) as line:
        line.sendall(request(head))
        with pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012 - which of many fails is the kernel's choice
            for _ in range(100_000):
                line.sendall(part)
    assert running.ask("GET", "/api/openapi.json")[0] == 200


def talk(server: Served, raw: bytes) -> bytes:
    """What comes back until the server hangs up, of its own accord."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as line:
        line.sendall(raw)
        return b"".join(iter(lambda: line.recv(65536), b""))


def answers(raw: bytes) -> list[tuple[int, dict[str, str], bytes]]:
    """The answers on a connection, each of a length that it tells: status, headers, body."""
    told = []
    while raw:
        first, raw = raw.split(b"\r\n\r\n", 1)
        line, *lines = first.decode("latin-1").split("\r\n")
        headers = dict(one.lower().split(": ", 1) for one in lines)
        length = int(headers.get("content-length", 0))
        told.append((int(line.split(" ")[1]), headers, raw[:length]))
        raw = raw[length:]
    return told


OPEN = json.dumps(HEADER).encode()


def test_requests_sent_together_are_answered_in_order(running: Served) -> None:
    code = running.open_table()["code"]
    asked = [f"GET /api/tables/{code}", "GET /api/nowhere", "GET /"]
    raw = b"".join(request(f"{what} HTTP/1.1\nHost: localhost") for what in asked)
    told = answers(talk(running, raw + request(f"{POST}\nContent-Length: {len(OPEN)}", OPEN)))
    assert [status for status, _, _ in told] == [200, 404, 200, 201]
    assert json.loads(told[0][2])["file"] == code
    assert told[3][1]["connection"] == "close"


def test_an_older_program_is_answered_and_hung_up_on(running: Served) -> None:
    [(status, headers, body)] = answers(talk(running, request("GET /api/openapi.json HTTP/1.0")))
    assert (status, headers["connection"]) == (200, "close")
    assert "transfer-encoding" not in headers
    assert json.loads(body)["openapi"]


def test_who_asks_to_hang_up_is_hung_up_on(running: Served) -> None:
    raw = talk(running, request("GET /api/openapi.json HTTP/1.1\nHost: localhost\nConnection: close"))
    assert answers(raw)[0][0] == 200


def test_who_waits_to_be_told_to_go_on_is_told(running: Served) -> None:
    with socket.create_connection(("127.0.0.1", running.port), WAIT) as line:
        line.sendall(request(f"{POST}\nContent-Length: {len(OPEN)}\nExpect: 100-continue"))
        assert line.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(OPEN)
        raw = b"".join(iter(lambda: line.recv(65536), b""))
    assert answers(raw)[0][0] == 201


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_body_in_chunks_is_a_body(running: Served, size: int) -> None:
    parts = [OPEN[at : at + size] for at in range(0, len(OPEN), size)]
    body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    [(status, _, _)] = answers(talk(running, request(BAD_CHUNK, body)))
    assert status == 201


def test_the_head_of_a_stream_is_a_head_and_the_connection_goes_on(running: Served) -> None:
    code = running.open_table()["code"]
    line = running.connect()
    for _ in range(2):
        line.request("HEAD", f"/api/tables/{code}/live")
        answer = line.getresponse()
        assert (answer.status, answer.headers.get_content_type()) == (200, "text/event-stream")
        assert answer.read() == b""
    line.request("GET", f"/api/tables/{code}")
    assert line.getresponse().status == 200
    line.close()


@pytest.mark.parametrize(("takes", "packed"), [("gzip", True), ("gzip;q=0", False), ("identity", False)])
def test_a_stream_is_packed_for_who_takes_it(running: Served, takes: str, packed: bool) -> None:
    opened = running.open_table()
    line = running.connect()
    line.request("GET", f"/api/tables/{opened['code']}/live", headers={"Accept-Encoding": takes})
    answer = line.getresponse()
    assert answer.getheader("Content-Encoding") == ("gzip" if packed else None)
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    for version in range(3):
        read = ""
        while f"id: {version}\n" not in read or not read.endswith("\n\n"):
            part = answer.read1(65536)
            assert part, "the stream ended"
            read += (reader.decompress(part) if packed else part).decode()
        running.ask("POST", f"/api/tables/{opened['code']}/moves", take("red"), opened["keys"]["host"])
    answer.close()
    line.close()


def test_a_head_without_end_is_cut(running: Served) -> None:
    for begun in (b"", request("GET /api/openapi.json HTTP/1.1\nHost: localhost")):
        with socket.create_connection(("127.0.0.1", running.port), WAIT) as line:
            line.sendall(begun + b"GET / HTTP/1.1\r\nX-More: ")
            with pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012 - which of many fails is the kernel's choice
                for _ in range(10_000):
                    line.sendall(b"x" * 65536)


RUN = """
import socket
import companion.server.run as server
from companion.config import Settings
{}
settings = Settings.from_environment().model_copy(update=dict(host="127.0.0.1", port=0))
server.run(settings, lambda s: print(s.port, flush=True))
"""
HASTY = "server.IDLE_SECONDS = 0.05"
# Nothing waits on its way to a phone but in the server itself.
NARROW = """
listen = server.listen
def narrow(*where):
    sock = listen(*where)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return sock
server.listen = narrow
server.PATIENCE_SECONDS = 0.05
"""


@contextlib.contextmanager
def other_server(instance: Path, changed: str) -> Iterator[Served]:
    """A server of which something is changed."""
    environ = {**os.environ, "COMPANION_INSTANCE": str(instance)}
    pipe = subprocess.PIPE
    process = zygote.Process(["-c", RUN.format(changed)], environ, stdout=pipe, stderr=pipe)
    assert process.stdout is not None
    server = Served.__new__(Served)
    server.process, server.port = process, int(process.stdout.readline())
    try:
        yield server
    finally:
        process.kill()
        process.communicate(WAIT)


@pytest.mark.parametrize("begun", [b"", b"GET / HT", request(SHORT, b"{"), request(BAD_CHUNK, b"5\r\n12")])
def test_who_comes_to_no_end_is_let_go_and_a_stream_is_not(tmp_path: Path, begun: bytes) -> None:
    with other_server(tmp_path, HASTY) as server:
        opened = server.open_table()
        stream = Stream(server, opened["code"])
        assert stream.state()["version"] == 0
        assert talk(server, begun) == b""  # hung up, and nothing said
        said = server.ask("POST", f"/api/tables/{opened['code']}/moves", take("red"), opened["keys"]["host"])
        assert said == (201, {"version": 1})
        assert stream.state()["version"] == 1
        stream.close()
        assert server.end(signal.SIGTERM) == (0, "")


def test_a_phone_that_takes_nothing_holds_up_neither_the_others_nor_the_end(tmp_path: Path) -> None:
    with other_server(tmp_path, NARROW) as server, contextlib.ExitStack() as deaf:
        opened = server.open_table()
        lines = [deaf.enter_context(socket.socket()) for _ in range(3)]
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", server.port))
            line.sendall(request(f"GET /api/tables/{opened['code']}/live HTTP/1.1\nHost: localhost"))
        stream, moves = Stream(server, opened["code"]), 400  # more than all buffers between hold
        assert stream.state()["version"] == 0
        for version in range(1, moves + 1):
            move = take("red") if version % 2 else UNDO
            said = server.ask("POST", f"/api/tables/{opened['code']}/moves", move, opened["keys"]["host"])
            assert said == (201, {"version": version})
            assert stream.state()["version"] == version
        heard = b""
        lines[0].settimeout(WAIT)
        while b"id: %d\n" % moves not in heard:  # who listens again skips to the latest
            heard += lines[0].recv(65536)
        assert heard.count(b"event: table") < moves
        stream.close()
        assert server.end(signal.SIGTERM) == (0, "")


def serve_in_vain(instance: Path, *arguments: object) -> str:
    """What `companion serve` says on standard error where it cannot serve."""
    environ = {**os.environ, "COMPANION_INSTANCE": str(instance)}
    ended = zygote.run("serve", "--host", "127.0.0.1", *map(str, arguments), env=environ, timeout=WAIT)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def test_a_port_that_is_taken_is_named(running: Served, tmp_path: Path) -> None:
    said = serve_in_vain(tmp_path, "--port", running.port)
    assert said.startswith(f"Error: Cannot listen on 127.0.0.1 port {running.port}: ")


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    said = serve_in_vain(tmp_path, "--port", 0, "--public-url", "here")
    assert said == "Error: The public URL must look like https://play.example.org, not “here”.\n"


@pytest.mark.parametrize("url", ["foo", "postgresql+nothing://here/table"])
def test_a_database_address_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    said = serve_in_vain(tmp_path, "--port", 0)
    assert said.startswith("Error: COMPANION_DATABASE_URL names no database that can be used here: ")


def test_an_instance_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "Not a directory" in serve_in_vain(tmp_path / "file" / "instance", "--port", 0)


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
        return zygote.run(*arguments, str(tmp_path / "copy"), env=environ, timeout=WAIT)

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
        tap.start()
        looked = 0
        while looked < 20 and not answers:
            assert server.ask("GET", f"/api/tables/{opened['code']}")[0] == 200
            looked += 1
        other.execute("ROLLBACK")
        tap.join(WAIT)
    assert looked  # the move still waited, and looking on did not
    assert answers == [201] or looked < 20  # on a busy machine the move may have waited as long as it may


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
    process = zygote.Process(["-c", BROKEN], environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
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
