"""What an entry brought about that the rules refuse since they were corrected, told in moves that they allow."""

from __future__ import annotations

import pytest

from companion.games.move import Move
from companion.games.transcript import open_book, read_header
from tests.games.sluff_off.sitting import turn_in
from tests.refused_entries import BID, CALLED, CLAIM, HELD, PREDICTED, THREE, THROWN, UP, Plain, played, take, trick

WHY = "it stood"


def moved(color: str, source: str, target: str, count: int = 1) -> Plain:
    return {"move": "ruling", "color": color, "count": count, "from": source, "to": target, "reason": WHY}


def points(seat: str, n: int) -> Plain:
    return {"move": "ruling", "seat": seat, "points": n, "reason": WHY}


def cards(source: str, target: str, count: int) -> Plain:
    return {"move": "ruling", "count": count, "from": source, "to": target, "reason": WHY}


def dice(seat: str, n: int) -> Plain:
    return {"move": "ruling", "seat": seat, "dice": n, "reason": WHY}


CASES: dict[str, tuple[str, list[Plain], Plain, list[list[Plain]]]] = {
    "a token that was taken": ("sluff-off", [], take("Mary"), [[moved("red", "centre", "Mary")]]),
    "a token that was stolen": (
        "sluff-off",
        [take("Chris")],
        {"move": "steal", "seat": "Mary", "color": "red", "from": "Chris"},
        [
            [moved("red", "Chris", "Mary"), moved("white", "centre", "Chris")],
            [moved("red", "Chris", "Mary")],
        ],
    ),
    "a token that was turned in where one was owed": (
        "sluff-off",
        [*HELD, trick("Chris", "red", "red")],
        turn_in("Chris", "green"),
        [[{"move": "miss_turn_in", "seat": "Chris"}, moved("green", "Chris", "centre")]],
    ),
    "a token that was turned in late": (
        "sluff-off", HELD, turn_in("Chris", "green"), [[moved("green", "Chris", "centre")]],
    ),
    "a trick that nothing could win so": (
        "sluff-off", PREDICTED, trick("Mary", "green", "red"), [[trick("Mary", "green", "green")]],
    ),
    "a trick by its cards": (
        "sluff-off",
        PREDICTED,
        {"move": "trick", "cards": ["red 7", "blue 2", "red 9"], "winner": "Chris"},
        [[trick("Mary", "red", "blue")]],
    ),
    "a trick by cards that are none, and its winner": (
        "sluff-off",
        PREDICTED,
        {"move": "trick", "cards": ["red 99"], "winner": "Mary", "led": "red"},
        [[trick("Mary", "red", "red")]],
    ),
    "a trick by cards that are none": ("sluff-off", PREDICTED, {"move": "trick", "cards": ["red 99"]}, []),
    "more tokens by a ruling than there are": (
        "sluff-off", [], moved("red", "centre", "Mary", 29), [[moved("red", "centre", "Mary", 3)]],
    ),
    "what no ruling can do": ("sluff-off", [], {"move": "sluffer", "seat": "Mary"}, []),
    "a cut": ("ui77", [UP, *THROWN], {"move": "cut", "seat": "Mary"}, [[points("Mary", 1)]]),
    "a trick of Ui77 by its cards": (
        "ui77", [UP, *THROWN], {"move": "trick", "cards": ["2C", "KC", "3C"]}, [[{"move": "trick", "winner": "Mary"}]],
    ),
    "a trick of Ui77 by cards that are none, and its winner": (
        "ui77",
        [UP, *THROWN],
        {"move": "trick", "cards": ["2C"], "winner": "Katie"},
        [[{"move": "trick", "winner": "Katie"}]],
    ),
    "a trick of Ui77 by cards that are none": ("ui77", [UP, *THROWN], {"move": "trick", "cards": ["2C"]}, []),
    "what no ruling of Ui77 can do": ("ui77", [], {"move": "discard", "seat": "Mary", "count": 1}, []),
    "a claim": (
        "popcorn", [], {"move": "claim", "seat": "Mary", "rank": "K", "count": 2}, [[cards("Mary", "pile", 2)]],
    ),
    "a claim of nothing": ("popcorn", [], {"move": "claim", "seat": "Mary", "rank": "K", "count": 0}, []),
    "cards that were turned over": (
        "popcorn",
        [CLAIM, {"move": "call", "seat": "Mary"}],
        {"move": "reveal", "cards": ["K", "K"]},
        [[{"move": "reveal", "honest": False}]],
    ),
    "cards that were turned over where none lay": ("popcorn", [], {"move": "reveal", "cards": ["K"]}, []),
    "more cards by a ruling than there are": (
        "popcorn", [CLAIM], cards("pile", "Mary", 9), [[cards("pile", "Mary", 1)]],
    ),
    "cards by a ruling where none lie": ("popcorn", [], cards("pile", "Mary", 9), []),
    "a call": ("popcorn", [], {"move": "call", "seat": "Mary"}, []),
    "dice that were shown": (
        "fluff",
        CALLED,
        {"move": "show", "seat": "Mary", "dice": [3, "wild"]},
        [[{"move": "show", "seat": "Mary", "matching": 2}]],
    ),
    "dice that were shown before a bid": ("fluff", BID[:1], {"move": "show", "seat": "Mary", "dice": [3]}, []),
    "more dice that count than a seat has": (
        "fluff",
        CALLED,
        {"move": "show", "seat": "Mary", "matching": 9},
        [[{"move": "show", "seat": "Mary", "matching": 5}]],
    ),
    "dice that fell out of the cup": (
        "fluff", BID[:1], {"move": "spill", "seat": "Mary", "count": 2}, [[dice("Mary", -2)]],
    ),
    "more dice by a ruling than a seat may have": ("fluff", BID[:1], dice("Mary", 3), []),
    "more dice taken by a ruling than a seat has": ("fluff", BID[:1], dice("Mary", -7), [[dice("Mary", -5)]]),
    "a bid": ("fluff", BID, {"move": "bid", "seat": "Mary", "quantity": 1, "value": 2}, []),
    "what a game does not tell": ("oh-hell", [], {"move": "bid", "seat": "Mary", "tricks": 99}, []),
}  # fmt: skip


@pytest.mark.parametrize(("game", "before", "refused", "told"), CASES.values(), ids=CASES)
def test_what_it_brought_about_is_told(game: str, before: list[Plain], refused: Plain, told: list[list[Plain]]) -> None:
    book = played(open_book(read_header({"transcript": 1, "game": game, "seats": THREE})), before)
    move = book.game.parse(refused, tuple(THREE))
    assert isinstance(move, Move), move
    assert [list(way) for way in book.game.taken_over(book.state, move, WHY)] == told
    assert all(isinstance(book.game.parse(plain, tuple(THREE)), Move) for way in told for plain in way)
