"""Cards that were turned over after a call, on the page of a table of Popcorn."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.games.popcorn.sitting import call, claim, seen
from tests.web.games import enter


def test_of_very_many_the_rest_is_told_as_a_number(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService
) -> None:
    options = {"decks": 2, "hidden_count": True}
    opened = open_table(game="popcorn", seats=["Ann", "Ben", "Cat"], dealer="Cat", options=options)
    moves = [claim("Ann", "A", 1, 18), call("Cat"), seen(*["2"] * 8, *["3"] * 8, "4", "4")]
    enter(tables, opened, *moves)
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}").text
    turned = re.search(r'<section id="turned".*?</section>', page, re.DOTALL)
    assert turned is not None
    assert re.findall(r'<b class="face other">(\d)</b>', turned.group()) == ["2"] * 8 + ["3"] * 8
    assert "<span>+2</span>" in turned.group()
    assert "18 cards lay there." in turned.group()
