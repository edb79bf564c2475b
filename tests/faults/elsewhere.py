"""PostgreSQL stopped, killed, hung; Redis gone, hung, slow, flushed: under play at two processes, with phones at both.

At each table two play, one at each process, for the version that they see. Redis is behind a line that can be slow.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

import redis

from companion.live.redis_bus import PATIENCE_SECONDS, QUIET_SECONDS
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.ledgers import ledger_of
from tests.faults.players import Player, all_play_on, clean_transcript, held_against, open_table
from tests.faults.slow import Slow, slow
from tests.faults.standing import shown_and_unsaved, standing
from tests.many.house import House, serving
from tests.many.phones import Phone, all_show, listening
from tests.postgresql_and_redis import Postgres, Redis, Service, own_postgres, own_redis

TABLES, LONGEST, SOON = 3, 2.0, 120.0
CALLED = ("tap", "rival")
SHORTEST_WAIT = 0.05
LONGEST_WAITS = (QUIET_SECONDS / 4, QUIET_SECONDS, PATIENCE_SECONDS, 2.0)  # from unnoticed to no use at all


@dataclass(frozen=True, slots=True)
class Services:
    """What the processes need elsewhere."""

    postgres: Postgres
    redis: Redis
    line: Slow


Deed = Callable[[Services, Random], None]


def _restarted(service: Service | None, by: signal.Signals, seconds: float) -> None:
    assert service is not None
    service.stop(by)
    time.sleep(seconds)
    service.start()


def _hung(service: Service | None, seconds: float) -> None:
    """Stand still with all processes, as a machine does whose disk has gone."""
    assert service is not None
    family = [service.pid, *map(int, Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split())]
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in reversed(family):
        os.kill(pid, signal.SIGCONT)


def _flushed(server: Redis) -> None:
    with closing(redis.Redis.from_url(server.url)) as line:
        line.flushall()
        line.client_kill_filter(_type="pubsub")


def _slow(line: Slow, chance: Random) -> None:
    line.longest = chance.choice(LONGEST_WAITS)
    time.sleep(chance.uniform(LONGEST, 3 * LONGEST))
    line.longest = 0.0


def _sql(by: signal.Signals) -> Deed:
    return lambda there, chance: _restarted(there.postgres.service, by, chance.uniform(0, LONGEST))


DEEDS: dict[str, Deed] = {
    "PostgreSQL stopped": _sql(signal.SIGINT),
    "PostgreSQL killed": _sql(signal.SIGKILL),
    "PostgreSQL hung": lambda there, chance: _hung(there.postgres.service, chance.uniform(0, 5 * LONGEST)),
    "Redis gone": lambda there, chance: _restarted(there.redis.service, signal.SIGKILL, chance.uniform(0, LONGEST)),
    "Redis hung": lambda there, chance: _hung(there.redis.service, chance.uniform(0, 2 * LONGEST)),
    "Redis slow": lambda there, chance: _slow(there.line, chance),
    "Redis flushed": lambda there, _: _flushed(there.redis),
}


@contextmanager
def _playing(house: House, chance: Random) -> Iterator[list[tuple[list[Player], list[Phone]]]]:
    """At each of some tables a player and a phone at each process."""
    with ExitStack() as held:
        tables = [open_table(house.front) for _ in range(TABLES)]
        phones = [held.enter_context(listening(table, *house.places)) for table in tables]
        players = [
            [
                Player(place, table, Random(chance.random()), name)
                for place, name in zip(house.places, CALLED, strict=True)
            ]
            for table in tables
        ]
        try:
            yield list(zip(players, phones, strict=True))
        finally:
            for player in chain(*players):
                player.over()


@contextmanager
def _all(folder: Path, chance: Random) -> Iterator[tuple[House, str, Services]]:
    """The services, and two processes that use them."""
    with (
        own_postgres(durable=True) as postgres,
        own_redis() as bus,
        slow(bus.service.port, chance, SHORTEST_WAIT) as line,
    ):
        url = postgres.database()
        folder.mkdir()
        with serving(folder, url, f"redis://127.0.0.1:{line.port}/0") as house:
            yield house, url, Services(postgres, bus, line)


def elsewhere(trial: Trial) -> Figures:
    """One deed after the other, in turn; after each the history is checked, of players and of phones."""
    counted: Counter[str] = Counter(dict.fromkeys(DEEDS, 0))
    with _all(trial.folder / "house", trial.chance("slow")) as (house, url, services):
        for number in range(trial.count):
            name = list(DEEDS)[number % len(DEEDS)]
            counted.update(_done(name, house, url, services, trial.chance(number)))
        waited = services.line.waited
    return {
        **counted,
        "messages of Redis that waited": waited,
        "lost, doubled, out of order, or shown and not saved": 0,
    }


def _done(name: str, house: House, url: str, services: Services, chance: Random) -> Counter[str]:
    with _playing(house, chance) as tables:
        players = list(chain(*(those for those, _ in tables)))
        all_play_on(players, 3)
        DEEDS[name](services, chance)
        all_play_on(players, 3)
        for player in players:
            player.over()
        for player in players:
            player.stop()
        for (player, *_), phones in tables:
            last = ledger_of(url, player.table.code)[-1].version
            need(all_show(phones, last, SOON), name, "a phone stays behind", last, [p.version for p in phones])
    moves = held_against(url, players)
    for (player, *_), phones in tables:
        stood = standing(player.table.code, ledger_of(url, player.table.code))
        for phone in phones:
            flaws = shown_and_unsaved(phone.heard, stood)
            need(not flaws, name, flaws)
        clean_transcript(house.front, player.table)
    return Counter({
        name: 1, "moves acknowledged": moves,
        "taps refused and sent again": sum(player.refused + player.unanswered for player in players),
        "overtaken by the other player": sum(len(player.overtaken) for player in players),
        "states shown": sum(len(phone.heard) for _, phones in tables for phone in phones),
    })  # fmt: skip


FAULTS = (
    Fault(
        "elsewhere",
        "PostgreSQL stopped, killed, hung; Redis gone, hung (it stands still), slow (each message, either way, waits "
        "from 50 ms to between 0.1 and 2 s), flushed: under play by two at each table, one at each of two processes. "
        "Each state that a phone was shown is held against what stood at that version, replayed from the ledger.",
        elsewhere,
        70,
        28,
        7,
    ),
)
