"""Scores, rounds, winners, and the publisher's worked example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.header import BadHeader
from companion.games.replay import replay
from companion.games.sluff_off.scoring import Sum, held
from companion.games.transcript import read_header
from tests.games.sluff_off.sitting import UNDO, Sitting, give, header, points, take, trick, turn_in

WORKED_EXAMPLE = Path(__file__).parent / "worked_example.jsonl"
NO_TOKENS = dict.fromkeys(("red", "blue", "green", "orange", "purple", "white", "black"), 0)


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        pytest.param({}, "0", id="nothing"),
        pytest.param({"red": 1}, "2 \u00d7 1 = 2", id="a colour"),
        pytest.param({"orange": 1, "black": 2}, "2 \u00d7 1 + 3 \u00d7 2 = 8", id="a colour and blacks"),
        pytest.param({"red": 1, "blue": 2, "white": 1}, "2 \u00d7 3 + 4 \u00d7 1 = 10", id="colours together"),
    ],
)
def test_score(tokens: dict[str, int], text: str) -> None:
    assert str(held({**NO_TOKENS, **tokens}, 0).text) == text


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Sum((), 4, 0, 0), "4"),
        (Sum((), 4, 3, 0), "4 \u2212 3 = 1"),
        (Sum((), 4, 6, 0), "4 \u2212 6, never under 0"),
        (Sum((), 4, 6, 3), "4 \u2212 6 + 3 by ruling = 3"),
        (held({**NO_TOKENS, "red": 1}, -5), "2 \u00d7 1 \u2212 5 by ruling, never under 0"),
    ],
)
def test_sums_are_never_under_zero(found: Sum, text: str) -> None:
    assert str(found.text) == text


@pytest.mark.parametrize(
    ("seats", "options", "blacks", "expected"),
    [
        pytest.param(3, {}, 0, 5, id="three seats begin at 5"),
        pytest.param(3, {}, 2, 3, id="three seats, two blacks"),
        pytest.param(4, {}, 3, 1, id="four seats, three blacks"),
        pytest.param(5, {}, 6, 0, id="never under 0"),
        pytest.param(3, {"sluffer_points": 4}, 0, 4, id="house rule"),
        pytest.param(4, {"sluffer_points": 0}, 0, 0, id="house rule 0"),
    ],
)
def test_sluffer_score(seats: int, options: dict[str, Any], blacks: int, expected: int) -> None:
    sitting = Sitting(seats, **options).predicted(Mary="sluffer")
    sitting.emptied(blacks).emptied(15 - blacks, "Mary", "green")
    assert sitting.report["rounds"][0]["Mary"] == expected


def test_table_ruling_gives_points_in_the_round() -> None:
    sitting = Sitting().play(points("Mary", 5)).predicted(Chris="red").play(points("Chris", -99), points("Mary", 2))
    sitting.emptied(15, "Cory", "green")
    assert sitting.report["rounds"] == [{"Chris": 0, "Mary": 7, "Katie": 0, "Cory": 18}]
    assert sitting.predicted().emptied(15).report["rounds"][1]["Mary"] == 0


def test_a_round_is_scored_once_its_last_turn_in_is_made() -> None:
    sitting = Sitting().predicted(Chris="red").emptied(14, "Mary").play(trick("Chris", "red"))
    assert sitting.report["rounds"] == []
    sitting.play(turn_in("Chris", "red"))
    assert sitting.report["rounds"] == [{"Chris": 0, "Mary": 18, "Katie": 0, "Cory": 0}]
    assert sitting.report["phase"] == "prediction"


def test_a_round_ends_at_once_where_the_last_trick_asks_for_nothing() -> None:
    assert len(Sitting().predicted().emptied(15).report["rounds"]) == 1
    assert len(Sitting().predicted(Mary="sluffer").emptied(14).play(trick("Mary", "red")).report["rounds"]) == 1


def test_rounds_pass_the_deal_left_and_begin_afresh() -> None:
    sitting = Sitting().predicted(Katie="sluffer", Chris="red").emptied(15, "Cory", "blue")
    assert sitting.report["sluffer"] is None
    assert sitting.held("Chris") == {}
    assert sum(sitting.held("centre").values()) == 27
    assert sitting.refused(take("Chris", "red"))[1] == "It is Mary\u2019s turn to predict."


@pytest.mark.parametrize(("seats", "options", "expected"), [(3, {}, 3), (4, {}, 4), (5, {}, 5), (3, {"rounds": 6}, 6)])
def test_rounds(seats: int, options: dict[str, Any], expected: int) -> None:
    sitting = Sitting(seats, **options)
    for _ in range(expected):
        assert not sitting.report["over"]
        sitting.predicted()
        sitting.emptied(15)
    assert sitting.report["over"]
    assert sitting.report["phase"] == "over"
    assert len(sitting.report["rounds"]) == expected


def tied(**options: Any) -> Sitting:
    """Three seats with 6 points each after two rounds, and nobody with a black token; Katie had points in both."""
    sitting = Sitting(3, dealer="Katie", rounds=2, supply={"black": 0}, **options).predicted(
        Mary="purple purple purple"
    )
    sitting.play(give("green", "centre", "Katie")).emptied(15)
    sitting.predicted()
    return sitting.play(points("Chris", 6), points("Katie", 4)).emptied(15)


@pytest.mark.parametrize(
    ("tie_break", "winners"),
    [
        ("share", ["Chris", "Mary", "Katie"]),
        ("fewest_black", ["Chris", "Mary", "Katie"]),
        ("most_zero_rounds", ["Chris", "Mary"]),
    ],
)
def test_winner_by_the_most_rounds_of_zero(tie_break: str, winners: list[str]) -> None:
    report = tied(tie_break=tie_break).report
    assert report["rounds"] == [{"Chris": 0, "Mary": 6, "Katie": 2}, {"Chris": 6, "Mary": 0, "Katie": 4}]
    assert report["winners"] == winners


def blacks(**options: Any) -> Sitting:
    """Chris and Mary with 6 points each: two black tokens, and a coloured and a white one."""
    sitting = Sitting(3, dealer="Katie", rounds=1, **options).predicted(Katie="red red red purple")
    sitting.play(give("black", "centre", "Chris", 2), give("white", "centre", "Mary"), give("green", "centre", "Mary"))
    return sitting.play(*[trick("Katie", "orange")] * 15)


@pytest.mark.parametrize(
    ("tie_break", "winners", "places"),
    [
        ("share", ["Chris", "Mary"], [(1, "Chris", "6 points"), (1, "Mary", "6 points"), (3, "Katie", "20 points")]),
        (
            "fewest_black",
            ["Mary"],
            [(1, "Mary", "6 points, 0 black"), (2, "Chris", "6 points, 2 black"), (3, "Katie", "20 points")],
        ),
        (
            "most_zero_rounds",
            ["Chris", "Mary"],
            [
                (1, "Chris", "6 points, 0 zeros"),
                (1, "Mary", "6 points, 0 zeros"),
                (3, "Katie", "20 points"),
            ],
        ),
    ],
)
def test_winner_by_the_fewest_black_tokens(
    tie_break: str, winners: list[str], places: list[tuple[int, str, str]]
) -> None:
    sitting = blacks(tie_break=tie_break)
    assert sitting.report["winners"] == winners
    ranked = sitting.book.game.places(sitting.book)
    assert [(one.place, one.name, str(one.says)) for one in ranked] == places
    before = sitting.play(UNDO).book
    assert [one.place for one in before.game.places(before)] == [1, 1, 1]


def test_winner_a_tie_break_that_is_none_is_an_error_of_the_header() -> None:
    for wrong in ("most_black", True, None, 1):
        with pytest.raises(BadHeader):
            read_header(header(tie_break=wrong))


def test_winner_and_shared_wins() -> None:
    alone = Sitting(rounds=1).predicted(Mary="red", Katie="red", Cory="red").emptied(15, "Cory", "green")
    assert alone.report["winners"] == ["Chris"]
    shared = Sitting(rounds=1).predicted(Mary="red").emptied(15, "Cory", "green")
    assert shared.report["winners"] == ["Chris", "Katie"]
    assert shared.report["totals"] == {"Chris": 0, "Mary": 2, "Katie": 0, "Cory": 18}


def test_game_is_over() -> None:
    sitting = Sitting(rounds=1).predicted(Mary="sluffer").emptied(15)
    assert sum(sitting.held("centre").values()) == 27
    assert sitting.report["sluffer"] is None
    for move in (take("Chris", "red"), trick("Chris", "red"), points("Chris", 1), give("red", "centre", "Mary")):
        assert sitting.refused(move) == ("game-is-over", "The only round has been scored.")
    assert sitting.refused({"move": "take"})[0] == "malformed"
    assert sitting.play({"move": "undo"}).report["over"] is False


def test_next_dealer_of_a_rematch_is_left_of_who_dealt_last() -> None:
    sitting = Sitting(rounds=1, dealer="Mary")
    game = sitting.book.game
    assert game.next_dealer(sitting.book.state) == "Katie"
    names = ("Katie", "Cory", "Chris", "Mary")
    sitting.play(*({"move": "done", "seat": name} for name in names)).emptied(15)
    assert game.next_dealer(sitting.book.state) == "Katie"


def test_worked_example() -> None:
    found = replay(WORKED_EXAMPLE.read_bytes())
    assert found.rejected == ()
    assert found.book.report().rounds == ({"Chris": 3, "Mary": 4, "Katie": 1, "Cory": 8},)


def test_worked_example_sums() -> None:
    found = replay(WORKED_EXAMPLE.read_bytes())
    assert [str(part.text) for part in found.book.state.sums[0].values()] == [
        "3 \u00d7 1 = 3",
        "4 \u00d7 1 = 4",
        "4 \u2212 3 = 1",
        "2 \u00d7 1 + 3 \u00d7 2 = 8",
    ]


def test_worked_example_with_the_full_box_is_refused_at_the_steal() -> None:
    head, *moves = WORKED_EXAMPLE.read_text().splitlines()
    full = {**json.loads(head), "options": {}}
    found = replay("\n".join([json.dumps(full), *moves]).encode(), strict=True)
    ((line, rejected),) = found.rejected
    assert json.loads(moves[line - 2])["move"] == "steal"
    assert rejected.rule.id == "steal-only-when-centre-empty"
    assert str(rejected.because) == "2 blue tokens lie in the centre."
