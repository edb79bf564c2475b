"""The log, its index, the database or its folder deleted or replaced under play: no tap is said to be saved then.

What was acknowledged before is in the files that the server had; they are held open, and looked at when all is over.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.kills import LONGEST, TABLES, environ
from tests.faults.players import AGAIN_SECONDS, PATIENCE, Player, held_against, playing, unsaved_taps
from tests.many.house import Process
from tests.postgresql_and_redis import free_port

DATABASE = "companion.sqlite3"
FILES = (DATABASE, f"{DATABASE}-wal")
PLACES = {"log": FILES[1], "index": f"{DATABASE}-shm", "database": FILES[0], "folder": ""}
TOLD = re.compile(r"the database does not (?:save|answer): \S+ was removed or replaced while it was in use; start anew")


def removed(trial: Trial) -> Figures:
    """One a server: each of the four in turn, deleted and, the next time, replaced by a copy."""
    counted, acknowledged, refused = Counter[str](), 0, 0
    for number in range(trial.count):
        what, copied = list(PLACES)[number % len(PLACES)], bool(number // len(PLACES) % 2)
        counted[f"times the {what} was {'replaced' if copied else 'deleted'}"] += 1
        with _serving(trial.folder / str(number)) as process:
            more, no = _taken_away(process, trial.folder / str(number), what, trial.chance(number), copied=copied)
        acknowledged, refused = acknowledged + more, refused + no
    return {
        **counted, "moves acknowledged before": acknowledged, "taps refused, and counted as such": refused,
        "acknowledged and not there": 0, "times it said that it was ready": 0,
    }  # fmt: skip


@contextlib.contextmanager
def _serving(folder: Path) -> Iterator[Process]:
    """A server; its instance is a folder in this one."""
    folder.mkdir()
    process = Process(free_port(), folder / "said", environ(folder / "instance"))
    process.start()
    try:
        process.ready()
        yield process
    finally:
        process.end(signal.SIGTERM)
    for sign in ("Traceback", "Exception in ASGI", "\nError: "):
        need(sign not in process.said(), process.said()[-4000:])


def _taken_away(process: Process, folder: Path, what: str, chance: Random, *, copied: bool) -> tuple[int, int]:
    """One time; how many moves were acknowledged, and how many taps refused."""
    place, instance = process.place, folder / "instance"
    with contextlib.ExitStack() as held:
        with playing(place, chance, TABLES) as players:
            for player in players:
                player.plays_on(1)
            files = [held.enter_context((instance / name).open("rb")) for name in FILES]
            time.sleep(chance.uniform(0, LONGEST))
            _take_away(instance / PLACES[what], copied=copied)
            most = [len(player.acknowledged) + 1 for player in players]  # one may be on its way
            _until_refused(players)
            status, said = place.ask("GET", "/readyz")
            need(status == 503, "/readyz", status, said)
            need(TOLD.search(process.said()) is not None, "nothing is told", process.said()[-4000:])
        for player, bound in zip(players, most, strict=True):
            need(len(player.acknowledged) <= bound, what, "acknowledged", len(player.acknowledged), bound)
            # A process that cannot read shows what it knew, but nothing that is not saved.
            player.seen.sort(key=lambda said: int(said["version"]))
        refused = sum(player.refused for player in players)
        need(unsaved_taps(place) == refused, what, "taps counted as not saved", unsaved_taps(place), refused)
        kept = folder / "kept"
        kept.mkdir()
        for file, name in zip(files, FILES, strict=True):
            with (kept / name).open("wb") as copy:
                shutil.copyfileobj(file, copy)
    return held_against(f"sqlite:///{kept}/{DATABASE}", players), refused


def _take_away(path: Path, *, copied: bool) -> None:
    """Delete a file or a folder, or put a copy in its place."""
    away, copy = path.with_name("away"), path.with_name("copy")
    if not copied:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)  # as `rm -r` does, which goes on where somebody makes a file
        else:
            path.unlink()
    elif path.is_dir():
        shutil.copytree(path, copy)
        path.rename(away)
        copy.rename(path)
    else:
        shutil.copy(path, copy)
        copy.replace(path)


def _until_refused(players: list[Player]) -> None:
    """Wait until each player was refused twice."""
    end = time.monotonic() + PATIENCE
    while any(player.refused < 2 for player in players):
        need(time.monotonic() < end, "a player is not refused", [player.refused for player in players])
        time.sleep(AGAIN_SECONDS)


FAULTS = (
    Fault(
        "removed",
        "Log, its index, database or the whole folder deleted or replaced by a copy, under play.",
        removed,
        120,
        36,
        4,
    ),
)
