"""Pages of Ui77 as the tests read and tap them, and hands that are half played."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from tests.conftest import Phone
from tests.games.ui77.sitting import (
    NAMES,
    discard,
    face_up,
)

SEATS = list(NAMES[:3])
DEALT = [face_up(), *map(discard, SEATS)]


def tap(phone: Phone, code: str, *moves: object) -> Any:
    return phone.post(f"/t/{code}/moves", {"move": [json.dumps(move) for move in moves]}, htmx=True)


def controls(page: str) -> set[str]:
    return {html.unescape(name) for name in re.findall(r'<button [^>]*aria-label="([^"]+)"', page)}


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
