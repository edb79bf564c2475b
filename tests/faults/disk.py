"""The disk full, read-only or broken, at each write and each fsync in turn: taps wait, and go on when it is mended."""

from __future__ import annotations

import signal
import time
from random import Random

from tests.faults.failing_disk import DATABASE, ERRORS, SYNC, WRITE, Disk
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.history import Line, flaws
from tests.faults.kills import environ
from tests.faults.ledgers import ledger_of, told
from tests.faults.players import COLORS, clean_transcript, names, open_table, unsaved_taps
from tests.faults.rings import Ringer
from tests.many.house import Place, Process
from tests.many.playing import UNDO
from tests.postgresql_and_redis import free_port

WINDOW = 30  # writes and fsyncs that may come before the one that fails: some taps' worth
EVERY = 12  # of so many faults one is kept for the database's own file, which is written when the log is emptied
AT_ONE_TABLE, OF_CIRCLES = 15, 3  # at every third it is a circle that is changed
MOST_TAPS, PATIENCE = 1_500, 30


class Tapper:
    """Taps one after the other at one table, and knows what was acknowledged."""

    def __init__(self, place: Place, chance: Random) -> None:
        self.place, self.table, self._chance = place, open_table(place), chance
        self.acknowledged: list[Line] = []
        self.refused = 0
        self._next = self._move()

    def tap(self) -> bool:
        """Send the move at hand; whether it was acknowledged. Anything but 201 or 503 is a flaw."""
        name = f"tap-{len(self.acknowledged)}"
        status, said = self.table.play(self.place, self._next, Idempotency_Key=name)
        need(status in (201, 503), status, said)
        if status == 503:
            self.refused += 1
            return False
        self.acknowledged.append(Line(said["version"], name, told(self._next)))
        self._next = self._move()
        return True

    def flaws(self, url: str) -> list[str]:
        """What is wrong with the table's ledger."""
        sent = names(len(self.acknowledged))
        return flaws(ledger_of(url, self.table.code, sent), self.acknowledged, sent)

    def _move(self) -> dict[str, str]:
        take = {"move": "take", "seat": "Chris", "color": self._chance.choice(COLORS)}
        return UNDO if len(self.acknowledged) % 2 else take


def disk(trial: Trial) -> Figures:
    """One fault after the other at one server."""
    folder, chance = trial.folder / "instance", trial.chance()
    shim, url = Disk(trial.folder), f"sqlite:///{folder}/companion.sqlite3"
    process = Process(free_port(), trial.folder / "log", {**environ(folder), **shim.environ})
    process.start()
    process.ready()
    counted = {f"at a {kind} of the {file}": 0 for file in ("log", "database") for kind in ("write", "fsync")}
    moves = changes = refused = 0
    for first in range(0, trial.count, AT_ONE_TABLE):
        tapper = (Ringer if first // AT_ONE_TABLE % OF_CIRCLES == 1 else Tapper)(process.place, chance)
        for number in range(first, min(first + AT_ONE_TABLE, trial.count)):
            where = _failed(shim, process, tapper, number)
            counted[where] += 1
            found = tapper.flaws(url)
            need(not found, number, where, found[:3])
        refused += tapper.refused
        if isinstance(tapper, Ringer):
            changes += tapper.acknowledged
        else:
            clean_transcript(process.place, tapper.table)
            moves += len(tapper.acknowledged)
    process.end(signal.SIGTERM)
    need("Traceback" not in process.said(), process.said()[-4000:])
    return {
        **counted, "taps refused, and counted as such": refused, "acknowledged": moves,
        "changes of circles acknowledged": changes, "acknowledged and not there": 0,
    }  # fmt: skip


def _failed(shim: Disk, process: Process, tapper: Tapper | Ringer, number: int) -> str:
    """Make one fault, see it refused, told and counted, mend it, and play on; where it was."""
    turn, last = divmod(number, EVERY)
    only, due = (DATABASE, (WRITE, SYNC)[turn % 2]) if last == EVERY - 1 else (0, 0)
    turn = turn if only else number
    error, for_good = list(ERRORS.values())[turn % len(ERRORS)], bool(turn // len(ERRORS) % 2)
    after = turn // len(ERRORS) // 2 % WINDOW if not only else 0
    shim.fail(error, after, for_good=for_good, only=only, due=due)
    answers, told_of, counted, refused = list[bool](), _times_told(process), unsaved_taps(process.place), tapper.refused
    while not shim["fired"]:
        answers.append(tapper.tap())
        need(len(answers) <= MOST_TAPS, "the fault was never met")
    need(all(answers[:-1]), "refused before there was a fault")
    if for_good and not only:
        need(not tapper.tap(), "a tap was acknowledged while nothing could be written")
        status, said = tapper.place.ask("GET", "/readyz")
        need(status == 503, "/readyz", status, said)
        need(_times_told(process) > told_of, "the log does not say that nothing is saved", process.said()[-4000:])
    shim.mend()
    end = time.monotonic() + PATIENCE
    while not tapper.tap():
        need(time.monotonic() < end, "the disk was mended, and taps are still refused")
    counted, refused = unsaved_taps(process.place) - counted, tapper.refused - refused
    need(counted == refused, f"{refused} taps were refused, {counted} are counted as not saved")
    return f"at a {'write' if shim['kind'] == 1 else 'fsync'} of the {'database' if shim['file'] == 1 else 'log'}"


def _times_told(process: Process) -> int:
    return process.said().count("the database does not save: ")


FAULTS = (
    Fault(
        "disk",
        "SQLite's disk full, read-only or broken at each write and each fsync in turn, once or until it is mended.",
        disk,
        1_200,
        500,
        48,
    ),
)
