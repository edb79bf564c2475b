"""The prediction, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sluff_off.sitting import (
    Plain,
    Sitting,
    done,
    give,
    points,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
)

FULL_BOX = {"red": 3, "blue": 5, "green": 3, "orange": 3, "purple": 3, "white": 4, "black": 6}


def test_box() -> None:
    assert Sitting().held("centre") == FULL_BOX
    assert sum(FULL_BOX.values()) == 27


def test_box_with_an_odd_supply() -> None:
    assert Sitting(supply={"blue": 3, "white": 0}).held("centre") == {
        **{color: n for color, n in FULL_BOX.items() if color != "white"},
        "blue": 3,
    }


@pytest.mark.parametrize(("dealer", "first"), [("Cory", "Chris"), ("Chris", "Mary"), ("Katie", "Cory")])
def test_prediction_order_begins_left_of_the_dealer(dealer: str, first: str) -> None:
    sitting = Sitting(dealer=dealer)
    other = "Mary" if first != "Mary" else "Cory"
    assert sitting.refused(take(other, "red")) == ("prediction-order", f"It is {first}\u2019s turn to predict.")
    sitting.play(done(first))


def test_prediction_order_goes_clockwise() -> None:
    Sitting().play(done("Chris"), done("Mary"), done("Katie"), done("Cory"), trick("Chris", "red"))


@pytest.mark.parametrize(
    ("before", "move", "rule", "because"),
    [
        pytest.param([], done("Mary"), "prediction-order", "It is Chris\u2019s turn to predict.", id="done early"),
        pytest.param(
            [], sluffer("Mary"), "prediction-order", "It is Chris\u2019s turn to predict.", id="sluffer early"
        ),
        pytest.param(
            [],
            steal("Mary", "red", "Cory"),
            "prediction-order",
            "It is Chris\u2019s turn to predict.",
            id="steal early",
        ),
        pytest.param(
            [take("Chris", "red")] * 3,
            take("Chris", "red"),
            "take-from-centre",
            "No red token is left in the centre.",
            id="a fourth red",
        ),
        pytest.param(
            [take("Chris", "blue"), take("Chris", "blue"), done("Chris")],
            steal("Mary", "blue", "Chris"),
            "steal-only-when-centre-empty",
            "3 blue tokens lie in the centre.",
            id="three in the centre",
        ),
        pytest.param(
            [take("Chris", "red"), take("Chris", "red"), done("Chris")],
            steal("Mary", "red", "Chris"),
            "steal-only-when-centre-empty",
            "1 red token lies in the centre.",
            id="one in the centre",
        ),
        pytest.param(
            [take("Chris", "red")] * 3,
            steal("Chris", "red", "Mary"),
            "steal-needs-holder",
            "Mary holds no red token.",
            id="from who has none",
        ),
        pytest.param(
            [take("Chris", "red")] * 3,
            steal("Chris", "red", "Chris"),
            "steal-needs-holder",
            "Chris cannot take a token from Chris.",
            id="from oneself",
        ),
        pytest.param(
            [],
            take("Chris", "white"),
            "no-white-or-black-in-prediction",
            "A white token predicts no trick.",
            id="take white",
        ),
        pytest.param(
            [],
            take("Chris", "black"),
            "no-white-or-black-in-prediction",
            "A black token predicts no trick.",
            id="take black",
        ),
        pytest.param(
            [],
            steal("Chris", "white", "Mary"),
            "no-white-or-black-in-prediction",
            "A white token predicts no trick.",
            id="steal white",
        ),
        pytest.param(
            [sluffer("Chris")],
            sluffer("Mary"),
            "one-sluffer",
            "Chris holds the Sluffer in this round.",
            id="a second Sluffer",
        ),
        pytest.param(
            [take("Chris", "red")],
            sluffer("Chris"),
            "sluffer-instead-of-tokens",
            "Chris has taken a token in this prediction.",
            id="after a token",
        ),
        pytest.param(
            [give("red", "centre", "Chris", 2)],
            sluffer("Chris"),
            "sluffer-instead-of-tokens",
            "Chris holds 2 tokens.",
            id="a token by ruling",
        ),
        pytest.param(
            [take("Chris", "red"), give("red", "Chris", "centre")],
            sluffer("Chris"),
            "sluffer-instead-of-tokens",
            "Chris has taken a token in this prediction.",
            id="token gone again",
        ),
        pytest.param([], trick("Chris", "red"), "not-now", "Chris has yet to predict.", id="a trick too early"),
        pytest.param(
            [], turn_in("Chris", "red"), "not-now", "No token is owed at the moment.", id="a turn-in too early"
        ),
    ],
)
def test_refusals(before: list[Plain], move: Plain, rule: str, because: str) -> None:
    assert Sitting().play(*before).refused(move) == (rule, because)


def test_not_now_once_all_have_predicted() -> None:
    sitting = Sitting().predicted()
    for move in (take("Chris", "red"), steal("Chris", "red", "Mary"), sluffer("Chris"), done("Chris")):
        assert sitting.refused(move) == ("not-now", "The predictions of this round are complete.")


def test_take_from_centre_any_number_none_too() -> None:
    sitting = Sitting().predicted(Chris="red red red blue blue blue blue blue green orange purple")
    assert sitting.held("Chris") == {"red": 3, "blue": 5, "green": 1, "orange": 1, "purple": 1}
    assert sitting.held("Mary") == {}
    assert sitting.report["phase"] == "trick"


def test_steal_pays_white() -> None:
    sitting = Sitting().play(*[take("Chris", "red")] * 3, done("Chris"), steal("Mary", "red", "Chris"))
    assert sitting.held("Chris") == {"red": 2, "white": 1}
    assert sitting.held("Mary") == {"red": 1}
    assert sitting.held("centre")["white"] == 3


def _four_stolen(**options: Any) -> Sitting:
    sitting = Sitting(supply={"red": 5}, **options).play(*[take("Chris", "red")] * 5, done("Chris"))
    return sitting.play(*[steal("Mary", "red", "Chris")] * 4)


def test_no_white_left() -> None:
    sitting = _four_stolen()
    assert sitting.held("Chris") == {"red": 1, "white": 4}
    assert sitting.refused(steal("Mary", "red", "Chris")) == (
        "no-white-left",
        "No white token is left in the centre to give Chris for it.",
    )


def test_no_white_left_house_rule_steal_unpaid() -> None:
    sitting = _four_stolen(steal_unpaid=True).play(steal("Mary", "red", "Chris"))
    assert sitting.held("Chris") == {"white": 4}
    assert sitting.held("Mary") == {"red": 5}


def test_sluffer_ends_the_prediction_and_nobody_has_to_take_it() -> None:
    sitting = Sitting().play(sluffer("Chris"))
    assert sitting.report["sluffer"] == "Chris"
    assert sitting.refused(take("Chris", "red"))[0] == "prediction-order"
    assert Sitting().predicted().report["sluffer"] is None


def test_a_steal_counts_as_taking_a_token() -> None:
    sitting = Sitting(supply={"red": 1}).play(take("Chris", "red"), done("Chris"), steal("Mary", "red", "Chris"))
    assert sitting.refused(sluffer("Mary"))[0] == "sluffer-instead-of-tokens"


def test_points_need_no_phase_of_their_own() -> None:
    Sitting().play(points("Mary", 3)).predicted().play(points("Mary", -2))


@pytest.mark.parametrize(
    ("before", "move", "first"),
    [
        pytest.param(
            [take("Chris", "blue"), done("Chris")],
            steal("Mary", "blue", "Chris"),
            take("Mary", "blue"),
            id="take it from the centre",
        ),
        pytest.param(
            [*[take("Chris", "red")] * 3, done("Chris")],
            take("Mary", "red"),
            steal("Mary", "red", "Chris"),
            id="steal it",
        ),
        pytest.param([], take("Mary", "green"), take("Chris", "green"), id="whose turn it is"),
        pytest.param([], sluffer("Mary"), sluffer("Chris"), id="the Sluffer, by whose turn it is"),
        pytest.param([], done("Mary"), done("Chris"), id="whose prediction is to end"),
    ],
)
def test_instead_is_legal_and_the_nearest_comes_first(before: list[Plain], move: Plain, first: Plain) -> None:
    sitting = Sitting().play(*before)
    sitting.refused(move)
    offered = sitting.instead(move)
    assert offered[0] == first
    for other in offered:
        Sitting().play(*before, other)


def test_one_sluffer_instead_are_the_free_tokens_of_the_centre_before_any_steal() -> None:
    sitting = Sitting().play(*[take("Chris", "red")] * 3, done("Chris"), sluffer("Mary"))
    assert sitting.refused(sluffer("Katie"))[0] == "one-sluffer"
    free = [take("Katie", color) for color in ("blue", "green", "orange", "purple")]
    assert sitting.instead(sluffer("Katie")) == [*free, done("Katie"), steal("Katie", "red", "Chris")]


def test_table_ruling_instead_moves_as_many_tokens_as_lie_there() -> None:
    sitting = Sitting().play(take("Chris", "red"))
    assert sitting.refused(give("red", "Chris", "Mary", 3))[0] == "table-ruling"
    assert sitting.instead(give("red", "Chris", "Mary", 3))[0] == give("red", "Chris", "Mary")
