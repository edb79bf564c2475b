"""PostgreSQL stopped, killed, hung; Redis gone, slow, flushed: under play at two processes, with phones at both."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

import redis

from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.ledgers import ledger_of
from tests.faults.players import Player, clean_transcript, held_against, open_table
from tests.faults.standing import shown_and_unsaved, standing
from tests.many.house import House, serving
from tests.many.phones import Phone, all_show, listening
from tests.services import Postgres, Redis, Service, own_postgres, own_redis

TABLES, LONGEST, SOON = 4, 2.0, 120.0
Deed = Callable[[Postgres, Redis, Random], None]


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


DEEDS: dict[str, Deed] = {
    "PostgreSQL stopped": lambda sql, _, chance: _restarted(sql.service, signal.SIGINT, chance.uniform(0, LONGEST)),
    "PostgreSQL killed": lambda sql, _, chance: _restarted(sql.service, signal.SIGKILL, chance.uniform(0, LONGEST)),
    "PostgreSQL hung": lambda sql, _, chance: _hung(sql.service, chance.uniform(0, 5 * LONGEST)),
    "Redis gone": lambda _, bus, chance: _restarted(bus.service, signal.SIGKILL, chance.uniform(0, LONGEST)),
    "Redis slow": lambda _, bus, chance: _hung(bus.service, chance.uniform(0, 2 * LONGEST)),
    "Redis flushed": lambda _, bus, __: _flushed(bus),
}


@contextmanager
def _playing(house: House, chance: Random) -> Iterator[tuple[list[Player], list[list[Phone]]]]:
    """Players at both processes, and at each of their tables a phone at each process."""
    with ExitStack() as held:
        tables = [open_table(house.front) for _ in range(TABLES)]
        phones = [held.enter_context(listening(table, *house.places)) for table in tables]
        players = [
            Player(house.places[number % 2], table, Random(chance.random())) for number, table in enumerate(tables)
        ]
        try:
            yield players, phones
        finally:
            for player in players:
                player.over()


def elsewhere(trial: Trial) -> Figures:
    """One deed after the other, in turn; after each the history is checked, of players and of phones."""
    counted: Figures = dict.fromkeys(DEEDS, 0)
    moves = refused = shown = 0
    with own_postgres(durable=True) as postgres, own_redis() as bus:
        url, folder = postgres.database(), trial.folder / "house"
        folder.mkdir()
        with serving(folder, url, bus.url) as house:
            for number in range(trial.count):
                name = list(DEEDS)[number % len(DEEDS)]
                chance = trial.chance(number)
                with _playing(house, chance) as (players, phones):
                    for player in players:
                        player.plays_on(3)
                    DEEDS[name](postgres, bus, chance)
                    for player in players:
                        player.plays_on(3)
                    for player, ears in zip(players, phones, strict=True):
                        player.stop()
                        last = ledger_of(url, player.table.code)[-1].version
                        need(all_show(ears, last, SOON), name, "a phone stays behind", last, [p.version for p in ears])
                moves += held_against(url, players)
                refused += sum(player.refused + player.unanswered for player in players)
                for player, ears in zip(players, phones, strict=True):
                    stood = standing(player.table.code, ledger_of(url, player.table.code))
                    for phone in ears:
                        flaws = shown_and_unsaved(phone.heard, stood)
                        need(not flaws, name, flaws)
                        shown += len(phone.heard)
                    clean_transcript(house.front, player.table)
                counted[name] = int(counted[name]) + 1
    return {
        **counted, "moves acknowledged": moves, "taps refused and sent again": refused, "states shown": shown,
        "lost, doubled, out of order, or shown and not saved": 0,
    }  # fmt: skip


FAULTS = (
    Fault(
        "elsewhere", "PostgreSQL stopped, killed, hung; Redis gone, slow, flushed, under play.", elsewhere, 60, 24, 6
    ),
)
