"""Rate limits, for guessing codes and for opening tables. They never apply to a request with a valid key."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, Response, after_this_request, current_app, g
from flask_limiter import Limiter, RequestLimit

from companion.config import BadSetting, Settings
from companion.games.text import Text
from companion.web.client_address import client_network
from companion.web.errors import say
from companion.web.refusals_log import limit_met, refused

GUESSES = "120/minute"
TOO_MANY_GUESSES = Text("Too many wrong codes came from here. Wait a minute, then look at the code again.")
TOO_MANY_TABLES = Text("Too many tables were opened from here. Wait a minute, then try again.")


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
    def guesses(self) -> Iterator[None]:
        """One more wrong code or key, if it is one, and 429 where there were too many."""
        if "guessing" not in g:  # however often it is entered, a request is one guess
            g.guessing = True
            for count in self._apart.after_request_funcs[None]:
                after_this_request(count)
        with self._guesses:
            yield


def _too_many(text: Text, limit: RequestLimit) -> Response:
    limit_met(text.message)
    answer = say(429, text)
    seconds = min(limit.reset_at - time.time(), limit.limit.get_expiry())  # `reset_at` is a whole second, rounded up
    answer.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return answer


def init_app(app: Flask, settings: Settings) -> None:
    """Make the limits. Raises BadSetting where the limit that was set cannot be read."""
    app.config["GUESSES"] = GUESSES
    app.extensions["limits"] = Limits(app, settings)


def limits() -> Limits:
    """The limits of the application at hand."""
    found: Limits = current_app.extensions["limits"]
    return found


def guessed_wrong() -> None:
    """Count a wrong code or key against this address, when this request is answered."""
    g.guessed_wrong = True
    refused("code or key refused")
