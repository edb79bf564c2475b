"""Streams: sends each change to all phones of a table; renders and packs it once for all who see the same.

All of it is plain asyncio on the server's loop, but for rendering, which runs in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Hashable, Iterable
from contextvars import Context
from dataclasses import dataclass, field
from time import perf_counter

from companion.live.presence import BEAT_SECONDS
from companion.server.subscriber import (
    PAGE_TAIL_BYTES,
    TAIL_BYTES,
    Piece,
    Receive,
    Send,
    Subscriber,
    disconnected,
    piece,
)
from companion.service.service import TableService
from companion.tables.errors import NoSuchTable, TableError
from companion.tables.snapshot import SeatInfo, Snapshot
from companion.web.drawing import Drawing
from companion.web.stream import Feed, stamp_id

BEATS_AT_ONCE = 50
RETRY_SECONDS = 1.0
LOOKS = 4  # between two heartbeats: a phone is marked as away at most three seconds late

_log = logging.getLogger(__name__)

News = tuple[Subscriber, str, bytes, Piece]
"""What is to be sent: to whom, the event's id, the outline of what is shown then, the event."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was made of a table with this stamp: drawings by likeness, events also by what phones were sent before."""

    stamp: tuple[int, int]
    drawings: dict[Hashable, Drawing] = field(default_factory=dict)
    bodies: dict[Hashable, Piece] = field(default_factory=dict)


class Channel:
    """One table's subscribers. Call `ring` from any thread, everything else on the loop."""

    def __init__(self, tables: TableService, code: str) -> None:
        self._tables, self._code = tables, code
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._rung: float | None = None  # when the table changed first since it was last rendered
        self._again: asyncio.TimerHandle | None = None
        self._failed: tuple[int, int] | None = None
        self._drawn = Drawn((-1, -1))
        self._seats: tuple[tuple[int, SeatInfo], ...] = ()
        self._touched = -1
        self._replaced = 0
        self.subscribers: set[Subscriber] = set()
        self._listener = tables.pubsub.subscribe(code, self.ring)

    def close(self) -> None:
        """Unsubscribe: the last phone has gone."""
        self._listener.close()
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
                        one.latest = ""  # so that it is sent the table again, whatever its id
                met = {one for one in self.subscribers if one.latest}
                found = await asyncio.to_thread(self._bodies, tuple(self.subscribers))
                for subscriber, event_id, shown, news in found or ():
                    subscriber.queue(event_id, shown, news)
                if found is not None:
                    self._tables.meter.delivered(perf_counter() - rung)
                    self._note(subscriber for subscriber, *_ in found if subscriber not in met)
        finally:
            self._task = None

    def _bodies(self, subscribers: tuple[Subscriber, ...]) -> list[News] | None:
        """In a thread: the event for each subscriber; None while the database is unreachable: they keep theirs."""
        # A new phone gets what the database has, the others what is cached: they are rung again when more is read.
        find = self._tables.known if all(one.latest for one in subscribers) else self._tables.find
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
            found = [self._news(one, snapshot, rooms, moved=moved) for one in subscribers]
        return [news for news in found if news is not None]

    def _news(
        self, subscriber: Subscriber, snapshot: Snapshot, rooms: contextlib.ExitStack, *, moved: bool
    ) -> News | None:
        """The event that tells a phone of this snapshot; None where it needs none, or none can be made now."""
        try:
            if moved or not subscriber.latest:  # who plays which seat changes with a touch, or with the seats
                subscriber.seat = subscriber.feed.seat(snapshot)
            event_id = subscriber.feed.view.event_id(snapshot)
            if event_id != subscriber.latest:
                rooms.enter_context(subscriber.feed.room(snapshot))
                return subscriber, event_id, *self._body(subscriber, snapshot)
        except TableError:
            self._loop.call_soon_threadsafe(self._try_again)
        except Exception:
            self._log_once(snapshot)
        return None

    def beat(self) -> None:
        """Note the seats whose phones have a stream as present, and send all phones who is away."""
        self._note(self.subscribers)

    def _note(self, here: Iterable[Subscriber]) -> None:
        for subscriber in here:
            if subscriber.seat is not None:
                self._tables.pubsub.presence.here(self._code, subscriber.seat)
        self.mark()

    def mark(self) -> None:
        """Send which joined seats' phones are away to the phones that were not sent just that."""
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
        """Log a bug once for a snapshot. The other phones get their events, and all of them the next one."""
        if self._failed != snapshot.stamp:
            self._failed = snapshot.stamp
            _log.exception("Table %s cannot be shown to a phone at %s.", self._code, stamp_id(snapshot))

    def _body(self, subscriber: Subscriber, snapshot: Snapshot) -> tuple[bytes, Piece]:
        """The drawing's outline, and the event. Both are cached by likeness, and by what the phone was sent before."""
        if self._drawn.stamp != snapshot.stamp:
            self._drawn = Drawn(snapshot.stamp)
        drawings, bodies = self._drawn.drawings, self._drawn.bodies
        feed, base, tail = subscriber.feed, subscriber.base, subscriber.tail
        likeness = feed.view.alike(snapshot)
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
        """Send a table's events until the phone disconnects or the server stops. The response's head has been sent."""
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
            await disconnected(receive)
        finally:
            sending.cancel()
            self._tables.meter.disconnected()
            channel.subscribers.discard(subscriber)
            if not channel.subscribers and self._channels.get(feed.code) is channel:
                del self._channels[feed.code]
                channel.close()

    async def beat(self) -> None:
        """Send a heartbeat to every phone, every `BEAT_SECONDS`, for ever; in between, tell who is away by now."""
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
