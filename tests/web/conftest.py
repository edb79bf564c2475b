"""Phones at the table that a test has, and a table over which people disagree."""

from __future__ import annotations

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened, Unsaved
from companion.tables.snapshot import Actor
from tests.conftest import Phone, PhoneMaker
from tests.web.disputing import BLUE, RED, Table
from tests.web.games import enter


@pytest.fixture
def host(phone: PhoneMaker, opened: Opened) -> Phone:
    """The phone of the table's host."""
    return phone(opened.code, opened.host_key)


@pytest.fixture
def table(tables: TableService, opened: Opened, phone: PhoneMaker) -> Table:
    """Chris has taken red and blue. Two entries."""
    enter(tables, opened, RED, BLUE)
    return Table(tables, opened, phone)


@pytest.fixture
def held(table: Table) -> Table:
    """Mary has put the table on hold over entry 2: entry 3."""
    mary = table.seat("Mary")
    table.entered(table.post("/hold", mary, reason="that was mine", entry="2", rule="take-from-centre"))
    return table


@pytest.fixture
def viewer(phone: PhoneMaker) -> Phone:
    """Somebody without a key."""
    return phone()


@pytest.fixture
def unsaved(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes no entry."""
    monkeypatch.setattr(tables, "submit", lambda code, *_, **__: Unsaved(tables.get(code)))


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys whose holder was looked up, each as often as it was."""
    keys, actor = list[str](), membership.actor

    def noted(tables: TableService, code: str, key: str, *, label: str | None = None) -> Actor | None:
        keys.append(key)
        return actor(tables, code, key, label=label)

    monkeypatch.setattr(membership, "actor", noted)
    return keys
