"""What trick-taking games share."""

from __future__ import annotations

import pytest

from companion.games.tricks import Card, Play, Revoke, Void, watch, winning_play


def plays(*cards: tuple[str, int]) -> list[Play]:
    return [Play(name, Card(*card)) for name, card in zip(("Chris", "Mary", "Katie"), cards, strict=True)]


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ((("red", 1), ("red", 3), ("red", 2)), None, "Mary"),
        ((("red", 1), ("green", 3), ("blue", 2)), None, "Chris"),
        ((("red", 1), ("green", 3), ("blue", 2)), "blue", "Katie"),
        ((("blue", 1), ("green", 3), ("blue", 2)), "blue", "Katie"),
    ],
)
def test_winning_play(cards: tuple[tuple[str, int], ...], trump: str | None, winner: str) -> None:
    assert winning_play(plays(*cards), trump).seat == winner


def test_watch_claims_and_proofs() -> None:
    voids, found = watch((), 1, plays(("red", 1), ("green", 3), ("blue", 2)), excused="blue")
    assert (voids, found) == ((Void("Mary", "red", 1),), ())
    voids, found = watch(voids, 2, plays(("red", 4), ("red", 5), ("red", 6)))
    assert (voids, found) == ((), (Revoke("Mary", "red", 1, 2),))
