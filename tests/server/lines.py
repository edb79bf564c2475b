"""One connection to the server in the test's own process: bytes in, bytes out, and a loop that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from uvicorn.server import ServerState

from companion.server.run import Connection, configured

Application = Callable[..., Awaitable[None]]


@dataclass(frozen=True)
class Ends:
    """Where a connection's ends are, asked as a socket is."""

    client: tuple[object, ...]
    server: tuple[object, ...]

    def getpeername(self) -> tuple[object, ...]:
        return self.client

    def getsockname(self) -> tuple[object, ...]:
        return self.server


class Wire(asyncio.Transport):
    """What the server writes to, reads from and closes."""

    def __init__(self, client: tuple[object, ...], server: tuple[object, ...]) -> None:
        super().__init__({"socket": Ends(client, server)})
        self.written = b""
        self.closed = asyncio.Event()
        self.reading = True
        self.protocol: asyncio.Protocol | None = None

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        if not self.closed.is_set():
            self.closed.set()
            assert self.protocol is not None
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self.closed.is_set()

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Wired:
    """A phone's end of a connection to this application."""

    def __init__(
        self,
        application: Application,
        client: tuple[object, ...] = ("127.0.0.1", 50000),
        server: tuple[object, ...] = ("127.0.0.1", 8077),
    ) -> None:
        config = configured(application)
        self.state = ServerState()
        self.line = Connection(config, self.state, {}, asyncio.get_running_loop())
        self.wire = Wire(client, server)
        self.wire.protocol = self.line
        self.line.connection_made(self.wire)

    def send(self, raw: bytes) -> None:
        """More bytes from the phone; none arrive that nobody reads."""
        if not self.wire.is_closing():
            assert self.wire.reading
            self.line.data_received(raw)

    def vanish(self, why: Exception | None = None) -> None:
        """The connection breaks."""
        self.wire.closed.set()
        self.line.connection_lost(why or ConnectionResetError())

    async def done(self) -> bytes:
        """All that came back, once nobody is at work on an answer any more."""
        while self.state.tasks:
            await asyncio.wait_for(asyncio.wait(tuple(self.state.tasks)), 60)
            await asyncio.sleep(0)  # the next request's answer begins
        await asyncio.sleep(0)  # a connection that was closed is lost
        return self.wire.written


def head(text: str) -> bytes:
    """Lines as HTTP has them."""
    return text.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n"
