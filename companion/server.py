"""The server behind `companion serve`. With `tables/live.py` the only place that knows how waiting is done.

gevent must have patched the standard library before this is imported; see `commands/serve.py`.
Every request and every stream is a greenlet: cheap to keep waiting, and plain Flask to write.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gevent
from gevent.event import Event
from gevent.pywsgi import Input, WSGIHandler, WSGIServer

from companion import create_app
from companion.config import Settings

# A phone that neither sends nor takes anything for so long is gone. Streams beat every 15 seconds.
IDLE_SECONDS = 75
# On stopping, requests under way get so long to be answered.
GRACE_SECONDS = 5
BACKLOG = 512
# Of a body that nobody wanted so much is read, to get to the connection's next request.
LEFTOVER_BYTES = 8 * 1024 * 1024

log = logging.getLogger("table_companion.server")  # not below the app's logger, whose handler writes to us


class CannotListen(OSError):
    """The address or port is not ours to listen on."""


class Body(Input):  # type: ignore[misc]  # gevent has no types for it
    """A request's body. One that is far too long is not read to its end; `abandoned` says that it was not."""

    __slots__ = ("abandoned",)

    def __init__(self, like: Input) -> None:
        super().__init__(like.rfile, like.content_length, like.socket, like.chunked_input)
        self.abandoned = False

    def _discard(self) -> None:
        self.send_100_continue_enabled = False  # type: ignore[misc]  # a slot of gevent's own
        left = 0 if self._chunked_input_error else LEFTOVER_BYTES
        while left > 0:
            data = self.read(16384)
            if not data:
                return
            left -= len(data)
        self.abandoned = True


class Handler(WSGIHandler):  # type: ignore[misc]  # gevent has no types for it
    """One connection: small packets leave at once, dead phones are let go, and who is being served is counted."""

    # A stream to a phone that no longer reads ends without a trace in the log.
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, "timed out")
    wsgi_input: Input
    close_connection: bool

    def __init__(self, sock: Any, address: Any, server: Server, rfile: Any = None) -> None:
        with contextlib.suppress(OSError):  # the phone may be gone already
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, IDLE_SECONDS * 1000)
        sock.settimeout(IDLE_SECONDS)
        super().__init__(sock, address, server, rfile)

    def read_request(self, raw_requestline: str) -> Any:
        """Read the head of a request. A head that never ends is the client's mistake, not ours."""
        try:
            return super().read_request(raw_requestline)
        except OSError as slow:
            raise ValueError("the request's head was not complete") from slow

    def log_error(self, msg: str, *args: object) -> None:
        """What a client got wrong is told to the client; the log is for what is wrong here."""
        log.debug(msg, *args)

    def get_environ(self) -> dict[str, Any]:
        """The request as WSGI has it."""
        environ: dict[str, Any] = super().get_environ()
        if environ["wsgi.input"] is self.wsgi_input:
            environ["wsgi.input"] = self.wsgi_input = Body(self.wsgi_input)
        return environ

    def handle_one_response(self) -> None:
        """Answer one request, a stream to its end."""
        self.server.busy += 1
        try:
            super().handle_one_response()
            self.close_connection = self.close_connection or getattr(self.wsgi_input, "abandoned", False)
        finally:
            self.server.busy -= 1


class Server(WSGIServer):  # type: ignore[misc]  # gevent has no types for it
    """Listens first, so that the application can be told its real port, and serves afterwards."""

    busy = 0

    def __init__(self, host: str, port: int) -> None:
        super().__init__((host, port), None, backlog=BACKLOG, handler_class=Handler, log=None, error_log=log)
        try:
            self.init_socket()
        except OSError as failed:
            raise CannotListen(*failed.args) from failed

    def settle(self) -> None:
        """Take no new connection, and give those who are being served a moment."""
        self.close()
        with gevent.Timeout(GRACE_SECONDS, False):
            while self.busy:
                gevent.sleep(0.02)


def _many_phones() -> None:
    """Each phone is an open file; many systems allow few unless asked."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (65536, 10240):  # macOS takes no more than the second
        many = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(many, allowed), most))
            return


def run(settings: Settings, announce: Callable[[Settings], None]) -> None:
    """Serve until SIGTERM or SIGINT. `announce` is told the settings with the port that is listened on.

    Raises CannotListen where another program has the port.
    """
    _many_phones()
    server = Server(settings.host, settings.port)
    settings = replace(settings, port=server.server_port)
    server.application = app = create_app(settings)
    tables = app.extensions["tables"]
    stopping = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stopping.set)
    server.start()
    announce(settings)
    stopping.wait()
    tables.live.close()  # streams end themselves, and phones connect again to whoever serves next
    server.settle()
    tables.close()
