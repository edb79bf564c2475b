"""A whole small game with all that can be said wrong in it, as a file."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from companion.commands import main

GAME = Path(__file__).parent / "worked_game.jsonl"

REJECTED = {
    2: "claim",  # not Ann's turn: Ben was chosen to begin
    3: "not-now",  # nothing has been claimed
    4: "rank-due",  # twos before aces
    6: "call",  # Ben on his own claim
    7: "rank-due",  # aces again
    8: "claim",  # five kings
    11: "not-now",  # Dan calls after Ann
    12: "not-now",  # a ruling before the reveal
    13: "reveal",  # two cards seen where one lies
    16: "claim",  # one card put down as two
    19: "reveal",  # four cards put down as one are no honest one
    22: "table-ruling",  # Ann would have none left
    26: "not-now",  # Ann's last card is not passed yet
    27: "malformed",  # a pass is nobody's own
    30: "game-is-over",
}


def test_the_worked_game_replays_to_the_letter() -> None:
    result = CliRunner().invoke(main, ["replay", "--json", str(GAME)])
    answer = json.loads(result.stdout)
    assert {no["line"]: no["rule"] for no in answer.pop("rejected")} == REJECTED
    assert answer == {
        "file": str(GAME), "game": "popcorn", "accepted": 13, "phase": "over", "over": True, "rounds": [],
        "totals": {}, "winners": ["Ann"], "irregularities": [],
        "holdings": {"Ann": 0, "Ben": 11, "Cat": 28, "Dan": 13, "pile": 0},
    }  # fmt: skip
    assert result.exit_code == 1
