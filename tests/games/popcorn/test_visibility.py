"""What was put down unseen is known to nobody else until it is turned over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.games.game import Book
from companion.games.popcorn.moves import Claim
from companion.games.ruling import Rejected
from companion.referee.ask import ask
from tests.games.comings import leave, rename, reseat
from tests.games.popcorn.playing import games
from tests.games.popcorn.sitting import PASS, UNDO, Plain, Sitting, call, claim, give, honest, seen
from tests.games.random_games import table

HIDDEN: dict[str, Any] = {"hidden_count": True}


def counts(book: Book) -> list[int]:
    return list(book.report().holdings.values())


def test_a_table_without_secrets_is_seen_as_it_is() -> None:
    book = Sitting().play(claim("Ann", "A")).book
    assert book.game.seen_by(book, None, frozenset()) is book


def test_others_see_the_counts_as_claimed_and_the_claimer_its_own() -> None:
    sitting = Sitting(**HIDDEN).play(claim("Ann", "A", 2, 5))
    for seat in (None, "Ben", "Cat"):
        assert counts(sitting.seen_by(seat)) == [16, 17, 17, 2]
        assert [move.plain() for move in sitting.seen_by(seat).moves()] == [claim("Ann", "A", 2)]
    assert counts(sitting.seen_by("Ann")) == [13, 17, 17, 5]
    assert counts(sitting.seen_by("Ben", 0)) == [13, 17, 17, 5]  # it entered it
    assert [move.plain() for move in sitting.seen_by("Ann").moves()] == [claim("Ann", "A", 2, 5)]


def test_a_called_claim_stays_unseen_until_it_is_turned_over() -> None:
    sitting = Sitting(**HIDDEN).play(claim("Ann", "A", 2, 5), call("Ben"))
    assert counts(sitting.seen_by("Ben")) == [16, 17, 17, 2]
    for shown in (honest(False), seen("A", "A", "2", "2", "2")):
        after = Sitting(**HIDDEN).play(claim("Ann", "A", 2, 5), give(1, "Ben", "Cat"), call("Ben"), shown)
        assert counts(after.seen_by(None)) == after.held == [18, 16, 18, 0]
        assert after.seen_by(None).moves()[0].plain() == claim("Ann", "A", 2, 5)


def test_an_uncalled_claim_stays_unseen_when_the_pile_moves() -> None:
    sitting = Sitting(**HIDDEN).play(claim("Ann", "A", 1, 6), claim("Ben", "2"), call("Cat"), honest())
    assert sitting.held == [12, 16, 24, 0]
    assert counts(sitting.seen_by("Cat")) == counts(sitting.seen_by(None)) == [17, 16, 19, 0]
    assert counts(sitting.seen_by("Ann")) == sitting.held


def test_last_cards_are_seen_by_everybody() -> None:
    sitting = Sitting(**HIDDEN).down_to(4, 5).play(claim("Ann", "A", 1, 4))
    seen_by_ben = sitting.seen_by("Ben")
    assert (counts(seen_by_ben), seen_by_ben.report().phase) == ([0, 5, 43, 4], "last-call")
    assert seen_by_ben.moves()[-1].plain() == claim("Ann", "A", 1)


def test_when_the_game_is_over_all_is_told() -> None:
    sitting = Sitting(**HIDDEN).down_to(4, 5).play(claim("Ann", "A", 1, 4), PASS)
    assert sitting.seen_by(None) is sitting.book
    assert sitting.play(UNDO).seen_by(None) is not sitting.book


def test_a_hand_that_holds_more_than_is_believed_keeps_a_card_in_the_eyes_of_all() -> None:
    sitting = Sitting(2, **HIDDEN).play(
        claim("Ann", "A", 1, 20), give(24, "Ben", "pile"), claim("Ben", "2"), call("Ann")
    )
    sitting.play(honest(False), give(4, "Ann", "Ben"))
    assert sitting.held == [2, 50, 0]
    assert counts(sitting.seen_by(None)) == [21, 31, 0]
    sitting.play(give(40, "Ben", "Ann"))  # as many as nobody believes to be there
    assert counts(sitting.seen_by(None)) == [51, 1, 0]
    sitting.play(claim("Ann", "3", 1, 30), claim("Ben", "4", 4))
    assert counts(sitting.seen_by(None)) == [50, 1, 1]


@pytest.mark.parametrize(
    ("moves", "put"),
    [
        pytest.param([claim("Ann", "3"), claim("Ben", "4", 1, 40)], 40, id="more than the hand is believed to hold"),
        pytest.param([claim("Ann", "3"), {"move": "ruling", "stands": claim("Ben", "4", 60, 60), "reason": "x"}], 27,
                     id="more than any hand holds: as many as it is believed to hold"),
    ],
)  # fmt: skip
def test_a_seat_knows_how_many_cards_it_has_put_down(moves: list[Plain], put: int) -> None:
    sitting = Sitting(2, **HIDDEN).play(claim("Ann", "A", 1, 20), claim("Ben", "2"), call("Ann"), honest(False))
    laid = sitting.play(*moves).seen_by("Ben").state.laid
    assert (laid.seat, laid.put, laid.known) == ("Ben", put, True)


def test_all_see_when_a_claim_that_the_table_lets_stand_is_of_the_last_cards() -> None:
    sitting = Sitting(**HIDDEN).down_to(4, 5).play(claim("Ann", "A", 1, 2))
    stands = {"move": "ruling", "stands": claim("Ann", "3", 1, 2), "reason": "x"}
    state = sitting.play(stands, call("Cat")).seen_by("Ben").state
    assert (dict(state.cards), state.laid.put, state.laid.known) == (
        {"Ann": 0, "Ben": 5, "Cat": 43, "pile": 4},
        3,
        False,
    )


def test_a_question_is_judged_by_what_all_believe() -> None:
    sitting = Sitting(**HIDDEN).play(claim("Ann", "A", 1, 17), claim("Ben", "2"), claim("Cat", "3"))
    book = sitting.seen_by("Ben")
    assert sitting.refused(claim("Ann", "4", 2))[0] == "claim"
    for one in (book, sitting.book):
        answer = ask(one, claim("Ann", "4", 2))
        assert answer.legal
        assert [(change.place, change.before, change.after) for change in answer.held] == [
            ("Ann", 17, 15), ("pile", 3, 5)
        ]  # fmt: skip
    assert not ask(book, claim("Ben", "4", 2)).legal
    refused = ask(Sitting(**HIDDEN).down_to(2, 5).seen_by(None), claim("Ann", "A", 3))
    assert refused.rejected is not None
    assert str(refused.rejected.because) == "Ann does not hold that many cards."


def test_the_ranks_of_an_unseen_claim_may_be_any_number_in_a_question() -> None:
    book = Sitting(**HIDDEN).play(claim("Ann", "A", 2, 3), call("Ben")).seen_by(None)
    for ranks, stands in ((["A"], False), (["A", "A"], True), (["A"] * 3, True), (["A"] * 9, True)):
        assert ask(book, seen(*ranks)).legal == stands
    assert ask(book, honest()).legal


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param([claim("Ann", "A", 2, 2)], id="claim"),
        pytest.param([claim("Ann", "A", 2, 2), call("Ben")], id="reveal"),
    ],
)
def test_what_is_allowed_instead_tells_nothing(moves: list[Plain]) -> None:
    more = [{**moves[0], "cards": 7}, *moves[1:]]
    tables = [Sitting(**HIDDEN).play(*told) for told in (moves, more)]
    for wrong in (give(1, "pile", "pile"), claim("Cat", "9", 3), PASS, call("Ann")):
        first, second = (sitting.instead(wrong) for sitting in tables)
        assert first == second != []


@given(games(hidden=True), st.data())
def test_every_book_can_be_seen_and_nothing_in_it_depends_on_what_is_unseen(
    game: tuple[Plain, list[Plain]], data: st.DataObject
) -> None:
    book = table(*game)
    deck = sum(book.report().holdings.values())
    for seat in (None, *book.seats):
        shown = book.game.seen_by(book, seat, frozenset())
        report, true = shown.report(), book.report()
        assert (report.phase, report.winners, report.over) == (true.phase, true.winners, true.over)
        assert sum(report.holdings.values()) == deck
        assert min(report.holdings.values()) >= 0
        assert (shown.accepted, len(shown.moves())) == (book.accepted, len(book.moves()))
        assert book.game.seen_by(shown, seat, frozenset()).state == shown.state
        if seat is not None and not book.report().over:
            others = book.game.seen_by(shown, None, frozenset())
            assert others.state == book.game.seen_by(book, None, frozenset()).state


def told_alike(draw: Callable[[st.SearchStrategy[Any]], Any], one: Book, other: Book) -> tuple[Plain, Plain] | None:
    """A move for two tables that differ in what lies unseen: the same in public, and legal at both."""
    claims = {book.state.laid.put for book in (one, other) if book.state.laid}
    moves = [choice.move.plain() for choice in one.game.choices(one.state, None) if choice.legal]
    moves = [move for move in moves if move["move"] != "call" or len(claims) == 1]
    moves = [move for move in moves if not isinstance(other.play(move), Rejected)]
    if not moves:
        return None
    move: Plain = draw(st.sampled_from(moves))
    if move["move"] != "claim":
        return move, move
    most = [book.state.cards[book.state.turn] - 1 for book in (one, other)]
    if min(most) < move["count"]:
        return move, move
    first, second = ({**move, "cards": draw(st.integers(move["count"], n))} for n in most)
    return first, second


@given(st.data())
def test_two_tables_that_differ_only_in_what_lies_unseen_look_the_same(data: st.DataObject) -> None:
    one = other = Sitting(3, hidden_count=True, direction="either").play(give(8, "Cat", "pile")).book
    for _ in range(data.draw(st.integers(1, 25))):
        told = told_alike(data.draw, one, other)
        if told is None:
            break
        first, second = one.play(told[0]), other.play(told[1])
        assert not isinstance(first, Rejected)
        assert not isinstance(second, Rejected)
        if first.state.report().phase != second.state.report().phase or first.state.report().over:
            break  # everybody sees that somebody has no cards left
        one, other = first.state, second.state
        shown, also = (book.game.seen_by(book, None, frozenset()) for book in (one, other))
        assert shown.state == also.state
        assert shown.moves() == also.moves()
        assert one.game.choices(shown.state, None) == one.game.choices(also.state, None)
        assert one.game.instead(one.state, None) == one.game.instead(other.state, None)


def test_who_knows_everything_has_the_book_itself() -> None:
    sitting = Sitting(**HIDDEN).play(claim("Ann", "A", 1, 3), give(1, "Ben", "pile"))
    assert sitting.seen_by(None, 0) is sitting.book
    assert sitting.seen_by("Ann") is sitting.book


def test_what_a_seat_put_down_unseen_it_still_knows_under_another_name() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 3), rename("Ann", "Anna"), claim("Ben", "2", 1, 2))

    def told(seat: str | None) -> list[int | None]:
        return [move.cards for move in sitting.seen_by(seat).moves() if isinstance(move, Claim)]

    assert told("Anna") == [3, None]
    assert told("Ben") == [None, 2]
    assert told(None) == [None, None]
    assert sitting.seen_by("Cat").report().holdings == {"Anna": 17, "Ben": 16, "Cat": 17, "pile": 2}


def test_a_public_book_follows_who_leaves() -> None:
    sitting = Sitting(4, hidden_count=True).play(claim("Ann", "A", 1, 3), call("Ben"), honest(False))
    sitting.play(
        claim("Ben", "2", 1, 2), claim("Cat", "3"), call("Ann"), honest(), leave("Dan"), reseat("Cat", "Ben", "Ann")
    )
    seen = sitting.seen_by("Cat").report().holdings
    assert list(seen) == ["Cat", "Ben", "Ann", "pile"]
    assert sum(seen.values()) == 52
