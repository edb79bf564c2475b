"""What a phone finds before it at a table of dice: whose act it is, the first roll, and what lies there."""

from __future__ import annotations

import pytest

from companion.games.draft import NoFields
from companion.games.fluff.screen import FluffScreen
from companion.games.fluff.state import BidMade, CallMade
from companion.games.people import Seat
from companion.games.screen import screen_of
from tests.games.fluff.sitting import (
    Fields,
    Sitting,
    asked,
    bid,
    bidding,
    call,
    called,
    count,
    meanwhile,
    roll,
    show,
    spill,
)

# Whose act it is.


@pytest.mark.parametrize(
    ("table", "seat", "keeper", "mine"),
    [
        (Sitting(), "Ann", False, True),
        (Sitting(), None, True, True),
        (Sitting(), None, False, False),
        (bidding(), "Tom", False, True),
        (bidding(), "Mia", False, False),
        (bidding(), None, True, True),
        (called(), "Mia", False, True),
        (called().play(show("Mia", "22")), "Mia", False, False),
        (Sitting(2).started().holding(Tom=0), None, True, False),
    ],
)
def test_whose_act_it_is(table: Sitting, seat: str | None, keeper: bool, mine: bool) -> None:
    assert table.screen(seat, keeper=keeper).mine is mine


def test_a_phone_that_only_looks_tells_nothing() -> None:
    screen = bidding().screen(entered="quantity=6&value=2")
    assert (screen.draft.empty, screen.draft.query, screen.draft.lasting.query) == (True, "", "")
    assert (screen.news, screen.callers, screen.own) == ((), (), None)


# The first roll.


def test_a_roll_is_told_seat_by_seat_by_any_phone_that_of_its_own_first() -> None:
    table = Sitting()
    assert asked(table.screen("Tom")) == "seat=Tom&wilds=&wilds=&wilds="
    screen = table.screen("Ann")
    assert asked(screen) == "seat=Ann&wilds=&wilds=&wilds="
    assert screen.askable == ("Ann", "Tom", "Mia")
    assert (screen.entering and screen.entering.name, screen.wilds, screen.complete, screen.preview) == (
        "Ann", {}, False, None,
    )  # fmt: skip
    for wilds, then in ((2, ("2", "", "")), (0, ("2", "0", "")), (2, ("2", "0", "2"))):
        by_form = table.screen("Ann", entered=f"{asked(screen)}&wilds={wilds}")
        screen = table.screen("Ann", entered=screen.rolled(wilds).query)
        assert screen.draft == by_form.draft
        assert screen.draft.wilds == then
    assert (screen.complete, screen.record.legal, str(screen.preview)) == (True, True, "A tie: Ann, Mia.")
    assert screen.record.move.plain() == roll(Ann=2, Tom=0, Mia=2)
    assert str(table.screen("Tom", entered="seat=Mia&wilds=2&wilds=0&wilds=1").preview) == "Ann starts."


def test_a_seat_can_be_asked_again_and_the_open_ones_come_next() -> None:
    screen = Sitting().screen("Tom", entered="seat=Tom&wilds=2&wilds=&wilds=0")
    mia = Sitting().screen("Tom", entered=f"{screen.draft.query}&seat=Mia")
    assert (mia.entering and mia.entering.name, mia.wilds) == ("Mia", {"Ann": 2, "Mia": 0})
    assert mia.rolled(1).query == "seat=Tom&wilds=2&wilds=&wilds=1"
    assert str(screen.missing) == "Wilds still missing: Tom."


def test_in_a_tie_the_tied_are_asked() -> None:
    table = Sitting().play(roll(Ann=2, Tom=0, Mia=2))
    screen = table.screen("Tom")
    assert (asked(screen), screen.askable) == ("seat=Ann&wilds=&wilds=", ("Ann", "Mia"))
    assert screen.rolled(1).query == "seat=Mia&wilds=1&wilds="
    for left_out in ("seat=Tom&wilds=&wilds=", "seat=Ann&wilds=1", "seat=Ann&wilds=6&wilds=", "wilds=&wilds="):
        assert table.screen("Tom", entered=left_out).draft.empty


# What lies there.


def test_how_a_round_ended_is_told_as_past_until_the_next_bid() -> None:
    table = called("Mia").play(show("Ann", "4w222"), show("Mia", "44"))
    ann, tom, mia = table.screen().seats
    assert (table.book.state.bid, table.book.state.call) == (
        BidMade(Seat("Ann"), 5, 4),
        CallMade(Seat("Mia"), in_turn=False),
    )
    assert ann.shown == ((4, True), ("wild", True), (2, False), (2, False), (2, False))
    assert (ann.bids, mia.calls, mia.loses, tom.shown) == (True, True, 0, None)
    seats = table.play(show("Tom", "22224")).screen().seats
    ann, tom, mia = seats
    state = table.book.state
    assert (state.round, state.bid, state.call, state.shown) == (2, None, None, ())
    settled = state.settled
    assert (settled.bid, settled.count, settled.loser, settled.lost) == (BidMade(Seat("Ann"), 5, 4), 5, "Mia", 2)
    assert [(seat.shown, seat.counting, seat.bids, seat.calls) for seat in seats] == [(None, None, False, False)] * 3
    assert (mia.loses, mia.dice, mia.lost, tom.loses) == (2, 0, 5, 0)
    assert [seat.loses for seat in table.play(bid("Ann", 1, 2)).screen().seats] == [0] * 3


def test_dice_whose_faces_were_not_told_stay_under_the_cup_and_those_that_count_are_marked() -> None:
    mia = called().play(count("Mia", 1)).screen("Ann").seats[2]
    assert (mia.shown, mia.counting) == ((("hidden", True), ("hidden", False)), 1)


def test_a_call_that_waits_when_the_game_ends_is_seen_unsettled() -> None:
    table = Sitting(2, sloppy=True).started().play(bid("Ann", 5, 4), call("Tom"), spill("Tom", 5))
    screen, state = table.screen(), table.book.state
    assert (screen.phase, state.bid and state.bid.quantity, state.settled) == ("over", 5, None)
    assert [(seat.bids, seat.calls) for seat in screen.seats] == [(True, False), (False, True)]


def test_dice_lie_open_as_soon_as_they_are_shown() -> None:
    screen = called().play(show("Mia", "4w")).screen("Ann")
    assert screen.waiting_for == ("Ann", "Tom")
    assert [(seat.counting, seat.loses) for seat in screen.seats] == [(None, 0), (None, 0), (2, 0)]
    assert [seat.shown is not None for seat in screen.seats] == [False, False, True]


def test_what_was_rolled_for_the_start_is_seen_while_others_roll_again() -> None:
    table = Sitting().play(roll(Ann=1, Tom=0, Mia=1))
    assert [seat.wilds for seat in table.screen().seats] == [1, 0, 1]
    assert table.book.state.tied
    table.play(roll(Ann=1, Mia=0))
    assert [seat.wilds for seat in table.screen().seats] == [None] * 3  # under the cup lie other dice


def test_the_last_one_with_dice_has_won() -> None:
    table = Sitting(2).started().holding(Tom=0)
    screen = table.screen()
    assert (screen.winners, screen.over, screen.waiting_for, screen.seats[0].won) == (("Ann",), True, (), True)
    assert bidding().screen().winners == ()


def test_a_field_s_later_value_counts() -> None:
    table = bidding()
    found = screen_of(table.book, "Tom", False, Fields("quantity=6&value=2&value=3"))
    assert found.draft.query == "quantity=6&value=3"


def test_turns_go_round_those_who_have_dice() -> None:
    assert bidding().screen("Tom").to_come == ("Mia", "Ann")
    assert bidding().screen("Mia").next_up
    assert Sitting().started().holding(Mia=0).play(bid("Ann", 5, 4)).screen().to_come == ("Ann",)
    assert called().screen().to_come == Sitting().screen().to_come == ()


def test_who_waits_sees_the_bids_and_whose_turns_come() -> None:
    assert meanwhile(Sitting()) == []
    assert meanwhile(bidding()) == [("Bids", ["Ann 5 \u00d7 4"]), ("Then", ["Mia", "Ann"])]
    assert meanwhile(called()) == [("Bids", ["Ann 5 \u00d7 4"])]


def test_dice_of_a_seat_with_a_phone_are_told_there_until_somebody_plays_for_it() -> None:
    book = called().book
    host = screen_of(book, None, True, NoFields(), frozenset({"Mia"}))
    assert isinstance(host, FluffScreen)
    assert host.askable == ("Ann", "Tom")
    assert host.entering is not None
    assert host.entering.name == "Ann"
    away = screen_of(book, None, True, NoFields(), frozenset({"Mia", "Ann", "Tom"}))
    assert (away.mine, set(away.left_to_them)) == (False, {"Mia", "Ann", "Tom"})
