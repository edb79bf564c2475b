"""What a phone is asked at a table of Sluff Off!, and which moves it can enter."""

from __future__ import annotations

import random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.page import AnyPage
from companion.games.people import Seat
from companion.games.ruling import Rejected
from companion.games.sluff_off.moves import returned
from companion.games.text import Text
from tests.games.drawn import Control, page_of, shown, text
from tests.games.random_games import legal
from tests.games.sluff_off.sitting import (
    Plain,
    Sitting,
    cards,
    done,
    miss,
    points,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
)

PLAIN = ("red", "green", "orange", "purple")
COLORS = ("red", "blue", "green", "orange", "purple")
NAMES = ("Chris", "Mary", "Katie", "Cory")


def predicting() -> Sitting:
    return Sitting(supply={"blue": 1})


def stolen_from() -> Sitting:
    """Mary predicts; Chris has red and the only blue token."""
    return predicting().play(take("Chris", "blue"), take("Chris", "red"), done("Chris"))


def playing(**options: Any) -> Sitting:
    """Chris holds red, Mary green and a blue one, Katie the Sluffer, Cory none."""
    return Sitting(**options).predicted(Chris="red", Mary="green blue", Katie="sluffer")


def owing() -> Sitting:
    return playing().play(trick("Mary", "red", "blue"))


def ended() -> Sitting:
    return Sitting(rounds=1).predicted().play(*[trick("Mary", "red")] * 15)


def enters(controls: dict[str, Control]) -> dict[str, tuple[Plain, bool]]:
    """The moves that the buttons carry, each with whether it is dimmed."""
    return {name: (one.moves, one.dim) for name, one in controls.items() if one.moves}


TAKES = {f"Take {color}": (take("Chris", color), False) for color in COLORS}
FIRST = {**TAKES, "Take the Sluffer": (sluffer("Chris"), False), "Done": (done("Chris"), False)}
SECOND = {
    **{f"Take {color}": (take("Mary", color), False) for color in PLAIN},
    "Steal blue from Chris": (steal("Mary", "blue", "Chris"), False),
    "Steal red from Chris": (steal("Mary", "red", "Chris"), True),
    "Take the Sluffer": (sluffer("Mary"), False),
    "Done": (done("Mary"), False),
}
OWED = {
    "Turn in blue": (turn_in("Mary", "blue"), False),
    "Turn in green": (turn_in("Mary", "green"), True),
    "Forgot to turn in": (miss("Mary"), False),
}


@pytest.mark.parametrize(
    ("sitting", "seat", "rights", "offered", "words"),
    [
        (predicting, "Chris", "", FIRST, "What will you take?"),
        (predicting, None, "keeper", FIRST, "What will Chris take?"),
        (predicting, "Mary", "", {}, "Mary You"),
        (predicting, None, "", {}, "Sluffer here"),
        (stolen_from, "Mary", "", SECOND, "Take blue from whom?"),
        (playing, "Mary", "", {}, "I took it"),
        (owing, "Mary", "", OWED, "Led with red, won with blue."),
        (owing, None, "keeper", OWED, "Which token goes back?"),
        (owing, "Chris", "", {}, "Chris You"),
        (ended, "Mary", "keeper", {}, "Mary You"),
    ],
    ids=[
        "a prediction", "a keeper's prediction", "another's prediction", "who only looks", "a colour to steal",
        "a trick", "a turn-in", "a keeper's turn-in", "another's turn-in", "over",
    ],
)  # fmt: skip
def test_what_a_phone_may_enter(
    sitting: Any, seat: str | None, rights: str, offered: dict[str, Any], words: str
) -> None:
    page = page_of(sitting().book)
    assert enters(shown(page, seat, rights)) == offered
    assert words in text(page, seat, rights)


def test_what_may_be_taken_back_by_a_second_tap_is_chosen_and_not_sent() -> None:
    controls = shown(page_of(stolen_from().book), "Mary")
    assert (controls["Take blue"].field, controls["Take blue"].value) == ("from", "blue")


def test_a_seat_with_its_own_phone_is_left_to_it_unless_a_keeper_plays_for_it() -> None:
    page = page_of(predicting().book, "Chris")
    assert not enters(shown(page, None, "keeper"))
    assert enters(shown(page, None, "keeper played")) == FIRST


TOOK = {f"{name} took it" for name in NAMES}
LED = {f"Led {color}" for color in COLORS} | {f"Led {color}, won with blue" for color in PLAIN}
WAYS = {"Nothing fits", "Not yet", "Won with blue"}
BY_CARDS = {"Cards", "Take back a card", "Record trick"}


@pytest.mark.parametrize(
    ("seat", "rights", "own"),
    [
        ("Mary", "", {"I took it, green goes back", "Turn in green", "Turn in blue"}),
        ("Katie", "", set()),
        ("Cory", "", set()),
        (None, "keeper", {"Turn in red", "Turn in green", "Turn in blue"}),
    ],
    ids=["of a seat that may turn in", "of the Sluffer's holder", "of a seat without tokens", "of a keeper"],
)
def test_a_trick_is_asked_of_every_phone_that_plays_and_a_turn_in_of_who_may_enter_it(
    seat: str | None, rights: str, own: set[str]
) -> None:
    found = {one.name for one in shown(page_of(playing().book), seat, rights).values() if one.field != "card"}
    assert found == TOOK | LED | WAYS | BY_CARDS | own


def test_who_only_looks_is_asked_nothing() -> None:
    for sitting in (predicting(), playing(), owing(), ended()):
        assert not shown(page_of(sitting.book))


@pytest.mark.parametrize(
    ("fields", "moves"),
    [
        ([("mine", "1 green")], [trick("Mary", "green"), turn_in("Mary", "green")]),
        ([("winner", "Mary"), ("back", "green")], [trick("Mary", "green"), turn_in("Mary", "green")]),
        (
            [("winner", "Mary"), ("won_with", "blue"), ("back", "green")],
            [trick("Mary", "green", "blue"), turn_in("Mary", "green")],
        ),
        ([("winner", "Mary"), ("led", "green")], [trick("Mary", "green")]),
        ([("winner", "Mary"), ("led", "green blue")], [trick("Mary", "green", "blue")]),
        (
            [("winner", "Mary"), ("pays", "blue"), ("led", "red")],
            [trick("Mary", "red", "blue"), turn_in("Mary", "blue")],
        ),
        ([("winner", "Mary"), ("pays", "blue"), ("led", "blue")], [trick("Mary", "blue"), turn_in("Mary", "blue")]),
        ([("winner", "Mary"), ("pays", "black"), ("led", "red")], [trick("Mary", "red")]),
        ([("winner", "Mary"), ("pays", "later"), ("led", "blue")], [trick("Mary", "blue")]),
        ([("winner", ""), ("winner", "Mary"), ("led", "red")], [trick("Mary", "red")]),
        (
            [("told", "cards"), ("card", "red 3"), ("card", ""), ("card", "blue 2"), ("winner", "Mary")],
            [cards("red 3", "blue 2")],
        ),
        ([], None),
        ([("winner", "Mary")], None),
        ([("winner", "Mary"), ("pays", "blue")], None),
        ([("led", "red")], None),
    ],
    ids=[
        "one's own", "what goes back", "won with blue", "led alone", "trumped", "blue goes back", "blue was led",
        "nothing fits", "not yet", "the last is meant", "by cards", "nothing", "a winner alone", "what was not led",
        "led, and nobody won",
    ],
)  # fmt: skip
def test_told(fields: list[tuple[str, str]], moves: list[Plain] | None) -> None:
    told = page_of(playing().book).told(MultiDict(fields))
    assert told == (Text("Nothing has been entered yet.") if moves is None else tuple(moves))


@pytest.mark.parametrize(
    "fields",
    [{"mine": "7 green"}, {"mine": "x"}, {"winner": "Nobody", "led": "red"}, {"winner": "Mary", "led": "pink"}],
    ids=["no person", "no number", "no seat", "no colour"],
)
def test_what_no_page_says_is_told_and_refused(fields: dict[str, str]) -> None:
    book = playing().book
    told = page_of(book).told(MultiDict(fields))
    assert not isinstance(told, Text)
    assert isinstance(book.play(told[0]), Rejected)


@pytest.mark.parametrize(
    ("sitting", "heading", "eyebrow"),
    [
        (predicting, "Chris predicts", "Prediction"),
        (playing, "Chris leads", "Trick 1 of 15"),
        (owing, "Mary turns in", "Trick 1 of 15"),
    ],
    ids=["prediction", "trick", "turn-in"],
)
def test_headings(sitting: Any, heading: str, eyebrow: str) -> None:
    page: AnyPage = page_of(sitting().book)
    assert str(page.headline) == heading
    assert [str(said) for said in page.eyebrow] == ["Round 1 of 4", eyebrow]


def test_over() -> None:
    page = page_of(ended().book)
    assert (page.over, page.winners) == (True, ("Chris", "Katie", "Cory"))


def test_the_mark_is_the_act_s_and_not_the_entry_s() -> None:
    """A prediction's tokens are acts, a trick and its turn-in are, and a ruling or another name ends none."""
    sitting, marks = playing(), []
    for move in (
        points("Mary", 1),
        {"move": "rename", "seat": "Chris", "name": "Christine"},
        trick("Mary", "green"),
        turn_in("Mary", "green"),
    ):
        marks.append(page_of(sitting.book).mark)
        sitting.play(move)
    first, ruled, renamed, owes = marks
    assert first == ruled == renamed != owes
    assert page_of(sitting.book).mark not in marks


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_may_go_back_is_what_the_judge_lets_go_back(seats: int) -> None:
    sitting, chance, looked = Sitting(seats, rounds=2), random.Random(seats), 0
    while choices := legal(sitting.book):
        state = sitting.book.state
        if state.phase == "trick":
            page = page_of(sitting.book)
            for seat in sitting.book.seats:
                judged = [color for color in PLAIN if page.legal(trick(seat, color), turn_in(seat, color))]
                assert set(returned(state, Seat(seat))) == set(judged)
                looked += bool(judged)
        sitting.play(chance.choice(choices))
    assert looked > seats
