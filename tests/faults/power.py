"""Power loss: at each point of the record what was written without an fsync is dropped, and the database opened."""

from __future__ import annotations

import contextlib
import signal
import sqlite3
from pathlib import Path
from random import Random

from tests.faults.disk import Tapper
from tests.faults.failing_disk import DATABASE, SYNC, TRUNCATE, WAL, Disk, Step
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.history import Line, flaws
from tests.faults.kills import environ
from tests.faults.ledgers import ledger_of
from tests.faults.players import names
from tests.many.house import Process
from tests.postgresql_and_redis import free_port

TAPS, SECTOR = 450, 512  # with so many taps the log is emptied once on the way
FILES = {DATABASE: "companion.sqlite3", WAL: "companion.sqlite3-wal"}


class Platter:
    """What is on the disk for certain, and what was only written."""

    def __init__(self, files: dict[int, bytes]) -> None:
        self.safe = {which: bytearray(content) for which, content in files.items()}
        self.waiting: dict[int, list[Step]] = {which: [] for which in files}

    def take(self, step: Step) -> None:
        """One more step of the record."""
        if step.file not in self.safe:
            return
        if step.kind == SYNC:
            for one in self.waiting[step.file]:
                _put(self.safe[step.file], one)
            self.waiting[step.file].clear()
        else:
            self.waiting[step.file].append(step)

    def left(self, chance: Random | None = None) -> dict[int, bytes]:
        """What a power cut leaves: nothing that waits, or by `chance` some sectors of it in any order."""
        found = {which: bytearray(content) for which, content in self.safe.items()}
        if chance is not None:
            for which, steps in self.waiting.items():
                for step in chance.sample(steps, chance.randint(0, len(steps))):
                    _put(found[which], _torn(step, chance))
        return {which: bytes(content) for which, content in found.items()}


def _torn(step: Step, chance: Random) -> Step:
    if step.kind == TRUNCATE or chance.random() < 0.5:
        return step
    whole = chance.randint(0, len(step.data) // SECTOR) * SECTOR
    return Step(step.kind, step.file, step.offset, step.data[:whole], step.end)


def _put(content: bytearray, step: Step) -> None:
    if step.kind == TRUNCATE:
        del content[step.offset :]
        content.extend(bytes(step.offset - len(content)))
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.data)] = step.data


def power(trial: Trial) -> Figures:
    """Play once, and cut the record of it at so many points, or at each where it has no more."""
    folder, shim = trial.folder / "instance", Disk(trial.folder)
    process = Process(free_port(), trial.folder / "log", {**environ(folder), **shim.environ})
    process.start()
    process.ready()
    tapper = Tapper(process.place, trial.chance("moves"))
    platter = Platter({which: (folder / name).read_bytes() for which, name in FILES.items()})
    shim.record()
    known: list[tuple[int, Line]] = []
    for _ in range(max(TAPS, trial.count // 12)):
        need(tapper.tap(), "refused")
        known.append((shim["length"], tapper.acknowledged[-1]))
    process.end(signal.SIGKILL)
    return _cut(trial, platter, list(shim.steps()), known, tapper.table.code)


def _cut(trial: Trial, platter: Platter, steps: list[Step], known: list[tuple[int, Line]], code: str) -> Figures:
    chance = trial.chance("cuts")
    points = set(chance.sample(range(len(steps)), min(trial.count, len(steps))))
    emptied = opened = 0
    for number, step in enumerate(steps):
        platter.take(step)
        emptied += step.file == DATABASE and step.kind == SYNC
        if number in points:
            acknowledged = [line for length, line in known if length <= step.end]
            for left in (platter.left(), platter.left(chance)):
                opened += 1
                _look(trial.folder / "cut", left, acknowledged, code, number)
    return {
        "points": len(points), "of so many in the record": len(steps), "databases opened": opened,
        "moves acknowledged": len(known), "times the log was emptied": emptied, "moves lost": 0,
    }  # fmt: skip


def _look(folder: Path, left: dict[int, bytes], acknowledged: list[Line], code: str, number: int) -> None:
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for which, content in left.items():
        (folder / FILES[which]).write_bytes(content)
    file = folder / FILES[DATABASE]
    with contextlib.closing(sqlite3.connect(file)) as database:
        sound = database.execute("PRAGMA integrity_check").fetchone()
    need(sound == ("ok",), number, sound)
    found = flaws(ledger_of(f"sqlite:///{file}", code, names(len(acknowledged) + 1)), acknowledged)
    need(not found, number, found[:3])


FAULTS = (
    Fault(
        "power",
        "Power loss at each write and fsync of SQLite's: what was written without an fsync is gone, or any of it.",
        power,
        10_000,
        2_000,
        200,
    ),
)
