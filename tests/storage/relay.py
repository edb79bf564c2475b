"""A line between the program and PostgreSQL that a test may tap, hold and cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

from sqlalchemy.engine import URL, make_url

Heard = Callable[["Line", bytes], bool]


class Line:
    """One connection through the relay."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server

    def cut(self, *, both: bool = False) -> None:
        """Hang up on the client; the server knows nothing of it, unless it is `both`."""
        for end in (self.client, self.server) if both else (self.client,):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Relay:
    """Passes on what is said. `heard` is asked first about all that the client says: False, and it is not passed on."""

    def __init__(self, url: str) -> None:
        self._to = make_url(url)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listening]
        self._threads: list[threading.Thread] = []
        self.heard: Heard = lambda _line, _said: True
        self._begin(self._accept)

    @property
    def url(self) -> URL:
        """The database, by way of the relay."""
        return self._to.set(host="127.0.0.1", port=self._listening.getsockname()[1])

    def close(self) -> None:
        """Cut all lines."""
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join(10)

    def _begin(self, work: Callable[..., None], *about: object) -> None:
        self._threads.append(threading.Thread(target=work, args=about, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client = self._listening.accept()[0]
                server = socket.create_connection((str(self._to.host), self._to.port or 5432))
                self._sockets += [client, server]
                self._begin(self._pass, Line(client, server), client, server)
                self._begin(self._pass, Line(client, server), server, client)

    def _pass(self, line: Line, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := here.recv(65536):
                if here is line.server or self.heard(line, said):
                    there.sendall(said)
        if here is line.server:
            line.cut()


@contextlib.contextmanager
def relayed(url: str) -> Iterator[Relay]:
    """A relay to the database of this URL."""
    relay = Relay(url)
    try:
        yield relay
    finally:
        relay.close()
