"""Channels: whoever watches a table is sent each change of it, the same bytes for all who are shown the same.

All of it runs on the server's loop. A view compares what it showed with what there is now, draws what has changed once
for each variant (a language), and knows nothing of who watches; a channel knows nothing of what is drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping
from contextvars import Context
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any, Protocol

from companion.live.presence import BEAT_SECONDS
from companion.live.pubsub import PubSub
from companion.tables.errors import NoSuchTable, TableError
from companion.tables.snapshot import SeatInfo, Snapshot
from companion.tables.visibility import secretive

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
RETRY = b"retry: 1000\n\n"
RETRY_SECONDS = 1.0
MOST_WAITING = 8
"""Events that wait for a slow phone; one that has more is sent everything anew."""
LOOKS = 4  # between two heartbeats: a phone is marked as away at most three seconds late
BEATS_AT_ONCE = 50
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

_log = logging.getLogger(__name__)


async def disconnected(receive: Receive) -> None:
    """Return when the client has disconnected, or the response is complete."""
    while (await receive())["type"] != "http.disconnect":
        pass


class View(Protocol):
    """What an audience is shown of a table."""

    def change(self, snapshot: Snapshot, variants: Iterable[Hashable]) -> Mapping[Hashable, bytes]:
        """Return the events that lead from what was shown before to this snapshot; empty if nothing is to be sent."""

    def everything(self, variant: Hashable) -> bytes:
        """Return the event that shows all of the latest snapshot, whatever was shown before."""

    def opening(self, variant: Hashable, shown: str) -> bytes:
        """Return the first event for a page that shows what the id `shown` names."""

    @property
    def beat(self) -> str:
        """The id of the latest event."""


@dataclass(frozen=True, slots=True)
class Place:
    """Who watches: the audience to which a phone belongs, what is marked as its own, and the number of its seat."""

    audience: Hashable = None
    own: Mapping[str, str] | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """One stream, as the app hands it to the server.

    Watches with an equal `kind` and audience share the view that `view` makes; `variant` is the language. `place` tells
    whose stream it is, asked anew when rights or seats have changed. `present` is True if it is told who is away;
    `shown` is the id of what its page shows. `aside` is True if its view takes its time, or reads the database: a
    thread makes it, after all others have been told.
    """

    code: str
    kind: Hashable
    variant: Hashable
    view: Callable[[], View]
    place: Callable[[Snapshot], Place]
    present: bool = False
    shown: str = ""
    aside: bool = False


class Watcher:
    """A stream that is open, with the events that wait to be sent.

    `place` is None until it is told where the table stands, and again whenever it has to be told anew.
    """

    __slots__ = ("_awake", "_ended", "_packs", "_waiting", "away", "place", "watch")

    def __init__(self, watch: Watch, *, packs: bool) -> None:
        self.watch, self._packs = watch, packs
        self.place: Place | None = None
        self.away: tuple[str, ...] = ()
        self._waiting: deque[bytes] = deque((RETRY,))
        self._awake = asyncio.Event()
        self._ended = False

    def put(self, event: bytes) -> None:
        """Send an event soon."""
        self._waiting.append(event)
        self._awake.set()

    @property
    def slow(self) -> bool:
        return len(self._waiting) >= MOST_WAITING

    def restart(self) -> None:
        """Drop all that waits: it is told where the table stands in place of that."""
        self._waiting.clear()
        self.place, self.away = None, ()

    def end(self) -> None:
        """End the stream after what waits."""
        self._ended = True
        self._awake.set()

    async def send_all(self, send: Send) -> None:
        try:
            if self._packs:
                await _send(send, GZIP_HEAD)
            while self._waiting or not self._ended:
                if not self._waiting:
                    self._awake.clear()
                    await self._awake.wait()
                    continue
                event = self._waiting.popleft()
                await _send(send, packed(event) if self._packs else event)
            await _send(send, b"", more=False)
        except Exception:
            _log.warning("Nothing more can be said to a phone.", exc_info=True)


async def _send(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


@lru_cache(64)
def packed(event: bytes) -> bytes:
    """Compress an event so that it fits every stream, whatever was sent before; done once for all who get it."""
    press = zlib.compressobj(6, zlib.DEFLATED, -15)
    return press.compress(event) + press.flush(zlib.Z_SYNC_FLUSH)


def event(name: str, data: str, event_id: str = "") -> bytes:
    """Return an event in the wire format, whatever line ends the data has."""
    told = f"id: {event_id}\n" if event_id else ""
    lines = data.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"event: {name}\n{told}data: {lines}\n\n".encode()


class Known(Protocol):
    """A table in memory."""

    @property
    def snapshot(self) -> Snapshot: ...


class Tables(Protocol):
    """What a channel asks of the service."""

    @property
    def pubsub(self) -> PubSub: ...

    @property
    def meter(self) -> Any: ...

    def get(self, code: str) -> Snapshot: ...

    def at_hand(self, code: str) -> Known | None: ...


class Channel:
    """One table and its watchers. `ring` may be called in any thread, everything else on the loop."""

    def __init__(self, tables: Tables, code: str) -> None:
        self._tables, self._code = tables, code
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._task: asyncio.Task[None] | None = None
        self._rung: float | None = None  # when the table changed first since it was last shown
        self._again: asyncio.TimerHandle | None = None
        self._views: dict[Hashable, View] = {}
        self._seats: tuple[tuple[int, SeatInfo], ...] = ()
        self._touched, self._secretive = -1, False
        self._failed: tuple[int, int] | None = None
        self.watchers: set[Watcher] = set()
        self._listener = tables.pubsub.subscribe(code, self.ring)

    def close(self) -> None:
        self._listener.close()
        if self._again is not None:
            self._again.cancel()

    def ring(self) -> None:
        """Tell that the table has changed, or that somebody has come."""
        if threading.get_ident() == self._thread:
            self._start()
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(self._start)

    def _start(self) -> None:
        if self._rung is None and not self._tables.pubsub.closed:
            self._rung = perf_counter()
            if self._task is None:
                self._task = self._loop.create_task(self._tell_changes(), context=Context())

    async def _tell_changes(self) -> None:
        try:
            while self._rung is not None and not self._tables.pubsub.closed:
                rung, self._rung = self._rung, None
                try:
                    known = self._tables.at_hand(self._code)
                    snapshot = known.snapshot if known else await asyncio.to_thread(self._tables.get, self._code)
                except NoSuchTable:  # it was deleted
                    for one in self.watchers:
                        one.put(event("gone", ""))
                        one.end()
                except TableError:
                    self._try_again()
                else:
                    await self._tell(snapshot)
                    self._tables.meter.delivered(perf_counter() - rung)
        finally:
            self._task = None

    async def _tell(self, snapshot: Snapshot) -> None:
        """Tell all watchers of this snapshot; those who have come since the last one are told where they are."""
        seats = tuple(zip(snapshot.people.seated, snapshot.seats, strict=True))
        moved = snapshot.touched != self._touched or seats != self._seats
        anew = secretive(snapshot) != self._secretive  # audiences that were one are not any more, or the other way
        self._touched, self._seats = snapshot.touched, seats
        self._secretive ^= anew
        groups: dict[Hashable, list[tuple[Watcher, Place | None]]] = {}
        for one in self.watchers:
            if anew or one.slow:
                one.restart()
            before = one.place
            if moved or before is None:
                with self._telling([one], snapshot):
                    one.place = one.watch.place(snapshot)
            if one.place is not None:
                groups.setdefault((one.watch.kind, one.place.audience), []).append((one, before))
        self._views = {key: view for key, view in self._views.items() if key in groups and not anew}
        for key, members in sorted(groups.items(), key=lambda group: group[1][0][0].watch.aside):
            with self._telling([one for one, _ in members], snapshot):
                await self._show(self._views.pop(key, None), key, members, snapshot)
        new = [one for members in groups.values() for one, before in members if before is None]
        if new or moved:
            self._note(new)

    async def _show(
        self,
        view: View | None,
        key: Hashable,
        members: list[tuple[Watcher, Place | None]],
        snapshot: Snapshot,
    ) -> None:
        """Tell those who share a view, which is kept if all could be told."""
        view, aside = view or members[0][0].watch.view(), members[0][0].watch.aside
        news = await asyncio.to_thread(_news, view, members, snapshot) if aside else _news(view, members, snapshot)
        for one, event_ in news:
            one.put(event_)
        self._views[key] = view

    @contextlib.contextmanager
    def _telling(self, watchers: list[Watcher], snapshot: Snapshot) -> Iterator[None]:
        """Tell these watchers everything later if they cannot be told of this snapshot; the others get theirs."""
        try:
            yield
        except Exception as error:
            for one in watchers:
                one.place = None
            if isinstance(error, TableError):
                self._try_again()
            elif self._failed != snapshot.stamp:
                self._failed = snapshot.stamp
                _log.exception("Table %s cannot be shown at %s.", self._code, snapshot.stamp)

    def beat(self) -> None:
        """Tell all watchers the latest event's id, and note that their seats' phones are here."""
        self._note(self.watchers)
        for one in self.watchers:
            view = self._views.get((one.watch.kind, one.place.audience)) if one.place is not None else None
            if view is not None and not one.slow:  # else it is being told of a change
                one.put(event("beat", view.beat))

    def _note(self, here: Iterable[Watcher]) -> None:
        for one in here:
            if one.place is not None and one.place.seat is not None:
                self._tables.pubsub.presence.here(self._code, one.place.seat)
        self.tell_away()

    def tell_away(self) -> None:
        """Tell whose phones are away to those who were not told just that."""
        gone = self._tables.pubsub.presence.away(self._code)
        away = tuple(seat.name for number, seat in self._seats if number in gone and seat.joined)
        for one in self.watchers:
            if one.watch.present and one.place is not None and one.away != away:
                one.away = away
                one.put(event("presence", json.dumps(away)))

    def _try_again(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = self._loop.call_later(RETRY_SECONDS, self.ring) if self.watchers else None


def _news(view: View, members: list[tuple[Watcher, Place | None]], snapshot: Snapshot) -> list[tuple[Watcher, bytes]]:
    """Return what those who share a view are told, with the places that they had before."""
    told = view.change(snapshot, {one.watch.variant for one, before in members if before is not None})
    news = []
    for one, before in members:
        variant, place = one.watch.variant, one.place
        assert place is not None  # noqa: S101 - it is in a group
        if place.own is not None and (before is None or before.own != place.own):
            news.append((one, event("own", json.dumps(place.own))))
        if before is not None and before.audience != place.audience:
            news.append((one, view.everything(variant)))
        elif before is None:
            news.append((one, view.opening(variant, one.watch.shown)))
        elif variant in told:
            news.append((one, told[variant]))
    return news


class Channels:
    """All channels of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._channels: dict[str, Channel] = {}
        tables.pubsub.presence.returned = self._returned

    @property
    def watchers(self) -> list[Watcher]:
        return [one for channel in self._channels.values() for one in channel.watchers]

    async def serve(self, watch: Watch, send: Send, receive: Receive, *, packs: bool) -> None:
        """Send a table's events until the phone disconnects or the server stops. The response's head has been sent."""
        channel = self._channels.get(watch.code)
        if channel is None:
            channel = self._channels[watch.code] = Channel(self._tables, watch.code)
        one = Watcher(watch, packs=packs)
        channel.watchers.add(one)
        channel.ring()
        self._tables.meter.connected()
        if self._tables.pubsub.closed:
            one.end()
        sending = asyncio.create_task(one.send_all(send))
        try:
            await disconnected(receive)
        finally:
            sending.cancel()
            self._tables.meter.disconnected()
            channel.watchers.discard(one)
            if not channel.watchers and self._channels.get(watch.code) is channel:
                del self._channels[watch.code]
                channel.close()

    async def beat(self) -> None:
        """Send heartbeats for ever, and tell in between who is away by now."""
        while True:
            for _ in range(LOOKS):
                await asyncio.sleep(BEAT_SECONDS / (LOOKS + 1))
                for channel in tuple(self._channels.values()):
                    channel.tell_away()
            await asyncio.sleep(BEAT_SECONDS / (LOOKS + 1))
            for number, channel in enumerate(tuple(self._channels.values())):
                channel.beat()
                if number % BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def close(self) -> None:
        """End all streams: the server stops."""
        for one in self.watchers:
            one.end()

    def _returned(self, code: str) -> None:
        channel = self._channels.get(code)
        if channel is not None:
            channel.tell_away()
