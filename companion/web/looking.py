"""Running the referee's searches beside everything else: few at a time, never in the way, never for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app

from companion.referee.reconcile import Found, Progress, Task, search
from companion.tables.waiting import sleep

AT_ONCE = 2  # searches in this process
PATIENCE_SECONDS = 10.0  # so long one waits for its turn
LOOK_SECONDS = 0.05  # so often one looks whether it has come
LONGEST_SECONDS = 20.0
TELL_SECONDS = 0.15
WORK_SECONDS, REST_SECONDS = 0.004, 0.002  # a search works, then all that waits is served before it goes on


class Busy(Exception):
    """Other searches are still under way."""


class Turns:
    """One search a table, few in all; the others wait for their turn."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: set[str] = set()

    @contextmanager
    def turn(self, code: str, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
        """The right to search for this table. Raises Busy where it does not come in time."""
        until = time.monotonic() + patience
        while not self._taken(code):
            if time.monotonic() >= until:
                raise Busy
            sleep(LOOK_SECONDS)
        try:
            yield
        finally:
            self._tables.discard(code)

    def _taken(self, code: str) -> bool:
        with self._lock:
            free = code not in self._tables and len(self._tables) < AT_ONCE
            if free:
                self._tables.add(code)
        return free


def init_app(app: Flask) -> None:
    """Nobody searches yet."""
    app.extensions["turns"] = Turns()


def turns() -> Turns:
    """The turns of the application at hand."""
    found: Turns = current_app.extensions["turns"]
    return found


def looked(turns: Turns, code: str, task: Task) -> Iterator[Progress | Found | None]:
    """A search when its turn has come: some `Progress`, then what it has found; None where the time was up.

    Raises Busy. A tap that comes meanwhile is answered between two steps: an answer takes several turns
    of the processor, so a moment's rest lets it through at once, and giving way once would not.
    """
    with turns.turn(code):
        began = told = rested = time.monotonic()
        for step in search(task):
            if time.monotonic() - rested > WORK_SECONDS:
                sleep(REST_SECONDS)
                rested = time.monotonic()
            if isinstance(step, Found):
                yield step
            elif rested - began > LONGEST_SECONDS:
                yield None
                return
            elif rested - told > TELL_SECONDS:
                told = rested
                yield step


def found_by(turns: Turns, code: str, task: Task) -> Found | None:
    """What a search finds, None where the time was up. Raises Busy."""
    *_, last = looked(turns, code, task)
    return last if isinstance(last, Found) else None
