"""Backups made under play: each restores to the beginning of every ledger, with all that was acknowledged by then."""

from __future__ import annotations

import signal
import time

from companion.storage.backup import backup, restore
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.history import no_prefix
from tests.faults.kills import environ
from tests.faults.ledgers import ledgers
from tests.faults.players import held_against, playing
from tests.many.house import Process
from tests.services import free_port

TABLES, LONGEST = 4, 0.3


def backups(trial: Trial) -> Figures:
    """So many, one after the other, under play without a pause."""
    folder, chance = trial.folder / "instance", trial.chance()
    url = f"sqlite:///{folder}/companion.sqlite3"
    process = Process(free_port(), trial.folder / "log", environ(folder))
    process.start()
    process.ready()
    before: list[dict[str, int]] = []
    with playing(process.place, chance, TABLES) as players:
        for number in range(trial.count):
            players[number % TABLES].plays_on(1)
            time.sleep(chance.uniform(0, LONGEST))
            before.append({player.table.code: len(player.acknowledged) for player in players})
            backup(url, trial.folder / f"{number}.sqlite3")
    moves = held_against(url, players)
    process.end(signal.SIGTERM)
    whole, entries = ledgers(url), 0
    for number, known in enumerate(before):
        there = f"sqlite:///{trial.folder}/restored/{number}.sqlite3"
        restore(there, trial.folder / f"{number}.sqlite3", force=False)
        copy = ledgers(there)
        for code, least in known.items():
            flaws = no_prefix(copy[code], whole[code])
            need(not flaws and len(copy[code]) >= least, number, code, flaws, len(copy[code]), least)
            entries += len(copy[code])
    return {"backups": trial.count, "moves played": moves, "entries compared": entries, "that are no prefix": 0}


FAULTS = (
    Fault("backups", "Backups made under play, each restored and held against the ledgers.", backups, 100, 100, 10),
)
