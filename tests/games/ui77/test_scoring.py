"""Counting, scoring, the limit, Go Nov, the end."""

from __future__ import annotations

import pytest

from companion.games.ui77.scoring import Nov, Sum, average
from tests.games.ui77.sitting import Sitting, count, cut, face_up, limit, points, trick


def totals(sitting: Sitting) -> list[int]:
    return list(sitting.report["totals"].values())


def test_score_is_the_difference_the_cards_left_and_the_cuts() -> None:
    sitting = Sitting().dealt("4H", "QS", "7D", Ann=4).won("Bob", "Bob", "Cat", "Cat", "Bob").play(cut("Cat"))
    assert sitting.refused(count("Bob", 7)) == ("score", "Bob holds 6 cards.")
    assert sitting.refused(count("Bob", -1))[0] == "malformed"
    sitting.play(count("Cat", 6))
    assert sitting.refused(count("Cat", 6)) == (
        "not-now", "Cat has counted. The hand is over; Bob has yet to count the cards left.",
    )  # fmt: skip
    assert sitting.refused(count("Ann", 0)) == ("not-now", "Ann has no card left to count.")
    sitting.play(count("Bob", 2))
    assert sitting.report["rounds"] == [{"Ann": 4, "Bob": 1 + 4, "Cat": 2 + 0 + 1}]
    assert (sitting.phase, sitting.held(), sitting.held("tricks")) == ("face-up", [9, 9, 9], [0, 0, 0])


@pytest.mark.parametrize(
    ("found", "total", "text"),
    [
        (Sum(3, 5, 2), 4, "5 \u2212 3 + 2 left = 4"),
        (Sum(3, 1), 2, "3 \u2212 1 = 2"),
        (Sum(4, 4), 0, "4 \u2212 4 = 0"),
        (Sum(4, 4, cuts=1), 1, "4 \u2212 4 + 1 cut = 1"),
        (Sum(4, 4, cuts=2, ruled=3), 5, "4 \u2212 4 + 2 cuts + 3 by ruling = 5"),
        (Sum(4, 3, ruled=-5), 0, "4 \u2212 3 \u2212 5 by ruling, never under 0 = 0"),
        (
            Sum(4, 2, nov=Nov(33, 20, (18, 22))),
            -11,
            "4 \u2212 2 = 2; Go Nov: 33 becomes 20, the average of 18, 22",
        ),
    ],
)
def test_score_is_told_as_a_sum(found: Sum, total: int, text: str) -> None:
    assert (found.total, str(found.text)) == (total, text)


def test_table_ruling_gives_points_in_the_running_hand() -> None:
    sitting = Sitting(2)
    assert sitting.refused(points("Ann", 1))[0] == "not-now"
    sitting.play(face_up(), points("Ann", 99), points("Ann", -99), points("Bob", -99))
    for wrong in (0, 100, -100, 1.0, True, None, "1"):
        assert sitting.refused({**points("Ann", 1), "points": wrong})[0] == "malformed"
    for reason in ("", "   ", "x" * 281, None):
        assert sitting.refused({**points("Ann", 1), "reason": reason})[0] == "malformed"
    sitting.play({**points("Ann", 2), "reason": " " + "x" * 280 + " "})
    sitting.play({"move": "discard", "seat": "Ann", "count": 0}, {"move": "discard", "seat": "Bob", "count": 0})
    sitting.won(*["Ann"] * 9).play(points("Ann", 1), count("Ann", 4))
    assert sitting.report["rounds"] == [{"Ann": 5 + 3, "Bob": 0}]
    assert sitting.refused(points("Ann", 1))[0] == "not-now"


def test_limit_is_set_when_all_have_dealt_once() -> None:
    sitting = Sitting(2).hand(Ann=5)
    assert sitting.refused(limit(33))[0] == "not-now"
    sitting.hand(Bob=7)
    assert (sitting.phase, totals(sitting), sitting.held()) == ("limit", [5, 7], [9, 9])
    assert sitting.refused(face_up()) == (
        "not-now", "All have dealt once; the table has yet to set the score that ends the game.",
    )  # fmt: skip
    assert sitting.refused(cut("Ann"))[0] == "not-now"
    assert sitting.refused(limit(50)) == ("limit", "50 lies between 44 and 55.")
    assert sitting.refused(limit(0)) == ("limit", "0 is too low; the lowest is 11.")
    assert sitting.refused(limit(-11))[0] == "limit"
    assert sitting.refused({"move": "limit", "points": 11.0})[0] == "malformed"
    sitting.play(limit(11))
    assert (sitting.phase, sitting.report["winners"]) == ("face-up", [])
    sitting.hand()
    assert sitting.phase == "face-up", "the limit is set once"


def test_limit_that_a_total_has_passed_ends_the_game_at_once() -> None:
    sitting = Sitting(2).hand(Ann=5).hand(Bob=12).play(limit(11))
    assert (sitting.phase, sitting.report["over"], sitting.report["winners"]) == ("over", True, ["Ann"])
    assert sitting.held() == [9, 9]
    for move in (face_up(), trick("Ann"), limit(22), points("Ann", 1)):
        assert sitting.refused(move) == ("game-is-over", "Bob has 12, and the limit is 11.")
    assert sitting.book.game.next_dealer(sitting.book.state) == "Bob"


def test_limit_changes_no_total_not_even_one_equal_to_it() -> None:
    sitting = Sitting(2).hand(Ann=5).hand(Bob=11).play(limit(11))
    assert (sitting.phase, totals(sitting)) == ("face-up", [5, 11])
    sitting.hand(Ann=1)
    assert totals(sitting) == [6, 6], "still there after a hand, it becomes the average"
    assert sitting.report["rounds"][-1] == {"Ann": 1, "Bob": -5}


def test_go_nov_to_the_average_of_the_others_after_that_hand() -> None:
    sitting = Sitting(3).hand(Ann=20).hand(Bob=10).hand(Cat=4).play(limit(33))
    sitting.hand(Ann=13, Bob=7, Cat=3)
    assert totals(sitting) == [12, 17, 7]
    assert sitting.report["rounds"][-1] == {"Ann": -8, "Bob": 7, "Cat": 3}
    assert sitting.phase == "face-up"


@pytest.mark.parametrize(
    ("others", "nearest", "down", "up"),
    [((40, 51), 46, 45, 46), ((1, 1, 2), 1, 1, 2), ((1, 2, 2), 2, 1, 2), ((7,), 7, 7, 7), ((1, 1, 1, 4), 2, 1, 2)],
)
def test_nov_rounding(others: tuple[int, ...], nearest: int, down: int, up: int) -> None:
    assert [average(others, how) for how in ("nearest", "down", "up")] == [nearest, down, up]


@pytest.mark.parametrize(("rounding", "total"), [("nearest", 8), ("down", 7), ("up", 8)])
def test_nov_rounding_is_the_tables(rounding: str, total: int) -> None:
    sitting = Sitting(3, nov_rounding=rounding).hand().hand().hand().play(limit(11))
    assert totals(sitting.hand(Ann=11, Bob=7, Cat=8)) == [total, 7, 8]


def test_two_go_nov_at_once() -> None:
    sitting = Sitting(3).hand().hand().hand().play(limit(11)).hand(Ann=11, Bob=11, Cat=4)
    assert totals(sitting) == [8, 8, 4]
    sitting = Sitting(2).hand().hand().play(limit(11)).hand(Ann=11, Bob=11)
    assert (totals(sitting), sitting.phase) == ([11, 11], "face-up")


def test_end_of_game_above_the_limit_also_with_a_go_nov() -> None:
    sitting = Sitting(3).hand().hand().hand().play(limit(11)).hand(Ann=11, Bob=12, Cat=5)
    assert (totals(sitting), sitting.phase) == ([9, 12, 5], "over")
    assert sitting.report["winners"] == ["Cat"]


def test_end_of_game_may_be_shared() -> None:
    sitting = Sitting(3).hand(Ann=12).hand(Bob=5).hand(Cat=5).play(limit(11))
    assert sitting.report["winners"] == ["Bob", "Cat"]


def test_totals_below_and_at_the_limit_go_on() -> None:
    sitting = Sitting(2).hand().hand().play(limit(11)).hand(Ann=10)
    assert (sitting.phase, totals(sitting)) == ("face-up", [10, 0])


def test_the_sheet() -> None:
    sitting = Sitting(2)
    sheet = sitting.book.game.sheet(sitting.book.state)
    assert (sheet.number, sheet.planned, {seat: str(p.text) for seat, p in sheet.running.items()}) == (
        1, None, {"Ann": "0", "Bob": "0"},
    )  # fmt: skip
    sitting.dealt().won("Ann", "Ann")
    running = sitting.book.game.sheet(sitting.book.state).running
    assert {seat: str(p.text) for seat, p in running.items()} == {"Ann": "4 \u2212 2 = 2", "Bob": "4 \u2212 0 = 4"}
    sitting = Sitting(2).hand().hand()
    assert sitting.book.game.sheet(sitting.book.state).number == 2
    sheet = sitting.play(limit(11)).hand(Ann=12).book.game.sheet(sitting.book.state)
    assert (sheet.number, sheet.running, len(sheet.finished)) == (3, {}, 3)
