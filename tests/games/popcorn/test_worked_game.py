"""A whole small game with all that can be said wrong in it, as a file."""

from __future__ import annotations

from pathlib import Path

from companion.games.replay import replay

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
    found = replay(GAME.read_bytes())
    assert {line: rejected.rule.id for line, rejected in found.rejected} == REJECTED
    report = found.book.report()
    assert (found.book.accepted, report.over, report.winners) == (13, True, ("Ann",))
    assert list(report.holdings.values()) == [0, 11, 28, 13, 0]
