"""What the table lets stand though a rule is against it: it takes what there is room for."""

from __future__ import annotations

import pytest

from tests.games.ui77.sitting import Plain, Sitting, cards, count, cut, discard, face_up, limit, points, swap, trick

TURNED_UP = [face_up()]
THROWN = [face_up(), discard("Ann"), discard("Bob"), discard("Cat")]
COUNTING = [*THROWN, *[trick("Ann")] * 9]
TWICE = [*COUNTING, count("Ann", 4), face_up(), discard("Bob"), discard("Cat"), discard("Ann"), *[trick("Bob")] * 9]
AGAIN = [*TWICE, count("Bob", 4), face_up(), discard("Cat"), discard("Ann"), discard("Bob"), *[trick("Cat")] * 9]
ALL_DEALT = [*AGAIN, count("Cat", 4)]


def stands(move: Plain) -> Plain:
    return {"move": "ruling", "stands": move, "reason": "we agreed"}


@pytest.mark.parametrize(
    ("before", "move", "phase", "held", "then"),
    [
        pytest.param(THROWN, face_up("2C", "3C", "4C"), "trick", [9, 9, 9], cards("4H 6S 7D"),
                     id="other cards turned up"),
        pytest.param(TURNED_UP, swap("Bob", "5D", "6S"), "discard", [9, 9, 9], discard("Ann", 2),
                     id="a swap of two suits"),
        pytest.param(TURNED_UP, discard("Ann", 20), "discard", [1, 9, 9], discard("Bob"), id="too many thrown"),
        pytest.param(TURNED_UP, discard("Bob", 1), "discard", [9, 8, 9], discard("Cat"), id="thrown out of turn"),
        pytest.param([*TURNED_UP, discard("Ann", 1)], discard("Ann", 2), "discard", [6, 9, 9], discard("Bob"),
                     id="thrown once more"),
        pytest.param(TURNED_UP, trick("Bob"), "trick", [8, 9, 8], trick("Ann"), id="a trick before all have thrown"),
        pytest.param(TURNED_UP, cards("5S 7S 8S"), "trick", [8, 8, 9], cards("5S 7S 8S"),
                     id="a trick by its cards before all have thrown"),
        pytest.param(THROWN, cards("5S 7S", winner="Bob"), "trick", [8, 9, 8], cards("5S 7S 8S"), id="too few cards"),
        pytest.param(THROWN, cards("5H 8H 7H"), "trick", [8, 9, 8], cards("5H 7H 8H"), id="trump led too early"),
        pytest.param(THROWN, cards("5S 8S 7S", winner="Cat"), "trick", [8, 9, 8], cards("5S 7S 8S"),
                     id="cards that another wins"),
        pytest.param(THROWN, cards("5S 1S 7S", winner="Cat"), "trick", [8, 8, 9], cards("5S 7S 8S"),
                     id="no card of the deck"),
        pytest.param(THROWN, count("Ann", 20), "count", [9, 9, 9], count("Bob"), id="a count during the hand"),
        pytest.param(THROWN, limit(50), "trick", [9, 9, 9], trick("Ann"), id="a limit during the hand"),
        pytest.param(ALL_DEALT, limit(50), "face-up", [9, 9, 9], face_up(), id="a limit between two"),
        pytest.param(ALL_DEALT, cut("Ann"), "limit", [9, 9, 9], limit(77), id="a cut while the limit is awaited"),
        pytest.param([], points("Ann", 3), "face-up", [9, 9, 9], face_up(), id="points before the hand"),
    ],
)  # fmt: skip
def test_what_stands_takes_what_there_is_room_for(
    before: list[Plain], move: Plain, phase: str, held: list[int], then: Plain
) -> None:
    sitting = Sitting().play(*before)
    sitting.refused(move)
    sitting.play(stands(move))
    assert (sitting.phase, sitting.held()) == (phase, held)
    sitting.play(then)


@pytest.mark.parametrize(
    ("before", "move"),
    [
        pytest.param([], face_up("4H", "6S"), id="two cards turned up"),
        pytest.param([], face_up("4H", "6S", "4H"), id="the same card turned up twice"),
        pytest.param([], face_up("4H", "6S", "joker"), id="no card of the deck turned up"),
        pytest.param(TURNED_UP, swap("Ann", "5H", "8H"), id="a swap for a card that does not lie there"),
        pytest.param(TURNED_UP, swap("Ann", "6S", "4H"), id="a swap of a card that lies there"),
        pytest.param(TURNED_UP, swap("Ann", "joker", "4H"), id="a swap of no card of the deck"),
        pytest.param(THROWN, discard("Ann", 1), id="cards thrown during play"),
        pytest.param([], trick("Ann"), id="a trick before the three cards"),
        pytest.param(THROWN, cards("5S 7S"), id="too few cards that nobody won"),
        pytest.param(COUNTING, trick("Ann"), id="a trick after the hand"),
        pytest.param(COUNTING, count("Bob"), id="a count of no cards"),
        pytest.param([], count("Ann"), id="a count before the hand"),
        pytest.param([], limit(0), id="a limit of nothing"),
        pytest.param([*COUNTING, count("Ann", 0), face_up()], limit(8), id="a limit that would break a hand off"),
    ],
)
def test_what_brings_nothing_about_cannot_be_let_stand(before: list[Plain], move: Plain) -> None:
    sitting = Sitting().play(*before)
    assert sitting.refused(stands(move)) == sitting.refused(move)


def test_too_many_of_the_slough_suit_are_all_that_are_left() -> None:
    sitting = Sitting(2).dealt().won(*["Ann"] * 9).play(stands(count("Ann", 20)))
    assert sitting.report["rounds"] == [{"Ann": 5, "Bob": 4}]


def test_a_count_that_stands_already_cannot_be_let_stand_again() -> None:
    sitting = Sitting().dealt("4H", "QS", "7D", Ann=4).won("Bob", "Bob", "Cat", "Cat", "Bob").play(count("Bob", 2))
    sitting.refused(stands(count("Bob", 2)))
    sitting.play(stands(count("Bob", 3)), count("Cat", 0))
    assert sitting.report["rounds"][0]["Bob"] == 1 + 3


def test_cards_turned_up_anew_let_all_swap_again() -> None:
    sitting = Sitting().play(face_up("5H", "KH", "2H"), swap("Bob", "AH", "KH"), stands(face_up("5H", "KH", "2H")))
    sitting.play(swap("Ann", "AH", "KH"))


def test_a_revoke_is_proved_by_no_cards_that_could_not_be() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("5S 8D 8S"), stands(cards("9C 10S 3C", winner="Ann")))
    assert not sitting.report["irregularities"]
