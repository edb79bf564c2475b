"""How to play: what each game says to do with its box, for every number of seats; all that is in it is somewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.games.how_to_play import SetUpStep
from companion.games.transcript import open_book, read_header

NAMES = tuple("ABCDEFGHIJKL")
TABLES = [
    pytest.param(game, seats, id=f"{game.slug}-{seats}")
    for game in PRODUCTS
    for seats in range(game.players[0], game.largest + 1)
]


def steps(slug: str, seats: int, **more: Any) -> tuple[SetUpStep, ...]:
    """What a table with these seats is told, in the words of its box; the last seat deals."""
    header = read_header({"transcript": 1, "game": slug, "seats": list(NAMES[:seats]), **more})
    return open_book(header).game.set_up(header)


def said(slug: str, seats: int, **more: Any) -> str:
    """The same as one text."""
    return " ".join(str(sentence) for step in steps(slug, seats, **more) for sentence in step.says)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_table_is_told_what_to_do_and_who_begins(game: AnyGame, seats: int) -> None:
    found = steps(game.slug, seats, options=dict(game.room_for(seats) or {}))
    assert len({str(step.about) for step in found}) == len(found) >= 2
    assert all(step.says for step in found)
    assert str(found[-1].about) == "Who begins"
    assert not game.deals or str(found[-1].says[0]).startswith("A")  # the left of the dealer, who sits last


@pytest.mark.parametrize(("seats", "highest"), [(3, 9), (4, 12), (5, 15)])
def test_card_in_deck(seats: int, highest: int) -> None:
    cards = said("sluff-off", seats)
    if seats == 5:
        assert "All cards are in play: 1 to 15 of every colour." in cards
    else:
        assert f"from 1 to {highest} of every colour. {highest + 1} to 15 stay in the box." in cards
    assert f"{NAMES[seats - 1]} shuffles and deals 15 cards to each" in cards


def test_box_is_drawn_and_counted() -> None:
    tokens = steps("sluff-off", 4)[1]
    assert tokens.lies == {"red": 3, "blue": 5, "green": 3, "orange": 3, "purple": 3, "white": 4, "black": 6}
    assert str(tokens.says[1]) == "27 in all: count them."
    fewer = steps("sluff-off", 4, options={"supply": {"blue": 3}})[1]
    assert (fewer.lies["blue"], str(fewer.says[1])) == (3, "25 in all: count them.")


def test_edition_gives_the_box_its_words() -> None:
    seals = steps("sluff-off", 3, options={"edition": "sieben-siegel"})
    assert [str(step.about) for step in seals] == ["Cards", "Seals", "The saboteur", "Who begins"]
    assert seals[1].lies["yellow"] == 3
    assert str(seals[2].says[0]) == "Lay the saboteur beside them: one player a round may take it."


@pytest.mark.parametrize(("seats", "over"), [(2, "27 cards"), (4, "9 cards"), (5, "No card")])
def test_face_up(seats: int, over: str) -> None:
    found = steps("ui77", seats)
    assert str(found[2].says[0]).startswith(over)
    assert "deals 9 to each" in str(found[0].says[0])


@pytest.mark.parametrize(
    ("seats", "decks", "sentence"),
    [
        (4, 1, "Everybody gets 13."),
        (3, 1, "Everybody gets 17. 1 card is left over: it goes to A."),
        (5, 1, "Everybody gets 10. 2 cards are left over, one each for A, B."),
        (8, 2, "Everybody gets 13."),
    ],
)
def test_deal(seats: int, decks: int, sentence: str) -> None:
    assert sentence in said("popcorn", seats, options={"decks": decks} if decks > 1 else {})


def test_deal_of_cards_agrees_with_the_book() -> None:
    header = read_header({"transcript": 1, "game": "popcorn", "seats": list(NAMES[:7])})
    holdings = open_book(header).report().holdings
    each, more = re.findall(r"gets (\d+)|one each for ([A-G, ]+)\.", said("popcorn", 7))
    assert {name: held for name, held in holdings.items() if name != "pile"} == {
        name: int(each[0]) + (name in more[1].split(", ")) for name in NAMES[:7]
    }


def test_first_roll() -> None:
    assert "That makes 15 dice." in said("fluff", 3)
    assert "2 sets are on the table" in said("fluff", 6, options={"sets": 2})
