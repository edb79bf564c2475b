"""What happened against the rules is recorded, never permitted: it says that it is a slip, and what it costs."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame, Book
from companion.games.move import Move
from companion.referee.ask import ask, choices_now
from tests.games.fluff.sitting import Sitting as Fluff
from tests.games.fluff.sitting import bid, spill
from tests.games.sluff_off.sitting import Plain, miss, trick, turn_in
from tests.games.sluff_off.sitting import Sitting as SluffOff
from tests.games.ui77.sitting import Sitting as Ui77
from tests.games.ui77.sitting import cut, discard, face_up

SLIPS = {"sluff-off": {"miss_turn_in"}, "ui77": {"cut"}, "fluff": {"spill"}}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_which_moves_are_slips(game: AnyGame) -> None:
    assert {shape.kind() for shape in game.moves if shape.slip} == SLIPS.get(game.slug, set())


CAUGHT = [
    pytest.param(SluffOff().predicted(Chris="red").play(trick("Chris", "red")).book, miss("Chris"),
                 turn_in("Chris", "blue"), "missed-turn-in", "you keep counts in the end", id="forgot to turn in"),
    pytest.param(Ui77().play(face_up("5H", "2H", "4S")).book, cut("Ann"), discard("Ann", 9),
                 "cut", "a point, added when the hand is scored", id="cut"),
    pytest.param(Fluff(sloppy=True).started().play(bid("Ann", 3, 4)).book, spill("Tom"), bid("Tom", 3, 4),
                 "spill", "the dice that fell out", id="spilled"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "slip", "refused", "rule", "costs"), CAUGHT)
def test_a_slip_is_recorded_but_no_yes(book: Book, slip: Plain, refused: Plain, rule: str, costs: str) -> None:
    answer = ask(book, slip)
    assert (answer.kind, answer.legal) == ("no", True)
    assert str(answer.slip).startswith("This is a slip; ")
    assert costs in str(answer.slip)
    assert answer.brings is not None
    assert book.game.question(type(answer.move)).rules[0] == rule  # type: ignore[arg-type]


@pytest.mark.parametrize(("book", "slip", "refused", "rule", "costs"), CAUGHT)
def test_a_slip_is_never_offered(book: Book, slip: Plain, refused: Plain, rule: str, costs: str) -> None:
    def slips(moves: list[Move]) -> list[Move]:
        return [move for move in moves if move.slip is not None]

    now = [choice.move for choice in book.game.choices(book.state, None)]
    assert slips(now)  # a phone that records what happened has a button for it
    assert not slips([choice.move for choice in choices_now(book)])
    answer = ask(book, refused)
    assert not answer.legal
    assert answer.instead
    assert not slips(list(answer.instead))
    assert not slips([choice.move for choice in ask(book, answer.instead[0].plain()).follows])
