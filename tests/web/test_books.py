"""Scores, ledger, rulebook, rulings by the table, and the board."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.service.service import TableService
from companion.tables.answers import Opened, Unsaved
from companion.web.scores.curve import curve
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, finish, in_play, podium

TWO_MARYS = ["Chris", "Mary", "mary", "Cory"]


def test_sums_are_shown_as_sums(host: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    page = host.get(f"/t/{opened.code}/scores").text
    assert "2 \u00d7 1 = 2" in page
    assert "The first round is being played" in page


def test_at_the_end_podium_curve_and_rematch(
    host: Phone, opened: Opened, tables: TableService, phone: PhoneMaker
) -> None:
    finish(tables, opened)
    page = host.get(f"/t/{opened.code}/scores").text
    assert podium(page) == "1. Chris, Katie, Cory, 0 points; 4. Mary, 72 points"
    assert "3 \u00d7 6 = 18" in page
    assert "<desc" in page
    assert "Game over" in page
    assert "Round 4 of 4" not in page
    assert "Rematch" in page
    again = host.post(f"/t/{opened.code}/rematch")
    code = again.location.split("/")[-1]
    assert code == tables.find(opened.code).next_code
    assert host.post(f"/t/{opened.code}/rematch").location == again.location
    mary = phone(opened.code, opened.seat_keys["Mary"])
    assert "To the rematch" in mary.get(f"/t/{opened.code}/part").text
    assert mary.post(f"/t/{opened.code}/follow").location == f"/t/{code}"
    assert 'class="chip gold">You' in mary.get(f"/t/{code}").text
    assert phone().post(f"/t/{opened.code}/follow").location == f"/t/{code}"


def test_a_rematch_of_names_that_read_the_same_asks_for_others_and_keeps_the_rest(
    open_table: Callable[..., Opened], tables: TableService, phone: PhoneMaker
) -> None:
    older = open_table(options={"supply": {"blue": 3}, "rounds": 1, "white_with_match": False}, seats=TWO_MARYS)
    predicted = [{"move": "done", "seat": seat} for seat in TWO_MARYS]
    enter(tables, older, *predicted, *[{"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}] * 15)
    host = phone(older.code, older.host_key)
    page = host.post(f"/t/{older.code}/rematch")
    assert page.status_code == 422
    assert "\u201cMary\u201d and \u201cmary\u201d look the same" in page.text
    assert tables.find(older.code).next_code is None
    fields = MultiDict(re.findall(r'<input[^>]* name="(name|rule-[^"]+)"[^>]* value="([^"]+)"', page.text))
    assert fields.getlist("name") == TWO_MARYS
    assert (fields["rule-supply.blue"], fields["rule-rounds"]) == ("3", "1")
    assert '<option value="false" selected>' in page.text
    assert 'name="dealer" value="0" checked' in page.text
    fields.setlist("name", ["Chris", "Mary", "Marie", "Cory"])
    [form] = re.findall(r'<form method="post" action="([^"]+)"', page.text)
    opened = host.post(form, fields).location.split("/")[-2]
    assert tables.find(opened).header.seats == ("Chris", "Mary", "Marie", "Cory")


def test_the_curve_keeps_its_labels_apart_and_inside() -> None:
    drawn = curve(("A", "B", "C"), ({"A": 0, "B": 0, "C": 0}, {"A": 31, "B": 31, "C": 31}), 3)
    assert drawn is not None
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(after - before >= 15 for before, after in pairwise(labels))
    assert labels[-1] <= drawn.height
    assert drawn.lines[0].points.startswith("26,14 ")
    assert curve(("A",), (), 3) is None


def test_a_curve_of_nothing_but_noughts_is_drawn() -> None:
    assert curve(("A", "B"), ({"A": 0, "B": 0},), 2) is not None


def test_the_ledger_shows_who_when_where_and_what_was_taken_back(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"}, {"move": "undo"})
    page = host.get(f"/t/{opened.code}/ledger").text
    assert page.index('data-version="2"') < page.index('data-version="1"')
    assert "<s>Chris took red from the centre</s>" in page
    assert "taken back by #2" in page
    assert "Took back #1" in page
    assert "<time datetime=" in page


def test_a_proven_revoke_is_named_with_both_tricks(host: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened)
    first = {"move": "trick", "cards": ["red 3", "green 1", "red 4", "red 5"]}
    second = {"move": "trick", "cards": ["red 6", "red 7", "red 8", "red 9"]}
    enter(tables, opened, first, second)
    for path in ("ledger", "part"):
        assert (
            "Mary did not follow in trick 1 of round 1, and trick 2 shows" in host.get(f"/t/{opened.code}/{path}").text
        )


def test_the_transcript_is_a_file(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})
    answer = host.get(f"/t/{opened.code}/transcript")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines[0]["game"] == "sluff-off"
    assert lines[1:] == [{"move": "take", "seat": "Chris", "color": "red"}]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="sluff-off-{opened.code}.jsonl"'


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
    move = tables.find(opened.code).book.move
    assert move is not None
    assert after in move.plain() or move.plain()["color"] == after


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"reason": "   "}, 422, "Give a reason for the ruling"),
        ({"reason": "x" * 281}, 422, "Give a reason for the ruling"),
        ({"count": "two"}, 422, "Enter a whole number."),
        ({"count": "9" * 400}, 422, "Enter a whole number."),
        ({"count": "4"}, 422, "3 red tokens lie there."),
        ({"to": "centre"}, 422, "The tokens already lie there."),
        ({"to": "Nobody"}, 422, ""),
        ({"count": "0"}, 422, "Enter 1 or more."),
        ({"version": "7"}, 409, "The table has moved on while you wrote."),
    ],
)
def test_a_ruling_that_will_not_do_keeps_what_was_typed(
    host: Phone, opened: Opened, changes: dict[str, str], status: int, sentence: str
) -> None:
    fields = {"kind": "tokens", "color": "red", "count": "1", "from": "centre", "to": "Mary", "reason": "So be it",
              "version": "0", **changes}  # fmt: skip
    page = host.post(f"/t/{opened.code}/ruling", fields)
    assert page.status_code == status
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


def test_a_ruling_that_was_not_saved_is_kept(
    host: Phone, opened: Opened, tables: TableService, monkeypatch: Any
) -> None:
    unsaved = Unsaved(tables.find(opened.code))
    monkeypatch.setattr(type(tables), "submit", lambda *_, **__: unsaved)
    fields = {"kind": "points", "seat": "Mary", "points": "1", "reason": "So be it"}
    assert host.post(f"/t/{opened.code}/ruling", fields).status_code == 503


def test_a_seat_enters_no_ruling(phone: PhoneMaker, opened: Opened) -> None:
    mary = phone(opened.code, opened.seat_keys["Mary"])
    assert mary.get(f"/t/{opened.code}/ruling").status_code == 403
    assert mary.post(f"/t/{opened.code}/ruling", {}).status_code == 403
    assert "ruling" not in mary.get(f"/t/{opened.code}/ledger").text


def test_the_board_shows_all_and_offers_nothing(phone: PhoneMaker, opened: Opened) -> None:
    page = phone().get(f"/t/{opened.code}/board").text
    assert 'class="qr"' in page
    assert "<button" not in page
    assert 'data-place="Mary"' in phone().get(f"/t/{opened.code}/board/part").text
    with phone().get(f"/t/{opened.code}/board/live", buffered=False) as stream:
        assert 'data-place="centre"' in str(next(iter(stream.response)))


def test_the_board_shows_the_sums_of_the_round_and_of_all(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    page = phone().get(f"/t/{opened.code}/board/part").text
    mary = page[page.index('data-place="Mary"') : page.index('data-place="Katie"')]
    assert "2 \u00d7 1 = 2" in mary
    assert "<b>0</b>" in mary


def test_at_the_end_the_board_shows_the_places(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    finish(tables, opened)
    page = phone().get(f"/t/{opened.code}/board/part").text
    assert podium(page) == "1. Chris, Katie, Cory, 0 points; 4. Mary, 72 points"
    assert '<svg class="curve"' in page
    assert 'data-place="centre"' not in page


def test_a_ruling_sent_twice_is_entered_once_and_answered_alike(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    fields = {"kind": "points", "seat": "Mary", "points": "3", "reason": "we agreed", "version": "0"}
    answers = [host.post(f"/t/{opened.code}/ruling", fields) for _ in range(2)]
    assert [(answer.status_code, answer.location) for answer in answers] == [(303, f"/t/{opened.code}")] * 2
    assert tables.find(opened.code).version == 1
