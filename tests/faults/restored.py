"""PostgreSQL put back to an earlier moment under running processes: in the end they show what it has, nothing else.

The copy is one of its folder, made while it is down, or by turns one that `pg_basebackup` makes while it is played at.
What was acknowledged before is in it. Then one of the processes is played at until there are about as many moves as
before: the other, and the phones at both, knew others by the same numbers. Every other time the processes are started
anew before.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.history import flaws, no_prefix
from tests.faults.ledgers import ledger_of
from tests.faults.players import COLORS, PATIENCE, Player, clean_transcript, open_table, patiently
from tests.faults.standing import standing
from tests.installed_programs import postgres_programs
from tests.many.house import House, Place, Table, serving
from tests.many.phones import Phone, all_show, listening
from tests.postgresql_and_redis import Postgres, own_postgres, own_redis

EARLY, LATE = 5, 4
KINDS = ("of pg_basebackup, under play", "of the folder, while it is down")


@dataclass(frozen=True, slots=True)
class Turn:
    """One time: which kind of copy, and whether the processes are started anew after it is put back."""

    kind: str
    anew: bool
    chance: Random


def restored(trial: Trial) -> Figures:
    """Play, copy, play on, put the copy back, and play on at one of the processes first."""
    counted: Counter[str] = Counter(dict.fromkeys((f"copies {kind}" for kind in KINDS), 0))
    with own_postgres(durable=True) as postgres, own_redis() as bus:
        url, folder = postgres.database(), trial.folder / "house"
        folder.mkdir()
        with serving(folder, url, bus.url) as house:
            for number in range(trial.count):
                turn = Turn(KINDS[number % 2], bool(number // 2 % 2), trial.chance(number))
                table = open_table(house.front)
                with listening(table, *house.places) as phones:
                    counted.update(_put_back_once(house, postgres, url, table, phones, turn))
    return {
        **counted,
        "lost of what was acknowledged before the copy, or after it was put back": 0,
        "processes or phones that show what is not there": 0,
    }


def _put_back_once(
    house: House, postgres: Postgres, url: str, table: Table, phones: list[Phone], turn: Turn
) -> Counter[str]:
    busy = turn.chance.choice(house.places)
    before = Player(turn.chance.choice(house.places), table, turn.chance, colors=COLORS[:2])
    before.plays_on(EARLY)
    known = tuple(before.acknowledged)
    kept = _kept(postgres) if turn.kind == KINDS[1] else _backed_up(postgres)
    meanwhile = len(before.acknowledged) - len(known)
    before.plays_on(LATE)
    before.stop()
    whole = ledger_of(url, table.code, before.sent)
    last = len(whole)
    need(all_show(phones, last, PATIENCE), "the phones, before it is put back")
    _until(lambda: all(_version(place, table) == last for place in house.places), "a process, before it is put back")
    _put_back(postgres, kept)
    copied = ledger_of(url, table.code, before.sent)
    found = [*flaws(copied, known, before.sent), *no_prefix(copied, whole)]
    need(not found and len(copied) < last, turn.kind, found, len(copied), last)
    _until(lambda: _version(busy, table) == len(copied), "the one that is asked shows what was lost")
    if turn.anew:
        for process in house.processes:
            process.end(signal.SIGTERM)
            process.start()
            process.ready()
    # In the end a token lies there, of another colour than under that number before.
    more = (last + turn.chance.choice((-1, 0, 1)) | 1) - len(copied)
    after = Player(busy, table, turn.chance, "after", colors=COLORS[2:], many=more)
    after.plays_on(more)
    after.stop()
    ledger = ledger_of(url, table.code, before.sent + after.sent)
    names = [line.name for line in copied] + after.sent
    found = [*flaws(ledger, [*known, *after.acknowledged], names), *no_prefix(copied, ledger)]
    need(not found, turn.kind, found)
    _all_show(house, table, phones, standing(table.code, ledger)[-1])
    return Counter(
        {
            f"copies {turn.kind}": 1,
            "moves acknowledged before the copy": len(known),
            "while it was made": meanwhile,
            "moves that the copy did not have": last - len(copied),
            "moves after it was put back": len(after.acknowledged),
        }
    )


def _all_show(house: House, table: Table, phones: list[Phone], stands: object) -> None:
    """All processes and phones show what the ledger has."""
    for phone in phones:
        _until(lambda phone=phone: phone.heard[-1] == stands, "a phone shows moves that are lost")  # type: ignore[misc]
    for place in house.places:
        _until(lambda place=place: _seen(place, table) == stands, "moves are shown that are lost")  # type: ignore[misc]
        clean_transcript(place, table)


def _folder(postgres: Postgres) -> Path:
    assert postgres.service is not None
    return Path(postgres.service.command[postgres.service.command.index("-D") + 1])


def _kept(postgres: Postgres) -> Path:
    """A copy of the database's folder, made while the server is down."""
    data = _folder(postgres)
    kept = data.with_name("kept")
    shutil.rmtree(kept, ignore_errors=True)
    assert postgres.service is not None
    postgres.service.stop(signal.SIGINT)
    shutil.copytree(data, kept, copy_function=_with_owner)
    _own(data, kept)
    postgres.service.start()
    return kept


def _backed_up(postgres: Postgres) -> Path:
    """A copy of the database's folder, made by PostgreSQL itself while it serves."""
    data = _folder(postgres)
    kept = data.with_name("kept")
    shutil.rmtree(kept, ignore_errors=True)
    programs = postgres_programs()
    assert postgres.service is not None
    assert programs is not None
    named = ["-h", "127.0.0.1", "-p", str(postgres.service.port), "-U", "postgres", "-D", str(kept)]
    command = [str(programs / "pg_basebackup"), *named, "--checkpoint=fast", "--no-sync"]
    done = subprocess.run(command, user=data.owner(), cwd="/", capture_output=True, text=True, check=False)
    need(done.returncode == 0, done.stderr)
    return kept


def _put_back(postgres: Postgres, kept: Path) -> None:
    data = _folder(postgres)
    assert postgres.service is not None
    postgres.service.stop(signal.SIGINT)
    shutil.rmtree(data)
    kept.rename(data)
    postgres.service.start()


def _with_owner(source: str, target: str) -> str:
    shutil.copy2(source, target)
    _own(Path(source), Path(target))
    return target


def _own(source: Path, target: Path) -> None:
    """Give what was copied to whom the source belongs: PostgreSQL does not run as root."""
    for here in (target, *(target.rglob("*") if target.is_dir() else ())):
        shutil.chown(here, source.owner(), source.group())


def _version(place: Place, table: Table) -> int:
    return int(_seen(place, table).get("version", -1))


def _seen(place: Place, table: Table) -> dict[str, Any]:
    status, said = patiently(lambda: place.ask("GET", table.path))
    return said if status == 200 else {}


def _until(true: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        need(time.monotonic() < end, otherwise)
        time.sleep(0.05)


FAULTS = (
    Fault(
        "restored",
        "PostgreSQL put back to an earlier moment under processes that run on, or that are started anew: from a copy "
        "that pg_basebackup made under play, or by turns one of its folder, made while it was down.",
        restored,
        20,
        7,
        1,
    ),
)
