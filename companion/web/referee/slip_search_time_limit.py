"""The referee's searches as jobs of this process: at most two at once, each at most 20 s, giving way to requests.

A search, and who waits for one, takes one of the threads in which requests are answered: a few of these, never all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app

from companion.referee.reconcile.slip_search import Progress, SearchResult, Task, search

AT_ONCE = 2  # searches in this process
WAIT_AT_ONCE = 4  # for a slot
PATIENCE_SECONDS = 10.0  # the longest wait for one
LONGEST_SECONDS = 20.0
REPORT_SECONDS = 0.15
WORK_SECONDS, REST_SECONDS = 0.004, 0.002  # a search works, then rests, so that waiting requests are served


class Busy(Exception):
    """Other searches are still under way."""


class SearchSlots:
    """Admits one search a table and `AT_ONCE` in all; `WAIT_AT_ONCE` others may wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: set[str] = set()
        self.waiting = 0
        self.closed = False

    def close(self) -> None:
        """End all waits and searches: the server stops."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    @contextmanager
    def slot(self, code: str, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
        """Hold a slot for this table's search. Raises Busy after `patience` seconds without one, or where many wait."""
        with self._changed:
            if not self._free(code):
                self._wait(code, patience)
            self._tables.add(code)
        try:
            yield
        finally:
            with self._changed:
                self._tables.discard(code)
                self._changed.notify_all()

    def _wait(self, code: str, patience: float) -> None:
        if self.waiting >= WAIT_AT_ONCE:
            raise Busy
        self.waiting += 1
        try:
            self._changed.wait_for(lambda: self.closed or self._free(code), patience)
        finally:
            self.waiting -= 1
        if not self._free(code):
            raise Busy

    def _free(self, code: str) -> bool:
        return code not in self._tables and len(self._tables) < AT_ONCE


def init_app(app: Flask) -> None:
    """Give the app its slots, all free."""
    app.extensions["search_slots"] = SearchSlots()


def slots() -> SearchSlots:
    """The slots of the application at hand."""
    found: SearchSlots = current_app.extensions["search_slots"]
    return found


def run_search(slots: SearchSlots, code: str, task: Task) -> Iterator[Progress | SearchResult | None]:
    """Run a search once a slot is free: yields `Progress` now and then, last what it found, None where time was up.

    Raises Busy. It sleeps between two steps, for requests to be answered meanwhile: giving up the interpreter lock
    once would not do, since an answer needs it several times.
    """
    with slots.slot(code):
        began = reported = rested = time.monotonic()
        for step in search(task):
            if time.monotonic() - rested > WORK_SECONDS:
                time.sleep(REST_SECONDS)
                rested = time.monotonic()
            if isinstance(step, SearchResult):
                yield step
            elif slots.closed or rested - began > LONGEST_SECONDS:
                yield None
                return
            elif rested - reported > REPORT_SECONDS:
                reported = rested
                yield step


def search_result(slots: SearchSlots, code: str, task: Task) -> SearchResult | None:
    """What a search finds, None where the time was up. Raises Busy."""
    *_, last = run_search(slots, code, task)
    return last if isinstance(last, SearchResult) else None
