"""Who comes to no end is let go by `companion serve`, and who takes nothing holds up nobody."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import program
from tests.server.served import SHORT, UNDO, WAIT, Served, Stream, request, take, talk

RUN = """
import socket
import companion.server.connection_limits as connection_limits
import companion.server.run as server
from companion.config import Settings
{}
settings = Settings.from_environment().model_copy(update=dict(host="127.0.0.1", port=0))
server.run(settings, lambda s: print(s.port, flush=True))
"""
HASTY = "connection_limits.IDLE_SECONDS = server.IDLE_SECONDS = 1.5"  # a busy machine may take as long to send
# Nothing waits on its way to a phone but in the server itself.
NARROW = """
listen = server.listen
def narrow(*where):
    sock = listen(*where)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 0)  # else who is deaf is cut after 12 s
    return sock
server.listen = narrow
server.PATIENCE_SECONDS = 0.05
"""


@contextlib.contextmanager
def other_server(instance: Path, changed: str) -> Iterator[Served]:
    """A server of which something is changed."""
    environ = {**os.environ, "COMPANION_INSTANCE": str(instance)}
    pipe = subprocess.PIPE
    process = program.started(sys.executable, "-c", RUN.format(changed), env=environ, stdout=pipe, stderr=pipe)
    assert process.stdout is not None
    server = Served.__new__(Served)
    server.process, server.port = process, int(process.stdout.readline())
    try:
        yield server
    finally:
        process.kill()
        process.communicate(timeout=WAIT)


def test_who_comes_to_no_end_is_let_go_and_a_stream_is_not(tmp_path: Path) -> None:
    with other_server(tmp_path, HASTY) as server:
        opened = server.open_table()
        stream = Stream(server, opened["code"])
        assert stream.state()["version"] == 0
        assert talk(server, request(SHORT, b"{")) == b""  # hung up, and nothing said
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
