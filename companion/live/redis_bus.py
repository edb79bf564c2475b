"""The bus over Redis or Valkey, for processes on any number of machines.

Redis stores nothing: while it is gone every process asks the ledger instead (`reliable` is False),
and announcements arrive again soon after it is back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from companion.live.bus import NOTHING, Bus, Missed, Received, Stamp, merged

CHANNEL = "table-companion"
QUIET_SECONDS = 0.4  # after so long without a message Redis is pinged, and given as long again to answer
PATIENCE_SECONDS = 0.8  # for connecting, and for a command
PAUSE_SECONDS = 0.4  # before it is tried again

log = logging.getLogger("table_companion.bus")


class RedisBus(Bus):
    """Connects all processes that share one Redis and one database. `url` is as redis-py takes it.

    `reliable`: Redis answers, and this process is subscribed.
    """

    alone = False

    def __init__(self, url: str) -> None:
        self._url, self._me = url, secrets.token_hex(6)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pending: dict[str, Stamp] = {}  # announcements to be sent, one a table
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._open, self.reliable, self._told = True, False, False

    async def start(self, received: Received, missed: Missed) -> None:
        """Subscribe as soon as Redis answers, and again whenever it was lost."""
        self._loop = asyncio.get_running_loop()
        self._tasks = [asyncio.create_task(self._hear(received, missed)), asyncio.create_task(self._send())]

    def publish(self, code: str, stamp: Stamp) -> None:
        """Announce to all others; while Redis is gone, once it is back. Before the start nobody has it cached."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended: nobody is left to announce to
                self._loop.call_soon_threadsafe(self._put, code, stamp)

    async def close(self) -> None:
        self._open = False  # before Python 3.12 a task that is just sending may not notice that it is cancelled
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks, self.reliable = [], False

    async def _hear(self, received: Received, missed: Missed) -> None:
        """Receive messages, and subscribe anew after a gap: redis-py would do so too, but tell nobody of the gap."""
        while self._open:
            try:
                async with self._redis(retries=0) as redis, redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while self._open:
                        message = await channel.get_message(timeout=QUIET_SECONDS)
                        if message is None:
                            await channel.ping()
                            message = await channel.get_message(timeout=QUIET_SECONDS)
                        self._take(message, received, missed)
            except Exception as gone:  # whatever the error was: subscribe anew
                if not self._told:
                    log.warning("Redis does not answer; the ledger is asked until it does: %s", gone)
                self.reliable, self._told = False, True
            await asyncio.sleep(PAUSE_SECONDS)

    def _take(self, message: dict[str, Any] | None, received: Received, missed: Missed) -> None:
        if message is None:
            raise TimeoutError("no answer")
        if message["type"] == "subscribe":
            self.reliable, self._told = True, False
            missed()  # what was announced before we were subscribed
        elif message["type"] == "message":
            try:
                sender, announcements = json.loads(message["data"])
                read = [(str(code), (int(version), int(touched))) for code, version, touched in announcements]
            except (ValueError, TypeError):
                log.warning("somebody else speaks on the channel %s", CHANNEL)
                return
            for code, stamp in read if sender != self._me else ():
                received(code, stamp)

    async def _send(self) -> None:
        """Send what waits, all in one message; redis-py tries until Redis takes it."""
        async with self._redis(retries=-1) as redis:
            while self._open:
                await self._wake.wait()
                self._wake.clear()
                announcements, self._pending = self._pending, {}
                message = [self._me, [(code, *stamp) for code, stamp in announcements.items()]]
                try:
                    await redis.publish(CHANNEL, json.dumps(message, separators=(",", ":")))
                except Exception as refused:  # this user may subscribe, and not publish, say
                    log.error("Redis takes no announcements; other processes hear late: %s", refused)

    def _put(self, code: str, stamp: Stamp) -> None:
        self._pending[code] = merged(self._pending.get(code, NOTHING), stamp)
        self._wake.set()

    def _redis(self, *, retries: int) -> Redis:
        return Redis.from_url(
            self._url,
            protocol=2,
            retry=Retry(ExponentialBackoff(cap=PAUSE_SECONDS, base=0.05), retries),
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
        )
