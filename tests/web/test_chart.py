"""Lines as a drawing has them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.chart import BOTTOM, HEIGHT, LABEL_GAP, LEFT, RIGHT, TOP, WIDTH, chart
from tests.circles.made import ANN, BOB, CLEO, PEOPLE


def test_the_lowest_or_the_highest_is_on_top() -> None:
    lines = [(ANN, (1.0, 3.0)), (BOB, (2.0, 1.0))]
    low = chart(lines, first=1, lowest=1, most_on_top=False)
    high = chart(lines, first=1, lowest=1, most_on_top=True)
    assert low is not None
    assert high is not None
    assert low.lines[0].dots == ((40.0, 14.0), (290.0, 194.0))
    assert high.lines[0].dots == ((40.0, 194.0), (290.0, 14.0))
    assert [value for _, value in low.ticks] == [1, 2, 3]
    assert low.marks == ((40.0, 1), (290.0, 2))


def test_a_line_breaks_where_it_has_no_value_and_starts_where_it_has_the_first() -> None:
    drawn = chart(
        [(ANN, (None, 1.0, 2.0, None, 3.0)), (BOB, (None,) * 5), (CLEO, (2.0,) * 5)],
        first=1,
        lowest=1,
        most_on_top=False,
    )
    assert drawn is not None
    assert [(line.person, len(line.runs), len(line.dots)) for line in drawn.lines] == [(ANN, 2, 3), (CLEO, 1, 5)]
    assert [line.marker for line in drawn.lines] == [0, 1]


def test_there_is_nothing_to_draw() -> None:
    assert chart([(ANN, (None, None))], first=1, lowest=1, most_on_top=False) is None
    assert chart([], first=1, lowest=1, most_on_top=False) is None


def test_a_single_value_stands_in_the_middle_and_equal_values_have_a_scale() -> None:
    drawn = chart([(ANN, (0,))], first=0, lowest=0, most_on_top=False)
    assert drawn is not None
    assert drawn.lines[0].dots == ((165.0, 14.0),)
    assert [value for _, value in drawn.ticks] == [0, 1]


def test_points_below_nothing_are_on_the_scale() -> None:
    drawn = chart([(ANN, (0, -7, 12))], first=0, lowest=0, most_on_top=True)
    assert drawn is not None
    assert [value for _, value in drawn.ticks] == [-10, -5, 0, 5, 10, 15]


def test_many_values_have_few_marks_and_few_dots() -> None:
    drawn = chart([(ANN, [n % 4 + 1 for n in range(200)])], first=1, lowest=1, most_on_top=False)
    assert drawn is not None
    assert [number for _, number in drawn.marks] == [50, 100, 150, 200]
    assert len(drawn.lines[0].dots) <= 17
    assert drawn.lines[0].dots[-1] == drawn.lines[0].end


@pytest.mark.property
@given(
    st.lists(
        st.lists(st.none() | st.integers(-50, 900), min_size=12, max_size=12),
        min_size=1,
        max_size=len(PEOPLE),
    ),
    st.booleans(),
)
def test_all_stays_inside_and_labels_stand_apart(lines: list[list[int | None]], most_on_top: bool) -> None:
    drawn = chart(list(zip(PEOPLE, lines, strict=False)), first=0, lowest=0, most_on_top=most_on_top)
    if drawn is None:
        assert all(value is None for line in lines for value in line)
        return
    for line in drawn.lines:
        for x, y in line.dots:
            assert LEFT <= x <= WIDTH - RIGHT
            assert TOP <= y <= HEIGHT - BOTTOM
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(after - before >= LABEL_GAP - 0.01 for before, after in pairwise(labels))
    assert len(drawn.ticks) <= 7
