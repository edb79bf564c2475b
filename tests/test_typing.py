"""What is no prose is not corrected by a phone's keyboard: a code, a name, a password, a word of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parent.parent / "templates"
FIELD = re.compile(r"<(?:input|textarea)\b(?:[^>{]|\{\{.*?\}\}|\{%.*?%\})*>", re.S)
FIELDS = [
    (str(path.relative_to(TEMPLATES)), field)
    for path in sorted(TEMPLATES.rglob("*.html"))
    for field in FIELD.findall(path.read_text(encoding="utf-8"))
    if ("spellcheck" in field or "autocapitalize" in field) and "readonly" not in field
]


@pytest.mark.parametrize(("template", "field"), FIELDS)
def test_what_is_no_prose_is_not_corrected(template: str, field: str) -> None:
    assert 'autocorrect="off"' in field


def test_the_check_sees_fields() -> None:
    assert len(FIELDS) > 8
    assert FIELD.findall('<input name="{{ a > b }}"{% if a > b %} autofocus{% endif %}>x<p>') != []
