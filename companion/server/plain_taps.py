"""Taps that are plainly accepted: entered and answered on the server's loop, without a thread and without Flask.

Whatever else is sent goes on to Flask, which knows nothing of what was tried here: a refusal, a repeat, an undo, a page
without scripts, a table that has to be read first. Host, token, keys, form and body are read by the same functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from flask import Flask, Request
from flask_wtf.csrf import ValidationError, validate_csrf
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from companion.games.text import Text
from companion.service.service import TableService
from companion.tables.errors import Unavailable
from companion.tables.keys_and_codes import ALPHABET, LENGTH, key_hash
from companion.tables.visibility import seen_by
from companion.web.api.request import read_body, request_name, seen_version
from companion.web.errors import unavailable
from companion.web.identity import TABLE_KEYS, bearer
from companion.web.limits import LARGEST_BODY
from companion.web.security import answer_headers, host_check
from companion.web.table.tap import STAMP, read_tap, stamp_of

KEPT, LONGEST = 4096, 4096
"""How many pages' cookies and tokens are known to be good, and the characters of one."""
FORM = "application/x-www-form-urlencoded"
_ADDRESS = re.compile(rf"/(?P<api>api/tables|t)/(?P<code>[{ALPHABET}]{{{LENGTH}}})/moves").fullmatch


class Answer(NamedTuple):
    """A whole answer, as the server sends it."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PlainTaps:
    """Enters the taps of one app. Call it on the loop: it waits for nothing but the disk."""

    def __init__(self, app: Flask) -> None:
        self._app, self._is_known_host = app, host_check(app.extensions["settings"])
        self._of_all = encoded(answer_headers(app.extensions["settings"]).items())
        page = [("Vary", "Cookie"), ("Content-Type", "text/html; charset=utf-8")]
        self._of_pages = [*self._of_all, *encoded(page)]
        self._of_programs = [*self._of_all, *encoded([("Content-Type", "application/json")])]
        self._keys = lru_cache(KEPT)(self._read_keys)

    async def answer(self, environ: dict[str, Any]) -> Answer | None:
        """Enter a tap, and return its answer; None if it is for Flask. The environ has the whole body."""
        found = _ADDRESS(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if (
            found is None
            or environ["QUERY_STRING"]
            or environ["wsgi.input_terminated"]
            or int(environ.get("CONTENT_LENGTH") or 0) > LARGEST_BODY
            or not self._is_known_host(environ.get("HTTP_HOST"))
        ):
            return None
        try:
            return await (self._of_page if found["api"] == "t" else self._of_program)(found["code"], environ)
        except HTTPException:
            return None

    async def _of_page(self, code: str, environ: dict[str, Any]) -> Answer | None:
        if environ.get("HTTP_HX_REQUEST") != "true" or not environ.get("CONTENT_TYPE", "").startswith(FORM):
            return None
        form = MultiDict(parse_qsl(environ["wsgi.input"].read().decode(errors="replace"), keep_blank_values=True))
        cookie, token = environ.get("HTTP_COOKIE", ""), form.get("csrf_token") or environ.get("HTTP_X_CSRFTOKEN", "")
        if len(cookie) + len(token) > LONGEST:
            return None
        key = self._keys(cookie, token).get(code, "")
        table = self._tables.at_hand(code)
        actor = None if table is None else table.actor(key)
        if table is None or actor is None:
            return None
        tap = read_tap(seen_by(table.snapshot, actor), form)
        if isinstance(tap, Text) or tap.undoes or tap.name is None:
            return None
        with suppress(Unavailable):  # else Flask tries again, and finds it by its name if it was entered all the same
            after = await self._tables.submit_on_loop(code, tap.claims, key=key, seen=tap.held_to, request=tap.name)
            if after is not None:
                return Answer(204, [*self._of_pages, *encoded([(STAMP, stamp_of(after))])], b"")
        return None

    async def _of_program(self, code: str, environ: dict[str, Any]) -> Answer | None:
        sent = self._app.request_class(environ, populate_request=False)
        key, seen, name, body = key_hash(bearer(sent) or ""), seen_version(sent), request_name(sent), read_body(sent)
        try:
            after = await self._tables.submit_on_loop(code, [body], key=key, seen=seen, request=name)
        except Unavailable:
            return None if name else self._unsaved(sent)
        if after is None:
            return None
        told = b'{"version":%d}\n' % after.version
        return Answer(201, [*self._of_programs, *encoded([("Content-Length", str(len(told)))])], told)

    def _unsaved(self, sent: Request) -> Answer:
        """Say that a move without a name was not saved: it may have been, and is not tried again."""
        self._tables.meter.unsaved()
        with self._app.request_context(sent.environ):
            said = unavailable()
        return Answer(said.status_code, [*self._of_all, *encoded(said.headers)], said.get_data())

    @property
    def _tables(self) -> TableService:
        found: TableService = self._app.extensions["tables"]
        return found

    def _read_keys(self, cookie: str, token: str) -> Mapping[str, str]:
        """The hashes of the keys in a phone's cookie, by their tables' codes; none if the token is not the phone's."""
        with self._app.test_request_context(headers={"Cookie": cookie}):
            try:
                validate_csrf(token)
            except ValidationError:
                return {}
            return {code: key_hash(key) for code, key in TABLE_KEYS}


def encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
