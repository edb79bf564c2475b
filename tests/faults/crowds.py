"""Slow and silent clients, streams opened and dropped, phones that never read: others' taps take no longer for it."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from companion.server.connection_limits import raise_file_limit
from tests.faults.disk import Tapper
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.kills import environ
from tests.faults.mutated import memory
from tests.faults.players import PATIENCE, read
from tests.many.house import Place, Process, Table
from tests.postgresql_and_redis import free_port

TAPS, LEAST, ROUNDS, TIMES = 100, 3, 9, 2.0
LONGEST_MS = 5000.0  # of any tap, on whatever machine
SILENT, SLOW, DEAF = 100, 100, 100
AT_ONCE, A_SECOND, SMALL = 5, 100, 2048
CONNECTED = re.compile(r"^companion_phones_connected (\S+)$", re.MULTILINE)
Crowd = Callable[[Place, Table, threading.Event, int], int]


def crowds(trial: Trial) -> Figures:
    """Taps are timed within each crowd, and before and after it, in three rounds; half of those keep the promise.

    Others use the machine, too: a crowd has some rounds more to show that it is not what makes taps slow.
    """
    raise_file_limit()
    sys.setswitchinterval(0.0005)  # whoever times a tap does not wait for the crowd's own thread
    folder = trial.folder / "instance"
    process = Process(free_port(), trial.folder / "log", environ(folder))
    process.start()
    process.ready()
    tapper = Tapper(process.place, trial.chance())
    before, many, waits, told = memory(process.pid), 0, 0, Figures()
    listening = _phones(process.place)
    usual, slowest = _timed(tapper)
    first = usual
    for name, crowd in CROWDS.items():
        found = list[float]()
        while len(found) < LEAST or (median(found) > TIMES and len(found) < ROUNDS):
            with _crowded(crowd, process.place, tapper.table, trial.count) as came:
                during, longest = _timed(tapper)
                if crowd is _deaf:
                    need(_phones(process.place) == listening + DEAF, "phones that never read are not all there")
                    waits = max(waits, _unread(process.place))
            many += sum(came)
            alone, other = _timed(tapper)
            slowest = max(slowest, longest, other)
            found.append(during / ((usual + alone) / 2))
            usual = alone
        rounds = ", ".join(f"{times:.1f}" for times in found)
        need(median(found) <= TIMES, name, f"times as long: {rounds}")
        told[f"times as long with {name}, round by round"] = rounds
    need(slowest <= LONGEST_MS, "a tap took", slowest, "ms")
    need(waits > 0, "what phones never read does not wait at the server")
    end = time.monotonic() + PATIENCE
    while (left := _phones(process.place)) != listening and time.monotonic() < end:
        time.sleep(0.1)
    need(left == listening, f"of {listening} phones connected there are {left} when all have hung up")
    after = memory(process.pid)
    process.end(signal.SIGTERM)
    need("Traceback" not in process.said(), process.said()[-4000:])
    return {
        "clients": many, "ms a tap usually": first, "ms the slowest of all": slowest, **told,
        "KB waited for phones that never read": waits // 1024,
        "phones connected before": listening, "after": left, "MB before": before, "MB after": after,
    }  # fmt: skip


def _phones(place: Place) -> int:
    """How many streams are open, as the server itself tells."""
    status, page = read(place, "/metrics")
    found = CONNECTED.search(page.decode())
    need(status == 200 and found is not None, "/metrics", status)
    return int(float(found[1])) if found else 0


def _unread(place: Place) -> int:
    """Bytes that the server has sent and whom they are for has not taken, as the system counts them."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(int(line[4].partition(":")[0], 16) for line in lines if line[1].endswith(f":{place.port:04X}"))


def _timed(tapper: Tapper) -> tuple[float, float]:
    """How many milliseconds half of some taps take at most, and the slowest of them."""
    times = list[float]()
    for _ in range(TAPS):
        start = time.perf_counter()
        need(tapper.tap(), "refused")
        times.append(time.perf_counter() - start)
    return 1000 * median(times), 1000 * max(times)


@contextlib.contextmanager
def _crowded(crowd: Crowd, place: Place, table: Table, count: int) -> Iterator[list[int]]:
    """The crowd is there while the block runs; then `came` tells how many it were."""
    over, came = threading.Event(), list[int]()

    def run() -> None:
        came.append(crowd(place, table, over, count))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
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
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
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
    """So many streams in each round, a hundred a second, and more until the taps are at their end.

    Each has told the table before it is dropped. Three times as many a second take all the time that one process has.
    """
    opened, began = 0, time.monotonic()
    while opened < count or not over.is_set():
        lines = _dialled(place, _live(table), AT_ONCE)
        for line in lines:
            _first_event(line)
        opened += _hung_up(lines)
        time.sleep(max(0.0, began + opened / A_SECOND - time.monotonic()))
    return opened


def _first_event(line: socket.socket) -> None:
    """Read on until an event has come."""
    said = b""
    while b"\ndata:" not in said:
        more = line.recv(65536)
        need(bool(more) and said.startswith(b"HTTP/1.1 200"[: len(said)]), "no stream", said)
        said += more


CROWDS: dict[str, Crowd] = {
    "silent clients": _silent,
    "slow ones": _slow,
    "phones that never read": _deaf,
    "streams opened and dropped": _dropped,
}
FAULTS = (
    Fault(
        "crowds",
        "Slow and silent clients, phones that never read, streams that are dropped once they have told the table, a"
        " hundred a second: in half of the rounds or more, others' taps take no more than twice as long meanwhile,"
        " and none takes five seconds.",
        crowds,
        2_000,
        2_000,
        200,
    ),
)
