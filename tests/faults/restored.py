"""PostgreSQL put back to an earlier moment under running processes: in the end they show what it has, nothing else.

One of them is played at until there are about as many moves as before: the other, and the phones at both, knew others
by the same numbers. Every other time the processes are started anew before.
"""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.ledgers import ledger_of
from tests.faults.players import PATIENCE, open_table, patiently, read
from tests.many.house import House, Place, Table, serving
from tests.many.phones import Phone, all_show, listening
from tests.many.playing import UNDO
from tests.services import Postgres, own_postgres, own_redis

EARLY, LATE = 5, 4


def restored(trial: Trial) -> Figures:
    """Play, keep the database's folder, play on, put the folder back, and play on at one of the processes first."""
    moves = 0
    with own_postgres(durable=True) as postgres, own_redis() as bus:
        url, folder = postgres.database(), trial.folder / "house"
        folder.mkdir()
        with serving(folder, url, bus.url) as house:
            for number in range(trial.count):
                moves += _put_back_once(house, postgres, url, anew=bool(number % 2), chance=trial.chance(number))
    return {
        "times put back": trial.count,
        "moves after it": moves,
        "processes or phones that show what is not there": 0,
    }


def _put_back_once(house: House, postgres: Postgres, url: str, *, anew: bool, chance: Random) -> int:
    table = open_table(house.front)
    with listening(table, *house.places) as phones:
        return _played_on(house, postgres, table, phones, url, anew=anew, chance=chance)


def _played_on(
    house: House, postgres: Postgres, table: Table, phones: list[Phone], url: str, *, anew: bool, chance: Random
) -> int:
    busy = chance.choice(house.places)
    for version in range(EARLY):
        _tapped(house.places[version % 2], table, version, "red", "kept")
    kept = _kept(postgres)
    for version in range(EARLY, EARLY + LATE):
        _tapped(house.places[version % 2], table, version, "green", "lost")
    need({table.see(place)["version"] for place in house.places} == {EARLY + LATE}, "before it is put back")
    need(all_show(phones, EARLY + LATE, PATIENCE), "the phones, before it is put back")
    _put_back(postgres, kept)
    _until(lambda: _version(busy, table) == EARLY, "the one that is asked shows what was lost")
    if anew:
        for process in house.processes:
            process.end(signal.SIGTERM)
            process.start()
            process.ready()
    more = LATE + chance.choice((-1, 0, 1))
    for version in range(EARLY, EARLY + more):
        _tapped(busy, table, version, "blue", "after")
    told = _transcript(busy, table)
    for phone in phones:
        _until(lambda phone=phone: phone.heard[-1] == table.see(busy), "a phone shows moves that are lost")  # type: ignore[misc]
    _until(lambda: all(_transcript(place, table) == told for place in house.places), "moves are shown that are lost")
    versions = [line.version for line in ledger_of(url, table.code)]
    need(versions == list(range(1, len(versions) + 1)), versions)
    return more


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


def _tapped(place: Place, table: Table, version: int, color: str, part: str) -> None:
    move = UNDO if version % 2 else {"move": "take", "seat": "Chris", "color": color}
    _until(
        lambda: patiently(lambda: table.play(place, move, Idempotency_Key=f"{part}-{version}"))[0] == 201,
        f"no tap is taken at {version}",
    )


def _version(place: Place, table: Table) -> int:
    status, said = patiently(lambda: place.ask("GET", table.path))
    return int(said["version"]) if status == 200 else -1


def _transcript(place: Place, table: Table) -> bytes:
    status, body = patiently(lambda: read(place, f"{table.path}/transcript"))
    return body if status == 200 else b""


def _until(true: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        need(time.monotonic() < end, otherwise)
        time.sleep(0.05)


FAULTS = (
    Fault(
        "restored",
        "PostgreSQL put back to an earlier moment under processes that run on, or that are started anew.",
        restored,
        20,
        7,
        1,
    ),
)
