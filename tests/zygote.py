"""Processes of the program that need not import it first: each is a fork of one that has, the zygote.

To import what serving needs costs 1.6 seconds of processor time, and the tests start some eighty processes. What such a
process does from its command line to its exit is what `python -m companion` does; that this is found and imports by
itself is for those tests that start it so. A template that one of them has compiled, which costs half a second for a
table's pages, is compiled for all.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from tests import compiled

CHECKOUT = Path(__file__).parents[1]
LOADED = (
    "companion.commands.database", "companion.commands.serve", "companion.commands.upgrade_check",
    "companion.live.redis_bus", "companion.server.run", "companion.web",
    "alembic.command", "alembic.ddl.postgresql", "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite", "uvloop",
)  # fmt: skip
NUMBER = 8  # bytes of a process's id, and of its status


class Process:
    """`companion ARGUMENTS` as a process of its own; what a test asks of it is called as in `subprocess.Popen`.

    Where the arguments are "-c", a program and what it is given, that is run instead, as Python would.

    `stdout` and `stderr` are files, or subprocess.PIPE, or left to ours; `stderr` may be subprocess.STDOUT, and
    `stdin`, else empty, subprocess.PIPE. Two that serve together take a zygote each, for those of one order their sets
    alike.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        *,
        stdin: int | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        zygote: int = 0,
    ) -> None:
        self.returncode: int | None = None
        self.stdin, given = _written(stdin)
        self.stdout, out = _opened(stdout, 1)
        self.stderr, error = (None, os.dup(out)) if stderr == subprocess.STDOUT else _opened(stderr, 2)
        self._line, its = socket.socketpair()
        with its:
            socket.send_fds(_zygote(zygote), [b"!"], [given, out, error, its.fileno()])
        for ours in (given, out, error):
            os.close(ours)
        self._line.sendall(json.dumps([list(arguments), dict(env)]).encode())
        self._line.shutdown(socket.SHUT_WR)
        self.pid = self._hear()

    def _hear(self) -> int:
        return int.from_bytes(self._line.recv(NUMBER, socket.MSG_WAITALL), "big", signed=True)

    def poll(self) -> int | None:
        """Its status, negative for a signal; None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its status once it has ended. Raises TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("companion", timeout or 0)
            self.returncode = self._hear()
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Signal it; one that has ended is sent none."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop in order."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it still says on its pipes until it has ended; it is told no more. Raises TimeoutExpired."""
        if self.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.stdin.close()
        pipes = [pipe if pipe is not None and not pipe.closed else None for pipe in (self.stdout, self.stderr)]
        with ThreadPoolExecutor(2) as pool:
            said = [None if pipe is None else pool.submit(pipe.read) for pipe in pipes]
            try:
                self.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()  # else nobody would end what is read from
                raise
            texts = ["" if one is None else one.result(timeout) for one in said]
        for pipe in pipes:
            if pipe is not None:
                pipe.close()
        return texts[0], texts[1]


def run(*arguments: str, env: Mapping[str, str], timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run `companion ARGUMENTS` to its end."""
    process = Process(arguments, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said, error = process.communicate(timeout)
    return subprocess.CompletedProcess(["companion", *arguments], process.wait(), said, error)


def _opened(wanted: int | IO[Any] | None, ours: int) -> tuple[IO[str] | None, int]:
    """What we read from where it is a pipe, and the file that the process writes to."""
    if wanted != subprocess.PIPE:
        return None, os.dup(ours if wanted is None else wanted if isinstance(wanted, int) else wanted.fileno())
    reads, writes = os.pipe()
    return open(reads, encoding="utf-8"), writes  # noqa: PTH123 - its reader closes it


def _written(wanted: int | None) -> tuple[IO[str] | None, int]:
    """What we write to where it is a pipe, and the file that the process reads from."""
    if wanted != subprocess.PIPE:
        return None, os.open(os.devnull, os.O_RDONLY)
    reads, writes = os.pipe()
    return open(writes, "w", encoding="utf-8"), reads  # noqa: PTH123 - its writer closes it


@cache
def _zygote(number: int) -> socket.socket:
    """Where that zygote takes its orders. It ends when we do."""
    ours, its = socket.socketpair()
    with its:
        command = [sys.executable, "-m", "tests.zygote", str(its.fileno()), compiled.folder()]
        process = subprocess.Popen(command, pass_fds=[its.fileno()], cwd=CHECKOUT, stdin=subprocess.DEVNULL)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# In the zygote


class Orders:
    """What the zygote does: fork a process for each order, and tell of its end."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._lines: dict[int, socket.socket] = {}
        self._bell, self._rings = socket.socketpair()
        self._rings.setblocking(False)

    def take(self) -> Callable[[], None] | None:
        """Take orders until the last who gives them is gone. In a fork: what it is to do."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: who started us says what ends
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._rings.fileno(), warn_on_full_buffer=False)
        while True:
            ready = select.select([self._orders, self._bell], [], [])[0]
            if self._bell in ready:
                self._bell.recv(4096)
                self._reap()
            if self._orders in ready:
                said, files, *_ = socket.recv_fds(self._orders, 1, 4)
                if not said:
                    self._end()
                    return None
                if fork := self._fork(*files):
                    return fork

    def _fork(self, *files: int) -> Callable[[], None] | None:
        """One more process, with its three standard files and the line to it. In it: what it is to do."""
        told, standard = socket.socket(fileno=files[-1]), files[:-1]
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            for other in (self._orders, self._bell, self._rings, *self._lines.values()):
                other.close()
            return _ordered(told, standard)
        for file in standard:
            os.close(file)
        told.sendall(pid.to_bytes(NUMBER, "big", signed=True))
        self._lines[pid] = told
        return None

    def _reap(self) -> None:
        """Tell the status of all that have ended."""
        for pid in tuple(self._lines):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                with self._lines.pop(pid) as line, contextlib.suppress(BrokenPipeError):
                    line.sendall(os.waitstatus_to_exitcode(status).to_bytes(NUMBER, "big", signed=True))

    def _end(self) -> None:
        for pid, line in self._lines.items():
            os.kill(pid, signal.SIGKILL)
            line.close()


def _ordered(line: socket.socket, files: Sequence[int]) -> Callable[[], None]:
    """Become the process that was ordered; what it is to do."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with line, line.makefile("r", encoding="utf-8") as order:
        arguments, environ = json.load(order)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(environ)
    encoding = environ.get("PYTHONIOENCODING", "utf-8")
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w")), encoding, write_through="PYTHONUNBUFFERED" in environ
    )
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w")), encoding, "backslashreplace", line_buffering=True
    )
    tempfile.tempdir = None  # for it may have a folder of its own

    def companion() -> None:
        if arguments[0] == "-c":
            sys.argv[:] = ["-c", *arguments[2:]]
            exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__"})
            return
        sys.argv[1:] = arguments
        runpy.run_module("companion", run_name="__main__", alter_sys=True)

    return companion


if __name__ == "__main__":
    for name in LOADED:
        importlib.import_module(name)
    kept = FileSystemBytecodeCache(sys.argv[2])
    Flask.jinja_environment = staticmethod(partial(Flask.jinja_environment, bytecode_cache=kept))  # type: ignore[assignment]
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as given:
        ordered = Orders(given).take()
    if ordered is not None:
        ordered()
