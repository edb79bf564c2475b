"""Sluff Off! told shorter: a trick by its winner alone, a round by its result, a game that is stopped."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sluff_off.sitting import (
    UNDO,
    Plain,
    Sitting,
    give,
    miss,
    points,
    result,
    sluffer,
    steal,
    take,
    turn_in,
)

STOP: Plain = {"move": "stop"}
WHITE = give("white", "centre", "Chris")
PRINTED = {"Chris": {"black": 1}, "Mary": {"white": 1}, "Katie": {}, "Cory": {"orange": 1, "black": 2}}


def took(winner: str, **colors: str) -> Plain:
    return {"move": "trick", "winner": winner, **colors}


def black(seat: str) -> Plain:
    return {"move": "take_black", "seat": seat}


def owing(**options: Any) -> Sitting:
    """Chris has taken a trick of which nobody told the colours, and holds red and blue; Katie has the Sluffer."""
    return Sitting(**options).predicted(Chris="red blue", Katie="sluffer").play(took("Chris"))


@pytest.mark.parametrize(
    ("given", "move", "held"),
    [
        pytest.param([], turn_in("Chris", "red"), {"blue": 1}, id="colors-untold: any colour that is held goes back"),
        pytest.param([], black("Chris"), {"red": 1, "blue": 1, "black": 1}, id="colors-untold: or nothing fits"),
        pytest.param([], miss("Chris"), {"red": 1, "blue": 1}, id="missed-turn-in"),
        pytest.param([give("black", "centre", "Cory", 6)], black("Chris"), {"red": 1, "blue": 1}, id="black-runs-out"),
        pytest.param([WHITE], turn_in("Chris", "white"), {"red": 1, "blue": 1}, id="white-is-wild"),
    ],
)  # fmt: skip
def test_what_the_winner_says_is_taken(given: list[Plain], move: Plain, held: dict[str, int]) -> None:
    table = Sitting(white_with_match=False).predicted(Chris="red blue", Katie="sluffer").play(*given, took("Chris"))
    assert (table.phase, table.play(move).phase) == ("turn-in", "trick")
    assert table.held("Chris") == held


def test_a_winner_with_nothing_to_turn_in_takes_a_black_at_once_and_the_sluffer_pays_nothing() -> None:
    table = Sitting().predicted(Katie="sluffer").play(took("Mary"), took("Katie"))
    assert (table.phase, table.held("Mary"), table.held("Katie")) == ("trick", {"black": 1}, {})


@pytest.mark.parametrize("before", ["prediction", "trick", "turn-in"])
def test_the_printed_example_as_a_result_in_every_phase(before: str) -> None:
    table = Sitting(supply={"blue": 3})
    if before != "prediction":
        table.predicted(Chris="red blue", Katie="sluffer")
    if before == "turn-in":
        table.play(took("Chris"))
    assert table.phase == before
    table.play(result("Katie", **PRINTED))
    assert table.report["rounds"] == [{"Chris": 3, "Mary": 4, "Katie": 1, "Cory": 8}]
    assert (table.phase, table.report["sluffer"]) == ("prediction", None)
    assert table.held("centre") == Sitting(supply={"blue": 3}).held("centre")
    assert table.play(UNDO).phase == before


def test_a_result_scores_what_was_ruled_and_passes_the_deal() -> None:
    table = Sitting().play(points("Mary", 2), result(None, Mary={"red": 1}))
    assert table.report["rounds"] == [{"Chris": 0, "Mary": 4, "Katie": 0, "Cory": 0}]
    assert table.book.state.round.dealer == "Chris"


@pytest.mark.parametrize("role", ["Chris", None])
def test_who_has_taken_the_sluffer_keeps_it_in_a_result(role: str | None) -> None:
    table = Sitting().play(sluffer("Chris"), result(role, Chris={"red": 0}, Mary={"black": 1}))
    assert table.report["rounds"] == [{"Chris": 3, "Mary": 3, "Katie": 0, "Cory": 0}]


def test_what_was_predicted_does_not_matter_to_a_result() -> None:
    table = Sitting().predicted(Chris="red red red", Katie="sluffer").play(result("Katie", Mary={"red": 3}))
    assert table.report["rounds"] == [{"Chris": 0, "Mary": 6, "Katie": 4, "Cory": 0}]


def test_a_stop_leaves_the_running_round_out() -> None:
    table = Sitting().play(result(None, Mary={"red": 1}, Cory={"black": 1}), points("Katie", 9))
    table.play(take("Mary", "red"), {"move": "stop", "seat": "Cory"})
    report = table.report
    assert (report["phase"], report["over"], report["stopped"], report["winners"]) == (
        "over",
        True,
        True,
        ["Chris", "Katie"],
    )
    assert len(report["rounds"]) == 1
    assert table.held("centre") == Sitting().held("centre")
    assert "stopped" not in table.play(UNDO).report
    assert table.held("Mary") == {"red": 1}


def test_revokes_stay_and_the_sluffer_goes_with_a_stop() -> None:
    table = Sitting().play(result()).predicted(Chris="sluffer")
    table.play({"move": "trick", "cards": ["red 1", "green 2", "red 3", "red 4"]})
    leader = table.book.state.leader
    order = [table.book.seats[(table.book.seats.index(leader) + n) % 4] for n in range(4)]
    reds = iter(["red 5", "red 6", "red 7", "red 8"])
    table.play({"move": "trick", "cards": [next(reds) for _ in order]}, STOP)
    assert [found["kind"] for found in table.report["irregularities"]] == ["revoke"]
    assert table.report["sluffer"] is None


def test_a_steal_still_rings_true_after_a_round_by_its_result() -> None:
    table = Sitting().play(result(), *[take("Mary", "red")] * 3, {"move": "done", "seat": "Mary"})
    table.play(steal("Katie", "red", "Mary"))
    assert (table.held("Katie"), table.held("Mary")) == ({"red": 1}, {"red": 2, "white": 1})


def test_what_the_ledger_says() -> None:
    table = owing()
    assert table.words(took("Mary")) == ("Mary won a trick", "Mary took it")
    assert table.words(black("Chris"))[0] == "Chris had nothing that fits, and takes a black token"
    assert table.words(result("Katie", **PRINTED))[0] == (
        "The round ended with Chris: 1 black, Mary: 1 white, Katie: the Sluffer, Cory: 1 orange, 2 black"
    )
    assert table.words(STOP) == ("The table stops here", "We stop here")
