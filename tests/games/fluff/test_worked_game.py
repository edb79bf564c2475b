"""A whole game in sloppy style, with everything that can go wrong on the way, as `companion replay` tells it."""

from __future__ import annotations

from pathlib import Path

from companion.games.replay import replay

GAME = Path(__file__).parent / "worked_game.jsonl"

REJECTED = {
    2: "not-now", 3: "first-roll", 5: "first-roll", 8: "spill", 9: "bid", 11: "not-now", 12: "raise", 14: "raise",
    16: "call", 18: "settle", 21: "not-now", 23: "bid", 24: "bid", 33: "table-ruling", 45: "not-now", 46: "bid",
    48: "bid", 51: "call", 53: "not-now", 61: "game-is-over", 62: "malformed",
}  # fmt: skip
HOLDINGS = {
    22: [5, 3, 4], 31: [5, 3, 3], 34: [5, 3, 1], 39: [4, 3, 1], 44: [4, 3, 0], 55: [3, 3, 0], 60: [3, 0, 0],
}  # fmt: skip


def test_the_game_as_it_is_replayed() -> None:
    found = replay(GAME.read_bytes())
    assert {line: rejected.rule.id for line, rejected in found.rejected} == REJECTED
    report = found.book.report()
    assert (report.over, report.winners, found.book.accepted) == (True, ("Ann",), 61 - len(REJECTED))


def test_the_dice_on_the_way() -> None:
    lines = GAME.read_bytes().splitlines(keepends=True)
    for line, dice in HOLDINGS.items():
        assert list(replay(b"".join(lines[:line])).book.report().holdings.values()) == dice, line
