"""Who is listening, and telling them.

A listener remembers only that something newer is there, so one that is slow skips to the
latest and nothing ever queues. How it waits is its own affair: it is rung by a call.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Self
from weakref import WeakSet

Stamp = tuple[int, int]


class Listener:
    """One ear at one table. Use it as a context manager; leaving it stops the listening."""

    def __init__(self, live: Live, code: str, ring: Callable[[], None] | None) -> None:
        self._live = live
        self._code = code
        self._rung = threading.Event()
        self.ring = ring or self._rung.set
        self._told: Stamp = (-1, -1)

    def wait(self, timeout: float | None = None) -> bool:
        """Until a newer stamp is told (True), or the time is up or the house closes (False). For threads."""
        if not self._rung.wait(timeout):
            return False
        self._rung.clear()
        return not self.closed

    @property
    def closed(self) -> bool:
        """Whether the server is about to stop: a stream ends itself then."""
        return self._live.closed

    def tell(self, stamp: Stamp) -> None:
        """Ring, if the stamp is newer than what was told before."""
        if stamp > self._told:
            self._told = stamp
            self.ring()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._live.forget(self._code, self)


class Live:
    """All listeners of this process, by table. One that nobody holds any more is forgotten by itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, WeakSet[Listener]] = {}
        self.closed = False

    def listen(self, code: str, ring: Callable[[], None] | None = None) -> Listener:
        """Hear of this table from now on: take the state after this call, and nothing is missed.

        `ring` is called at each change, at once and by whoever made it: it only takes a
        note. Without it the listener is one that waits, in a thread of its own.
        """
        listener = Listener(self, code, ring)
        with self._lock:
            self._ears.setdefault(code, WeakSet()).add(listener)
        if self.closed:
            listener.ring()
        return listener

    def publish(self, code: str, stamp: Stamp) -> None:
        """Tell all who listen to this table. Call it only for what is on disk."""
        with self._lock:
            ears = tuple(self._ears.get(code, ()))
        for listener in ears:
            listener.tell(stamp)

    def forget(self, code: str, listener: Listener) -> None:
        """Stop telling this listener; doing it twice does no harm."""
        with self._lock:
            ears = self._ears.get(code, WeakSet())
            ears.discard(listener)
            if not ears:
                self._ears.pop(code, None)

    def codes(self) -> tuple[str, ...]:
        """The tables that somebody listens to."""
        with self._lock:
            return tuple(self._ears)

    def count(self, code: str | None = None) -> int:
        """How many listen, to this table or to any."""
        with self._lock:
            if code is not None:
                return len(self._ears.get(code, ()))
            return sum(map(len, self._ears.values()))

    def close(self) -> None:
        """Wake all listeners for the last time; whoever listens later is not kept waiting."""
        self.closed = True
        with self._lock:
            ears = [listener for group in self._ears.values() for listener in group]
        for listener in ears:
            listener.ring()
