"""The checker sees what a history must not show: one that could not fail would be none."""

from __future__ import annotations

import json

import pytest

from tests.faults.fault import Broken
from tests.faults.history import Line, flaws, no_prefix, unsaved
from tests.faults.standing import shown_and_unsaved, standing
from tests.many.playing import TAKE, UNDO

WHOLE = [Line(n, f"tap-{n}", f"move {n}") for n in range(1, 6)]


def test_a_clean_history_has_no_flaws_whoever_was_not_answered() -> None:
    assert flaws(WHOLE, WHOLE) == []
    assert flaws(WHOLE, [WHOLE[0], WHOLE[3]], {line.name for line in WHOLE}) == []
    assert flaws([], []) == []


@pytest.mark.parametrize(
    ("ledger", "acknowledged", "told"),
    [
        (WHOLE[:4], WHOLE, "tap-5.*is lost"),
        ([*WHOLE, Line(6, "tap-3", "move 3")], WHOLE, "tap-3 was entered 2 times"),
        ([*WHOLE[:2], Line(4, "tap-4", "move 4")], [], r"the versions are \[1, 2, 4\]"),
        ([*WHOLE, WHOLE[-1]], [], r"the versions are \[1, 2, 3, 4, 5, 5\]"),
        (WHOLE, [Line(2, "tap-2", "another")], "acknowledged, and is there as"),
        (WHOLE, [Line(3, "tap-2", "move 2")], "acknowledged, and is there as"),
        (WHOLE, [WHOLE[2], WHOLE[1]], "one after the other"),
    ],
    ids=["lost", "doubled", "a gap", "a fork", "changed", "moved", "out of order"],
)
def test_a_flaw_is_told(ledger: list[Line], acknowledged: list[Line], told: str) -> None:
    (flaw, *_) = flaws(ledger, acknowledged)
    with pytest.raises(AssertionError, match=told):
        raise AssertionError(flaw)


def test_what_nobody_has_sent_is_told() -> None:
    assert flaws(WHOLE, [], [line.name for line in WHOLE[:4]]) == ["tap-5 was never sent"]


def test_a_phone_is_shown_nothing_that_is_not_saved_and_never_goes_back() -> None:
    assert unsaved([(0, "-"), (2, "b"), (2, "b"), (5, "e")], "-abcde") == []
    assert unsaved([(4, "d"), (6, "f")], "-abcde") == ["[6] were shown, and the ledger has 5"]
    assert unsaved([(4, "d"), (3, "c")], "-abcde") == ["a phone was shown [4, 3], one after the other"]


def test_a_state_under_a_number_that_another_move_took_is_told() -> None:
    assert unsaved([(2, "x"), (3, "c")], "-abcde") == ["2 was shown as x, and was b"]
    red, blue = (Line(1, "tap-1", json.dumps({**TAKE, "color": color})) for color in ("red", "blue"))
    undo = Line(2, "tap-2", json.dumps(UNDO))
    stood, other = standing("CODE", [red, undo]), standing("CODE", [blue, undo])
    assert shown_and_unsaved(stood, stood) == []
    (flaw,) = shown_and_unsaved([*stood[:2], other[2]], other)
    assert flaw.startswith("1 was shown as ")


def test_a_ledger_that_the_rules_refuse_has_no_states() -> None:
    with pytest.raises(Broken, match="undo"):
        standing("CODE", [Line(1, "tap-1", json.dumps(UNDO))])
    with pytest.raises(Broken, match="malformed"):
        standing("CODE", [Line(1, "tap-1", "{}")])


def test_a_copy_is_the_ledgers_beginning() -> None:
    assert no_prefix([], WHOLE) == no_prefix(WHOLE[:3], WHOLE) == no_prefix(WHOLE, WHOLE) == []
    assert no_prefix(WHOLE[1:], WHOLE)
    assert no_prefix([*WHOLE[:1], *WHOLE[2:]], WHOLE)
    assert no_prefix(WHOLE, WHOLE[:3])
