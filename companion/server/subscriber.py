"""One phone's stream: what waits to be sent, of which the latest counts, and packing it on what was sent before."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.web.stream import RETRY, Feed, beat, event

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
# zlib's window and memory: small ones are set up in half the time, and compress a text that fits as well.
SMALL_BYTES, SMALL, LARGE = 8192, (13, 6), (15, 6)
TAIL_BYTES, PAGE_TAIL_BYTES = 4000, 16_000  # what a page is sent is twenty times as long as an event of the API
QUIET_BEATS = 4  # a table that is quiet for more of them keeps no text of its phones

_log = logging.getLogger(__name__)


async def disconnected(receive: Receive) -> None:
    """Return when the client has disconnected, or the response is complete."""
    while (await receive())["type"] != "http.disconnect":
        pass


def packed(text: bytes, on: bytes = b"") -> bytes:
    """A piece of a gzip stream, compressed with `on`, the text right before it in the stream, as its dictionary.

    With an empty `on` it fits every phone's stream. A table's page is sent much the same text again: with that as
    dictionary it takes a third of the bytes.
    """
    window, memory = SMALL if len(on) + len(text) < SMALL_BYTES else LARGE
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -window, memory, zlib.Z_DEFAULT_STRATEGY, on)
    return press.compress(text) + press.flush(zlib.Z_SYNC_FLUSH)


@dataclass(frozen=True, slots=True)
class Piece:
    """An event: `body` is its `text`, or that compressed with the dictionary `on`; `tail` is the next one's."""

    text: bytes
    body: bytes
    on: bytes = b""
    tail: bytes = b""


def piece(text: str, *, zipped: bool, on: bytes = b"", keep: int = TAIL_BYTES) -> Piece:
    """An event for the streams whose latest text is `on`; the next one's dictionary is its last `keep` bytes."""
    plain = text.encode()
    if not zipped:
        return Piece(plain, plain)
    return Piece(plain, packed(plain, on), on, (on + plain)[-keep:])


@lru_cache(64)
def followed(tail: bytes, text: bytes) -> bytes:
    """The dictionary after one more text. Cached, so that phones that were sent the same share it."""
    return (tail + text)[-PAGE_TAIL_BYTES:]


class Subscriber:
    """One phone's stream: `latest` is its latest event's id. Of events that wait to be sent only the latest is kept.

    `shown` outlines what its page shows once all that was queued is sent; `tail` is the dictionary for the next event.
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
        """The outline that its next event may build on; None while one waits, which the next will replace."""
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
        # Another event may have been sent since this one was compressed: then its dictionary is wrong.
        if taken.on not in (b"", self.tail):
            taken = piece(taken.text.decode(), zipped=True, keep=PAGE_TAIL_BYTES)
        self.tail = taken.tail or (followed(self.tail, taken.text) if self._heard else b"")
        return taken.body

    @property
    def _heard(self) -> bool:
        """Whether the next event may use the text before the piece that is sent now as its dictionary."""
        return self.tail != b"" and self._quiet <= QUIET_BEATS

    def _alone(self, text: str) -> Piece:
        """An event without a dictionary, the same for all phones, between those that tell of the table."""
        return replace(piece(text, zipped=self.zipped), tail=b"")


async def _send_piece(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
