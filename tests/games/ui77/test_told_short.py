"""Ui77 told shorter: a hand by its result, a game that is stopped."""

from __future__ import annotations

import pytest

from tests.games.ui77.sitting import UNDO, Plain, Sitting, cut, discard, face_up, limit, points, trick

STOP: Plain = {"move": "stop"}
NONE = {"Ann": 0, "Bob": 0, "Cat": 0}


def result(tricks: dict[str, int], left: dict[str, int] | None = None) -> Plain:
    return {"move": "result", "tricks": NONE | tricks, "left": NONE | (left or {})}


def dealt() -> Sitting:
    """Four tricks to win; nobody has thrown a card."""
    return Sitting().dealt()


@pytest.mark.parametrize("phase", ["discard", "trick", "count"])
def test_a_result_scores_the_hand_in_every_phase_of_it(phase: str) -> None:
    table = Sitting().play(cut("Bob"), face_up())
    if phase != "discard":
        table.play(discard("Ann"), discard("Bob"), discard("Cat"))
    if phase == "count":
        table.play(*[trick("Ann")] * 9)
    assert table.phase == phase
    taken = {"Ann": 9, "Bob": 2, "Cat": 1} if phase == "count" else {"Ann": 5, "Bob": 4, "Cat": 1}
    table.play(points("Cat", -1), result(taken, {"Ann": 2}))
    own = table.report["rounds"][0]
    assert own == {"Ann": abs(4 - taken["Ann"]) + 2, "Bob": abs(4 - taken["Bob"]) + 1, "Cat": 2}
    assert (table.phase, table.report["holdings"]["Ann"]) == ("face-up", {"cards": 9, "tricks": 0})
    assert table.play(UNDO).phase == phase


def test_a_result_leads_to_the_limit_and_to_go_nov_like_any_hand() -> None:
    table = Sitting(2)
    both = {"move": "result", "tricks": {"Ann": 4, "Bob": 4}, "left": {"Ann": 0, "Bob": 10}}
    table.play(face_up(), both, face_up(), both)
    assert table.phase == "limit"
    table.play(limit(22), face_up(), {**both, "left": {"Ann": 0, "Bob": 2}})
    assert table.report["totals"] == {"Ann": 0, "Bob": 0}  # exactly 22 becomes the average of the others


@pytest.mark.parametrize(
    "cut_short", [(), (face_up(), discard("Ann", 1), cut("Bob"))], ids=["at once", "in the next hand"]
)
def test_a_stop_leaves_the_running_hand_out(cut_short: tuple[Plain, ...]) -> None:
    table = Sitting(dealer="Cat").play(face_up(), result({"Ann": 4, "Bob": 5}))
    table.play(*(move if move.get("seat") != "Ann" else {**move, "seat": "Bob"} for move in cut_short), STOP)
    report = table.report
    assert (report["over"], report["stopped"], report["winners"]) == (True, True, ["Ann"])
    assert len(report["rounds"]) == 1
    assert report["holdings"] == {name: {"cards": 9, "tricks": 0} for name in NONE}


def test_a_table_that_has_yet_to_set_the_limit_may_stop() -> None:
    table = Sitting(2)
    both = {"move": "result", "tricks": {"Ann": 4, "Bob": 3}, "left": {"Ann": 0, "Bob": 0}}
    table.play(face_up(), both, face_up(), both)
    assert table.phase == "limit"
    assert table.play(STOP).report["winners"] == ["Ann"]


def test_what_the_ledger_says() -> None:
    said = "The hand ended with Ann: 5 tricks, 0 cards left, Bob: 1 trick, 2 cards left, Cat: 0 tricks, 0 cards left"
    assert dealt().words(result({"Ann": 5, "Bob": 1}, {"Bob": 2}))[0] == said
