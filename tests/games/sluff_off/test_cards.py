"""Recorded cards: the deck, the winner, and revokes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sluff_off.sitting import Plain, Sitting, cards, trick

FOUR = ("red 7", "red 9", "red 2", "red 12")


@pytest.mark.parametrize("names", [(), FOUR[:3], (*FOUR, "blue 1")])
def test_one_card_each(names: tuple[str, ...]) -> None:
    rule, because = Sitting().predicted().refused(cards(*names))
    assert rule == "one-card-each"
    assert because.startswith(f"{len(names)} card")
    assert because.endswith("recorded for 4 seats.")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_card_in_deck(seats: int) -> None:
    highest = {3: 9, 4: 12, 5: 15}[seats]
    names = [f"red {rank}" for rank in range(1, seats)]
    for strange in (f"blue {highest + 1}", "blue 0", "white 1", "red 07", "Red 7", "", " red 7", "red \u0667"):
        rule, because = Sitting(seats).predicted().refused(cards(*names, strange))
        assert rule == "card-in-deck"
        assert f"from 1 to {highest}" in because
    Sitting(seats).predicted().play(cards(*names, f"blue {highest}"))


def test_card_played_once_in_a_trick_and_in_a_round() -> None:
    sitting = Sitting().predicted()
    assert sitting.refused(cards("red 7", "red 7", "red 13", "red 1"))[0] == "card-in-deck"
    assert sitting.refused(cards("red 7", "red 9", "red 7", "red 1")) == (
        "card-played-once",
        "red 7 stands twice in this trick.",
    )
    sitting.play(trick("Chris", "red"), cards(*FOUR))
    assert sitting.refused(cards("red 1", "red 3", "red 12", "red 4")) == (
        "card-played-once",
        "red 12 was played in trick 2.",
    )


@pytest.mark.parametrize(
    ("names", "winner", "led", "won_with"),
    [
        pytest.param(("red 7", "red 9", "red 2", "red 12"), "Cory", "red", "red", id="highest of the led colour"),
        pytest.param(("red 7", "green 12", "red 2", "purple 12"), "Chris", "red", "red", id="others cannot win"),
        pytest.param(("red 12", "blue 1", "red 2", "red 11"), "Mary", "red", "blue", id="a trump"),
        pytest.param(("red 12", "blue 1", "blue 3", "blue 2"), "Katie", "red", "blue", id="the highest trump"),
        pytest.param(("blue 4", "red 12", "blue 3", "green 12"), "Chris", "blue", "blue", id="trump led"),
    ],
)
def test_result_matches_cards(names: tuple[str, ...], winner: str, led: str, won_with: str) -> None:
    claim = {"winner": winner, "led": led, "won_with": won_with}
    for given in ({}, claim, {"winner": winner}, {"led": led}):
        sitting = Sitting().predicted().play(cards(*names, **given))
        assert sitting.held(winner) == {"black": 1}
    for key, wrong in {"winner": "Mary" if winner != "Mary" else "Cory", "led": "orange", "won_with": "orange"}.items():
        sitting = Sitting().predicted()
        rule, because = sitting.refused(cards(*names, **{**claim, key: wrong}))
        assert rule == "result-matches-cards"
        assert because.startswith(f"With these cards {winner} wins the trick, led in {led}, with {won_with} ")
        assert sitting.instead(cards(*names, **{key: wrong})) == [cards(*names)]


def test_the_winner_leads_the_next_trick_the_sluffers_holder_too() -> None:
    sitting = Sitting().predicted(Katie="sluffer").play(cards(*FOUR[:2], "blue 2", "red 1"))
    sitting.play(cards("green 12", "green 1", "green 2", "green 3"))
    assert sitting.held("Katie") == {}
    sitting.play(cards("green 4", "green 5", "green 6", "green 11"))
    assert sitting.held("Mary") == {"black": 1}


def revoke(seat: str, trick_: int, shown_in: int, round_: int = 1) -> Plain:
    return {"kind": "revoke", "seat": seat, "round": round_, "trick": trick_, "shown_in": shown_in}


def _irregularities(*tricks: Plain, **options: Any) -> list[Plain]:
    found: list[Plain] = Sitting(**options).predicted().play(*tricks).report["irregularities"]
    return found


T1 = cards("red 12", "green 1", "red 2", "red 3")  # Mary does not follow red; Chris wins and leads on
CLEAN = cards("orange 12", "orange 1", "orange 2", "orange 3")

REVOKES = [
    pytest.param([T1, cards("red 11", "red 4", "red 5", "red 6")], [revoke("Mary", 1, 2)], id="shown by following"),
    pytest.param(
        [T1, cards("orange 12", "red 4", "orange 5", "orange 6")], [revoke("Mary", 1, 2)], id="shown by sluffing"
    ),
    pytest.param(
        [T1, CLEAN, cards("purple 12", "purple 4", "purple 5", "purple 6"), cards("red 11", "red 4", "red 5", "red 6")],
        [revoke("Mary", 1, 4)],
        id="much later",
    ),
    pytest.param(
        [T1, cards("red 11", "green 2", "red 5", "red 6"), cards("red 10", "red 4", "red 7", "red 8")],
        [revoke("Mary", 1, 3)],
        id="the first trick not followed, one entry",
    ),
    pytest.param(
        [T1, cards("red 11", "red 4", "red 5", "red 6"), cards("red 10", "red 9", "red 7", "red 8")],
        [revoke("Mary", 1, 2)],
        id="then the slate is clean",
    ),
    pytest.param(
        [
            T1,
            cards("red 11", "red 4", "red 5", "red 6"),
            cards("red 10", "green 2", "red 7", "red 8"),
            cards("red 9", "red 1", "green 3", "green 4"),
        ],
        [revoke("Mary", 1, 2), revoke("Mary", 3, 4)],
        id="and can be soiled again",
    ),
    pytest.param(
        [cards("red 12", "green 1", "purple 1", "red 3"), cards("orange 12", "red 5", "red 6", "orange 1")],
        [revoke("Mary", 1, 2), revoke("Katie", 1, 2)],
        id="two in one trick, in order of play",
    ),
    pytest.param(
        [
            cards("red 12", "green 1", "purple 1", "red 3"),
            cards("orange 11", "orange 2", "red 6", "orange 12"),
            cards("purple 12", "red 5", "purple 2", "purple 3"),
        ],
        [revoke("Katie", 1, 2)],
        id="only who shows it",
    ),
    pytest.param(
        [cards("red 12", "blue 1", "red 2", "red 3"), cards("red 4", "red 5", "red 6", "red 7")],
        [revoke("Mary", 1, 2)],
        id="trumping claims to be void",
    ),
    pytest.param([T1, CLEAN], [], id="nothing shown"),
    pytest.param([trick("Chris", "red"), cards("red 11", "red 4", "red 5", "red 6")], [], id="no cards, no revoke"),
]


@pytest.mark.parametrize(("tricks", "found"), REVOKES)
def test_revoke(tricks: list[Plain], found: list[Plain]) -> None:
    assert _irregularities(*tricks) == found


def test_follow_suit_house_rule_trump_any_time() -> None:
    trumped = [cards("red 12", "blue 1", "red 2", "red 3"), cards("red 4", "red 5", "red 6", "red 7")]
    assert _irregularities(*trumped, trump_any_time=True) == []
    assert _irregularities(T1, cards("red 11", "red 4", "red 5", "red 6"), trump_any_time=True) == [
        revoke("Mary", 1, 2)
    ]
    blue_led = [cards("blue 12", "green 1", "blue 2", "blue 3"), cards("blue 11", "blue 4", "blue 5", "blue 6")]
    assert _irregularities(*blue_led, trump_any_time=True) == [revoke("Mary", 1, 2)]


def test_revoke_slates_are_clean_in_a_new_round() -> None:
    sitting = Sitting(rounds=2).predicted().play(T1).emptied(14).predicted()
    sitting.play(cards("red 11", "red 4", "red 5", "red 6"))
    assert sitting.report["irregularities"] == []
    again = (
        cards("orange 12", "orange 1", "orange 2", "green 3"),
        cards("orange 11", "orange 4", "orange 5", "orange 6"),
    )
    sitting.play(*again)
    assert [found["round"] for found in sitting.report["irregularities"]] == [2]


def test_cards_of_the_last_round_may_be_played_again() -> None:
    Sitting(rounds=2).predicted().play(cards(*FOUR)).emptied(14).predicted().play(cards(*FOUR))
