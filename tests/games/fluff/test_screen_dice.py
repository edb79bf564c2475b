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
    assert [action.move.plain() for action in screen.matches] == [count("Mia", n) for n in range(3)]
    assert [str(screen.book.game.label(action.move)) for action in screen.matches] == ["0 count", "1 counts", "2 count"]
    assert all(action.legal for action in screen.matches)
    keeper = called().screen("Ann", keeper=True, entered="seat=Tom")
    assert [action.move.mover for action in keeper.matches] == ["Tom"] * 6


def test_tapping_dice_in_is_a_lasting_way() -> None:
    table = called()
    screen = table.screen("Mia")
    assert not screen.prefilled.by_dice
    screen = table.screen("Mia", entered="seat=Mia&die=wild&by=dice")
    assert (screen.prefilled.by_dice, screen.draft.lasting.query) == (True, "by=dice")
    for other in (Sitting(), bidding(), table):
        for draft in ("by=dice", "spill=dice&by=dice", "seat=Tom&die=2&by=dice", "quantity=6&value=2&by=dice"):
            assert other.screen("Tom", entered=draft).prefilled.by_dice
    counted = table.screen("Mia", entered="seat=Mia&die=wild&by=dice&by=cards")
    assert asked(counted) == "seat=Mia"


def test_the_act_is_a_show_by_all_and_over_for_who_has_shown() -> None:
    table = called()
    act = FluffScreen.act
    assert act(bidding().book.state, NoFields()) is None
    assert act(table.book.state, NoFields()) == act(table.book.state, Fields("seat=Mia&die=2&by=dice")) == "show-1-1"
    assert act(table.play(count("Mia", 0)).book.state, Fields("seat=Mia&die=2&by=dice")) == "show-1-1-done"


def test_a_keeper_s_next_tap_is_for_another_seat() -> None:
    shown = called().play(count("Mia", 0))
    before = called().screen("Mia", keeper=True).turn
    assert (bidding().screen(keeper=True).turn, before) == ("", "show-1-3")
    assert called().screen("Mia", keeper=True, entered="seat=Tom").turn == before  # whose dice are told is no entry
    assert shown.screen("Mia", keeper=True).turn != before


def test_a_seat_that_shows_meanwhile_changes_nothing_of_what_another_is_asked() -> None:
    shown = called().play(count("Mia", 0))
    assert called().screen("Tom").turn == shown.screen("Tom").turn == "show-1-1"


def test_dice_are_tapped_in_until_all_are_told() -> None:
    table = called()
    screen = table.screen("Mia")
    assert (asked(screen), screen.askable, screen.faces) == ("seat=Mia", ("Mia",), (2, 3, 4, 5, 6, "wild"))
    assert screen.entering is not None
    assert screen.entering.name == "Mia"
    screen = table.screen("Mia", entered="seat=Mia&die=wild&by=dice")
    assert (screen.complete, str(screen.missing)) == (False, "Mia has 2 dice. Tapped in so far: 1.")
    screen = table.screen("Mia", entered="seat=Mia&die=wild&die=3&by=dice")
    assert (screen.complete, screen.counting, screen.preview) == (True, 1, None)
    assert asked(table.screen("Mia", entered=f"{screen.draft.query}&back=1")) == "seat=Mia&die=wild&by=dice"
    assert (screen.record.legal, screen.record.move.plain()) == (True, show("Mia", "w3"))
    refused = screen.too_many(4).rejected
    assert refused is not None
    assert refused.rule.id == "settle"


def test_a_keeper_tells_the_dice_of_all() -> None:
    table = called()
    screen = table.screen("Ann", keeper=True)
    assert (asked(screen), screen.askable) == ("seat=Ann", ("Mia", "Ann", "Tom"))
    assert asked(table.screen(keeper=True)) == "seat=Mia"
    assert asked(table.screen(keeper=True, entered="seat=Tom&die=2&die=2&by=dice")) == "seat=Tom&die=2&die=2&by=dice"
    assert asked(table.screen(keeper=True, entered="seat=Tom&die=2&by=dice&seat=Mia")) == "seat=Mia&by=dice"
    assert asked(table.play(show("Mia", "22")).screen(keeper=True)) == "seat=Ann"


@pytest.mark.parametrize(
    "entered", ["seat=Tom&die=2", "seat=Zoe", "die=2", "quantity=6&value=2", "call=other", "spiller=Mia", "wilds=2"]
)
def test_what_makes_no_sense_in_an_address_is_left_out(entered: str) -> None:
    assert called().screen("Mia", entered=entered).draft.empty


@pytest.mark.parametrize("entered", ["die=2&die=2&die=2&by=dice", "die=7&die=2&die=2&by=dice"])
def test_dice_are_no_more_than_there_are_and_show_a_face(entered: str) -> None:
    assert called().screen("Mia", entered=f"seat=Mia&{entered}").draft.dice == ("2", "2")


def test_nothing_is_counted_where_nothing_is_shown() -> None:
    screen = bidding().screen("Tom")
    assert (screen.counting, screen.wilds, screen.matches) == (0, {}, ())
    assert Sitting().screen("Tom").counting == 0


# Dice spilled.


def test_spilled_dice_are_told_by_their_owner_or_a_keeper() -> None:
    table = Sitting(sloppy=True).started()
    screen = table.screen("Mia")
    assert screen.spillers == ("Mia",)
    screen = table.screen("Mia", entered="spill=dice")
    assert [action.move.plain() for action in screen.spills] == [spill("Mia", n) for n in range(1, 6)]
    assert (screen.entering and screen.entering.name, asked(screen)) == ("Mia", "spill=dice&spiller=Mia")
    keeper = table.screen(keeper=True, entered="spill=dice")
    assert (keeper.draft.query, keeper.spills, keeper.entering) == ("spill=dice", (), None)
    assert table.screen("Mia", entered="spill=dice&spiller=Ann").draft.query == ""
    assert table.screen("Ann", entered="spill=dice&spiller=Ann").draft.query == "spill=dice&spiller=Ann"


def test_nobody_spills_elsewhere_or_once_shown() -> None:
    assert Sitting().screen("Mia").spillers == ()
    table = Sitting(sloppy=True).started().play(bid("Ann", 5, 4))
    assert (table.screen("Mia").spillers, table.screen("Mia", entered="spill=dice").draft.query) == (
        ("Mia",),
        "spill=dice&spiller=Mia",
    )
    table.play(call("Tom"), show("Mia", "22222"))
    assert (table.screen("Mia").spillers, table.screen("Mia", entered="spill=dice").draft.empty) == ((), True)
    keeper = table.screen(keeper=True, entered="spill=dice&spiller=Mia")
    assert (keeper.spillers, keeper.draft.empty) == (("Ann", "Tom"), True)
    out = Sitting(sloppy=True).started().play(spill("Mia", 5))
    assert (out.screen("Mia").spillers, out.screen("Mia", entered="spill=dice").draft.empty) == ((), True)
