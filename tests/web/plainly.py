"""The app as its server asks it: what is plainly accepted is entered on the loop, the rest goes on to Flask."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from companion.server.plain_taps import PlainTaps


class Plainly:
    """A WSGI application; `entered` counts the requests that never got to Flask."""

    def __init__(self, app: Flask) -> None:
        self.app, self.taps, self.flask, self.entered = app, PlainTaps(app), app.wsgi_app, 0

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ |= {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": False}
        plain = asyncio.run(self.taps.answer(environ))
        if plain is None:
            environ["wsgi.input"].seek(0)
            return self.flask(environ, start)
        self.entered += 1
        start(f"{plain.status} -", [(name.decode(), value.decode()) for name, value in plain.headers])
        return [plain.body]
