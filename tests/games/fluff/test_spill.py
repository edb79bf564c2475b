"""Fluff in sloppy style: dice that are spilled, whom that takes out, and what it leaves of bids, calls and turns."""

from __future__ import annotations

from tests.games.fluff.sitting import Sitting, bid, call, count, roll, show, spill, starts


def test_spill_dice_are_gone_for_good() -> None:
    table = Sitting(sloppy=True).play(spill("Tom", 2), starts())
    assert table.play(spill("Ann")).held == [4, 3, 5]
    assert table.settled(bid("Ann", 9, 4), call("Tom"), true=False).play(spill("Mia", 5)).held == [3, 3, 0]


def test_spill_sloppy_style_only_and_no_more_than_there_are() -> None:
    assert Sitting().refused(spill("Tom")) == ("spill", "This table does not play sloppy style.")
    table = Sitting(sloppy=True)
    assert table.refused(spill("Tom", 6)) == ("spill", "Tom has 5 dice.")
    assert table.play(spill("Tom", 5)).refused(spill("Tom")) == ("spill", "Tom has no dice left.")


def test_spill_at_any_time_until_the_seat_has_shown() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), spill("Tom"), call("Tom"), spill("Ann"), spill("Tom"))
    assert table.held == [4, 3, 5]
    table.play(count("Ann", 0))
    assert table.refused(spill("Ann")) == ("not-now", "Ann has shown already.")
    assert table.refused(show("Tom", "44444")) == ("settle", "Tom has 3 dice.")
    assert table.play(spill("Mia"), show("Tom", "444"), show("Mia", "2222"), spill("Ann")).held == [3, 2, 4]


def test_spill_during_a_round_sloppy_style_only_and_no_more_than_there_are() -> None:
    table = Sitting().started().play(bid("Ann", 3, 4))
    assert table.refused(spill("Tom")) == ("spill", "This table does not play sloppy style.")
    assert table.play(call("Tom")).refused(spill("Tom"))[0] == "spill"
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), call("Tom"), spill("Mia", 5))
    assert table.refused(spill("Tom", 6)) == ("spill", "Tom has 5 dice.")
    assert table.refused(spill("Mia")) == ("spill", "Mia has no dice left.")


def test_spill_leaves_a_standing_bid_as_it_is() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), spill("Ann", 5))
    assert table.refused(bid("Tom", 3, 4)) == ("raise", "The bid to raise: 3 \u00d7 4.")
    assert table.refused(call("Ann"))[0] == "call"
    assert table.play(bid("Tom", 3, 5), bid("Mia", 4, 2)).turn == "Tom"


def test_spill_by_who_was_to_bid_or_call_passes_the_turn_left() -> None:
    table = Sitting(4, sloppy=True).started().play(bid("Ann", 3, 4), spill("Tom", 5))
    assert table.turn == "Mia"
    assert table.play(call("Mia")).book.state.call.in_turn
    table.play(*(count(name, 5) for name in ("Ann", "Mia", "Ben")))
    assert (table.held, table.turn) == ([5, 0, 4, 5], "Mia")


def test_spill_after_a_call_whether_it_was_in_turn_is_decided_already() -> None:
    table = Sitting(4, sloppy=True).started().play(bid("Ann", 3, 4), call("Mia"), spill("Tom", 5))
    table.play(*(count(name, 5) for name in ("Ann", "Mia", "Ben")))
    assert table.held == [5, 0, 3, 5]


def test_spill_who_is_out_shows_nothing() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), call("Mia"), spill("Tom", 5))
    assert table.refused(count("Tom", 0)) == ("not-now", "Tom has no dice left.")
    assert table.refused(show("Tom", "")) == ("not-now", "Tom has no dice left.")
    assert table.play(count("Ann", 1), count("Mia", 1)).held == [4, 0, 5]


def test_spill_after_which_nobody_is_left_to_show_settles_at_once() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), call("Mia"), count("Ann", 1), count("Mia", 2))
    assert table.play(spill("Tom", 4)).report["phase"] == "show"
    assert table.play(spill("Tom")).report["phase"] == "bid"
    assert (table.held, table.turn) == ([5, 0, 3], "Mia")


def test_settle_a_loss_on_a_seat_with_no_dice_takes_nothing_and_passes_the_opening_left() -> None:
    caller = Sitting(4, sloppy=True).started().play(bid("Ann", 3, 4), call("Mia"), spill("Mia", 5))
    caller.play(count("Tom", 0), count("Ben", 3), count("Ann", 0))
    assert (caller.held, caller.turn) == ([5, 5, 0, 5], "Ben")
    bidder = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), spill("Ann", 5), call("Tom"))
    bidder.play(count("Tom", 0), count("Mia", 2))
    assert (bidder.held, bidder.turn, bidder.book.state.out) == ([0, 5, 5], "Tom", ("Ann",))


def test_settle_who_spilled_all_but_one_cannot_lose_two() -> None:
    table = Sitting(sloppy=True).started().play(bid("Ann", 3, 4), call("Mia"), spill("Mia", 4))
    assert table.play(count("Ann", 3), count("Tom", 0), count("Mia", 0)).held == [5, 5, 0]


def test_spill_by_who_opens_passes_the_opening_left() -> None:
    table = Sitting(sloppy=True).started()
    assert table.play(spill("Ann", 4)).turn == "Ann"
    assert table.play(spill("Ann")).turn == "Tom"


def test_spill_in_a_tie_the_last_die_is_out_of_it() -> None:
    table = Sitting(sloppy=True).play(roll(Ann=2, Tom=2, Mia=2), spill("Ann", 4))
    assert table.book.state.tied == ("Ann", "Tom", "Mia")
    assert table.play(spill("Ann")).book.state.tied == ("Tom", "Mia")
    assert (table.play(spill("Mia", 5)).report["phase"], table.report["winners"]) == ("over", ["Tom"])


def test_spill_a_single_one_left_in_the_tie_starts() -> None:
    table = Sitting(sloppy=True).play(roll(Ann=2, Tom=0, Mia=2), spill("Ann", 5))
    assert (table.report["phase"], table.turn) == ("bid", "Mia")


def test_spill_by_who_is_not_in_the_tie_leaves_it() -> None:
    table = Sitting(sloppy=True).play(roll(Ann=2, Tom=0, Mia=2), spill("Tom", 5))
    assert table.play(roll(Ann=1, Mia=0)).turn == "Ann"
