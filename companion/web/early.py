"""Moves through the API, answered early: one that stands needs no page, no words and no cookie.

Most of what a move costs would be the framework's. So the server asks here first. Only a
well-formed request with a key that opens the table is judged; if its move is entered, that
is all there is to say. Everything else goes the usual way through `api.py`, and an answer
that the tables have given already goes with it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from companion.config import Settings
from companion.tables.codes import ALPHABET, LENGTH
from companion.tables.service import Tables, Trouble
from companion.tables.values import Answer, Played
from companion.web.json_input import read_text
from companion.web.security import host_check

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ANSWER = "companion.answer"
"""Where a request's environ holds what the tables have answered already."""

BEARER = "Bearer "
_PATH = re.compile(f"/api/tables/([{ALPHABET}]{{{LENGTH}}})/moves").fullmatch
_SEEN = re.compile(r'"([0-9]{1,9})"', re.ASCII).fullmatch
REQUEST_NAME = re.compile("[!-~]{1,200}").fullmatch
"""Whether a text may be a request's name."""


class Early:
    """Enters moves before the framework is asked. What it takes is exactly what `api.py` would."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._known = tables, host_check(settings)

    def entered(self, environ: WSGIEnvironment, body: bytes) -> int | None:
        """The version of the move that this request has entered; None where it is to be answered as usual."""
        found = _PATH(environ["PATH_INFO"])
        if found is None or environ["REQUEST_METHOD"] != "POST" or not self._known(environ.get("HTTP_HOST")):
            return None
        try:
            answer = self._answer(found[1], environ, body)
        except (ValueError, Trouble):
            return None
        if isinstance(answer, Played):
            return answer.version
        if answer is not None:
            environ[ANSWER] = answer
        return None

    def _answer(self, code: str, environ: WSGIEnvironment, body: bytes) -> Answer | None:
        key, name = environ.get("HTTP_AUTHORIZATION", ""), environ.get("HTTP_IDEMPOTENCY_KEY")
        plain = environ.get("CONTENT_TYPE") == "application/json" and (name is None or REQUEST_NAME(name))
        if not plain or not key.startswith(BEARER):
            return None
        seen = _seen(environ.get("HTTP_IF_MATCH"))
        actor = self._tables.actor(code, key.removeprefix(BEARER))
        if actor is None:
            return None
        return self._tables.play(code, [read_text(body)], actor=actor, seen=seen, request=name)


def _seen(given: Any) -> int | None:
    """The version that was seen. Raises ValueError where the header tells none."""
    if given is None:
        return None
    found = _SEEN(given)
    if found is None:
        raise ValueError("no version")
    return int(found[1])
