"""What no sheet speaks of: each such rule is marked as ours, and the ruling that it suggests can be entered."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.popcorn.rulebook import BOOK
from tests.games.popcorn.sitting import Sitting, claim

GAME = GAMES["popcorn"]


@pytest.mark.parametrize(
    ("rule_id", "cards"),
    [
        ("misdeal", 1),
        ("exposed-card", 1),
        ("out-of-turn", 1),
        ("looking-at-pile", 2),
        ("taking-back", 1),
        ("leaving", 1),
        ("cheating", 5),
    ],
)
def test_the_ruling_that_is_suggested_stands(rule_id: str, cards: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"count": str(cards), "from": "pile"}
    ruling = {"move": "ruling", "count": cards, "from": "pile", "to": "Cat", "reason": reason}
    Sitting().play(claim("Ann", "A", 4), claim("Ben", "2", 4), ruling)


def test_rank_due_says_that_round_the_corner_is_our_reading() -> None:
    ours = [str(reading.says) for reading in BOOK["rank-due"].readings if reading.default]
    assert "Round the corner" in ours[0]
    Sitting(direction="either").play(claim("Ann", "A"), claim("Ben", "K"), claim("Cat", "A"))


def test_call_leads_to_reveal_and_back() -> None:
    assert "reveal" in BOOK["call"].see
    assert "call" in GAME.rulebook["reveal"].see
