"""The server behind `companion serve`: uvicorn, with what a table's phones need of it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from asyncio import TimerHandle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion import create_app
from companion.config import Settings
from companion.live.bus import Bus
from companion.server.asgi import Application
from companion.server.broadcast import Broadcaster
from companion.server.sockets import BACKLOG, IDLE_SECONDS, listen, raise_file_limit

# On stopping, requests under way get so long to be answered.
GRACE_SECONDS, PATIENCE_SECONDS = 5, 4
# Requests that are answered at once. Most of them wait: for the disk, whose commit they share, or for the database.
THREADS = 40
# Moves leave little garbage that counting does not free, and much that stays: it is looked for less often.
GARBAGE = (20_000, 20, 50)
LARGEST_HEAD = 64 * 1024

logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what a client got wrong is told to the client


class Deadline:
    """Closes a connection on which no request came to its end within IDLE_SECONDS after the last answer."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: TimerHandle | None = None
        self.start()

    def start(self) -> None:
        """From now on a request is awaited."""
        self.stop()
        if not self._transport.is_closing():
            self._timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._transport.close)

    def stop(self) -> None:
        """The request is there; its answer may take as long as it wants."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Connection(H11Protocol):
    """uvicorn's connection, whose requests carry its `Deadline` in their state."""

    def connection_made(self, transport: Any) -> None:
        """A client has connected: it should say what it wants."""
        self.app_state = {"deadline": Deadline(transport)}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self.app_state["deadline"].stop()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops. Who takes nothing any more is not waited for."""
        super().shutdown()
        self.loop.call_later(PATIENCE_SECONDS, self.transport.abort)


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


def configured(application: Callable[..., Any]) -> uvicorn.Config:
    """How uvicorn serves this ASGI application."""
    return uvicorn.Config(
        application, http=Connection, ws="none", lifespan="off", log_config=None, access_log=False,
        server_header=False, proxy_headers=False, reset_contextvars=True, h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=IDLE_SECONDS, timeout_graceful_shutdown=GRACE_SECONDS, backlog=BACKLOG,
    )  # fmt: skip


def run(settings: Settings, announce: Callable[[Settings], None]) -> None:
    """Serve until SIGTERM or SIGINT. `announce` is told the settings with the port that is listened on.

    Raises CannotListen where another program has the port.
    """
    raise_file_limit()
    sock = listen(settings.host, settings.port)
    with contextlib.closing(sock):
        settings = settings.model_copy(update={"port": sock.getsockname()[1]})
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
    app = create_app(settings, bus)
    tables = app.extensions["tables"]
    broadcaster = Broadcaster(tables)

    def ending() -> None:
        tables.pubsub.close()
        app.extensions["search_slots"].close()
        broadcaster.close()

    config = configured(Application(app, broadcaster))
    server = Server(config, lambda: announce(settings), ending)

    async def serving() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        beats = asyncio.create_task(broadcaster.beat())
        await tables.follower.start()
        if until is not None:
            server.stop_with(until)
        try:
            await server.serve([sock])
        finally:
            beats.cancel()
            await tables.follower.stop()
            await asyncio.to_thread(tables.close)

    gc.collect()
    gc.freeze()  # what is loaded now stays: it need not be looked through again and again
    gc.set_threshold(*GARBAGE)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serving())
