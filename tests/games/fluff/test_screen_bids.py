"""What a phone finds before it where somebody bids, and where others may call."""

from __future__ import annotations

import pytest

from companion.games.draft import NoFields
from companion.games.fluff.screen import FluffScreen
from companion.games.screen import screen_of
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
    ("table", "entered", "then"),
    [
        (Sitting().started(), "", "quantity=3&value=2"),
        (Sitting().started().holding(Ann=1, Tom=1, Mia=0), "", "quantity=1&value=2"),
        (bidding(), "", "quantity=5&value=5"),
        (bidding(5, 6), "", "quantity=6&value=2"),
        (bidding(), "quantity=7&value=3", "quantity=7&value=3"),
        (bidding(), "quantity=5&value=3", "quantity=6&value=3"),
        (bidding(), "quantity=5&value=9", "quantity=5&value=5"),
        (bidding(10**6, 6), "", "quantity=1000000&value=2"),
    ],
)
def test_a_bid_begins_with_the_lowest_raise(table: Sitting, entered: str, then: str) -> None:
    assert asked(table.screen(table.turn, entered=entered)) == then


@pytest.mark.parametrize(
    ("table", "entered", "then"),
    [
        (
            bidding(),
            "quantity=5&value=5",
            [
                "quantity=6&value=2",
                "quantity=6&value=3",
                "quantity=6&value=4",
                "quantity=5&value=5",
                "quantity=5&value=6",
            ],
        ),
        (
            bidding(),
            "quantity=7&value=3",
            [
                "quantity=7&value=2",
                "quantity=7&value=3",
                "quantity=7&value=4",
                "quantity=7&value=5",
                "quantity=7&value=6",
            ],
        ),
        (
            Sitting().started(),
            "",
            [
                "quantity=3&value=2",
                "quantity=3&value=3",
                "quantity=3&value=4",
                "quantity=3&value=5",
                "quantity=3&value=6",
            ],
        ),
    ],
)
def test_any_value_can_be_picked_with_more_dice_where_as_many_would_be_no_raise(
    table: Sitting, entered: str, then: list[str]
) -> None:
    screen = table.screen(table.turn, entered=entered)
    assert screen.values == (2, 3, 4, 5, 6)
    taps = [screen.prefilled.query_with(value=value) for value in screen.values]
    assert [asked(table.screen(table.turn, entered=tap)) for tap in taps] == then


def test_quantities_begin_with_the_fewest_that_may_be_bid_and_what_is_no_raise_is_dimmed() -> None:
    screen = bidding().screen("Tom", entered="quantity=6&value=3")
    assert screen.row(6).quantities == (5, 6, 7, 8, 9)
    assert [n for n in screen.row(6).quantities if not screen.bid_on(n).legal] == [5]
    dimmed = screen.bid_on(5)
    assert dimmed.rejected is not None
    assert (dimmed.rejected.rule.id, str(screen.book.game.label(dimmed.move))) == ("raise", "Bid 5 \u00d7 3")
    assert all(bidding().screen("Tom").bid_on(n).legal for n in screen.row(6).quantities)
    assert bidding(5, 6).screen("Tom").row(6).quantities[0] == 6


@pytest.mark.parametrize(
    ("chosen", "fewer", "seen", "more"),
    [
        (5, None, [5, 6, 7, 8, 9], 10),
        (9, None, [5, 6, 7, 8, 9], 10),
        (10, 9, [10, 11, 12, 13], 14),
        (13, 9, [10, 11, 12, 13], 14),
        (14, 13, [14, 15, 16, 17], 18),
        (1000000, 999997, [999998, 999999, 1000000], None),
    ],
)
def test_all_quantities_can_be_reached(chosen: int, fewer: int | None, seen: list[int], more: int | None) -> None:
    row = bidding().screen("Tom", entered=f"quantity={chosen}&value=5").row(6)
    assert (row.fewer, list(row.quantities), row.more) == (fewer, seen, more)


def test_what_is_missing_from_a_bid() -> None:
    assert str(Sitting().started().screen("Ann").missing) == "Pick a value and how many, then bid."


def test_a_bid_on_more_dice_than_there_are_says_so_and_stands() -> None:
    screen = bidding().screen("Tom", entered="quantity=16&value=2")
    assert str(screen.preview) == "There are only 15 dice. It can be called like any other bid."
    assert (screen.record.legal, str(screen.book.game.label(screen.record.move))) == (True, "Bid 16 \u00d7 2")
    assert bidding().screen("Tom").preview is None


# "Fluff!"


def test_every_phone_but_the_bidders_may_call_and_is_told_the_price() -> None:
    table = bidding()
    found = {name: [action.move.plain() for action in table.screen(name).callers] for name in ("Ann", "Tom", "Mia")}
    assert found == {"Ann": [], "Tom": [call("Tom")], "Mia": [call("Mia")]}
    assert table.screen("Mia").price == {"Ann": 2, "Tom": 1, "Mia": 2}
    assert Sitting().started().holding(Mia=1).play(bid("Ann", 5, 4)).screen("Mia").price["Mia"] == 1
    assert Sitting().started().screen("Mia").callers == called().screen("Mia").callers == ()


def test_one_phone_calls_for_everybody_its_own_seat_first() -> None:
    assert [action.move.mover for action in bidding().screen(keeper=True).callers] == ["Tom", "Mia"]
    assert [action.move.mover for action in bidding().screen("Mia", keeper=True).callers] == ["Mia", "Tom"]
    screen = bidding().screen(keeper=True, entered="call=other")
    assert (screen.draft.calls, screen.draft.empty, screen.draft.query) == (True, False, "call=other")
    assert bidding().screen("Tom", entered="call=other").draft.empty


def test_the_big_call_is_of_the_seat_whose_turn_it_is_where_this_phone_enters_for_it() -> None:
    def big(seat: str | None, elsewhere: str = "", plays_for: str | None = None) -> tuple[object, bool]:
        away = frozenset(elsewhere.split())
        screen = screen_of(bidding().book, seat, True, NoFields(), away, plays_for)
        assert isinstance(screen, FluffScreen)
        return screen.call and screen.call.move.mover, screen.others_call

    assert big(None) == big("Mia") == ("Tom", True)
    assert big("Tom") == ("Tom", True)
    assert big("Mia", "Tom") == ("Mia", True)  # out of turn: Tom's own phone has the other
    assert big("Ann", "Tom") == (None, True)  # a bidder never calls
    assert big("Ann", "Tom", "Tom") == ("Tom", True)
    assert bidding().screen("Tom").call is not None
    assert not bidding().screen("Tom").others_call
    assert bidding().screen("Ann").call is Sitting().started().screen("Ann").call is None
