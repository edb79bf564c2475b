"""What carries the announcements of the program's own bus, simulated: it loses, doubles, delays and mixes them up.

Redis is a server on the simulated loop that speaks as much of Redis's protocol as publishing takes, so that the bus and
its client are what they are everywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from companion.live.redis_bus import RedisBus
from tests.faults.simulated import Loop

PAUSE_SECONDS = 0.05
LATEST_SECONDS = 4.0


class Post:
    """What is on its way. `loses` is how much of it never arrives, `doubles` how much arrives twice."""

    def __init__(self, loop: Loop, chance: Random) -> None:
        self.loop, self.chance = loop, chance
        self.loses = self.doubles = 0.0
        self.lost = self.doubled = self.carried = 0

    def send(self, arrive: Callable[[], None], announcements: int) -> None:
        """Let so many announcements, that travel as one, arrive sooner or later, or never."""
        if self.chance.random() < self.loses:
            self.lost += announcements
            return
        times = 2 if self.chance.random() < self.doubles else 1
        self.doubled += (times - 1) * announcements
        self.carried += times * announcements
        for _ in range(times):
            self.loop.call_later(self.chance.uniform(0, LATEST_SECONDS), arrive)


class RedisNet:
    """A Redis that all processes share; they go by number. A line breaks off, or hangs: nothing is answered on it.

    `cut` are the processes whose line is broken.
    """

    def __init__(self, post: Post, processes: int) -> None:
        self._post = post
        self._folder = tempfile.TemporaryDirectory()  # a socket's path is a short one
        self._servers: list[asyncio.Server] = []
        self._lines: list[set[asyncio.StreamWriter]] = [set() for _ in range(processes)]
        self._subscribers: dict[asyncio.StreamWriter, int] = {}
        self._answering = [asyncio.Event() for _ in range(processes)]
        self.cut: set[int] = set()

    async def open(self) -> None:
        """Listen, for each process at another address."""
        for number, answering in enumerate(self._answering):
            answering.set()
            serve = partial(self._serve, number)
            self._servers.append(await asyncio.start_unix_server(serve, self._path(number)))

    def bus(self, number: int) -> RedisBus:
        """A bus that connects to it."""
        return RedisBus(f"unix://{self._path(number)}")

    def break_line(self, number: int) -> None:
        """Refuse this process, or let it wait for each answer."""
        self.cut.add(number)
        self._answering[number].clear()
        if self._post.chance.random() < 0.5:
            for writer in self._lines[number]:
                writer.close()

    def mend_line(self, number: int) -> None:
        """Answer it."""
        self.cut.discard(number)
        self._answering[number].set()

    async def close(self) -> None:
        """End all connections."""
        for server in self._servers:
            server.close()
        for writer in [writer for line in self._lines for writer in line]:
            writer.close()
        await asyncio.sleep(PAUSE_SECONDS)  # until they have ended
        self._folder.cleanup()

    def _path(self, number: int) -> str:
        return f"{self._folder.name}/{number}"

    async def _serve(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines[number].add(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                command = await _command(reader)
                await self._answering[number].wait()
                writer.write(self._answer(number, writer, command))
                await writer.drain()
        self._lines[number].discard(writer)
        self._subscribers.pop(writer, None)
        writer.close()

    def _answer(self, number: int, writer: asyncio.StreamWriter, command: Sequence[bytes]) -> bytes:
        match [command[0].upper(), *command[1:]]:
            case [b"SUBSCRIBE", channel]:
                self._subscribers[writer] = number
                return b"*3\r\n" + _bulk(b"subscribe") + _bulk(channel) + b":1\r\n"
            case [b"PUBLISH", channel, message]:
                many = len(json.loads(message)[1])
                for subscriber in self._subscribers:
                    self._post.send(partial(self._deliver, subscriber, channel, message), many)
                return b":%d\r\n" % len(self._subscribers)
            case [b"PING"] if writer in self._subscribers:
                return b"*2\r\n" + _bulk(b"pong") + _bulk(b"")
        return b"+OK\r\n"

    def _deliver(self, writer: asyncio.StreamWriter, channel: bytes, message: bytes) -> None:
        number = self._subscribers.get(writer)
        if number is None or number in self.cut or writer.is_closing():
            self._post.lost += len(json.loads(message)[1])
        else:
            writer.write(b"*3\r\n" + _bulk(b"message") + _bulk(channel) + _bulk(message))


async def _command(reader: asyncio.StreamReader) -> list[bytes]:
    """A command with its arguments. Raises IncompleteReadError where the connection ends."""
    many = int((await reader.readuntil(b"\r\n"))[1:])
    return [(await reader.readexactly(int((await reader.readuntil(b"\r\n"))[1:]) + 2))[:-2] for _ in range(many)]


def _bulk(text: bytes) -> bytes:
    return b"$%d\r\n%s\r\n" % (len(text), text)
