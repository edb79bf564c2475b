"""Whether another machine has asked for anything yet; where none has for a minute, what usually is in the way.

Behind a trusted proxy the machine that counts is the one the proxy speaks for. Nobody is told anything if that cannot
be known: https comes from a proxy, and nobody said how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from companion.address import is_own
from companion.config import Settings
from companion.games.text import Text

WAIT_SECONDS = 60.0


def obstacles(port: int) -> tuple[Text, ...]:
    """What usually keeps phones from a computer in the same room, the likeliest first."""
    return (
        Text("A firewall on this computer: let it accept connections to TCP port {port}.", port=str(port)),
        Text("A guest network, or a router that keeps devices apart: use the main Wi-Fi, on all of them."),
        Text("A VPN, on this computer or on a phone: switch it off."),
        Text("Mobile data on the phones: switch it off, so that they stay in the Wi-Fi."),
    )


class Heard:
    """Notes when somebody first looked at the way in, and when another machine asks. Safe to use from many threads.

    `waits`: nobody has come yet, as far as can be known.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._shown: float | None = None
        self.waits = bool(settings.trusted_proxies) or not settings.https
        # At which phones ask: the proxy's, where an address was set that leads to one.
        at = urlsplit(settings.public_url or f"http://:{settings.port}")
        self._port = at.port or (443 if at.scheme == "https" else 80)

    def show(self) -> None:
        """Somebody looks at the way in: the code, or the seats' page."""
        if self._shown is None:
            self._shown = self._clock()

    def hear(self, address: str | None) -> None:
        """A request came from this address."""
        if self.waits and address and not is_own(address):
            self.waits = False

    def in_the_way(self) -> tuple[Text, ...]:
        """What to look at if the way in has been shown for a minute and nobody has come by it; else nothing."""
        if not self.waits or self._shown is None or self._clock() - self._shown < WAIT_SECONDS:
            return ()
        return obstacles(self._port)


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
