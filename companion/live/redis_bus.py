"""The bus over Redis or Valkey, for processes on any number of machines.

Redis stores nothing: while it is gone every process asks the ledger instead (`reliable` is False),
and announcements arrive again soon after it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from companion.live.bus import NOTHING, Bus, Missed, Received, Stamp, merged

CHANNEL = "table-companion"
QUIET_SECONDS = 0.4  # after so long without a message Redis is pinged, and given as long again to answer
PATIENCE_SECONDS = 0.8  # for connecting, and for a command
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.8
KEPT_ANNOUNCEMENTS = 20_000  # while Redis is gone; after a gap every process compares all its tables with the ledger

Announcements = Iterable[tuple[str, Stamp]]

log = logging.getLogger("table_companion.bus")


class Outbox:
    """Announcements that wait to be sent, one a table. `send` is called once a turn of the loop, and takes them all."""

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pending: dict[str, Stamp] = {}
        self._called = False

    def open(self) -> None:
        """Send on the running loop from now on. What was put before is dropped: no other process has it cached."""
        self._loop = asyncio.get_running_loop()

    def put(self, code: str, stamp: Stamp) -> None:
        """Add an announcement, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to announce to
                self._loop.call_soon_threadsafe(self.add, [(code, stamp)])

    def add(self, announcements: Announcements) -> None:
        """Add announcements, also such that could not be sent. Call it on the loop."""
        for code, stamp in announcements:
            self._pending[code] = merged(self._pending.get(code, NOTHING), stamp)
        if self._pending and not self._called and self._loop is not None:
            self._called = True
            self._loop.call_soon(self._call)

    def take(self) -> list[tuple[str, Stamp]]:
        """Remove and return all that waits."""
        announcements, self._pending = self._pending, {}
        return list(announcements.items())

    def _call(self) -> None:
        self._called = False
        self._send()


class RedisBus(Bus):
    """Connects all processes that share one Redis and one database. `url` is as redis-py takes it.

    `reliable`: Redis answers, and this process is subscribed.
    """

    alone = False

    def __init__(self, url: str) -> None:
        self._url = url
        self._me = secrets.token_hex(6)
        self._wake = asyncio.Event()
        self._outbox = Outbox(self._wake.set)
        self._tasks: list[asyncio.Task[None]] = []
        self.reliable = self._gone = self._closing = False
        self._pause = FIRST_PAUSE

    async def start(self, received: Received, missed: Missed) -> None:
        """Subscribe as soon as Redis answers, and again whenever it was lost."""
        self._outbox.open()
        self._tasks = [asyncio.create_task(self._receiving(received, missed)), asyncio.create_task(self._sending())]

    def publish(self, code: str, stamp: Stamp) -> None:
        """Announce to all others; while Redis is gone, once it is back."""
        self._outbox.put(code, stamp)

    async def close(self) -> None:
        """Disconnect."""
        self._closing = True  # before Python 3.12 a task that is just sending may not notice that it is cancelled
        self._wake.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks, self.reliable = [], False

    async def _receiving(self, received: Received, missed: Missed) -> None:
        while True:
            self._stay()
            await asyncio.sleep(self._pause if self._gone else 0)
            try:
                async with self._connected() as redis, redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._receive(channel, received, missed)
            except Exception as gone:  # whatever the error was: reconnect
                self._lost(gone)

    async def _receive(self, channel: Any, received: Received, missed: Missed) -> None:
        """Receive messages, one after the other. Raises TimeoutError where a ping is not answered."""
        asked = False
        message = _next(channel)
        try:
            while True:
                self._stay()
                await asyncio.wait({message}, timeout=QUIET_SECONDS)
                if message.done():
                    self._take(message.result(), received, missed)
                    message, asked = _next(channel), False
                elif asked:
                    raise TimeoutError("no answer")
                else:
                    asked = True
                    await channel.ping()
        finally:
            message.cancel()
            await asyncio.gather(message, return_exceptions=True)  # its error is the ping's, which is raised

    def _stay(self) -> None:
        """Raise CancelledError once the bus is closing."""
        if self._closing:
            raise asyncio.CancelledError

    def _take(self, message: dict[str, Any], received: Received, missed: Missed) -> None:
        if message["type"] == "subscribe":
            self.reliable, self._gone, self._pause = True, False, FIRST_PAUSE
            missed()  # what was announced before we were subscribed
        elif message["type"] == "message":
            for code, stamp in self._read(message["data"]):
                received(code, stamp)

    def _lost(self, gone: BaseException) -> None:
        if not self._gone:
            log.warning("Redis does not answer; the ledger is asked until it does: %s", gone)
        self.reliable, self._gone, self._pause = False, True, min(2 * self._pause, LONGEST_PAUSE)

    def _read(self, data: bytes) -> Announcements:
        """The announcements in a message; none where this process sent it, or where it cannot be read."""
        try:
            sender, announcements = json.loads(data)
            read = [(str(code), (int(version), int(touched))) for code, version, touched in announcements]
        except (ValueError, TypeError):
            log.warning("somebody else speaks on the channel %s", CHANNEL)
            return []
        return [] if sender == self._me else read

    async def _sending(self) -> None:
        pause, logged = 0.0, False
        while True:
            self._stay()
            await asyncio.sleep(pause)
            pause = LONGEST_PAUSE / 4
            try:
                async with self._connected() as redis:
                    while True:
                        self._stay()
                        await self._wake.wait()
                        self._wake.clear()
                        await self._publish(redis)
                        logged = False
            except ResponseError as refused:  # this user may subscribe, and not publish
                if not logged:
                    log.error("Redis takes no announcements; other processes hear late: %s", refused)
                logged = True
            except Exception:  # noqa: S112 - the reader reports it
                continue

    async def _publish(self, redis: Redis) -> None:
        announcements = self._outbox.take()
        message = json.dumps([self._me, [(code, *stamp) for code, stamp in announcements]], separators=(",", ":"))
        try:
            await redis.publish(CHANNEL, message)
            announcements = []
        finally:
            self._outbox.add(announcements[:KEPT_ANNOUNCEMENTS])

    def _connected(self) -> Redis:
        """A connection that never retries: this class reconnects."""
        return Redis.from_url(
            self._url,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
        )


def _next(channel: Any) -> asyncio.Future[dict[str, Any]]:
    """The next message, read by a task of its own, so that a timeout of the waiter does not cancel a read half way."""
    message: asyncio.Future[dict[str, Any]] = asyncio.ensure_future(channel.get_message(timeout=None))
    return message
