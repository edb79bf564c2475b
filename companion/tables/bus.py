"""How processes that serve the same tables hear of each other.

A bus carries news (this table has that stamp now), never what was entered: for that
the ledger is asked, so news that are late, lost or told twice do no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterable
from typing import Protocol

from companion.tables.live import Stamp

NOTHING: Stamp = (-1, -1)
ANYTHING: Stamp = (sys.maxsize, sys.maxsize)
"""What is told where it is not known what is new."""

News = Iterable[tuple[str, Stamp]]
Heard = Callable[[str, Stamp], None]
Missed = Callable[[], None]


def behind(known: Stamp, told: Stamp) -> bool:
    """Whether something was told that is not known: entries, or what is no entry. Neither grows with the other."""
    return known[0] < told[0] or known[1] < told[1]


def merged(one: Stamp, other: Stamp) -> Stamp:
    """All that was told by both."""
    return max(one[0], other[0]), max(one[1], other[1])


class Bus(Protocol):
    """News to and from all other processes. `alone`: there are none, and nothing need ever be asked for again."""

    alone: bool

    @property
    def sure(self) -> bool:
        """Whether all that others tell is being heard just now."""
        ...

    async def start(self, heard: Heard, missed: Missed) -> None:
        """Begin to hear, on the running loop. Returns at once, whether anybody can be heard yet or not.

        `heard` is called on the loop for everything that another process tells, `missed`
        when hearing begins again after something may have been lost.
        """
        ...

    def tell(self, code: str, stamp: Stamp) -> None:
        """Tell all others, soon. Never waits and never fails; call it only for what is on disk."""
        ...

    async def close(self) -> None:
        """Hear and tell nothing any more."""
        ...


class Alone:
    """No other process serves these tables."""

    alone = True
    sure = True

    async def start(self, heard: Heard, missed: Missed) -> None:
        """Nobody will be heard."""

    def tell(self, code: str, stamp: Stamp) -> None:
        """Nobody has to be told."""

    async def close(self) -> None:
        """Nothing is open."""


class Silence(Alone):
    """Others may write, and nothing carries their news: the ledger itself has to be asked."""

    alone = False
    sure = False


class Outbox:
    """News on their way out. Of one table the latest alone are kept; `send` is called once a turn of the loop."""

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: dict[str, Stamp] = {}
        self._called = False

    def open(self) -> None:
        """From now on the running loop sends. What is put in before is not sent: nobody can know of it yet."""
        self._loop = asyncio.get_running_loop()

    def put(self, code: str, stamp: Stamp) -> None:
        """From the loop's own thread, or from any other."""
        if self._loop is None:
            return
        if _running() is self._loop:
            self.add([(code, stamp)])
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to be told
            self._loop.call_soon_threadsafe(self.add, [(code, stamp)])

    def add(self, news: News) -> None:
        """On the loop: these are to be sent, or to be sent again."""
        for code, stamp in news:
            self._news[code] = merged(self._news.get(code, NOTHING), stamp)
        if self._news and not self._called and self._loop is not None:
            self._called = True
            self._loop.call_soon(self._call)

    def take(self) -> list[tuple[str, Stamp]]:
        """All that waits; it is the caller's to send."""
        news, self._news = self._news, {}
        return list(news.items())

    def _call(self) -> None:
        self._called = False
        self._send()


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
