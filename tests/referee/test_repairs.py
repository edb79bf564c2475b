"""Repairs of an entry that would no longer stand: which are offered, in which order, and when none is best."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import assume, given, settings

from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.referee.amend import LOOK_AHEAD, MOST_REPAIRED, MOST_REPAIRS, BrokenEntry, Preview, repairs, what_if
from companion.referee.edits import Edit, StandingMove
from tests.games.sluff_off.sitting import Plain, Sitting, done, take, trick, turn_in
from tests.often import often
from tests.referee.played import Played, changes, legal_games


def spot(sitting: Sitting, falls: Plain, *following: Plain) -> BrokenEntry:
    """Where this entry falls, at this table."""
    move = sitting.read(falls)
    rejected = sitting.book.game.judge(sitting.book.state, move)
    assert isinstance(rejected, Rejected)
    after = [sitting.read(plain) for plain in following]
    return BrokenEntry(sitting.book.game, sitting.book.state, StandingMove("7", move), rejected, after)


def offered(at: BrokenEntry) -> list[tuple[str, Any]]:
    return [(edit.do, edit.move) for edit in repairs(at).all]


def test_the_same_kind_of_move_by_whose_turn_it_is_comes_first() -> None:
    found = repairs(spot(Sitting(), take("Mary", "red")))
    assert found.best == found.all[0] == Edit(
        do="change", entry="7", move=take("Chris", "red"), fell="prediction-order"
    )  # fmt: skip
    assert all(edit.entry == "7" and edit.fell == "prediction-order" for edit in found.all)


def test_a_forgotten_move_is_offered_where_more_stands_after_it() -> None:
    at = spot(Sitting().play(take("Chris", "red")), take("Mary", "red"), take("Mary", "blue"), done("Mary"))
    assert repairs(at).best == Edit(do="insert", entry="7", move=done("Chris"), fell="prediction-order")
    assert ("change", take("Chris", "red")) in offered(at)


def test_the_other_token_that_fits_is_offered_for_one_that_does_not() -> None:
    sitting = Sitting().predicted(Chris="red green").play(trick("Chris", "green"))
    at = spot(sitting, turn_in("Chris", "red"), trick("Mary", "green"))
    assert offered(at)[0] == ("change", turn_in("Chris", "green"))


def test_nothing_is_best_where_more_stands_without_the_entry() -> None:
    at = spot(Sitting().play(done("Chris")), done("Chris"), take("Mary", "red"), done("Mary"), take("Katie", "red"))
    found = repairs(at)
    assert found.best is None
    assert ("change", done("Mary")) in offered(at)  # it can be chosen all the same


def test_where_nothing_can_be_done_nothing_is_offered() -> None:
    over = Sitting(3, rounds=1).predicted().emptied(15)
    found = repairs(spot(over, take("Chris", "red")))
    assert (found.all, found.best) == ((), None)


@settings(deadline=None, max_examples=often(60))
@given(legal_games(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_each_stands_where_it_is_offered_the_best_first_and_not_too_many(game: Played, place: int, number: int) -> None:
    place %= len(game.lines)
    book = game.at(place)
    fallen = game.lines[number % len(game.lines)]
    rejected = book.game.judge(book.state, fallen.move)
    assume(isinstance(rejected, Rejected))
    assert isinstance(rejected, Rejected)
    following = [line.move for line in game.lines[place : place + LOOK_AHEAD]]
    found = repairs(BrokenEntry(book.game, book.state, fallen, rejected, following))
    assert len(found.all) <= MOST_REPAIRS
    assert len({str(edit.plain()) for edit in found.all}) == len(found.all)
    lasting = [stand(book, [*_moves(book, edit, fallen), *following]) - len(_moves(book, edit, fallen))
               for edit in found.all]  # fmt: skip
    assert all(count >= 0 for count in lasting)
    assert lasting == sorted(lasting, reverse=True)
    without = stand(book, following)
    assert found.best == (found.all[0] if found.all and lasting[0] >= without else None)


def _moves(book: Any, edit: Edit, fallen: StandingMove) -> list[Move]:
    move = book.game.parse(edit.move, book.header.seats)
    assert isinstance(move, Move)
    return [move] if edit.do == "change" else [move, fallen.move]


def stand(book: Any, moves: list[Move]) -> int:
    """How many of them stand, one after another."""
    for number, move in enumerate(moves):
        ruling = book.claim(move)
        if not isinstance(ruling, Accepted):
            return number
        book = ruling.state
    return len(moves)


@settings(deadline=None, max_examples=often(30))
@given(legal_games(), st.integers(0, 10_000))
def test_where_many_fall_the_first_are_looked_into(game: Played, number: int) -> None:
    found = what_if(game.book, game.lines, [changes(game, number)])
    assume(isinstance(found, Preview))
    assert isinstance(found, Preview)
    assert all(not one.repairs and not one.mendable for one in found.consequences[MOST_REPAIRED:])
