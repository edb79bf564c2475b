"""Fluff told shorter: a round by its result, a game that is stopped."""

from __future__ import annotations

import pytest

from tests.games.fluff.sitting import UNDO, Plain, Sitting, bid, call, ruling, show, spill, starts

STOP: Plain = {"move": "stop"}


def result(seat: str, dice: int = 1) -> Plain:
    return {"move": "result", "seat": seat, "dice": dice}


BID = [starts(), bid("Ann", 3, 4)]
CALLED = [*BID, call("Tom"), show("Mia", "22222")]


@pytest.mark.parametrize("before", [[starts()], BID, CALLED], ids=["no bid yet", "bid", "show"])
def test_a_result_takes_the_dice_and_its_loser_opens_the_next_round(before: list[Plain]) -> None:
    table = Sitting().play(*before, result("Mia", 2))
    assert table.report["holdings"] == {"Ann": 5, "Tom": 5, "Mia": 3}
    state = table.book.state
    assert (table.phase, state.turn, state.bid, state.call, state.shown, state.round) == (
        "bid",
        "Mia",
        None,
        None,
        (),
        2,
    )


def test_who_is_out_by_a_result_passes_the_opening_left() -> None:
    table = Sitting().play(starts(), ruling("Mia", -4), result("Mia"))
    assert (table.report["holdings"]["Mia"], table.book.state.turn) == (0, "Ann")
    assert table.play(ruling("Tom", -4), result("Tom")).report["winners"] == ["Ann"]


@pytest.mark.parametrize("seat", ["Ann", "Tom"])
def test_the_most_dice_win_a_game_that_is_stopped_and_equals_share_it(seat: str) -> None:
    table = Sitting(sloppy=True).play(*CALLED, spill("Tom", 5), {"move": "stop", "seat": seat})
    report = table.report
    assert (report["over"], report["stopped"], report["winners"]) == (True, True, ["Ann", "Mia"])
    assert table.play(UNDO).phase == "show"


def test_what_the_ledger_says() -> None:
    assert Sitting().started().words(result("Tom", 2)) == ("Tom lost 2 dice in this round", "Tom lost 2 dice")
