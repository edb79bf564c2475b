"""Processes that follow each other over a bad bus, simulated: in the end all agree with the ledger, by a seed each.

The service, the follower, the buses and the ledger are the program's own; what carries announcements, the loop, clocks
and phones are not.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import shutil
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import event

from companion.live.pubsub import Subscription
from companion.service import membership
from companion.service.follower import EVERY, LOOK_SECONDS
from companion.service.service import TableService, build_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from companion.tables.answers import Played
from companion.tables.errors import TableError
from companion.tables.history import opening_of
from companion.tables.reading import read_on
from companion.tables.snapshot import Snapshot
from tests.faults.fault import Broken, Fault, Figures, Trial, need
from tests.faults.history import Line, flaws, unsaved
from tests.faults.ledgers import ledger_of, told
from tests.faults.players import COLORS
from tests.faults.simulated import Loop, Running, at_work
from tests.faults.simulated_buses import Post, RedisNet
from tests.service.house import UNDO, House, take

PROCESSES, TABLES, PHONES, STEPS = 3, 2, 5, 60
START = datetime(2001, 2, 3, tzinfo=UTC)


class Process:
    """One of the processes, on a database that all of them share."""

    def __init__(self, url: str, net: RedisNet, number: int, chance: Random) -> None:
        database = connect(url)
        event.listen(database.engine, "connect", _hurry)
        self.number, self.running, self.gone, self._chance = number, Running(), False, chance
        self.tables: TableService = build_service(database, bus=net.bus(number), clock=self._clock)

    async def start(self) -> None:
        """Follow the others. Its tasks know whose they are."""
        token = at_work.set(self.running)
        await self.tables.follower.start()
        at_work.reset(token)

    async def end(self) -> None:
        """Be gone."""
        self.gone = True
        self.running.go_on()
        await self.tables.follower.stop()
        self.tables.close()

    def _clock(self) -> datetime:
        """A clock that jumps: an hour back, a day on."""
        return START + timedelta(seconds=self._chance.randint(-3600, 86_400))


class Phone:
    """A phone at one table: connected to a process, to another where that is gone; it notes all that it is shown."""

    def __init__(self, world: World, house: House) -> None:
        self._world, self.house = world, house
        self.shown: list[Snapshot] = []
        self.process: Process | None = None
        self._subscription: Subscription | None = None
        self.connect()

    def connect(self) -> None:
        """Connect as a stream does: the table is compared with the database, then shown."""
        self.process = process = self._world.chance.choice(self._world.awake())
        code = self.house.code
        loop = self._world.loop
        if self._subscription is not None:
            self._subscription.close()
        self._subscription = process.tables.pubsub.subscribe(code, lambda: _soon(loop, self._look, process))
        process.tables.follower.refresh(code)
        process.tables.get(code)
        self._look(process)

    def _look(self, process: Process) -> None:
        if process.gone or process is not self.process:
            return
        if process.running.paused:
            self._world.loop.call_later(0.1, self._look, process)
            return
        here = process.tables.get(self.house.code)
        saved = self._world.saved(self.house)
        need(here.version <= saved, f"version {here.version} is shown, and {saved} are saved")
        self.shown.append(here)


def _soon(loop: Loop, call: Any, process: Process) -> None:
    loop.call_later(0.01, call, process)


class World:
    """All of it, from one seed."""

    def __init__(self, url: str, loop: Loop, chance: Random) -> None:
        self.url, self.loop, self.chance = url, loop, chance
        self.post = Post(loop, chance)
        self.net = RedisNet(self.post, PROCESSES)
        self.processes = [Process(url, self.net, number, chance) for number in range(PROCESSES)]
        self.judge = build_service(connect(url))
        self.houses = [House(self.processes[0].tables) for _ in range(TABLES)]
        self.acknowledged: dict[str, list[Line]] = {house.code: [] for house in self.houses}
        self.phones: list[Phone] = []
        self.replaced = self.taps = 0

    def awake(self) -> list[Process]:
        """The processes that work just now; at least one always does."""
        return [process for process in self.processes if not process.running.paused]

    def saved(self, house: House) -> int:
        """How many entries the ledger has of this table."""
        stamp = self.judge.repository.stamp(house.code)
        assert stamp is not None
        return stamp[0]

    async def live(self) -> None:
        """An evening, whatever comes of it, and the end of all processes."""
        await self.net.open()
        try:
            await self.evening()
        finally:
            for process in self.processes:
                await process.end()
            await self.net.close()
            self.judge.close()

    async def evening(self) -> None:
        """Step after step, each by chance; then all is well again, and all have to agree."""
        for process in self.processes:
            await process.start()
        self.phones = [Phone(self, self.chance.choice(self.houses)) for _ in range(PHONES)]
        self.post.loses, self.post.doubles = self.chance.choice((0.0, 0.2, 0.6, 1.0)), self.chance.choice((0.0, 0.3))
        deeds = (self.tap, self.tap, self.tap, self.tap, self.pause, self.cut, self.replace, self.touch)
        for _ in range(STEPS):
            await self.chance.choice(deeds)()
            await asyncio.sleep(self.chance.choice((0, 0.01, 0.3, 2.0)))
        await self.heal()
        for house in self.houses:
            self.hold(house)

    async def tap(self) -> None:
        """A tap at some process, that may have an old table; now and then it is sent to another one, too."""
        house = self.chance.choice(self.houses)
        known, name = self.acknowledged[house.code], f"tap {self.taps}"
        self.taps += 1
        move = self.chance.choice((UNDO, *(take("Chris", color) for color in COLORS)))
        seen = self.chance.choice((None, None, self.saved(house)))
        for process in self.chance.sample(self.awake(), min(len(self.awake()), self.chance.choice((1, 1, 2)))):
            if self.chance.random() < 0.5:
                process.tables.follower.refresh(house.code, tap=True)
            answer = process.tables.submit(house.code, [move], actor=house.host, seen=seen, request=name)
            if isinstance(answer, Played):
                line = Line(answer.version, name, told(move))
                again = [one for one in known if one.name == name]
                need(again in ([], [line]), again, line)
                known += [] if again else [line]

    async def touch(self) -> None:
        """Something changes that is no entry."""
        house, process = self.chance.choice(self.houses), self.chance.choice(self.awake())
        with contextlib.suppress(TableError):
            membership.give_scorekeeper(process.tables, house.host, "Mary", self.chance.random() < 0.5)

    async def pause(self) -> None:
        """A process stands still, or goes on."""
        running = self.chance.choice(self.processes).running
        if running.paused:
            running.go_on()
        else:
            running.paused = len(self.awake()) > 1

    async def cut(self) -> None:
        """A process's line to the others breaks, or is there again."""
        number = self.chance.randrange(PROCESSES)
        (self.net.mend_line if number in self.net.cut else self.net.break_line)(number)

    async def replace(self) -> None:
        """A process is gone, another one takes its place, its phones connect again."""
        if self.chance.random() < 0.6:
            return
        number = self.chance.randrange(PROCESSES)
        old = self.processes[number]
        await old.end()
        self.processes[number] = Process(self.url, self.net, number, self.chance)
        await self.processes[number].start()
        self.replaced += 1
        for phone in self.phones:
            if phone.process is old:
                phone.connect()

    async def heal(self) -> None:
        """All is well again, for as long as it may take until the tables are compared."""
        self.post.loses = 0.0
        for process in self.processes:
            process.running.go_on()
            self.net.mend_line(process.number)
        await asyncio.sleep(3 * EVERY * LOOK_SECONDS)

    def hold(self, house: House) -> None:
        """All processes and all phones agree with the ledger, and showed nothing else on the way."""
        ledger = ledger_of(self.url, house.code, [f"tap {number}" for number in range(self.taps)])
        acknowledged = sorted(self.acknowledged[house.code], key=lambda line: line.version)
        found = flaws(ledger, acknowledged)
        need(not found and len(ledger) == len(acknowledged), found[:3], len(ledger), len(acknowledged))
        stamp, moves = self.judge.repository.stamp(house.code), self.replayed(house)
        for phone in (phone for phone in self.phones if phone.house is house):
            need(phone.shown[-1].stamp == stamp, "a phone shows", phone.shown[-1].stamp, "the ledger has", stamp)
            flaw = unsaved([(one.version, [move.plain() for move in one.book.moves()]) for one in phone.shown], moves)
            need(not flaw, flaw)
        for process in self.processes:
            process.tables.follower.refresh(house.code)
            need(process.tables.get(house.code).stamp == stamp, "a process is behind")

    def replayed(self, house: House) -> list[list[Any]]:
        """What stands at each version, by the ledger alone."""
        here = opening_of(self.judge.get(house.code))
        steps = read_on(here, self.judge.ledger.read(here.table_id))
        return [[move.plain() for move in one.book.moves()] for one in (here, *(step.after for step in steps))]


def following(trial: Trial) -> Figures:
    """A world a seed; where one fails, its own seed is told."""
    empty = trial.folder / "empty.sqlite3"
    upgrade(f"sqlite:///{empty}")
    counted = dict.fromkeys(("taps", "lost", "doubled", "carried", "replaced", "shown"), 0)
    unheard: list[tuple[int, object]] = []
    for seed in range(trial.seed, trial.seed + trial.count):
        with _unheard():
            world = _world(trial.folder / "world.sqlite3", empty, seed, unheard)
        counted["taps"] += world.taps
        counted["replaced"] += world.replaced
        counted["shown"] += sum(len(phone.shown) for phone in world.phones)
        for name in ("lost", "doubled", "carried"):
            counted[name] += getattr(world.post, name)
    gc.collect()  # then it is told of every task that nobody has asked how it went
    need(not unheard, "nobody heard of what was met, by seed", unheard[:3])
    return {
        "evenings": trial.count, "taps": counted["taps"], "announcements lost": counted["lost"],
        "doubled": counted["doubled"], "late and out of order": counted["carried"],
        "processes gone": counted["replaced"], "states shown to phones": counted["shown"],
        "in the end that differ from the ledger": 0,
    }  # fmt: skip


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """The program logs each fault that it meets, and here it meets many.

    A client of Redis that is stopped while it connects leaves the connection to Python, which warns of it.
    """
    log = logging.getLogger("table_companion")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            yield
    finally:
        log.setLevel(before)


def _world(file: Path, empty: Path, seed: int, unheard: list[tuple[int, object]]) -> World:
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    shutil.copy(empty, file)
    chance = Random(seed)
    loop = Loop(chance)

    def hear(_: asyncio.AbstractEventLoop, met: dict[str, Any]) -> None:
        # While a thread waits for a lock of the file, hours pass here, and clients of Redis connect thousands of times:
        # the one that stands for it runs out of sockets, and accepts them later by itself.
        if met["message"] != "socket.accept() out of system resource":
            unheard.append((seed, met.get("exception") or met["message"]))

    loop.set_exception_handler(hear)
    try:
        world = World(f"sqlite:///{file}", loop, chance)
        loop.run_until_complete(world.live())
    except Exception as failed:
        raise Broken(f"--seed {seed} --count 1", failed) from failed
    finally:
        loop.close()
    return world


def _hurry(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF").close()  # no power fails here


FAULTS = (
    Fault(
        "following",
        "Real in it: the service, the follower, the tables in memory, the ledger (on SQLite), and the bus with Redis's "
        "client. Simulated, with a seed: what carries announcements from one process to the others, Redis itself, the "
        "loop and its time, threads, the clocks, and the phones. Announcements lost, doubled, late, out of order; "
        "lines that break or hang; processes paused and gone; clocks that jump.",
        following,
        600,
        300,
        30,
    ),
)
