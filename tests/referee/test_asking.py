"""May I ...? Yes or no, with what would follow; and no question changes anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from companion.games.game import Book
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.referee.ask import CountChange, ask, choices_now
from tests.games.sluff_off.sitting import UNDO, Plain, Sitting, cards, done, steal, take, trick, turn_in
from tests.games.sluff_off.test_invariants import games
from tests.referee.toys import book


def test_a_no_names_the_rule_the_numbers_and_what_is_allowed() -> None:
    sitting = Sitting().play(take("Chris", "blue"), done("Chris"))
    answer = ask(sitting.book, steal("Mary", "blue", "Chris"))
    assert not answer.legal
    assert answer.rejected is not None
    assert answer.rejected.rule.id == "steal-only-when-centre-empty"
    assert str(answer.rejected.because) == "4 blue tokens lie in the centre."
    assert answer.instead[0].plain() == take("Mary", "blue")
    assert (answer.brings, answer.held, answer.follows) == (None, (), ())


def test_a_question_may_be_about_another_seat_and_another_phase() -> None:
    answer = ask(Sitting().book, take("Mary", "red"))
    assert answer.rejected is not None
    assert answer.rejected.rule.id == "prediction-order"
    assert ask(Sitting().book, turn_in("Mary", "red")).rejected is not None


def test_a_yes_tells_what_happens_and_which_counts_change() -> None:
    sitting = Sitting(supply={"blue": 1}).play(take("Chris", "blue"), done("Chris"))
    answer = ask(sitting.book, steal("Mary", "blue", "Chris"))
    assert answer.legal
    assert str(answer.brings) == "Mary took blue from Chris. Chris gets a white token"
    assert set(answer.held) == {
        CountChange("centre", "white", 4, 3),
        CountChange("Chris", "blue", 1, 0),
        CountChange("Chris", "white", 0, 1),
        CountChange("Mary", "blue", 0, 1),
    }
    assert answer.running == (CountChange("Chris", "", 2, 4), CountChange("Mary", "", 0, 2))
    assert answer.totals == ()


def test_the_answer_for_a_trick_tells_what_its_winner_may_turn_in() -> None:
    sitting = Sitting().predicted(Mary="red green")
    answer = ask(sitting.book, cards("red 1", "red 9", "green 5", "red 3"))
    assert str(answer.brings) == "Mary won a red trick: red 1, red 9, green 5, red 3"
    rejections = {str(sitting.book.game.label(choice.move)): choice.rejected for choice in answer.follows}
    assert rejections["Turn in red"] is None
    assert rejections["Turn in green"] is not None
    assert str(rejections["Turn in green"].because) == (
        "Trick 1 was led in red and won with red; green does not fit it."
    )


def test_the_end_of_a_round_changes_totals() -> None:
    sitting = Sitting(rounds=2).predicted(Chris="sluffer", Mary="red").emptied(14)
    answer = ask(sitting.book, trick("Chris", "red"))
    assert answer.running == ()
    assert answer.totals == (CountChange("Chris", "", 0, 4), CountChange("Mary", "", 0, 2))


@pytest.mark.parametrize("raw", [None, [], {"move": "take"}, {"move": "fly"}, take("Nobody", "red")])
def test_a_move_that_cannot_be_read_is_malformed(raw: object) -> None:
    answer = ask(Sitting().book, raw)
    assert answer.rejected is not None
    assert (answer.move, answer.rejected.rule.id) == (None, "malformed")
    assert answer.instead


def test_a_question_may_be_about_an_undo() -> None:
    sitting = Sitting()
    assert ask(sitting.book, UNDO).rejected is not None
    sitting.play(take("Chris", "red"))
    assert ask(sitting.book, UNDO).held == (CountChange("centre", "red", 2, 3), CountChange("Chris", "red", 1, 0))


def test_all_seven_choices_of_the_first_player_are_legal() -> None:
    assert [choice.legal for choice in choices_now(Sitting().book)] == [True] * 7


def test_no_answer_tells_what_is_hidden() -> None:
    bluff = book({"move": "claim", "seat": "Ann", "rank": "A", "count": 1, "cards": 3})
    reveal = {"move": "reveal", "honest": True}
    assert not isinstance(bluff.play(reveal), Accepted)
    answer = ask(bluff, reveal)
    assert answer.legal
    assert str(answer.brings) == "reveal on 1"
    assert answer.held == (CountChange("Ann", "", 8, 9), CountChange("pile", "", 1, 0))
    claim = ask(book(), {"move": "claim", "seat": "Ann", "rank": "A", "count": 1, "cards": 3})
    assert [str(choice.move.kind()) for choice in claim.follows] == ["pass"]


def fingerprint(book: Book) -> tuple[Any, ...]:
    return book.state, book.accepted, json.dumps(list(book.lines())), book.report().plain()


@settings(max_examples=100)  # each example asks some two hundred questions
@given(games())
def test_a_question_changes_nothing_and_gets_the_answer_of_the_book(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = open_book(read_header(head))
    for raw in moves:
        before = fingerprint(book)
        asked = [ask(book, other) for other in (raw, *moves[:3], UNDO)]
        choices_now(book)
        assert fingerprint(book) == before
        ruling = book.play(raw)
        assert asked[0].legal == isinstance(ruling, Accepted)
        if isinstance(ruling, Accepted):
            after = ruling.state.report()
            assert all(change.after == after.holdings[change.place][change.item] for change in asked[0].held)
            assert all(change.after == after.totals[change.place] for change in asked[0].totals)
            book = ruling.state
        else:
            assert asked[0].rejected == ruling
