"""SIGKILL of the server at random moments under play."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.players import Player, clean_transcript, held_against, playing
from tests.many.house import Process
from tests.postgresql_and_redis import free_port

TABLES, LONGEST = 3, 0.4
AT_ONCE = 25  # runs at one server's folder


def environ(folder: Path) -> dict[str, str]:
    """What a server of this folder is told."""
    return {"COMPANION_INSTANCE": str(folder), "COMPANION_OPEN_LIMIT": "100000/minute", "COMPANION_PUBLIC_URL": ""}


def kills(trial: Trial) -> Figures:
    """One kill a run; after each all that was acknowledged is looked for."""
    moves = unanswered = 0
    chance = trial.chance("server")
    for first in range(0, trial.count, AT_ONCE):
        folder = trial.folder / str(first)
        folder.mkdir()
        players = _evening(folder, min(AT_ONCE, trial.count - first), chance)
        moves += held_against(f"sqlite:///{folder}/companion.sqlite3", players)
        unanswered += sum(player.unanswered for player in players)
    return {
        "kills": trial.count,
        "moves acknowledged": moves,
        "taps not answered and sent again": unanswered,
        "lost or doubled": 0,
    }


def _evening(folder: Path, count: int, chance: Random) -> list[Player]:
    """So many kills at one folder; all who played."""
    process, played = Process(free_port(), folder / "log", environ(folder)), list[Player]()
    process.start()
    try:
        for _ in range(count):
            played += _killed(process, f"sqlite:///{folder}/companion.sqlite3", chance)
    finally:
        process.end(signal.SIGTERM)
        for sign in ("Exception in ASGI", "\nError: ", "Traceback"):
            _, found, after = process.said().partition(sign)
            need(not found, sign, after[:3000])
    return played


def _killed(process: Process, url: str, chance: Random) -> list[Player]:
    """One kill; who played. Whoever plays waits until there is an answer, as phones do."""
    with playing(process.place, chance, TABLES) as players:
        for player in players:
            player.plays_on(1)
        time.sleep(chance.uniform(0, LONGEST))
        process.end(signal.SIGKILL)
        process.start()
        for player in players:
            player.plays_on(2)
    held_against(url, players)
    for player in players:
        clean_transcript(process.place, player.table)
    return players


FAULTS = (Fault("kills", "SIGKILL of the server at random moments under play, on SQLite.", kills, 1_000, 1_000, 9),)
