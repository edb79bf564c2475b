"""Streams: sends each change to all phones of a table; renders and compresses it once for all who see the same.

All of it is plain asyncio on the server's loop, but for rendering, which runs in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextvars import Context
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import Any

from companion.service.service import TableService
from companion.tables.errors import NoSuchTable, TableError
from companion.tables.snapshot import SeatInfo, Snapshot
from companion.web.drawing import Drawing
from companion.web.stream import BEAT_SECONDS, RETRY, Feed, beat, event, stamp_id

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
# zlib's window and memory: small ones are set up in half the time, and compress a text that fits as well.
SMALL_BYTES, SMALL, LARGE = 8192, (13, 6), (15, 6)
TAIL_BYTES, PAGE_TAIL_BYTES = 4000, 16_000  # what a page is sent is twenty times as long as an event of the API
QUIET_BEATS = 4  # a table that is quiet for more of them keeps no text of its phones
BEATS_AT_ONCE = 50
RETRY_SECONDS = 1.0
LOOKS = 4  # between two heartbeats: a phone is marked as away at most three seconds late

_log = logging.getLogger(__name__)


def packed(text: bytes, on: bytes = b"") -> bytes:
    """A piece of a gzip stream that refers to nothing before it but `on`, which has come right before it.

    A piece on nothing can stand in every phone's stream. What a table's page is sent next is much like what it was sent
    before: on that it takes a third of the bytes.
    """
    window, memory = SMALL if len(on) + len(text) < SMALL_BYTES else LARGE
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -window, memory, zlib.Z_DEFAULT_STRATEGY, on)
    return press.compress(text) + press.flush(zlib.Z_SYNC_FLUSH)


@dataclass(frozen=True, slots=True)
class Piece:
    """An event as it is sent: `body` is its `text`, or that packed on the text `on`; the next may be on `tail`."""

    text: bytes
    body: bytes
    on: bytes = b""
    tail: bytes = b""


def piece(text: str, *, zipped: bool, on: bytes = b"", keep: int = TAIL_BYTES) -> Piece:
    """An event for the streams whose latest text is `on`; the next may be on so many bytes before it."""
    plain = text.encode()
    if not zipped:
        return Piece(plain, plain)
    return Piece(plain, packed(plain, on), on, (on + plain)[-keep:])


@lru_cache(64)
def followed(tail: bytes, text: bytes) -> bytes:
    """The latest text where this has come after it, one for all phones that have heard the same."""
    return (tail + text)[-PAGE_TAIL_BYTES:]


class Subscriber:
    """One phone's stream: `latest` is its latest event's id. Of events that wait to be sent only the latest is kept.

    `shown` outlines what its page shows once it has all that was queued, `tail` is the latest text on its way to it.
    """

    def __init__(self, feed: Feed, *, zipped: bool) -> None:
        self.feed, self.zipped, self.latest = feed, zipped, ""
        self.seat: int | None = None
        self.shown = feed.opening()
        self.tail = b""
        self._quiet = 0
        self._waiting: Piece | None = None
        self._aside: Piece | None = None
        self._away: tuple[str, ...] = ()
        self._ended = False
        self._news = asyncio.Event()

    @property
    def base(self) -> bytes | None:
        """What its next event may build on: nothing while one waits, which the next will take the place of."""
        return self.shown if self._waiting is None else None

    def queue(self, event_id: str, shown: bytes, news: Piece) -> None:
        """Queue this event, in place of one that still waits."""
        self.latest, self.shown, self._waiting, self._quiet = event_id, shown, news, 0
        self._news.set()

    def beat(self) -> None:
        """Send a heartbeat, unless an event waits; not before the first event."""
        if self.latest and self._waiting is None:
            self._waiting = self._alone(beat(self.latest))
            self._quiet += 1
            self._news.set()

    def mark(self, away: tuple[str, ...]) -> None:
        """Send who is away, where the phone's page shows that and does not know it."""
        if self.feed.player is not None and self.latest and away != self._away:
            self._away = away
            self._aside = self._alone(event("presence", json.dumps(away)))
            self._news.set()

    def say_gone(self) -> None:
        """Send that the table is gone for good, and end the stream."""
        self._waiting = self._alone(event("gone", ""))
        self.end()

    def end(self) -> None:
        """End the stream, after what waits."""
        self._ended = True
        self._news.set()

    async def send_all(self, send: Send) -> None:
        """Send the reconnect delay, then each event as it is queued, until the stream ends."""
        opening = RETRY.encode()
        try:
            await _send_piece(send, GZIP_HEAD + packed(opening) if self.zipped else opening)
            while (body := self._take()) is not None or not self._ended:
                if body is None:
                    await self._news.wait()
                    self._news.clear()
                    continue
                await _send_piece(send, body)
            await _send_piece(send, b"", more=False)
        except Exception:
            _log.warning("Nothing more can be said to a phone.", exc_info=True)

    def _take(self) -> bytes | None:
        taken, self._waiting = self._waiting, None
        if taken is None:
            taken, self._aside = self._aside, None
        if taken is None:
            return None
        # Whatever came between: no piece is sent that is on another text than the one that went before it.
        if taken.on not in (b"", self.tail):
            taken = piece(taken.text.decode(), zipped=True, keep=PAGE_TAIL_BYTES)
        self.tail = taken.tail or (followed(self.tail, taken.text) if self._heard else b"")
        return taken.body

    @property
    def _heard(self) -> bool:
        """Whether the next event may be on what came before the piece that is sent now."""
        return self.tail != b"" and self._quiet <= QUIET_BEATS

    def _alone(self, text: str) -> Piece:
        """An event that is on nothing, the same for all phones, and comes between those that tell of the table."""
        return replace(piece(text, zipped=self.zipped), tail=b"")


async def _send_piece(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


News = list[tuple[Subscriber, str, bytes, Piece]]
"""What is to be sent: to whom, the event's id, the outline of what is shown then, the event."""


class Channel:
    """One table's subscribers. Call `ring` from any thread, everything else on the loop."""

    def __init__(self, tables: TableService, code: str) -> None:
        self._tables, self._code = tables, code
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._rung: float | None = None  # when the table changed first since it was last rendered
        self._again: asyncio.TimerHandle | None = None
        self._failed: tuple[int, int] | None = None
        self._kept: tuple[tuple[int, int], dict[Hashable, Drawing], dict[Hashable, Piece]] = ((-1, -1), {}, {})
        self._seats: tuple[tuple[int, SeatInfo], ...] = ()
        self._touched = -1
        self._replaced = 0
        self.subscribers: set[Subscriber] = set()
        self._listener = tables.pubsub.subscribe(code, self.ring)

    def close(self) -> None:
        """Unsubscribe: the last phone has gone."""
        self._listener.__exit__()
        if self._again is not None:
            self._again.cancel()

    def ring(self) -> None:
        """Wake the sender: the table has changed, or a phone is new. In a context of its own, not the request's."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(self._start, context=Context())

    def _start(self) -> None:
        if self._rung is None and not self._tables.pubsub.closed:
            self._rung = perf_counter()
            if self._task is None:
                self._task = self._loop.create_task(self._send_changes())

    async def _send_changes(self) -> None:
        """Send the table to every subscriber that lacks its latest state; repeat while it changes meanwhile."""
        try:
            while self._rung is not None and not self._tables.pubsub.closed:
                rung, self._rung = self._rung, None
                if self._replaced != self._listener.replaced:
                    self._replaced = self._listener.replaced
                    for one in self.subscribers:
                        one.latest = ""  # it is told the table anew, under whatever id
                met = {one for one in self.subscribers if one.latest}
                found = await asyncio.to_thread(self._bodies, tuple(self.subscribers))
                for subscriber, event_id, shown, news in found or ():
                    subscriber.queue(event_id, shown, news)
                if found is not None:
                    self._tables.meter.delivered(perf_counter() - rung)
                    self._note(subscriber for subscriber, *_ in found if subscriber not in met)
        finally:
            self._task = None

    def _bodies(self, subscribers: tuple[Subscriber, ...]) -> News | None:
        """In a thread: the event for each subscriber; None while the database is unreachable: they keep theirs."""
        # A new phone gets what the database has; the others what was read: whoever reads more rings again.
        find = self._tables.known if all(one.latest for one in subscribers) else self._tables.find
        bodies: News = []
        try:
            snapshot = find(self._code)
        except NoSuchTable:  # it was deleted
            self._loop.call_soon_threadsafe(self._end)
            return None
        except TableError:
            self._loop.call_soon_threadsafe(self._try_again)
            return None
        seats = tuple(zip(snapshot.people.seated, snapshot.seats, strict=True))
        moved = snapshot.touched != self._touched or seats != self._seats
        self._touched, self._seats = snapshot.touched, seats
        with contextlib.ExitStack() as rooms:  # one request context for all phones whose requests were alike
            self._add(bodies, subscribers, snapshot, moved, rooms)
        return bodies

    def _add(
        self,
        bodies: News,
        subscribers: tuple[Subscriber, ...],
        snapshot: Snapshot,
        moved: bool,
        rooms: contextlib.ExitStack,
    ) -> None:
        for subscriber in subscribers:
            try:
                if moved or not subscriber.latest:  # who plays which seat changes with a touch, or with the seats
                    subscriber.seat = subscriber.feed.seat(snapshot)
                event_id = subscriber.feed.event_id(snapshot)
                if event_id != subscriber.latest:
                    rooms.enter_context(subscriber.feed.room(snapshot))
                    bodies.append((subscriber, event_id, *self._body(subscriber, snapshot)))
            except TableError:
                self._loop.call_soon_threadsafe(self._try_again)
            except Exception:
                self._log_once(snapshot)

    def beat(self) -> None:
        """Note that the phones which have a stream are here, and tell all who is not."""
        self._note(self.subscribers)

    def _note(self, here: Iterable[Subscriber]) -> None:
        for subscriber in here:
            if subscriber.seat is not None:
                self._tables.pubsub.presence.here(self._code, subscriber.seat)
        self.mark()

    def mark(self) -> None:
        """Tell all phones which joined seats' phones are away, where they do not know it."""
        gone = self._tables.pubsub.presence.away(self._code)
        away = tuple(seat.name for number, seat in self._seats if number in gone and seat.joined)
        for subscriber in self.subscribers:
            subscriber.mark(away)

    def _end(self) -> None:
        """Tell all phones that the table is gone for good, and end their streams."""
        for subscriber in self.subscribers:
            subscriber.say_gone()

    def _try_again(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = self._loop.call_later(RETRY_SECONDS, self.ring) if self.subscribers else None

    def _log_once(self, snapshot: Snapshot) -> None:
        """Log a bug once: it may concern one phone's view only, the others get their event, all of them the next."""
        if self._failed != snapshot.stamp:
            self._failed = snapshot.stamp
            _log.exception("Table %s cannot be shown to a phone at %s.", self._code, stamp_id(snapshot))

    def _body(self, subscriber: Subscriber, snapshot: Snapshot) -> tuple[bytes, Piece]:
        """This snapshot as all see it who see the same, outlined, and the event for all who saw the same before."""
        stamp, drawings, bodies = self._kept
        if stamp != snapshot.stamp:
            drawings, bodies = {}, {}
            self._kept = snapshot.stamp, drawings, bodies
        feed, base, tail = subscriber.feed, subscriber.base, subscriber.tail
        likeness = feed.likeness(snapshot)
        drawing = drawings.get(likeness)
        if drawing is None:
            drawing = drawings[likeness] = feed.draw(snapshot)
        key = (subscriber.zipped, likeness, feed.base is None, base, tail)
        body = bodies.get(key)
        if body is None:
            text = feed.event(snapshot, drawing, base)
            keep = TAIL_BYTES if feed.base is None else PAGE_TAIL_BYTES
            body = bodies[key] = piece(text, zipped=subscriber.zipped, on=tail, keep=keep)
        return drawing.outline, body


class Broadcaster:
    """All streams of this process."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._channels: dict[str, Channel] = {}
        tables.pubsub.presence.returned = self._returned

    @property
    def subscribers(self) -> list[Subscriber]:
        """All who are connected."""
        return [one for channel in self._channels.values() for one in channel.subscribers]

    async def serve(self, feed: Feed, send: Send, receive: Receive, *, zipped: bool) -> None:
        """Send a table's events until the phone disconnects or the server stops. The response's head has been sent.

        Its seat was then last seen at the latest heartbeat, see `Presence`.
        """
        channel = self._channels.get(feed.code)
        if channel is None:
            channel = self._channels[feed.code] = Channel(self._tables, feed.code)
        subscriber = Subscriber(feed, zipped=zipped)
        channel.subscribers.add(subscriber)
        channel.ring()
        self._tables.meter.connected()
        if self._tables.pubsub.closed:
            subscriber.end()
        sending = asyncio.create_task(subscriber.send_all(send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            sending.cancel()
            self._tables.meter.disconnected()
            channel.subscribers.discard(subscriber)
            if not channel.subscribers and self._channels.get(feed.code) is channel:
                del self._channels[feed.code]
                channel.close()

    async def beat(self) -> None:
        """Send a heartbeat to every phone, every fifteen seconds, for ever; in between, tell who is away by now."""
        while True:
            for _ in range(LOOKS):
                await asyncio.sleep(BEAT_SECONDS / (LOOKS + 1))
                for channel in tuple(self._channels.values()):
                    channel.mark()
            await asyncio.sleep(BEAT_SECONDS / (LOOKS + 1))
            for channel in tuple(self._channels.values()):
                channel.beat()
            for number, subscriber in enumerate(self.subscribers):
                subscriber.beat()
                if number % BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _returned(self, code: str) -> None:
        channel = self._channels.get(code)
        if channel is not None:
            channel.mark()

    def close(self) -> None:
        """End all streams: phones reconnect to whichever process serves next."""
        for subscriber in self.subscribers:
            subscriber.end()
