"""The socket that is listened on, by one process or by several."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
import sys
from time import monotonic, sleep

from companion.games.text import Text

# TCP_USER_TIMEOUT: a connection whose data is not acknowledged for so long is closed. Less than `BEAT_SECONDS`, so
# that a phone that still has its stream at a heartbeat has acknowledged the one before.
SILENT_SECONDS = 12
BACKLOG = 512
# Workers whose parent was killed give up the port within a moment; on a busy machine the new parent may be there first.
ORPHANS_SECONDS, AGAIN_SECONDS = 10.0, 0.05
# Linux spreads connections evenly over the sockets of one port (SO_REUSEPORT). Of processes that share one socket,
# one gets nearly all of them; other systems have nothing better.
SPREADS = sys.platform == "linux"


class CannotListen(OSError):
    """The address or port cannot be listened on; `text` names it, and says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.put())
        self.text = text


def listen(host: str, port: int, *, spread: bool = False) -> socket.socket:
    """Open a socket to listen on. Its options hold for every connection.

    With `spread` other processes of ours listen on the same port, too. Without it, workers that have it and may have
    lost their parent get ORPHANS_SECONDS to give it up. Raises CannotListen where another program has the port.
    """
    end = monotonic() + ORPHANS_SECONDS
    while True:
        try:
            return _bound(host, port, spread=spread, backlog=BACKLOG)
        except CannotListen:
            if spread or monotonic() > end or not _is_spread(host, port):
                raise
            sleep(AGAIN_SECONDS)


def reserve(host: str, port: int) -> socket.socket:
    """Reserve the port for several processes: the socket they share, or one that holds the port where each has its own.

    Raises CannotListen where another program has the port.
    """
    alone = listen(host, port)
    if not SPREADS:
        return alone
    with alone:
        port = alone.getsockname()[1]
    return _bound(host, port, spread=True)


def _is_spread(host: str, port: int) -> bool:
    """Whether the port's holder shares it with other processes of this user (SO_REUSEPORT), as our workers do."""
    with contextlib.suppress(CannotListen):
        _bound(host, port, spread=SPREADS).close()
        return True
    return False


def _bound(host: str, port: int, *, spread: bool, backlog: int | None = None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(signal, "SIGHUP"):  # on Windows the option would let two programs share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # disconnect a phone that acknowledges nothing any more
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        if spread:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind((host, port))
        if backlog is not None:
            sock.listen(backlog)
    except (OSError, TypeError) as failed:  # a name that cannot be one is a TypeError
        sock.close()
        raise CannotListen(_why(failed, host, str(port))) from failed
    return sock


def _why(failed: OSError | TypeError, host: str, port: str) -> Text:
    number = getattr(failed, "errno", None)
    if number == errno.EADDRINUSE:
        return Text("Cannot listen on {host} port {port}: another program has this port.", host=host, port=port)
    if number == errno.EADDRNOTAVAIL:
        return Text("Cannot listen on {host} port {port}: this machine has no such address.", host=host, port=port)
    if number == errno.EACCES:
        return Text("Cannot listen on {host} port {port}: this user may not use this port.", host=host, port=port)
    why = getattr(failed, "strerror", None) or str(failed)
    return Text("Cannot listen on {host} port {port}: {why}.", host=host, port=port, why=why)
