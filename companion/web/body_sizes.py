"""How long a request's body may be: short for all that people tap, longer for a transcript that is brought in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, request

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 1024 * 1024
"""A transcript: ten thousand moves take less."""
OPEN_FILE, OPEN_BY_API = "/open/file", re.compile(r"/api/(circles/[^/]+/)?tables")
TRANSCRIPT_TYPES = frozenset({"application/x-ndjson", "application/jsonl"})


def largest_body(environ: Mapping[str, Any]) -> int:
    """The most bytes that a request may have, by its WSGI environ."""
    if environ.get("REQUEST_METHOD") != "POST":
        return LARGEST_BODY
    path = environ.get("PATH_INFO", "")
    media_type = str(environ.get("CONTENT_TYPE", "")).partition(";")[0].strip().lower()
    holds_file = path == OPEN_FILE or (OPEN_BY_API.fullmatch(path) and media_type in TRANSCRIPT_TYPES)
    return LARGEST_FILE if holds_file else LARGEST_BODY


def init_app(app: Flask) -> None:
    """Have Flask refuse what is longer, with 413."""
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY)

    @app.before_request
    def bounded() -> None:
        longest = largest_body(request.environ)
        if longest > LARGEST_BODY:
            request.max_content_length = request.max_form_memory_size = longest
