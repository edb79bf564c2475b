"""What trick-taking games share."""

from __future__ import annotations

import pytest

from companion.games.people import Seat
from companion.games.sluff_off.rulebook import BOOK
from companion.games.text import Text
from companion.games.tricks import (
    Card,
    CardRules,
    Play,
    Revoke,
    Void,
    clean_slate,
    laid,
    not_these_cards,
    trick_of,
    watch,
    winning_play,
)


def plays(*cards: tuple[str, int]) -> list[Play]:
    return [Play(Seat(name), Card(*card)) for name, card in zip(("Chris", "Mary", "Katie"), cards, strict=True)]


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
    assert (voids, found) == ((Void(Seat("Mary"), "red", 1),), ())
    voids, found = watch(voids, 2, plays(("red", 4), ("red", 5), ("red", 6)))
    assert (voids, found) == ((), (Revoke(Seat("Mary"), "red", 1, 2),))


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (["r1", "r2"], None),
        (["r1"], ("one-card-each", "1 card was recorded for 2 seats.")),
        (["r1", "r2", "r3"], ("one-card-each", "3 cards were recorded for 2 seats.")),
        (["r1", "x"], ("card-in-deck", "no x")),
        (["x", "r9"], ("card-in-deck", "no x")),
        (["r1", "r1"], ("card-played-once", "r1 again")),
        (["r1", "r3"], ("card-played-once", "r3 again")),
    ],
)
def test_cards_that_cannot_be_a_trick(names: list[str], wrong: tuple[str, str] | None) -> None:
    found = not_these_cards(
        CardRules(BOOK["one-card-each"], BOOK["card-in-deck"], BOOK["card-played-once"]),
        names,
        2,
        {"r1", "r2", "r3"},
        {"r3"},
        not_in_deck=lambda name: Text(f"no {name}"),
        seen_before=lambda name: Text(f"{name} again"),
    )
    assert (found and (found.rule.id, str(found.because))) == wrong


def test_who_put_down_which_card_and_when() -> None:
    deck = {"r1": Card("red", 1), "g3": Card("green", 3)}
    assert laid(["Mary", "Chris"], ["g3", "r1"], deck) == [
        Play(Seat("Mary"), deck["g3"]),
        Play(Seat("Chris"), deck["r1"]),
    ]
    assert [trick_of(name, [("r1",), (), ("g3",)]) for name in ("g3", "r1", "x")] == [3, 1, None]


def test_clean_slate() -> None:
    voids = (Void(Seat("Mary"), "red", 1), Void(Seat("Chris"), "red", 1), Void(Seat("Mary"), "blue", 2))
    assert clean_slate(voids, "Mary") == (Void(Seat("Chris"), "red", 1),)
