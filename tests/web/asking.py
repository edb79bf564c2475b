"""Who asks, and what they are told: a page, a fragment for htmx, or JSON."""

from __future__ import annotations

from werkzeug.test import TestResponse

from tests.conftest import said

ASKERS = ("page", "htmx", "api")


def sentence_of(asker: str, answer: TestResponse) -> str:
    """What the asker is told; fails where it is not told the asker's way."""
    if asker == "api":
        return str(said(answer)["reason"])
    assert answer.mimetype == "text/html"
    whole = "<html" in answer.text
    assert whole == (asker == "page")
    if asker == "htmx":
        assert 'role="alert"' in answer.text
        assert answer.headers["HX-Retarget"] == "#notice"
        assert answer.headers["HX-Reswap"] == "innerHTML"
    return answer.text
