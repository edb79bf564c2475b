"""The scores page: sums as sums, at the end places, a curve, and the way to a rematch."""

from __future__ import annotations

from itertools import pairwise

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web.scores.curve import curve
from tests.conftest import Phone, PhoneMaker
from tests.web.games import finish, in_play, podium


def test_sums_are_shown_as_sums(host: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    page = host.get(f"/t/{opened.code}/scores").text
    assert "2 \u00d7 1 = 2" in page
    assert "The first round is being played" in page


def test_at_the_end_podium_curve_and_rematch(
    host: Phone, opened: Opened, tables: TableService, phone: PhoneMaker
) -> None:
    finish(tables, opened)
    page = host.get(f"/t/{opened.code}/scores").text
    assert podium(page) == "1. Chris, Katie, Cory, 0 points; 4. Mary, 72 points"
    assert "3 \u00d7 6 = 18" in page
    assert "<desc" in page
    assert "Game over" in page
    assert "Round 4 of 4" not in page
    assert "Rematch" in page
    again = host.post(f"/t/{opened.code}/rematch")
    code = again.location.split("/")[-1]
    assert code == tables.get(opened.code).next_code
    assert host.post(f"/t/{opened.code}/rematch").location == again.location
    mary = phone(opened.code, opened.seat_keys["Mary"])
    assert "To the rematch" in mary.get(f"/t/{opened.code}").text
    assert mary.post(f"/t/{opened.code}/follow").location == f"/t/{code}"
    assert 'data-me="1"' in mary.get(f"/t/{code}").text
    assert phone().post(f"/t/{opened.code}/follow").location == f"/t/{code}"


def test_the_curve_keeps_its_labels_apart_and_inside() -> None:
    drawn = curve(("A", "B", "C"), ({"A": 0, "B": 0, "C": 0}, {"A": 31, "B": 31, "C": 31}), 3, {}, most_wins=False)
    assert drawn is not None
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(after - before >= 15 for before, after in pairwise(labels))
    assert labels[-1] <= drawn.height
    assert drawn.lines[0].points.startswith("26,14 ")
    assert curve(("A",), (), 3, {}, most_wins=False) is None


def test_a_curve_of_nothing_but_noughts_is_drawn() -> None:
    assert curve(("A", "B"), ({"A": 0, "B": 0},), 2, {}, most_wins=False) is not None
