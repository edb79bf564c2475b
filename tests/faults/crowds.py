"""Slow and silent clients, streams opened and dropped, phones that never read: others' taps take no longer for it."""

from __future__ import annotations

import contextlib
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from statistics import median

from companion.server.sockets import raise_file_limit
from tests.faults.disk import Tapper
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.kills import environ
from tests.faults.mutated import memory
from tests.many.house import Place, Process, Table
from tests.services import free_port

TAPS, ROUNDS, TIMES = 100, 8, 2.0
SILENT, SLOW, DEAF = 100, 100, 100
AT_ONCE = 100
Crowd = Callable[[Place, Table, threading.Event, int], int]


def crowds(trial: Trial) -> Figures:
    """Taps are timed within each crowd, and before and after it.

    Others use the machine, too: a crowd has some rounds to show that it is not what makes taps slow.
    """
    raise_file_limit()
    sys.setswitchinterval(0.0005)  # whoever times a tap does not wait for the crowd's own thread
    folder = trial.folder / "instance"
    process = Process(free_port(), trial.folder / "log", environ(folder))
    process.start()
    process.ready()
    tapper = Tapper(process.place, trial.chance())
    before, many, told = memory(process.pid), 0, Figures()
    usual = _timed(tapper)
    for name, crowd in CROWDS.items():
        found = list[float]()
        while min(found, default=TIMES + 1) > TIMES and len(found) < ROUNDS:
            with _crowded(crowd, process.place, tapper.table, trial.count) as came:
                during = _timed(tapper)
            many += sum(came)
            alone = _timed(tapper)
            found.append(during / ((usual + alone) / 2))
            usual = alone
        need(min(found) <= TIMES, name, [f"{times:.1f} times" for times in found])
        told[f"times as long with {name}"] = float(min(found))
        told[f"rounds of {name}"] = len(found)
    after = memory(process.pid)
    process.end(signal.SIGTERM)
    need("Traceback" not in process.said(), process.said()[-4000:])
    return {"clients": many, "ms a tap usually": usual, **told, "MB before": before, "MB after": after}


def _timed(tapper: Tapper) -> float:
    """How many milliseconds half of some taps take at most."""
    times = list[float]()
    for _ in range(TAPS):
        start = time.perf_counter()
        need(tapper.tap(), "refused")
        times.append(time.perf_counter() - start)
    return 1000 * median(times)


@contextlib.contextmanager
def _crowded(crowd: Crowd, place: Place, table: Table, count: int) -> Iterator[list[int]]:
    """The crowd is there while the block runs; then `came` tells how many it were."""
    over, came = threading.Event(), list[int]()

    def run() -> None:
        came.append(crowd(place, table, over, count))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    if crowd is not _dropped:  # the others wait until they are told to go
        time.sleep(0.5)
    yield came
    over.set()
    thread.join(120)
    need(bool(came), "a crowd could not come")


def _dialled(place: Place, said: bytes, many: int, *, small: bool = False) -> list[socket.socket]:
    lines = []
    for _ in range(many):
        line = socket.socket()
        if small:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(60)
        line.connect(("127.0.0.1", place.port))
        with contextlib.suppress(OSError):
            line.sendall(said)
        lines.append(line)
    return lines


def _hung_up(lines: list[socket.socket]) -> int:
    for line in lines:
        line.close()
    return len(lines)


def _live(table: Table) -> bytes:
    return f"GET {table.path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def _silent(place: Place, _table: Table, over: threading.Event, _count: int) -> int:
    lines = _dialled(place, b"", SILENT)
    over.wait()
    return _hung_up(lines)


def _slow(place: Place, table: Table, over: threading.Event, _count: int) -> int:
    lines = _dialled(place, f"POST {table.path}/moves HTTP/1.1\r\nHost: x\r\n".encode(), SLOW)
    while not over.wait(1.0):
        for line in lines:
            with contextlib.suppress(OSError):  # the server may have had enough of it
                line.sendall(b"X")
    return _hung_up(lines)


def _deaf(place: Place, table: Table, over: threading.Event, _count: int) -> int:
    lines = _dialled(place, _live(table), DEAF, small=True)
    over.wait()
    return _hung_up(lines)


def _dropped(place: Place, table: Table, over: threading.Event, count: int) -> int:
    """So many streams in each round, some at once, and more until the taps are at their end."""
    opened = 0
    while opened < count or not over.is_set():
        opened += _hung_up(_dialled(place, _live(table), AT_ONCE))
        time.sleep(0.02)
    return opened


CROWDS: dict[str, Crowd] = {
    "silent clients": _silent,
    "slow ones": _slow,
    "phones that never read": _deaf,
    "streams opened and dropped": _dropped,
}
FAULTS = (
    Fault(
        "crowds",
        "Slow and silent clients, phones that never read, streams dropped: taps meanwhile.",
        crowds,
        2_000,
        2_000,
        200,
    ),
)
