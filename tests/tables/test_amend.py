"""Amends: what stands afterwards, who may amend, and that all processes read the same from the ledger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Forbidden, Played, Refused, Reused, Stale
from companion.tables.entry import MOST_EDITS, Act, read_act
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.games.comings import rename
from tests.service.house import UNDO, House, done, take, trick
from tests.tables.acts import Plain, amend, change, hold, propose, put_in, remove, settle, standing, whole

ORANGE = put_in(take("Chris", "orange"), "2")


def done_now(here: Snapshot) -> Iterator[Plain]:
    """Yield the move by which the seat that predicts now is done."""
    for choice in here.book.game.choices(here.book.state, None):
        if choice.legal and choice.move.kind() == "done":
            yield choice.move.plain()


@pytest.fixture
def house(house: House) -> House:
    """Chris has taken red and blue, and is done; Mary has taken green. Four entries."""
    house.play_all(take("Chris"), take("Chris", "blue"), done("Chris"), take("Mary", "green"))
    return house


def test_a_changed_entry_stands_with_its_new_move(house: House) -> None:
    before = house.now
    answer = house.play(amend(change("2", take("Chris", "purple"))))
    assert isinstance(answer, Played)
    assert answer.version == 5
    assert standing(house.now) == [("1", "red"), ("2", "purple"), ("3", "done"), ("4", "green")]
    assert standing(before) == [
        ("1", "red"),
        ("2", "blue"),
        ("3", "done"),
        ("4", "green"),
    ]  # an older snapshot stays as it was


def test_an_amend_removes_entries_and_inserts_others_between_and_at_the_end(house: House) -> None:
    house.play_all(amend(remove("1"), ORANGE, put_in(take("Mary", "purple"))))
    assert standing(house.now) == [("5.1", "orange"), ("2", "blue"), ("3", "done"), ("4", "green"), ("5.2", "purple")]


def test_an_inserted_entry_can_be_amended(house: House) -> None:
    house.play_all(amend(ORANGE), amend(change("5.1", take("Chris", "purple"))))
    assert standing(house.now)[1] == ("5.1", "purple")
    house.play_all(amend(remove("5.1")))
    assert standing(house.now) == [("1", "red"), ("2", "blue"), ("3", "done"), ("4", "green")]


def test_after_an_amend_the_game_is_as_if_it_had_been_entered_so_at_first(house: House) -> None:
    house.play_all(amend(change("1", take("Chris", "orange")), put_in(take("Chris", "purple"), "3")))
    other = House(house.tables)
    other.play_all(
        take("Chris", "orange"), take("Chris", "blue"), take("Chris", "purple"), done("Chris"), take("Mary", "green")
    )
    assert house.now.book.state == other.now.book.state
    assert house.now.book.moves() == other.now.book.moves()


# Versions and repeats


def test_an_amend_from_an_older_page_is_stale(house: House) -> None:
    assert isinstance(house.play(amend(remove("4")), seen=3), Stale)
    assert isinstance(house.play(amend(remove("4")), seen=4), Played)
    assert isinstance(house.play(amend(remove("3")), seen=4), Stale)


def test_a_request_name_cannot_be_used_for_another_amend(house: House) -> None:
    house.play(amend(remove("4")), request="tap")
    assert isinstance(house.play(amend(remove("3")), request="tap"), Reused)
    assert isinstance(house.play(amend(remove("4"), reason="another"), request="tap"), Reused)


def test_two_processes_amend_one_after_the_other(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 4
    house.play_all(amend(change("2", take("Chris", "purple"))))
    stale = other.submit(house.code, [amend(remove("1"))], actor=house.host, seen=4, request=None)
    assert isinstance(stale, Stale)
    assert whole(other.get(house.code)) == whole(house.now)
    house.play_all(take("Mary"))
    clash = other.submit(house.code, [amend(remove("1"))], actor=house.host, seen=None, request=None)
    assert isinstance(clash, Played)
    assert clash.version == 7
    assert standing(clash.snapshot) == [("2", "purple"), ("3", "done"), ("4", "green"), ("6", "red")]
    assert whole(make_tables().get(house.code)) == whole(clash.snapshot)


# After an amend


def test_an_undo_after_an_amend_takes_back_the_latest_move_that_stands(house: House) -> None:
    house.play_all(amend(change("2", take("Chris", "purple")), remove("4")), UNDO)
    assert standing(house.now) == [("1", "red"), ("2", "purple")]
    house.play_all(UNDO, UNDO)
    assert house.now.standing_moves() == ()
    answer = house.play(UNDO)
    assert isinstance(answer, Refused)
    assert answer.rejected.rule.id == "nothing-to-undo"


def test_an_inserted_move_may_be_undone_by_the_seat_that_amended_and_by_the_player(
    house: House, make_tables: MakeTables
) -> None:
    mary = house.scorekeeper()
    house.play(amend(change("4", take("Mary", "purple")), put_in(done("Mary")), put_in(take("Katie"))), actor=mary)
    assert [entered.by for entered in house.now.entered()] == ["Mary", "Mary", "Mary", None, None, None]
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    for tables in (house.tables, make_tables()):
        chris = tables.submit(house.code, [UNDO], actor=house.seat("Chris"), seen=None, request=None)
        assert isinstance(chris, Forbidden)
    assert isinstance(house.play(UNDO, actor=house.seat("Katie")), Played)  # Katie is its player
    assert isinstance(house.play(UNDO, actor=house.seat("Mary")), Played)
    assert standing(house.now)[-1] == ("4", "purple")


def test_an_amend_can_reopen_a_game_that_was_over(house: House) -> None:
    house.play_out()
    last = house.now.standing_moves()[-1].id
    assert house.now.book.report().over
    house.play_all(amend(remove(last)))
    assert not house.now.book.report().over
    assert isinstance(house.play(trick("Mary")), Played)


# What the ledger shows


def became(house: House) -> list[Plain]:
    """Return the version of each entry, and what became of it."""
    marks = ("undoes", "undone_by", "changed_by", "removed_by", "stands")
    views = {view.version: {name: getattr(view, name) for name in marks} for view in house.tables.entries(house.code)}
    return [
        {"version": version} | {name: value for name, value in view.items() if value not in (None, True)}
        for version, view in views.items()
    ]


def test_the_ledger_marks_entries_that_were_changed_removed_or_undone(house: House) -> None:
    house.play_all(amend(change("2", take("Chris", "purple")), ORANGE, remove("4")), UNDO, UNDO)
    assert became(house) == [
        {"version": 1},
        {"version": 2, "changed_by": 5, "undone_by": 7, "stands": False},
        {"version": 3, "undone_by": 6, "stands": False},
        {"version": 4, "removed_by": 5, "stands": False},
        {"version": 5},
        {"version": 6, "undoes": "3"},
        {"version": 7, "undoes": "2"},
    ]
    house.play_all(UNDO)  # of the entry that the amend inserted, which has no line of its own
    assert became(house)[-1] == {"version": 8, "undoes": "5.1"}
    assert became(house)[4] == {"version": 5}
    entries = house.tables.entries(house.code)
    assert entries[1].item == house.now.book.game.parse(take("Chris", "blue"))
    assert [view.before.version for view in entries] == list(range(8))


def test_each_entry_comes_with_the_table_before_it(house: House) -> None:
    house.play_all(amend(remove("4")), hold(entry="3"), settle(6))
    entries = house.tables.entries(house.code)
    assert [len(view.before.standing_moves()) for view in entries] == [0, 1, 2, 3, 4, 3, 3]
    assert [view.before.referee.hold is not None for view in entries] == [False] * 6 + [True]
    assert entries[0].before.referee.precedents == ()


def test_a_transcript_holds_the_moves_that_stand(house: House) -> None:
    house.play_all(amend(change("2", take("Chris", "purple")), remove("4")))
    assert [*house.now.book.lines()][1:] == [
        '{"move": "take", "seat": "Chris", "color": "red"}',
        '{"move": "take", "seat": "Chris", "color": "purple"}',
        '{"move": "done", "seat": "Chris"}',
    ]


# Acts as JSON


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param({"act": "dance"}, id="no such act"),
        pytest.param({"act": "amend", "edits": [], "reason": "x"}, id="no edit"),
        pytest.param({"act": "amend", "edits": [{"do": "remove", "entry": "1"}] * (MOST_EDITS + 1), "reason": "x"},
                     id="too many edits"),
        pytest.param({"act": "amend", "edits": [{"do": "remove", "entry": "1"}], "reason": "  "}, id="no reason"),
        pytest.param({"act": "amend", "edits": [{"do": "remove", "entry": "1"}], "reason": "x" * 281}, id="too long"),
        pytest.param({"act": "hold", "reason": "x", "entry": None}, id="null"),
        pytest.param({"act": "settle", "hold": "1", "how": "stands", "reason": "x"}, id="text for a number"),
        pytest.param({"act": "settle", "hold": 1, "how": "somehow", "reason": "x"}, id="no such ruling"),
        pytest.param({"act": "setting", "two_people": 1}, id="number for yes"),
        pytest.param([], id="no object"),
    ],
)  # fmt: skip
def test_an_act_that_is_malformed_is_not_read(raw: object) -> None:
    with pytest.raises(ValidationError):
        read_act(raw)


@pytest.mark.parametrize(
    "act",
    [
        amend(
            change("1", take("Chris")), put_in(done("Chris")), reason="  so be it ", settles=3, rule="black-runs-out"
        ),
        propose(remove("2", fell="not-now")),
        hold(entry="40.1"),
        settle(3, "withdrawn"),
    ],
)
def test_an_act_is_read_back_as_it_was_written(act: Act) -> None:
    assert read_act(act.plain()) == act
    assert getattr(act, "reason", "").strip() == getattr(act, "reason", "")


def test_a_seat_may_undo_its_move_also_after_an_amend_has_removed_its_rename(tables: TableService) -> None:
    house = House(tables)
    house.play_all(rename("Mary", "Mia"))
    while house.now.book.report().phase == "prediction":
        house.play_all(next(done_now(house.now)))
    assert isinstance(house.play(trick("Chris"), actor=house.seat("Mary")), Played)
    renamed = [
        change(line.id, {**line.move.plain(), "seat": "Mary"})
        for line in house.now.standing_moves()
        if line.move.plain().get("seat") == "Mia"
    ]
    house.play_all(amend(remove("1"), *renamed))
    assert house.now.provenance is not None
    assert house.now.provenance.by == "Mary"
    other = house.play(UNDO, actor=house.seat("Katie"))
    assert isinstance(other, Forbidden)
    assert isinstance(house.play(UNDO, actor=house.seat("Mary")), Played)
