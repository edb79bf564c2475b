"""Refused requests in the security log: told at once, and a flood of them in few lines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from flask import current_app, g, request

from companion.security_log import note
from companion.web.client_address import client_network

MINUTE_SECONDS, MOST_KNOWN = 60.0, 10_000


class Refusals:
    """Counts refusals for a minute from the first one on, by event and client; anew if there are too many of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], tuple[float, int]] = {}  # the minute's start, how often

    def times(self, event: str, client: str) -> int:
        """How often this has happened in its minute, this one included."""
        with self._lock:
            now = self._clock()
            began, times = self._known.get((event, client), (now, 0))
            if began <= now - MINUTE_SECONDS:
                began, times = now, 0
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[event, client] = began, times + 1
            return times + 1


def refused(event: str) -> None:
    """Log that the request at hand was refused: of those from one address in a minute the 1st, 2nd, 4th, 8th ..."""
    times = _times(event, client_network())
    if times & (times - 1) == 0:
        _note(event, times=times if times > 1 else None)


def limit_met(limit: str) -> None:
    """Log that the request at hand met a limit for its address: once a minute, for a flood fills no log."""
    if _times(f"limit met {limit}", client_network()) == 1:
        _note("limit met")


def bound_met(bound: str) -> None:
    """Count that the request at hand was refused because a bound was met, and log the first of each in a minute."""
    if _times("bound met", bound) == 1:  # whoever meets it: what is full is full for all
        _note("bound met", bound=bound)
    current_app.extensions["tables"].meter.full(bound)


def _times(event: str, client: str) -> int:
    counted: Refusals = current_app.extensions["refusals"]
    return counted.times(event, client)


def _note(event: str, **facts: object) -> None:
    note(event, **facts, what=request.endpoint, **g.get("concerns", {}))


def concerns(**facts: int | None) -> None:
    """Remember for the log which `table` or `circle` the request is about, and by which `key_id`: their numbers."""
    g.concerns = {**g.get("concerns", {}), **facts}
