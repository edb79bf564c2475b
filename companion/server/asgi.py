"""The Flask app as an ASGI application: requests are answered in a pool of threads, streams by channels."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

from companion.live.channel import Channels, Receive, Send, disconnected
from companion.server.connection_limits import AddressLimit
from companion.server.plain_taps import PlainTaps
from companion.web.compression import gzip_in
from companion.web.limits import largest_body
from companion.web.stream import WATCH

# How much of a body over the limit is read before the 413; after a longer one the connection is closed.
LEFTOVER_BYTES = 8 * 1024 * 1024
Environ = dict[str, Any]


class Disconnected(Exception):
    """The client disconnected before its request was read."""


class Application:
    """Answers one request a call, a stream to its end."""

    def __init__(self, app: Flask, channels: Channels, limit: AddressLimit) -> None:
        self._app, self._channels, self._limit = app, channels, limit
        self._plain_taps = PlainTaps(app)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Enter a plain tap, or call Flask in a thread; send the answer."""
        deadline = scope["state"]["deadline"]
        environ, answer = environ_of(scope), WsgiResponse()
        if ambiguous(environ):
            await _refuse(send, 400, (b"connection", b"close"))
            return
        deadline.start()
        try:
            whole = await self._read_body(environ, receive)
        except Disconnected:
            return
        deadline.stop()
        plain = await self._plain_taps.answer(environ) if whole else None
        if plain is not None:
            await send({"type": "http.response.start", "status": plain.status, "headers": plain.headers})
            await send({"type": "http.response.body", "body": plain.body, "more_body": False})
            deadline.start()
            return
        environ["wsgi.input"].seek(0)
        # One context for the whole request: Flask pushes its own there for as long as it streams a body.
        call = Context().run
        await asyncio.to_thread(call, answer.fill, self._app, environ)
        if not whole:
            answer.headers.append((b"connection", b"close"))  # the rest of the body is not read
        watch, address = environ.get(WATCH), environ.get("REMOTE_ADDR", "")
        if watch is None or answer.status != 200 or scope["method"] != "GET":
            await answer.send_head(send)
            await answer.send_body(send, receive, call)
        elif not self._limit.admits(address):
            await asyncio.to_thread(call, answer.close)
            await _refuse(send, 503, (b"retry-after", b"15"))
        else:
            await asyncio.to_thread(call, answer.close)
            packs = "HTTP_X_FORWARDED_FOR" in environ and gzip_in(environ.get("HTTP_ACCEPT_ENCODING", ""))
            answer.headers += [(b"content-encoding", b"gzip")] * packs
            await answer.send_head(send)
            del environ, answer, call, scope["headers"][:]  # not kept for as long as the stream goes on
            with self._limit.counted(address):
                await self._channels.serve(watch, send, receive, packs=packs)
        deadline.start()

    async def _read_body(self, environ: Environ, receive: Receive) -> bool:
        """Read the body into the environ, up to the app's limit; returns whether that was all. Raises Disconnected."""
        longest = largest_body(environ)
        body, read, more = b"", 0, "CONTENT_LENGTH" in environ or environ["wsgi.input_terminated"]
        while more and read <= LEFTOVER_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Disconnected
            part = message["body"]
            read += len(part)
            body += part[: longest - len(body)]
            more = message["more_body"]
        environ["wsgi.input"] = io.BytesIO(body)
        if environ["wsgi.input_terminated"]:
            environ.setdefault("CONTENT_LENGTH", str(read))  # a chunked body's length is known only now
        return not more


class WsgiResponse:
    """A WSGI response: status, headers, and a body that is complete (`pieces` is a list) or arrives in pieces."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.pieces: Iterable[bytes] = ()

    def fill(self, app: Flask, environ: Environ) -> None:
        """Call the app. Reads a body of known length, or one that is not sent; else leaves `pieces` to be read."""
        self.pieces = app.wsgi_app(environ, self._start)
        bare = environ["REQUEST_METHOD"] == "HEAD" or self.status in (204, 304)
        if bare or any(name == b"content-length" for name, _ in self.headers):
            try:
                whole = b"".join(self.pieces)
            finally:
                self.close()
            self.pieces = [whole]

    def close(self) -> None:
        """Stop reading the body."""
        close = getattr(self.pieces, "close", None)
        if close is not None:
            close()

    async def send_head(self, send: Send) -> None:
        """Send status and headers."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})

    async def send_body(self, send: Send, receive: Receive, call: Callable[..., Any]) -> None:
        """Send each piece of the body as it arrives, until the client disconnects."""
        if isinstance(self.pieces, list):
            await send({"type": "http.response.body", "body": self.pieces[0], "more_body": False})
            return
        gone, pieces = asyncio.create_task(disconnected(receive)), iter(self.pieces)
        try:
            while not gone.done() and (piece := await asyncio.to_thread(call, next, pieces, None)) is not None:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        finally:
            gone.cancel()
            await asyncio.to_thread(call, self.close)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _refuse(send: Send, status: int, header: tuple[bytes, bytes]) -> None:
    """Answer with a status, a header and nothing else."""
    await send({"type": "http.response.start", "status": status, "headers": [header]})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def ambiguous(environ: Environ) -> bool:
    """Whether a proxy may have read this request's end elsewhere (RFC 9112, 6.1 and 9.3.6): it is not answered."""
    return environ["REQUEST_METHOD"] == "CONNECT" or (environ["wsgi.input_terminated"] and "CONTENT_LENGTH" in environ)


def environ_of(scope: dict[str, Any]) -> Environ:
    """A request's WSGI environ, without its body."""
    server, client, path = scope["server"] or ("", None), scope["client"], scope["raw_path"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": False,
    }
    if client:
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = client[0], str(client[1])
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.rstrip().decode("latin-1"))
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    if name == "transfer-encoding":
        environ["wsgi.input_terminated"] = True
        return
    if "_" in name:  # could pass for another header, perhaps one that a proxy sets
        return
    key = name.upper().replace("-", "_")
    if name not in ("content-type", "content-length"):
        key = f"HTTP_{key}"
    if key in environ:
        value = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}"
    environ[key] = value
