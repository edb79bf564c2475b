"""Popcorn told shorter: the game by its result, a game that is stopped."""

from __future__ import annotations

import pytest

from tests.games.popcorn.sitting import UNDO, Plain, Sitting, call, claim, give, honest

STOP: Plain = {"move": "stop"}


def result(winner: str) -> Plain:
    return {"move": "result", "winner": winner}


@pytest.mark.parametrize(
    "before", [(), (claim("Ann", "A"),), (claim("Ann", "A"), call("Cat"))], ids=["claim", "a claim stands", "reveal"]
)
def test_a_result_ends_the_game_whatever_anybody_holds(before: tuple[Plain, ...]) -> None:
    table = Sitting().play(*before)
    held = table.held
    report = table.play(result("Cat")).report
    assert (report["phase"], report["winners"], "stopped" in report) == ("over", ["Cat"], False)
    assert table.held == held
    assert table.book.game.places(table.book)[0].name == "Cat"


def test_the_fewest_cards_win_a_game_that_is_stopped_and_equals_share_it() -> None:
    table = Sitting(4).play(claim("Ann", "A", 2), claim("Ben", "2", 2), give(1, "Cat", "Dan"), STOP)
    report = table.report
    assert (report["stopped"], report["winners"]) == (True, ["Ann", "Ben"])
    assert report["holdings"] == {
        "Ann": 11,
        "Ben": 11,
        "Cat": 12,
        "Dan": 14,
        "pile": 4,
    }  # a claim's cards lie in the pile
    assert [place.place for place in table.book.game.places(table.book)] == [1, 1, 3, 4]


def test_a_stop_settles_nothing_that_waits() -> None:
    table = Sitting().play(claim("Ann", "A", 3), call("Cat"), STOP)
    assert table.report["holdings"]["pile"] == 3
    assert table.play(UNDO).phase == "reveal"
    assert table.play(honest(False)).phase == "claim"


def test_cards_put_down_unseen_count_once_the_game_is_stopped() -> None:
    table = Sitting(2, hidden_count=True).play(claim("Ann", "A", 1, cards=3), claim("Ben", "2", 2, cards=2), STOP)
    assert table.seen_by(None).report().winners == ("Ann",)


def test_what_the_ledger_says() -> None:
    assert Sitting().words(result("Ann")) == ("Ann has won the game", "Ann has won")
