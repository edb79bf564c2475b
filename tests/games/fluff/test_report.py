"""What stands beside the dice: places, the sheet without points, header and house rules, the book set to the table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.fluff.state import BidMade
from companion.games.game import Game
from companion.games.people import Seat
from companion.games.ruling import Rejected
from companion.games.transcript import read_header
from tests.games.fluff.sitting import Plain, Sitting, bid, call, header, ruling, show


def places(table: Sitting) -> list[tuple[int, str, str]]:
    found = table.book.game.places(table.book)
    return [(one.place, one.name, str(one.says)) for one in found]


def test_places_go_by_dice_then_by_who_held_out_longest() -> None:
    table = Sitting(5, sets=2).started().holding(Tom=0, Ann=3, Ben=3)
    assert places(table) == [
        (1, "Mia", "5 dice"), (1, "Eve", "5 dice"), (3, "Ann", "3 dice"), (3, "Ben", "3 dice"), (5, "Tom", "out"),
    ]  # fmt: skip
    assert places(table.holding(Ann=1, Mia=0, Eve=0, Ben=0)) == [
        (1, "Ann", "1 die"), (2, "Ben", "out"), (3, "Eve", "out"), (4, "Mia", "out"), (5, "Tom", "out"),
    ]  # fmt: skip


def test_who_comes_back_is_not_out() -> None:
    assert Sitting().started().play(ruling("Tom", -5), ruling("Tom", 1)).book.state.out == ()


def test_the_sheet_has_no_points() -> None:
    table = Sitting().started().settled(bid("Ann", 1, 2), call("Tom"), true=True)
    sheet = table.book.game.sheet(table.book.state)
    assert (sheet.number, sheet.planned, sheet.running, sheet.finished) == (2, None, {}, ())
    assert str(table.book.game.irregularity({"kind": "none"})) == "none"
    assert table.book.game.next_dealer(table.book.state) == "Mia"


def test_nobody_deals_so_a_header_names_no_dealer_unless_it_was_given_one() -> None:
    assert "dealer" not in read_header(header()).plain
    assert read_header({**header(), "dealer": "Tom"}).plain["dealer"] == "Tom"


def test_room_for_more_people() -> None:
    game = Sitting().book.game
    assert [game.room_for(seats) for seats in (2, 4, 5, 8, 9, 12, 13)] == [
        {}, {}, {"sets": 2}, {"sets": 2}, {"sets": 3}, {"sets": 3}, None,
    ]  # fmt: skip
    assert game.largest == 12


def test_a_game_that_does_not_say_has_the_room_of_its_usual_rules() -> None:
    game = Sitting().book.game
    assert Game.room_for(game, 4) == {}
    assert Game.room_for(game, 5) is None


def corrected(table: Sitting, **dice: int) -> list[Plain] | Rejected:
    counted = {name: {"": n} for name, n in dice.items()}
    found = table.book.game.correction(table.book.state, counted, "we counted")
    if isinstance(found, Rejected):
        return found
    table.play(*(move.plain() for move in found))
    assert {name: table.report["holdings"][name] for name in dice} == dice
    return [move.plain() for move in found]


def test_correction_a_ruling_for_each_seat_that_differs() -> None:
    found = corrected(Sitting().started(), Ann=5, Tom=4)
    assert found == [{**ruling("Tom", -1), "reason": "we counted"}]
    assert corrected(Sitting().started()) == []


def test_correction_gives_first_and_takes_last_dice_last() -> None:
    table = Sitting().started().holding(Ann=1, Tom=2, Mia=0)
    assert isinstance(corrected(table, Ann=0, Tom=1, Mia=0), list)
    table = Sitting().started().holding(Ann=1, Tom=2, Mia=0)
    assert isinstance(corrected(table, Ann=0, Tom=0, Mia=2), list)


@pytest.mark.parametrize(
    ("table", "dice", "rule", "because"),
    [
        (Sitting().started(), {"Ann": 6}, "table-ruling", "Ann has 5 dice."),
        (Sitting(2).started(), {"Ann": 0, "Tom": 0}, "table-ruling",
         "Somebody still has dice: the last one with dice has won."),
        (Sitting(), {"Ann": 4}, "not-now", "The first roll is not over yet."),
    ],
)  # fmt: skip
def test_table_ruling_where_no_correction_can_be(table: Sitting, dice: Any, rule: str, because: str) -> None:
    found = corrected(table, **dice)
    assert isinstance(found, Rejected)
    assert (found.rule.id, str(found.because)) == (rule, because)


def test_memo_key_is_blind_to_how_a_round_ended_and_to_earlier_bids() -> None:
    def ended(*bids: Plain) -> Any:
        table = Sitting().started().play(*bids, call("Ann"))
        table.play(show("Ann", "44444"), show("Tom", "22222"), show("Mia", "22222"))
        return table.book.state.memo_key()

    assert ended(bid("Ann", 1, 4), bid("Tom", 2, 4), bid("Mia", 9, 4)) == ended(
        bid("Ann", 1, 2), bid("Tom", 2, 3), bid("Mia", 6, 4)
    )
    one, other = Sitting().started(), Sitting().started().play(bid("Ann", 1, 4))
    assert one.book.state.memo_key() != other.book.state.memo_key()


def test_only_the_latest_bids_are_kept_however_long_the_round_is() -> None:
    """No rule ends the bidding: a state that had each bid would fill the memory of a small machine."""
    table = Sitting().started().play(bid("Ann", 1, 4))
    first = table.book.state.bid
    table.play(bid("Tom", 2, 4), bid("Mia", 3, 4))
    ann, tom, mia = BidMade(Seat("Ann"), 1, 4), BidMade(Seat("Tom"), 2, 4), BidMade(Seat("Mia"), 3, 4)
    assert table.book.state.bids == (ann, tom, mia)
    assert table.book.state.bids[0] is first
    table.play(*(bid(name, n, 4) for n, name in enumerate(("Ann", "Tom", "Mia"), 4)))
    assert [made.number for made in table.book.state.bids] == [3, 4, 5, 6]
    table.play(call("Ann"), *(show(name, "44444") for name in ("Ann", "Tom", "Mia")), bid("Ann", 1, 4))
    assert table.book.state.bids == (ann,)
