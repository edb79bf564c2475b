"""Instrumentation: what a process counts of its work, in Prometheus' terms. No codes, no names, rules by id alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

BOUNDS = ("database", "table", "circle", "streams")
"""What may be full: the database; a table's entries or keys; what a circle keeps; streams."""
AT_PLAY_SECONDS = 600.0
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Meter:
    """The counts of one process. Each method is quick: some are called with every move."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._now, self._lock = clock, Lock()
        self._moved: dict[str, float] = {}  # when each table took its latest move; the latest is the last
        here = self._here = CollectorRegistry()
        ProcessCollector(registry=here)
        at_play = "Tables that took a move within the last ten minutes, here or as other processes tell."
        Gauge("companion_tables_at_play", at_play, registry=here).set_function(self._at_play)
        self._moves = Counter("companion_moves", "Moves that were accepted and are on disk.", registry=here)
        refusals = "Moves that a rule was against."
        self._refusals = Counter("companion_refusals", refusals, ["game", "rule"], registry=here)
        unsaved = "Taps that the database did not take; each was answered so."
        self._unsaved = Counter("companion_unsaved", unsaved, registry=here)
        full = "Requests that were refused because something was full."
        self._full = Counter("companion_bounds_met", full, ["bound"], registry=here)
        for bound in BOUNDS:
            self._full.labels(bound)  # told from the start, as none
        commits = "From an accepted tap to the disk."
        self._commits = Histogram("companion_commit_seconds", commits, buckets=SECONDS, registry=here)
        fanouts = "From a change on disk to its being sent to all phones here that listen."
        self._fanouts = Histogram("companion_fanout_seconds", fanouts, buckets=SECONDS, registry=here)
        self._phones = Gauge("companion_phones_connected", "Streams that are open.", registry=here)

    def committed(self, code: str, moves: int, seconds: float) -> None:
        """A tap is on disk `seconds` after it was decided, with this many moves: none where it held acts only."""
        self._commits.observe(seconds)
        if moves:
            self._moves.inc(moves)
            self.announced(code)

    def announced(self, code: str) -> None:
        """A move was entered at that table, here or in another process."""
        with self._lock:
            self._moved.pop(code, None)
            self._moved[code] = self._now()
            self._forget()

    def unsaved(self) -> None:
        """A tap was decided, and the database did not take it."""
        self._unsaved.inc()

    def refused(self, game: str, rule: str) -> None:
        self._refusals.labels(game, rule).inc()

    def full(self, bound: str) -> None:
        """A request was refused because a bound was met, one of `BOUNDS`."""
        self._full.labels(bound).inc()

    def delivered(self, seconds: float) -> None:
        """All streams of a table here have been sent a change, `seconds` after it was published."""
        self._fanouts.observe(seconds)

    def connected(self) -> None:
        self._phones.inc()

    def disconnected(self) -> None:
        self._phones.dec()

    def page(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._here)

    def _at_play(self) -> int:
        with self._lock:
            self._forget()
            return len(self._moved)

    def _forget(self) -> None:
        while self._moved and self._now() - self._moved[code := next(iter(self._moved))] > AT_PLAY_SECONDS:
            del self._moved[code]
