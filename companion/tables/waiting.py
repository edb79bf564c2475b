"""How plain code waits: on the server's loop without holding anybody up, elsewhere as threads do.

The server runs plain functions in greenlets on its one loop (`run`): where such a function
waits, the loop serves others. The bridge is SQLAlchemy's own, so a database that is asked
over the network waits the same way. Outside the loop (tests, commands) the same names work
on threads. No lock of the standard library may be held where something here is waited for.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from typing import Self

from greenlet import getcurrent, greenlet
from sqlalchemy.util.concurrency import await_, greenlet_spawn, in_greenlet

run = greenlet_spawn
"""From the loop: `await run(function, *arguments)` calls a plain function that may wait."""

__all__ = ["Gate", "Lock", "await_", "in_greenlet", "run", "sleep"]


def sleep(seconds: float) -> None:
    """Wait so long; 0 lets others in."""
    if in_greenlet():
        await_(asyncio.sleep(seconds))
    else:
        time.sleep(seconds)


class Gate:
    """Shut until somebody opens it, once and for all. It belongs to where it was made: the loop, or threads."""

    __slots__ = ("_opened", "_turns")

    def __init__(self) -> None:
        self._opened = None if in_greenlet() else threading.Event()
        self._turns: list[asyncio.Future[None]] | None = []  # who waits, on the loop; None once it is open

    def open(self) -> None:
        """Let everybody through, from now on."""
        if self._opened is not None:
            self._opened.set()
        turns, self._turns = self._turns or (), None
        for turn in turns:
            if not turn.done():  # else it was called off, which is nobody else's affair
                turn.set_result(None)

    def wait(self) -> None:
        """Until it is open."""
        if self._opened is not None:
            self._opened.wait()
        elif self._turns is not None:
            turn = asyncio.get_running_loop().create_future()
            self._turns.append(turn)
            await_(turn)


class Lock:
    """One holder at a time, who may take it again. Use it as a context manager."""

    __slots__ = ("_depth", "_holder", "_thread", "_turns")

    def __init__(self) -> None:
        self._thread = threading.RLock()
        self._holder: greenlet | None = None
        self._depth = 0
        self._turns: deque[asyncio.Future[None]] = deque()

    @property
    def taken(self) -> bool:
        """Whether somebody on the loop holds it just now."""
        return self._holder is not None

    def __enter__(self) -> Self:
        if not in_greenlet():
            self._thread.acquire()
            return self
        me = getcurrent()
        while self._holder is not None and self._holder is not me:
            self._queue()
        self._holder = me
        self._depth += 1
        return self

    def __exit__(self, *error: object) -> None:
        if not in_greenlet():
            self._thread.release()
            return
        self._depth -= 1
        if not self._depth:
            self._holder = None
            self._next()

    def _queue(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._turns.append(turn)
        try:
            await_(turn)
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._next()  # it was our turn, and we will not take it
            raise

    def _next(self) -> None:
        while self._turns:
            turn = self._turns.popleft()
            if not turn.done():
                turn.set_result(None)
                return
