"""What today's rules refuse may be an undo, an act, an amend or unreadable: what the host may choose then."""

from __future__ import annotations

from typing import Any

import pytest

from companion.tables.choices_after_upgrade import offers
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take
from tests.tables.acts import Plain, change, remove, standing
from tests.tables.earlier import chose, read_anew, stopped_at, wrote


def test_an_undo_that_is_refused(house: House, make_tables: MakeTables) -> None:
    here = wrote(house, take("Chris"), {"move": "undo", "seat": "Nobody"}, done("Chris"))
    assert stopped_at(here) == (2, "malformed")
    here = chose(house, "stands")
    assert (standing(here), here.version) == ([("3", "done")], 4)
    read_anew(house, make_tables)


def test_an_undo_of_nothing_can_only_go(house: House) -> None:
    here = wrote(house, UNDO, take("Chris"))
    assert (stopped_at(here), [offer.how for offer in offers(here, "why")]) == ((1, "nothing-to-undo"), ["out"])
    assert standing(chose(house, "out")) == [("2", "red")]


@pytest.mark.parametrize("stored", ['{"move": "dance"}', "{", "[]", '{"move": "take", "seat": "Mary"}', "NaN"])
def test_an_entry_that_cannot_be_read(house: House, make_tables: MakeTables, stored: str) -> None:
    here = wrote(house, take("Chris"), stored, done("Chris"))
    assert stopped_at(here) == (2, "malformed")
    assert {offer.how for offer in offers(here, "why")} == {"out", "replaced"}
    assert house.tables.entries(house.code)[1].what is None
    assert standing(chose(house, "out")) == [("1", "red"), ("3", "done")]
    read_anew(house, make_tables)


def test_what_cannot_be_read_is_replaced_by_the_same_kind_first(house: House) -> None:
    wrote(house, '{"move": "done", "seat": "Chris", "why": 1}')
    here = chose(house, "replaced")
    assert standing(here) == [("1", "done")]


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param({"act": "dance"}, id="no act of this program"),
        pytest.param({"act": "settle", "hold": 1, "how": "stands", "reason": "x"}, id="no hold"),
        pytest.param({"act": "late", "first": 1, "seat": "Mary"}, id="no race"),
        pytest.param({"act": "choose", "entry": 9, "how": "out", "reason": "x"}, id="a choice about what comes later"),
        pytest.param({"act": "propose", "edits": [{"do": "remove", "entry": "9"}], "reason": "x"}, id="a proposal"),
    ],
)
def test_an_act_that_is_refused_can_only_go(house: House, make_tables: MakeTables, stored: Plain) -> None:
    here = wrote(house, take("Chris"), stored, done("Chris"))
    assert stopped_at(here) == (2, None)
    assert [offer.how for offer in offers(here, "why")] == ["out"]
    assert standing(chose(house, "out")) == [("1", "red"), ("3", "done")]
    read_anew(house, make_tables)


def amend_of(*edits: Any) -> Plain:
    return {"act": "amend", "edits": [edit.plain() for edit in edits], "reason": "we looked again"}


def test_an_amend_stands_with_all_that_follows_from_it(house: House, make_tables: MakeTables) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    here = wrote(house, amend_of(remove("2")), done("Mary"))
    assert stopped_at(here) == (4, "prediction-order")
    assert [offer.how for offer in offers(here, "why")] == ["stands", "out", "replaced"]
    here = chose(house, "stands")
    assert stopped_at(here)[0] == 5  # and what came after it is judged, too
    assert standing(here) == [("1", "red")]
    read_anew(house, make_tables)


def test_an_amend_is_replaced_by_what_keeps_the_most(house: House, make_tables: MakeTables) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    wrote(house, amend_of(remove("2")))
    here = chose(house, "replaced")
    assert (here.stopped, len(here.book.moves())) == (None, 2)
    read_anew(house, make_tables)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(remove("9"), id="no such entry"),
        pytest.param(change("1", {"move": "dance"}), id="no move"),
    ],
)
def test_an_amend_that_nothing_is_left_of_can_only_go(house: House, edit: Any) -> None:
    here = wrote(house, take("Chris"), amend_of(edit))
    assert [offer.how for offer in offers(here, "why")] == ["out"]


def test_the_ledger_marks_what_a_choice_about_an_amend_has_changed(house: House) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    wrote(house, amend_of(remove("2")))
    chose(house, "stands")
    views = house.tables.entries(house.code)
    assert [one.removed_by for one in views] == [None, 5, 5, None, None]
