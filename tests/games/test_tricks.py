"""What trick-taking games share."""

from __future__ import annotations

import pytest

from companion.games.people import Seat
from companion.games.sluff_off.state import Trick
from companion.games.tricks import Card, Play, Revoke, laid, trick_of, watch, winning_play

MARY = Seat("Mary")


def plays(*cards: tuple[str, int]) -> list[Play]:
    return [
        Play(Seat(name), Card(f"{card[0]} {card[1]}", *card))
        for name, card in zip(("Chris", "Mary", "Katie"), cards, strict=True)
    ]


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
    voids, revokes = watch({}, 2, 1, plays(("red", 1), ("green", 3), ("blue", 2)), excused="blue")
    assert (voids, revokes) == ({(MARY, "red"): 1}, ())
    voids, revokes = watch(voids, 2, 2, plays(("red", 4), ("red", 5), ("red", 6)))
    assert (voids, revokes) == ({}, (Revoke(2, MARY, 1, 2),))


def test_who_put_down_which_card_and_when() -> None:
    deck = {"r1": Card("r1", "red", 1), "g3": Card("g3", "green", 3)}
    assert laid([MARY, Seat("Chris")], ["g3", "r1"], deck) == [
        Play(MARY, deck["g3"]),
        Play(Seat("Chris"), deck["r1"]),
    ]
    tricks = [Trick(MARY, "red", "red", cards) for cards in (("r1",), (), ("g3",))]
    assert [trick_of(name, tricks) for name in ("g3", "r1", "x")] == [3, 1, None]
