"""`docs/sheets.md` names where each statement of the published sheets is enforced or told; its links lead there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import PRODUCTS
from companion.games.game import AnyGame

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([PMUBF])(\d+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\(\.\./([^)#]+)(?:#([^)]+))?\)")
BY_SHEET = {"P": "sluff-off", "M": "sluff-off", "U": "ui77", "B": "popcorn", "F": "fluff"}
AT_LEAST = 184
"""Statements that were counted when the sheets were first held against the app."""


def test_every_sheet_is_gone_through_in_order() -> None:
    assert len(ROWS) >= AT_LEAST
    assert f"so there are {len(ROWS)}." in PAGE
    for sheet in BY_SHEET:
        numbers = [int(number) for name, number, _, _ in ROWS if name == sheet]
        assert numbers == list(range(1, len(numbers) + 1))
    assert {name for name, _, _, _ in ROWS} == set(BY_SHEET)


@pytest.mark.parametrize(("sheet", "number", "says", "told"), ROWS, ids=[f"{row[0]}{row[1]}" for row in ROWS])
def test_a_statement_leads_to_where_it_is_enforced_or_told(sheet: str, number: str, says: str, told: str) -> None:
    links = LINK.findall(told)
    assert links or re.fullmatch(r"not told: .{10,}", told)
    rules = {rule.id for game in PRODUCTS if game.slug == BY_SHEET[sheet] for rule in game.rulebook.rules}
    for name, path, anchor in links:
        assert (ROOT / path).is_file(), path
        source = (ROOT / path).read_text(encoding="utf-8")
        if name.startswith("`"):
            assert anchor in rules
            assert f"\n### {anchor}\n" in source
        elif path.endswith(".md"):
            assert f"\n## {anchor.replace('-', ' ').capitalize()}\n" in source
        elif anchor:
            assert re.search(rf"^(?:def |class |    def )?{re.escape(anchor)}\b", source, re.MULTILINE), anchor


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_a_rule_that_rests_on_a_sheet_has_its_statement(game: AnyGame) -> None:
    named = {anchor for row in ROWS if BY_SHEET[row[0]] == game.slug for _, _, anchor in LINK.findall(row[3])}
    assert {rule.id for rule in game.rulebook.rules if rule.sources} <= named


def test_every_printed_example_belongs_to_a_statement() -> None:
    linked = {path for row in ROWS for _, path, _ in LINK.findall(row[3])}
    printed = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "games" / "printed").glob("*.jsonl")}
    assert printed <= linked
