"""What a phone finds before it where dice are shown or spilled."""

from __future__ import annotations

import pytest

from companion.games.draft import NoFields
from companion.games.fluff.screen import FluffScreen
from tests.games.fluff.sitting import (
    Fields,
    Sitting,
    asked,
    bid,
    bidding,
    call,
    called,
    count,
    show,
    spill,
)

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
