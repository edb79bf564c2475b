"""One slip, by name: what was entered, what lies on the table, and what the referee says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.game import Game
from companion.games.sluff_off.game import SluffOff
from companion.referee.counts import Axes, Difference, differences, holdings, minus
from companion.referee.reconcile import Reconciled, reconcile
from tests.games.comings import rename
from tests.games.sluff_off.sitting import (
    Plain,
    cards,
    done,
    give,
    miss,
    trick,
    turn_in,
)
from tests.referee.reconcile.slips import TAKEN, asked, book, first, said
from tests.referee.reconcile.tables import lines, put_right


def test_nothing_differs() -> None:
    answer, _ = asked(TAKEN, TAKEN)
    assert answer == Reconciled(())


def test_where_they_differ() -> None:
    answer, _ = asked(TAKEN, [*TAKEN, trick("Chris", "red"), turn_in("Chris", "red")])
    assert answer.differences == (Difference("centre", "red", 0, 1), Difference("Chris", "red", 2, 1))


def test_what_was_not_counted_lies_as_the_book_has_it() -> None:
    by_book = holdings(book(TAKEN).report())
    assert differences(by_book, {"Chris": {"red": 1}}) == (Difference("Chris", "red", 2, 1),)
    axes = Axes(by_book)
    assert minus(axes.merged(by_book, {}), axes.vector(by_book)) == (0,) * 35


def test_a_name_that_was_changed_and_changed_back_is_one_place() -> None:
    entered = [*TAKEN, trick("Mary", "green"), rename("Mary", "Mia"), rename("Mia", "Mary"), turn_in("Mary", "green")]
    happened = [*entered[:-1], turn_in("Mary", "white")]
    assert said(first(entered, happened)) == [
        f"Entry {len(entered)}: not \u201cMary turned in green\u201d but \u201cMary turned in white\u201d."
    ]


def test_one_sort_of_thing_a_place_has_no_name() -> None:
    bare = replace(book(TAKEN).report(), holdings={"Ann": 3, "pile": 0})
    assert holdings(bare) == {"Ann": {"": 3}, "pile": {"": 0}}


CHRIS = [trick("Chris", "red"), turn_in("Chris", "red")]
MARY = [trick("Mary", "green"), turn_in("Mary", "green")]
LAST = trick("Katie", "red")
BY_CARDS = [
    cards("green 1", "green 9", "green 2", "green 3"), turn_in("Mary", "green"),
    cards("red 5", "red 9", "red 1", "red 2"), cards("purple 4", "purple 1", "purple 2", "purple 3"),
]  # fmt: skip
WHITE = turn_in("Mary", "white")
OWED = "turn-in-before-next-trick"
Edits = list[tuple[str, str | None, str | None]]
"""What is done, to which entry, and the rule by which it would fall otherwise."""

SLIPS: dict[str, tuple[list[Plain], list[Plain], str, Edits]] = {
    # what was entered after entry 15, what happened, the kind of slip, the edits
    "a turn-in of the other colour": ([*MARY, LAST], [MARY[0], WHITE, LAST], "value", [("change", "17", None)]),
    "beside recorded cards": (BY_CARDS, [BY_CARDS[0], WHITE, *BY_CARDS[2:]], "value", [("change", "17", None)]),
    "the winner, and the turn-in that follows": (
        [trick("Mary", "blue"), turn_in("Mary", "blue"), LAST],
        [trick("Chris", "blue"), turn_in("Chris", "blue"), LAST],
        "seat", [("change", "16", None), ("change", "17", "turn-in-by-winner")],
    ),
    "the winner, whose turn-in goes": (
        [*MARY, LAST], [trick("Chris", "green"), LAST], "seat", [("change", "16", None), ("remove", "17", "not-now")],
    ),
    "the winner, who should have turned in": (
        [trick("Chris", "green"), LAST], [*MARY, LAST], "seat", [("change", "16", None), ("insert", "17", OWED)],
    ),
    "a forgotten trick with its turn-in": ([LAST], [*MARY, LAST], "forgotten", [("insert", None, None),
                                                                           ("insert", None, None)]),
    "a ruling for the wrong seat": (
        [give("green", "centre", "Mary")], [give("green", "centre", "Cory")], "seat", [("change", "16", None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("entered", "happened", "kind", "edits"), SLIPS.values(), ids=SLIPS)
def test_the_slip_comes_first(entered: list[Plain], happened: list[Plain], kind: str, edits: Edits) -> None:
    explanation = first([*TAKEN, *entered], [*TAKEN, *happened])
    assert explanation.kind == kind
    assert [(edit.do, edit.entry, edit.fell) for edit in explanation.edits] == edits


@pytest.mark.parametrize(
    ("entered", "happened", "says"),
    [
        ([*TAKEN, *MARY, LAST], [*TAKEN, MARY[0], WHITE, LAST],
         ["Entry 17: not \u201cMary turned in green\u201d but \u201cMary turned in white\u201d."]),
        ([*TAKEN[:2], *TAKEN[3:]], TAKEN, ["Left out before entry 3: \u201cChris took blue from the centre\u201d."]),
        ([*TAKEN[:-2], TAKEN[-1]], TAKEN,
         ["Left out before entry 14: \u201cCory took red from Mary. Mary gets a white token\u201d."]),
        ([*TAKEN, trick("Mary", "blue"), turn_in("Mary", "blue"), LAST],
         [*TAKEN, trick("Chris", "blue"), turn_in("Chris", "blue"), LAST],
         ["Entry 16: not \u201cMary won a blue trick\u201d but \u201cChris won a blue trick\u201d.",
          "Entry 17: not \u201cMary turned in blue\u201d but \u201cChris turned in blue\u201d."]),
    ],
    ids=["another value", "a forgotten token", "a forgotten steal", "two entries"],
)  # fmt: skip
def test_the_slip_is_told_in_words(entered: list[Plain], happened: list[Plain], says: list[str]) -> None:
    assert said(first(entered, happened)) == says


def test_what_was_forgotten_may_have_come_before_the_last_trick_or_after_it() -> None:
    explanation = first([*TAKEN, LAST], [*TAKEN, *MARY, LAST])
    assert said(explanation)[0] == "Left out at the end: \u201cMary won a green trick\u201d."
    assert [spot.edits[0].entry for spot in explanation.spots] == [None, "16"]
    assert [edit.fell for edit in explanation.spots[1].edits] == [None, OWED]


def test_two_takes_in_another_order_are_one_place() -> None:
    assert len(first([*TAKEN[:2], *TAKEN[3:]], TAKEN).spots) == 1


def test_entered_twice() -> None:
    answer, _ = asked([*TAKEN, *CHRIS, *CHRIS, LAST], [*TAKEN, *CHRIS, LAST])
    twice = next(one for one in answer.explanations if one.kind == "twice")
    assert [edit.do for edit in twice.edits] == ["remove", "remove"]
    assert said(twice)[0] == "Entry 18 should not be there: \u201cChris won a red trick\u201d."


@pytest.mark.parametrize(
    ("moves", "changed", "says"),
    [
        pytest.param(
            [*TAKEN, trick("Chris", "green")],
            {"Chris": {"black": 0}, "centre": {"black": 6}},
            "Entry 16, \u201cChris won a green trick. Chris takes a black token\u201d",
            id="a missed black",
        ),
        pytest.param(
            TAKEN,
            {"Mary": {"white": 0}, "centre": {"white": 4}},
            "Entry 14, \u201cCory took red from Mary. Mary gets a white token\u201d",
            id="a steal without its white",
        ),
    ],
)
def test_what_an_entry_brings_was_not_done(moves: list[Plain], changed: dict[str, dict[str, int]], says: str) -> None:
    wrong = book(moves)
    by_book = holdings(wrong.report())
    counted = {place: {**pile, **changed.get(place, {})} for place, pile in by_book.items()}
    answer = reconcile(wrong.header, lines(wrong), counted)
    undone = next(one for one in answer.explanations if one.kind == "undone")
    assert answer.explanations.index(undone) < 3
    assert said(undone) == [f"{says}, was not fully done on the table."]
    assert holdings(put_right(wrong, undone.edits).report()) == counted


def test_a_game_without_such_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Chris", "green")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green")]
    assert "undone" in [one.kind for one in asked(entered, happened)[0].explanations]
    monkeypatch.setattr(SluffOff, "rulings_for", Game.rulings_for)
    assert "undone" not in [one.kind for one in asked(entered, happened)[0].explanations]


def test_a_kind_of_move_that_was_meant() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), miss("Mary"), trick("Katie", "red")]
    assert "kind" in [one.kind for one in asked(entered, happened)[0].explanations]


TRICKS = {
    # Who won first, who won second, and what each did for it.
    "both turn in": (
        [trick("Chris", "red"), turn_in("Chris", "red"), trick("Mary", "blue"), turn_in("Mary", "blue")],
        [trick("Mary", "red"), turn_in("Mary", "white"), trick("Chris", "blue"), turn_in("Chris", "blue")],
    ),
    "side by side": (
        [trick("Mary", "purple", "blue"), turn_in("Mary", "white"), trick("Chris", "green"), trick("Cory", "purple")],
        [
            *(trick("Chris", "purple", "blue"), turn_in("Chris", "blue")),
            *(trick("Mary", "green"), turn_in("Mary", "green"), trick("Cory", "purple")),
        ],
    ),
    "the first turns in only now": (
        [trick("Chris", "green"), trick("Mary", "red"), turn_in("Mary", "white")],
        [trick("Mary", "green"), turn_in("Mary", "green"), trick("Chris", "red"), turn_in("Chris", "red")],
    ),
    "with a ruling between": (
        [trick("Chris", "green"), give("black", "centre", "Cory"), trick("Mary", "red"), turn_in("Mary", "white")],
        [
            *(trick("Mary", "green"), turn_in("Mary", "green"), give("black", "centre", "Cory")),
            *(trick("Chris", "red"), turn_in("Chris", "red")),
        ],
    ),
}


@pytest.mark.parametrize("which", TRICKS)
def test_two_winners_exchanged(which: str) -> None:
    entered, happened = ([*TAKEN, *tricks, trick("Katie", "red")] for tricks in TRICKS[which])
    answer, right = asked(entered, happened)
    stands = book(entered)
    same = [
        explanation
        for explanation in answer.explanations
        for spot in explanation.spots
        if put_right(stands, spot.edits).state == right.state
    ]
    assert same
    assert same[0].kind == "order", [one.kind for one in answer.explanations]


def test_an_exchange_that_cannot_be() -> None:
    # Chris would have no black token to give away before the second trick.
    moves = [*TAKEN, trick("Chris", "green"), give("black", "Chris", "Cory"), trick("Mary", "red")]
    counted = holdings(book(moves).report())
    counted["Mary"]["black"], counted["centre"]["black"] = 1, 4
    stands = book(moves)
    assert all(one.kind != "order" for one in reconcile(stands.header, lines(stands), counted).explanations)


def test_two_entries_in_the_wrong_order() -> None:
    # With one black left it matters who came first.
    first_two = [trick("Chris", "purple"), trick("Mary", "purple")]
    second_two = list(reversed(first_two))
    moves = [done("Chris"), done("Mary"), done("Katie"), done("Cory")]
    wrong = book([*moves, *first_two], supply={"black": 1})
    right = book([*moves, *second_two], supply={"black": 1})
    answer = reconcile(wrong.header, lines(wrong), holdings(right.report()))
    assert "seat" in [one.kind for one in answer.explanations]


def test_two_slips_together_are_explained_by_nothing() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Chris", "red"), turn_in("Chris", "red")]
    happened = [
        *TAKEN,
        trick("Mary", "green"),
        turn_in("Mary", "white"),
        trick("Chris", "blue"),
        turn_in("Chris", "blue"),
    ]
    assert asked(entered, happened)[0].explanations == ()


def test_no_more_explanations_than_people_would_read(monkeypatch: pytest.MonkeyPatch) -> None:
    many, _ = asked([*TAKEN, trick("Chris", "green")], TAKEN)
    assert len(many.explanations) > 1
    monkeypatch.setattr("companion.referee.reconcile.MOST_EXPLANATIONS", 1)
    few, _ = asked([*TAKEN, trick("Chris", "green")], TAKEN)
    assert few.explanations == many.explanations[:1]


def test_a_long_search_ends_with_the_latest_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = [*TAKEN[:2], *TAKEN[3:]]
    assert said(first(entered, TAKEN))
    monkeypatch.setattr("companion.referee.reconcile.MOST_JUDGED", 1)
    assert asked(entered, TAKEN)[0].explanations == ()
