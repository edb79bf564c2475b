"""SIGKILL at random moments under play: of the server, of one of its workers, of their parent.

Where a worker was killed it is timed until another serves in its place: within two seconds on a machine with nothing
else to do. That is told, and no run fails for a slow machine; one that is not back within `BACK_SECONDS` is a flaw.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import statistics
import time
from collections.abc import Container
from pathlib import Path
from random import Random

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.players import AGAIN_SECONDS, Player, clean_transcript, held_against, playing
from tests.forked import ASKED
from tests.many.house import Process
from tests.postgresql_and_redis import free_port

TABLES, LONGEST = 3, 0.4
KINDS = ("server", "worker", "parent")
AT_ONCE = 25  # runs at one server's folder
TIMED = 5  # of those of a worker are of processes that import the program themselves: a fork would be back too soon
BACK_SECONDS = 60  # a machine that is busy tenfold takes half of it


def environ(folder: Path) -> dict[str, str]:
    """What a server of this folder is told."""
    return {"COMPANION_INSTANCE": str(folder), "COMPANION_OPEN_LIMIT": "100000/minute", "COMPANION_PUBLIC_URL": ""}


def kills(trial: Trial) -> Figures:
    """One kill a run, of each kind in turn; after each all that was acknowledged is looked for."""
    counted: Figures = dict.fromkeys((f"kills of a {kind}" for kind in KINDS), 0)
    moves, unanswered, back = 0, 0, list[float]()
    for kind, share in zip(KINDS, _shares(trial.count), strict=True):
        chance = trial.chance(kind)
        for first in range(0, share, AT_ONCE):
            folder = trial.folder / f"{kind}-{first}"
            folder.mkdir()
            players = _evening(folder, kind, min(AT_ONCE, share - first), chance, back)
            moves += held_against(f"sqlite:///{folder}/companion.sqlite3", players)
            unanswered += sum(player.unanswered for player in players)
        counted[f"kills of a {kind}"] = share
    return {
        **counted,
        "moves acknowledged": moves,
        "taps not answered and sent again": unanswered,
        "lost or doubled": 0,
        "workers timed until another served in their place": len(back),
        "seconds at the median": statistics.median(back),
        "at worst": max(back),
    }


def _evening(folder: Path, kind: str, count: int, chance: Random, back: list[float]) -> list[Player]:
    """So many kills at one folder; all who played. The first are of processes that import the program themselves.

    Those that follow are forks of one that has: a start takes a tenth of the time, and goes the same way from there.
    How long it took until a worker was back is put to `back`.
    """
    options = ("--workers", "2") if kind != "server" else ()
    port, played = free_port(), list[Player]()
    own = min(TIMED if kind == "worker" else 1, count)
    for parent, share in ((None, own), (0, count - own)):
        process = Process(port, folder / "log", {**environ(folder), ASKED: "1"}, *options, parent=parent)
        if share:
            process.start()
        try:
            for _ in range(share):
                timed = back if kind == "worker" and parent is None else None
                played += _killed(process, kind, f"sqlite:///{folder}/companion.sqlite3", chance, timed)
        finally:
            process.end(signal.SIGTERM)
            _nothing_went_wrong(process.said(), kind)
    return played


def _nothing_went_wrong(said: str, kind: str) -> None:
    """A worker that was being made when its parent was killed may say so; nobody who is served meets an error."""
    for sign in ("Exception in ASGI", "\nError: ", *(("Traceback",) if kind != "parent" else ())):
        _, found, after = said.partition(sign)
        need(not found, sign, after[:3000])


def _shares(count: int) -> list[int]:
    return [(count + later) // len(KINDS) for later in (2, 1, 0)]


def _killed(process: Process, kind: str, url: str, chance: Random, timed: list[float] | None) -> list[Player]:
    """One kill; who played. Whoever plays waits until there is an answer, as phones do."""
    with playing(process.place, chance, TABLES) as players:
        for player in players:
            player.plays_on(1)
        time.sleep(chance.uniform(0, LONGEST))
        if kind == "worker":
            before = workers(process.pid)
            os.kill(chance.choice(before), signal.SIGKILL)
            if timed is not None:
                timed.append(_until_back(process, before))
        else:
            process.end(signal.SIGKILL)
            process.start()
        for player in players:
            player.plays_on(2)
    held_against(url, players)
    for player in players:
        clean_transcript(process.place, player.table)
    return players


def _until_back(process: Process, before: Container[int]) -> float:
    """How many seconds from now a connection is served by a worker that was not there before."""
    killed = time.monotonic()
    while True:
        with (
            contextlib.suppress(OSError, http.client.HTTPException),
            contextlib.closing(process.place.connect()) as line,
        ):
            line.request("GET", "/healthz")
            served = line.getresponse().read() and _server_of(line.sock.getsockname()[1], process)
            if served and served not in before:
                return time.monotonic() - killed
        need(time.monotonic() < killed + BACK_SECONDS, "a worker that was killed is not back", process.said()[-500:])
        time.sleep(AGAIN_SECONDS)


def _server_of(port: int, process: Process) -> int | None:
    """The worker that has the other end of the connection from this port; None where none has it any more."""
    here, there = f":{process.place.port:04X}", f":{port:04X}"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()]
    sockets = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(here) and row[2].endswith(there)}
    for pid in workers(process.pid):
        with contextlib.suppress(OSError):  # a file that was closed meanwhile
            if any(str(file.readlink()) in sockets for file in Path(f"/proc/{pid}/fd").iterdir()):
                return pid
    return None


def workers(parent: int) -> list[int]:
    """The processes that serve: what they are forked from is the parent's child."""
    return [worker for child in _children(parent) for worker in _children(child)]


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):  # it has ended
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


FAULTS = (
    Fault(
        "kills",
        "SIGKILL of the server, of a worker, of the parent at random moments under play, on SQLite.",
        kills,
        1_000,
        1_000,
        9,
    ),
)
