"""Setting the book to the cardboard, and what of a state still matters."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import Book, Game
from companion.games.ruling import Rejected
from tests.games.sluff_off.sitting import Plain, Sitting, give, points, trick, turn_in

Counts = dict[str, dict[str, int]]
correction = GAMES["sluff-off"].correction


def sitting() -> Sitting:
    return Sitting().predicted(Chris="red red blue", Mary="red blue", Katie="sluffer", Cory="green")


def counted(book: Book, **changes: dict[str, int]) -> Counts:
    """What the book has, with some counts changed."""
    return {place: {**pile, **changes.get(place, {})} for place, pile in book.report().holdings.items()}


def rulings(table: Sitting, counts: Counts) -> list[Plain]:
    found = correction(table.book.state, counts, "we counted")
    assert not isinstance(found, Rejected), str(found.reason)
    for move in found:
        table.play(move.plain())
    assert dict(table.book.report().holdings) == counts
    return [move.plain() for move in found]


def test_nothing_to_do() -> None:
    table = sitting()
    assert rulings(table, counted(table.book)) == []


def test_what_was_not_counted_lies_as_the_book_has_it() -> None:
    assert correction(sitting().book.state, {}, "we counted") == ()


def test_one_ruling_a_pair_of_places() -> None:
    table = sitting()
    found = rulings(table, counted(table.book, Chris={"red": 0, "white": 1}, Mary={"red": 3}, centre={"white": 3}))
    assert [(move["color"], move["count"], move["from"], move["to"]) for move in found] == [
        ("red", 2, "Chris", "Mary"),
        ("white", 1, "centre", "Chris"),
    ]


def test_the_fewest_rulings_not_the_first_that_come_to_mind() -> None:
    # Two pairs level each other out; the nearest surplus first would take three rulings.
    table = Sitting(5).predicted(Chris="blue blue", Mary="blue", Katie="", Cory="", Carly="")
    found = rulings(
        table, counted(table.book, Chris={"blue": 0}, Mary={"blue": 0}, Katie={"blue": 1}, Cory={"blue": 2})
    )
    assert len(found) == 2


def unbounded() -> int:
    """How much is kept in caches that nothing empties."""
    gc.unfreeze()  # what the run has put aside is looked through, too
    caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    gc.collect()
    gc.freeze()
    assert caches
    return sum(one.cache_info().currsize for one in caches if one.cache_info().maxsize is None)


def test_nothing_that_was_typed_is_kept_for_ever() -> None:
    state = Sitting(5).predicted(Chris="blue blue", Mary="blue", Katie="", Cory="", Carly="").book.state
    correction(state, {}, "we counted")
    before = unbounded()
    for number in range(200):
        correction(state, {"Chris": {"red": number}, "centre": {"red": 3 - number}}, "we counted")
    assert unbounded() == before


@pytest.mark.parametrize(
    ("changes", "because"),
    [
        ({"Chris": {"red": 3}}, "You counted 4 red; the box has 3."),
        ({"centre": {"black": 5}}, "You counted 5 black; the box has 6."),
        ({"Katie": {"white": 1}, "centre": {"white": 3}}, "Katie holds the Sluffer, and with it no tokens."),
    ],
)
def test_table_ruling(changes: dict[str, dict[str, int]], because: str) -> None:
    table = sitting()
    found = table.book.game.correction(table.book.state, counted(table.book, **changes), "we counted")
    assert isinstance(found, Rejected)
    assert (found.rule.id, str(found.because)) == ("table-ruling", because)


def test_not_now_while_a_turn_in_is_owed() -> None:
    table = sitting().play(trick("Chris", "red"))
    found = correction(table.book.state, counted(table.book, Chris={"red": 1}, centre={"red": 1}), "we counted")
    assert isinstance(found, Rejected)
    assert found.rule.id == "not-now"


def memo_key(*moves: Plain) -> Any:
    book = sitting().play(*moves).book
    return book.state.memo_key()


def test_memo_key_is_blind_to_how_a_settled_trick_was_won_and_to_points() -> None:
    assert memo_key(trick("Chris", "red"), turn_in("Chris", "red")) == memo_key(
        points("Mary", 3), trick("Chris", "red", "blue"), turn_in("Chris", "red")
    )


@pytest.mark.parametrize(
    "other",
    [
        pytest.param([trick("Chris", "red")], id="a turn-in is owed"),
        pytest.param([trick("Chris", "red"), turn_in("Chris", "red"), give("red", "centre", "Chris")], id="a trick on"),
        pytest.param([trick("Katie", "red")], id="another leads"),
        pytest.param([give("red", "Chris", "Mary")], id="elsewhere"),
    ],
)
def test_memo_key_sees_what_still_matters(other: list[Plain]) -> None:
    assert memo_key(*other) not in (memo_key(), memo_key(trick("Cory", "red")))


def test_a_game_that_does_not_say_has_neither() -> None:
    book = sitting().book
    found = Game.rulings_for(book.game, book.state, {})
    assert isinstance(found, Rejected)
    assert found.rule.id == "table-ruling"
