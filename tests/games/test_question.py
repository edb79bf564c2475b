"""What every game tells of itself to who asks: words and rules for each of its moves, cards, order of play."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame, Game
from companion.games.header import Header
from companion.games.move import Move, Question
from companion.games.text import Text
from tests.games.sluff_off.sitting import Sitting, cards, trick

SHAPES = [
    pytest.param(game, shape, id=f"{game.slug}-{shape.__name__}")
    for game in GAMES.values()
    for shape in game.moves
    if shape.question
]


class Silent(Move):
    """A move that has no words of its own."""

    move: Literal["say_nothing"]


class Plain(Game[Any]):
    """A game that tells nothing."""

    moves = ()

    def start(self, header: Header) -> Any:
        raise NotImplementedError

    def next_dealer(self, state: Any) -> str:
        raise NotImplementedError


@pytest.mark.parametrize(("game", "shape"), SHAPES)
def test_every_move_can_be_asked_for_in_words_and_by_rules_of_the_rulebook(game: AnyGame, shape: type[Move]) -> None:
    question = game.question(shape)
    assert str(question.words)[0].isupper()
    assert question.rules
    assert all(game.rulebook[rule] for rule in question.rules)
    keys = {field.alias or name for name, field in shape.model_fields.items()}
    assert set(question.asks) <= keys | set(question.premises.model_fields if question.premises else ())


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_two_moves_are_called_the_same(game: AnyGame) -> None:
    words = [str(game.question(shape).words) for shape in game.moves]
    assert len(set(words)) == len(words)


def test_a_game_that_tells_nothing_still_has_words() -> None:
    plain = Plain()
    assert plain.question(Silent) == Question(Text("say nothing"))
    assert (plain.cards(None), plain.order(None), plain.symbols) == ((), (), frozenset())
    book = Sitting().book
    assert plain.seen_by(book) is book
    assert plain.choices(None, None) == ()
    assert plain.instead(None, None) == ()
    silent = Silent(move="say_nothing")
    assert plain.conditions(book, silent) == ()
    assert (plain.hypothetical(None, silent, {}), plain.slip(silent)) == (None, None)


def test_the_cards_of_the_deck_stand_by_colour_and_know_what_was_played() -> None:
    sitting = Sitting(3).predicted().play(cards("red 1", "blue 9", "red 2"))
    found = sitting.book.game.cards(sitting.book.state)
    assert len(found) == 45
    assert [face.suit for face in found[::9]] == ["red", "blue", "green", "orange", "purple"]
    assert [face.name for face in found if face.gone] == ["red 1", "red 2", "blue 9"]
    assert (found[9].name, found[9].rank) == ("blue 1", "1")


def test_the_winner_of_a_trick_leads_the_next() -> None:
    sitting = Sitting().predicted()
    assert sitting.book.game.order(sitting.book.state) == ("Chris", "Mary", "Katie", "Cory")
    sitting.play(trick("Katie", "red"))
    assert sitting.book.game.order(sitting.book.state) == ("Katie", "Cory", "Chris", "Mary")
