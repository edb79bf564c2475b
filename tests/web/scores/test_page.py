"""The scores page: sums as sums, at the end places, a curve, and the way to a rematch."""

from __future__ import annotations

from itertools import pairwise

from companion.web.scores.curve import curve


def test_the_curve_keeps_its_labels_apart_and_inside() -> None:
    drawn = curve(("A", "B", "C"), ({"A": 0, "B": 0, "C": 0}, {"A": 31, "B": 31, "C": 31}), 3, {}, most_wins=False)
    assert drawn is not None
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(after - before >= 15 for before, after in pairwise(labels))
    assert labels[-1] <= drawn.height
    assert drawn.lines[0].points.startswith("26,14 ")
    assert curve(("A",), (), 3, {}, most_wins=False) is None
