"""What the ledger says of an entry, and the transcript that is taken away from it."""

from __future__ import annotations

import json
import re
from itertools import chain

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone
from tests.web.games import enter, in_play


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


def test_entries_stand_together_by_where_in_the_game_they_belong(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    undo = {"move": "undo"}
    in_play(tables, opened)
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    enter(tables, opened, trick, trick, undo, trick)
    page = host.get(f"/t/{opened.code}/ledger").text
    groups = "".join(chain(*re.findall(r"<h2>Round 1,( .*?)</h2>|<li [^>]*id=\"v(\d+)\"", page)))
    first = tables.get(opened.code).version - 3
    assert groups.startswith(f" trick 2{first + 3}{first + 2}{first + 1} trick 1{first} prediction{first - 1}")
    assert groups.count("prediction") == 1


def test_the_transcript_is_a_file(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})
    answer = host.get(f"/t/{opened.code}/transcript")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines[0]["game"] == "sluff-off"
    assert lines[1:] == [{"move": "take", "seat": "Chris", "color": "red"}]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="sluff-off-{opened.code}.jsonl"'
