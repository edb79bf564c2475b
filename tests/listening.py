"""Somebody who listens to a table, and can say whether it was told of a change."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.live.pubsub import PubSub


class Listener:
    """One subscriber's bell."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        self.ring = self._rung.set

    def wait(self, timeout: float = 0) -> bool:
        """Whether it has rung since it was asked last, or does within `timeout` seconds."""
        rung = self._rung.wait(timeout)
        self._rung.clear()
        return rung


@contextmanager
def listener_of(pubsub: PubSub, code: str) -> Iterator[Listener]:
    """Somebody listens to this table."""
    listener = Listener()
    with closing(pubsub.subscribe(code, listener.ring)):
        yield listener
