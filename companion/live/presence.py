"""Presence: which seats' phones have a stream, in this process or another, and whose phone has been away for a while.

It is kept in memory alone. A phone is seen when its stream opens, and at each heartbeat while it has one; it is away
two heartbeats after it was last seen, and a seat whose phone was never seen is not away. The end of a stream is not
used: behind a proxy the stream of a phone without power ends like any other, only later. On the bus each seat is a
topic of its own, so an announcement that is repeated or lost does little harm.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from companion.live.bus import Bus, Stamp

BEAT_SECONDS = 15.0
"""From one heartbeat of a stream to the next. How long a page hears none (`SILENCE`, connection.js) follows from it."""
AWAY_SECONDS = 2 * BEAT_SECONDS
"""Two heartbeats: a phone that reloads, or changes the process, is not away."""
KEPT = 4096  # tables, those seen last
SEEN: Stamp = (0, 0)


class Presence:
    """When each seat's phone was last seen, by table. Call it on the loop.

    `returned` is called with a table's code when a phone that was away is seen again.
    """

    def __init__(self, bus: Bus, clock: Callable[[], float] = monotonic) -> None:
        self._bus, self._clock = bus, clock
        self._seen: OrderedDict[str, dict[int, float]] = OrderedDict()
        self.returned: Callable[[str], None] = lambda _: None

    def here(self, code: str, seat: int) -> None:
        """Note, here and in other processes, that this seat's phone has a stream now."""
        self._note(code, seat)
        self._bus.publish(f"{code}/{seat}", SEEN)

    def received(self, topic: str) -> bool:
        """Note another process's announcement; returns whether it was one of presence."""
        code, of_seat, seat = topic.partition("/")
        if of_seat:
            self._note(code, int(seat))
        return bool(of_seat)

    def missed(self) -> None:
        """Count all seats as seen now: announcements of them may have been lost."""
        now = self._clock()
        for seats in self._seen.values():
            seats.update(dict.fromkeys(seats, now))

    def away(self, code: str) -> frozenset[int]:
        """The seats whose phones were seen once and are away; none while other processes are not heard."""
        if not (self._bus.alone or self._bus.reliable):
            return frozenset()
        latest = self._clock() - AWAY_SECONDS
        return frozenset(seat for seat, seen in self._seen.get(code, {}).items() if seen < latest)

    def _note(self, code: str, seat: int) -> None:
        was_away = seat in self.away(code)
        self._seen.setdefault(code, {})[seat] = self._clock()
        self._seen.move_to_end(code)
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        if was_away:
            self.returned(code)
