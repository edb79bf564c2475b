"""One slip, by name: what was entered, what lies on the table, and what the referee says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.book import Book
from companion.games.game import Game
from companion.games.sluff_off import SluffOff
from companion.games.sluff_off.moves import TokenRuling
from companion.games.transcript import read_header
from companion.referee.counts import Axes, Difference, differences, holdings, minus
from companion.referee.reconcile.simulation import Op, Simulation
from companion.referee.reconcile.slip_search import SearchResult, Task
from companion.referee.reconcile.slips import _values
from companion.referee.reconcile.wording import Explanation
from tests.games.sluff_off.sitting import (
    Plain,
    Sitting,
    cards,
    done,
    give,
    header,
    miss,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
)
from tests.referee import toys
from tests.referee.reconcile.tables import found, lines, played, put_right

TAKEN = [
    *(take("Chris", color) for color in ("red", "red", "blue")),
    done("Chris"),
    *(take("Mary", color) for color in ("red", "blue", "green")),
    done("Mary"),
    sluffer("Katie"),
    *(take("Cory", color) for color in ("blue", "blue", "blue", "orange")),
    steal("Cory", "red", "Mary"),
    done("Cory"),
]


def book(moves: list[Plain], **options: Any) -> Book:
    stands = played(read_header(header(4, **options)), moves)
    assert stands is not None
    return stands


def asked(entered: list[Plain], happened: list[Plain], changes: int = 1) -> tuple[SearchResult, Book]:
    """What is found for a book of one course of things and the cardboard of another."""
    wrong, right = book(entered), book(happened)
    answer = found(Task(wrong.header, lines(wrong), holdings(right.report()), changes=changes))
    for explanation in answer.explanations:
        for spot in explanation.spots:
            assert dict(put_right(wrong, spot.edits).report().holdings) == dict(right.report().holdings)
    return answer, right


def first(entered: list[Plain], happened: list[Plain], changes: int = 1) -> Explanation:
    return asked(entered, happened, changes)[0].explanations[0]


def said(explanation: Explanation) -> list[str]:
    return [str(text) for text in explanation.says]


def test_nothing_differs() -> None:
    answer, _ = asked(TAKEN, TAKEN)
    assert answer == SearchResult((), (), 1)


def test_where_they_differ() -> None:
    answer, _ = asked(TAKEN, [*TAKEN, trick("Chris", "red"), turn_in("Chris", "red")])
    assert answer.differences == (Difference("centre", "red", 0, 1), Difference("Chris", "red", 2, 1))


def test_what_was_not_counted_lies_as_the_book_has_it() -> None:
    by_book = holdings(book(TAKEN).report())
    assert differences(by_book, {"Chris": {"red": 1}}) == (Difference("Chris", "red", 2, 1),)
    axes = Axes(by_book)
    assert minus(axes.merged(by_book, {}), axes.vector(by_book)) == (0,) * 35


def test_one_sort_of_thing_a_place_has_no_name() -> None:
    bare = replace(book(TAKEN).report(), holdings={"Ann": 3, "pile": 0})
    assert holdings(bare) == {"Ann": {"": 3}, "pile": {"": 0}}


def test_turn_in_of_the_other_colour() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "white"), trick("Katie", "red")]
    explanation = first(entered, happened)
    assert explanation.kinds == ("value",)
    assert said(explanation) == ["Entry 17: not \u201cMary turned in green\u201d but \u201cMary turned in white\u201d."]
    assert [edit.plain() for edit in explanation.edits] == [
        {"do": "change", "entry": "17", "move": turn_in("Mary", "white")}
    ]


def test_wrong_winner_with_the_turn_in_that_follows() -> None:
    entered = [*TAKEN, trick("Mary", "blue"), turn_in("Mary", "blue"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Chris", "blue"), turn_in("Chris", "blue"), trick("Katie", "red")]
    explanation = first(entered, happened)
    assert explanation.kinds == ("seat",)
    assert [(edit.entry, edit.fell) for edit in explanation.edits] == [("16", None), ("17", "turn-in-by-winner")]
    assert said(explanation) == [
        "Entry 16: not \u201cMary won a blue trick\u201d but \u201cChris won a blue trick\u201d.",
        "Entry 17: not \u201cMary turned in blue\u201d but \u201cChris turned in blue\u201d.",
    ]


def test_wrong_winner_whose_turn_in_goes() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Chris", "green"), trick("Katie", "red")]
    explanation = first(entered, happened)
    assert [(edit.do, edit.fell) for edit in explanation.edits] == [("change", None), ("remove", "not-now")]


def test_wrong_winner_who_should_have_turned_in() -> None:
    entered = [*TAKEN, trick("Chris", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    explanation = first(entered, happened)
    assert [(edit.do, edit.fell) for edit in explanation.edits] == [
        ("change", None),
        ("insert", "turn-in-before-next-trick"),
    ]


def test_forgotten_trick_with_its_turn_in() -> None:
    entered = [*TAKEN, trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    explanation = first(entered, happened)
    assert explanation.kinds == ("forgotten",)
    assert said(explanation)[0] == "Left out at the end: \u201cMary won a green trick\u201d."
    # Before the other trick or after it: the cardboard cannot tell.
    assert [spot.edits[0].entry for spot in explanation.spots] == [None, "16"]
    assert [edit.fell for edit in explanation.spots[1].edits] == [None, "turn-in-before-next-trick"]


def test_forgotten_take_and_steal() -> None:
    assert said(first([*TAKEN[:2], *TAKEN[3:]], TAKEN)) == [
        "Left out before entry 3: \u201cChris took blue from the centre\u201d."
    ]
    assert said(first([*TAKEN[:-2], TAKEN[-1]], TAKEN)) == [
        "Left out before entry 14: \u201cCory took red from Mary. Mary gets a white token\u201d."
    ]


def test_two_takes_in_another_order_are_one_place() -> None:
    assert len(first([*TAKEN[:2], *TAKEN[3:]], TAKEN).spots) == 1


def test_entered_twice() -> None:
    chris = [trick("Chris", "red"), turn_in("Chris", "red")]
    answer, _ = asked([*TAKEN, *chris, *chris, trick("Katie", "red")], [*TAKEN, *chris, trick("Katie", "red")])
    twice = next(one for one in answer.explanations if one.kinds == ("twice",))
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
    answer = found(Task(wrong.header, lines(wrong), counted))
    undone = next(one for one in answer.explanations if one.kinds == ("undone",))
    assert answer.explanations.index(undone) < 3
    assert said(undone) == [f"{says}, was not fully done on the table."]
    assert holdings(put_right(wrong, undone.edits).report()) == counted


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


def test_edits_that_do_not_stand() -> None:
    simulation = Simulation(book(TAKEN).game, book(TAKEN).header, book(TAKEN).moves())
    assert simulation.edited([Op(0, "remove")]) is None  # Cory could not steal red while it lies in the centre
    run = simulation.edited([Op(15, "insert", book([*TAKEN, trick("Mary", "red")]).moves()[-1])])
    assert run is not None
    assert [step.move.kind() for step in run.steps] == ["trick"]


@pytest.mark.unmeasured
def test_a_game_that_does_not_tell_its_essence(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "white"), trick("Katie", "red")]
    told, _ = asked(entered, happened)
    monkeypatch.setattr(SluffOff, "essence", Game.essence)
    assert asked(entered, happened)[0] == told


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


def test_a_game_without_such_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Chris", "green")]
    happened = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green")]
    assert ("undone",) in [one.kinds for one in asked(entered, happened)[0].explanations]
    monkeypatch.setattr(SluffOff, "correction", Game.correction)
    assert ("undone",) not in [one.kinds for one in asked(entered, happened)[0].explanations]


def test_a_kind_of_move_that_was_meant() -> None:
    entered = [*TAKEN, trick("Mary", "green"), turn_in("Mary", "green"), trick("Katie", "red")]
    happened = [*TAKEN, trick("Mary", "green"), miss("Mary"), trick("Katie", "red")]
    assert ("kind",) in [one.kinds for one in asked(entered, happened)[0].explanations]


def whole_round() -> list[Plain]:
    """Fifteen tricks: Chris can turn in three times."""
    chris = [trick("Chris", "red"), turn_in("Chris", "red")] * 2 + [trick("Chris", "blue"), turn_in("Chris", "blue")]
    return [*TAKEN, *[trick("Katie", "green")] * 12, *chris]


@pytest.mark.unmeasured
def test_before_a_round_was_put_away() -> None:
    moves = whole_round()
    over = book(moves)
    assert len(over.report().rounds) == 1
    before = book(moves[:-1])
    counted = holdings(before.report())
    counted["Cory"]["orange"] += 1
    counted["centre"]["orange"] -= 1
    answer = found(Task(over.header, lines(over), counted, upto=len(moves) - 1))
    assert answer.explanations
    # What is forgotten last comes before the entry that was left aside.
    forgotten = [one for one in answer.explanations if one.kinds == ("forgotten",)]
    assert forgotten
    assert all(edit.entry is not None for one in answer.explanations for edit in one.edits)


def test_the_running_round_first_then_the_whole_game() -> None:
    # In a new round nothing has been entered; what was counted can be explained by no entry of the round before.
    over = book(whole_round())
    counted = holdings(over.report())
    counted["Chris"]["red"] += 2
    counted["centre"]["red"] -= 2
    assert found(Task(over.header, lines(over), counted)).explanations == ()
    assert found(Task(over.header, lines(over), counted, changes=2)).explanations == ()


def test_nothing_explains_what_is_not_the_box() -> None:
    stands = book(TAKEN)
    counted = holdings(stands.report())
    counted["Chris"]["red"] += 1
    assert found(Task(stands.header, lines(stands), counted, changes=2)).explanations == ()


def test_other_values_of_an_entry() -> None:
    move = TokenRuling.model_validate(give("red", "centre", "Mary"))
    places = ("centre", "Chris", "Mary")
    assert list(_values(move, "count", 1, places)) == [0, 2]
    assert list(_values(move, "open", True, places)) == [False]
    assert list(_values(move, "to", "Mary", places)) == ["centre", "Chris"]
    others = ["blue", "green", "orange", "purple", "yellow", "white", "black"]
    assert list(_values(move, "color", "red", places)) == others
    assert list(_values(move, "reason", "so", places)) == []
    assert list(_values(move, "cards", ["red 1"], places)) == []


def test_any_game_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.referee.reconcile.slip_search.GAMES", {"toy": toys.TOY})
    stands = toys.book({"move": "claim", "seat": "Ann", "rank": "A", "count": 2})
    answer = found(Task(toys.HEADER, lines(stands), {"Ann": {"": 6}, "pile": {"": 3}}, changes=2))
    assert answer.differences == (Difference("Ann", "", 7, 6), Difference("pile", "", 2, 3))
    assert answer.explanations[0].kinds == ("value",)
    assert answer.explanations[0].edits[0].move == {"move": "claim", "seat": "Ann", "rank": "A", "count": 3}


def test_beside_recorded_cards() -> None:
    by_cards = [
        *(cards("green 1", "green 9", "green 2", "green 3"), turn_in("Mary", "green")),
        *(cards("red 5", "red 9", "red 1", "red 2"), cards("purple 4", "purple 1", "purple 2", "purple 3")),
    ]
    happened = [by_cards[0], turn_in("Mary", "white"), *by_cards[2:]]
    explanation = first([*TAKEN, *by_cards], [*TAKEN, *happened])
    assert [edit.plain() for edit in explanation.edits] == [
        {"do": "change", "entry": "17", "move": turn_in("Mary", "white")}
    ]


def test_a_ruling_for_the_wrong_seat() -> None:
    table = Sitting().predicted(Chris="red")
    moves = [move.plain() for move in table.book.moves()]
    explanation = first([*moves, give("red", "centre", "Mary")], [*moves, give("red", "centre", "Cory")])
    assert explanation.kinds == ("seat",)


def test_a_box_with_other_colours() -> None:
    """Mary took a yellow token and orange is not thought of: there is none in the box of this table."""
    moves = [take("Chris", "red"), done("Chris"), take("Mary", "blue")]
    book = Sitting(edition="wizard-extreme").play(*moves).book
    counted = {"Mary": {"blue": 0, "yellow": 1}, "centre": {"blue": 3, "yellow": 2}}
    answer = found(Task(book.header, lines(book), counted))
    assert answer.explanations[0].kinds == ("value",)
    assert answer.explanations[0].edits[0].move == take("Mary", "yellow")
    assert "Mary took yellow from the centre" in str(answer.explanations[0].says[0])
