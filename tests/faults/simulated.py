"""A loop whose time is made up, and a bus that loses, doubles, delays and mixes up what it carries: all by chance."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from contextvars import ContextVar
from random import Random
from typing import Any

from companion.live.bus import Missed, Received, Stamp

PAUSE_SECONDS = 0.05
LATEST_SECONDS, SLOWEST_SECONDS = 4.0, 0.3

at_work: ContextVar[SimulatedBus | None] = ContextVar("at_work", default=None)
"""The bus of the process whose task this is: a paused process does no work."""


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: the time that it should wait passes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += max(0.0, timeout or 0.0)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """A loop in one thread, in which a thread's work is done at once, but later: the same seed, the same order."""

    def __init__(self, chance: Random) -> None:
        self._simulated = _Selector()
        self._chance = chance
        super().__init__(self._simulated)

    def time(self) -> float:
        return self._simulated.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """Do it after a while; a paused process does it when it goes on."""
        future, bus = self.create_future(), at_work.get()

        def do() -> None:
            if future.cancelled():
                return
            if bus is not None and bus.paused:
                self.call_later(PAUSE_SECONDS, do)
                return
            try:
                future.set_result(func(*args))
            except Exception as failed:  # it is the caller's
                future.set_exception(failed)

        self.call_later(self._chance.uniform(0, SLOWEST_SECONDS), do)
        return future


class Net:
    """What lies between the processes. `loses` is how much of what is announced never arrives."""

    def __init__(self, loop: Loop, chance: Random) -> None:
        self.loop, self.chance = loop, chance
        self.buses: list[SimulatedBus] = []
        self.loses = self.doubles = 0.0
        self.lost = self.doubled = self.carried = 0

    def send(self, sender: SimulatedBus, code: str, stamp: Stamp) -> None:
        """Carry an announcement to each of the others, or do not."""
        for other in self.buses:
            if other is sender or other.gone:
                continue
            if not (sender.reliable and other.reliable) or self.chance.random() < self.loses:
                self.lost += 1
                continue
            times = 2 if self.chance.random() < self.doubles else 1
            self.doubled += times - 1
            for _ in range(times):
                self.carried += 1
                self.loop.call_later(self.chance.uniform(0, LATEST_SECONDS), other.arrives, code, stamp)


class SimulatedBus:
    """One process's end of the net. While it is not `reliable` nothing comes and nothing goes, and it says so."""

    alone = False

    def __init__(self, net: Net) -> None:
        self._net = net
        self.reliable, self.paused, self.gone = True, False, False
        self._received: Received | None = None
        self._missed: Missed | None = None
        net.buses.append(self)

    async def start(self, received: Received, missed: Missed) -> None:
        """Listen."""
        self._received, self._missed = received, missed

    def publish(self, code: str, stamp: Stamp) -> None:
        """Announce."""
        if not self.gone:
            self._net.send(self, code, stamp)

    def arrives(self, code: str, stamp: Stamp) -> None:
        """Take an announcement; later, while the process is paused."""
        if self.paused and not self.gone:
            self._net.loop.call_later(PAUSE_SECONDS, self.arrives, code, stamp)
        elif self._received is not None and not self.gone:
            self._received(code, stamp)

    def comes_back(self) -> None:
        """Connected again: some may have been missed."""
        self.reliable = True
        if self._missed is not None:
            self._missed()

    async def close(self) -> None:
        """Listen no more."""
        self.gone = True
        self._net.buses.remove(self)
