"""Several processes that serve together: a supervisor starts, watches, restarts and stops them in order.

The parent serves no requests and loads nothing that serving needs. It reserves the port and makes the
workers' mailboxes, so that a restarted worker finds both.
A worker ends by itself when its parent is gone.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from ctypes import Array, c_double, c_ulonglong
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from companion.config import COUNTS, Settings
from companion.live.worker_bus import mailboxes
from companion.server.connection_limits import raise_file_limit
from companion.server.sockets import SPREADS, listen, reserve

# Where it is safe to, workers are forked from a process that has imported what serving needs, which takes a second.
STARTING = multiprocessing.get_context("spawn" if sys.platform == "darwin" else "forkserver")
IMPORTED = ["companion.commands.serve", "companion.live.worker_bus", "companion.server.run"]
STOP_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 15.0

log = logging.getLogger("table_companion.workers")


class FirstWorkerFailed(Exception):
    """The first worker ended before it served; its standard error shows why."""


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """A worker's parameters: what to serve, on which port, and its mailbox for the others' announcements.

    `moments` is all workers' memory of when the way in was shown and when another machine asked
    (`web/ops/no_phone_connects.py`), which outlives any of them; `database` is which file of SQLite's they have
    opened, by device and inode, zeros before the first has. `first`: of all of them this one speaks at the
    terminal.
    """

    settings: Settings
    reserved: socket.socket
    mailbox: socket.socket
    others: tuple[socket.socket, ...]
    ready: Connection
    moments: Array[c_double]
    database: Array[c_ulonglong]
    first: bool

    def listen(self) -> socket.socket:
        """The socket that this worker listens on."""
        return listen(self.settings.host, self.settings.port, spread=True) if SPREADS else self.reserved

    def would_open_another(self, database: tuple[int, int] | None) -> bool:
        """Whether workers have opened SQLite's file, and this one, by device and inode, is not that."""
        return any(self.database) and database != tuple(self.database)

    def report_ready(self, database: tuple[int, int] | None = None) -> None:
        """Tell the parent that this worker serves, and later workers which file of SQLite's it has opened, if one.

        A parent that is gone is told nothing: its worker ends in order.
        """
        if database is not None and not any(self.database):  # it stays the first one's, whatever lies there by now
            self.database[:] = list(database)
        with contextlib.suppress(BrokenPipeError):
            self.ready.send(True)


Work = Callable[[WorkerSetup], None]


class Worker:
    """One worker's slot, and the process that holds it now."""

    def __init__(self, work: Work, setup: WorkerSetup, began: Connection) -> None:
        self._work, self._setup, self._began = work, setup, began
        self._process: BaseProcess | None = None
        self.due = 0.0
        self._pause = FIRST_PAUSE

    @property
    def sentinel(self) -> int | None:
        """A handle that is readable once the process has ended; None while there is no process."""
        return None if self._process is None else self._process.sentinel

    def start(self) -> None:
        """Start a new process. Only the parent handles Ctrl+C: it stops the workers."""
        with _no_signals():
            try:
                self._process = self._started(STARTING)
            except (OSError, EOFError):  # the forkserver was killed, or its socket is gone
                log.warning("a worker could not be forked; it is started anew")
                self._process = self._started(multiprocessing.get_context("spawn"))

    def _started(self, context: Any) -> BaseProcess:
        process: BaseProcess = context.Process(target=_begun, args=(self._work, self._setup))
        process.start()
        return process

    def wait_until_ready(self, stop: socket.socket) -> bool:
        """Wait until it serves; returns False where it has ended instead, or where this process is asked to stop."""
        heard = wait([stop, self._began] if self.sentinel is None else [stop, self._began, self.sentinel])
        return self._began in heard and stop not in heard

    def reap(self) -> None:
        """Schedule a restart after the process has ended; the pause doubles with each that never served."""
        process, self._process = self._process, None
        assert process is not None  # noqa: S101 - its sentinel was heard
        process.join()
        self._pause = FIRST_PAUSE if self._was_ready() else min(2 * self._pause, LONGEST_PAUSE)
        self.due = time.monotonic() + self._pause
        log.warning("worker %s has ended (%s); it is started again", process.pid, process.exitcode)
        process.close()

    def _was_ready(self) -> bool:
        """Whether the process that has ended had said that it serves."""
        said = False
        while self._began.poll():
            said = bool(self._began.recv())
        return said

    def stop(self) -> None:
        """Ask it to stop in order."""
        if self._process is not None:
            self._process.terminate()

    def join(self, seconds: float) -> None:
        """Wait until it ends; kill it at the deadline."""
        if self._process is not None:
            self._process.join(seconds)
            if self._process.exitcode is None:
                self._process.kill()
                self._process.join()


class Supervisor:
    """Starts the worker processes, restarts any that ends, stops all in order."""

    def __init__(self, work: Work, settings: Settings, reserved: socket.socket) -> None:
        STARTING.set_forkserver_preload(IMPORTED)
        boxes = mailboxes(settings.workers)
        moments, database = STARTING.RawArray(c_double, 2), STARTING.RawArray(c_ulonglong, 2)
        self._workers = []
        for number, (reads, _) in enumerate(boxes):
            others = tuple(writes for other, (_, writes) in enumerate(boxes) if other != number)
            began, ready = multiprocessing.Pipe(duplex=False)
            setup = WorkerSetup(settings, reserved, reads, others, ready, moments, database, first=number == 0)
            self._workers.append(Worker(work, setup, began))

    def begin(self, stop: socket.socket) -> None:
        """Start the first, which upgrades the database, then the others, until all serve. Raises FirstWorkerFailed."""
        first, *others = self._workers
        first.start()
        if not first.wait_until_ready(stop):
            if not _asked_to_stop(stop):
                raise FirstWorkerFailed
            return
        for worker in others:
            worker.start()
        for worker in others:
            worker.wait_until_ready(stop)

    def watch(self, stop: socket.socket) -> None:
        """Restart workers that end, until this process is asked to stop."""
        while not _asked_to_stop(stop):
            now = time.monotonic()
            for worker in self._workers:
                if worker.sentinel is None and worker.due <= now:
                    worker.start()
            soon = [worker.due - now for worker in self._workers if worker.sentinel is None]
            sentinels = {worker.sentinel: worker for worker in self._workers if worker.sentinel is not None}
            for heard in wait([stop, *sentinels], min(soon, default=None)):
                if isinstance(heard, int):
                    sentinels[heard].reap()

    def end(self) -> None:
        """Ask all to stop in order; kill those that do not."""
        for worker in self._workers:
            worker.stop()
        last = time.monotonic() + STOP_SECONDS
        for worker in self._workers:
            worker.join(max(0.1, last - time.monotonic()))


def run(settings: Settings, work: Work, announce: Callable[[Settings], None]) -> None:
    """Serve with as many processes as the settings say until SIGTERM or SIGINT; each of them does `work`.

    `announce` is called with the settings and the port once all serve. Raises CannotListen where
    another program has the port, FirstWorkerFailed where the first worker cannot begin.
    """
    raise_file_limit()
    with reserve(settings.host, settings.port) as reserved, _stop_requests() as stop, _workers_environment():
        settings = settings.model_copy(update={"port": reserved.getsockname()[1]})
        supervisor = Supervisor(work, settings, reserved)
        try:
            supervisor.begin(stop)
            if not _asked_to_stop(stop):
                announce(settings)
            supervisor.watch(stop)
        finally:
            supervisor.end()


@contextlib.contextmanager
def _workers_environment() -> Iterator[None]:
    """Set the workers' environment: a new, empty folder for the metrics of all, whose sums any of them can report."""
    with tempfile.TemporaryDirectory(prefix="table-companion-") as folder:
        before = dict(os.environ)
        os.environ[COUNTS] = folder
        os.environ["PYTHONSAFEPATH"] = "1"  # no module is imported from the folder where it was started
        try:
            yield
        finally:
            for name in {*os.environ} - {*before}:
                del os.environ[name]


@contextlib.contextmanager
def _stop_requests() -> Iterator[socket.socket]:
    """A socket that becomes readable when this process is asked to stop."""
    reads, writes = socket.socketpair()
    with reads, writes:
        writes.setblocking(False)
        before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
        signal.set_wakeup_fd(writes.fileno(), warn_on_full_buffer=False)
        try:
            yield reads
        finally:
            signal.set_wakeup_fd(-1)
            for number, handler in before.items():
                signal.signal(number, handler)


def _asked_to_stop(stop: socket.socket) -> bool:
    return bool(wait([stop], 0))


@contextlib.contextmanager
def _no_signals() -> Iterator[None]:
    """Block SIGINT and SIGTERM in this process and in those that are started in the block, until `_begun`.

    So Ctrl+C and a SIGTERM to the process group do not end the forkserver: that ends with its parent.
    """
    resource_tracker.ensure_running()  # starting it would unblock them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begun(work: Work, setup: WorkerSetup) -> None:
    """In a new process: do its work, and stop when asked to."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    work(setup)
