"""What a phone finds before it at a table of dice: whom it asks, what a tap adds, what is dimmed."""

from __future__ import annotations

import pytest

from companion.games.draft import NoFields
from companion.games.fluff.screen import FluffScreen
from companion.games.screen import screen_of
from tests.games.fluff.sitting import Fields, Sitting, bid, call, count, roll, ruling, show, spill, starts


def bidding(quantity: int = 5, value: int = 4) -> Sitting:
    return Sitting().started().play(bid("Ann", quantity, value))


def called(caller: str = "Tom") -> Sitting:
    return Sitting().started().holding(Mia=2).play(bid("Ann", 5, 4), call(caller))


def asked(screen: FluffScreen) -> str:
    return screen.asked.value


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
    screen = bidding().screen(told="bid:6x2")
    assert (screen.half_entered, screen.query, screen.lasting, screen.found, screen.callers, screen.own) == (
        False, "", "", (), (), None,
    )  # fmt: skip


# The first roll.


def test_a_roll_is_told_seat_by_seat_by_any_phone() -> None:
    table = Sitting()
    screen = table.screen("Tom")
    assert asked(screen) == "roll:0:---"
    assert screen.askable == ("Ann", "Tom", "Mia")
    assert (screen.entering and screen.entering.name, screen.wilds_of("Ann"), screen.complete, screen.preview) == (
        "Ann", None, False, None,
    )  # fmt: skip
    for wilds, then in ((2, "roll:1:2--"), (0, "roll:2:20-"), (2, "roll:2:202")):
        assert screen.tapped(wilds).value == then
        screen = table.screen("Tom", told=then)
    assert (screen.complete, screen.as_move.legal, str(screen.preview)) == (True, True, "A tie: Ann, Mia.")
    assert screen.as_move.last == roll(Ann=2, Tom=0, Mia=2)
    assert str(table.screen("Tom", told="roll:2:201").preview) == "Ann starts."


def test_a_seat_can_be_asked_again_and_the_open_ones_come_next() -> None:
    screen = Sitting().screen("Tom", told="roll:1:2-0")
    assert screen.about("Mia").value == "roll:2:2-0"
    assert Sitting().screen("Tom", told="roll:2:2-0").tapped(1).value == "roll:1:2-1"
    assert str(screen.missing) == "Wilds still missing: Tom."


def test_in_a_tie_the_tied_are_asked() -> None:
    table = Sitting().play(roll(Ann=2, Tom=0, Mia=2))
    screen = table.screen("Tom")
    assert (asked(screen), screen.askable) == ("roll:0:---", ("Ann", "Mia"))
    assert screen.tapped(1).value == "roll:2:1--"
    assert table.screen("Tom", told="roll:1:---").draft.value == ""


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


# Dice shown.


def test_how_many_count_is_told_in_one_tap() -> None:
    screen = called().screen("Mia")
    assert [action.last for action in screen.tallies] == [count("Mia", n) for n in range(3)]
    assert [str(screen.words(action)) for action in screen.tallies] == ["0 count", "1 counts", "2 count"]
    assert all(action.legal for action in screen.tallies)
    keeper = called().screen("Ann", keeper=True, told="show:1:")
    assert [action.last["seat"] for action in keeper.tallies] == ["Tom"] * 6


def test_tapping_dice_in_is_a_lasting_way() -> None:
    table = called()
    screen = table.screen("Mia")
    assert (screen.asked.by_dice, screen.telling(by_dice=True).query) == (False, "told=show%3A2%3A&by=dice")
    screen = table.screen("Mia", told="show:2:w", by="dice")
    assert (screen.asked.by_dice, screen.lasting) == (True, "by=dice")
    drafts = (screen.tapped(3), screen.taken_back, screen.about("Mia"), screen.spilling("Mia"), screen.others_call)
    assert all(draft.by_dice for draft in drafts)
    assert screen.telling(by_dice=False).query == "told=show%3A2%3A"
    for other in (Sitting(), bidding(), table):
        assert other.screen("Tom", by="dice").asked.by_dice
    assert not table.screen("Mia", told="show:2:w", by="cards").asked.by_dice


def test_the_act_is_a_show_by_all_and_over_for_who_has_shown() -> None:
    table = called()
    act = FluffScreen.act
    assert act(bidding().book.state, NoFields()) is None
    assert act(table.book.state, NoFields()) == act(table.book.state, Fields("show:2:2")) == "show-1-1"
    assert act(table.play(count("Mia", 0)).book.state, Fields("show:2:2")) == "show-1-1-done"


def test_a_keeper_s_next_tap_is_for_another_seat() -> None:
    assert (bidding().screen().turn, called().screen().turn) == ("", "show-1-0")
    assert called().play(count("Mia", 0)).screen().turn == "show-1-1"


def test_dice_are_tapped_in_until_all_are_told() -> None:
    table = called()
    screen = table.screen("Mia")
    assert (asked(screen), screen.askable, screen.faces) == ("show:2:", ("Mia",), (2, 3, 4, 5, 6, "wild"))
    assert screen.tapped("wild").value == "show:2:w"
    assert screen.entering is not None
    assert screen.entering.name == "Mia"
    screen = table.screen("Mia", told="show:2:w")
    assert (screen.complete, str(screen.missing)) == (False, "Mia has 2 dice. Tapped in so far: 1.")
    assert screen.tapped(3).value == "show:2:w3"
    screen = table.screen("Mia", told="show:2:w3")
    assert (screen.complete, screen.counting, screen.preview, screen.taken_back.value) == (True, 1, None, "show:2:w")
    assert (screen.as_move.legal, screen.as_move.last) == (True, show("Mia", "w3"))
    refused = screen.too_many(4).rejected
    assert refused is not None
    assert refused.rule.id == "settle"


def test_a_keeper_tells_the_dice_of_all() -> None:
    table = called()
    screen = table.screen("Ann", keeper=True)
    assert (asked(screen), screen.askable) == ("show:0:", ("Mia", "Ann", "Tom"))
    assert screen.about("Tom").value == "show:1:"
    assert asked(table.screen(keeper=True)) == "show:2:"
    assert asked(table.screen(keeper=True, told="show:1:22")) == "show:1:22"
    assert asked(table.play(show("Mia", "22")).screen(keeper=True)) == "show:0:"


@pytest.mark.parametrize("told", ["show:1:2", "show:2:222", "show:2:7", "show:9:2", "bid:6x2", "calls", "roll:0:---"])
def test_what_makes_no_sense_in_an_address_is_left_out(told: str) -> None:
    assert not called().screen("Mia", told=told).half_entered


def test_nothing_is_counted_where_nothing_is_shown() -> None:
    screen = bidding().screen("Tom")
    assert (screen.counting, screen.wilds_of("Ann")) == (0, None)
    assert Sitting().screen("Tom").counting == 0


# Dice spilled.


def test_spilled_dice_are_told_by_their_owner_or_a_keeper() -> None:
    table = Sitting(sloppy=True).started()
    screen = table.screen("Mia")
    assert (screen.spillers, screen.spilling().value) == (("Mia",), "spill")
    screen = table.screen("Mia", told="spill")
    assert [action.last for action in screen.spills] == [spill("Mia", n) for n in range(1, 6)]
    assert (screen.draft.value, screen.entering and screen.entering.name, asked(screen)) == (
        "spill:2",
        "Mia",
        "spill:2",
    )
    keeper = table.screen(keeper=True, told="spill")
    assert (keeper.draft.value, keeper.spills, keeper.entering) == ("spill", (), None)
    assert keeper.spilling("Tom").value == "spill:1"
    assert table.screen("Mia", told="spill:0").draft.value == ""
    assert table.screen("Ann", told="spill:0").draft.value == "spill:0"


def test_nobody_spills_elsewhere_or_once_shown() -> None:
    assert Sitting().screen("Mia").spillers == ()
    table = Sitting(sloppy=True).started().play(bid("Ann", 5, 4))
    assert (table.screen("Mia").spillers, table.screen("Mia", told="spill").draft.value) == (("Mia",), "spill:2")
    table.play(call("Tom"), show("Mia", "22222"))
    assert (table.screen("Mia").spillers, table.screen("Mia", told="spill").half_entered) == ((), False)
    keeper = table.screen(keeper=True, told="spill:2")
    assert (keeper.spillers, keeper.half_entered) == (("Ann", "Tom"), False)
    out = Sitting(sloppy=True).started().play(spill("Mia", 5))
    assert (out.screen("Mia").spillers, out.screen("Mia", told="spill").half_entered) == ((), False)


# What lies there.


def test_what_was_there_is_drawn_until_the_next_bid() -> None:
    table = called("Mia").play(show("Ann", "4w222"), show("Mia", "44"), show("Tom", "22224"))
    view = table.screen().view
    assert (view.round, view.count, view.loser, view.lost, view.in_turn, view.caller) == (2, 5, "Mia", 2, False, "Mia")
    ann, tom, mia = view.seats
    assert ann.shown == ((4, True), ("wild", True), (2, False), (2, False), (2, False))
    assert (ann.bids, mia.calls, mia.loses, mia.dice, mia.lost, tom.loses) == (True, True, 2, 0, 5, 0)
    view = table.play(bid("Ann", 1, 2)).screen().view
    assert (view.count, [seat.shown for seat in view.seats]) == (None, [None] * 3)


def test_dice_whose_faces_were_not_told_stay_under_the_cup_and_those_that_count_are_marked() -> None:
    view = called().play(count("Mia", 1)).screen("Ann").view
    assert (view.so_far, view.seats[2].shown, view.seats[2].counting) == (1, (("hidden", True), ("hidden", False)), 1)


def test_a_call_that_waits_when_the_game_ends_is_seen_unsettled() -> None:
    table = Sitting(2, sloppy=True).started().play(bid("Ann", 5, 4), call("Tom"), spill("Tom", 5))
    view = table.screen().view
    assert (view.phase, view.bid and view.bid.quantity, view.caller, view.count, view.loser) == (
        "over",
        5,
        "Tom",
        None,
        None,
    )


def test_dice_lie_open_as_soon_as_they_are_shown() -> None:
    view = called().play(show("Mia", "4w")).screen("Ann").view
    assert (view.so_far, view.awaited, view.count) == (2, ("Ann", "Tom"), None)
    assert [seat.shown is not None for seat in view.seats] == [False, False, True]


def test_what_was_rolled_for_the_start_is_seen_until_the_first_bid() -> None:
    table = Sitting().play(roll(Ann=1, Tom=0, Mia=1))
    assert [seat.wilds for seat in table.screen().view.seats] == [1, 0, 1]
    assert table.screen().view.tie
    table.play(roll(Ann=1, Mia=0))
    assert [seat.wilds for seat in table.screen().view.seats] == [1, None, 0]
    assert [seat.wilds for seat in table.play(bid("Ann", 1, 2)).screen().view.seats] == [None] * 3


def test_the_last_one_with_dice_has_won() -> None:
    table = Sitting(2).started().holding(Tom=0)
    screen = table.screen()
    assert (screen.winners, screen.over, screen.view.turn, screen.view.seats[0].won) == (("Ann",), True, None, True)
    assert bidding().screen().winners == ()


@pytest.mark.parametrize(("seats", "columns"), [(2, 1), (5, 1), (6, 2), (7, 3), (12, 3)])
def test_many_seats_stand_abreast(seats: int, columns: int) -> None:
    assert Sitting(seats, sets=3).screen().columns == columns


def test_the_table_rules_between_rounds() -> None:
    table = Sitting()
    assert not table.screen(keeper=True).ruling_open
    assert table.play(starts()).screen(keeper=True).ruling_open
    assert table.play(ruling("Tom", -1)).screen(keeper=True).ruling_open


def test_of_two_drafts_the_later_one_counts() -> None:
    table = bidding()
    found = screen_of(table.book, "Tom", False, Fields("bid:6x2", "bid:7x3"))
    assert found.query == "told=bid%3A7x3"


def test_turns_go_round_those_who_have_dice() -> None:
    assert bidding().screen("Tom").to_come == ("Mia", "Ann")
    assert bidding().screen("Mia").next_up
    assert Sitting().started().holding(Mia=0).play(bid("Ann", 5, 4)).screen().to_come == ("Ann",)
    assert called().screen().to_come == Sitting().screen().to_come == ()


def told(table: Sitting) -> list[tuple[str, list[str]]]:
    return [
        (str(line.about), [f"{name} {short}" if short else name for name, short in line.seats])
        for line in table.screen().meanwhile
    ]


def test_who_waits_sees_the_bids_and_whose_turns_come() -> None:
    assert told(Sitting()) == []
    assert told(bidding()) == [("Bids", ["Ann 5 \u00d7 4"]), ("Then", ["Mia", "Ann"])]
    assert told(called()) == [("Bids", ["Ann 5 \u00d7 4"])]


def test_dice_of_a_seat_with_a_phone_are_told_there_until_somebody_plays_for_it() -> None:
    book = called().book
    host = screen_of(book, None, True, NoFields(), frozenset({"Mia"}))
    assert isinstance(host, FluffScreen)
    assert host.askable == ("Ann", "Tom")
    assert host.entering is not None
    assert host.entering.name == "Ann"
    away = screen_of(book, None, True, NoFields(), frozenset({"Mia", "Ann", "Tom"}))
    assert (away.mine, set(away.left_to_them)) == (False, {"Mia", "Ann", "Tom"})
