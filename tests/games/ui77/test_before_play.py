"""What comes before play: the deal, the three cards, swaps, discards."""

from __future__ import annotations

import pytest

from companion.games.header import BadHeader
from companion.games.transcript import read_header
from companion.games.ui77.cards import DECK, HAND_TABLE, Meaning, meaning
from tests.games.ui77.sitting import UNDO, Plain, Sitting, cards, count, cut, discard, face_up, header, swap, trick

HEARTS = ("5H", "KH", "2H")


def test_first_dealer_is_the_headers_and_the_deal_passes_left() -> None:
    sitting = Sitting(3, dealer="Ann")
    assert sitting.order == ["Bob", "Cat", "Ann"]
    sitting.hand()
    assert sitting.order == ["Cat", "Ann", "Bob"]
    assert sitting.book.game.next_dealer(sitting.book.state) == "Cat"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        pytest.param({"seats": ["Ann"]}, "seats", id="one seat"),
        pytest.param({"seats": list("ABCDEF")}, "seats", id="six seats"),
        pytest.param({"seats": ["Ann", "pile"]}, "seats", id="a place"),
        pytest.param({"dealer": "Zoe"}, "dealer", id="a dealer from elsewhere"),
        pytest.param({"first": "Ann"}, "first", id="who plays first"),
        pytest.param({"options": {"nov_rounding": "half"}}, "nov_rounding", id="an unknown rounding"),
        pytest.param({"options": {"nov_rounding": None}}, "options", id="no rounding"),
        pytest.param({"options": {"rounds": 3}}, "rounds", id="another game's option"),
    ],
)
def test_headers_that_are_none(change: Plain, key: str) -> None:
    with pytest.raises(BadHeader) as bad:
        read_header({**header(), **change})
    assert bad.value.key == key


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("rounding", ["nearest", "down", "up"])
def test_headers_that_are_tables(seats: int, rounding: str) -> None:
    sitting = Sitting(seats, nov_rounding=rounding)
    assert sitting.report["phase"] == "face-up"
    assert list(sitting.report["holdings"].values()) == [{"cards": 9, "tricks": 0}] * seats


def test_face_up_sets_the_hand() -> None:
    sitting = Sitting()
    assert sitting.refused(face_up("4H", "6S"))[0] == "face-up"
    assert sitting.refused(face_up("4H", "6S", "7D", "8D"))[0] == "face-up"
    assert sitting.refused({"move": "face_up", "cards": []}) == ("face-up", "0 cards were named.")
    assert sitting.refused(face_up("4H", "6S", "1D"))[0] == "card-in-deck"
    assert sitting.refused(face_up("4H", "6S", "4H")) == ("card-played-once", "4\u2665\ufe0e stands there twice.")
    sitting.play(face_up())
    assert sitting.phase == "discard"
    assert sitting.refused(face_up()) == ("not-now", "Ann has yet to say how many cards to throw.")


@pytest.mark.parametrize("rank", HAND_TABLE)
def test_hand_table(rank: str) -> None:
    throw, win, after = {
        "A": (1, 1, 3), "K": (0, 7, 4), "Q": (4, 6, 0), "J": (4, 6, 0), "10": (4, 5, 0), "9": (3, 5, 1), "8": (3, 4, 1),
        "7": (3, 4, 1), "6": (2, 3, 2), "5": (2, 3, 2), "4": (2, 2, 2), "3": (1, 2, 3), "2": (1, 1, 3),
    }[rank]  # fmt: skip
    assert meaning(("5C", f"{rank}D", f"{rank}S")) == Meaning("clubs", "diamonds", throw, after, win)
    sitting = Sitting().play(face_up("5C", f"{rank}D", f"{rank}S"))
    assert sitting.refused(discard("Ann", throw + 1))[0] == "discard-limit"
    sitting.play(discard("Ann", throw))
    assert sitting.held() == [9 - throw, 9, 9]


def test_the_deck_has_52_cards() -> None:
    assert len(DECK) == 52
    assert sorted({card.rank for card in DECK.values()}) == list(range(2, 15))


def test_swap_changes_what_the_cards_set() -> None:
    sitting = Sitting().play(face_up(*HEARTS))
    assert sitting.refused(discard("Ann", 1))[0] == "discard-limit"
    sitting.play(swap("Bob", "AH", "KH"))
    assert sitting.book.state.hand.face == ("5H", "AH", "2H")
    sitting.play(swap("Cat", "9H", "2H"), discard("Ann", 1))
    assert sitting.book.state.hand.meaning == Meaning("hearts", "hearts", 1, 3, 5)


def test_swap_is_for_three_of_one_suit() -> None:
    sitting = Sitting()
    assert sitting.refused(swap("Ann", "3H", "5H"))[0] == "not-now"
    sitting.play(face_up("5H", "KH", "2S"))
    rule, because = sitting.refused(swap("Ann", "3H", "5H"))
    assert (rule, because) == ("swap", "5\u2665\ufe0e, K\u2665\ufe0e, 2\u2660\ufe0e are not of one suit.")


def test_swap_goes_in_turn_and_passes_over_who_has_not() -> None:
    sitting = Sitting(4, dealer="Dan").play(face_up(*HEARTS), swap("Bob", "AH", "KH"))
    assert sitting.refused(swap("Ann", "3H", "5H")) == ("swap", "Bob has swapped, and sits after Ann.")
    assert sitting.refused(swap("Bob", "3H", "5H")) == ("swap", "Bob has swapped a card in this hand.")
    sitting.play(swap("Dan", "3H", "5H"))
    assert sitting.refused(swap("Cat", "4H", "3H"))[0] == "swap"
    assert sitting.report["phase"] == "discard"


def test_swap_comes_before_any_discard() -> None:
    sitting = Sitting().play(face_up(*HEARTS), discard("Ann"))
    assert sitting.refused(swap("Bob", "3H", "5H")) == ("swap", "Ann has already discarded.")
    sitting.play(discard("Bob"), discard("Cat"))
    assert sitting.refused(swap("Bob", "3H", "5H"))[0] == "not-now"


@pytest.mark.parametrize(
    ("give", "take", "rule"),
    [
        pytest.param("1H", "5H", "card-in-deck", id="no card in the hand"),
        pytest.param("3H", "15H", "card-in-deck", id="no card on the table"),
        pytest.param("3H", "4H", "swap", id="not face up"),
        pytest.param("3S", "5H", "swap", id="another suit"),
        pytest.param("KH", "5H", "card-played-once", id="face up already"),
        pytest.param("5H", "5H", "card-played-once", id="for itself"),
    ],
)
def test_swap_takes_two_cards_that_can_change_places(give: str, take: str, rule: str) -> None:
    assert Sitting().play(face_up(*HEARTS)).refused(swap("Ann", give, take))[0] == rule


def test_swapped_cards_lie_where_they_lie_now() -> None:
    sitting = Sitting(2).play(face_up(*HEARTS), swap("Ann", "AH", "KH"), discard("Ann"), discard("Bob"))
    assert sitting.refused(cards("3S AH"))[0] == "card-played-once"
    sitting.play(cards("3S KH"))


def test_discard_limit_and_order() -> None:
    sitting = Sitting(3, dealer="Ann").play(face_up())
    assert sitting.refused(discard("Ann", 1)) == ("discard-limit", "It is Bob\u2019s turn to discard.")
    assert sitting.refused(discard("Bob", 3))[0] == "discard-limit"
    assert sitting.refused({"move": "discard", "seat": "Bob", "count": -1})[0] == "malformed"
    sitting.play(discard("Bob", 2))
    assert sitting.refused(discard("Bob", 0)) == ("discard-limit", "It is Cat\u2019s turn to discard.")
    sitting.play(discard("Cat", 0), discard("Ann", 1))
    assert (sitting.phase, sitting.held()) == ("trick", [8, 7, 9])
    assert sitting.refused(discard("Ann", 1)) == ("not-now", "The hand is being played, and trick 1 comes next.")


def test_a_king_lets_nobody_throw() -> None:
    sitting = Sitting().play(face_up("4H", "KS", "7D"))
    assert sitting.refused(discard("Ann", 1)) == (
        "discard-limit",
        "With K\u2660\ufe0e as card two a seat may throw 0 cards, not 1.",
    )
    sitting.play(discard("Ann"), discard("Bob"), discard("Cat"))


def test_cut_at_any_time_of_a_hand() -> None:
    sitting = Sitting(2).play(
        face_up(), cut("Ann"), discard("Ann"), cut("Ann"), cut("Bob"), discard("Bob"), trick("Ann"), cut("Bob")
    )
    sitting.won(*["Ann"] * 8).play(cut("Ann"), count("Ann", 4))
    assert sitting.report["rounds"] == [{"Ann": 5 + 3, "Bob": 4 + 2}]


def test_cut_before_the_deal_belongs_to_the_hand_that_is_dealt_then() -> None:
    sitting = Sitting(2)
    fresh = sitting.report
    sitting.play(cut("Ann"), cut("Bob"), cut("Ann"))
    assert sitting.report == fresh, "nothing lies anywhere else for it"
    assert {seat: str(sum_.text) for seat, sum_ in sitting.sheet.running.items()} == {"Ann": "2 cuts", "Bob": "1 cut"}
    sitting.play(UNDO)
    assert {seat: sum_.total for seat, sum_ in sitting.sheet.running.items()} == {"Ann": 1, "Bob": 1}
    sitting.hand(Ann=3)
    assert sitting.report["rounds"] == [{"Ann": 4, "Bob": 1}]
    sitting.play(cut("Bob")).hand()
    assert sitting.report["rounds"][1] == {"Ann": 0, "Bob": 1}
    assert sitting.refused(cut("Ann"))[0] == "not-now", "the table sets the limit"
    sitting.play({"move": "limit", "points": 11}, cut("Ann")).hand(Bob=11)
    assert sitting.report["rounds"][2] == {"Ann": 1, "Bob": 11}
    assert sitting.refused(cut("Ann"))[0] == "game-is-over"


def test_not_now_and_malformed() -> None:
    sitting = Sitting()
    for move in (discard("Ann"), trick("Ann"), count("Ann"), {"move": "limit", "points": 77}):
        assert sitting.refused(move) == ("not-now", "The three cards of this hand have yet to be turned up.")
    odds: list[object] = [{"move": "deal"}, {**face_up(), "cards": "4H"}, {**face_up(), "cards": [4, 5, 6]}, [], None]
    for odd in odds:
        assert sitting.refused(odd)[0] == "malformed"
    assert sitting.refused({"move": "undo"})[0] == "nothing-to-undo"
    assert sitting.refused({"move": "trick", "winner": "Ann", "only_trump": True})[0] == "malformed"
    assert sitting.refused({"move": "trick", "winner": "Zoe"})[0] == "malformed"
    for told in (1, "true", None, 0.0):
        assert sitting.refused({"move": "trick", "winner": "Ann", "trump": told})[0] == "malformed"
    assert sitting.refused({**cards("5S 7S 8S"), "trump": True})[0] == "malformed", "cards tell it themselves"
