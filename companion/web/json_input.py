"""JSON from outside, read strictly: what is no JSON text is told in a sentence, never as a fault of ours."""

from __future__ import annotations

import json
import re

from flask import abort, request

from companion.games.ruling import Text
from companion.games.transcript import load_json
from companion.web.errors import stop

BROKEN = Text("The body is not JSON: one value in UTF-8, nested no deeper than a move needs.")
NOT_JSON = Text("This address takes JSON: send it as application/json, in UTF-8.")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def read_text(text: str | bytes) -> object:
    """A JSON value. Raises ValueError for wrong UTF-8, for NaN, for half a surrogate pair, for endless nesting."""
    decoded = text.decode("utf-8") if isinstance(text, bytes) else text
    value: object = load_json(decoded)
    if _SURROGATE.search(decoded):
        # "\ud800" is good JSON and no text: nothing could ever be sent that holds it.
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except RecursionError as deep:
            raise ValueError("nested too deeply") from deep
    return value


def read_body() -> object:
    """The request's body as a JSON value. Answers 415 for another type, 413 for too much, 400 for what is no JSON."""
    if request.mimetype != "application/json" or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        stop(415, NOT_JSON)
    data = request.get_data()
    if request.content_length is None and len(data) >= (request.max_content_length or 0):
        abort(413)  # sent in chunks, it was cut off at the limit without a word
    try:
        return read_text(data)
    except ValueError:
        stop(400, BROKEN)
