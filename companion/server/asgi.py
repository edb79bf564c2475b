"""The Flask app as an ASGI application: requests are answered in a pool of threads, streams by channels."""

from __future__ import annotations

import asyncio
import io
import sys
from contextlib import closing
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from werkzeug.wsgi import ClosingIterator

from companion.live.channel import Channels, Receive, Send
from companion.server.connection_limits import AddressLimit
from companion.server.plain_taps import Answer, PlainTaps, encoded
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
        environ = environ_of(scope)
        if ambiguous(environ):
            await _send(send, Answer(400, [(b"connection", b"close")], b""))
            return
        deadline.start()
        try:
            whole = await self._read_body(environ, receive)
        except Disconnected:
            return
        deadline.stop()
        plain = await self._plain_taps.answer(environ) if whole else None
        if plain is not None:
            await _send(send, plain)
            deadline.start()
            return
        environ["wsgi.input"].seek(0)
        answer = await asyncio.to_thread(_ask, self._app, environ)
        if not whole:
            answer.headers.append((b"connection", b"close"))  # the rest of the body is not read
        watch, address = environ.get(WATCH), environ.get("REMOTE_ADDR", "")
        if watch is None or answer.status != 200 or scope["method"] != "GET":
            await _send(send, answer)
        elif not self._limit.admits(address):
            await _send(send, Answer(503, [(b"retry-after", b"15")], b""))
        else:
            packs = "HTTP_X_FORWARDED_FOR" in environ and gzip_in(environ.get("HTTP_ACCEPT_ENCODING", ""))
            headers = [*answer.headers, *[(b"content-encoding", b"gzip")] * packs]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            del environ, answer, headers, scope["headers"][:]  # not kept for as long as the stream goes on
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


def _ask(app: Flask, environ: Environ) -> Answer:
    """Call Flask, and read the whole of its answer; the body of a stream is left to a channel."""
    status, headers = 500, list[tuple[bytes, bytes]]()

    def start(line: str, told: list[tuple[str, str]], _error: object = None) -> Any:
        nonlocal status, headers
        status, headers = int(line[:3]), encoded(told)

    with closing(ClosingIterator(app.wsgi_app(environ, start))) as pieces:
        return Answer(status, headers, b"" if WATCH in environ else b"".join(pieces))


async def _send(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


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
