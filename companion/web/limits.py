"""Limits, for guessing codes and for opening tables. Who shows a key that opens the table never meets one."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, current_app, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse

from companion.config import Settings
from companion.games.ruling import Text
from companion.tables.codes import normal_code
from companion.tables.troubles import NoSuchTable
from companion.tables.values import Snapshot
from companion.web.errors import stop
from companion.web.identity import Viewer, tables, who

GUESSES = "120/minute"
TOO_MANY_GUESSES = Text("Too many wrong codes came from here. Wait a minute, then look at the code again.")
TOO_MANY_TABLES = Text("Too many tables were opened from here. Wait a minute, then try again.")


class Limits:
    """Counts by the asker's address."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self.guesses = parse(GUESSES)
        self.openings = parse(settings.open_limit)
        # It has no limits of its own: what counts as a guess is known only when it was wrong.
        self._limiter = Limiter(asker, app=app)

    def refuse_guesser(self) -> None:
        """Answer 429 where this address has guessed wrong too often, whatever it asks for now."""
        if not self._limiter.limiter.test(self.guesses, "guess", asker()):
            self._stop(self.guesses, "guess", TOO_MANY_GUESSES)

    def count_guess(self) -> None:
        """One more wrong code or key from this address."""
        self._limiter.limiter.hit(self.guesses, "guess", asker())

    def count_opening(self) -> None:
        """One more table opened from this address. Answers 429 where that is one too many."""
        if not self._limiter.limiter.hit(self.openings, "open", asker()):
            self._stop(self.openings, "open", TOO_MANY_TABLES)

    def _stop(self, limit: RateLimitItem, what: str, text: Text) -> None:
        reset = self._limiter.limiter.get_window_stats(limit, what, asker()).reset_time
        stop(429, text, Retry_After=str(max(1, math.ceil(reset - time.time()))))


def init_app(app: Flask, settings: Settings) -> None:
    """Begin to count. Raises BadSetting where the limit that was set is none."""
    app.extensions["limits"] = Limits(app, settings)


def limits() -> Limits:
    """The limits of the application at hand."""
    found: Limits = current_app.extensions["limits"]
    return found


def find_table(code: str, viewer: Viewer | None = None) -> Snapshot:
    """The table of that code, as typed or scanned; the way to a table for every page and call.

    `viewer` is who asks, where a header says so instead of the cookie. Answers 404
    where no table has the code, and 429, for right and wrong codes alike, where
    the asker has no key of this table and has guessed wrong too often.
    """
    viewer = viewer or who(code)
    if viewer.actor is None:
        limits().refuse_guesser()
    try:
        known = normal_code(code)
        if known is None:
            raise NoSuchTable
        return tables().find(known)
    except NoSuchTable:
        limits().count_guess()
        raise


def asker() -> str:
    """Who is counted: an address, or with IPv6 the home network it belongs to."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False).network_address)
    return str(address)
