"""What an OpenAPI document is put together from: answers and bodies. A string stands for a component of that name."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Answers = dict[int, Any]


def content(schema: str | Json) -> Json:
    """The content of a body that is JSON of this schema."""
    return {"application/json": {"schema": schema}}


def answer(description: str, schema: str | Json, *headers: str) -> Json:
    """An answer with such a body, and these headers."""
    return {"description": description, "content": content(schema), "headers": {name: name for name in headers}}


def plain_text(description: str, media_type: str) -> Json:
    """An answer that is text of this type."""
    return {"description": description, "content": {media_type: {"schema": {"type": "string"}}}}


TRANSCRIPT: Json = {
    "application/x-ndjson": {
        "schema": {"type": "string", "description": "A transcript: JSON lines, the header first; up to 1 MB."},
    }
}
