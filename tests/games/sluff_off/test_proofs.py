"""A revoke that the cards have just proved is told with both tricks, for as long as it is news."""

from __future__ import annotations

import pytest

from companion.games.sluff_off.screen import ColoredTrickView, SluffOffScreen
from tests.games.sluff_off.sitting import UNDO, Sitting, cards, done, miss, points, take, trick, turn_in

MISSED = cards("red 12", "green 1", "red 2", "red 3")
SHOWN = cards("red 11", "red 4", "red 5", "red 6")
OTHER = cards("orange 12", "orange 1", "orange 2", "orange 3")


def caught() -> Sitting:
    """Mary has not followed in trick 1, and trick 2 shows it."""
    return Sitting(rounds=2).predicted().play(MISSED, SHOWN)


def at_the_end() -> Sitting:
    """The same with the round's last trick: Chris leads and takes them all."""
    return Sitting(rounds=2).predicted().play(MISSED).emptied(13).play(SHOWN)


def told(sitting: Sitting) -> list[tuple[str, str, int, int]]:
    return [
        (one.seat, one.suit, one.missed.number, one.shown.number)
        for one in SluffOffScreen(sitting.book, None, False).proofs
    ]


def test_both_tricks_are_told_card_by_card() -> None:
    [proof] = SluffOffScreen(caught().book, None, False).proofs
    assert (proof.seat, proof.suit) == ("Mary", "red")
    assert proof.missed.cards == (("Chris", "red 12"), ("Mary", "green 1"), ("Katie", "red 2"), ("Cory", "red 3"))
    assert isinstance(proof.missed, ColoredTrickView)
    assert (proof.missed.led, proof.missed.winner) == ("red", "Chris")
    assert proof.shown.cards == (("Chris", "red 11"), ("Mary", "red 4"), ("Katie", "red 5"), ("Cory", "red 6"))
    assert str(proof.text).startswith("Mary did not follow in trick 1 of round 1, and trick 2 shows")


def test_two_revokes_in_one_trick_are_both_told() -> None:
    first = cards("red 12", "green 1", "purple 1", "red 3")
    sitting = Sitting().predicted().play(first, cards("orange 12", "red 5", "red 6", "orange 1"))
    assert told(sitting) == [("Mary", "red", 1, 2), ("Katie", "red", 1, 2)]


NEWS = [
    pytest.param(caught(), id="at once"),
    pytest.param(caught().play(points("Mary", 5)), id="after the table has ruled"),
    pytest.param(at_the_end(), id="the round's last trick"),
    pytest.param(at_the_end().play(points("Mary", 5)), id="ruled on after the round"),
]


@pytest.mark.parametrize("sitting", NEWS)
def test_it_is_news(sitting: Sitting) -> None:
    assert len(told(sitting)) == 1


def owing() -> Sitting:
    """Chris turns in red for trick 1; in trick 15 he owes another one."""
    sitting = Sitting(rounds=2).predicted(Chris="red red").play(MISSED, turn_in("Chris", "red"))
    return sitting.play(*(trick("Chris", "green") for _ in range(13)), SHOWN)


def test_it_stays_news_while_the_last_trick_is_settled() -> None:
    assert owing().book.state.phase == "turn-in"
    for settled in (owing(), owing().play(turn_in("Chris", "red")), owing().play(miss("Chris"))):
        assert told(settled) == [("Mary", "red", 1, 15)]
    assert owing().play(miss("Chris")).book.state.phase == "prediction"


OLD = [
    pytest.param(Sitting(), id="nothing played"),
    pytest.param(Sitting().predicted().play(MISSED), id="nothing shown"),
    pytest.param(caught().play(OTHER), id="the next trick"),
    pytest.param(caught().play(trick("Mary", "green")), id="the next trick without cards"),
    pytest.param(caught().play(UNDO), id="taken back"),
    pytest.param(at_the_end().play(take("Mary", "red")), id="the next prediction"),
    pytest.param(at_the_end().play(done("Mary")), id="the next prediction of nothing"),
]


@pytest.mark.parametrize("sitting", OLD)
def test_it_is_news_no_more(sitting: Sitting) -> None:
    assert told(sitting) == []


def test_the_report_keeps_it_with_the_same_keys() -> None:
    found = at_the_end().play(done("Mary")).report["irregularities"]
    assert found == [{"kind": "revoke", "seat": "Mary", "round": 1, "trick": 1, "shown_in": 15}]


@pytest.mark.parametrize(
    ("sitting", "is_open"),
    [
        pytest.param(caught(), True, id="between tricks"),
        pytest.param(owing(), False, id="a token is owed"),
        pytest.param(at_the_end(), True, id="after the round"),
        pytest.param(Sitting(rounds=1).predicted().play(MISSED).emptied(13).play(SHOWN), False, id="the game is over"),
    ],
)
def test_the_desk_tells_it_and_whether_the_table_may_rule_now(sitting: Sitting, is_open: bool) -> None:
    screen = SluffOffScreen(sitting.book, None, True)
    assert [str(text) for text in screen.found] == [str(proof.text) for proof in screen.proofs]
    assert len(screen.proofs) == 1
    assert screen.ruling_open is is_open
