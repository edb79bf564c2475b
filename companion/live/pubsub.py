"""Publish and subscribe: notifies subscribers that a table has changed, here and, by the bus, in other processes.

A subscription keeps only the latest stamp, so a slow one skips to it and nothing queues.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.live.bus import NOTHING, Bus, LocalBus, Stamp
from companion.live.presence import Presence


class Subscription:
    """One subscriber to one table, until it is closed; closing it twice does no harm."""

    def __init__(self, ring: Callable[[], None], forget: Callable[[Subscription], None]) -> None:
        self.ring, self._forget = ring, forget
        self._newest = NOTHING

    def notify(self, stamp: Stamp) -> None:
        """Call the subscriber, if the stamp is newer than any that it was called for."""
        if stamp > self._newest:
            self._newest = stamp
            self.ring()

    def close(self) -> None:
        self._forget(self)


class PubSub:
    """All subscriptions of this process, by table. `presence` knows which phones are away."""

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or LocalBus()
        self.presence = Presence(self._bus)
        self._lock = threading.Lock()
        self._subscriptions: dict[str, set[Subscription]] = {}
        self.closed = False

    def subscribe(self, code: str, ring: Callable[[], None]) -> Subscription:
        """Subscribe to this table. Read its state after this call, and nothing is missed.

        `ring` is called at each change, in the thread that published it, and must return at once.
        """
        subscription = Subscription(ring, lambda closed: self._forget(code, closed))
        with self._lock:
            self._subscriptions.setdefault(code, set()).add(subscription)
        if self.closed:
            subscription.ring()
        return subscription

    def publish(self, code: str, stamp: Stamp) -> None:
        """Notify all subscribers, here and in other processes, of what this process has written; it must be on disk."""
        self.deliver(code, stamp)
        self._bus.publish(code, stamp)

    def deliver(self, code: str, stamp: Stamp) -> None:
        """Notify the subscribers of this process."""
        for subscription in self._of(code):
            subscription.notify(stamp)

    def codes(self) -> tuple[str, ...]:
        """The tables that have subscribers."""
        with self._lock:
            return tuple(self._subscriptions)

    def count(self, code: str) -> int:
        return len(self._of(code))

    def close(self) -> None:
        """Call all subscribers for the last time; whoever subscribes later is called at once."""
        self.closed = True
        for code in self.codes():
            for subscription in self._of(code):
                subscription.ring()

    def _of(self, code: str) -> tuple[Subscription, ...]:
        with self._lock:
            return tuple(self._subscriptions.get(code, ()))

    def _forget(self, code: str, subscription: Subscription) -> None:
        with self._lock:
            left = self._subscriptions.get(code, set())
            left.discard(subscription)
            if not left:
                self._subscriptions.pop(code, None)
