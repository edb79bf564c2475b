"""A long ledger is read a page at a time, and each entry has an address."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web.ledger import page as module
from companion.web.ledger.page import entry_url
from tests.conftest import Phone
from tests.web.games import enter
from tests.web.table.shown import seen

COLORS = ("red", "green", "orange", "red", "green", "orange", "purple", "purple")


@pytest.fixture
def host(app: Flask, opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """The host's phone at a table of eight entries, three of them a page."""
    monkeypatch.setattr(module, "PAGE", 3)
    enter(tables, opened, *({"move": "take", "seat": "Chris", "color": color} for color in COLORS))
    return Phone(app, opened.code, opened.host_key)


SHOWN = {
    "": ([8, 7, 6], 5, None),
    "?at=8": ([8, 7, 6], 5, None),
    "?at=5": ([5, 4, 3], 2, 6),
    "?at=4": ([5, 4, 3], 2, 6),
    "?at=2": ([2, 1], None, 3),
    "?at=0": ([2, 1], None, 3),
    "?at=-7": ([2, 1], None, 3),
    "?at=99": ([8, 7, 6], 5, None),
    "?at=x": ([8, 7, 6], 5, None),
}


@pytest.mark.parametrize(("query", "shown"), SHOWN.items())
def test_a_page_of_the_ledger(host: Phone, opened: Opened, query: str, shown: tuple[list[int], int, int]) -> None:
    page = host.get(f"/t/{opened.code}/ledger{query}").text
    versions, earlier, later = shown
    assert [int(found) for found in re.findall(r'id="v(\d+)"', page)] == versions
    links = dict(re.findall(r'href="[^"]*/ledger\?at=(\d+)">(\w+) entries', page))
    told = {name: int(at) for at, name in links.items()}
    assert told == {name: at for name, at in (("Earlier", earlier), ("Later", later)) if at is not None}
    assert "8 entries, none ever erased" in page
    assert seen(page).count("Correct entry ") == len(versions)


def test_each_entry_is_on_the_page_that_its_address_names(
    host: Phone, app: Flask, opened: Opened, tables: TableService
) -> None:
    snapshot = tables.get(opened.code)
    for version in range(1, 9):
        with app.test_request_context("/"):
            path, _, anchor = entry_url(snapshot, version).partition("#")
        assert f'id="{anchor}"' in host.get(path).text
        assert anchor == f"v{version}"
