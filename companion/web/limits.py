"""Limits, for guessing codes and for opening tables. Who shows a key that opens the table never meets one."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, current_app, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.config import BadSetting, Settings
from companion.games.ruling import Text
from companion.tables.codes import normal_code
from companion.tables.troubles import NoSuchTable
from companion.tables.values import Actor, Snapshot
from companion.web.errors import stop
from companion.web.identity import Viewer, tables, who
from companion.web.seeing import table_for_phone

GUESSES = "120/minute"
TOO_MANY_GUESSES = Text("Too many wrong codes came from here. Wait a minute, then look at the code again.")
TOO_MANY_TABLES = Text("Too many tables were opened from here. Wait a minute, then try again.")
NO_SUCH_KEY = Text("This link opens no seat. A link ends when its seat is handed out anew; ask the host for another.")


class Limits:
    """Counts by the asker's address. Raises BadSetting where the limit that was set is none.

    Straight on the library beneath Flask-Limiter: what counts as a guess is known
    only once it was wrong, and requests that are never counted cost nothing.
    """

    def __init__(self, settings: Settings) -> None:
        self.guesses = parse(GUESSES)
        try:
            self.openings = parse(settings.open_limit)
        except ValueError as wrong:
            raise BadSetting(f"COMPANION_OPEN_LIMIT must look like 120/minute, not {settings.open_limit!r}.") from wrong
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def refuse_guesser(self) -> None:
        """Answer 429 where this address has guessed wrong too often, whatever it asks for now."""
        if not self._limiter.test(self.guesses, "guess", asker()):
            self._stop(self.guesses, "guess", TOO_MANY_GUESSES)

    def count_guess(self) -> None:
        """One more wrong code or key from this address."""
        self._limiter.hit(self.guesses, "guess", asker())

    def count_opening(self) -> None:
        """One more table opened from this address. Answers 429 where that is one too many."""
        if not self._limiter.hit(self.openings, "open", asker()):
            self._stop(self.openings, "open", TOO_MANY_TABLES)

    def _stop(self, limit: RateLimitItem, what: str, text: Text) -> None:
        reset = self._limiter.get_window_stats(limit, what, asker()).reset_time
        stop(429, text, Retry_After=str(max(1, math.ceil(reset - time.time()))))


def init_app(app: Flask, settings: Settings) -> None:
    """Begin to count. Raises BadSetting where the limit that was set is none."""
    app.extensions["limits"] = Limits(settings)


def limits() -> Limits:
    """The limits of the application at hand."""
    found: Limits = current_app.extensions["limits"]
    return found


def find_table(code: str, viewer: Viewer | None = None) -> Snapshot:
    """The table of that code, as typed or scanned; the way to a table for every page and call:
    as the asker may know it.

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
        return table_for_phone(known, viewer)
    except NoSuchTable:
        limits().count_guess()
        raise


def find_key(key: str) -> Actor:
    """Who holds this key, at whatever table; looking does not use it up.

    Answers 404 for a key that opens nothing, and 429 to who has guessed wrong too
    often; a key that opens a table never meets the limit.
    """
    actor = tables().actor_anywhere(key)
    if actor is None:
        limits().refuse_guesser()
        limits().count_guess()
        stop(404, NO_SUCH_KEY)
    return actor


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
