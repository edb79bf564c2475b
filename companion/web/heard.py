"""Whether another machine has asked for anything yet; where none has for a minute, what usually is in the way.

Nobody is told it where that cannot be known: behind a proxy, which asks for everybody, and with several workers, each
of which hears but its share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from flask import Flask, current_app, request

from companion.address import is_own
from companion.config import Settings
from companion.games.text import Text

WAIT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Moments:
    """When the way in was first shown, and when another machine first asked, as a clock tells; None: not yet."""

    shown: float | None = None
    heard: float | None = None


def nobody_came(now: float, moments: Moments) -> bool:
    """Whether the way in has been shown for a minute, and nobody has come by it."""
    return moments.heard is None and moments.shown is not None and now - moments.shown >= WAIT_SECONDS


def obstacles(port: int) -> tuple[Text, ...]:
    """What usually keeps phones from a computer in the same room, the likeliest first."""
    return (
        Text("A firewall on this computer: let it accept connections to TCP port {port}.", port=str(port)),
        Text("A guest network, or a router that keeps devices apart: use the main Wi-Fi, on all of them."),
        Text("A VPN, on this computer or on a phone: switch it off."),
        Text("Mobile data on the phones: switch it off, so that they stay in the Wi-Fi."),
    )


class Heard:
    """Notes both moments of this process. Safe to use from many threads."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._port = settings.port
        alone = settings.workers == 1 and not settings.trusted_proxies and settings.public_url is None
        self.moments = Moments() if alone else Moments(heard=clock())

    def show(self) -> None:
        """Somebody looks at the way in: the code, or the seats' page."""
        with self._lock:
            if self.moments.shown is None:
                self.moments = Moments(self._clock(), self.moments.heard)

    def hear(self, address: str | None) -> None:
        """A request came from this address."""
        if self.moments.heard is None and address and not is_own(address):
            with self._lock:
                self.moments = Moments(self.moments.shown, self._clock())

    @property
    def waits(self) -> bool:
        """Whether nobody has come yet."""
        return self.moments.heard is None

    def in_the_way(self) -> tuple[Text, ...]:
        """What to look at, where nobody has come for a minute; else nothing."""
        return obstacles(self._port) if nobody_came(self._clock(), self.moments) else ()


def init_app(app: Flask, settings: Settings) -> None:
    """Listen to every request of the app."""
    app.extensions["heard"] = found = Heard(settings)

    @app.before_request
    def listen() -> None:
        found.hear(request.remote_addr)


def heard() -> Heard:
    """That of the application at hand."""
    found: Heard = current_app.extensions["heard"]
    return found
