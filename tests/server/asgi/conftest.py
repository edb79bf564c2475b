"""The app between its server's two ends: bytes are asked of it, and what it was asked is noted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from flask import Flask, request

from companion.live.channel import Channels
from companion.server.asgi import Application
from companion.server.connection_limits import AddressLimit
from companion.service.service import TableService
from tests.server.lines import Wired


class Asked:
    """What the app was asked last."""

    environ: dict[str, Any]
    body: bytes | None = None


@pytest.fixture
def asked(app: Flask) -> Asked:
    """The app with an address that takes a note of whatever it is asked."""
    asked = Asked()

    def echo(rest: str = "") -> str:
        asked.environ, asked.body = dict(request.environ), request.get_data()
        return "heard"

    app.extensions["csrf"].exempt(echo)
    for rule in ("/echo", "/echo/<path:rest>"):
        app.add_url_rule(rule, view_func=echo, methods=["GET", "POST", "PUT"])
    return asked


class House:
    """The shell with connections to it, inside a running loop."""

    def __init__(self, app: Flask) -> None:
        tables: TableService = app.extensions["tables"]
        self.channels = Channels(tables)
        self.shell = Application(app, self.channels, AddressLimit(tables.meter, 2))

    def wired(self, **more: Any) -> Wired:
        return Wired(self.shell, **more)

    async def ask(self, raw: bytes) -> Answered:
        wired = self.wired()
        wired.send(raw)
        return Answered(await wired.done(), wired.wire.is_closing())


class Answered:
    """An answer as it came over the wire."""

    def __init__(self, raw: bytes, closed: bool) -> None:
        first, self.body = raw.split(b"\r\n\r\n", 1)
        line, *lines = first.decode("latin-1").split("\r\n")
        self.status, self.closed = int(line.split(" ")[1]), closed
        self.headers = [tuple(one.split(": ", 1)) for one in lines]

    def header(self, name: str) -> str | None:
        found = [value for known, value in self.headers if known == name]
        assert len(found) < 2 or name in ("vary", "set-cookie"), self.headers
        return ", ".join(found) or None

    @property
    def chunks(self) -> bytes:
        """The body that came in chunks; fails where its end did not come."""
        whole, rest = b"", self.body
        while True:
            size, rest = rest.split(b"\r\n", 1)
            if not int(size, 16):
                assert rest == b"\r\n"
                return whole
            whole, rest = whole + rest[: int(size, 16)], rest[int(size, 16) + 2 :]


Play = Callable[[Callable[[House], Awaitable[Any]]], Any]


@pytest.fixture
def play(app: Flask) -> Play:
    """Runs a story on a loop of its own; an exception that nobody heard of is the test's failure."""

    def playing(story: Callable[[House], Awaitable[Any]]) -> Any:
        unheard: list[object] = []

        async def whole() -> Any:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
            return await story(House(app))

        told = asyncio.run(whole())
        assert not unheard
        return told

    return playing
