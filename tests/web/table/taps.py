"""A tap on the table's page, as its form sends it."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.conftest import Phone

TAKE = {"move": "take", "seat": "Chris", "color": "red"}


def tap(phone: Phone, code: str, *moves: object, version: int | None = 0, **more: Any) -> Any:
    fields: dict[str, Any] = {"move": [json.dumps(move) for move in moves], **more}
    return phone.post(f"/t/{code}/moves", fields | ({} if version is None else {"version": version}), htmx=True)


def for_of(page: str) -> str:
    """The mark of the act that a page's drafts are for."""
    found = re.search(r'name="for" value="([^"]+)"', page)
    assert found is not None
    return found[1]
