"""What one client may send: how long a request's body may be, how often it may guess codes and open tables.

A body may be short, as all that people tap is, and longer for a transcript that is brought in. A request with a valid
key never meets a limit. Each process counts by itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import Flask, current_app, g, request
from limits import RateLimitItem, parse, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.config import BadSetting, Settings
from companion.games.text import Text
from companion.web.client_address import client_network
from companion.web.errors import stop
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


def limit_guesses() -> None:
    """Answer 429 if too many wrong codes or keys came from this address."""
    guesses = parse(current_app.config["GUESSES"])
    if not _limiter().test(guesses, "guess", client_network()):
        _too_many(guesses, "guess", TOO_MANY_GUESSES)


def guessed_wrong() -> None:
    """Count a wrong code or key against this address."""
    g.guessed_wrong = True
    _limiter().hit(parse(current_app.config["GUESSES"]), "guess", client_network())
    refused("code or key refused")


def limit_openings() -> None:
    """Count a table, circle or transcript that this address opens; answer 429 if there were too many."""
    openings: RateLimitItem = current_app.config["OPENINGS"]
    if not _limiter().hit(openings, "open", client_network()):
        _too_many(openings, "open", TOO_MANY_TABLES)


def _too_many(limit: RateLimitItem, scope: str, text: Text) -> NoReturn:
    limit_met(text.message)
    seconds = _limiter().get_window_stats(limit, scope, client_network()).reset_time - time.time()
    stop(429, text, Retry_After=str(max(1, math.ceil(seconds))))


def _limiter() -> FixedWindowRateLimiter:
    limiter: FixedWindowRateLimiter = current_app.extensions["limiter"]
    return limiter


def init_app(app: Flask, settings: Settings) -> None:
    """Have Flask refuse too long a body with 413, and set the rate limits.

    Raises BadSetting if the limit of `settings` cannot be read.
    """
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY, GUESSES=GUESSES)
    app.config["OPENINGS"] = read_limit(settings.open_limit)
    app.extensions["limiter"] = FixedWindowRateLimiter(MemoryStorage())

    @app.before_request
    def bounded() -> None:
        longest = largest_body(request.environ)
        if longest > LARGEST_BODY:
            request.max_content_length = request.max_form_memory_size = longest


def read_limit(text: str) -> RateLimitItem:
    """The limit that `COMPANION_OPEN_LIMIT` sets. Raises BadSetting if it is none, or lets nobody open a table."""
    try:
        [limit] = parse_many(text)
    except ValueError:
        limit = None
    if limit is None or not limit.amount:
        raise BadSetting("COMPANION_OPEN_LIMIT must look like 120/minute, not “{text}”.", text=text)
    return limit
