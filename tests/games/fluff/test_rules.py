"""Every rule of Fluff by its id, but spilled dice: what stands, what does not, and the numbers behind it."""

from __future__ import annotations

import pytest

from companion.games.ruling import Accepted
from tests.games.fluff.sitting import Plain, Sitting, bid, call, count, roll, ruling, show, spill, starts

# first-roll


def test_first_roll_the_most_wilds_open() -> None:
    table = Sitting().play(roll(Ann=1, Tom=3, Mia=2))
    assert (table.report["phase"], table.turn) == ("bid", "Tom")


def test_first_roll_who_ties_rolls_again_and_nobody_else() -> None:
    table = Sitting().play(roll(Ann=2, Tom=1, Mia=2))
    assert (table.report["phase"], table.turn) == ("first-roll", None)
    assert table.refused(roll(Ann=1, Tom=5, Mia=2))[0] == "first-roll"
    assert table.refused(roll(Ann=1, Tom=5))[0] == "first-roll"
    assert table.play(roll(Mia=1, Ann=1)).report["phase"] == "first-roll"
    assert table.play(roll(Mia=1, Ann=0)).turn == "Mia"


def test_first_roll_nobody_rolls_a_wild() -> None:
    assert Sitting().play(roll(Ann=0, Tom=0, Mia=0)).book.state.tied == ("Ann", "Tom", "Mia")


@pytest.mark.parametrize(
    ("move", "because"),
    [
        (roll(Ann=1, Mia=0), "Wilds still missing: Tom."),
        (roll(), "Wilds still missing: Ann, Tom, Mia."),
        (roll(Ann=6, Tom=0, Mia=0), "Ann has 5 dice."),
    ],
)
def test_first_roll_names_everybody_who_rolls(move: Plain, because: str) -> None:
    assert Sitting().refused(move) == ("first-roll", because)


def test_first_roll_no_more_wilds_than_dice() -> None:
    table = Sitting(sloppy=True).play(spill("Ann", 4))
    assert table.refused(roll(Ann=2, Tom=0, Mia=0)) == ("first-roll", "Ann has 1 die.")


def test_first_roll_who_is_out_does_not_roll() -> None:
    table = Sitting(sloppy=True).play(spill("Ann", 5))
    assert table.refused(starts()) == ("first-roll", "Ann is not in this roll.")
    assert table.play(roll(Tom=0, Mia=1)).turn == "Mia"


def test_first_roll_not_now_once_it_is_settled() -> None:
    assert Sitting().started().refused(starts()) == ("not-now", "Who starts is settled already.")


# bid, raise


def test_bid_goes_round_to_the_left() -> None:
    table = Sitting().started("Tom")
    assert table.refused(bid("Ann", 3, 4)) == ("bid", "It is Tom\u2019s turn.")
    assert [table.play(move).turn for move in (bid("Tom", 3, 4), bid("Mia", 3, 5), bid("Ann", 4, 2))] == [
        "Mia",
        "Ann",
        "Tom",
    ]


def test_bid_passes_over_who_is_out() -> None:
    table = Sitting().started().holding(Tom=0).play(bid("Ann", 3, 4))
    assert table.turn == "Mia"
    assert table.refused(bid("Tom", 4, 4)) == ("bid", "It is Mia\u2019s turn.")


def test_bid_not_now_in_the_first_roll_nor_after_a_call() -> None:
    table = Sitting()
    assert table.refused(bid("Ann", 3, 4)) == ("not-now", "The first roll is not over yet.")
    table.started().play(bid("Ann", 3, 4), call("Tom"))
    assert table.refused(bid("Tom", 4, 4))[0] == "not-now"


@pytest.mark.parametrize(("quantity", "value"), [(5, 5), (5, 6), (6, 2), (6, 4), (7, 3), (400, 2)])
def test_raise_more_or_as_many_of_a_higher_value(quantity: int, value: int) -> None:
    Sitting().started().play(bid("Ann", 5, 4), bid("Tom", quantity, value))


@pytest.mark.parametrize(("quantity", "value"), [(5, 4), (5, 3), (5, 2), (4, 5), (4, 6), (1, 6)])
def test_raise_the_quantity_never_falls(quantity: int, value: int) -> None:
    table = Sitting().started().play(bid("Ann", 5, 4))
    assert table.refused(bid("Tom", quantity, value)) == ("raise", "The bid to raise: 5 \u00d7 4.")


def test_raise_any_bid_opens_a_round() -> None:
    for quantity in (1, 15, 16, 10**40):
        Sitting().started().play(bid("Ann", quantity, 2))


# call


def test_call_in_turn_by_the_left_neighbour_out_of_turn_by_others() -> None:
    table = Sitting().started("Tom").play(bid("Tom", 3, 4))
    for name, in_turn in (("Mia", True), ("Ann", False)):
        found = table.book.play(call(name))
        assert isinstance(found, Accepted)
        assert found.state.state.call.in_turn is in_turn


def test_call_the_left_neighbour_is_the_next_with_dice() -> None:
    table = Sitting().started().holding(Tom=0).play(bid("Ann", 3, 4), call("Mia"))
    assert table.book.state.call.in_turn


def test_call_never_the_bidder_and_nobody_who_is_out() -> None:
    table = Sitting().started().holding(Mia=0).play(bid("Ann", 3, 4))
    assert table.refused(call("Ann")) == ("call", "The bid is Ann\u2019s own.")
    assert table.refused(call("Mia")) == ("call", "Mia has no dice left.")


def test_call_not_now_without_a_bid() -> None:
    table = Sitting()
    assert table.refused(call("Ann")) == ("not-now", "The first roll is not over yet.")
    assert table.started().refused(call("Tom")) == ("not-now", "Nobody has bid in this round.")
    table.play(bid("Ann", 3, 4), call("Tom"))
    assert table.refused(call("Mia"))[0] == "not-now"


# settle


@pytest.mark.parametrize(
    ("quantity", "caller", "held"),
    [
        pytest.param(5, "Tom", [5, 4, 5], id="as many: the caller loses one"),
        pytest.param(4, "Tom", [5, 4, 5], id="more"),
        pytest.param(5, "Mia", [5, 5, 3], id="out of turn it costs two"),
        pytest.param(6, "Tom", [4, 5, 5], id="fewer: the bidder loses one"),
        pytest.param(6, "Mia", [4, 5, 5], id="one, too, where it was called out of turn"),
    ],
)
def test_settle(quantity: int, caller: str, held: list[int]) -> None:
    table = Sitting().started().play(bid("Ann", quantity, 4), call(caller))
    table.play(show("Mia", "444w2"), show("Ann", "22222"), show("Tom", "6w356" if quantity == 4 else "6w353"))
    assert table.held == held


def test_settle_who_has_one_die_cannot_lose_two() -> None:
    table = Sitting().started().holding(Mia=1).settled(bid("Ann", 1, 4), call("Mia"), true=True)
    assert table.held == [5, 5, 0]


def test_settle_as_many_dice_as_the_seat_has() -> None:
    table = Sitting().started().holding(Mia=2).play(bid("Ann", 3, 4), call("Tom"))
    for dice in ("", "4", "444"):
        assert table.refused(show("Mia", dice)) == ("settle", "Mia has 2 dice.")


def test_settle_not_now_before_a_call_twice_or_without_dice() -> None:
    table = Sitting().started().holding(Mia=0).play(bid("Ann", 3, 4))
    assert table.refused(show("Ann", "22222")) == ("not-now", "Nobody has called \u201cFluff!\u201d.")
    table.play(call("Tom"), show("Ann", "22222"))
    assert table.refused(show("Ann", "22222")) == ("not-now", "Ann has shown already.")
    assert table.refused(show("Mia", "")) == ("not-now", "Mia has no dice left.")
    assert table.report["phase"] == "show"


@pytest.mark.parametrize(
    ("quantity", "held"), [pytest.param(5, [5, 4, 5], id="as many"), pytest.param(6, [4, 5, 5], id="fewer")]
)
def test_settle_by_how_many_dice_count(quantity: int, held: list[int]) -> None:
    table = Sitting().started().play(bid("Ann", quantity, 4), call("Tom"))
    assert table.play(count("Mia", 0), show("Ann", "44w22"), count("Tom", 2)).held == held


def test_settle_no_more_dice_count_than_the_seat_has() -> None:
    table = Sitting().started().holding(Mia=2).play(bid("Ann", 3, 4), call("Tom"))
    assert table.refused(count("Mia", 3)) == ("settle", "Mia has 2 dice.")
    table.play(count("Mia", 2))
    assert table.refused(count("Mia", 3)) == ("not-now", "Mia has shown already.")
    assert table.refused(show("Mia", "22")) == ("not-now", "Mia has shown already.")


def test_settle_not_now_by_count_before_a_call_or_without_dice() -> None:
    table = Sitting().started().holding(Mia=0).play(bid("Ann", 3, 4))
    assert table.refused(count("Ann", 2)) == ("not-now", "Nobody has called \u201cFluff!\u201d.")
    table.play(call("Tom"))
    assert table.refused(count("Mia", 0)) == ("not-now", "Mia has no dice left.")


# next-opening


def test_next_opening_by_who_lost_dice() -> None:
    assert Sitting().started().settled(bid("Ann", 3, 4), call("Mia"), true=True).turn == "Mia"
    assert Sitting().started().settled(bid("Ann", 3, 4), call("Mia"), true=False).turn == "Ann"


def test_next_opening_who_is_out_passes_it_left() -> None:
    table = Sitting(4).started().holding(Mia=1, Ben=0).settled(bid("Ann", 3, 4), call("Mia"), true=True)
    assert (table.held, table.turn) == ([5, 5, 0, 0], "Ann")


def test_next_opening_is_not_changed_by_who_comes_back() -> None:
    table = Sitting().started().holding(Ann=0)
    assert table.turn == "Tom"
    assert table.play(ruling("Ann", 2)).turn == "Tom"


# last-dice


def test_last_dice_win() -> None:
    table = Sitting(2).started().holding(Tom=1).settled(bid("Ann", 1, 4), call("Tom"), true=True)
    answer = table.report
    assert (answer["phase"], answer["over"], answer["winners"], answer["holdings"]) == (
        "over",
        True,
        ["Ann"],
        {"Ann": 5, "Tom": 0},
    )
    assert table.refused(bid("Ann", 1, 2)) == ("game-is-over", "Ann alone has dice left.")


def test_last_dice_win_at_whatever_moment_and_a_call_that_waits_is_not_settled() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 1, 4), call("Tom"), count("Ann", 0), spill("Tom", 5))
    table.play(spill("Mia", 5))
    assert (table.report["phase"], table.report["winners"], table.held) == ("over", ["Ann"], [5, 0, 0])
    assert table.refused(spill("Ann")) == ("game-is-over", "Ann alone has dice left.")
    table = Sitting(2, sloppy=True).started().play(bid("Ann", 1, 4), spill("Ann", 5))
    assert (table.report["phase"], table.report["winners"], table.held) == ("over", ["Tom"], [0, 5])


# table-ruling


def test_table_ruling_gives_and_takes_dice() -> None:
    table = Sitting().started().play(ruling("Tom", -2))
    assert table.held == [5, 3, 5]
    assert table.play(ruling("Tom", 1)).held == [5, 4, 5]


@pytest.mark.parametrize(("dice", "because"), [(2, "Tom has 4 dice."), (-5, "Tom has 4 dice."), (9, "Tom has 4 dice.")])
def test_table_ruling_none_to_five_a_seat(dice: int, because: str) -> None:
    assert Sitting().started().holding(Tom=4).refused(ruling("Tom", dice)) == ("table-ruling", because)


def test_table_ruling_not_now_in_the_first_roll_and_once_a_bid_was_made() -> None:
    table = Sitting()
    assert table.refused(ruling("Tom", -1))[0] == "not-now"
    assert table.started().play(bid("Ann", 3, 4)).refused(ruling("Tom", -1))[0] == "not-now"
    assert table.play(call("Tom")).refused(ruling("Tom", -1))[0] == "not-now"


def test_table_ruling_may_end_the_game() -> None:
    assert Sitting(2).started().play(ruling("Ann", -5)).report["winners"] == ["Tom"]


# malformed


@pytest.mark.parametrize(
    "move",
    [
        {"move": "first_roll"},
        {"move": "first_roll", "wilds": []},
        {"move": "first_roll", "wilds": {"Ann": -1, "Tom": 0, "Mia": 0}},
        {"move": "first_roll", "wilds": {"Ann": True, "Tom": 0, "Mia": 0}},
        {"move": "first_roll", "wilds": {"Ann": 1.0, "Tom": 0, "Mia": 0}},
        {"move": "first_roll", "wilds": {"Ann": 1, "Tom": 0, "Mia": 0, "Zed": 0}},
        {"move": "first_roll", "wilds": {"Ann": 1, "Tom": 0, "Mia": 0}, "seat": "Ann"},
        bid("Zed", 3, 4),
        {**bid("Ann", 3, 4), "value": 3.0},
        {**bid("Ann", 3, 4), "value": True},
        {**bid("Ann", 3, 4), "value": "wild"},
        {**bid("Ann", 3, 4), "quantity": 3.0},
        {"move": "call"},
        {"move": "call", "seat": None},
        {"move": "show", "seat": "Ann", "dice": [1, 2, 2, 2, 2]},
        {"move": "show", "seat": "Ann", "dice": [2.0, 2, 2, 2, 2]},
        {"move": "show", "seat": "Ann", "dice": ["2", 2, 2, 2, 2]},
        {"move": "show", "seat": "Ann", "dice": "22222"},
        count("Ann", -1),
        count("Zed", 1),
        {"move": "show", "seat": "Ann"},
        {"move": "show", "matching": 1},
        {"move": "show", "seat": "Ann", "matching": 3.0},
        {"move": "show", "seat": "Ann", "matching": True},
        {"move": "show", "seat": "Ann", "matching": "3"},
        {"move": "show", "seat": "Ann", "matching": None},
        {"move": "show", "seat": "Ann", "matching": 3, "dice": None},
        {"move": "show", "seat": "Ann", "matching": 0, "dice": [2, 2, 2, 2, 2]},
        spill("Ann", 0),
        ruling("Ann", 0),
        {**ruling("Ann", -1), "reason": "  "},
        {**ruling("Ann", -1), "reason": "x" * 281},
    ],
)
def test_malformed(move: Plain) -> None:
    assert Sitting(sloppy=True).refused(move)[0] == "malformed"


@pytest.mark.parametrize(("quantity", "value"), [(0, 4), (-1, 2), (3, 1), (3, 7), (3, 0)])
def test_bid_names_a_die_at_least_and_a_value_that_is_no_wild(quantity: int, value: int) -> None:
    assert Sitting().started().refused(bid("Ann", quantity, value))[0] == "bid"
    assert Sitting().started().refused(bid("Tom", quantity, value))[0] == "bid"
    assert Sitting().refused(bid("Ann", quantity, value))[0] == "not-now"
