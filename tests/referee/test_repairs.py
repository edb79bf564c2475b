"""Repairs of an entry that would no longer stand: which are offered, in which order, and when none is the best."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import assume, given

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.referee.amend import (
    LOOK_AHEAD,
    MOST_REPAIRED,
    MOST_REPAIRS,
    BrokenEntry,
    Preview,
    Repairs,
    repairs,
    what_if,
)
from companion.referee.edits import Edit, StandingMove
from tests.games.sluff_off.sitting import Plain, Sitting, done, take, trick, turn_in
from tests.referee.played import Played, changes, legal_games


def repairs_of(sitting: Sitting, entry: Plain, *following: Plain) -> Repairs:
    """The repairs of an entry that is broken at this table."""
    move, book = sitting.read(entry), sitting.book
    rejected = book.game.judge(book.state, move)
    assert isinstance(rejected, Rejected)
    after = [sitting.read(plain) for plain in following]
    return repairs(BrokenEntry(book.game, book.state, StandingMove("7", move), rejected, after))


def offered(found: Repairs) -> list[tuple[str, Any]]:
    return [(edit.do, edit.move) for edit in found.all]


def best(found: Repairs) -> Edit | None:
    return None if found.best is None else found.best.edit


def test_the_same_kind_of_move_by_the_player_whose_turn_it_is_comes_first() -> None:
    found = repairs_of(Sitting(), take("Mary", "red"))
    assert best(found) == found.all[0] == Edit(
        do="change", entry="7", move=take("Chris", "red"), fell="prediction-order"
    )  # fmt: skip
    assert all(edit.entry == "7" and edit.fell == "prediction-order" for edit in found.all)


def test_a_forgotten_move_is_offered_if_more_stands_after_it() -> None:
    sitting = Sitting().play(take("Chris", "red"))
    found = repairs_of(sitting, take("Mary", "red"), take("Mary", "blue"), done("Mary"))
    assert best(found) == Edit(do="insert", entry="7", move=done("Chris"), fell="prediction-order")
    assert ("change", take("Chris", "red")) in offered(found)


def test_the_token_that_fits_is_offered_for_one_that_does_not() -> None:
    sitting = Sitting().predicted(Chris="red green").play(trick("Chris", "green"))
    found = repairs_of(sitting, turn_in("Chris", "red"), trick("Mary", "green"))
    assert offered(found)[0] == ("change", turn_in("Chris", "green"))


def test_no_repair_is_the_best_if_more_stands_without_the_entry() -> None:
    sitting = Sitting().play(done("Chris"))
    found = repairs_of(sitting, done("Chris"), take("Mary", "red"), done("Mary"), take("Katie", "red"))
    assert best(found) is None
    assert ("change", done("Mary")) in offered(found)  # it can be chosen nevertheless


def test_nothing_is_offered_after_the_game() -> None:
    over = Sitting(3, rounds=1).predicted().emptied(15)
    assert repairs_of(over, take("Chris", "red")) == Repairs((), None)


@given(legal_games(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_each_repair_stands_the_best_comes_first_and_they_are_not_too_many(
    game: Played, place: int, number: int
) -> None:
    place %= len(game.lines)
    book = game.at(place)
    entry = game.lines[number % len(game.lines)]
    rejected = book.game.judge(book.state, entry.move)
    assume(isinstance(rejected, Rejected))
    assert isinstance(rejected, Rejected)
    following = [line.move for line in game.lines[place : place + LOOK_AHEAD]]
    found = repairs(BrokenEntry(book.game, book.state, entry, rejected, following))
    assert len(found.all) <= MOST_REPAIRS
    assert len({str(edit.plain()) for edit in found.all}) == len(found.all)
    repaired = [_moves(book, edit, entry) for edit in found.all]
    lasting = [count_standing(book, [*moves, *following]) - len(moves) for moves in repaired]
    assert all(count >= 0 for count in lasting)
    assert lasting == sorted(lasting, reverse=True)
    without = count_standing(book, following)
    assert best(found) == (found.all[0] if found.all and lasting[0] >= without else None)


def _moves(book: Book, edit: Edit, entry: StandingMove) -> list[Move]:
    """What is played in the place of the entry with this repair."""
    move = book.game.parse(edit.move, book.header.seats)
    assert isinstance(move, Move)
    return [move] if edit.do == "change" else [move, entry.move]


def count_standing(book: Book, moves: list[Move]) -> int:
    """How many of the moves stand one after another."""
    for number, move in enumerate(moves):
        ruling = book.claim(move)
        if not isinstance(ruling, Accepted):
            return number
        book = ruling.state
    return len(moves)


@given(legal_games(), st.integers(0, 10_000))
def test_of_many_broken_entries_only_the_first_get_repairs(game: Played, number: int) -> None:
    found = what_if(game.book, game.lines, [changes(game, number)])
    assume(isinstance(found, Preview))
    assert isinstance(found, Preview)
    assert all(not later.repairs and not later.mendable for later in found.consequences[MOST_REPAIRED:])
