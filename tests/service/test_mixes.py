"""Whatever the table and its referee do, in whatever order: every process reads the same from the ledger."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.game import Book
from companion.games.move import Move, Undo
from companion.games.transcript import open_book
from companion.referee.amend import Preview, what_if
from companion.referee.edits import Edit
from companion.service.service import TableService
from companion.tables.answers import Played
from companion.tables.entry import Act
from tests.databases import MakeTables
from tests.service.house import UNDO, House, header
from tests.storage.test_cache import next_move
from tests.tables.acts import (
    Plain,
    amend,
    change,
    confirmed,
    hold,
    propose,
    put_in,
    remove,
    settle,
    two_people,
    whole,
    withdraw,
)

POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}
MOVES = ["move"] * 6 + ["undo"]


def kinds(house: House) -> list[str]:
    """What a table in this state mostly does, and some of what it should not."""
    referee = house.now.referee
    if referee.hold is not None:
        return ["stands", "ruling", "amend", "propose", "confirm", "move", "undo", "hold"]
    if referee.proposal is not None:
        return [*MOVES, *["confirm"] * 4, "withdraw", "hold", "people"]
    if referee.two_people:
        return [*MOVES, *["propose"] * 5, "amend", "withdraw", "hold", "people"]
    return [*MOVES, "amend", "amend", "propose", "hold", "stands", "people"]


def edit(house: House, number: int) -> Edit | None:
    """Some change of some entry, by what might have been there."""
    lines, books = house.now.standing_moves(), [*house.now.book.standing()][::-1]
    if not lines:
        return None
    place = number % len(lines)
    before = books[place].before
    assert before is not None
    legal = [choice.move.plain() for choice in before.game.choices(before.state, None) if choice.legal]
    other = legal[number % len(legal)] if legal else lines[place].move.plain()
    line = lines[place].id
    return (change(line, other), remove(line), put_in(other, line))[number % 3]


def edits(house: House, number: int) -> list[Edit]:
    """All that follows from it, mended or not; empty where it does not stand itself."""
    asked = edit(house, number)
    found = (
        None if asked is None else what_if(house.now.book, house.now.standing_moves(), [asked], mend=number % 2 == 0)
    )
    return list(found.edits) if isinstance(found, Preview) else []


def amended(house: House, number: int, kind: Callable[..., Act]) -> list[Act]:
    made, waiting = edits(house, number), house.now.referee.hold
    settles = {} if waiting is None else {"settles": waiting.by.version, "rule": "box"}
    return [kind(*made, **settles)] if made else []


def step(house: House, kind: str, number: int) -> list[Plain | Act]:
    """What is entered next; nothing where it would have no meaning now."""
    referee = house.now.referee
    on_hold = -1 if referee.hold is None else referee.hold.by.version
    if kind == "confirm":
        return [] if referee.proposal is None else [confirmed(referee.proposal.act, referee.proposal.by.version)]
    found: dict[str, list[Any]] = {
        "move": [next_move(house, "legal", number)],
        "undo": [UNDO],
        "hold": [hold(rule="score")],
        "stands": [settle(on_hold, rule="score")],
        "ruling": [POINTS, settle(on_hold, "ruling", rule="table-ruling")],
        "people": [two_people(number % 2 == 0)],
        "withdraw": [withdraw(referee.proposal.by.version if referee.proposal else -1)],
        "amend": amended(house, number, amend) if kind == "amend" else [],
        "propose": amended(house, number, propose) if kind == "propose" else [],
    }
    return found[kind]


def played_right(house: House) -> Book:
    """The book of a table at which what stands was entered as it stands."""
    book = open_book(house.now.header)
    for line in house.now.standing_moves():
        ruling = book.claim(line.move)
        assert not hasattr(ruling, "rule"), ruling
        book = ruling.state
    return book


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 60), st.integers(0, 2**32))
def test_a_ledger_of_moves_and_acts_is_read_as_it_was_lived(
    make_tables: MakeTables, tables: TableService, length: int, seed: int
) -> None:
    house = House(tables, on=header(rounds=1))
    mary, other, chance = house.seat("Mary"), make_tables(), Random(seed)
    for _ in range(length):
        kind, number = chance.choice(kinds(house)), chance.randrange(10_000)
        items, before = step(house, kind, number), house.now
        answer = house.play(*items, actor=mary if kind == "confirm" else house.host)
        if not isinstance(answer, Played):
            assert house.now is before
        elif number % 4 == 0:  # the other process looks, and goes on from what it has seen
            other.submit(house.code, [], actor=house.host, seen=None, request=None)
    assert house.now.book.state == played_right(house).state
    again = make_tables()
    assert whole(again.get(house.code)) == whole(house.now)
    other.submit(house.code, [two_people(False)], actor=house.host, seen=None, request=None)
    assert whole(other.get(house.code)) == whole(make_tables().get(house.code))
    the_ledger_tells_what_stands(again, house.code)
    for one in (again, other):
        one.close()


def the_ledger_tells_what_stands(tables: TableService, code: str) -> None:
    here, views = tables.get(code), tables.entries(code)
    assert [view.version for view in views] == list(range(1, here.version + 1))
    moves = [view for view in views if isinstance(view.item, Move) and not isinstance(view.item, Undo)]
    stand = {str(view.version): view for view in moves if view.stands}
    lines = {line.id: line.move for line in here.standing_moves()}
    assert {name for name in lines if "." not in name} == stand.keys()
    for name, view in stand.items():
        assert (view.item == lines[name]) or view.changed_by is not None
    for view in views:
        assert view.stands or not isinstance(view.item, Act | Undo)
