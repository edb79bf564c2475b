"""Every move has words for the ledger and words for its button; the view shows what stands."""

from __future__ import annotations

import pytest

from companion.games.sluff_off.page import track
from tests.games.sluff_off.sitting import (
    UNDO,
    Plain,
    Sitting,
    cards,
    done,
    give,
    miss,
    points,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
)

WORDS = [
    (take("Mary", "red"), "Mary took red from the centre", "Take red"),
    (steal("Cory", "blue", "Mary"), "Cory took blue from Mary", "Steal blue from Mary"),
    (sluffer("Katie"), "Katie took the Sluffer", "Take the Sluffer"),
    (done("Chris"), "Chris finished the prediction", "Done"),
    (trick("Mary", "red"), "Mary won a red trick", "Mary took it: led red"),
    (trick("Mary", "red", "blue"), "Mary won a red trick with blue", "Mary took it: led red, won with blue"),
    (cards("red 1", "blue 2"), "Trick by its cards: red 1, blue 2", "Record trick"),
    (turn_in("Mary", "white"), "Mary turned in white", "Turn in white"),
    (miss("Mary"), "Mary forgot to turn in", "Forgot to turn in"),
    (give("red", "centre", "Mary", 2), "The table moved 2 red from the centre to Mary: we agreed", "Enter the ruling"),
    (points("Mary", -3), "The table took 3 points off Mary: we agreed", "Enter the ruling"),
    (UNDO, "The latest entry was taken back", "Undo"),
]


@pytest.mark.parametrize(("plain", "sentence", "label"), WORDS)
def test_words(plain: Plain, sentence: str, label: str) -> None:
    assert Sitting().words(plain) == (sentence, label)


def test_view_keeps_who_played_which_card_after_a_second_trick() -> None:
    tricks = cards("red 1", "red 2", "red 3", "green 4"), cards("red 4", "red 5", "red 6", "red 7")
    shown = track(Sitting().predicted().play(*tricks).book.state)
    assert [seat for seat, _ in shown[1].cards] == ["Katie", "Cory", "Chris", "Mary"]


@pytest.mark.parametrize(
    ("sitting", "legal", "dimmed"),
    [
        pytest.param(Sitting(), 7, 0, id="prediction"),
        pytest.param(Sitting().play(take("Chris", "red"), done("Chris")), 7, 1, id="a steal that is not yet allowed"),
        pytest.param(Sitting().predicted(), 36, 0, id="trick"),
        pytest.param(Sitting().predicted(Mary="red red green").play(trick("Mary", "red")), 2, 1, id="turn-in"),
        pytest.param(Sitting(rounds=1).predicted().emptied(15), 0, 0, id="over"),
    ],
)
def test_choices_come_with_their_ruling(sitting: Sitting, legal: int, dimmed: int) -> None:
    assert sitting.offered == (legal, dimmed)


def test_instead_of_something_else_in_the_middle_of_a_trick_are_the_tricks_of_that_seat() -> None:
    offered = Sitting().predicted().instead(take("Chris", "green"))
    assert offered[0] == trick("Chris", "green")
    assert len(offered) == 5
    assert Sitting().predicted().instead(give("red", "Chris", "Mary")) == []


STOLEN = [take("Chris", "red"), done("Chris")]
OUTCOMES = [
    pytest.param(Sitting(supply={"red": 1}).play(*STOLEN), steal("Mary", "red", "Chris"),
                 "Mary took red from Chris. Chris gets a white token", id="a steal"),
    pytest.param(Sitting(supply={"red": 1, "white": 0}, steal_unpaid=True).play(*STOLEN),
                 steal("Mary", "red", "Chris"), "Mary took red from Chris", id="a steal that goes unpaid"),
    pytest.param(Sitting().predicted(), trick("Mary", "red"), "Mary won a red trick. Mary takes a black token",
                 id="nothing fits"),
    pytest.param(Sitting(supply={"black": 0}).predicted(), trick("Mary", "red", "blue"),
                 "Mary won a red trick with blue. No black token left: nothing happens", id="no black left"),
    pytest.param(Sitting().predicted(Mary="sluffer"), trick("Mary", "red"), "Mary won a red trick",
                 id="the Sluffer"),
    pytest.param(Sitting().predicted(Mary="red"), trick("Mary", "red"), "Mary won a red trick", id="owed"),
    pytest.param(Sitting().predicted(), cards("red 1", "blue 2", "red 3", "red 4"),
                 "Mary won a red trick with blue: red 1, blue 2, red 3, red 4. Mary takes a black token",
                 id="by cards"),
    pytest.param(Sitting().predicted().emptied(14), trick("Mary", "red"),
                 "Mary won a red trick. No black token left: nothing happens", id="the last trick of a round"),
    pytest.param(Sitting(), done("Chris"), "Chris finished the prediction", id="nothing more to say"),
    pytest.param(Sitting(), trick("Mary", "red"), "Mary won a red trick", id="a move that would not stand"),
]  # fmt: skip


@pytest.mark.parametrize(("sitting", "plain", "sentence"), OUTCOMES)
def test_what_came_of_a_move(sitting: Sitting, plain: Plain, sentence: str) -> None:
    assert sitting.told(plain) == sentence


def test_moments_are_counted_as_people_count_them() -> None:
    sitting = Sitting()
    game = sitting.book.game
    assert str(game.moment(sitting.book.state)) == "Round 1, prediction"
    sitting.predicted(Chris="red")
    assert str(game.moment(sitting.book.state)) == "Round 1, trick 1"
    sitting.play(trick("Chris", "red"))
    assert str(game.moment(sitting.book.state)) == "Round 1, trick 1"
    sitting.play(turn_in("Chris", "red"))
    assert str(game.moment(sitting.book.state)) == "Round 1, trick 2"


def test_nothing_belongs_anywhere_after_the_game() -> None:
    sitting = Sitting(rounds=1).predicted().emptied(15)
    assert sitting.book.game.moment(sitting.book.state) is None
