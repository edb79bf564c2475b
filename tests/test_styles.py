"""The style sheets know no left and no right, so that a language may be written from right to left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parent.parent / "static" / "css").glob("*.css"))
PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right"
    r"|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)"
)
FOUR = re.compile(r"(?<![\w-])(inset|margin|padding)\s*:\s*([^;}]+)")


def values(declared: str) -> list[str]:
    """The values of a declaration, a function with its arguments as one."""
    return re.findall(r"(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+", declared)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_style_sheet_has_logical_properties_alone(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert PHYSICAL.findall(text) == []
    for name, declared in FOUR.findall(text):
        sides = values(declared)
        # A screen's notch is where it is, however one reads.
        if len(sides) == 4 and "safe-area-inset" not in declared:
            assert sides[1] == sides[3], f"{name}: {declared}"
