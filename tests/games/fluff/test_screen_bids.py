"""What a phone finds before it where somebody bids, and where others may call."""

from __future__ import annotations

import pytest

from tests.games.fluff.sitting import (
    Sitting,
    asked,
    bid,
    bidding,
    call,
    called,
)

# A bid.


@pytest.mark.parametrize(
    ("table", "told", "then"),
    [
        (Sitting().started(), "", "bid:3x2"),
        (Sitting().started().holding(Ann=1, Tom=1, Mia=0), "", "bid:1x2"),
        (bidding(), "", "bid:5x5"),
        (bidding(5, 6), "", "bid:6x2"),
        (bidding(), "bid:7x3", "bid:7x3"),
        (bidding(), "bid:5x3", "bid:5x5"),
        (bidding(), "bid:5x9", "bid:5x5"),
        (bidding(10**6, 6), "", "bid:1000000x2"),
    ],
)
def test_a_bid_begins_with_the_lowest_raise(table: Sitting, told: str, then: str) -> None:
    assert asked(table.screen(table.turn, told=told)) == then


@pytest.mark.parametrize(
    ("table", "told", "then"),
    [
        (bidding(), "bid:5x5", ["bid:6x2", "bid:6x3", "bid:6x4", "bid:5x5", "bid:5x6"]),
        (bidding(), "bid:7x3", ["bid:7x2", "bid:7x3", "bid:7x4", "bid:7x5", "bid:7x6"]),
        (Sitting().started(), "", ["bid:3x2", "bid:3x3", "bid:3x4", "bid:3x5", "bid:3x6"]),
    ],
)
def test_any_value_can_be_picked_with_more_dice_where_as_many_would_be_no_raise(
    table: Sitting, told: str, then: list[str]
) -> None:
    values = table.screen(table.turn, told=told).values
    assert list(values) == [2, 3, 4, 5, 6]
    assert [draft.value for draft in values.values()] == then


def test_quantities_begin_with_the_fewest_that_may_be_bid_and_what_is_no_raise_is_dimmed() -> None:
    screen = bidding().screen("Tom", told="bid:6x3")
    assert [one.n for one in screen.quantities if not one.action.legal] == [5]
    assert [one.draft.value for one in screen.quantities] == [f"bid:{n}x3" for n in range(5, 10)]
    dimmed = screen.quantities[0].action
    assert dimmed.rejected is not None
    assert (dimmed.rejected.rule.id, str(screen.words(dimmed))) == ("raise", "Bid 5 \u00d7 3")
    assert all(one.action.legal for one in bidding().screen("Tom").quantities)
    assert bidding(5, 6).screen("Tom").quantities[0].n == 6


@pytest.mark.parametrize(
    ("told", "fewer", "seen", "more"),
    [
        ("bid:5x5", None, [5, 6, 7, 8, 9], 10),
        ("bid:9x5", None, [5, 6, 7, 8, 9], 10),
        ("bid:10x5", 9, [10, 11, 12, 13], 14),
        ("bid:13x5", 9, [10, 11, 12, 13], 14),
        ("bid:14x5", 13, [14, 15, 16, 17], 18),
        ("bid:1000000x5", 999997, [999998, 999999, 1000000], None),
    ],
)
def test_all_quantities_can_be_reached(told: str, fewer: int | None, seen: list[int], more: int | None) -> None:
    screen = bidding().screen("Tom", told=told)
    assert [one.n for one in screen.quantities] == seen
    assert ((screen.fewer and screen.fewer.n), (screen.more and screen.more.n)) == (fewer, more)
    assert screen.fewer is None or screen.fewer.draft.value == f"bid:{fewer}x5"
    assert screen.more is None or screen.more.draft.value == f"bid:{more}x5"


def test_what_is_missing_from_a_bid() -> None:
    assert str(Sitting().started().screen("Ann").missing) == "Pick a value and how many, then bid."


def test_a_bid_on_more_dice_than_there_are_says_so_and_stands() -> None:
    screen = bidding().screen("Tom", told="bid:16x2")
    assert str(screen.preview) == "There are only 15 dice. It can be called like any other bid."
    assert (screen.as_move.legal, str(screen.words(screen.as_move))) == (True, "Bid 16 \u00d7 2")
    assert bidding().screen("Tom").preview is None


def test_words_of_a_move_that_cannot_be() -> None:
    screen = bidding().screen("Tom")
    assert str(screen.words(screen.action({"move": "bid"}))) == "The key \u201cseat\u201d is missing."


# "Fluff!"


def test_every_phone_but_the_bidders_may_call_and_is_told_the_price() -> None:
    table = bidding()
    found = {name: [action.last for action in table.screen(name).callers] for name in ("Ann", "Tom", "Mia")}
    assert found == {"Ann": [], "Tom": [call("Tom")], "Mia": [call("Mia")]}
    assert table.screen("Mia").price == {"Ann": 2, "Tom": 1, "Mia": 2}
    assert Sitting().started().holding(Mia=1).play(bid("Ann", 5, 4)).screen("Mia").price["Mia"] == 1
    assert Sitting().started().screen("Mia").callers == called().screen("Mia").callers == ()


def test_one_phone_calls_for_everybody_its_own_seat_first() -> None:
    assert [action.last["seat"] for action in bidding().screen(keeper=True).callers] == ["Tom", "Mia"]
    assert [action.last["seat"] for action in bidding().screen("Mia", keeper=True).callers] == ["Mia", "Tom"]
    screen = bidding().screen(keeper=True, told="calls")
    assert (screen.draft.calls, screen.half_entered, screen.others_call.value) == (True, True, "calls")
    assert not bidding().screen("Tom", told="calls").half_entered
