"""What policy says of a tap, as the service asks it: of the table as the ledger has it, and with no trace of a no."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from companion.games.move import Enters, Move
from companion.games.transcript import read_header
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Forbidden, Played
from companion.tables.policy import forbids
from companion.tables.snapshot import Actor
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take, trick
from tests.storage.raw import everything

POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}
PREDICTED = [("host", done(name)) for name in ("Chris", "Mary", "Katie")]
ITS_OWN, NOT_ITS_OWN = "Played", "This is Mary\u2019s phone; it cannot enter for Chris."
KEEPERS, NOT_YOURS = "Only the host or a scorekeeper can enter this.", "The latest entry is not yours."
ANOTHERS = "it cannot enter for"
Taps = list[tuple[str, Any]]

CASES: dict[str, tuple[Taps, str, list[Any], str]] = {
    "a seat for itself": ([], "Chris", [take("Chris")], ITS_OWN),
    "a seat for another": ([], "Mary", [take("Chris")], NOT_ITS_OWN),
    "a seat for itself and another": ([], "Mary", [take("Mary"), take("Chris")], NOT_ITS_OWN),
    "a seat what concerns all": (PREDICTED, "Mary", [trick("Chris")], ITS_OWN),
    "a seat another's turn-in": (PREDICTED, "Mary", [{"move": "turn_in", "seat": "Chris", "color": "red"}], ANOTHERS),
    "a seat a ruling": ([], "Mary", [POINTS], KEEPERS),
    "a scorekeeper for all": ([], "keeper", [take("Chris"), done("Chris"), POINTS], ITS_OWN),
    "the host for all": ([], "host", [take("Chris"), done("Chris"), POINTS], ITS_OWN),
    "a seat its own entry back": ([("Chris", take("Chris"))], "Chris", [UNDO], ITS_OWN),
    "by its name": ([("Chris", take("Chris"))], "Chris", [{**UNDO, "seat": "Chris"}], ITS_OWN),
    "by another's name": ([("Chris", take("Chris"))], "Chris", [{**UNDO, "seat": "Mary"}], ANOTHERS),
    "what names it, back": ([("host", take("Chris"))], "Chris", [UNDO], ITS_OWN),
    "what another entered, back": ([("Chris", take("Chris"))], "Mary", [UNDO], NOT_YOURS),
    "its trick, back": ([*PREDICTED, ("Mary", trick("Chris"))], "Mary", [UNDO], ITS_OWN),
    "a trick that another recorded, back": ([*PREDICTED, ("Mary", trick("Chris"))], "Chris", [UNDO], NOT_YOURS),
    "another's trick, back": ([*PREDICTED, ("Mary", trick("Chris"))], "Katie", [UNDO], NOT_YOURS),
    "its own and what lies below": (
        [("Chris", done("Chris")), ("Mary", take("Mary"))], "Mary", [UNDO, UNDO], NOT_YOURS,
    ),
    "what lies below its own": (
        [("Chris", done("Chris")), ("Mary", take("Mary")), ("Mary", UNDO)], "Mary", [UNDO], NOT_YOURS,
    ),
    "what is below another's, its own": (
        [("Chris", done("Chris")), ("Mary", take("Mary")), ("Mary", UNDO)], "Chris", [UNDO], ITS_OWN,
    ),
    "a scorekeeper anything back": ([("Chris", take("Chris"))], "keeper", [UNDO], ITS_OWN),
    "the host anything back": ([("Chris", take("Chris"))], "host", [UNDO], ITS_OWN),
}  # fmt: skip
"""What was tapped before, and by whom; who taps now, and what; what they are told."""


def phone(house: House, who: str) -> Actor:
    return house.host if who == "host" else house.scorekeeper("Katie") if who == "keeper" else house.seat(who)


@pytest.mark.parametrize("where", ["here", "read anew"])
@pytest.mark.parametrize(("before", "who", "moves", "told"), CASES.values(), ids=CASES)
def test_who_may_enter_or_take_back_what(
    house: House, url: str, make_tables: MakeTables, before: Taps, who: str, moves: list[Any], told: str, where: str
) -> None:
    for by, move in before:
        assert isinstance(house.play(move, actor=phone(house, by)), Played), move
    actor, tables = phone(house, who), house.tables if where == "here" else make_tables()
    rows = everything(url)
    answer = tables.submit(house.code, moves, actor=actor, seen=None, request=None)
    if told == ITS_OWN:
        assert isinstance(answer, Played)
    else:
        assert isinstance(answer, Forbidden)
        assert told in answer.text.put()
        assert everything(url) == rows


def test_a_seat_called_host_is_not_the_host(tables: TableService) -> None:
    house = House(tables, on=read_header({"transcript": 1, "game": "sluff-off", "seats": ["host", "Mary", "Katie"]}))
    house.play_all(take("host"), done("host"), take("Mary"))
    assert isinstance(house.play(UNDO, actor=house.seat("host")), Forbidden)


def test_a_right_that_was_taken_back_is_none(house: House) -> None:
    mary = house.scorekeeper("Mary")
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    assert isinstance(house.play(POINTS, actor=mary), Forbidden)


class Nobodys(Move):
    """A kind of move that names no seat."""

    entered_by: ClassVar[Enters] = "seat"
    move: Literal["nobodys"]


def test_a_move_of_nobody_is_the_hosts(house: House) -> None:
    move = Nobodys(move="nobodys")
    assert forbids(house.host, move) is None
    assert str(forbids(house.seat("Chris"), move)) == KEEPERS


def test_a_phone_without_a_seat_enters_nothing(house: House) -> None:
    nobody = Actor(house.host.table_id, house.code, -1, None, host=False, scorekeeper=False, label="")
    assert isinstance(house.play(take("Chris"), actor=nobody), Forbidden)
