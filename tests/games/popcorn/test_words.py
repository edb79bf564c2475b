"""Every move has words for the ledger and words for its button; none tells what was put down unseen."""

from __future__ import annotations

import pytest

from tests.games.popcorn.sitting import PASS, UNDO, Plain, Sitting, call, claim, give, honest, seen

WORDS = [
    (claim("Ann", "A"), "Ann says: 1 ace", "Claim 1 ace"),
    (claim("Ann", "6", 3), "Ann says: 3 sixes", "Claim 3 sixes"),
    (claim("Ann", "10", 2, 5), "Ann says: 2 tens", "Claim 2 tens"),
    (call("Ben"), "Ben calls \u201cPopcorn!\u201d", "Ben calls \u201cPopcorn!\u201d"),
    (honest(), "The claim was honest", "It was honest"),
    (honest(False), "The claim was a bluff", "It was a bluff"),
    (seen("A", "K"), "The cards were turned over: A, K", "Turn the cards over"),
    (PASS, "Nobody calls, and the last cards pass", "Nobody calls"),
    (give(2, "pile", "Ann"), "The table moved 2 cards from the pile to Ann: we agreed", "Enter the ruling"),
    (give(1, "Ann", "pile"), "The table moved 1 card from Ann to the pile: we agreed", "Enter the ruling"),
    (UNDO, "The latest entry was taken back", "Undo"),
]


@pytest.mark.parametrize(("plain", "sentence", "label"), WORDS)
def test_words(plain: Plain, sentence: str, label: str) -> None:
    assert Sitting().words(plain) == (sentence, label)


CALLED = [claim("Ann", "A", 2), call("Ben")]
LAST = Sitting().down_to(1, 5).play(claim("Ann", "A"))


@pytest.mark.parametrize(
    ("before", "plain", "sentence"),
    [
        (Sitting().play(*CALLED), honest(), "Ann was honest, and Ben takes the pile"),
        (Sitting().play(*CALLED), seen("A", "A"), "Ann was honest, and Ben takes the pile"),
        (Sitting().play(*CALLED), honest(False), "Ann bluffed and takes the pile"),
        (Sitting().play(*CALLED), seen("A", "9"), "Ann bluffed (A, 9) and takes the pile"),
        (LAST, PASS, "Nobody calls: Ann has won"),
        (Sitting(), claim("Ann", "A"), "Ann says: 1 ace"),
    ],
)
def test_words_with_what_came_of_it(before: Sitting, plain: Plain, sentence: str) -> None:
    assert before.told(plain) == sentence


def test_words_for_what_is_never_found() -> None:
    assert str(Sitting().book.game.irregularity({"kind": "none"})) == "none"


@pytest.mark.parametrize(
    ("sitting", "legal", "dimmed"),
    [
        pytest.param(Sitting(), 4, 0, id="the first claim"),
        pytest.param(Sitting(decks=2), 8, 0, id="two decks"),
        pytest.param(Sitting(direction="either").play(claim("Ann", "A")), 10, 0, id="either way, or a call"),
        pytest.param(Sitting().down_to(3, 5), 3, 1, id="three cards left"),
        pytest.param(Sitting().play(*CALLED), 2, 0, id="reveal"),
        pytest.param(LAST, 3, 0, id="last call"),
        pytest.param(Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS), 0, 0, id="over"),
    ],
)
def test_choices_come_with_their_ruling(sitting: Sitting, legal: int, dimmed: int) -> None:
    assert sitting.offered == (legal, dimmed)


def test_choices_of_one_seat_are_its_own() -> None:
    book = Sitting().play(claim("Ann", "A")).book
    assert [c.move.plain() for c in book.game.choices(book.state, "Cat") if c.legal] == [call("Cat")]
    assert not any(c.legal for c in book.game.choices(book.state, "Ann"))


def test_what_is_left_out_of_a_ruling_is_what_does_not_lie_there() -> None:
    assert Sitting().instead(give(1, "pile", "Ann"))[0] == claim("Ann", "A")
    assert Sitting().instead(give(99, "Ben", "Ann"))[0]["count"] < 99


def test_hands_stand_by_what_is_left_and_the_winner_before_all() -> None:
    book = Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS).book
    assert [(one.place, one.name, str(one.says)) for one in book.game.places(book)] == [
        (1, "Ann", "all cards gone"),
        (2, "Ben", "5 cards"),
        (3, "Cat", "46 cards"),
    ]


def test_the_deal_of_a_rematch_passes_left() -> None:
    book = Sitting(3, "Ben").book
    assert book.game.next_dealer(book.state) == "Cat"


def test_the_sheet_has_no_points() -> None:
    sheet = Sitting().book.game.sheet(Sitting().book.state)
    assert (sheet.number, sheet.planned, sheet.running, sheet.finished) == (1, 1, {}, ())


def test_what_was_turned_over_decides_nothing_that_comes() -> None:
    told, tapped = (Sitting().play(*CALLED, move).book for move in (honest(False), seen("A", "K")))
    assert told.state != tapped.state
    assert told.state.memo_key() == tapped.state.memo_key()
    assert told.state.memo_key() != Sitting().book.state.memo_key()


def test_a_claim_is_the_same_claim_whoever_is_told_of_it() -> None:
    book = Sitting(hidden_count=True).play(claim("Ann", "A"), claim("Ben", "2")).book
    seen_moves, moves = book.game.seen_by(book, None, frozenset()).moves(), book.moves()
    assert seen_moves == moves
    assert set(seen_moves) == set(moves)
    assert moves[0] != moves[1]
    assert moves[0] != Sitting().book.game.parse(call("Ann"))
