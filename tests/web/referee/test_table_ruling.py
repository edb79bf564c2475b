"""A ruling by the table: entered once, by who may, and what was typed is kept where it will not do."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone
from tests.web.games import enter


@pytest.mark.parametrize(
    ("fields", "after"),
    [
        ({"kind": "tokens", "color": "red", "count": "2", "from": "centre", "to": "Mary", "reason": "Lost one"}, "red"),
        ({"kind": "points", "seat": "Mary", "points": "\u22123", "reason": " Revoke "}, "points"),
    ],
)
def test_a_ruling_is_entered(
    host: Phone, opened: Opened, tables: TableService, fields: dict[str, str], after: str
) -> None:
    page = host.get(f"/t/{opened.code}/ruling")
    assert page.status_code == 200
    answer = host.post(f"/t/{opened.code}/ruling", {**fields, "version": "0"})
    assert answer.location == f"/t/{opened.code}"
    move = tables.get(opened.code).book.move
    assert move is not None
    assert after in move.plain() or move.plain()["color"] == after


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"reason": "   "}, "Give a reason for the ruling"),
        ({"reason": "x" * 281}, "Give a reason for the ruling"),
        ({"count": "two"}, "Enter a whole number."),
        ({"count": "9" * 400}, "Enter a whole number."),
        ({"count": "4"}, "3 red tokens lie there."),
        ({"to": "centre"}, "The tokens already lie there."),
        ({"to": "Nobody"}, ""),
        ({"count": "0"}, "Enter 1 or more."),
    ],
)
def test_a_ruling_that_will_not_do_keeps_what_was_typed(
    host: Phone, opened: Opened, changes: dict[str, str], sentence: str
) -> None:
    fields = {"kind": "tokens", "color": "red", "count": "1", "from": "centre", "to": "Mary", "reason": "So be it",
              "version": "0", **changes}  # fmt: skip
    page = host.post(f"/t/{opened.code}/ruling", fields)
    assert page.status_code == 422
    assert sentence in page.text
    assert 'role="alert"' in page.text
    assert f'value="{fields["reason"]}"' in page.text


@pytest.mark.parametrize("points", ["0", "100", "-100"])
def test_points_out_of_range_are_told_their_range(host: Phone, opened: Opened, points: str) -> None:
    fields = {"kind": "points", "seat": "Mary", "points": points, "reason": "So be it", "version": "0"}
    page = host.post(f"/t/{opened.code}/ruling", fields)
    assert page.status_code == 422
    assert "Enter points from -99 to 99, but not 0." in page.text
    [marked] = re.findall(r"<input[^>]*aria-invalid[^>]*>", page.text)
    assert 'name="points"' in marked


def test_who_forgot_to_turn_in_can_make_good_for_it_at_once(host: Phone, opened: Opened, tables: TableService) -> None:
    takes = {"move": "take", "seat": "Chris", "color": "red"}
    done = [{"move": "done", "seat": seat} for seat in ("Chris", "Mary", "Katie", "Cory")]
    trick = {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}
    enter(tables, opened, takes, *done, trick, {"move": "miss_turn_in", "seat": "Chris"})
    [way] = re.findall(r'href="(/t/\w+/ruling[^"]*)"[^>]*>Decide it', host.get(f"/t/{opened.code}").text)
    page = host.get(unescape(way)).text
    assert re.findall(r'<option value="([^"]*)" selected>', page)[:3] == ["red", "Chris", "centre"]
    fields = {"kind": "", "count": "1", "color": "red", "from": "Chris", "to": "centre", "version": "7"}
    form = page.partition('name="kind" value=""')[2].partition("</form>")[0]
    [reason] = re.findall(r'name="reason" value="([^"]+)"', form)
    assert host.post(f"/t/{opened.code}/ruling", {**fields, "reason": reason}).location == f"/t/{opened.code}"
