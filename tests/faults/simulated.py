"""A loop whose time is made up, in one thread, and processes on it that stand still: the same seed, the same order."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from functools import partial
from random import Random
from typing import Any

SLOWEST_SECONDS = 0.3

at_work: ContextVar[Running | None] = ContextVar("at_work", default=None)
"""The process whose task this is."""


class Running:
    """Whether a process runs. What it would do while it stands still waits, in order, until it goes on."""

    def __init__(self) -> None:
        self.paused = False
        self.waiting: list[tuple[Callable[[], None], Context]] = []

    def go_on(self) -> None:
        """Run again: what waited is done before all that comes now."""
        self.paused = False
        waiting, self.waiting = self.waiting, []
        for work, context in waiting:
            asyncio.get_running_loop().call_soon(work, context=context)


class _Step:
    """What a process does next, unless it stands still; what is called off meanwhile is not done."""

    def __init__(self, process: Running, callback: Callable[..., object], context: Context) -> None:
        self._process, self._callback, self._context = process, callback, context
        self.handle: asyncio.Handle | None = None

    def __call__(self, *args: Any) -> None:
        if self._process.paused:
            self._process.waiting.append((partial(self, *args), self._context))
        elif self.handle is None or not self.handle.cancelled():
            self._callback(*args)


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: where no socket has anything, the time that it should wait passes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            self.now += max(0.0, timeout or 0.0)
        return ready


class Loop(asyncio.SelectorEventLoop):
    """A thread's work is done in the loop's own thread, but later. Nothing is done of a process that stands still."""

    def __init__(self, chance: Random) -> None:
        self._simulated = _Selector()
        self._chance = chance
        super().__init__(self._simulated)

    def time(self) -> float:
        return self._simulated.now

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        context = context or copy_context()
        process = context.get(at_work)
        if process is None:
            return super().call_soon(callback, *args, context=context)
        step = _Step(process, callback, context)
        step.handle = super().call_soon(step, *args, context=context)
        return step.handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = context or copy_context()
        process = context.get(at_work)
        if process is None:
            return super().call_at(when, callback, *args, context=context)
        step = _Step(process, callback, context)
        step.handle = handle = super().call_at(when, step, *args, context=context)
        return handle

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """Do it after a while."""
        future = self.create_future()

        def do() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except Exception as failed:  # it is the caller's
                future.set_exception(failed)

        self.call_later(self._chance.uniform(0, SLOWEST_SECONDS), do)
        return future
