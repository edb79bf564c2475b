"""A whole game of three from the first deal to the podium, with slips on the way: each is refused by its rule."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.games.ui77.plain_reading import Reading

GAME = Path(__file__).parent / "worked_game.jsonl"
REFUSED = {
    2: "not-now",  # a discard before the three cards lie
    4: "swap",  # they are not of one suit
    5: "discard-limit",  # Bob before Ann
    7: "discard-limit",  # three with a six
    12: "trump-broken",  # hearts led to the first trick
    15: "trick-winner",  # Bob's trump takes it, from trick 3 on
    16: "card-played-once",  # the six of spades lies face up
    22: "not-now",  # Ann has no card left: the hand is over
    24: "not-now",  # and so she counts nothing
    26: "not-now",  # the hand was scored with Carly's count
    29: "swap",  # Carly has swapped: Bob's turn has passed
    34: "trump-broken",  # led again, and this time she says that she holds nothing else (35)
    46: "score",  # Ann holds three cards, not four
    60: "not-now",  # the table has to set the limit first
    61: "limit",  # 50 is no multiple of 11
    103: "game-is-over",
}


@pytest.fixture(scope="module")
def answer() -> Any:
    """What `companion replay --json` says of it."""
    command = [sys.executable, "-m", "companion", "replay", "--json", str(GAME)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return json.loads(done.stdout)


def test_exactly_these_lines_are_refused(answer: Any) -> None:
    assert {line["line"]: line["rule"] for line in answer["rejected"]} == REFUSED


def test_what_stands_in_the_end(answer: Any) -> None:
    assert answer["accepted"] == len(GAME.read_text().splitlines()) - 1 - len(REFUSED)
    assert answer["rounds"] == [
        # Win 4. Ann took none, and a cut: 5. Bob took 4, two of his five cards left cost, and a cut: 3.
        {"Ann": 5, "Bob": 3, "Carly": 2},
        # Throw 1, win 1. Ann took 4 and has three cards left that cost: 6. Bob's 3 are by ruling.
        {"Ann": 6, "Bob": 3, "Carly": 2},
        # Win 6. Ann took 3, two of her four cards left cost, and 2 for the revoke: 7.
        {"Ann": 7, "Bob": 4, "Carly": 5},
        # Win 2. Ann: 1, a card left, two cuts, and with 18 that is 22, the limit: 10 and 11 make 11 for her.
        {"Ann": -7, "Bob": 0, "Carly": 2},
        {"Ann": 8, "Bob": 6, "Carly": 7},
        {"Ann": 7, "Bob": 2, "Carly": 2},
    ]
    assert answer["totals"] == {"Ann": 26, "Bob": 18, "Carly": 20}
    assert (answer["phase"], answer["over"], answer["winners"]) == ("over", True, ["Bob"])
    assert answer["holdings"] == {seat: {"cards": 9, "tricks": 0} for seat in ("Ann", "Bob", "Carly")}
    assert answer["irregularities"] == [{"kind": "revoke", "seat": "Ann", "hand": 3, "trick": 5, "shown_in": 6}]


def test_the_plain_reading_says_the_same_line_by_line() -> None:
    header, *moves = map(json.loads, GAME.read_text().splitlines())
    book, reading = open_book(read_header(header)), Reading(header)
    for line, raw in enumerate(moves, 2):
        ruling = book.play(raw)
        assert reading.play(raw) == (ruling.rule.id if isinstance(ruling, Rejected) else None), line
        book = book if isinstance(ruling, Rejected) else ruling.state
        assert reading.report() == book.report().plain(), line


def test_what_stands_is_the_transcript() -> None:
    header, *moves = map(json.loads, GAME.read_text().splitlines())
    book = open_book(read_header(header))
    for raw in moves:
        ruling = book.play(raw)
        book = book if isinstance(ruling, Rejected) else ruling.state
    kept = [json.loads(line) for line in book.lines()]
    undone = [i for i, raw in enumerate(moves) if raw["move"] == "undo"]
    gone = {i for undo in undone for i in (undo - 1, undo)} | {line - 2 for line in REFUSED}
    assert kept == [header, *(raw for i, raw in enumerate(moves) if i not in gone)]
