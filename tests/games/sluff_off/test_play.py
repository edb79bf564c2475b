"""The tricks and their tokens, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sluff_off.sitting import (
    UNDO,
    Plain,
    Sitting,
    done,
    give,
    miss,
    points,
    steal,
    take,
    trick,
    turn_in,
)


@pytest.mark.parametrize(
    ("led", "won_with", "because"),
    [
        ("red", "green", "A trick led in red is won by red or by blue, not by green."),
        ("blue", "red", "A trick led in blue is won by blue, not by red."),
    ],
)
def test_winning_color(led: str, won_with: str, because: str) -> None:
    sitting = Sitting().predicted()
    assert sitting.refused(trick("Mary", led, won_with)) == ("winning-color", because)
    assert sitting.instead(trick("Mary", led, won_with))[0] == trick("Mary", led, led)


def test_instead_of_a_wrong_color_are_the_two_that_can_win() -> None:
    sitting = Sitting().predicted()
    assert sitting.instead(trick("Mary", "red", "green")) == [trick("Mary", "red"), trick("Mary", "red", "blue")]


def test_turn_in_before_next_trick() -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "red"))
    assert sitting.report["phase"] == "turn-in"
    assert sitting.refused(trick("Mary", "red")) == (
        "turn-in-before-next-trick",
        "Chris has yet to turn in a token for trick 1.",
    )
    assert sitting.instead(trick("Mary", "red")) == [turn_in("Chris", "red")]


TURN_INS = [
    # led, won with, what fits
    ("blue", "blue", {"blue"}),
    ("red", "red", {"red"}),
    ("red", "blue", {"red", "blue"}),
    ("purple", "blue", {"purple", "blue"}),
]


@pytest.mark.parametrize(("led", "won_with", "fits"), TURN_INS)
def test_turn_in_fits_trick(led: str, won_with: str, fits: set[str]) -> None:
    sitting = Sitting().predicted(Chris="red blue green orange purple").play(trick("Chris", led, won_with))
    for color in ("red", "blue", "green", "orange", "purple"):
        if color in fits:
            after = Sitting().predicted(Chris="red blue green orange purple")
            after.play(trick("Chris", led, won_with), turn_in("Chris", color))
            assert color not in after.held("Chris")
        else:
            assert sitting.refused(turn_in("Chris", color)) == (
                "turn-in-fits-trick",
                f"Trick 1 was led in {led} and won with {won_with}; {color} does not fit it.",
            )


@pytest.mark.parametrize("color", ["green", "white", "black"])
def test_turn_in_fits_trick_wants_a_token_that_is_held(color: str) -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "red"))
    assert sitting.refused(turn_in("Chris", color)) == ("turn-in-fits-trick", f"Chris holds no {color} token.")
    assert sitting.instead(turn_in("Chris", color)) == [turn_in("Chris", "red")]


def _white_for_chris(**options: Any) -> Sitting:
    sitting = Sitting(supply={"red": 2}, **options)
    return sitting.play(
        take("Chris", "red"),
        take("Chris", "red"),
        done("Chris"),
        steal("Mary", "red", "Chris"),
        done("Mary"),
        done("Katie"),
        done("Cory"),
    )


@pytest.mark.parametrize("led", ["red", "blue", "green"])
def test_white_is_wild(led: str) -> None:
    sitting = _white_for_chris().play(trick("Chris", led), turn_in("Chris", "white"))
    assert sitting.held("Chris") == {"red": 1}
    assert sitting.held("centre")["white"] == 4


def test_white_with_match_house_rule() -> None:
    sitting = _white_for_chris(white_with_match=False).play(trick("Chris", "red"))
    assert sitting.refused(turn_in("Chris", "white")) == ("white-with-match", "Chris holds a token that matches: red.")
    assert sitting.instead(turn_in("Chris", "white")) == [turn_in("Chris", "red")]
    sitting.play(turn_in("Chris", "red"), trick("Chris", "red"), turn_in("Chris", "white"))


def test_turn_in_is_owed_also_with_nothing_but_white() -> None:
    sitting = _white_for_chris().play(trick("Chris", "green"))
    assert sitting.report["phase"] == "turn-in"
    assert sitting.held("Chris") == {"red": 1, "white": 1}
    assert sitting.instead(trick("Chris", "green")) == [turn_in("Chris", "white")]


def test_turn_in_by_winner() -> None:
    sitting = Sitting().predicted(Chris="red", Mary="red").play(trick("Chris", "red"))
    for move in (turn_in("Mary", "red"), miss("Mary")):
        assert sitting.refused(move) == ("turn-in-by-winner", "Chris took trick 1, not Mary.")


def test_black_when_nothing_fits() -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "green"))
    assert sitting.held("Chris") == {"red": 1, "black": 1}
    assert sitting.report["phase"] == "trick"
    assert sitting.refused(turn_in("Chris", "red")) == (
        "not-now",
        "Chris held nothing that fits trick 1 and has taken a black token for it.",
    )


def test_black_runs_out() -> None:
    sitting = Sitting().predicted().emptied(6)
    assert sitting.held("Chris") == {"black": 6}
    assert sitting.play(trick("Mary", "red")).held("Mary") == {}


def test_missed_turn_in() -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "red"), miss("Chris"))
    assert sitting.held("Chris") == {"red": 1}
    late = ("not-now", "Chris led on after trick 1 without turning in; now it is too late.")
    assert sitting.refused(turn_in("Chris", "red")) == late
    assert sitting.refused(miss("Chris")) == late
    sitting.play(trick("Chris", "red"), turn_in("Chris", "red"))
    assert sitting.refused(turn_in("Chris", "red")) == (
        "not-now",
        "Trick 2 is settled; no token is owed at the moment.",
    )


def test_sluffer_pays_nothing() -> None:
    sitting = Sitting().predicted(Katie="sluffer", Mary="red").play(trick("Katie", "red"))
    assert sitting.report["phase"] == "trick"
    assert sitting.held("Katie") == {}
    for move in (turn_in("Katie", "red"), miss("Katie")):
        assert sitting.refused(move) == ("not-now", "Katie took trick 1 and holds the Sluffer, who pays nothing.")


@pytest.mark.parametrize(
    ("move", "rule", "because"),
    [
        pytest.param(give("red", "centre", "centre"), "table-ruling", "The tokens already lie there.", id="same place"),
        pytest.param(
            give("red", "centre", "Katie"),
            "table-ruling",
            "Katie holds the Sluffer, and with it no tokens.",
            id="to the Sluffer's holder",
        ),
        pytest.param(give("red", "centre", "Mary", 4), "table-ruling", "3 red tokens lie there.", id="too many"),
        pytest.param(give("red", "Chris", "Mary"), "table-ruling", "0 red tokens lie there.", id="none there"),
    ],
)
def test_table_ruling_that_cannot_be_carried_out(move: Plain, rule: str, because: str) -> None:
    assert Sitting().predicted(Katie="sluffer").refused(move) == (rule, because)


def test_table_ruling_moves_tokens_of_every_kind_between_any_places() -> None:
    sitting = (
        Sitting()
        .predicted(Chris="red red")
        .play(give("red", "Chris", "Mary", 2), give("black", "centre", "Chris", 6), give("black", "Chris", "centre", 5))
    )
    assert sitting.held("Mary") == {"red": 2}
    assert sitting.held("Chris") == {"black": 1}


def test_table_ruling_waits_for_an_owed_turn_in() -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "red"))
    for move in (give("red", "centre", "Mary"), points("Mary", 1)):
        assert sitting.refused(move) == ("not-now", "Chris has yet to turn in a token.")


def test_undo_takes_back_across_phases_and_is_not_itself_undone() -> None:
    sitting = Sitting().predicted(Chris="red").play(trick("Chris", "red"), turn_in("Chris", "red"))
    assert sitting.play(UNDO).report["phase"] == "turn-in"
    assert sitting.play(UNDO).report["phase"] == "trick"
    assert sitting.play({**UNDO, "seat": "Mary"}).report["phase"] == "prediction"
    sitting.play(UNDO, UNDO, UNDO, UNDO)
    assert sitting.held("Chris") == {}
    assert sitting.refused(UNDO) == ("nothing-to-undo", "There is no entry.")
    assert sitting.book.accepted == 14
