"""Mutated requests over every address and every method: no 5xx, no hang, and memory as before."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from companion import create_app
from companion.config import Settings
from tests.attacks import names
from tests.faults.fault import Fault, Figures, Trial, need
from tests.faults.kills import environ
from tests.faults.players import open_table
from tests.many.house import HEADER, SEATS, Process, Table
from tests.services import free_port

METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
LINES, HANGS_SECONDS, SAME_TABLE = 8, 60, 2_000
GROWTH, SPARE_MB = 1.25, 40
ATTACKS = names()
TYPES = ("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")
WORDS = (
    "move",
    "take",
    "undo",
    "seat",
    "color",
    "red",
    "version",
    "code",
    "amend",
    "propose",
    "hold",
    "settle",
    "kind",
)


class Maker:
    """Makes requests by chance: an address, a method, and what may go with them, some of it as it should be."""

    def __init__(self, rules: list[tuple[str, str]], chance: Random) -> None:
        self._rules, self._chance = rules, chance
        self.table: Table | None = None

    def request(self) -> bytes:
        """The bytes of one."""
        chance, body = self._chance, self._body()
        own, rule = chance.choice(self._rules)
        method = own if chance.random() < 0.7 else chance.choice(METHODS)
        head = [f"{method} {self._address(rule)} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        for name, values in self._headers().items():
            if chance.random() < 0.5:
                head.append(f"{name}: {chance.choice(values)}")
        return "\r\n".join([*head, "", ""]).encode("latin-1", "replace") + body

    def _headers(self) -> dict[str, list[str]]:
        assert self.table is not None
        odd = quote(self._word())
        keys = [self.table.keys["host"], *self.table.keys["seats"].values(), odd]
        return {
            "Authorization": [f"Bearer {key}" for key in keys],
            "Content-Type": [*TYPES, odd],
            "If-Match": ['"0"', '"1"', "*", odd, '"99999999999999999999"'],
            "Idempotency-Key": [odd[:200], "a", "x" * 300],
            "Accept-Language": ["de", "en", odd, "x" * 2000],
            "Cookie": [f"session={odd}", f"key={keys[0]}", odd],
            "Accept": ["text/html", "application/json", "text/event-stream", odd],
            "HX-Request": ["true"], "Range": ["bytes=0-0", f"bytes={odd}"], "If-None-Match": ['"x"', odd],
        }  # fmt: skip

    def _word(self) -> str:
        return self._chance.choice((*WORDS, *SEATS, *ATTACKS))

    def _address(self, rule: str) -> str:
        chance = self._chance
        parts = rule.split("/")[1:]
        path = "/" + "/".join(self._given(part) if part.startswith("<") else part for part in parts)
        for _ in range(chance.choice((0, 0, 1, 3))):
            path += f"{'&' if '?' in path else '?'}{quote(self._word())}={quote(str(self._value(2)))[:500]}"
        if chance.random() < 0.05:
            place = chance.randrange(1, len(path) + 1)
            path = path[:place] + chance.choice(("%00", "%", "//", "%ff", "..", ";", "%2e%2e/")) + path[place:]
        return path

    def _given(self, part: str) -> str:
        assert self.table is not None
        if self._chance.random() < 0.2:
            return quote(self._word(), safe="")
        if "code" in part:
            return self.table.code
        if "slug" in part:
            return self._chance.choice(("sluff-off", "ui77", "popcorn", "fluff"))
        if "key" in part:
            return str(self.table.keys["host"])
        return self._chance.choice((*map(quote, SEATS), "0", "1", "2", "-1", "app.css"))

    def _body(self) -> bytes:
        chance = self._chance
        kind = chance.random()
        if kind < 0.2:
            return b""
        if kind < 0.4:
            return "&".join(f"{quote(self._word())}={quote(str(self._value(1)))}" for _ in range(4)).encode()
        said = chance.choice(
            (dict(HEADER), {"move": "take", "seat": "Chris", "color": "red"}, {"move": "undo"}, self._value(0))
        )
        if isinstance(said, dict) and chance.random() < 0.7:
            said = {**said, chance.choice([*said, self._word()]): self._value(1)}
        body = bytearray(json.dumps(said).encode())
        for _ in range(chance.choice((0, 0, 0, 1, 4))):
            body[chance.randrange(len(body))] = chance.randrange(256)
        return bytes(body)

    def _value(self, depth: int) -> Any:
        chance = self._chance
        plain = (self._word(), chance.randint(-5, 12), 10**30, None, True, 1.5, "", "x" * 3000)
        if depth > 3 or chance.random() < 0.6:
            return chance.choice(plain)
        if chance.random() < 0.5:
            return [self._value(depth + 1) for _ in range(chance.randint(0, 4))]
        return {self._word(): self._value(depth + 1) for _ in range(chance.randint(0, 4))}


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
    """So many, over some connections at once; the first tenth fills the caches, and then memory is looked at."""
    folder = trial.folder / "instance"
    app = create_app(Settings(instance=trial.folder / "rules", database_url=""))
    rules = sorted((method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or ())
    process = Process(free_port(), trial.folder / "log", environ(folder))
    process.start()
    process.ready()
    said: Counter[int] = Counter()
    before = 0
    for first in range(0, trial.count, SAME_TABLE):
        table = open_table(process.place)
        many = min(SAME_TABLE, trial.count - first)
        said += asyncio.run(_asked(process.place.port, rules, table, many, trial.chance(first)))
        if not before and first + many >= trial.count // 10:
            before = memory(process.pid)
    after = memory(process.pid)
    need(process.place.ask("GET", "/healthz")[0] == 200, "it does not answer any more")
    process.end(signal.SIGTERM)
    need("Traceback" not in process.said(), process.said()[-4000:])
    need(after <= before * GROWTH + SPARE_MB, f"{before} MB grew to {after}")
    classes = Counter(f"answered {status // 100}xx" if status else "hung up on" for status in said.elements())
    return {
        "requests": trial.count, "methods of all addresses": len(rules), **dict(sorted(classes.items())),
        "answered 5xx or not at all": 0, "MB before": before, "MB after": after,
    }  # fmt: skip


async def _asked(port: int, rules: list[tuple[str, str]], table: Table, many: int, chance: Random) -> Counter[int]:
    said: Counter[int] = Counter()

    async def ask(maker: Maker, share: int) -> None:
        line = Line(port)
        for _ in range(share):
            request = maker.request()
            try:
                status = await line.ask(request)
            except TimeoutError:
                status = 599
            need(status < 500, status, request)
            said[status] += 1
        line.close()

    makers = [Maker(rules, Random(chance.random())) for _ in range(LINES)]
    for maker in makers:
        maker.table = table
    await asyncio.gather(*(ask(maker, (many + number) // LINES) for number, maker in enumerate(makers)))
    return said


def memory(pid: int) -> int:
    """Megabytes that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


FAULTS = (
    Fault(
        "requests",
        "Mutated requests over every address and method, at one server.",
        requests,
        1_000_000,
        100_000,
        10_000,
    ),
)
