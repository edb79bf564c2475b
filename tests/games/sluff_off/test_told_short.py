"""Sluff Off! told shorter: a trick by its winner alone, a round by its result, a game that is stopped."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sluff_off.sitting import UNDO, Plain, Sitting, give, miss, points, sluffer, steal, take, trick, turn_in

NAMES = ("Chris", "Mary", "Katie", "Cory")
STOP: Plain = {"move": "stop"}
HOLDS = "sluffer-instead-of-tokens"
WHITE = give("white", "centre", "Chris")
PRINTED = {"Chris": {"black": 1}, "Mary": {"white": 1}, "Katie": {}, "Cory": {"orange": 1, "black": 2}}


def took(winner: str, **colors: str) -> Plain:
    return {"move": "trick", "winner": winner, **colors}


def black(seat: str) -> Plain:
    return {"move": "take_black", "seat": seat}


def result(role: str | None = None, **left: dict[str, int]) -> Plain:
    told = {name: left.get(name, {}) for name in NAMES}
    return {"move": "result", "left": told, **({"sluffer": role} if role else {})}


def owing(**options: Any) -> Sitting:
    """Chris has taken a trick of which nobody told the colours, and holds red and blue; Katie has the Sluffer."""
    return Sitting(**options).predicted(Chris="red blue", Katie="sluffer").play(took("Chris"))


TWICE = owing().play(black("Chris"), took("Chris"))
ONE_RED = Sitting().predicted(Chris="red")
ONE_WHITE = Sitting().predicted(Chris="red").play(WHITE)


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


@pytest.mark.parametrize(
    ("table", "move", "rule"),
    [
        pytest.param(owing(), black("Mary"), "turn-in-by-winner", id="another takes the black"),
        pytest.param(owing(), turn_in("Chris", "green"), "turn-in-fits-trick", id="a colour that is not held"),
        pytest.param(owing(), took("Mary"), "turn-in-before-next-trick", id="something is owed"),
        pytest.param(owing(), took("Mary", led="red"), "malformed", id="one colour alone"),
        pytest.param(owing(), took("Mary", won_with="red"), "malformed", id="the other alone"),
        pytest.param(owing().play(black("Chris")), black("Chris"), "not-now", id="settled already"),
        pytest.param(TWICE, turn_in("Chris", "black"), "turn-in-fits-trick", id="a black one"),
        pytest.param(ONE_RED.play(trick("Chris", "red")), black("Chris"), "turn-in-is-owed", id="colours were told"),
        pytest.param(ONE_WHITE.play(took("Chris")), black("Chris"), "turn-in-is-owed", id="white fits everything"),
    ],
)  # fmt: skip
def test_refused_after_a_trick_without_colours(table: Sitting, move: Plain, rule: str) -> None:
    assert table.refused(move)[0] == rule


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


@pytest.mark.parametrize(
    ("before", "move", "rule"),
    [
        pytest.param([sluffer("Chris")], result("Mary"), "one-sluffer", id="another holds it"),
        pytest.param([sluffer("Chris")], result(None, Chris={"red": 1}), HOLDS, id="its holder holds"),
        pytest.param([], result("Mary", Mary={"red": 1}), HOLDS, id="the one named has a token"),
        pytest.param([], result("Mary", Mary={"red": 4}), HOLDS, id="the first fault counts"),
        pytest.param([], result(None, Mary={"red": 2}, Cory={"red": 2}), "result", id="more than the box holds"),
        pytest.param([], result(None, Mary={"black": 7}), "result", id="more black than the box holds"),
        pytest.param([], result(None, Mary={"red": 31}), "malformed", id="beyond any box"),
        pytest.param([], result(None, Mary={"yellow": 1}), "malformed", id="a colour of another box"),
        pytest.param([], {"move": "result", "left": {"Mary": {}}}, "malformed", id="a seat is missing"),
        pytest.param([], {"move": "result", "left": {**PRINTED, "Zoe": {}}}, "malformed", id="nobody's seat"),
        pytest.param([], STOP, "stop", id="nothing is scored"),
        pytest.param([result(), STOP], {"move": "result", "left": {"Mary": {}}}, "malformed", id="malformed first"),
        pytest.param([result(), STOP], result(), "game-is-over", id="stopped"),
        pytest.param([result(), STOP], STOP, "game-is-over", id="stopped twice"),
    ],
)  # fmt: skip
def test_refused(before: list[Plain], move: Plain, rule: str) -> None:
    assert Sitting().play(*before).refused(move)[0] == rule


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
