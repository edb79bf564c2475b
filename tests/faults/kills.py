"""SIGKILL at random moments under play: of the server, of one of its workers, of their parent."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.players import Player, clean_transcript, held_against, playing
from tests.forked import ASKED
from tests.many.house import Process
from tests.services import free_port

TABLES, LONGEST = 3, 0.4
KINDS = ("server", "worker", "parent")
AT_ONCE = 25  # runs at one server's folder


def environ(folder: Path) -> dict[str, str]:
    """What a server of this folder is told."""
    return {"COMPANION_INSTANCE": str(folder), "COMPANION_OPEN_LIMIT": "100000/minute", "COMPANION_PUBLIC_URL": ""}


def kills(trial: Trial) -> Figures:
    """One kill a run, of each kind in turn; after each all that was acknowledged is looked for."""
    counted: Figures = dict.fromkeys((f"kills of a {kind}" for kind in KINDS), 0)
    moves = unanswered = 0
    for kind, share in zip(KINDS, _shares(trial.count), strict=True):
        chance = trial.chance(kind)
        for first in range(0, share, AT_ONCE):
            folder = trial.folder / f"{kind}-{first}"
            folder.mkdir()
            players = _evening(folder, kind, min(AT_ONCE, share - first), chance)
            moves += held_against(f"sqlite:///{folder}/companion.sqlite3", players)
            unanswered += sum(player.unanswered for player in players)
        counted[f"kills of a {kind}"] = share
    return {
        **counted,
        "moves acknowledged": moves,
        "taps not answered and sent again": unanswered,
        "lost or doubled": 0,
    }


def _evening(folder: Path, kind: str, count: int, chance: Random) -> list[Player]:
    """So many kills at one folder; all who played. The first is of processes that import the program themselves.

    Those that follow are forks of one that has: a start takes a tenth of the time, and goes the same way from there.
    """
    options = ("--workers", "2") if kind != "server" else ()
    port, played = free_port(), list[Player]()
    for parent, share in ((None, 1), (0, count - 1)):
        process = Process(port, folder / "log", {**environ(folder), ASKED: "1"}, *options, parent=parent)
        if share:
            process.start()
        try:
            for _ in range(share):
                played += _killed(process, kind, f"sqlite:///{folder}/companion.sqlite3", chance)
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


def _killed(process: Process, kind: str, url: str, chance: Random) -> list[Player]:
    """One kill; who played. Whoever plays waits until there is an answer, as phones do."""
    with playing(process.place, chance, TABLES) as players:
        for player in players:
            player.plays_on(1)
        time.sleep(chance.uniform(0, LONGEST))
        if kind == "worker":
            os.kill(chance.choice(workers(process.pid)), signal.SIGKILL)
        else:
            process.end(signal.SIGKILL)
            process.start()
        for player in players:
            player.plays_on(2)
    held_against(url, players)
    for player in players:
        clean_transcript(process.place, player.table)
    return players


def workers(parent: int) -> list[int]:
    """The processes that serve: the parent's children that were made to work, not its tracker of resources."""
    children = [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    return [pid for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()]


FAULTS = (
    Fault(
        "kills",
        "SIGKILL of the server, of a worker, of the parent at random moments under play.",
        kills,
        1_000,
        1_000,
        9,
    ),
)
