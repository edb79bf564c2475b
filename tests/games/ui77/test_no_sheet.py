"""What no sheet speaks of: each such rule is marked as ours, and the ruling that it suggests can be entered."""

from __future__ import annotations

import pytest

from companion.games.ui77.rulebook import BOOK
from tests.games.ui77.sitting import Sitting, discard, face_up, trick

RUNNING = [face_up(), discard("Ann"), discard("Bob"), discard("Cat"), trick("Ann")]


@pytest.mark.parametrize(
    ("rule_id", "points"),
    [
        ("misdeal", 1),
        ("exposed-card", 1),
        ("out-of-turn", 1),
        ("old-tricks", 1),
        ("taking-back", 1),
        ("leaving", 11),
        ("cheating", 11),
    ],
)
def test_the_ruling_that_is_suggested_stands(rule_id: str, points: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"points": str(points)}
    Sitting().play(*RUNNING, {"move": "ruling", "seat": "Bob", "points": points, "reason": reason})


def test_hand_table_has_thirteen_rows() -> None:
    grid = BOOK["hand-table"].grid
    rows = [tuple(map(str, row)) for row in grid.rows]
    assert len(rows) == 13
    assert rows[0] == ("A", "1", "1", "after trick 3")
    assert rows[2] == ("Q", "4", "6", "at once")
    assert {len(row) for row in rows} == {len(grid.head)}


def test_lead_says_who_leads_and_that_the_deal_passes_left() -> None:
    assert "dealer\u2019s left leads" in str(BOOK["lead"].says)
    assert "deal passes to the left" in str(BOOK["lead"].says)
    book = Sitting(dealer="Cat").play(*RUNNING[:-1]).book
    assert book.game.order(book.state)[0] == "Ann"


def test_trump_broken_says_that_a_powerless_trump_breaks_it_and_that_this_is_ours() -> None:
    ours = [str(reading.says) for reading in BOOK["trump-broken"].readings if reading.default]
    assert "before trump counts" in ours[0]


def test_go_nov_says_what_the_app_does() -> None:
    assert "nearest point, halves up" in str(BOOK["go-nov"].says)
