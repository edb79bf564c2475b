"""What each phone is asked at a table of dice, what it can enter, and what its form tells."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.fluff.moves import HIGHEST
from companion.games.fluff.page import FluffPage
from companion.games.page import AnyPage
from companion.games.text import Text
from tests.games.drawn import drawn_each, page_of, parts, shown, text
from tests.games.fluff.sitting import (
    NAMES,
    Plain,
    Sitting,
    bid,
    bidding,
    call,
    called,
    count,
    roll,
    show,
    spill,
)
from tests.games.sitting import AnySitting

TOLD = {"roll", "bid", "dice"}
"""What is told by more fields than that of its button."""


def page(table: AnySitting, *elsewhere: str) -> AnyPage:
    return page_of(table.book, *elsewhere)


def each(found: AnyPage) -> dict[str, str]:
    """The markup of each part, by id."""
    assert isinstance(found, FluffPage)
    return {**parts(found), **drawn_each(*found.lying, *(() if found.over else found.beside))}


def on_board(table: AnySitting) -> dict[str, str]:
    found = page(table)
    assert isinstance(found, FluffPage)
    return drawn_each(*found.on_board)


def entered(table: Sitting, seat: str | None = None, rights: str = "", *elsewhere: str) -> dict[str, Plain]:
    """The moves that a phone enters by one tap, by the name of the button."""
    found = page(table, *elsewhere)
    buttons = [one for one in shown(found, seat, rights).values() if one.field == "told"]
    moves = {}
    for button in buttons:
        if button.value.split()[0] not in TOLD:
            told = found.told(MultiDict({"told": button.value}))
            assert isinstance(told, tuple), told
            (moves[button.name],) = told
    return moves


def said(table: Sitting, seat: str | None = None, rights: str = "", *elsewhere: str) -> str:
    """The words that a phone shows. A name is an element of its own."""
    return re.sub(" (?=[\u2019,.:])", "", text(page(table, *elsewhere), seat, rights))


def told(table: Sitting, *fields: tuple[str, str]) -> tuple[Plain, ...] | str:
    answer = page(table).told(MultiDict(fields))
    return str(answer) if isinstance(answer, Text) else answer


# Who is asked what.


def sloppy() -> Sitting:
    return Sitting(sloppy=True).started()


ROLLS = "How many wilds did each roll?"


@pytest.mark.parametrize(
    ("table", "seat", "rights", "elsewhere", "words"),
    [
        (Sitting(), "Tom", "", "", f"{ROLLS} Any phone can enter it for all."),
        (Sitting(), None, "keeper", "", ROLLS),
        (Sitting().play(roll(Ann=2, Tom=0, Mia=2)), "Tom", "", "", f"{ROLLS} Only these roll again: Ann, Mia"),
        (Sitting().started(), "Ann", "", "", "Your bid Wilds count for every value."),
        (Sitting().started(), None, "keeper", "", "Ann\u2019s bid Wilds count for every value."),
        (bidding(), "Tom", "", "", "Raise, or call"),
        (bidding(), "Ann", "keeper", "Ann", "Tom raises or calls"),
        (called(), "Mia", "", "", "How many of yours count?"),
        (called(), None, "keeper", "", "How many of them count?"),
    ],
)
def test_who_is_asked_what(table: Sitting, seat: str | None, rights: str, elsewhere: str, words: str) -> None:
    assert words in said(table, seat, rights, *elsewhere.split())


@pytest.mark.parametrize(
    ("table", "seat", "rights", "elsewhere"),
    [
        (Sitting(), None, "", ""),
        (bidding(), None, "", ""),
        (bidding(), "Ann", "", ""),
        (bidding(), None, "keeper", "Tom"),
        (called().play(count("Mia", 1)), "Mia", "", ""),
        (called(), None, "keeper", "Ann Tom Mia"),
    ],
    ids=["looks on", "looks on at a bid", "has bid", "another has the phone", "has shown", "all have phones"],
)
def test_who_waits_is_asked_nothing(table: Sitting, seat: str | None, rights: str, elsewhere: str) -> None:
    found = shown(page(table, *elsewhere.split()), seat, rights)
    assert not [one for one in found.values() if one.field == "told" and not one.value.startswith("call")]
    assert not [one for one in found.values() if one.field in ("value", "quantity")]


@pytest.mark.parametrize(
    ("table", "waits", "hints", "asides"),
    [
        (Sitting(), "The first roll", {"Ann": "You have 5 dice."}, []),
        (
            Sitting().started(),
            "Ann is bidding",
            {"Ann": "You have 5 dice.", "Mia": "You have 5 dice."},
            [("Then", ["Tom", "Mia"])],
        ),
        (
            bidding(),
            "Tom is bidding",
            {
                "Ann": "Your bid stands",
                "Tom": "If the bid is true, a call costs you 1 die.",
                "Mia": "If the bid is true, a call costs you 2 dice.",
            },
            [("Bids", ["Ann 5 \u00d7 4"]), ("Then", ["Mia", "Ann"])],
        ),
        (
            Sitting().started().holding(Mia=0).play(bid("Ann", 5, 4)),
            "Tom is bidding",
            {"Mia": "You are out, and watching."},
            [("Bids", ["Ann 5 \u00d7 4"]), ("Then", ["Ann"])],
        ),
        (called(), "3 still to show", {}, [("Bids", ["Ann 5 \u00d7 4"])]),
        (called().play(count("Mia", 1), count("Ann", 1)), "One still to show", {}, [("Bids", ["Ann 5 \u00d7 4"])]),
    ],
    ids=["roll", "open", "bid", "out", "show", "last to show"],
)
def test_what_who_waits_is_told(
    table: Sitting, waits: str, hints: dict[str, str], asides: list[tuple[str, list[str]]]
) -> None:
    found = page(table)
    wait = found.wait
    assert wait is not None
    assert str(wait.heading) == waits
    said = dict(wait.hints)
    assert hints == {name: str(said[found.number(name)]) for name in hints}
    assert bool(hints) == bool(said)
    assert [
        (str(about), [f"{name} {what}" if what else name for name, what in seats]) for about, seats in wait.asides
    ] == asides
    assert wait.next_up == (found.number(asides[-1][1][0]) if asides and asides[-1][0] == "Then" else None)


def test_who_has_yet_to_show_is_named_to_those_who_have() -> None:
    assert "Ann, Tom" in said(called().play(count("Mia", 1)), "Mia")


@pytest.mark.parametrize(
    ("table", "waiting_for", "to_come", "headline", "eyebrow"),
    [
        (Sitting(), (), (), "Roll for the start", ["First roll"]),
        (Sitting().play(roll(Ann=1, Tom=0, Mia=1)), (), (), "A tie: roll again", ["First roll"]),
        (Sitting().started(), ("Ann",), ("Tom", "Mia"), "Ann opens", ["Round 1", "15 dice in play"]),
        (bidding(), ("Tom",), ("Mia", "Ann"), "Tom\u2019s turn", ["Round 1", "15 dice in play"]),
        (called(), ("Mia", "Ann", "Tom"), (), "Tom called", ["Round 1", "12 dice in play"]),
    ],
    ids=["roll", "tie", "open", "bid", "show"],
)
def test_whose_act_it_is(
    table: Sitting, waiting_for: tuple[str, ...], to_come: tuple[str, ...], headline: str, eyebrow: list[str]
) -> None:
    found = page(table)
    assert (found.waiting_for, found.to_come) == (waiting_for, to_come)
    assert (str(found.headline), [str(line) for line in found.eyebrow]) == (headline, eyebrow)


def test_all_that_are_asked_to_show_are_asked_for_one_act_and_every_bid_ends_one() -> None:
    table = Sitting()
    moves = (roll(Ann=1, Tom=1, Mia=0), roll(Ann=1, Tom=0), bid("Ann", 5, 4), call("Mia"), count("Ann", 1))
    marks = [page(table.play(move)).mark for move in moves]
    assert (page(Sitting()).mark, marks) == ("roll-0", ["roll-1", None, None, "show-1-1", "show-1-1"])


def test_over() -> None:
    found = page(Sitting(2).started().holding(Tom=0))
    assert (found.over, found.winners, [str(said) for said in found.over_heading]) == (
        True,
        ("Ann",),
        ["The last one with dice", "after 0 rounds"],
    )
    assert [(place.place, place.name, str(place.says)) for place in found.places] == [
        (1, "Ann", "5 dice"),
        (2, "Tom", "out"),
    ]


# What is entered by one tap.

CALLS = {f"{name} calls \u201cFluff!\u201d": call(name) for name in ("Tom", "Mia")}

COUNTS = {"0 count": count("Mia", 0), "1 counts": count("Mia", 1), "2 count": count("Mia", 2)}


@pytest.mark.parametrize(
    ("table", "seat", "rights", "elsewhere", "moves"),
    [
        (bidding(), "Tom", "", "", {"Fluff!": call("Tom")}),
        (bidding(), "Mia", "", "", {"Fluff!": call("Mia")}),
        (bidding(), "Ann", "", "", {}),
        (bidding(), None, "", "", {}),
        (bidding(), None, "keeper", "", CALLS),
        (bidding(), "Mia", "keeper", "Mia", CALLS),
        (bidding(), "Mia", "keeper", "Mia Tom", {"Fluff!": call("Mia"), **CALLS}),
        (Sitting().started(), "Mia", "keeper", "", {}),
        (Sitting(2).started().play(bid("Ann", 5, 4)), None, "keeper", "", dict([*CALLS.items()][:1])),
        (called(), "Mia", "", "", COUNTS),
        (called().play(count("Mia", 1)), "Mia", "", "", {}),
        (sloppy().play(spill("Mia", 4)), "Mia", "", "", {"Mia spilled 1 die": spill("Mia", 1)}),
        (Sitting().started(), "Mia", "", "", {}),
        (sloppy().play(spill("Mia", 5)), "Mia", "", "", {}),
        (sloppy().play(bid("Ann", 5, 4), call("Tom"), count("Mia", 1)), "Mia", "", "", {}),
    ],
    ids=[
        "call", "call out of turn", "own bid", "looks on", "keeper calls for all", "keeper with a seat",
        "keeper out of turn", "no bid", "two seats", "counts", "has shown", "spilled", "not sloppy", "nothing left",
        "shown is not spilled",
    ],
)  # fmt: skip
def test_what_a_tap_enters(
    table: Sitting, seat: str | None, rights: str, elsewhere: str, moves: dict[str, Plain]
) -> None:
    assert entered(table, seat, rights, *elsewhere.split()) == moves


def test_a_keeper_enters_dice_of_each_seat_that_has_no_phone_and_of_others_while_it_plays_for_them() -> None:
    drawn = each(page(called().play(count("Mia", 0)), "Ann"))
    asked = [re.findall(r'data-for="([\w ]+)"', drawn[f"tells-{n}"])[0] for n in range(3)]
    assert asked == ["0 played", "1 keeper", "keeper"]


def test_a_keeper_enters_what_anybody_spilled() -> None:
    moves = entered(sloppy(), None, "keeper")
    assert [moves[f"{name} spilled 2 dice"] for name in NAMES[:3]] == [spill(name, 2) for name in NAMES[:3]]
    assert {"Spilled dice", "Mia spilled"} <= {*shown(page(sloppy()), None, "keeper")}


def test_a_call_says_what_it_costs() -> None:
    assert "costs 1 die if wrong" in text(page(bidding()), "Tom")
    assert "out of turn: costs 2 dice if wrong" in text(page(bidding()), "Mia")
    last = Sitting().started().holding(Mia=1).play(bid("Ann", 5, 4))
    assert "out of turn: costs 1 die if wrong" in text(page(last), "Mia")


@pytest.mark.parametrize("table", [Sitting(), bidding(), called(), sloppy()], ids=["roll", "bid", "show", "sloppy"])
def test_each_button_that_tells_something_by_itself_enters_what_the_rules_allow(table: Sitting) -> None:
    found = page(table)
    for plain in entered(table, None, "keeper seat").values():
        assert found.legal(plain), plain


@pytest.mark.parametrize("value", ["", "?", "count 9 1", "count 0 6", "count 0 x", "call 7", "spill 0 9", "dice 9"])
def test_what_no_button_tells_is_no_move(value: str) -> None:
    assert told(called(), ("told", value)) == "Nothing has been entered yet."


# The first roll.


def test_a_roll_is_told_seat_by_seat() -> None:
    drawn = each(page(Sitting()))
    for number in range(3):
        choices = re.findall(rf'name="wilds-{number}" value="(\d)" aria-label="(.*?)"', drawn[f"tells-{number}"])
        assert choices == [(str(n), f"{n} wild" if n == 1 else f"{n} wilds") for n in range(6)]
    fields = [("told", "roll"), ("wilds-0", "2"), ("wilds-1", "0"), ("wilds-2", "1")]
    assert told(Sitting(), *fields) == (roll(Ann=2, Tom=0, Mia=1),)
    assert told(Sitting(), *fields[:2], ("wilds-2", "9")) == "Wilds still missing: Tom, Mia."
    tie = Sitting().play(roll(Ann=2, Tom=0, Mia=2))
    assert told(tie, *fields) == (roll(Ann=2, Mia=1),)


def test_a_roll_of_another_number_of_dice_takes_no_other_seat_s_away_and_the_next_roll_takes_all() -> None:
    table = Sitting(sloppy=True)
    first = each(page(table))
    spilled = each(page(table.play(spill("Mia", 1))))
    tells = ("tells-0", "tells-1", "tells-2")
    assert [first[id_] == spilled[id_] for id_ in tells] == [True, True, False]
    again = each(page(table.play(roll(Ann=0, Tom=0, Mia=0))))
    assert [spilled[id_] == again[id_] for id_ in tells] == [False] * 3


# A bid.


@pytest.mark.parametrize(
    ("table", "chosen", "fewest", "quantities"),
    [
        (Sitting().started(), (3, 2), [1] * 5, [1, 2, 3, 4, 5]),
        (Sitting().started().holding(Ann=1, Tom=1, Mia=0), (1, 2), [1] * 5, [1, 2, 3, 4, 5]),
        (Sitting(12, sets=3).started(), (15, 2), [1] * 5, [13, 14, 15, 16, 17]),
        (bidding(), (5, 5), [6, 6, 6, 5, 5], [5, 6, 7, 8, 9]),
        (bidding(5, 6), (6, 2), [6] * 5, [6, 7, 8, 9, 10]),
        (bidding(HIGHEST, 6), (HIGHEST, 2), [HIGHEST] * 5, [HIGHEST]),
    ],
    ids=["open", "few dice", "many dice", "raise", "more dice", "highest"],
)
def test_a_bid_begins_with_the_lowest_raise(
    table: Sitting, chosen: tuple[int, int], fewest: list[int], quantities: list[int]
) -> None:
    drawn = each(page(table))["ask"]
    checked = re.findall(r'name="(value|quantity)" value="(\d+)"[^>]* checked', drawn)
    assert {field: int(value) for field, value in checked} == dict(zip(("quantity", "value"), chosen, strict=True))
    assert [int(n) for n in re.findall(r'data-fewest="(\d+)"', drawn)] == fewest
    assert [int(n) for n in re.findall(r'name="quantity" value="(\d+)"', drawn)] == quantities


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ([("quantity", "6"), ("value", "3"), ("many", "9")], (bid("Tom", 6, 3),)),
        ([("quantity", ""), ("value", "3"), ("many", "12")], (bid("Tom", 12, 3),)),
        ([("quantity", "5"), ("value", "4")], (bid("Tom", 5, 4),)),
        ([("value", "4")], "Pick a value and how many, then bid."),
        ([("quantity", "\u0665"), ("value", "4")], "Pick a value and how many, then bid."),
        ([("quantity", "99999999"), ("value", "4")], "Pick a value and how many, then bid."),
        ([("quantity", "6"), ("value", "x")], "Pick a value and how many, then bid."),
    ],
    ids=["picked", "typed", "no raise", "no quantity", "other digits", "too long", "no value"],
)
def test_a_bid_is_told_by_its_form(fields: list[tuple[str, str]], found: Any) -> None:
    assert told(bidding(), ("told", "bid"), *fields) == found


def test_a_bid_that_comes_late_is_one_of_the_seat_whose_turn_it_was() -> None:
    assert told(called(), ("told", "bid"), ("quantity", "6"), ("value", "3")) == (bid("Tom", 6, 3),)
    assert told(Sitting(), ("told", "bid"), ("quantity", "6"), ("value", "3")) == (bid("Ann", 6, 3),)
    assert told(bidding(), ("told", "bid 0"), ("quantity", "6"), ("value", "3")) == (bid("Ann", 6, 3),)


# Dice one by one.


def test_dice_are_told_until_all_are() -> None:
    dice = [("told", "dice 2"), ("die-2", "wild"), ("die-2", ""), ("die-0", "3")]
    assert told(called(), *dice) == "Mia has 2 dice. Tapped in so far: 1."
    assert told(called(), *dice, ("die-2", "7")) == "Mia has 2 dice. Tapped in so far: 1."
    assert told(called(), *dice, ("die-2", "3")) == (show("Mia", "w3"),)
    assert told(called(), *dice, ("die-2", "3"), ("die-2", "4")) == (show("Mia", "w34"),)


def test_what_one_seat_shows_takes_nothing_away_that_is_half_told_of_another() -> None:
    before, after = page(called()), page(called().play(count("Mia", 1)))
    assert [each(before)[f"tells-{n}"] == each(after)[f"tells-{n}"] for n in range(3)] == [True, True, False]
    assert before.tools == after.tools


def test_dice_of_one_round_are_not_those_of_the_next() -> None:
    table = called().play(*(count(name, 2) for name in ("Mia", "Ann", "Tom")))
    first = each(page(called()))
    second = each(page(table.play(bid("Tom", 5, 4), call("Mia"))))
    assert [first[f"tells-{n}"] == second[f"tells-{n}"] for n in (0, 2)] == [False] * 2


# What lies on the table.


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Sitting(), "Whoever rolls the most wilds starts."),
        (Sitting().play(roll(Ann=1, Tom=0, Mia=1)), "no wild"),
        (Sitting().started(), "No bid yet. Ann opens."),
        (bidding(), "5 × 4 Ann\u2019s bid"),
        (bidding().play(bid("Tom", 6, 4)), "6 × 4 Tom\u2019s bid before: 5 × 4"),
        (called().play(show("Mia", "4w")), "Ann\u2019s bid 2 so far Called by Tom"),
        (called("Mia"), "Called out of turn by Mia"),
        (
            called().play(count("Mia", 0), count("Ann", 1), count("Tom", 1)),
            "Last round 5 × 4 bid by Ann: 2 there. Ann lost 1 die",
        ),
        (Sitting(2, sloppy=True).play(spill("Tom", 5)), "Nobody has bid."),
        (Sitting(2, sloppy=True).started().play(bid("Ann", 5, 4), call("Tom"), spill("Tom", 5)), "Called by Tom"),
    ],
    ids=["roll", "tie", "open", "bid", "raise", "show", "out of turn", "settled", "nobody bid", "unsettled"],
)
def test_what_lies_there_is_said(table: Sitting, words: str) -> None:
    assert words in said(table)


def test_a_seat_s_row_tells_its_dice_and_what_has_just_become_of_it() -> None:
    found = each(page(called().play(show("Mia", "4w"))))
    assert 'aria-label="Shows: 4, wild"' in found["row-2"]
    assert 'data-count="2"' in found["row-2"]
    assert 'aria-label="5 dice, 0 set aside"' in found["row-0"]
    assert ("Bid</span>" in found["row-0"], "Calls</span>" in found["row-1"]) == (True, True)
    counted = each(page(called().play(count("Mia", 1))))
    assert 'aria-label="1 of 2 counts"' in counted["row-2"]
    table = Sitting().started().holding(Ann=1).play(bid("Ann", 5, 4), call("Tom"))
    over = each(page(table.play(*(count(name, 0) for name in ("Mia", "Ann", "Tom")))))
    assert re.findall(r'class="chip(?: lost)?"[^>]*>([^<]*)<', over["row-0"]) == ["&minus;1", "Out"]


def test_the_board_tells_of_each_seat_what_its_row_does() -> None:
    table = called("Mia").play(show("Ann", "4w222"), show("Mia", "44"))
    board = on_board(table)
    assert 'aria-label="Shows: 4, wild, 2, 2, 2"' in board["row-0"]
    assert 'class="place card"' in board["row-0"]
    assert ("Bid</span>" in board["row-0"], "Calls</span>" in board["row-2"]) == (True, True)
    assert "<button" not in "".join(board.values())
    table.play(show("Tom", "22224"))
    board = on_board(table)
    assert 'class="place card gone"' in board["row-2"]
    assert "5 × 4 bid by" in board["standing"]
    assert 'class="board-seats cups seats-3"' in board["seats"]
    assert 'seats-7 crowd"' in on_board(Sitting(7, sets=2))["seats"]


@pytest.mark.parametrize(("seats", "columns"), [(5, ""), (6, " crowd columns-2"), (7, " crowd columns-3")])
def test_many_seats_stand_abreast(seats: int, columns: str) -> None:
    assert f'class="seats card{columns}"' in each(page(Sitting(seats, sets=2)))["seats"]
