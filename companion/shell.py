"""The shell between the server (ASGI) and the app (WSGI): requests are answered inline on the loop, in a greenlet.

A request's body is read before the app is called. Streams of tables are handed to `Fanout`;
whatever else an answer's body is made of is sent piece by piece as it comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

from companion.config import Settings
from companion.fanout import Fanout, Receive, Send
from companion.tables.waiting import run
from companion.web.early import Early
from companion.web.packing import gzip_in
from companion.web.security import answer_headers
from companion.web.stream import FEED

# Of a body that is too long so much is read, to tell the one who sends it and go on with the connection.
LEFTOVER_BYTES = 8 * 1024 * 1024
Headers = list[tuple[bytes, bytes]]


class Gone(Exception):
    """Nobody waits for an answer any more."""


class Shell:
    """The app as the server calls it."""

    def __init__(self, app: Flask, fanout: Fanout, settings: Settings) -> None:
        self._app, self._fanout = app, fanout
        self._early = Early(app.extensions["tables"], settings)
        named = {"Content-Type": "application/json", **answer_headers(settings)}
        self._headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
        self._most = int(app.config["MAX_CONTENT_LENGTH"])

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, a stream to its end."""
        environ = environ_of(scope)
        try:
            body, whole = await self._body(environ, receive)
        except Gone:
            return None
        environ["wsgi.input"] = io.BytesIO(body)
        answer = Answer()
        pieces = await run(self._answered, environ, body, answer)
        if not whole:
            answer.headers.append((b"connection", b"close"))  # nobody reads the rest of it
        feed = environ.get(FEED)
        if feed is not None and answer.status == 200 and scope["method"] == "GET":
            _closed(pieces)
            zipped = await _begun(answer, environ, send)
            # A stream lasts for hours: what it was asked and answered with is let go.
            del environ, answer, pieces, body, scope["headers"][:]
            return await self._fanout.serve(feed, send, receive, zipped=zipped)
        if isinstance(pieces, list):
            return await _say(send, answer, b"".join(pieces))
        return await _sent(answer, pieces, send, receive)

    def _answered(self, environ: dict[str, Any], body: bytes, answer: Answer) -> Iterable[bytes]:
        # What has the greatest length may have been cut off there.
        version = self._early.entered(environ, body) if len(body) < self._most else None
        if version is None:
            pieces = self._app.wsgi_app(environ, answer.start)
            bare = environ["REQUEST_METHOD"] == "HEAD" or answer.status in (204, 304)
            return _joined(pieces) if bare or answer.measured else pieces
        told = b'{"version":%d}\n' % version
        answer.status, answer.headers = 201, [*self._headers, (b"content-length", b"%d" % len(told))]
        return [told]

    async def _body(self, environ: dict[str, Any], receive: Receive) -> tuple[bytes, bool]:
        """As much of the request's body as the app takes, and whether all of it has been read. Raises Gone."""
        length = environ.get("CONTENT_LENGTH")
        if length is None and not environ["wsgi.input_terminated"]:
            return b"", True
        body, read = b"", 0
        while read <= LEFTOVER_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            part = message.get("body", b"")
            read += len(part)
            body += part[: self._most - len(body)]
            if not message.get("more_body", False):
                break
        environ.setdefault("CONTENT_LENGTH", str(read))  # of what came in chunks it is known now
        return body, read <= LEFTOVER_BYTES


class Answer:
    """Status and headers of an answer, as the app gives them."""

    __slots__ = ("headers", "status")

    def __init__(self) -> None:
        self.status, self.headers = 500, Headers()

    def start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        """WSGI's start_response."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return None

    @property
    def measured(self) -> bool:
        """Whether it says how long it is."""
        return any(name == b"content-length" for name, _ in self.headers)


def environ_of(scope: dict[str, Any]) -> dict[str, Any]:
    """A request as WSGI has it, without its body."""
    server, client, path = scope["server"] or ("", None), scope["client"], scope["raw_path"]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": False,
    }
    if client:
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = client[0], str(client[1])
    for name, value in scope["headers"]:
        _add_header(environ, name, value.rstrip().decode("latin-1"))
    return environ


_NAMES: dict[bytes, str] = {
    b"content-type": "CONTENT_TYPE",
    b"content-length": "CONTENT_LENGTH",
    **{
        name: "HTTP_" + name.decode().upper().replace("-", "_")
        for name in (b"host", b"accept", b"accept-encoding", b"accept-language", b"authorization", b"cookie",
                     b"user-agent", b"connection", b"referer", b"origin", b"if-none-match", b"cache-control")
    },
}  # fmt: skip


def _add_header(environ: dict[str, Any], name: bytes, value: str) -> None:
    if name == b"transfer-encoding":
        environ["wsgi.input_terminated"] = True
        return
    if b"_" in name:  # it would pass for another header, one that a proxy has vouched for say
        return
    key = _NAMES.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
    if key in environ:
        joint = "; " if key == "HTTP_COOKIE" else ","
        value = f"{environ[key]}{joint}{value}"
    environ[key] = value


def _joined(pieces: Iterable[bytes]) -> list[bytes]:
    try:
        return list(pieces)
    finally:
        _closed(pieces)


async def _say(send: Send, answer: Answer, body: bytes) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _begun(answer: Answer, environ: dict[str, Any], send: Send) -> bool:
    """The head of a stream is sent; whether its body is to be packed."""
    zipped = gzip_in(environ.get("HTTP_ACCEPT_ENCODING", ""))
    if zipped:
        answer.headers.append((b"content-encoding", b"gzip"))
    answer.headers.append((b"vary", b"Accept-Encoding"))
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    return zipped


async def _sent(answer: Answer, pieces: Iterable[bytes], send: Send, receive: Receive) -> None:
    """Send each piece when it is there, as long as anybody takes them."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    gone, each = asyncio.ensure_future(_gone(receive)), iter(pieces)
    try:
        while not gone.done() and (piece := await run(_next, each)) is not None:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    finally:
        gone.cancel()
        await run(_closed, pieces)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _next(each: Iterator[bytes]) -> bytes | None:
    return next(each, None)


def _closed(pieces: object) -> None:
    close = getattr(pieces, "close", None)
    if close is not None:
        with contextlib.suppress(RuntimeError):
            close()
