"""Streams that the server holds itself: a table's phones are told together, each rendering shared and packed once.

Part of the server, on its loop. A phone costs its connection and little else: what is sent
to it is made when the table changes, for all phones that see the same.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable
from contextvars import Context
from time import perf_counter
from typing import Any

from companion.tables.service import Tables, Trouble
from companion.tables.values import Snapshot
from companion.tables.waiting import run
from companion.web.stream import BEAT_SECONDS, RETRY, Feed, beat

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
BEATS_AT_ONCE = 50
RETRY_SECONDS = 1.0


def packed(text: bytes) -> bytes:
    """A piece of a gzip stream that leans on nothing before it, so that every phone's stream may hold it."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(text) + press.flush(zlib.Z_FULL_FLUSH)


class Phone:
    """One stream: what it was told last, and what waits while its line is full (the latest alone)."""

    __slots__ = ("_busy", "_next", "_send", "feed", "told", "zipped")

    def __init__(self, feed: Feed, send: Send, *, zipped: bool) -> None:
        self.feed, self.zipped, self.told = feed, zipped, ""
        self._send = send
        self._busy: asyncio.Future[None] | None = None
        self._next: bytes | None = None

    def say(self, body: bytes) -> None:
        """Send, at once where the line takes it; else what is latest goes out when it does."""
        if self._busy:
            self._next = body
            return
        sending = self._send({"type": "http.response.body", "body": body, "more_body": True})
        stuck = _advanced(sending)
        if stuck is not None:
            self._busy = asyncio.ensure_future(self._rest(stuck))

    def end(self) -> None:
        """This was all; nothing more is said."""
        if not self._busy:
            _advanced(self._send({"type": "http.response.body", "body": b"", "more_body": False}))

    async def _rest(self, stuck: _Stuck) -> None:
        await stuck
        self._busy = None
        body, self._next = self._next, None
        if body is not None:
            self.say(body)


class _Stuck:
    """A coroutine that has begun and waits for something; awaiting this goes on with it."""

    __slots__ = ("_coroutine", "_waits_for")

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine, self._waits_for = coroutine, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                given = yield waits_for
                waits_for = self._coroutine.send(given)
            except StopIteration:
                return


def _advanced(coroutine: Any) -> _Stuck | None:
    """Run a coroutine as far as it goes without waiting; None where that is its end."""
    try:
        return _Stuck(coroutine, coroutine.send(None))
    except StopIteration:
        return None


class Crowd:
    """The phones that listen to one table."""

    def __init__(self, tables: Tables, code: str) -> None:
        self._tables, self._code = tables, code
        self._telling, self._rung = False, 0.0
        self._task: asyncio.Task[None] | None = None
        self._kept: tuple[tuple[int, int], dict[Hashable, bytes]] = ((-1, -1), {})
        self.phones: set[Phone] = set()
        self.listener = tables.live.listen(code, self.ring)

    def ring(self) -> None:
        """The table has changed: tell everybody, once the one who changed it is done."""
        if not self._telling and not self._tables.live.closed:
            self._telling, self._rung = True, perf_counter()
            # In a context of its own: in that of the request that made the change, everybody would be its phone.
            self._task = asyncio.get_running_loop().create_task(run(self._tell), context=Context())

    def _tell(self) -> None:
        self._telling, rung = False, self._rung
        try:
            snapshot = self._tables.find(self._code)
        except Trouble:  # the database is away: phones keep what they have been told
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.ring)
            return
        for phone in tuple(self.phones):
            self.tell(phone, snapshot)
        self._tables.meter.told(perf_counter() - rung)

    def tell(self, phone: Phone, snapshot: Snapshot) -> None:
        """Tell this phone of the table as it is, unless it knows."""
        told = phone.feed.told(snapshot)
        if told != phone.told:
            opening = "" if phone.told else RETRY
            phone.told = told
            phone.say(self._body(phone, snapshot, opening))

    def _body(self, phone: Phone, snapshot: Snapshot, opening: str) -> bytes:
        stamp, bodies = self._kept
        if stamp != snapshot.stamp:
            bodies = {}
            self._kept = snapshot.stamp, bodies
        key = (phone.zipped, opening, phone.feed.likeness(snapshot))
        body = bodies.get(key)
        if body is None:
            text = (opening + phone.feed.event(snapshot)).encode()
            head = GZIP_HEAD if opening else b""
            body = bodies[key] = head + packed(text) if phone.zipped else text
        return body


class Fanout:
    """All streams of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._crowds: dict[str, Crowd] = {}

    def count(self) -> int:
        """How many phones are connected."""
        return sum(len(crowd.phones) for crowd in self._crowds.values())

    async def serve(self, feed: Feed, send: Send, receive: Receive, *, zipped: bool) -> None:
        """Tell a phone of its table until it goes, or until the house closes. The answer's head has been sent."""
        crowd = self._crowds.get(feed.code)
        if crowd is None:
            crowd = self._crowds[feed.code] = Crowd(self._tables, feed.code)
        phone = Phone(feed, send, zipped=zipped)
        crowd.phones.add(phone)
        self._tables.meter.came()
        try:
            await run(lambda: crowd.tell(phone, self._tables.find(feed.code)))
            if self._tables.live.closed:
                phone.end()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._tables.meter.left()
            crowd.phones.discard(phone)
            if not crowd.phones and self._crowds.get(feed.code) is crowd:
                del self._crowds[feed.code]
                crowd.listener.__exit__()

    async def beat(self) -> None:
        """Say "still here" to every phone, every fifteen seconds; for ever."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for number, phone in enumerate([phone for crowd in self._crowds.values() for phone in crowd.phones]):
                text = beat(phone.told).encode()
                phone.say(packed(text) if phone.zipped else text)
                if number % BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def close(self) -> None:
        """End all streams: phones connect again to whoever serves next."""
        for phone in [phone for crowd in self._crowds.values() for phone in crowd.phones]:
            phone.end()
