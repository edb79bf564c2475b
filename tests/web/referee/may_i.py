"""The page "May I ...?", as the tests ask it."""

from __future__ import annotations

import html
import re
from typing import Any

from companion.tables.answers import Opened
from tests.conftest import Phone

STEAL = "?ask=steal&seat=Chris&color=blue&from=Mary"


def asked(phone: Phone, opened: Opened, query: str = "", **more: Any) -> str:
    answer = phone.get(f"/t/{opened.code}/may-i{query}", **more)
    assert answer.status_code == 200
    return answer.text


def links(page: str) -> list[tuple[str, str]]:
    """The questions that a page leads to: address and words."""
    found = re.findall(r'<a [^>]*href="([^"]*/may-i\?[^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return [(html.unescape(href), re.sub(r"<[^>]*>", " ", words)) for href, words in found]
