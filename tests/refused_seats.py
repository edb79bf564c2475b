"""Tables of every game with seats that today's rules refuse: too few or too many, or names that are none any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from companion.games import GAMES, header
from companion.games.transcript import read_header
from companion.service.service import TableService
from tests.service.house import House

Plain = dict[str, Any]
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max"]
SEATS: dict[str, tuple[str, list[str], Plain]] = {
    "two for the Sluffer": ("sluff-off", NAMES[:2], {}),
    "six at Ui77": ("ui77", NAMES[:6], {}),
    "eleven at Popcorn": ("popcorn", NAMES[:11], {}),
    "more than one set has dice for": ("fluff", NAMES[:8], {}),
    "nobody to bluff": ("fluff", NAMES[:1], {}),
    "eight at Oh Hell": ("oh-hell", NAMES[:8], {}),
    "a place of Popcorn": ("popcorn", ["Ann", "pile"], {"hidden_count": True}),
}
"""By what is wrong: the game, its seats and its house rules."""


@contextmanager
def other_rules() -> Iterator[None]:
    """As many seats as anybody likes, by any names, as if the rules had been so once."""
    with pytest.MonkeyPatch.context() as patched:
        for game in GAMES.values():
            patched.setattr(type(game), "takes", lambda _self, _seats, _options: True)
        patched.setattr(header, "RESERVED_NAMES", frozenset())
        yield


def opened_by_other_rules(tables: TableService, slug: str, seats: Sequence[str], **options: Any) -> House:
    """A table with seats that today's rules refuse, and as yet in memory."""
    plain = {"transcript": 1, "game": slug, "seats": list(seats), "options": options, "rules": 1}
    with other_rules():
        return House(tables, on=read_header(plain))


def began(house: House) -> House:
    """What happens first at a table of any game is played there; not where there is nothing to play."""
    made_up = {
        "ui77": {"move": "face_up", "cards": ["10H", "7S", "5D"]},
        "fluff": {"move": "first_roll", "wilds": {name: int(not n) for n, name in enumerate(house.now.book.seats)}},
        "oh-hell": {"move": "turn_up", "card": "KH"},
    }
    slug = house.now.header.game
    if house.now.book.report().over:
        return house
    house.play_all(*[made_up[slug]] if slug in made_up else [])
    for _ in range(3):
        book = house.now.book
        house.play_all(next(one.move.plain() for one in book.game.choices(book.state, None) if one.legal))
    return house


def played(tables: TableService, case: str) -> House:
    """The table of one of `SEATS`, a few moves into its game."""
    slug, seats, options = SEATS[case]
    return began(opened_by_other_rules(tables, slug, seats, **options))
