"""What is no prose is not corrected by a phone's keyboard: a code, a name, a password, a word of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parent.parent / "templates"
FIELD = re.compile(r"<(?:input|textarea)\b(?:[^>{]|\{\{.*?\}\}|\{%.*?%\})*>", re.S)
NOT_LETTERS = re.compile(r'type="(hidden|radio|checkbox|submit|number|file)"|inputmode="numeric"| readonly')
PROSE = {
    ("circle/new.html", 'name="name"'): "what a circle is called",
    ("circle/page.html", 'name="name"'): "the same",
    ("lobby/open_table.html", 'name="preset"'): "what house rules are called",
    ("referee/rule_macros.html", 'name="reason"'): "a reason",
}
"""Fields for words of a language, and what they hold."""
FIELDS = [
    (str(path.relative_to(TEMPLATES)), field)
    for path in sorted(TEMPLATES.rglob("*.html"))
    for field in FIELD.findall(path.read_text(encoding="utf-8"))
    if not NOT_LETTERS.search(field)
]


def is_prose(template: str, field: str) -> bool:
    return any(template == where and name in field for where, name in PROSE)


@pytest.mark.parametrize(("template", "field"), FIELDS)
def test_what_is_no_prose_is_not_corrected(template: str, field: str) -> None:
    assert ('autocorrect="off"' in field) != is_prose(template, field)
