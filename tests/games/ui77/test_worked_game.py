"""A whole game of three from the first deal to the podium, with slips on the way: each is refused by its rule."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.replay import replay
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


def test_the_game_and_the_plain_reading_say_the_same_line_by_line() -> None:
    header, *moves = map(json.loads, GAME.read_text().splitlines())
    book, reading, refused = open_book(read_header(header)), Reading(header), dict[int, str]()
    for line, raw in enumerate(moves, 2):
        ruling = book.play(raw)
        if isinstance(ruling, Rejected):
            refused[line] = ruling.rule.id
        else:
            book = ruling.state
        assert reading.play(raw) == refused.get(line), line
        assert reading.report() == book.report().plain(), line
    assert refused == REFUSED


def test_what_stands_in_the_end() -> None:
    report = replay(GAME.read_bytes()).book.report().plain()
    assert report["rounds"] == [
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
    assert (report["totals"], report["winners"]) == ({"Ann": 26, "Bob": 18, "Carly": 20}, ["Bob"])
    assert report["irregularities"] == [{"kind": "revoke", "seat": "Ann", "hand": 3, "trick": 5, "shown_in": 6}]
