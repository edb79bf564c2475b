"""Exhaustive counts of the legal sequences of a tiny box, as chess engines do.

`perft.json` holds the counts by depth. They are reached in two ways that share no code: by the judge's own choices, and
by the second reading of the rules, which tries every claim that can be written down. Table rulings, cards and undo are
left out.
"""

from __future__ import annotations

import itertools
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import Book
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.games.sluff_off.plain_reading import Reading
from tests.games.sluff_off.sitting import NAMES, Plain, done, header, miss, sluffer, steal, take, trick, turn_in

COUNTS: dict[str, Any] = json.loads((Path(__file__).parent / "perft.json").read_text())
COLORS = ("red", "blue", "green", "orange", "purple")
TOKENS = (*COLORS, "white", "black")
SEATS = NAMES[:3]
CLAIMS: list[Plain] = [
    *itertools.starmap(take, itertools.product(SEATS, COLORS)),
    *itertools.starmap(steal, itertools.product(SEATS, COLORS, SEATS)),
    *(claim(seat) for claim in (sluffer, done, miss) for seat in SEATS),
    *itertools.starmap(trick, itertools.product(SEATS, COLORS, COLORS)),
    *itertools.starmap(turn_in, itertools.product(SEATS, TOKENS)),
]


def tiny(supply: Plain) -> Plain:
    return header(3, supply={**dict.fromkeys(TOKENS, 0), **supply})


def counted(book: Book, depth: int) -> int:
    legal = [choice for choice in book.game.choices(book.state, None) if choice.legal]
    if depth == 1:
        return len(legal)
    after = (book.claim(choice.move) for choice in legal)
    return sum(counted(ruling.state, depth - 1) for ruling in after if isinstance(ruling, Accepted))


def counted_by_trying(reading: Reading, depth: int) -> int:
    found, tried = 0, deepcopy(reading)
    for claim in CLAIMS:
        if tried.play(claim) is None:
            found += 1 if depth == 1 else counted_by_trying(tried, depth - 1)
            tried = deepcopy(reading)
    return found


@pytest.mark.property
@pytest.mark.parametrize("name", COUNTS)
def test_perft(name: str) -> None:
    book, legal = open_book(read_header(tiny(COUNTS[name]["supply"]))), COUNTS[name]["legal"]
    assert {depth: counted(book, int(depth)) for depth in legal} == legal


@pytest.mark.property
@pytest.mark.parametrize("name", COUNTS)
def test_perft_by_brute_force(name: str) -> None:
    legal = {depth: count for depth, count in COUNTS[name]["legal"].items() if int(depth) < 6}
    reading = Reading(tiny(COUNTS[name]["supply"]))
    assert {depth: counted_by_trying(reading, int(depth)) for depth in legal} == legal
