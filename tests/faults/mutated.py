"""Mutated requests over every address and every method: no 5xx, no hang, and memory as before."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion import create_app
from companion.config import Settings
from tests.faults.fault import Broken, Fault, Figures, Trial, need
from tests.faults.kills import environ
from tests.faults.known import Known, Phones
from tests.faults.maker import Maker
from tests.many.house import Process
from tests.postgresql_and_redis import free_port

LINES, HANGS_SECONDS, SAME_TABLE = 8, 60, 1_000
TENTHS, GROWTH, SPARE_MB = 10, 1.05, 10
FULL = 507  # a file of more lines than a table may have entries
LONG, SHORT_SPARE_MB = 40_000, 40


class Line:
    """A connection that is kept, and made anew where the server closes it or a stream begins."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> int:
        """The status that is answered. Raises TimeoutError where nothing is."""
        async with asyncio.timeout(HANGS_SECONDS):
            if self._ends is None:
                self._ends = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._ends
            try:
                writer.write(request)
                status = int((await reader.readline()).split()[1])
                kept = await self._read(reader, head_only=request.startswith(b"HEAD") or status in (204, 304))
            except (OSError, IndexError, asyncio.IncompleteReadError):
                self.close()  # closed while it was idle, or because of what was sent before
                return 0
        if not kept:
            self.close()
        return status

    async def _read(self, reader: asyncio.StreamReader, *, head_only: bool) -> bool:
        length, kept = None, True
        while (line := await reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            length = int(value) if name.lower() == "content-length" else length
            kept = kept and (name.lower(), value.strip().lower()) != ("connection", "close")
        if head_only:
            return kept
        if length is None:
            return False  # a stream: whoever asked hangs up
        await reader.readexactly(length)
        return kept

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
        self._ends = None


def requests(trial: Trial) -> Figures:
    """So many, over some connections at once; memory is looked at after each tenth, when no request is under way."""
    folder = trial.folder / "instance"
    told = {
        **environ(folder), "COMPANION_TRUSTED_PROXIES": "1", "COMPANION_HOTSPOT": "on",
        "COMPANION_EXTRA_GAMES": "oh-hell",
    }  # fmt: skip
    app = create_app(Settings.from_environment(told))  # for its addresses, and to sign cookies as it does
    app.extensions["tables"].close()
    rules = sorted((method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or ())
    process = Process(free_port(), trial.folder / "log", told, program="tests.faults.few_tables")
    process.start()
    process.ready()
    phones, said, held = Phones(process.place, app, trial.chance("phones")), Counter[int](), list[int]()
    forms, slowest = 0, 0.0
    for first in range(0, trial.count, SAME_TABLE):
        known, many = phones.meet(), min(SAME_TABLE, trial.count - first)
        forms += len(known.forms)
        try:
            some, longest = asyncio.run(_asked(process.place.port, rules, known, many, trial.chance(first)))
        except Broken as failed:  # why is in what the server has said, which goes with the folder
            raise Broken(*failed.args, process.said().rpartition("Traceback")[2][:6000]) from failed
        said, slowest = said + some, max(slowest, longest)
        if (first + many) * TENTHS >= trial.count * (len(held) + 1):
            held.append(memory(process.pid))
            print(f"requests: {first + many:,}, {held[-1]} MB", flush=True)
    need(process.place.ask("GET", "/healthz")[0] == 200, "it does not answer any more")
    process.end(signal.SIGTERM)
    _, traceback, after = process.said().partition("Traceback")
    need(not traceback, after[:4000])
    need(levels_off(held, trial.count), "memory grows, MB after each tenth", held)
    classes = Counter(map(_class, said.elements()))
    return {
        "requests": trial.count, "methods of all addresses": len(rules), "forms of pages": forms,
        "tables met": phones.met, "of them with an entry that would be refused today": phones.refused,
        **dict(sorted(classes.items())), "answered another 5xx or not at all": 0,
        "seconds until the slowest answer, with eight asked for at once": slowest,
        "MB after each tenth": ", ".join(map(str, held)),
    }  # fmt: skip


def _class(status: int) -> str:
    if status == FULL:
        return "answered 507, as of more than there is room for"
    return f"answered {status // 100}xx" if status else "hung up on"


def levels_off(held: Sequence[int], count: int) -> bool:
    """Whether memory is at the end of so many requests what it was after seven tenths of them, but for noise.

    Until then what is remembered of drawings, sentences and searches fills: all of it has a bound. In a short run there
    are such to the end that nobody has asked for before.
    """
    return held[-1] <= held[(len(held) - 1) * 2 // 3] * GROWTH + (SPARE_MB if count >= LONG else SHORT_SPARE_MB)


async def _asked(
    port: int, rules: list[tuple[str, str]], known: Known, many: int, chance: Random
) -> tuple[Counter[int], float]:
    """How many answers had which status, and the seconds that the slowest of them took."""
    said: Counter[int] = Counter()
    took = [0.0]

    async def ask(maker: Maker, share: int) -> None:
        line = Line(port)
        for _ in range(share):
            request = maker.request()
            start = time.perf_counter()
            try:
                status = await line.ask(request)
            except TimeoutError:
                status = 599
            need(status < 500 or status == FULL, status, request)
            said[status] += 1
            took.append(time.perf_counter() - start)
        line.close()

    makers = [Maker(rules, known, Random(chance.random())) for _ in range(LINES)]
    await asyncio.gather(*(ask(maker, (many + number) // LINES) for number, maker in enumerate(makers)))
    return said, max(took)


def memory(pid: int) -> int:
    """Megabytes that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


FAULTS = (
    Fault(
        "requests",
        "Mutated requests over every address and method. The server keeps eight tables in memory, and soon has as many:"
        " from the seventh tenth on memory grows no more, but for 5 % and 10 MB.",
        requests,
        1_000_000,
        100_000,
        10_000,
    ),
)
