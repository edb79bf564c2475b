"""What the table lets stand though a rule is against it: it takes what there is room for."""

from __future__ import annotations

import pytest

from tests.games.sluff_off.sitting import (
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

RED = [take("Chris", "red"), done("Chris")]
PREDICTED = [*RED, done("Mary"), sluffer("Katie"), done("Cory")]
OWED = [*PREDICTED, trick("Chris", "red")]
NO_WHITE = [give("white", "centre", "Cory", 4), *RED, give("red", "centre", "Cory", 2)]
REDS = cards("red 1", "red 2", "red 3", "red 4")


def stands(move: Plain) -> Plain:
    return {"move": "ruling", "stands": move, "reason": "we agreed"}


@pytest.mark.parametrize(
    ("before", "move", "phase", "held", "then"),
    [
        pytest.param([], take("Mary", "red"), "prediction", {"Mary": {"red": 1}}, done("Chris"), id="taken too early"),
        pytest.param([], take("Chris", "white"), "prediction", {"Chris": {"white": 1}}, done("Chris"), id="white"),
        pytest.param(RED, steal("Mary", "red", "Chris"), "prediction",
                     {"Mary": {"red": 1}, "Chris": {"white": 1}}, done("Mary"), id="stolen with some in the centre"),
        pytest.param(NO_WHITE, steal("Mary", "red", "Chris"), "prediction",
                     {"Mary": {"red": 1}, "Chris": {}}, done("Mary"), id="stolen and not paid"),
        pytest.param([], sluffer("Mary"), "prediction", {"Mary": {}}, done("Chris"), id="the Sluffer out of turn"),
        pytest.param([take("Chris", "red")], sluffer("Chris"), "prediction", {"Chris": {}}, done("Mary"),
                     id="the Sluffer after a token"),
        pytest.param([*PREDICTED[:-1]], sluffer("Chris"), "prediction", {"Chris": {}}, done("Cory"),
                     id="the Sluffer from another"),
        pytest.param(OWED, sluffer("Chris"), "trick", {"Chris": {}}, trick("Chris", "red"),
                     id="the Sluffer by who owes a token"),
        pytest.param(OWED, sluffer("Mary"), "turn-in", {"Mary": {}}, turn_in("Chris", "red"),
                     id="the Sluffer while another owes a token"),
        pytest.param([take("Chris", "red")], done("Katie"), "prediction", {"Chris": {"red": 1}}, done("Cory"),
                     id="done for all before it"),
        pytest.param(RED, trick("Mary", "green"), "trick", {"Mary": {"black": 1}}, REDS, id="a trick too early"),
        pytest.param(OWED, trick("Mary", "green"), "trick", {"Chris": {"red": 1}, "Mary": {"black": 1}},
                     trick("Mary", "red"), id="a trick while a token is owed"),
        pytest.param(PREDICTED, trick("Chris", "green", "red"), "trick", {"Chris": {"red": 1, "black": 1}},
                     trick("Mary", "red"), id="a colour that cannot win: the led one has"),
        pytest.param(RED, REDS, "trick", {"Cory": {"black": 1}}, REDS, id="cards too early: none is seen"),
        pytest.param(PREDICTED, {**REDS, "winner": "Chris"}, "trick", {"Cory": {"black": 1}}, REDS,
                     id="cards that another wins"),
        pytest.param(PREDICTED, cards("red 1", winner="Chris", led="red"), "turn-in", {"Chris": {"red": 1}},
                     turn_in("Chris", "red"), id="too few cards, with what is told beside them"),
        pytest.param(PREDICTED, cards("red 1", winner="Mary", led="red", won_with="blue"), "trick",
                     {"Mary": {"black": 1}}, trick("Mary", "red"), id="too few cards, won with trump"),
        pytest.param([give("green", "centre", "Chris"), *OWED], turn_in("Chris", "green"), "trick",
                     {"Chris": {"red": 1}}, trick("Chris", "green"), id="a token that does not fit"),
        pytest.param([give("green", "centre", "Mary"), *OWED], turn_in("Mary", "green"), "trick",
                     {"Chris": {"red": 1}, "Mary": {}}, trick("Chris", "red"), id="the token of another"),
        pytest.param(OWED, turn_in("Chris", "white"), "trick", {"Chris": {"red": 1}}, trick("Chris", "red"),
                     id="a token that it does not hold"),
        pytest.param(PREDICTED, turn_in("Chris", "red"), "trick", {"Chris": {}}, trick("Chris", "red"),
                     id="a token when nothing is owed"),
        pytest.param(OWED, miss("Mary"), "trick", {"Chris": {"red": 1}}, trick("Chris", "red"),
                     id="forgotten by another"),
        pytest.param(PREDICTED, give("green", "centre", "Mary", 9), "trick", {"Mary": {"green": 3}, "centre": {
            "red": 2, "blue": 5, "orange": 3, "purple": 3, "white": 4, "black": 6}}, trick("Mary", "green"),
                     id="more moved than lie there"),
        pytest.param(OWED, points("Mary", 3), "turn-in", {"Mary": {}}, turn_in("Chris", "red"),
                     id="points while a token is owed"),
    ],
)  # fmt: skip
def test_what_stands_takes_what_there_is_room_for(
    before: list[Plain], move: Plain, phase: str, held: dict[str, dict[str, int]], then: Plain
) -> None:
    sitting = Sitting().play(*before)
    sitting.refused(move)
    sitting.play(stands(move))
    assert sitting.report["phase"] == phase
    assert {place: sitting.held(place) for place in held} == held
    sitting.play(then)


@pytest.mark.parametrize(
    ("before", "move"),
    [
        pytest.param([], steal("Chris", "red", "Mary"), id="stolen from who has none"),
        pytest.param(RED, done("Chris"), id="done twice"),
        pytest.param(PREDICTED, sluffer("Katie"), id="the Sluffer by who holds it"),
        pytest.param(PREDICTED, take("Katie", "red"), id="taken by the Sluffer"),
        pytest.param(PREDICTED, give("red", "centre", "Katie"), id="moved to the Sluffer"),
        pytest.param(PREDICTED, give("red", "Chris", "Chris"), id="moved to where it lies"),
        pytest.param(PREDICTED, miss("Chris"), id="forgotten when nothing is owed"),
        pytest.param(PREDICTED, cards("red 1"), id="too few cards"),
        pytest.param(PREDICTED, cards("red 1", winner="Chris"), id="too few cards and no colour"),
    ],
)
def test_nothing_comes_of_what_there_is_no_room_for(before: list[Plain], move: Plain) -> None:
    sitting = Sitting().play(*before)
    assert sitting.refused(stands(move)) == sitting.refused(move)


def test_what_the_table_let_stand_in_a_prediction_is_held_and_was_not_taken_in_it() -> None:
    sitting = Sitting().play(stands(take("Chris", "white")))
    assert sitting.refused(sluffer("Chris")) == ("sluffer-instead-of-tokens", "Chris holds 1 token.")
    sitting.play(take("Chris", "red"))
    assert sitting.refused(sluffer("Chris"))[1] == "Chris has taken a token in this prediction."


@pytest.mark.parametrize("move", [take("Mary", "red"), steal("Mary", "red", "Chris"), take("Mary", "white")])
def test_who_holds_the_sluffer_before_its_turn_takes_no_token(move: Plain) -> None:
    sitting = Sitting().play(stands(sluffer("Mary")), *RED)
    assert sitting.refused(move) == ("sluffer-instead-of-tokens", "Mary holds the Sluffer in this round.")
    assert sitting.refused(sluffer("Mary")) == ("one-sluffer", "Mary holds the Sluffer in this round.")


def test_points_that_stand_while_a_token_is_owed_count() -> None:
    sitting = Sitting(rounds=1).play(*OWED, stands(points("Mary", 3)), turn_in("Chris", "red"))
    assert sitting.emptied(14, "Chris").report["totals"] == {"Chris": 18, "Mary": 3, "Katie": 0, "Cory": 0}
