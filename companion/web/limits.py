"""What one client may send: how long a request's body may be, how often it may guess codes and open tables.

A body may be short, as all that people tap is, and longer for a transcript that is brought in. Rate limits never apply
to a request with a valid key.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Flask, Response, after_this_request, current_app, g, request
from flask_limiter import Limiter, RequestLimit

from companion.config import BadSetting, Settings
from companion.games.text import Text
from companion.web.client_address import client_network
from companion.web.errors import say
from companion.web.refusals_log import limit_met, refused

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 1024 * 1024
"""A transcript: ten thousand moves take less."""
OPEN_FILE, OPEN_BY_API = "/open/file", "/api/tables"
TRANSCRIPT_TYPES = frozenset({"application/x-ndjson", "application/jsonl"})

GUESSES = "120/minute"
TOO_MANY_GUESSES = Text("Too many wrong codes came from here. Wait a minute, then look at the code again.")
TOO_MANY_TABLES = Text("Too many tables were opened from here. Wait a minute, then try again.")


def largest_body(environ: Mapping[str, Any]) -> int:
    """The most bytes that a request may have, by its WSGI environ."""
    if environ.get("REQUEST_METHOD") != "POST":
        return LARGEST_BODY
    path = environ.get("PATH_INFO", "")
    media_type = str(environ.get("CONTENT_TYPE", "")).partition(";")[0].strip().lower()
    holds_file = path == OPEN_FILE or (path == OPEN_BY_API and media_type in TRANSCRIPT_TYPES)
    return LARGEST_FILE if holds_file else LARGEST_BODY


class Limits:
    """The limits an address, each a context manager: entering it answers 429 where the limit is exceeded.

    `guesses` counts a request only when `guessed_wrong` is called in it, `openings` each time that it is entered.
    Raises BadSetting where the limit that was set cannot be read.
    """

    def __init__(self, app: Flask, settings: Settings) -> None:
        # The limiter is asked by every request of the app that it is registered with, and most enter no limit.
        # So it has an app to itself, whose hooks are called for who enters one.
        self._apart = Flask("limits", static_folder=None)
        limiter = Limiter(client_network, app=self._apart, storage_uri="memory://")
        self._guesses = limiter.shared_limit(
            lambda: app.config["GUESSES"],
            scope="guess",
            deduct_when=lambda _: bool(g.get("guessed_wrong")),
            on_breach=lambda limit: _too_many(TOO_MANY_GUESSES, limit),
        )
        self.openings = limiter.shared_limit(
            settings.open_limit, scope="open", on_breach=lambda limit: _too_many(TOO_MANY_TABLES, limit)
        )
        try:
            limits = list(self.openings)  # else it would be read when the first table is opened
            if not all(one.limit.amount for one in limits):
                raise ValueError("nobody could ever open a table")
        except ValueError as wrong:
            raise BadSetting(
                "COMPANION_OPEN_LIMIT must look like 120/minute, not “{text}”.", text=settings.open_limit
            ) from wrong

    @contextmanager
    def guesses(self, *wrong: type[Exception]) -> Iterator[None]:
        """One more wrong code or key, if it is one, as these errors say, and 429 where there were too many."""
        if "guessing" not in g:  # however often it is entered, a request is one guess
            g.guessing = True
            for count in self._apart.after_request_funcs[None]:
                after_this_request(count)
        with self._guesses:
            try:
                yield
            except wrong:
                guessed_wrong()
                raise


def _too_many(text: Text, limit: RequestLimit) -> Response:
    limit_met(text.message)
    answer = say(429, text)
    seconds = min(limit.reset_at - time.time(), limit.limit.get_expiry())  # `reset_at` is a whole second, rounded up
    answer.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return answer


def init_app(app: Flask, settings: Settings) -> None:
    """Have Flask refuse too long a body, with 413, and make the rate limits."""
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY, GUESSES=GUESSES)
    app.extensions["limits"] = Limits(app, settings)

    @app.before_request
    def bounded() -> None:
        longest = largest_body(request.environ)
        if longest > LARGEST_BODY:
            request.max_content_length = request.max_form_memory_size = longest


def limits() -> Limits:
    """The limits of the application at hand."""
    found: Limits = current_app.extensions["limits"]
    return found


def guessed_wrong() -> None:
    """Count a wrong code or key against this address, when this request is answered."""
    g.guessed_wrong = True
    refused("code or key refused")
