"""The server behind `companion serve`: uvicorn, with deadlines for idle connections and an orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion import create_app
from companion.config import Settings
from companion.games.text import Text
from companion.live.channel import Channels
from companion.security_log import written_to_stderr
from companion.server.asgi import Application
from companion.server.connection_limits import (
    IDLE_SECONDS,
    AddressLimit,
    Deadline,
    raise_file_limit,
    streams_for_address,
)
from companion.server.sockets import BACKLOG, listen
from companion.service.deletion import Sweep
from companion.web.ops.no_phone_connects import Heard

# How long requests under way may take when the server stops.
GRACE_SECONDS, PATIENCE_SECONDS = 5, 4
# Requests that are answered at the same time. Most of them wait for the database, or for the commit that they share.
THREADS = 40
# Moves leave few reference cycles and many objects that stay, so the garbage collector runs less often.
GARBAGE = (20_000, 20, 50)
LARGEST_HEAD = 64 * 1024
LOOK_SECONDS = 5.0  # between two looks whether a phone has come

Tell = Callable[[Sequence[Text]], None]

logging.getLogger("uvicorn").setLevel(logging.ERROR)  # a client's mistake is reported to the client


class Connection(H11Protocol):
    """uvicorn's connection, whose requests carry its `Deadline` in their state."""

    def connection_made(self, transport: Any) -> None:
        self.app_state = {"deadline": Deadline(transport)}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the deadline: the client has disconnected, or has been silent for too long."""
        self.app_state["deadline"].stop()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the connection when the server stops, without waiting for a client that reads nothing any more."""
        super().shutdown()
        self.loop.call_later(PATIENCE_SECONDS, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn's server; reports when it listens, and ends its streams before it stops."""

    def __init__(self, config: uvicorn.Config, began: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._began, self._ending = began, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._began()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening; requests under way get a moment to finish."""
        self._ending()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in order at a signal, without raising it again afterwards: the process has then done what was asked."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler's shape
        """Stop at the next turn of the loop; at a second signal without waiting for requests."""
        self.force_exit = self.should_exit
        self.should_exit = True


def configured(application: Callable[..., Any]) -> uvicorn.Config:
    """How uvicorn serves this ASGI application."""
    return uvicorn.Config(
        application, http=Connection, ws="none", lifespan="off", log_config=None, access_log=False,
        server_header=False, proxy_headers=False, reset_contextvars=True, h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=IDLE_SECONDS, timeout_graceful_shutdown=GRACE_SECONDS, backlog=BACKLOG,
    )  # fmt: skip


def run(settings: Settings, announce: Callable[[Settings], None], nobody_came: Tell | None = None) -> None:
    """Serve until SIGTERM or SIGINT. `announce` is called with the settings, their port the one that is listened on.

    `nobody_came` is called with what usually is in the way if no other machine has asked for anything in time.
    Raises CannotListen if another program has the port.
    """
    raise_file_limit()
    with listen(settings.host, settings.port) as sock:
        settings = settings.model_copy(update={"port": sock.getsockname()[1]})
        _serve_on(sock, settings, announce, nobody_came)


def _serve_on(
    sock: socket.socket, settings: Settings, announce: Callable[[Settings], None], nobody_came: Tell | None
) -> None:
    app = create_app(settings)
    tables = app.extensions["tables"]
    channels = Channels(tables)

    def ending() -> None:
        tables.pubsub.close()
        channels.close()

    config = configured(Application(app, channels, AddressLimit(tables.meter, streams_for_address())))
    server = Server(config, lambda: announce(settings), ending)

    async def serving() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        tasks = [
            asyncio.create_task(channels.beat()),
            asyncio.create_task(Sweep(tables).for_ever(settings.delete_after_days)),
        ]
        if nobody_came is not None:
            tasks.append(asyncio.create_task(tell_when_nobody_comes(app.extensions["heard"], nobody_came)))
        await tables.follower.start()
        try:
            await server.serve([sock])
        finally:
            for task in tasks:
                task.cancel()
            await tables.follower.stop()
            await asyncio.to_thread(tables.close)

    gc.collect()
    gc.freeze()  # what is loaded now stays: the collector need not scan it again and again
    gc.set_threshold(*GARBAGE)
    with written_to_stderr(on=settings.security_log), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serving())


async def tell_when_nobody_comes(
    heard: Heard, tell: Tell, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Call `tell` once where nobody has come in time; return when somebody has."""
    while heard.waits:
        lines = heard.in_the_way()
        if lines:
            tell(lines)
            return
        await pause(LOOK_SECONDS)
