"""Many at once: of two who race one wins, of fifty identical taps one is entered, of fifty different ones, too."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

from companion.live.bus import SilentBus
from companion.service.service import build_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.ledgers import ledger_of
from tests.many.house import House, Table, serving
from tests.many.playing import TAKE, UNDO
from tests.many.racing import Line, races
from tests.postgresql_and_redis import own_postgres, own_redis
from tests.service.house import House as Service
from tests.service.racing import raced

Sent = Callable[[list[Line], Table], Awaitable[int]]
TABLES, FIFTY = 20, 50
COLORS = ("red", "blue", "green", "orange")


@contextlib.contextmanager
def house_of(trial: Trial) -> Iterator[tuple[House, str]]:
    """Two processes on PostgreSQL and Redis behind nginx, and the URL of their database."""
    with own_postgres() as postgres, own_redis() as redis:
        folder = trial.folder / "house"
        folder.mkdir()
        url = postgres.database()
        with serving(folder, url, redis.url) as house:
            yield house, url


def over_http(trial: Trial) -> Figures:
    """Races between two processes over HTTP, at twenty tables side by side."""
    each = max(1, trial.count // TABLES)

    async def all_of_them(tables: list[Table], house: House) -> int:
        done = await asyncio.gather(*(races(table, house.places, each) for table in tables))
        for one in done:
            need((one.version, len(one.entered), one.beaten) == (each, each, each), one.table.code, one.beaten)
        return sum(one.beaten for one in done)

    with house_of(trial) as (house, url):
        tables = [house.open_table() for _ in range(TABLES)]
        beaten = asyncio.run(all_of_them(tables, house))
        for table in tables:
            need([line.version for line in ledger_of(url, table.code)] == list(range(1, each + 1)), table.code)
            need({table.see(place)["version"] for place in house.places} == {each}, table.code)
    return {"races": each * TABLES, "winners": each * TABLES, "were told to look again": beaten, "gaps or forks": 0}


def two_processes(trial: Trial) -> Figures:
    """Races between two processes of the operating system at the service itself, on both databases."""
    file = trial.folder / "races.sqlite3"
    on_sqlite = _raced(f"sqlite:///{file}", trial.count)
    with own_postgres() as postgres:
        on_postgresql = _raced(postgres.database(), trial.count // 5)
    return {"races on SQLite": on_sqlite, "on PostgreSQL": on_postgresql, "had more or fewer than one winner": 0}


def _raced(url: str, count: int) -> int:
    upgrade(url)
    tables = build_service(connect(url), bus=SilentBus())
    with contextlib.closing(tables):
        house = Service(tables)
        one, other = raced(url, house.code, house.host, count)
        need(all(a ^ b for a, b in zip(one, other, strict=True)), "a race had not one winner")
        need([line.version for line in ledger_of(url, house.code)] == list(range(1, count + 1)), "a gap or a fork")
    return count


def identical(trial: Trial) -> Figures:
    """Fifty identical taps at once, half of them at each process, for so many names of requests."""

    async def sent(lines: list[Line], table: Table) -> int:
        for number in range(trial.count):
            move = UNDO if number % 2 else TAKE
            posts = (line.post(table, move, None, f"same-{number}") for line in lines)
            said = await asyncio.gather(*posts)
            need(all(one == (201, {"version": number + 1}) for one in said), number, Counter(map(str, said)))
        return trial.count * len(lines)

    return _with_fifty(trial, sent, {"answers but one for each name": 0, "entered more or less than once": 0})


def different(trial: Trial) -> Figures:
    """Fifty different taps at once for one version."""
    chance = trial.chance("different")

    async def sent(lines: list[Line], table: Table) -> int:
        for number in range(trial.count):
            moves = [UNDO if number % 2 else {**TAKE, "color": chance.choice(COLORS)} for _ in lines]
            names = [f"{number}-{me}" for me in range(len(lines))]
            turns = zip(lines, moves, names, strict=True)
            said = await asyncio.gather(*(line.post(table, move, number, name) for line, move, name in turns))
            counted = Counter(status for status, _ in said)
            need(counted[201] == 1 and counted[201] + counted[409] + counted[422] == len(lines), number, counted)
        return trial.count * len(lines)

    return _with_fifty(trial, sent, {"versions had more or fewer than one 201": 0})


def _with_fifty(trial: Trial, sent: Sent, promised: Figures) -> Figures:
    async def connected(house: House, table: Table) -> int:
        lines = [await Line.to(place) for place in house.places for _ in range(FIFTY // len(house.places))]
        taps = await sent(lines, table)
        for line in lines:
            line.close()
        return taps

    with house_of(trial) as (house, url):
        table = house.open_table()
        taps = asyncio.run(connected(house, table))
        need([line.version for line in ledger_of(url, table.code)] == list(range(1, trial.count + 1)), table.code)
    return {"times fifty taps at once": trial.count, "taps in all": taps, **promised}


FAULTS = (
    Fault(
        "races", "Two processes post for the same version over HTTP, on PostgreSQL.", over_http, 10_000, 10_000, 1_000
    ),
    Fault(
        "processes",
        "Two processes race at the service itself, on both databases.",
        two_processes,
        10_000,
        10_000,
        1_000,
    ),
    Fault("identical", "Fifty identical taps at once, at two processes.", identical, 10_000, 1_000, 60),
    Fault("different", "Fifty different taps at once for one version, at two processes.", different, 10_000, 1_000, 40),
)
