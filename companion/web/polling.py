"""Polling: what an open page is answered that asks again and again whether all is as it shows (watched_part.js)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from flask import request
from flask.typing import ResponseReturnValue

from companion.web.compression import fresh
from companion.web.request_language import language

STAMP = "shown"
"""The parameter that has the stamp of what the page shows."""


def stamp_of(values: object) -> str:
    """A stamp of what a page shows: the same for the same values, in the same language."""
    return blake2b(repr((language(), values)).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def answer_poll(stamp: str, draw: Callable[[], str]) -> ResponseReturnValue:
    """Answer nothing while the page shows what has this stamp, else draw it anew."""
    same = request.args[STAMP] == stamp
    return fresh("" if same else draw()), 204 if same else 200
