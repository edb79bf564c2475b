"""The server behind `companion serve`: uvicorn, with what a table's phones need of it.

One loop serves all; how plain code waits on it is told in `tables/waiting.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from asyncio import TimerHandle
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from companion import create_app
from companion.config import Settings
from companion.fanout import Fanout
from companion.listening import BACKLOG, IDLE_SECONDS, listen, many_phones
from companion.shell import Shell
from companion.tables.bus import Bus
from companion.tables.waiting import run as in_greenlet

# On stopping, requests under way get so long to be answered.
GRACE_SECONDS, PATIENCE_SECONDS = 5, 4
# Moves leave little garbage that counting does not free, and much that stays: it is looked for less often.
GARBAGE = (20_000, 20, 50)
LARGEST_HEAD = 64 * 1024

logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what a client got wrong is told to the client


class Line(HttpToolsProtocol):
    """One connection. A request's head that is endless, or a request that never comes whole, ends it."""

    _unread = 0  # bytes that nothing has been made of yet
    _whole = True  # no request has begun that has yet to come to its end
    _deadline: TimerHandle | None = None
    _running: RequestResponseCycle | None = None

    def connection_made(self, transport: Any) -> None:
        """A phone has connected: it should say what it wants."""
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The phone is gone. Whoever answers it is told, also where other requests came behind that one."""
        self._expected()
        self._unset_keepalive_if_required()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)
        if self.pipeline and self._running is not None:  # nobody answers these any more, and each holds this line
            self.pipeline.clear()
            self.cycle = self._running

    def data_received(self, data: bytes) -> None:
        """More of a request, or of several."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > LARGEST_HEAD:
            self.transport.close()
        elif self._deadline is None and (not self._whole or self.cycle is None or self.cycle.response_complete):
            self._expect()

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._unread, self._whole = 0, False
        super().on_headers_complete()
        self.headers = []  # what comes behind the body is no part of the head

    def on_body(self, body: bytes) -> None:
        """Some of a request's body is there."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is there as a whole."""
        self._unread, self._whole = 0, True
        self._expected()
        super().on_message_complete()

    def shutdown(self) -> None:
        """The server stops. Who takes nothing any more is not waited for."""
        super().shutdown()
        self.loop.call_later(PATIENCE_SECONDS, self.transport.abort)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _expect(self) -> None:
        if not self.transport.is_closing():
            self._deadline = self.loop.call_later(IDLE_SECONDS, self.transport.close)

    def _expected(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Server(uvicorn.Server):
    """Tells when it listens, and ends its streams before it stops."""

    def __init__(self, config: uvicorn.Config, began: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._began, self._ending = began, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._began()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening; those who are being served get a moment."""
        self._ending()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Asked to stop by a signal, the process stops in order, and has then done what it was asked for."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler's shape
        """Stop at the next turn; asked a second time, without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True

    def stop_with(self, file: int) -> None:
        """Stop in order once this file can be read from. Call it on the loop."""
        loop = asyncio.get_running_loop()

        def readable() -> None:
            loop.remove_reader(file)
            self.should_exit = True

        loop.add_reader(file, readable)


def run(settings: Settings, announce: Callable[[Settings], None]) -> None:
    """Serve until SIGTERM or SIGINT. `announce` is told the settings with the port that is listened on.

    Raises CannotListen where another program has the port.
    """
    many_phones()
    sock = listen(settings.host, settings.port)
    with contextlib.closing(sock):
        settings = replace(settings, port=sock.getsockname()[1])
        serve_on(sock, settings, announce)


def serve_on(
    sock: socket.socket,
    settings: Settings,
    announce: Callable[[Settings], None],
    bus: Bus | None = None,
    until: int | None = None,
) -> None:
    """Serve on this socket until SIGTERM or SIGINT.

    `bus` carries the news of other processes, where not the one that the settings ask for.
    `until` is a file that can be read from once it is time to stop.
    """
    app = create_app(settings, bus, looped=True)
    tables = app.extensions["tables"]
    fanout = Fanout(tables)

    def ending() -> None:
        tables.live.close()
        fanout.close()

    shell = Shell(app, fanout, settings)
    config = uvicorn.Config(
        shell, http=Line, ws="none", lifespan="off", log_config=None, access_log=False, server_header=False,
        proxy_headers=False, reset_contextvars=True,
        timeout_keep_alive=IDLE_SECONDS, timeout_graceful_shutdown=GRACE_SECONDS, backlog=BACKLOG,
    )  # fmt: skip
    server = Server(config, lambda: announce(settings), ending)

    async def serving() -> None:
        beats = asyncio.create_task(fanout.beat())
        await tables.start()
        if until is not None:
            server.stop_with(until)
        try:
            await server.serve([sock])
        finally:
            beats.cancel()
            await tables.stop()
            await in_greenlet(tables.close)

    gc.collect()
    gc.freeze()  # what is loaded now stays: it need not be looked through again and again
    gc.set_threshold(*GARBAGE)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serving())
