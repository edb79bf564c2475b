"""Why somebody disputes, rules or corrects: tapped or typed in a form, and kept by the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.reasons import Reason
from companion.games.text import Text
from companion.web.request_language import words

BECAUSE, REASON = "because", "reason"
"""Keys of a form: the message of the reason that was tapped, and what was typed."""


def tapped(form: Mapping[str, str], offered: Iterable[Reason]) -> Reason | None:
    """The reason that was tapped in a form, None where none of those offered was."""
    return next((one for one in offered if one.text.message == form.get(BECAUSE)), None)


def given(form: Mapping[str, str], offered: Iterable[Reason]) -> str:
    """The reason as the ledger keeps it, in the language of the phone; empty where none was given."""
    typed, one = form.get(REASON, "").strip(), tapped(form, offered)
    if one is None:
        return typed
    return words(Text("{reason}: {more}", reason=one.text, more=typed)) if typed else words(one.text)
