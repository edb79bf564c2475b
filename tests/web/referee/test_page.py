"""The referee's place and the ledger's page: what they offer to whom, and what they remember."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.referee.edits import StandingMove
from companion.tables.snapshot import Snapshot
from tests.web.disputing import RED, Table, edit
from tests.web.games import enter
from tests.web.table.shown import elements, own_of

POINTS = {"move": "ruling", "seat": "Mary", "reason": "Mary spilt the tea"}


def links(table: Table, page: str) -> set[str]:
    """Where the page leads, at this table."""
    return {way.split("?")[0] for way in re.findall(rf'href="{table.address()}(/[^"#]*)', page)}


def test_every_way_that_is_offered_leads_somewhere(table: Table) -> None:
    table.entered(table.post("/hold", reason="x", entry="2", rule="box"))
    for name in ("host", "Mary", "viewer"):
        phone = {"host": table.host, "viewer": table.viewer}.get(name) or table.seat(name)
        for page in ("/referee", "/ledger", ""):
            shown = table.get(page, phone).text
            own = own_of(shown) if " data-me=" in shown else set()
            for way in (had.get("href", "") for _, had in elements(shown, own)):
                if not way.startswith("/t/"):
                    continue
                answer = phone.get(way.partition("#")[0])
                assert answer.status_code == 200, (name, page, way)
                answer.close()


def test_on_hold_it_is_shown_and_no_second_hold_is_offered(table: Table) -> None:
    table.entered(table.post("/hold", table.seat("Mary"), reason="that was mine"))
    page = table.get("/referee").text
    assert 'data-hold="3"' in page
    assert "Decide it" in page
    assert "/hold" not in links(table, page)
    assert "Decide it" not in table.get("/referee", table.seat("Mary")).text


def test_what_the_table_has_ruled_is_kept_the_latest_first(table: Table) -> None:
    for reason, rule in (("first", "box"), ("second <i>", "score"), ("third", "box")):
        table.entered(table.post("/hold", reason="x"))
        table.entered(table.post("/hold/ruling", how="stands", reason=reason, rule=rule))
    page = table.get("/referee", table.viewer).text
    kept = page[page.index('id="precedents"') :]
    assert kept.index("third") < kept.index("second &lt;i&gt;") < kept.index("first")
    assert '#v8"' in kept


# The ledger's page


def lines(table: Table) -> dict[str, str]:
    """The page's lines by their versions, without markup."""
    page = table.get("/ledger").text
    found = re.findall(r'<li [^>]*id="v(\d+)"[^>]*>(.*?)</li>', page, re.DOTALL)
    return {version: " ".join(re.sub(r"<[^>]*>", " ", text).split()) for version, text in found}


def test_every_act_has_its_sentence_and_nothing_is_erased(table: Table) -> None:
    table.entered(table.post("/hold", table.seat("Mary"), reason="that was mine"))
    table.entered(table.post("/hold/ruling", table.seat("Mary"), how="withdrawn", reason="I was wrong"))
    table.entered(table.post("/hold", reason="again"))
    table.entered(table.post("/hold/ruling", how="stands", reason="I saw it"))
    table.post("/referee/two-people", on="1")
    table.entered(table.post("/amend", edit=edit("remove", "2"), reason="it was not"))
    table.entered(table.post("/amend/proposal", answer="withdraw"))
    table.post("/referee/two-people", on="0")
    asked = [edit("remove", "2"), edit("insert", "1", {**RED, "color": "green"})]
    table.entered(table.post("/amend", edit=asked, reason="both"))
    table.entered(table.post("/hold", reason="points"))
    points = {"kind": "points", "seat": "Mary", "points": "3"}
    table.entered(table.post("/ruling", reason="so be it", **points))
    said = lines(table)
    assert list(said) == [str(version) for version in range(table.version, 0, -1)]
    for version, words in {
        "2": "removed by #11", "3": "Put on hold: that was mine", "4": "The hold was withdrawn: I was wrong",
        "6": "The entry stands: I saw it", "7": "must agree to corrections",
        "8": "Proposes to correct 1 entry: it was not",
        "9": "The correction proposed in #8 was dropped", "10": "need no second player",
        "11": "Corrected 2 entries: both",
        "14": "Settled by a table ruling: so be it",
    }.items():  # fmt: skip
        assert words in said[version], said[version]


def test_what_was_taken_back_after_an_amend_says_so(table: Table) -> None:
    table.entered(table.post("/amend", edit=edit("insert", None, {**RED, "color": "green"}), reason="x"))
    table.entered(table.post("/moves", move=json.dumps({"move": "undo"})))
    table.entered(table.post("/moves", move=json.dumps({"move": "undo"})))
    said = lines(table)
    assert "Took back #3.1" in said["4"]
    assert "Took back #2" in said["5"]
    assert "taken back by #5" in said["2"]


def last(table: Table) -> str:
    """What the table says last."""
    said: Any = re.search(r'<p [^>]*id="last"[^>]*>([^<]*)</p>', table.get("").text)
    return str(said[1])


def test_the_ledger_reads_a_long_evening_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(table.tables, table.opened, *[{**POINTS, "points": 1 + number % 2} for number in range(100)])
    walked = 0
    lines = Snapshot.standing_moves

    def counted(here: Snapshot) -> tuple[StandingMove, ...]:
        nonlocal walked
        walked += 1
        return lines(here)

    monkeypatch.setattr(Snapshot, "standing_moves", counted)
    assert table.get("/ledger", table.viewer).text.count("data-version=") == 100 + 2
    assert walked == 1
