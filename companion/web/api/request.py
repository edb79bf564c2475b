"""What a program sends to the JSON API: its body, the version that it saw, and its request's name."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, TypeVar

from flask import Request, abort, request
from pydantic import BaseModel, ValidationError

from companion.games.text import Text
from companion.games.transcript import load_json
from companion.web.errors import stop

Sent = TypeVar("Sent", bound=BaseModel)
IF_MATCH: dict[str, Any] = {
    "in": "header", "name": "If-Match",
    "description": "The version that was seen, or the table's ETag. Where it has moved on, nothing is entered.",
    "schema": {"type": "string", "pattern": '^(W/)?"[0-9]{1,9}(-[0-9a-f]{16})?"$'},
    "example": '"12"',
}  # fmt: skip
IDEMPOTENCY_KEY: dict[str, Any] = {
    "in": "header", "name": "Idempotency-Key",
    "description": "The request's name. The same request again has no second effect and the same answer.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}  # fmt: skip
BAD_IF_MATCH = Text('\u201cIf-Match\u201d holds the version that was seen, in quotes: "12".')
BAD_REQUEST_NAME = Text("\u201cIdempotency-Key\u201d holds 1 to 200 letters, digits and signs, without spaces.")
BROKEN = Text("The body is not JSON: one value in UTF-8, nested no deeper than a move needs.")
NOT_JSON = Text("This address takes JSON: send it as application/json, in UTF-8.")


def read_body(sent: Request = request) -> object:
    """The request's body as a JSON value. Answers 415 for another type, 413 for too much, 400 for what is no JSON."""
    if sent.mimetype != "application/json" or sent.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        stop(415, NOT_JSON)
    try:
        return load_json(sent_bytes(sent).decode())
    except ValueError:
        stop(400, BROKEN)


def sent_bytes(sent: Request = request) -> bytes:
    """The request's body. Answers 413 for too much."""
    data = sent.get_data()
    if sent.content_length is None and len(data) >= (sent.max_content_length or 0):
        abort(413)  # a chunked body was cut off at the limit silently
    return data


def read_model(model: type[Sent], wrong: Text) -> Sent:
    """The request's body as this model. Answers as `read_body` does, and 400, saying what is wrong, for another one."""
    try:
        return model.model_validate(read_body())
    except ValidationError:
        stop(400, wrong)


def seen_version(sent: Request = request) -> int | None:
    """The version that the program saw, by If-Match; None where it says none. Answers 400 for what is no version."""
    given = sent.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    # Compression, here or by a proxy, makes the response's tag a weak one: W/.
    found = re.fullmatch(r'\s*(?:W/)?"([0-9]{1,9})(?:-[0-9a-f]{16})?"\s*', given, re.ASCII)
    return int(found[1]) if found else stop(400, BAD_IF_MATCH)


def answer_tag(version: int, answer: bytes) -> str:
    """An answer's ETag: the version, which is all that If-Match asks for, and a hash of all that the answer says.

    The same version says something else where corrected rules refuse an entry, or a backup has put back another past.
    """
    return f"{version}-{sha256(answer).hexdigest()[:16]}"


def request_name(sent: Request = request) -> str | None:
    """The request's own name, by which a repeat is known; None without. Answers 400 for what is no name."""
    given = sent.headers.get("Idempotency-Key")
    if given is not None and not re.fullmatch("[!-~]{1,200}", given):
        stop(400, BAD_REQUEST_NAME)
    return given
