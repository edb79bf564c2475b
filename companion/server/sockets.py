"""The socket that the server listens on."""

from __future__ import annotations

import errno
import signal
import socket

from companion.games.text import Text

# TCP_USER_TIMEOUT: a connection whose data is not acknowledged for so long is closed. Less than `BEAT_SECONDS`, so
# that a phone that still has its stream at a heartbeat has acknowledged the one before.
SILENT_SECONDS = 12
BACKLOG = 512


class CannotListen(OSError):
    """The address or port cannot be listened on; `text` names it, and says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.put())
        self.text = text


def listen(host: str, port: int) -> socket.socket:
    """Open a socket to listen on. Its options hold for every connection. Raises CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(signal, "SIGHUP"):  # on Windows the option would let two programs share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # disconnect a phone that acknowledges nothing any more
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)
        sock.bind((host, port))
        sock.listen(BACKLOG)
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
