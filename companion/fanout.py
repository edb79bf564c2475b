"""Streams that the server holds itself: a table's phones are told together, each rendering shared and packed once.

Part of the server, on its loop. A phone costs its connection and little else: what is sent
to it is made when the table changes, for all phones that see the same.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable
from contextvars import Context
from time import perf_counter
from typing import Any

from companion.tables.service import Tables, Trouble
from companion.tables.values import Snapshot
from companion.tables.waiting import Lock, run
from companion.web.stream import BEAT_SECONDS, RETRY, Feed, beat, stamp_id

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
# A small window and little memory are made ready in half the time, and find as much in a text that fits in.
SMALL_BYTES, SMALL, LARGE = 4096, (12, 5), (15, 8)
BEATS_AT_ONCE = 50
RETRY_SECONDS = 1.0
OVER = object()

_log = logging.getLogger(__name__)


def packed(text: bytes) -> bytes:
    """A piece of a gzip stream that leans on nothing before it, so that every phone's stream may hold it."""
    window, memory = SMALL if len(text) < SMALL_BYTES else LARGE
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -window, memory)
    return press.compress(text) + press.flush(zlib.Z_FULL_FLUSH)


class Phone:
    """One stream: what it was told last, and what waits while its line is full (the latest alone)."""

    __slots__ = ("_busy", "_next", "_send", "feed", "told", "zipped")

    def __init__(self, feed: Feed, send: Send, *, zipped: bool) -> None:
        self.feed, self.zipped, self.told = feed, zipped, ""
        self._send = send
        self._busy: object = None  # true while its line is full, and once nothing more can be said
        self._next: tuple[bytes, bool] | None = None

    def say(self, body: bytes, more: bool = True) -> None:
        """Send, at once where the line takes it; else what is latest goes out when it does. Nothing follows a last."""
        if self._busy:
            self._next = body, more
            return
        try:
            stuck = _advanced(self._send({"type": "http.response.body", "body": body, "more_body": more}))
        except Exception:
            self._broken()
            return
        if stuck is not None:
            self._busy = asyncio.ensure_future(self._rest(stuck))
        elif not more:
            self._busy = OVER

    def beat(self) -> None:
        """Say "still here"; not before the opening, and not in the place of news that wait."""
        if self.told and not self._busy:
            text = beat(self.told).encode()
            self.say(packed(text) if self.zipped else text)

    def end(self) -> None:
        """This was all; nothing more is said."""
        self.say(b"", more=False)

    async def _rest(self, stuck: _Stuck) -> None:
        try:
            await stuck
        except Exception:
            self._broken()
            return
        self._busy = None
        waiting, self._next = self._next, None
        if waiting is not None:
            self.say(*waiting)

    def _broken(self) -> None:
        self._busy = OVER  # its own affair: whoever is told after it is told
        _log.warning("Nothing more can be said to a phone.", exc_info=True)


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
        self._turn = Lock()  # a rendering may wait: what is made later is told later
        self._telling, self._rung = False, 0.0
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._failed: tuple[int, int] | None = None
        self._kept: tuple[tuple[int, int], dict[Hashable, bytes]] = ((-1, -1), {})
        self.phones: set[Phone] = set()
        self._listener = tables.live.listen(code, self.ring)

    def close(self) -> None:
        """Nobody listens any more."""
        self._listener.__exit__()
        if self._again is not None:
            self._again.cancel()

    def ring(self) -> None:
        """The table has changed: tell everybody, once the one who changed it is done."""
        if not self._telling and not self._tables.live.closed:
            self._telling, self._rung = True, perf_counter()
            # In a context of its own: in that of the request that made the change, everybody would be its phone.
            self._task = asyncio.get_running_loop().create_task(run(self._tell), context=Context())

    def _tell(self) -> None:
        with self._turn:
            self._telling, rung = False, self._rung
            # What others have written and we have yet to read is told then, and not read twice.
            if not self._tables.live.closed and self._tell_these(tuple(self.phones), self._tables.known):
                self._tables.meter.told(perf_counter() - rung)

    def welcome(self, phone: Phone) -> None:
        """Tell a phone that has come of the table as it is."""
        with self._turn:
            self._tell_these((phone,), self._tables.find)

    def _tell_these(self, phones: tuple[Phone, ...], find: Callable[[str], Snapshot]) -> bool:
        """Whether the table could be found."""
        try:
            snapshot = find(self._code)
        except Trouble:  # the database is away: phones keep what they have been told
            self._try_again()
            return False
        for phone in phones:
            try:
                self.tell(phone, snapshot)
            except Trouble:
                self._try_again()
            except Exception:
                self._log_once(snapshot)
        return True

    def _try_again(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(RETRY_SECONDS, self.ring) if self.phones else None

    def _log_once(self, snapshot: Snapshot) -> None:
        """A bug is one phone's, or its view's: the others are told, and all of them at the next change."""
        if self._failed != snapshot.stamp:
            self._failed = snapshot.stamp
            _log.exception("Table %s cannot be shown to a phone at %s.", self._code, stamp_id(snapshot))

    def tell(self, phone: Phone, snapshot: Snapshot) -> None:
        """Tell this phone of the table as it is, unless it knows."""
        told = phone.feed.told(snapshot)
        if told != phone.told:
            body = self._body(phone, snapshot, "" if phone.told else RETRY)
            phone.told = told
            phone.say(body)

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
            await run(crowd.welcome, phone)
            if self._tables.live.closed:
                phone.end()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._tables.meter.left()
            crowd.phones.discard(phone)
            if not crowd.phones and self._crowds.get(feed.code) is crowd:
                del self._crowds[feed.code]
                crowd.close()

    async def beat(self) -> None:
        """Say "still here" to every phone, every fifteen seconds; for ever."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for number, phone in enumerate([phone for crowd in self._crowds.values() for phone in crowd.phones]):
                phone.beat()
                if number % BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def close(self) -> None:
        """End all streams: phones connect again to whoever serves next."""
        for phone in [phone for crowd in self._crowds.values() for phone in crowd.phones]:
            phone.end()
