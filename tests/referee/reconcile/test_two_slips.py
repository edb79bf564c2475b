"""Two slips: two entries exchanged, two at once, and how many pairs are tried and told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.counts import holdings
from companion.referee.reconcile.slip_search import SearchResult, Task
from tests.games.sluff_off.sitting import (
    Plain,
    done,
    give,
    take,
    trick,
    turn_in,
)
from tests.referee.reconcile.slips import TAKEN, asked, book, first
from tests.referee.reconcile.tables import found, lines, put_right

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


@pytest.mark.unmeasured
@pytest.mark.parametrize("which", TRICKS)
def test_two_winners_exchanged(which: str) -> None:
    entered, happened = ([*TAKEN, *tricks, trick("Katie", "red")] for tricks in TRICKS[which])
    answer, right = asked(entered, happened, 2)
    stands = book(entered)
    same = [
        explanation
        for explanation in answer.explanations
        for spot in explanation.spots
        if put_right(stands, spot.edits).state == right.state
    ]
    assert same
    assert same[0].kinds == ("order",), [one.kinds for one in answer.explanations]


def test_an_exchange_that_cannot_be() -> None:
    # Chris would have no black token to give away before the second trick.
    moves = [*TAKEN, trick("Chris", "green"), give("black", "Chris", "Cory"), trick("Mary", "red")]
    counted = holdings(book(moves).report())
    counted["Mary"]["black"], counted["centre"]["black"] = 1, 4
    stands = book(moves)
    assert isinstance(found(Task(stands.header, lines(stands), counted)), SearchResult)


def test_two_entries_in_the_wrong_order() -> None:
    # With one black left it matters who came first.
    first_two = [trick("Chris", "purple"), trick("Mary", "purple")]
    second_two = list(reversed(first_two))
    moves = [done("Chris"), done("Mary"), done("Katie"), done("Cory")]
    wrong = book([*moves, *first_two], supply={"black": 1})
    right = book([*moves, *second_two], supply={"black": 1})
    answer = found(Task(wrong.header, lines(wrong), holdings(right.report())))
    assert ("seat",) in [one.kinds for one in answer.explanations]


@pytest.mark.unmeasured
def test_two_slips_together() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Chris", "red"), turn_in("Chris", "red")]
    happened = [
        *TAKEN,
        trick("Mary", "green"),
        turn_in("Mary", "white"),
        trick("Chris", "blue"),
        turn_in("Chris", "blue"),
    ]
    assert asked(entered, happened)[0].explanations == ()
    explanation = first(entered, happened, 2)
    assert explanation.kinds == ("value", "fields")


def test_the_same_slip_twice() -> None:
    happened = [take("Chris", "red"), take("Chris", "red"), done("Chris"), done("Mary")]
    explanation = first(happened[2:], happened, 2)
    assert explanation.kinds == ("forgotten", "forgotten")
    assert len(explanation.edits) == 2


def test_a_later_entry_that_was_made_to_fit() -> None:
    # Mary turned in white for trick 1. The book has green, and so it has white for trick 2, which cost her a black.
    first_trick, second = trick("Mary", "green"), trick("Mary", "purple")
    entered = [*TAKEN, first_trick, turn_in("Mary", "green"), trick("Katie", "red"), second, turn_in("Mary", "white")]
    happened = [*TAKEN, first_trick, turn_in("Mary", "white"), trick("Katie", "red"), second]
    answer, right = asked([*entered, trick("Katie", "red")], [*happened, trick("Katie", "red")], 2)
    explanation = next(one for one in answer.explanations if one.kinds == ("value", "follows"))
    assert answer.explanations.index(explanation) < 3
    assert [(edit.do, edit.entry, edit.fell) for edit in explanation.edits] == [
        ("change", "17", None),
        ("remove", "20", "not-now"),
    ]
    assert put_right(book([*entered, trick("Katie", "red")]), explanation.edits).state == right.state


def two_slips() -> tuple[list[Plain], list[Plain]]:
    colors = ["green", "blue"], ["white", "blue"]
    entered, happened = ([trick("Mary", "green"), turn_in("Mary", color)] for color, _ in colors)
    return (
        [*TAKEN, *entered, trick("Chris", "red", "blue"), turn_in("Chris", "red")],
        [*TAKEN, *happened, trick("Chris", "red", "blue"), turn_in("Chris", "blue")],
    )


def test_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    many, _ = asked(*two_slips(), 2)
    assert len(many.explanations) > 1
    assert many.explanations[0].kinds == ("value", "value")
    with monkeypatch.context() as patch:
        patch.setattr("companion.referee.reconcile.slip_search.MOST_FOUND", 1)
        few, _ = asked(*two_slips(), 2)
        assert few.explanations == many.explanations[:1]
        assert len(asked([*TAKEN, trick("Chris", "green")], TAKEN)[0].explanations) == 1
    monkeypatch.setattr("companion.referee.reconcile.slip_search.TRIES_A_PAIR", 0)
    assert all(one.kinds[1] == "follows" for one in asked(*two_slips(), 2)[0].explanations)


def test_two_even_where_one_explains_it() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "white")]
    wrong, right = book(entered), book(happened)
    task = Task(wrong.header, lines(wrong), holdings(right.report()), changes=2)
    assert all(len(one.kinds) == 1 for one in found(task).explanations)
    more = found(replace(task, further=True)).explanations
    assert more
    assert all(len(one.kinds) == 2 for one in more)
