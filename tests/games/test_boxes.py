"""The boxes that a game is sold in, seen from outside its room: most come in one, and then nothing is asked."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.transcript import open_book, read_header

EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@EACH
def test_a_game_is_the_same_in_a_box_that_is_none(game: AnyGame) -> None:
    assert game.in_box("no such box") is game
    book = open_book(read_header({"transcript": 1, "game": game.slug, "seats": ["Ann", "Bob", "Cat"]}))
    assert book.game is game


@EACH
def test_every_box_is_one_that_a_header_names(game: AnyGame) -> None:
    for box in game.boxes:
        raw = {
            "transcript": 1,
            "game": game.slug,
            "seats": ["Ann", "Bob", "Cat"],
            "options": {game.box_option: box.name},
        }
        found = open_book(read_header(raw)).game
        assert (found.box, found.slug, found.title) == (box.name, game.slug, box.title)
        assert found.in_box(game.box).box == game.box
        assert set(box.shows) <= game.symbols
        assert str(box.about)
    assert not game.boxes or game.boxes[0].name == game.box


@EACH
def test_every_house_rule_asks_and_counts_what_lies_in_the_box(game: AnyGame) -> None:
    for option in game.options.model_fields:
        assert str(game.asks(option)).endswith("?")
        usual = game.usual(option)
        assert usual is None or str(usual)
        assert all(count >= 0 for count in game.counts.get(option, {}).values())
    assert str(GAMES["fluff"].usual("sets")) == "1, for up to four; four more people with each further set"
    assert sum(GAMES["sluff-off"].counts["supply"].values()) == 27


def test_only_a_game_of_several_boxes_has_words_of_another_one() -> None:
    assert {slug: game.unknown for slug, game in GAMES.items() if game.unknown} == {"sluff-off": {"yellow"}}
    assert GAMES["sluff-off"].in_box("wizard-extreme").unknown == {"orange"}
