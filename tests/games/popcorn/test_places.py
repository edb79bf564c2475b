from __future__ import annotations

from tests.games.popcorn.sitting import PASS, Sitting, claim


def test_hands_stand_by_what_is_left_and_the_winner_before_all() -> None:
    book = Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS).book
    assert [(one.place, one.name, str(one.says)) for one in book.game.places(book)] == [
        (1, "Ann", "all cards gone"),
        (2, "Ben", "5 cards"),
        (3, "Cat", "46 cards"),
    ]
