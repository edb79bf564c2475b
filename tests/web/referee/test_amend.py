"""Amending over HTTP: choose, see what would follow, mend, do it or leave it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.web.disputing import HOSTILE, Table, alerts, edit, hidden
from tests.web.games import SEATS, enter
from tests.web.table.shown import elements, own_of, seen

RED, BLUE, GREEN = ({"move": "take", "seat": "Chris", "color": color} for color in ("red", "blue", "green"))
DONE = {"move": "done", "seat": "Chris"}
MARY = {"move": "take", "seat": "Mary", "color": "red"}
PURPLE = edit("change", "2", {**BLUE, "color": "purple"})
NOT_DONE = edit("remove", "3")


@pytest.fixture
def table(tables: TableService, opened: Opened, phone: PhoneMaker) -> Table:
    """Chris has taken red and blue, and is done; Mary has taken red. Four entries."""
    enter(tables, opened, RED, BLUE, DONE, MARY)
    return Table(tables, opened, phone)


# The form


def test_the_ledger_leads_to_a_ruling_and_to_the_amend_of_each_entry_for_who_may(table: Table) -> None:
    for phone, may in ((table.host, True), (table.seat("Mary"), False), (table.viewer, False)):
        page = table.get("/ledger", phone).text
        assert (table.address("/ruling") in [had.get("href") for _, had in elements(page, own_of(page))]) is may
        assert [seen(page).count(words) for words in ("Correct entry", "What if? Entry")] == ([4, 0] if may else [0, 4])


def test_the_form_offers_what_else_it_was_that_it_never_was_and_what_was_forgotten(table: Table) -> None:
    page = table.get("/amend", entry="2")
    assert page.status_code == 200
    for words in ("Chris took green from the centre", "Remove entry 2", "Something was forgotten before it"):
        assert words in page.text
    ways = [html.unescape(way) for way in re.findall(r'href="(/t/\w+/amend/preview[^"]*)"', page.text)]
    assert len(ways) > 6
    for way in ways:
        assert table.host.get(way).status_code == 200
    assert table.version == 4


def test_another_winner_is_offered_before_another_colour(
    tables: TableService, opened: Opened, phone: PhoneMaker
) -> None:
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "blue"}
    enter(
        tables,
        opened,
        {"move": "sluffer", "seat": "Chris"},
        *({"move": "done", "seat": one} for one in SEATS[1:]),
        trick,
    )
    page = html.unescape(Table(tables, opened, phone).get("/amend", entry="5").text)
    offered = re.findall(r"(\w+) won a (\w+) trick with blue", page[page.index("It was something else") :])
    assert offered[:3] == [(seat, "red") for seat in SEATS if seat != "Mary"]


@pytest.mark.parametrize("entry", ["9", "0", "", "40.1", "x", "-1", HOSTILE])
def test_an_entry_that_does_not_stand_is_not_amended(table: Table, entry: str) -> None:
    page = table.get("/amend", entry=entry)
    assert page.status_code == 404
    assert "no longer counts" in page.text
    assert "<script>alert" not in page.text


# What would follow


def test_a_preview_changes_nothing(table: Table) -> None:
    before = table.whole
    for edits in ([PURPLE], [NOT_DONE], [edit("insert", "1", GREEN), PURPLE], [edit("insert", None, DONE)]):
        for mend in ([], ["1"]):
            assert table.get("/amend/preview", edit=edits, mend=mend).status_code == 200
    assert table.whole == before


def test_a_preview_shows_old_and_new_and_what_would_be_different(table: Table) -> None:
    page = table.get("/amend/preview", edit=PURPLE).text
    assert "not \u201cChris took blue from the centre\u201d but \u201cChris took purple from the centre\u201d" in page
    assert "Nothing else changes." in page
    compared = re.findall(r'<tr data-who="([^"]*)" data-what="([^"]*)">.*?<td>(.*?)</td><td>(.*?)</td>', page)
    assert ("Chris", "blue", "1", "0") in compared
    assert ("centre", "purple", "3", "2") in compared
    assert all(before != after for *_, before, after in compared)


def test_cards_are_compared_without_a_word_for_what_they_are(
    tables: TableService, open_table: Callable[..., Opened], phone: PhoneMaker
) -> None:
    opened = open_table(game="popcorn", seats=["Ann", "Ben", "Cat", "Dan"], options={}, dealer="Dan")
    claim = {"move": "claim", "seat": "Ann", "rank": "A", "count": 1}
    enter(tables, opened, claim)
    edits = {"edit": edit("change", "1", {**claim, "count": 2})}
    way = f"/t/{opened.code}/amend/preview"
    page = phone(opened.code, opened.host_key).get(way, query_string=edits, headers={"Accept-Language": "de"}).text
    assert '<tr data-who="Ann" data-what=""><th scope="row">Ann</th><td>12</td><td>11</td></tr>' in page


def test_what_would_fall_is_named_with_its_rule_and_can_be_kept(table: Table) -> None:
    page = table.get("/amend/preview", edit=NOT_DONE).text
    assert "1 later entry would no longer stand" in page
    assert 'data-entry="4" data-rule="prediction-order"' in page
    assert "It is Chris\u2019s turn to predict." in html.unescape(page)
    way = next(html.unescape(way) for way in re.findall(r'href="([^"]*preview[^"]*)"', page) if "mend=1" in way)
    mended = table.host.get(way)
    assert "Nothing else changes." in mended.text
    assert "To keep the later entries:" in mended.text
    fields = hidden(mended, table.address("/amend"))
    table.entered(table.host.post(table.address("/amend"), {**fields, "reason": "x"}))
    assert [line for line, _ in table.whole["lines"]] == ["1", "2", "4"]


def test_an_entry_is_kept_by_the_repair_that_is_tapped(table: Table) -> None:
    page = table.get("/amend/preview", edit=NOT_DONE).text
    ways = [html.unescape(way) for way in re.findall(r'href="([^"]*preview[^"]*)"', page) if "fell" in way]
    assert ways
    for way in ways:
        assert "Nothing else changes." in table.host.get(way).text


def test_a_second_repair_of_an_entry_takes_the_place_of_the_first(table: Table) -> None:
    impossible = edit("change", "4", {**MARY, "seat": "Cory"}, fell="prediction-order")
    page = table.get("/amend/preview", edit=[NOT_DONE, impossible])
    assert 'data-entry="4"' in page.text
    ways = [html.unescape(way) for way in re.findall(r'href="([^"]*preview[^"]*)"', page.text) if "fell" in way]
    ways = [way for way in ways if "mend=1" not in way]
    assert ways
    for way in ways:
        assert table.host.get(way).status_code == 200
        assert "Cory" not in way


def test_what_cannot_have_been_is_told_with_its_rule_and_has_no_button(table: Table) -> None:
    page = table.get("/amend/preview", edit=edit("insert", "1", MARY))
    assert page.status_code == 200
    assert 'data-rule="prediction-order"' in page.text
    assert "This cannot be right" in page.text
    assert 'name="reason"' not in page.text
    answer = table.post("/amend", edit=edit("insert", "1", MARY), reason="x")
    assert answer.status_code == 422
    assert table.version == 4


UNREADABLE: dict[str, list[str]] = {
    "none": [],
    "no json": ["{"],
    "no object": ["[]"],
    "deep": ["[" * 5_000],
    "not a number": ['{"do": "remove", "entry": NaN}'],
    "no such way": [edit("erase", "1")],
    "no entry": [edit("remove")],
    "no move": [edit("change", "1")],
}


@pytest.mark.parametrize("edits", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_told(table: Table, edits: list[str]) -> None:
    assert table.get("/amend/preview", edit=edits).status_code in (400, 414)
    answer = table.post("/amend", edit=edits, reason="x")
    assert answer.status_code == 400
    assert "does not say what to change" in answer.text


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([edit("remove", "9")], id="no such entry"),
        pytest.param([edit("remove", "1"), edit("remove", "1")], id="twice"),
        pytest.param([edit("change", "1", {"move": "dance"})], id="no move"),
        pytest.param([edit("insert", "1", {"move": "undo"})], id="an undo"),
    ],
)
def test_what_names_nothing_that_stands_has_gone(table: Table, edits: list[str]) -> None:
    assert table.get("/amend/preview", edit=edits).status_code == 409
    assert table.post("/amend", edit=edits, reason="x").status_code == 409
    assert table.version == 4


# Done


def test_it_is_done_and_the_ledger_keeps_old_and_new(table: Table) -> None:
    preview = table.get("/amend/preview", edit=PURPLE)
    fields = hidden(preview, table.address("/amend"))
    assert fields["version"] == ["4"]
    assert table.entered(table.host.post(table.address("/amend"), {**fields, "reason": " it was purple "})) == 5
    assert table.whole["lines"][1] == ("2", {**BLUE, "color": "purple"})
    page = table.get("/ledger").text
    assert "<s>Chris took blue from the centre</s>" in page
    assert "changed by #5" in page
    assert "Corrected 1 entry: it was purple" in page
    assert "Chris took purple from the centre" in page


def test_an_entry_that_was_put_in_is_amended_from_the_ledger_too(table: Table) -> None:
    table.entered(table.post("/amend", edit=edit("insert", "3", GREEN), reason="forgotten"))
    page = table.get("/ledger")
    assert "Correct entry 5.1 · Round 1, prediction" in seen(page.text)
    assert table.get("/amend", entry="5.1").status_code == 200
    table.entered(table.post("/moves", move=json.dumps({"move": "undo"})))
    table.entered(table.post("/amend", edit=edit("remove", "5.1"), reason="not forgotten"))
    assert [line for line, _ in table.whole["lines"]] == ["1", "2", "3"]
    assert table.get("/ledger").status_code == 200


def test_without_a_reason_what_was_chosen_is_kept_and_the_reason_is_asked_for_where_it_is_missing(table: Table) -> None:
    answer = table.post("/amend", edit=[NOT_DONE], mend="1")
    assert answer.status_code == 422
    assert answer.text.index('id="wrong"') > answer.text.index("<form")  # where it is asked for, and that has the focus
    assert re.search(r'name="because"[^>]* aria-describedby="wrong" autofocus>', answer.text)
    fields = hidden(answer, table.address("/amend"))
    assert ("mend" in fields, fields["edit"]) == (True, [NOT_DONE])
    assert table.version == 4


def test_where_all_tell_at_once_an_entry_may_have_been_another_of_the_same_seat(
    tables: TableService, open_table: Callable[..., Opened], phone: PhoneMaker
) -> None:
    opened = open_table(game="fluff", options={})
    shows = [{"move": "show", "seat": name, "matching": 1} for name in ("Katie", "Mary")]
    first = {"move": "first_roll", "wilds": {"Chris": 1, "Mary": 0, "Katie": 0, "Cory": 0}}
    bid = {"move": "bid", "seat": "Chris", "quantity": 3, "value": 4}
    enter(tables, opened, first, bid, {"move": "call", "seat": "Mary"}, *shows)
    page = html.unescape(Table(tables, opened, phone).get("/amend", entry="5").text)
    assert "2 of Mary\u2019s dice count" in page[page.index("It was something else") : page.index("It never happened")]


# What the ledger says already


@pytest.mark.parametrize("two_people", [False, True], ids=["one", "two people"])
@pytest.mark.parametrize("held", [False, True], ids=["free", "on hold"])
def test_what_the_ledger_says_already_is_neither_offered_nor_entered(
    table: Table, two_people: bool, held: bool
) -> None:
    if two_people:
        assert table.post("/referee/two-people", on="1").status_code == 303
    if held:
        table.entered(table.post("/hold", table.seat("Mary"), reason="x", entry="2"))
    before = table.whole
    page = table.get("/amend/preview", edit=edit("change", "2", BLUE))
    assert page.status_code == 200
    assert "The ledger says this already" in alerts(page)
    assert "<button" not in page.text
    assert "Nothing else changes." not in page.text
    answer = table.post("/amend", edit=edit("change", "2", BLUE), reason="x")
    assert answer.status_code == 422
    assert "The ledger says this already" in alerts(answer)
    assert table.whole == before


def test_by_hand_an_entry_is_not_changed_to_itself(table: Table) -> None:
    address = html.unescape(table.get("/amend", entry="2").text.split("may-i/at/2?")[1].split('"')[0])
    page = table.host.get(f"{table.address('/may-i/at/2')}?{address}").text
    assert "It was this" not in page
    assert "The ledger says this already" in page
    assert "This was left out before it" in page


# A name that was corrected: what was entered under the other one names nobody

KIT = {"move": "rename", "seat": "Mary", "name": "Kit"}
NOT_KIT = [edit("remove", "1"), edit("change", "1", {**KIT, "name": "Kate"})]


@pytest.mark.parametrize("asked", NOT_KIT, ids=["no other name", "yet another name"])
@pytest.mark.parametrize("mend", [{}, {"mend": "1"}], ids=["as it is", "mended"])
def test_of_a_name_that_is_amended_is_shown_what_was_entered_under_it(
    tables: TableService, opened: Opened, phone: PhoneMaker, asked: str, mend: dict[str, str]
) -> None:
    table = Table(tables, opened, phone)
    predicted = [{"move": "sluffer", "seat": "Chris"}, *({"move": "done", "seat": seat} for seat in SEATS[2:])]
    predicted.insert(1, {"move": "done", "seat": "Kit"})
    enter(tables, opened, KIT, *predicted, {"move": "trick", "winner": "Kit", "led": "red", "won_with": "red"})
    page = table.get("/amend/preview", edit=asked, **mend)
    assert page.status_code == 200
    assert ("Kit has no seat at this moment." in page.text) == (not mend)  # else others are put in Kit's place
