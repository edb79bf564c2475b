"""Compression: answers of 500 bytes and more are gzipped, for clients that accept it; those that tell a key are not."""

from __future__ import annotations

import zlib
from functools import lru_cache

from flask import Flask, Response, make_response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

LEVEL = 5
# A smaller response fits one packet either way, as an accepted move's does.
WORTH_BYTES = 500
AS_IT_IS = "no-transform"
FOR_A_YEAR = "public, max-age=31536000, immutable"
PACKABLE = frozenset({
    "application/json", "application/manifest+json", "application/x-ndjson", "image/svg+xml",
    "text/css", "text/html", "text/javascript", "text/markdown", "text/plain",
})  # fmt: skip
"""Fonts and pictures are compressed already; a stream compresses itself."""


@lru_cache(maxsize=256)
def gzip_in(accepted: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip."""
    return parse_accept_header(accepted, Accept).quality("gzip") > 0


def init_app(app: Flask) -> None:
    """Compress what pages and the API answer, and static files."""
    app.after_request(_packed)


def telling_a_key(body: str | Response) -> Response:
    """A response with a key or a recovery code: nothing on the way keeps it, and neither we nor a proxy compress it.

    The length of a compressed response would help to guess what it tells (BREACH).
    """
    answer = make_response(body)
    answer.headers["Cache-Control"] = f"no-store, {AS_IT_IS}"
    return answer


def _packed(answer: Response) -> Response:
    kept = answer.headers.get("Cache-Control", "")
    if (
        AS_IT_IS in kept
        or (answer.content_length or 0) < WORTH_BYTES
        or answer.mimetype not in PACKABLE
        or answer.is_streamed
        or answer.status_code in (206, 304)
        or "Content-Encoding" in answer.headers
    ):
        return answer
    answer.vary.add("Accept-Encoding")
    if gzip_in(request.environ.get("HTTP_ACCEPT_ENCODING", "")):
        answer.set_data((_zipped_once if kept == FOR_A_YEAR else _zipped)(answer.get_data()))
        answer.headers["Content-Encoding"] = "gzip"
        tag, _ = answer.get_etag()
        if tag is not None:
            answer.set_etag(tag, weak=True)  # a strong one names exact bytes
    return answer


def _zipped(data: bytes) -> bytes:
    return zlib.compress(data, LEVEL, 16 + zlib.MAX_WBITS)


_zipped_once = lru_cache(maxsize=256)(_zipped)
"""For static files, which are the same for every phone."""


def fresh(body: str) -> Response:
    """Return a response that nobody keeps."""
    answer = make_response(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer
