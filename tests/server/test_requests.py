"""`companion serve` is sent requests, streams and what no browser sends, and answers on the connection that asked."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator

import pytest

from tests.server.served import BAD_CHUNK, HEADER, SHORT, WAIT, Served, Stream, request, take, talk


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


class ServedByItself(Served):
    """One that is started as people start it, and imports what it needs."""

    @staticmethod
    def begin(command: list[str], env: dict[str, str]) -> subprocess.Popen[str]:
        """Start it."""
        whole, pipe = [sys.executable, "-m", "companion", *command], subprocess.PIPE
        return subprocess.Popen(whole, stdout=pipe, stderr=pipe, text=True, env=env)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that several tests share."""
    server = ServedByItself(tmp_path_factory.mktemp("running"))
    yield server
    status, error = server.end(signal.SIGTERM)
    assert (status, error) == (0, "")  # whatever it was sent, it logged nothing and stopped in order


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


OPEN = json.dumps(HEADER).encode()


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


@pytest.mark.parametrize(("proxy", "packed"), [({"X-Forwarded-For": "10.0.0.1"}, True), ({}, False)])
def test_a_stream_is_packed_behind_a_proxy(running: Served, proxy: dict[str, str], packed: bool) -> None:
    opened = running.open_table()
    line = running.connect()
    line.request("GET", f"/api/tables/{opened['code']}/live", headers={"Accept-Encoding": "gzip", **proxy})
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
