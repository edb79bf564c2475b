"""The page of the figures: what was run is written anew, what was not stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.fault import Broken, Fault, Figures, Trial, need, put
from tests.faults.reliability import Came, page, sections


def nothing(_trial: Trial) -> Figures:
    return {}


ONE, TWO = Fault("one", "Does one.", nothing, 1000, 100, 10), Fault("two", "Does two.", nothing, 5, 5, 5)


def test_a_run_writes_its_own_sections_and_leaves_the_others() -> None:
    first = page([ONE, TWO], "", Came(ONE, "1,000 runs", True, 61, 1000, 7), "2001-02-03", "a machine")
    assert sections(first) == {
        "one": "Does one.\n\n1,000 runs.\n\n(2001-02-03, a machine; 61 s; seed 7.)",
        "two": "Does two.\n\nNot run yet.",
    }
    failed = Came(TWO, "Broken: lost", False, 2, 3, 8)
    second = sections(page([ONE, TWO], first, failed, "2001-02-04", "another"))
    assert second["one"] == sections(first)["one"]
    assert second["two"] == (
        "Does two.\n\n**Failed**: Broken: lost.\n\n(2001-02-04, another; 2 s, 3 of the 5 of a whole run; seed 8.)"
    )


def test_a_run_may_be_written_below_those_before_it() -> None:
    told = page([ONE, TWO], "", Came(ONE, "400 runs", True, 61, 400, 7), "2001-02-03", "a machine")
    told = page([ONE, TWO], told, Came(ONE, "600 runs", True, 80, 600, 8), "2001-02-04", "a machine", add=True)
    first = "400 runs.\n\n(2001-02-03, a machine; 61 s, 400 of the 1,000 of a whole run; seed 7.)"
    second = "600 runs.\n\n(2001-02-04, a machine; 80 s, 600 of the 1,000 of a whole run; seed 8.)"
    assert sections(told)["one"] == f"Does one.\n\n{first}\n\n{second}"


def test_figures_are_one_line() -> None:
    assert put({"runs": 10_000, "lost": 0, "a second": 2.54}) == "10,000 runs; 0 lost; 2.5 a second"


def test_chance_comes_again_with_its_seed_and_differs_between_parts() -> None:
    trial, again = Trial(1, 5, Path()), Trial(9, 5, Path())
    assert trial.chance("a").random() == again.chance("a").random() != trial.chance("b").random()


def test_a_promise_that_is_not_kept_stops_the_run() -> None:
    need(True, "kept")
    with pytest.raises(Broken, match="lost"):
        need(False, "lost")
