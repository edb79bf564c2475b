"""Every move has words for the ledger and for its button; what came of it is told; what is allowed instead."""

from __future__ import annotations

import pytest

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.ui77.cards import meaning
from tests.games.ui77.sitting import (
    UNDO,
    Plain,
    Sitting,
    cards,
    count,
    cut,
    discard,
    face_up,
    limit,
    points,
    swap,
    trick,
)

WORDS = [
    (face_up("4H", "10S", "7D"), "Face up: 4\u2665\ufe0e, 10\u2660\ufe0e, 7\u2666\ufe0e", "Turn up these cards"),
    (
        swap("Bob", "AC", "KC"),
        "Bob swapped A\u2663\ufe0e for K\u2663\ufe0e",
        "Swap A\u2663\ufe0e for K\u2663\ufe0e",
    ),
    (discard("Ann", 1), "Ann threw 1 card", "Throw 1"),
    (discard("Ann", 0), "Ann threw no card", "Throw 0"),
    (cut("Ann"), "Ann offered or accepted a cut", "A cut: a point"),
    (trick("Ann", trump=True), "Ann won a trick in which trump was played", "Ann took it"),
    (trick("Ann", trump=False), "Ann won a trick without a trump in it", "Ann took it"),
    (trick("Ann"), "Ann won a trick", "Ann took it"),
    (cards("5S joker"), "Trick by its cards: 5\u2660\ufe0e, joker", "Record trick"),
    (
        cards("5S", only_trump=True),
        "Trick by its cards: 5\u2660\ufe0e",
        "Record trick: the leader holds only trump",
    ),
    (count("Ann", 2), "Ann has 2 of the slough suit left", "2 of the slough suit"),
    (limit(77), "The table plays to 77", "Play to 77"),
    (points("Ann", -3), "The table took 3 points off Ann: we agreed", "Enter the ruling"),
    (UNDO, "The latest entry was taken back", "Undo"),
]


@pytest.mark.parametrize(("plain", "sentence", "label"), WORDS)
def test_words(plain: Plain, sentence: str, label: str) -> None:
    assert Sitting().words(plain) == (sentence, label)


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (("4H", "6S", "8D"), "Trump hearts, in effect from trick 3; throw up to 2; win 4; spades cost nothing"),
        (("4C", "QD", "KS"), "Trump clubs, in effect at once; throw up to 4; win 7; diamonds cost nothing"),
        (("4C", "KC", "AS"), "Trump clubs, in effect from trick 5; throw none; win 1; clubs cost nothing"),
    ],
)
def test_what_three_cards_set(face: tuple[str, ...], told: str) -> None:
    assert "; ".join(map(str, meaning(face).words)) == told


def test_what_came_of_a_move() -> None:
    sitting = Sitting(2)
    assert sitting.told(face_up()) == (
        "Face up: 4\u2665\ufe0e, 6\u2660\ufe0e, 7\u2666\ufe0e. "
        "Trump hearts, in effect from trick 3; throw up to 2; win 4; spades cost nothing"
    )
    assert sitting.told(UNDO) == "The latest entry was taken back"
    sitting.play(face_up("5H", "KH", "2H"))
    assert sitting.told(swap("Bob", "AH", "KH")).endswith(
        "for K\u2665\ufe0e. Trump hearts, in effect from trick 4; throw up to 1; win 1; hearts cost nothing"
    )
    sitting.play(discard("Ann"), discard("Bob"))
    assert sitting.told(trick("Ann")) == "Ann won a trick. Ann draws a card"
    assert sitting.told(cards("5S 7S")) == (
        "Bob won a trick with 7\u2660\ufe0e: 5\u2660\ufe0e, 7\u2660\ufe0e. Bob draws a card"
    )
    assert sitting.told(cards("5S KS KH")) == "Trick by its cards: 5\u2660\ufe0e, K\u2660\ufe0e, K\u2665\ufe0e"
    sitting.won(*["Ann"] * 8)
    assert sitting.told(trick("Ann")) == "Ann won a trick. The hand is over: no card left with Bob"
    sitting.won("Ann")
    assert sitting.told(count("Ann", 1)) == "Ann has 4 cards left, 1 of hearts. Hand 1 is scored"


def test_what_came_of_the_last_moves() -> None:
    sitting = Sitting(2).hand(Ann=5).hand(Bob=12)
    assert sitting.told(limit(11)) == "The table plays to 11. The game is over"
    sitting.play(limit(22)).dealt().play(points("Ann", 17 - 5)).won(*["Ann"] * 9)
    assert sitting.told(count("Ann", 4)) == (
        "Ann has 4 cards left, 4 of spades. Hand 3 is scored. Ann goes Nov: 22 becomes 16, the average of 16"
    )
    sitting = Sitting(2).hand().hand().play(limit(11)).dealt().play(points("Ann", 7)).won(*["Ann"] * 9)
    assert sitting.told(count("Ann", 4)).endswith("Hand 3 is scored. The game is over")


def choices(sitting: Sitting, seat: str | None = None) -> list[str]:
    found = sitting.book.game.choices(sitting.book.state, seat)
    return [f"{choice.move.kind()} {choice.move.mover or ''}".strip() for choice in found if choice.legal]


def test_choices_by_phase() -> None:
    sitting = Sitting()
    assert choices(sitting) == ["cut Ann", "cut Bob", "cut Cat"]
    sitting.play(face_up())
    assert choices(sitting) == ["discard Ann"] * 3 + ["cut Ann", "cut Bob", "cut Cat"]
    assert choices(sitting, "Bob") == ["cut Bob"]
    sitting.play(discard("Ann"), discard("Bob"), discard("Cat"))
    assert choices(sitting)[:3] == ["trick"] * 3
    sitting.won(*["Ann"] * 9)
    assert choices(sitting)[:5] == ["count Ann"] * 5
    assert choices(sitting, "Bob") == ["cut Bob"]
    sitting = Sitting(2).hand().hand()
    assert choices(sitting) == ["limit"] * 15
    assert len(choices(Sitting(2).hand(Ann=99).hand(Ann=99))) == 198 // 11 + 5, "some are beyond every total"
    assert choices(sitting.play(limit(11)).hand(Ann=12)) == []


def test_choices_of_swaps() -> None:
    sitting = Sitting().play(face_up("5H", "KH", "2H"))
    assert choices(sitting).count("swap Ann") == 30
    assert choices(sitting, "Bob").count("swap Bob") == 30
    sitting.play(swap("Bob", "AH", "KH"))
    assert choices(sitting).count("swap Cat") == 30
    assert not choices(sitting, "Ann").count("swap Ann")


def test_nothing_is_offered_instead_that_only_the_players_know() -> None:
    sitting = Sitting()
    assert sitting.instead(face_up("4H")) == sitting.instead(discard("Ann")) == []
    assert sitting.dealt().instead(cards("5S 7S")) == []
    assert Sitting(2).hand().hand().play(limit(11)).hand(Ann=12).instead(limit(11)) == []


def test_the_deck_as_it_is_asked_about() -> None:
    sitting = Sitting().dealt().play(cards("5S 7S 8S"))
    faces = sitting.book.game.cards(sitting.book.state)
    assert len(faces) == 52
    assert [face.name for face in faces if face.gone] == ["7D", "4H", "8S", "7S", "6S", "5S"]
    assert faces[0].suit in sitting.book.game.symbols


def test_memo_key_is_equal_where_nothing_tells_two_tables_apart() -> None:
    one = Sitting().dealt().won("Ann", "Bob", "Cat").book.state
    two = Sitting().dealt().won("Bob", "Ann", "Cat").book.state
    assert one.memo_key() == two.memo_key()
    assert one.memo_key() != Sitting().dealt().won("Ann", "Cat", "Bob").book.state.memo_key()
    assert one.memo_key() != Sitting().dealt().won("Ann", "Bob").play(cards("5S 7S 8S")).book.state.memo_key()


def test_no_ruling_sets_cards_or_tricks_to_what_was_counted() -> None:
    sitting = Sitting().dealt()
    answer = sitting.book.game.correction(sitting.book.state, {"Ann": {"cards": 8}}, "counted")
    assert isinstance(answer, Rejected)
    assert answer.rule.id == "table-ruling"


def test_what_only_the_leader_knows_is_offered_to_nobody_but_repairs_what_an_amend_breaks() -> None:
    sitting = Sitting().dealt()
    told = cards("KH 6H 7H", only_trump=True)
    game, state = sitting.book.game, sitting.book.state
    refused = game.parse(cards("KH 6H 7H"))
    assert isinstance(refused, Move)
    assert game.instead(state, refused) == ()
    assert [choice.move.plain() for choice in game.near(state, refused)] == [told]
    assert sitting.instead({**told, "winner": "Bob"}) == [told]  # who has said so already need not take it back


def test_where_in_the_game_a_move_belongs() -> None:
    sitting = Sitting(2)
    moment = sitting.book.game.moment
    assert str(moment(sitting.book.state)) == "Hand 1"
    sitting.dealt("4H", "10S", "7D")
    assert str(moment(sitting.book.state)) == "Hand 1, trick 1"
    sitting.won("Ann")
    assert str(moment(sitting.book.state)) == "Hand 1, trick 2"
    over = Sitting(2).hand(Ann=12).hand(Bob=7).play(limit(22)).hand(Ann=15)
    assert moment(over.book.state) is None
