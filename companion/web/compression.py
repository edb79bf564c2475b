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
GZIP = 16 + zlib.MAX_WBITS
AS_IT_IS = "no-transform"
_PACKABLE = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/markdown",
        "text/plain",
    }
)


def packable(kind: str | None) -> bool:
    """Whether to compress this media type. Fonts and pictures are compressed already; a stream compresses itself."""
    return kind in _PACKABLE


def takes_gzip() -> bool:
    """Whether the request at hand accepts gzip."""
    return gzip_in(request.environ.get("HTTP_ACCEPT_ENCODING", ""))


@lru_cache(maxsize=256)
def gzip_in(accepted: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip."""
    return parse_accept_header(accepted, Accept).quality("gzip") > 0


def init_app(app: Flask) -> None:
    """Compress what pages and the API answer."""

    @app.after_request
    def pack(answer: Response) -> Response:
        size = answer.content_length
        worth = size is not None and size >= WORTH_BYTES and packable(answer.mimetype)
        return packed(answer) if worth and AS_IT_IS not in answer.headers.get("Cache-Control", "") else answer


def telling_a_key(body: str | Response) -> Response:
    """A response with a key or a recovery code: nothing on the way keeps it, and neither we nor a proxy compress it.

    The length of a compressed response would help to guess what it tells (BREACH).
    """
    answer = make_response(body)
    answer.headers["Cache-Control"] = f"no-store, {AS_IT_IS}"
    return answer


def packed(answer: Response) -> Response:
    """Compress the response in place, where the client accepts it and it is not compressed yet.

    A strong ETag names exact bytes: it becomes a weak one.
    """
    if answer.is_streamed or "Content-Encoding" in answer.headers or answer.status_code in (206, 304):
        return answer
    answer.vary.add("Accept-Encoding")
    if takes_gzip():
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        answer.set_data(packer.compress(answer.get_data()) + packer.flush())
        answer.headers["Content-Encoding"] = "gzip"
        tag, _ = answer.get_etag()
        if tag is not None:
            answer.set_etag(tag, weak=True)
    return answer
