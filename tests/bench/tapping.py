"""Taps at 20 and at 200 tables: what one costs the server, how soon all phones have it, what a phone costs."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from tests.bench import games
from tests.bench.contenders import API, DURABLE, EVERYBODY, MEMORY, PAGES, Contender
from tests.bench.load import Load
from tests.bench.results import Row, Wanted
from tests.bench.served import Server

TURNS = 3
RATE, RATE_TABLES = 200, 200
AHEAD = {20: 300, 200: 60}
"""By the number of tables: at most so many moves are played at one before the clock runs, so that games differ."""
QUIET_SECONDS = 3
"""Before memory is read: what was needed for opening alone may be given back."""
PHONES = len(games.SEATS)
SPARE = 2.0
"""How many times the moves that are expected: games of some kinds are short, and some kinds are quicker."""
SIZED = 100
"""Moves at a table of each game over which bytes are counted."""


@dataclass(frozen=True, slots=True)
class Run:
    """Moves and seconds, the server's processor time, milliseconds from the tap to the last of a table's phones, the
    share of a core that the load took, and how many tables had to be opened meanwhile, which costs more than moves."""

    moves: int
    seconds: float
    cpu: float
    p50: float
    p99: float
    load: float
    late: int


@dataclass(frozen=True, slots=True)
class Loop:
    """A contender's runs put together."""

    runs: Sequence[Run]

    @property
    def per_second(self) -> float:
        return sum(run.moves for run in self.runs) / sum(run.seconds for run in self.runs)

    @property
    def ms(self) -> float:
        """The server's processor time a move, in milliseconds."""
        return 1000 * sum(run.cpu for run in self.runs) / sum(run.moves for run in self.runs)

    @property
    def p50(self) -> float:
        return median(run.p50 for run in self.runs)

    @property
    def p99(self) -> float:
        return median(run.p99 for run in self.runs)

    @property
    def load(self) -> float:
        return max(run.load for run in self.runs)


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes an update (one phone told of one move): as it comes, and packed as for a phone behind a proxy."""

    plain: float
    packed: float


@dataclass(frozen=True, slots=True)
class Found:
    """What was found at so many tables: by contender, the closed loop, the fixed rate, bytes of memory a phone, and
    bytes an update by game."""

    tables: int
    closed: Mapping[Contender, Loop]
    rate: Mapping[Contender, Loop]
    memory: Mapping[Contender, float]
    updates: Mapping[Contender, Mapping[str, Bytes]]


def at_tables(tables: int, seconds: int, rated: Sequence[Contender] = ()) -> Found:
    """Measure all contenders in turns: a slow moment of the machine meets them all. Some at the fixed rate, too."""
    with ExitStack() as stack:
        up = {who: stack.enter_context(who.under_load()) for who in EVERYBODY}
        memory = {who: _opened(*up[who], tables) for who in EVERYBODY}
        for _, load in up.values():
            reserve(load, AHEAD[tables], TURNS * seconds)
        closed = _in_turns(up, "closed", seconds=seconds)
        for who in rated:
            up[who][1].ask("open", reserve=round(SPARE * RATE * TURNS * seconds))
        rate = _in_turns({who: up[who] for who in rated}, "fixed", seconds=seconds, rate=RATE)
        updates = {who: _bytes(up[who][1], who, tables) for who in EVERYBODY}
    return Found(tables, closed, rate, memory, updates)


def reserve(load: Load, ahead: int, seconds: int) -> None:
    """Play a little, and open as many tables more as so many seconds of a closed loop will take."""
    load.ask("open", reserve=round(SPARE * load.ask("ahead", most=ahead)["rate"] * seconds))


def _opened(server: Server, load: Load, tables: int) -> float:
    before = server.memory()
    load.ask("open", tables=tables)
    time.sleep(QUIET_SECONDS)
    return (server.memory() - before) / (tables * PHONES)


def _in_turns(up: Mapping[Contender, tuple[Server, Load]], what: str, **given: int) -> dict[Contender, Loop]:
    runs: dict[Contender, list[Run]] = {who: [] for who in up}
    for _ in range(TURNS):
        for who, (server, load) in up.items():
            before = server.cpu()
            found = load.ask(what, **given)
            spent, late = server.cpu() - before, sum(one["late"] for one in found["counts"].values())
            run = Run(found["moves"], found["seconds"], spent, found["p50"], found["p99"], found["load"], late)
            print(f"  {who.kind}, {what}: {run}", flush=True)
            runs[who].append(run)
    return {who: Loop(some) for who, some in runs.items()}


def _bytes(load: Load, who: Contender, tables: int) -> dict[str, Bytes]:
    """Play at a fresh table of each game, with the clock off."""
    kinds = len(games.KINDS) if who in (PAGES, API) else 1
    load.ask("settings", packs=who is PAGES)
    load.ask("open", tables=kinds)
    told = load.ask("whole", only=list(range(tables, tables + kinds)), moves=SIZED)
    return {
        game: Bytes(count["bytes"] / count["updates"], count["packed"] / count["updates"])
        for game, count in told["counts"].items()
        if count["updates"]
    }


def loop_rows(found: Found, durable: float) -> list[Row]:
    """The closed loop; `durable` is the wanted share of the peer's with FlatFile."""
    (pages, api, memory, kept), tables = (found.closed[who] for who in EVERYBODY), found.tables
    wanted = (
        Wanted(memory.ms / pages.ms, "at least", 0.5, "of in memory"),
        Wanted(kept.ms / pages.ms, "at least", durable, "of FlatFile"),
    )
    no_slower = (Wanted(pages.ms / api.ms, "at least", 1, "of the pages"),)
    speeds = tuple(f"{one.per_second:,.0f}" for one in (pages, api, memory, kept))
    costs = tuple(f"{one.ms:.2f}" for one in (pages, api, memory, kept))
    return [
        Row(f"{tables} tables, by pages: taps a second", (speeds[0], *speeds[2:])),
        Row(f"{tables} tables, by pages: the server's processor time a tap, ms", (costs[0], *costs[2:]), wanted),
        Row(f"{tables} tables, by the JSON API: moves a second", speeds[1:]),
        Row(f"{tables} tables, by the JSON API: processor time a move, ms", costs[1:], no_slower),
    ]


def phone_rows(found: Found) -> list[Row]:
    """The fixed rate, and what a phone costs."""
    pages, memory, kept = (found.rate[who] for who in (PAGES, MEMORY, DURABLE))
    served = Wanted(pages.per_second, "at least", 0.97 * RATE, "a second")
    p50, tail = Wanted(pages.p50, "at most", 4, "ms"), Wanted(pages.p99 / memory.p99, "at most", 3, "of in memory")
    ours, theirs = found.memory[PAGES], found.memory[MEMORY]
    sizes, peer = found.updates[PAGES], found.updates[MEMORY][games.SLUFF_OFF]
    mean, packed = (sum(getattr(one, kind) for one in sizes.values()) / len(sizes) for kind in ("plain", "packed"))
    return [
        Row(
            f"a tap to the last of five phones, {RATE} a second over {found.tables} tables, p50 / p99, ms",
            tuple(f"{one.p50:.1f} / {one.p99:.1f}" for one in (pages, memory, kept)),
            (served, p50, tail),
        ),
        Row(
            f"memory a phone that holds its page, of {found.tables * PHONES:,}, KB",
            tuple(f"{found.memory[who] / 1024:.0f}" for who in (PAGES, MEMORY, DURABLE)),
            (Wanted(ours / theirs, "at most", 1, "of in memory"),),
        ),
        Row(
            f"bytes an update, mean of {', '.join(sizes)}: plain / packed behind a proxy",
            (f"{mean:,.0f} / {packed:,.0f}",),
            (Wanted(mean, "at most", 4096, "bytes"),),
        ),
        Row("bytes an update, *Sluff Off!*", (f"{sizes[games.SLUFF_OFF].plain:,.0f}", f"{peer.plain:,.0f}")),
    ]


def loads(*found: Found) -> float:
    """The largest share of its core that the load took."""
    return max(loop.load for one in found for loop in (*one.closed.values(), *one.rate.values()))
