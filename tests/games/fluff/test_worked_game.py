"""A whole game in sloppy style, with everything that can go wrong on the way, as `companion replay` tells it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from companion.commands import main
from companion.games.replay import replay

GAME = Path(__file__).parent / "worked_game.jsonl"

REJECTED = {
    2: "not-now",
    3: "first-roll",
    5: "first-roll",
    8: "spill",
    9: "bid",
    11: "not-now",
    12: "raise",
    14: "raise",
    16: "call",
    18: "settle",
    21: "not-now",
    23: "bid",
    24: "bid",
    33: "table-ruling",
    45: "not-now",
    46: "bid",
    48: "bid",
    51: "call",
    53: "not-now",
    61: "game-is-over",
    62: "malformed",
}
HOLDINGS = {
    22: {"Ann": 5, "Tom": 3, "Mia": 4},
    31: {"Ann": 5, "Tom": 3, "Mia": 3},
    34: {"Ann": 5, "Tom": 3, "Mia": 1},
    39: {"Ann": 4, "Tom": 3, "Mia": 1},
    44: {"Ann": 4, "Tom": 3, "Mia": 0},
    55: {"Ann": 3, "Tom": 3, "Mia": 0},
    60: {"Ann": 3, "Tom": 0, "Mia": 0},
}


def test_the_game_as_it_is_replayed() -> None:
    result = CliRunner().invoke(main, ["replay", "--json", str(GAME)])
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert {found["line"]: found["rule"] for found in answer["rejected"]} == REJECTED
    del answer["file"], answer["rejected"]
    assert answer == {
        "game": "fluff",
        "accepted": 61 - len(REJECTED),
        "phase": "over",
        "over": True,
        "rounds": [],
        "totals": {},
        "winners": ["Ann"],
        "irregularities": [],
        "holdings": {"Ann": 3, "Tom": 0, "Mia": 0},
    }


def test_the_dice_on_the_way() -> None:
    lines = GAME.read_bytes().splitlines(keepends=True)
    for line, dice in HOLDINGS.items():
        assert dict(replay(b"".join(lines[:line])).book.report().holdings) == dice, line


def test_what_stands_is_a_transcript_that_stands() -> None:
    book = replay(GAME.read_bytes()).book
    again = replay("\n".join(book.lines()).encode())
    assert again.rejected == ()
    assert again.book.state == book.state


def test_a_person_reads_the_same() -> None:
    result = CliRunner().invoke(main, ["replay", str(GAME)])
    assert "Ann" in result.stdout
    assert result.exit_code == 1
