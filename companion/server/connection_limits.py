"""Limits of connections: how many a process has, and streams an address; how long one may be idle.

So nobody takes them all from the others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator

from companion.security_log import note
from companion.service.instrumentation import Meter
from companion.web.refusals_log import Refusals

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

IDLE_SECONDS = 75  # a connection without a request for so long is closed
UNTOLD_FILES = 8192  # where the system tells no limit: on Windows, or where there is none


def raise_file_limit() -> None:
    """Raise the limit of open files as far as the system allows: each phone is one."""
    if resource is None:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (65536, 10240):  # macOS takes no more than the second
        many = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(many, allowed), most))
            return


def streams_for_address() -> int:
    """How many streams one address may have at once: half of the files that this process may have open."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else None
    return (UNTOLD_FILES if allowed is None or allowed == resource.RLIM_INFINITY else allowed) // 2


class AddressLimit:
    """Counts the streams of each address, as of all phones behind one router: at most `most` at once."""

    def __init__(self, meter: Meter, most: int) -> None:
        self._meter, self._most = meter, most
        self._streams: Counter[str] = Counter()
        self._refusals = Refusals()

    def admits(self, address: str) -> bool:
        """Whether one more phone from this address may have a stream. A no is counted, and logged once a minute."""
        if self._streams[address] < self._most:
            return True
        self._meter.full("streams")
        if self._refusals.times("bound met", "streams") == 1:
            note("bound met", bound="streams", address=address)
        return False

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """Count one more stream of this address, as long as it lasts."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


class Deadline:
    """Closes a connection on which no complete request arrives within IDLE_SECONDS after the last response."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self.start()

    def start(self) -> None:
        """Start the timer: the next request is awaited."""
        self.stop()
        if not self._transport.is_closing():
            self._timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._transport.close)

    def stop(self) -> None:
        """Stop the timer: the request has arrived, and its response may take as long as it needs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
