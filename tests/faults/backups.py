"""Backups made under play: each restores to the beginning of what was written, with all acknowledged by then."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import text

from companion.storage.backup import backup, restore
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.history import no_prefix
from tests.faults.kills import environ
from tests.faults.ledgers import ledgers
from tests.faults.players import PATIENCE, held_against, playing
from tests.faults.rings import Ringer
from tests.many.house import Place, Process
from tests.postgresql_and_redis import free_port
from tests.storage.raw import raw

TABLES, LONGEST = 4, 0.3
CHANGES = 20  # of one circle, then of the next
WRITTEN_ONCE = {
    "tables": "id, code, header, opened_at",
    "seats": "id, table_id, position, name",
    "keys": "id, table_id, seat, role, hash, label, made_at",
    "circles": "id, code, opened_at",
    "people": "id, circle_id, name, color",
    "circle_keys": "id, circle_id, role, hash, label, made_at",
    "circle_games": "table_id, circle_id",
    "circle_seats": "table_id, name_hash, position, person_id",
}
"""What nobody changes here once it is there, in the order in which it came."""
Rows = Mapping[str, Sequence[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Known:
    """What is there for certain when a backup begins: entries by table, rows by kind, circles' names."""

    entries: Mapping[str, int]
    rows: Rows
    names: Mapping[str, str]


def backups(trial: Trial) -> Figures:
    """So many, one after the other, under play without a pause."""
    folder, chance = trial.folder / "instance", trial.chance()
    url = f"sqlite:///{folder}/companion.sqlite3"
    process = Process(free_port(), trial.folder / "log", environ(folder))
    process.start()
    process.ready()
    before: list[Known] = []
    with playing(process.place, chance, TABLES) as players, _ringing(process.place, trial.chance("circles")) as ringers:
        for number in range(trial.count):
            players[number % TABLES].plays_on(1)
            time.sleep(chance.uniform(0, LONGEST))
            known = {player.table.code: len(player.acknowledged) for player in players}
            before.append(Known(known, _rows(url), _names(url)))
            backup(url, trial.folder / f"{number}.sqlite3")
    moves = held_against(url, players)
    process.end(signal.SIGTERM)
    whole, rows, entries, compared = ledgers(url), _rows(url), 0, 0
    names = {ringer.code: ringer.names for ringer in ringers}
    for number, then in enumerate(before):
        there = f"sqlite:///{trial.folder}/restored/{number}.sqlite3"
        restore(there, trial.folder / f"{number}.sqlite3", force=False)
        copy = ledgers(there)
        for code, least in then.entries.items():
            flaws = no_prefix(copy[code], whole[code])
            need(not flaws and len(copy[code]) >= least, number, code, flaws, len(copy[code]), least)
            entries += len(copy[code])
        compared += _compared(number, then.rows, _rows(there), rows)
        for code, name in _names(there).items():
            least = names[code].index(then.names.get(code, names[code][0]))
            need(name in names[code][least:], number, code, name, names[code], least)
    return {
        "backups": trial.count, "moves played": moves, "entries compared": entries,
        "circles changed meanwhile": len(ringers), "other rows compared": compared, "that are no prefix": 0,
    }  # fmt: skip


@contextlib.contextmanager
def _ringing(place: Place, chance: Random) -> Iterator[list[Ringer]]:
    """Circles that are changed without a pause while the block runs, one after the other."""
    ringers, over, wrong = [Ringer(place, chance)], threading.Event(), list[Exception]()

    def ring() -> None:
        try:
            while not over.wait(chance.uniform(0, LONGEST / 10)):
                if ringers[-1].acknowledged == CHANGES:
                    ringers.append(Ringer(place, chance))
                need(ringers[-1].tap(), "a change of a circle was refused")
        except Exception as failed:  # whoever waits for this thread is told
            wrong.append(failed)

    thread = threading.Thread(target=ring, daemon=True)
    thread.start()
    try:
        yield ringers
    finally:
        over.set()
        thread.join(PATIENCE)
    need(not wrong and not thread.is_alive(), "circles", wrong)


def _rows(url: str) -> Rows:
    """The rows that are written once."""
    with raw(url) as connection:
        return {
            name: [tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM {name} ORDER BY 1, 2"))]
            for name, columns in WRITTEN_ONCE.items()
        }


def _names(url: str) -> dict[str, str]:
    """What each circle is called, by its code."""
    with raw(url) as connection:
        return {row.code: row.name for row in connection.execute(text("SELECT code, name FROM circles"))}


def _compared(number: int, before: Rows, copy: Rows, whole: Rows) -> int:
    """Hold the rows of a copy against those before it and in the end; how many they were. Raises Broken."""
    for name, rows in copy.items():
        need(list(rows) == list(whole[name][: len(rows)]), number, f"{len(rows)} {name} are not the first")
        need(len(rows) >= len(before[name]), number, name, len(rows), len(before[name]))
    return sum(map(len, copy.values()))


FAULTS = (
    Fault(
        "backups",
        "Backups of SQLite made under play, each restored and held against the ledgers, and against the rows of tables,"
        " keys, circles and people.",
        backups,
        100,
        100,
        10,
    ),
)
