"""Edits: what stands after entries were changed, removed or inserted."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from companion.games.transcript import open_book, read_header
from companion.referee.edits import BadEdits, Edit, StandingMove, apply_edits
from tests.games.sluff_off.sitting import take

HEADER = read_header({"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "Katie"], "options": {}})
BOOK = open_book(HEADER)


def lines(*raws: dict[str, Any]) -> list[StandingMove]:
    read = [BOOK.game.parse(raw) for raw in raws]
    return [StandingMove(str(i), move) for i, move in enumerate(read, 1)]  # type: ignore[arg-type]  # all of them can be read


THREE = lines(take("Chris", "red"), take("Chris", "blue"), take("Chris", "green"))


def after(*edits: Edit) -> list[tuple[str, str]]:
    edited = apply_edits(BOOK.game, HEADER.seats, THREE, edits, "40")
    return [(line.id, line.move.plain()["color"]) for line in edited]


def test_a_changed_entry_keeps_its_id_and_its_place() -> None:
    assert after(Edit(do="change", entry="2", move=take("Chris", "purple"))) == [
        ("1", "red"),
        ("2", "purple"),
        ("3", "green"),
    ]


def test_a_change_that_keeps_what_is_hidden_keeps_nothing_if_nothing_is_hidden() -> None:
    assert after(Edit(do="change", entry="2", move=take("Chris", "purple"), keeps=True))[1] == ("2", "purple")


def test_a_removed_entry_is_gone() -> None:
    assert after(Edit(do="remove", entry="1")) == [("2", "blue"), ("3", "green")]


def test_inserts_come_before_their_entry_or_at_the_end_in_the_order_given() -> None:
    first, second = (Edit(do="insert", entry="2", move=take("Chris", color)) for color in ("orange", "purple"))
    last = Edit(do="insert", move=take("Mary", "red"))
    assert after(last, first, second) == [
        ("1", "red"),
        ("40.2", "orange"),
        ("40.3", "purple"),
        ("2", "blue"),
        ("3", "green"),
        ("40.1", "red"),
    ]


def test_a_move_can_be_inserted_before_one_that_is_removed() -> None:
    insert = Edit(do="insert", entry="1", move=take("Chris", "orange"))
    assert after(Edit(do="remove", entry="1"), insert) == [("40.1", "orange"), ("2", "blue"), ("3", "green")]


def test_each_edited_move_names_the_edit_that_made_it() -> None:
    edit = Edit(do="change", entry="2", move=take("Chris", "purple"))
    edited = apply_edits(BOOK.game, HEADER.seats, THREE, [edit], "40")
    assert [line.edit for line in edited] == [None, edit, None]


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([Edit(do="remove", entry="9")], id="no such entry"),
        pytest.param([Edit(do="insert", entry="9", move=take("Chris", "red"))], id="before no entry"),
        pytest.param([Edit(do="remove", entry="1"), Edit(do="remove", entry="1")], id="twice"),
        pytest.param([Edit(do="change", entry="1", move=take("Nobody", "red"))], id="no such seat"),
        pytest.param([Edit(do="insert", move={"move": "undo"})], id="an undo"),
    ],
)
def test_edits_that_cannot_be_applied_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(BadEdits):
        apply_edits(BOOK.game, HEADER.seats, THREE, edits, "40")


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param({"do": "change", "entry": "1"}, id="to what"),
        pytest.param({"do": "remove", "entry": "1", "move": {}}, id="a removal has no move"),
        pytest.param({"do": "remove"}, id="remove which"),
        pytest.param({"do": "insert", "entry": None, "move": {}}, id="null"),
        pytest.param({"do": "erase", "entry": "1"}, id="nothing is erased"),
    ],
)
def test_an_incomplete_edit_is_not_read(raw: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Edit.model_validate(raw)


def test_an_edit_is_written_back_as_it_was_given() -> None:
    raw = {"do": "remove", "entry": "1", "fell": "not-now"}
    assert Edit.model_validate(raw).plain() == raw
