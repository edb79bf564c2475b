"""Whether another machine has asked for anything yet; where none has for a minute, what usually is in the way.

All workers of this machine know it of each other, and behind a trusted proxy it is asked of whom the proxy speaks for.
Nobody is told it where that cannot be known: https comes from a proxy, and nobody said how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from companion.address import is_own
from companion.config import Settings
from companion.games.text import Text

WAIT_SECONDS = 60.0
SHOWN, HEARD = 0, 1


class Moments(Protocol):
    """When the way in was first shown, and when another machine first asked: seconds of a monotonic clock, 0: not yet.

    That clock is one for all processes of a machine, and a number is written as a whole: no lock, whoever shares them.
    """

    def __getitem__(self, which: int, /) -> float: ...
    def __setitem__(self, which: int, seconds: float, /) -> None: ...


def obstacles(port: int) -> tuple[Text, ...]:
    """What usually keeps phones from a computer in the same room, the likeliest first."""
    return (
        Text("A firewall on this computer: let it accept connections to TCP port {port}.", port=str(port)),
        Text("A guest network, or a router that keeps devices apart: use the main Wi-Fi, on all of them."),
        Text("A VPN, on this computer or on a phone: switch it off."),
        Text("Mobile data on the phones: switch it off, so that they stay in the Wi-Fi."),
    )


class Heard:
    """Notes both moments, for this process or for all workers of this machine. Safe to use from many threads."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._moments: Moments = [0.0, 0.0]
        self._known = bool(settings.trusted_proxies) or not settings.https
        # At which phones ask: the proxy's, where an address was set that leads to one.
        at = urlsplit(settings.public_url or f"http://:{settings.port}")
        self._port = at.port or (443 if at.scheme == "https" else 80)

    def share(self, moments: Moments) -> None:
        """Note them where other processes do, too."""
        self._moments = moments

    def show(self) -> None:
        """Somebody looks at the way in: the code, or the seats' page."""
        self._note(SHOWN)

    def hear(self, address: str | None) -> None:
        """A request came from this address."""
        if self.waits and address and not is_own(address):
            self._note(HEARD)

    def _note(self, which: int) -> None:
        self._moments[which] = self._moments[which] or self._clock()

    @property
    def waits(self) -> bool:
        """Whether nobody has come yet, as far as can be known."""
        return self._known and not self._moments[HEARD]

    def in_the_way(self) -> tuple[Text, ...]:
        """What to look at, where the way in has been shown for a minute and nobody has come by it; else nothing."""
        shown = self._moments[SHOWN]
        return obstacles(self._port) if self.waits and shown and self._clock() - shown >= WAIT_SECONDS else ()


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
