"""Every move has words for the ledger, with what came of it, and words for its button; choices and what is near."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.comings import join
from tests.games.fluff.sitting import UNDO, Plain, Sitting, bid, call, count, roll, ruling, show, spill, starts

WORDS = [
    (roll(Ann=2, Tom=0), "Wilds rolled for the start: Ann 2, Tom 0", "Record the roll"),
    (bid("Ann", 5, 4), "Ann bid 5 \u00d7 4", "Bid 5 \u00d7 4"),
    (call("Tom"), "Tom called \u201cFluff!\u201d", "Tom calls \u201cFluff!\u201d"),
    (show("Mia", "24w"), "Mia showed 2, 4, wild", "Show the dice"),
    (count("Mia", 3), "3 of Mia\u2019s dice count", "3 count"),
    (count("Mia", 1), "1 of Mia\u2019s dice counts", "1 counts"),
    (count("Mia", 0), "None of Mia\u2019s dice count", "0 count"),
    (spill("Mia", 2), "Mia spilled 2 dice", "Mia spilled 2 dice"),
    (spill("Mia"), "Mia spilled 1 die", "Mia spilled 1 die"),
    (join("Eve", dice=3), "Eve joined the table, with 3 dice", "Let Eve join"),
    (ruling("Tom", 1), "The table gave Tom 1 die: we agreed", "Enter the ruling"),
    (ruling("Tom", -2), "The table took 2 dice from Tom: we agreed", "Enter the ruling"),
    (UNDO, "The latest entry was taken back", "Undo"),
]


@pytest.mark.parametrize(("plain", "sentence", "button"), WORDS)
def test_every_move_has_words(plain: Plain, sentence: str, button: str) -> None:
    assert Sitting().words(plain) == (sentence, button)


def showing(quantity: int = 2, caller: str = "Tom", **options: Any) -> Sitting:
    table = Sitting(**options).started().holding(Ann=1, Tom=2, Mia=3).play(bid("Ann", quantity, 4), call(caller))
    return table.play(show("Ann", "4"), show("Mia", "222"))


OUTCOMES = [
    (Sitting(), roll(Ann=1, Tom=0, Mia=0), "Wilds rolled for the start: Ann 1, Tom 0, Mia 0. Ann starts"),
    (Sitting(), roll(Ann=1, Tom=1, Mia=0), "Wilds rolled for the start: Ann 1, Tom 1, Mia 0. "
     "A tie: Ann, Tom roll again"),
    (Sitting(), roll(Ann=1), "Wilds rolled for the start: Ann 1"),
    (Sitting().started(), bid("Ann", 5, 4), "Ann bid 5 \u00d7 4"),
    (Sitting().started().play(bid("Ann", 5, 4)), call("Tom"), "Tom called \u201cFluff!\u201d"),
    (Sitting().started().play(bid("Ann", 5, 4)), call("Mia"), "Mia called \u201cFluff!\u201d. It was out of turn"),
    (Sitting().started().play(bid("Ann", 5, 4), call("Mia")), show("Mia", "22222"), "Mia showed 2, 2, 2, 2, 2"),
    (showing(), show("Tom", "4w"), "Tom showed 4, wild. 3 \u00d7 4 in all: Tom loses 1 die"),
    (showing(1, "Mia"), show("Tom", "4w"), "Tom showed 4, wild. 3 \u00d7 4 in all: Mia loses 2 dice"),
    (showing(), count("Tom", 2), "2 of Tom\u2019s dice count. 3 \u00d7 4 in all: Tom loses 1 die"),
    (showing(), count("Tom", 0), "None of Tom\u2019s dice count. 1 \u00d7 4 in all: Ann loses 1 die"),
    (Sitting(sloppy=True), spill("Tom"), "Tom spilled 1 die"),
    (Sitting().started().holding(Tom=1), join("Eve"), "Eve joined the table, with 1 die"),
    (showing(sloppy=True), spill("Tom"), "Tom spilled 1 die"),
    (showing(1, sloppy=True), spill("Tom", 2),
     "Tom spilled 2 dice. 1 \u00d7 4 in all: Tom was wrong and is out already"),
    (showing(2, sloppy=True), spill("Tom", 2), "Tom spilled 2 dice. 1 \u00d7 4 in all: Ann loses 1 die"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "plain", "sentence"), OUTCOMES)
def test_what_came_of_a_move(table: Sitting, plain: Plain, sentence: str) -> None:
    assert table.told(plain) == sentence


@pytest.mark.parametrize(
    ("table", "legal", "dimmed"),
    [
        pytest.param(Sitting(), 3, 0, id="first roll: each may start"),
        pytest.param(Sitting(sloppy=True), 18, 0, id="and in sloppy style each may spill"),
        pytest.param(Sitting().started(), 10, 0, id="an opening bid"),
        pytest.param(Sitting(sloppy=True).started(), 25, 0, id="and spilled dice"),
        pytest.param(Sitting().started().play(bid("Ann", 5, 4)), 9, 4, id="a raise, and a call by any but the bidder"),
        pytest.param(Sitting().started().play(bid("Ann", 10**6, 6)), 2, 6, id="no screen counts on for ever"),
        pytest.param(showing(), 3, 0, id="show"),
        pytest.param(showing(sloppy=True), 5, 0, id="and in sloppy style who has yet to show may spill"),
        pytest.param(Sitting(2, sloppy=True).started().holding(Tom=0), 0, 0, id="once it is over nobody spills"),
        pytest.param(Sitting(2).started().holding(Tom=0), 0, 0, id="over"),
    ],
)
def test_choices_come_with_their_ruling(table: Sitting, legal: int, dimmed: int) -> None:
    assert table.offered == (legal, dimmed)
    found = table.book.game.choices(table.book.state, None)
    offered = tuple(one.move for one in found if one.legal and one.move.kind() != "spill")
    assert table.book.game.instead(table.book.state, None) == offered


def test_choices_of_one_seat_are_its_own() -> None:
    table = Sitting().started().play(bid("Ann", 5, 4))
    found = table.book.game.choices(table.book.state, "Mia")
    assert [one.move.plain() for one in found] == [call("Mia")]


def test_no_ruling_is_offered_instead_if_none_can_be_carried_out() -> None:
    assert Sitting().started().instead(ruling("Ann", 1)) == []
    assert Sitting(sloppy=True).started().instead(spill("Tom", 6)) == []


def test_where_in_the_game_a_move_belongs() -> None:
    sitting = Sitting()
    moment = sitting.book.game.moment
    assert str(moment(sitting.book.state)) == "First roll"
    sitting.play(starts())
    assert str(moment(sitting.book.state)) == "Round 1"
    sitting.play(ruling("Tom", -5), ruling("Mia", -5))
    assert moment(sitting.book.state) is None
