"""No dispute needs typing: a hold, its ruling, an amend, a table ruling are reasoned by a tap."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest

from companion.games import GAMES
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.web.disputing import Table, alerts
from tests.web.games import enter

FOLLOWED = "A colour was not followed"


def offered(page: str) -> list[str]:
    """The reasons that can be tapped."""
    return [html.unescape(value) for value in re.findall(r'type="radio" name="because" value="([^"]*)"', page)]


def checked(page: str) -> list[str]:
    found = re.findall(r'name="because" value="([^"]*)"( checked)?', page)
    return [html.unescape(value) for value, on in found if on]


def test_a_hold_is_reasoned_by_a_tap_and_names_the_rule_that_it_is_about(table: Table) -> None:
    mary = table.seat("Mary")
    page = table.get("/hold", mary).text
    assert offered(page) == [str(one.text) for one in GAMES["sluff-off"].rulebook.disputes]
    assert "required" not in page
    table.entered(table.post("/hold", mary, because=FOLLOWED))
    act = table.whole["referee"].hold.act
    assert (act.reason, act.rule) == (FOLLOWED, "revoke")


@pytest.mark.parametrize(
    ("fields", "reason", "rule"),
    [
        ({"because": FOLLOWED, "reason": " in trick 3 "}, "A colour was not followed: in trick 3", "revoke"),
        ({"because": FOLLOWED, "rule": "box"}, FOLLOWED, "box"),
        ({"because": "It was entered wrong"}, "It was entered wrong", None),
        ({"because": "no such reason", "reason": "mine"}, "mine", None),
    ],
)
def test_words_and_a_rule_may_be_added(table: Table, fields: dict[str, str], reason: str, rule: str | None) -> None:
    table.entered(table.post("/hold", **fields))
    act = table.whole["referee"].hold.act
    assert (act.reason, act.rule) == (reason, rule)


@pytest.mark.parametrize("typed", ["", "in trick 3", "one: two"])
@pytest.mark.parametrize("tongue", ["de", "fr", "en"])
def test_each_phone_reads_a_tapped_reason_in_its_own_language(table: Table, tongue: str, typed: str) -> None:
    mary = table.seat("Mary")
    fields = {"version": table.version, "because": FOLLOWED, "reason": typed}
    mary.post(table.address("/hold"), fields, headers={"Accept-Language": tongue})
    more = f": {typed}" if typed else ""
    kept = table.whole["referee"].hold.act.reason
    assert (kept == FOLLOWED + more) == (tongue == "en")
    for way in ("", "/hold/ruling"):
        assert f">{FOLLOWED}{more}<" in table.get(way).text
    assert f"Put on hold: {FOLLOWED}{more}" in html.unescape(table.get("/ledger").text)
    german = table.host.get(table.address(), headers={"Accept-Language": "de"}).text
    assert f"Es wurde falsch bedient{more}" in german


def test_what_was_typed_is_read_as_it_was_typed(table: Table) -> None:
    for typed in ("That was mine: really", ": so", "Es wurde falsch bedient, oder?"):
        table.entered(table.post("/hold", reason=typed))
        assert f">{typed.strip()}<" in html.unescape(table.get("").text)
        table.entered(table.post("/hold/ruling", how="stands", reason=typed))
        assert typed.strip() in html.unescape(table.get("/ledger").text)


def test_what_was_tapped_and_typed_stays(table: Table) -> None:
    answer = table.post("/hold", because=FOLLOWED, reason="x" * 280)
    assert answer.status_code == 422
    assert "tap one, or write up to 280 characters" in alerts(answer)
    assert checked(answer.text) == [FOLLOWED]
    assert f'value="{"x" * 280}"' in answer.text
    assert "Give a reason" in alerts(table.post("/hold", because="no such reason"))


def test_the_rule_that_one_comes_from_has_its_reason_tapped_already(table: Table) -> None:
    assert checked(table.get("/hold", rule="revoke").text) == [FOLLOWED]
    assert checked(table.get("/hold", rule="revoke", reason="trick 3").text) == []
    assert checked(table.get("/hold").text) == []


def test_the_host_rules_and_who_called_it_withdraws_by_a_tap(table: Table) -> None:
    mary = table.seat("Mary")
    for how, phone, because in (("stands", table.host, "The rule says so"), ("withdrawn", mary, "We agree now")):
        table.entered(table.post("/hold", mary, because=FOLLOWED))
        page = table.get("/hold/ruling", phone).text
        assert because in offered(page)
        version = table.entered(table.post("/hold/ruling", phone, how=how, because=because))
        entry = table.tables.entries(table.code)[version - 1]
        assert because in str(entry.item)


RULINGS = [
    ("sluff-off", {"kind": "points", "seat": "Chris", "points": "2"}, "For a revoke"),
    ("sluff-off", {"kind": "", "color": "blue", "count": "1", "from": "centre", "to": "Mary"}, "We counted again"),
    ("popcorn", {"kind": "", "count": "1", "from": "Chris", "to": "pile"}, "Cards stuck together"),
    ("fluff", {"kind": "", "seat": "Mary", "dice": "-1"}, "A die was lost"),
    ("oh-hell", {"kind": "", "seat": "Mary", "points": "1"}, "We all agreed on it"),
]


@pytest.mark.parametrize(("game", "fields", "because"), RULINGS)
def test_a_table_ruling_is_reasoned_by_a_tap(
    tables: TableService,
    open_table: Callable[..., Opened],
    phone: PhoneMaker,
    game: str,
    fields: dict[str, str],
    because: str,
) -> None:
    opened = open_table(game=game, options={})
    if game == "fluff":
        enter(tables, opened, {"move": "first_roll", "wilds": {"Chris": 1, "Mary": 0, "Katie": 0, "Cory": 0}})
    table = Table(tables, opened, phone)
    assert because in offered(table.get("/ruling").text)
    table.entered(table.post("/ruling", because=because, **fields))
    [move] = [move.plain() for move in tables.get(opened.code).book.moves()[-1:]]
    assert move["reason"] == because
    assert "Give a reason" in alerts(table.post("/ruling", **fields))
