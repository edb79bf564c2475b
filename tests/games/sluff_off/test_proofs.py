"""What went against the rules stays until it is ruled on; a revoke is told with both tricks, and is news at first."""

from __future__ import annotations

import pytest

from companion.games import findings
from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.sluff_off.page import ColoredTrickView, SluffOffPage
from tests.games.comings import leave, rename
from tests.games.sluff_off.sitting import UNDO, Sitting, cards, done, give, miss, points, take, trick, turn_in

MISSED = cards("red 12", "green 1", "red 2", "red 3")
SHOWN = cards("red 11", "red 4", "red 5", "red 6")
OTHER = cards("orange 12", "orange 1", "orange 2", "orange 3")


def caught() -> Sitting:
    """Mary has not followed in trick 1, and trick 2 shows it."""
    return Sitting(rounds=2).predicted().play(MISSED, SHOWN)


def at_the_end() -> Sitting:
    """The same with the round's last trick: Chris leads and takes them all."""
    return Sitting(rounds=2).predicted().play(MISSED).emptied(13).play(SHOWN)


def told(sitting: Sitting) -> list[tuple[str, int, int]]:
    found = SluffOffPage(sitting.book, "", {}).findings
    return [(one.seat, one.missed.number, one.shown.number) for one in found if one.rule == "revoke"]


def open_(sitting: Sitting) -> list[tuple[str, str]]:
    """Who did what, in short."""
    return [(one.seat, str(one.reason)) for one in SluffOffPage(sitting.book, "", {}).findings]


def test_both_tricks_are_told_card_by_card() -> None:
    [proof] = SluffOffPage(caught().book, "", {}).findings
    assert (proof.seat, proof.rule, str(proof.reason)) == ("Mary", "revoke", "Revoke in trick 1")
    assert [(seat, card.name) for seat, card in proof.missed.cards] == [
        ("Chris", "red 12"), ("Mary", "green 1"), ("Katie", "red 2"), ("Cory", "red 3"),
    ]  # fmt: skip
    assert (proof.missed.cards[0][1].suit, proof.missed.cards[0][1].rank) == ("red", "12")
    assert isinstance(proof.missed, ColoredTrickView)
    assert (proof.missed.led, proof.missed.winner) == ("red", "Chris")
    assert [card.name for _, card in proof.shown.cards] == ["red 11", "red 4", "red 5", "red 6"]
    assert str(proof.text).startswith("Mary did not follow in trick 1 of round 1, and trick 2 shows")


def test_two_revokes_in_one_trick_are_both_told() -> None:
    first = cards("red 12", "green 1", "purple 1", "red 3")
    sitting = Sitting().predicted().play(first, cards("orange 12", "red 5", "red 6", "orange 1"))
    assert told(sitting) == [("Mary", 1, 2), ("Katie", 1, 2)]


@pytest.mark.parametrize("sitting", [caught(), at_the_end()], ids=["at once", "the round's last trick"])
def test_it_is_news(sitting: Sitting) -> None:
    assert len(SluffOffPage(sitting.book, "", {}).news) == 1


def owing() -> Sitting:
    """Chris turns in red for trick 1; in trick 15 he owes another one."""
    sitting = Sitting(rounds=2).predicted(Chris="red red").play(MISSED, turn_in("Chris", "red"))
    return sitting.play(*(trick("Chris", "green") for _ in range(13)), SHOWN)


def test_it_stays_news_while_the_last_trick_is_settled() -> None:
    assert owing().book.state.phase == "turn-in"
    for settled in (owing(), owing().play(turn_in("Chris", "red")), owing().play(miss("Chris"))):
        assert told(settled) == [("Mary", 1, 15)]
        assert len(SluffOffPage(settled.book, "", {}).news) == 1
    assert owing().play(miss("Chris")).book.state.phase == "prediction"


OPEN = [
    pytest.param(caught().play(OTHER), id="the next trick"),
    pytest.param(caught().play(points("Katie", 5)), id="a ruling about somebody else"),
    pytest.param(at_the_end().play(take("Mary", "red")), id="the next prediction"),
    pytest.param(caught().play(points("Mary", 5), UNDO), id="the ruling was taken back"),
]


@pytest.mark.parametrize("sitting", OPEN)
def test_it_stays_until_it_is_ruled_on(sitting: Sitting) -> None:
    assert open_(sitting) == [("Mary", "Revoke in trick 1")]


OVER = [
    pytest.param(Sitting(), id="nothing played"),
    pytest.param(Sitting().predicted().play(MISSED), id="nothing shown"),
    pytest.param(caught().play(UNDO), id="taken back"),
    pytest.param(caught().play(points("Mary", 5)), id="points"),
    pytest.param(caught().play(OTHER, trick("Mary", "green"), points("Mary", 5)), id="points, later"),
    pytest.param(at_the_end().play(done("Mary"), points("Mary", 5)), id="points in the next round"),
    pytest.param(caught().play(give("black", "centre", "Mary")), id="a token to Mary"),
]


@pytest.mark.parametrize("sitting", OVER)
def test_nothing_is_left_to_rule_on(sitting: Sitting) -> None:
    assert (open_(sitting), SluffOffPage(sitting.book, "", {}).news) == ([], ())


def test_missed_turn_ins_stay_too_in_the_order_in_which_they_came() -> None:
    sitting = Sitting().predicted(Chris="red", Mary="green").play(trick("Chris", "red"), miss("Chris"))
    assert open_(sitting) == [("Chris", "Forgot to turn in for trick 1")]
    sitting.play(trick("Mary", "green"), miss("Mary"), trick("Chris", "red"), miss("Chris"))
    assert [seat for seat, _ in open_(sitting)] == ["Chris", "Mary", "Chris"]
    page = SluffOffPage(sitting.book, "", {})
    assert str(page.findings[2].text).startswith("Chris forgot to turn in for trick 3 of round 1. The token stays")
    assert [dict(one.remedy) for one in page.findings[:2]] == [
        {"from": "Chris", "to": "centre", "color": "red"},
        {"from": "Mary", "to": "centre", "color": "green"},
    ]
    assert page.news == ()
    assert open_(sitting.play(give("red", "Chris", "centre"))) == [("Mary", "Forgot to turn in for trick 2")]


def test_it_goes_with_its_seat() -> None:
    sitting = caught().play(rename("Chris", "Kit"), rename("Mary", "Mia"))
    assert [seat for seat, _ in open_(sitting)] == ["Mia"]
    assert open_(sitting.emptied(13, "Kit").play(leave("Mia"))) == []


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
    page = SluffOffPage(sitting.book, "", {})
    assert [str(text) for text in page.news] == [str(proof.text) for proof in page.findings if proof.shown]
    assert page.ruling_open is is_open


def test_after_a_tap_that_tap_alone_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, looked = caught(), list[int]()
    findings_in = SluffOffPage.findings_in

    def counted(page: SluffOffPage, book: Book) -> tuple[Finding, ...]:
        looked.append(book.accepted)
        return findings_in(page, book)

    monkeypatch.setattr(SluffOffPage, "findings_in", counted)
    assert told(sitting) == [("Mary", 1, 2)]
    assert len(looked) == sitting.book.accepted
    looked.clear()
    assert told(sitting) == [("Mary", 1, 2)]
    assert looked == []
    after = sitting.play(OTHER)
    assert told(after) == [("Mary", 1, 2)]
    assert looked == [after.book.accepted]


def test_no_more_is_kept_than_for_the_books_asked_about_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "KEPT", 2)
    for sitting in (caught(), at_the_end(), caught()):
        assert told(sitting)[0][0] == "Mary"
    assert len(findings._KNOWN) == 2
