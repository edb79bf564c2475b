"""The rules of Oh Hell, each by its id: what is refused, what is allowed instead, what a hand brings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.header import BadHeader
from companion.games.oh_hell.state import DECK
from companion.games.ruling import Rejected
from companion.games.transcript import read_header
from tests.games.oh_hell.sitting import NAMES, UNDO, Plain, bid, hand, header, played, points, trick, turn_up
from tests.games.sitting import AnySitting

ALL = {"Ann": 0, "Bob": 0, "Cat": 0}


def refused(head: Plain, *moves: Plain) -> tuple[str, str, list[Plain]]:
    """The rule that the last move meets, the numbers behind it, and what would be allowed instead."""
    book = played(head, *moves[:-1])
    ruling = book.play(moves[-1])
    assert isinstance(ruling, Rejected)
    move = book.game.parse(moves[-1])
    instead = book.game.instead(book.state, None if isinstance(move, Rejected) else move)
    return ruling.rule.id, str(ruling.because), [move.plain() for move in instead]


@pytest.mark.parametrize(
    ("seats", "options", "sizes"),
    [
        (3, {}, [*range(1, 11), *range(9, 0, -1)]),
        (5, {}, [*range(1, 11), *range(9, 0, -1)]),
        (6, {}, [*range(1, 9), *range(7, 0, -1)]),
        (7, {}, [*range(1, 8), *range(6, 0, -1)]),
        (7, {"most": 10}, [*range(1, 8), *range(6, 0, -1)]),
        (4, {"most": 3}, [1, 2, 3, 2, 1]),
        (4, {"most": 1}, [1]),
    ],
)
def test_hands_up_and_down(seats: int, options: dict[str, Any], sizes: list[int]) -> None:
    assert list(played(header(seats, **options)).state.sizes) == sizes


@pytest.mark.parametrize("seats", [2, 8])
def test_three_to_seven_play(seats: int) -> None:
    with pytest.raises(BadHeader, match="Oh Hell is for 3 to 7 players"):
        read_header({**header(), "seats": [*NAMES, "Hal"][:seats], "dealer": "Ann"})


def test_hands_up_and_down_the_deal_passes_to_the_left() -> None:
    book = played(header(), *hand(ALL, "Bob"), *hand({"Bob": 0, "Cat": 0, "Ann": 1}, "Ann", "Bob"))
    assert (book.state.dealer, book.state.size, book.game.next_dealer(book.state)) == ("Bob", 3, "Cat")
    over = played(header(most=1), *hand(ALL, "Bob"))
    assert over.game.next_dealer(over.state) == "Ann"


def test_turned_up_card() -> None:
    assert refused(header(), turn_up("1H")) == ("turned-up-card", "The deck has no card 1H.", [])
    assert len(DECK) == 52
    assert played(header(), turn_up("10S")).state.card == "10S"


def test_bid_in_turn() -> None:
    instead = [bid("Ann", 0), bid("Ann", 1)]
    assert refused(header(), turn_up(), bid("Bob", 0)) == ("bid-in-turn", "It is Ann\u2019s turn to bid.", instead)


def test_bid_range() -> None:
    instead = [bid("Ann", 0), bid("Ann", 1)]
    assert refused(header(), turn_up(), bid("Ann", 2)) == ("bid-range", "The hand has 1 trick.", instead)
    assert refused(header(), turn_up(), bid("Ann", -1))[0] == "malformed"


def test_screw_the_dealer() -> None:
    strict = header(screw_the_dealer=True)
    moves = [*hand(ALL, "Bob"), turn_up(), bid("Bob", 1), bid("Cat", 0)]
    assert refused(strict, *hand({"Ann": 0, "Bob": 0}), bid("Cat", 1))[0] == "screw-the-dealer"
    assert refused(strict, *hand({"Ann": 0, "Bob": 1, "Cat": 1}, "Bob"), *moves[-3:], bid("Ann", 1)) == (
        "screw-the-dealer",
        "With 1 the bids add up to 2, as many as there are tricks.",
        [bid("Ann", 0), bid("Ann", 2)],
    )
    assert played(header(), *moves, bid("Ann", 1)).state.phase == "trick"


def test_not_now() -> None:
    assert refused(header(), bid("Ann", 0))[:2] == (
        "not-now",
        "The card that names the trump has yet to be turned up.",
    )
    assert refused(header(), turn_up(), trick("Ann"))[:2] == ("not-now", "Ann has yet to bid.")
    took = [trick(name) for name in NAMES[:3]]
    assert refused(header(), *hand(ALL), turn_up()) == ("not-now", "Trick 1 is being played.", took)


def stands(move: Plain) -> Plain:
    return {"move": "ruling", "stands": move, "reason": "So the table says"}


def test_a_move_that_the_table_lets_stand_takes_what_there_is_room_for() -> None:
    book = played(header(), turn_up(), stands(bid("Cat", 5)), stands(turn_up("2C")))
    assert (dict(book.state.bids), book.state.card, book.state.awaited) == ({"Cat": 1}, "2C", "Ann")
    assert played(header(), *hand(ALL), stands(bid("Bob", 1)), trick("Bob")).report().rounds == (
        {"Ann": 10, "Bob": 11, "Cat": 10},
    )


@pytest.mark.parametrize("move", [turn_up("1H"), bid("Ann", 0), trick("Ann")])
def test_a_move_that_brings_nothing_about_cannot_be_let_stand(move: Plain) -> None:
    assert refused(header(), stands(move))[:2] == refused(header(), move)[:2]


def test_game_is_over() -> None:
    assert refused(header(most=1), *hand(ALL, "Bob"), points("Ann", 1)) == (
        "game-is-over",
        "The only hand has been scored.",
        [],
    )


def test_score_is_ten_and_the_tricks_for_an_exact_bid() -> None:
    book = played(header(), *hand({"Ann": 0, "Bob": 1, "Cat": 1}, "Bob"))
    assert book.report().rounds == ({"Ann": 10, "Bob": 11, "Cat": 0},)
    assert [str(own.text) for own in book.state.sums[0].values()] == [
        "bid 0, took 0: 10",
        "bid 1, took 1: 11",
        "bid 1, took 0: 0",
    ]
    assert str(book.game.sheet(book.state).running["Ann"].text) == "bid \u2013, took 0: 0"


def test_most_points_wins_and_equal_totals_share() -> None:
    report = played(header(most=1), *hand(ALL, "Bob")).report()
    assert (report.over, report.totals, report.winners) == (True, {"Ann": 10, "Bob": 0, "Cat": 10}, ("Ann", "Cat"))
    assert report.phase == "over"


def test_table_ruling() -> None:
    book = played(header(), points("Ann", -5), turn_up(), points("Ann", 2), *hand(ALL, "Bob")[1:])
    assert book.report().totals == {"Ann": 7, "Bob": 0, "Cat": 10}
    assert str(book.state.sums[0]["Ann"].text) == "bid 0, took 0, -3 by ruling: 7"


def test_nothing_to_undo_and_undo() -> None:
    assert refused(header(), UNDO)[0] == "nothing-to-undo"
    book = played(header(), *hand(ALL, "Bob"), UNDO)
    assert (book.state.phase, book.report().holdings["Cat"]) == ("trick", {"bid": 0, "tricks": 0})


def test_what_stands() -> None:
    book = played(header(most=2), *hand(ALL, "Bob"), *hand({"Bob": 1, "Cat": 1}), bid("Ann", 1), trick("Cat"))
    report, sheet = book.report(), book.game.sheet(book.state)
    assert report.holdings == {
        "Ann": {"bid": 1, "tricks": 0},
        "Bob": {"bid": 1, "tricks": 0},
        "Cat": {"bid": 1, "tricks": 1},
    }
    assert (sheet.number, sheet.planned, len(sheet.finished)) == (2, 3, 1)
    assert (book.state.leader, played(header()).state.leader) == ("Cat", "Ann")
    over = played(header(most=1), *hand(ALL, "Bob"))
    assert (over.game.sheet(over.state).number, over.game.sheet(over.state).running) == (1, {})


@pytest.mark.parametrize(
    ("move", "label", "sentence"),
    [
        (turn_up(), "Turn up a card", "Q\u2665\ufe0e was turned up"),
        (turn_up("joker"), "Turn up a card", "joker was turned up"),
        (bid("Ann", 1), "Bid 1", "Ann bid 1 trick"),
        (bid("Ann", 2), "Bid 2", "Ann bid 2 tricks"),
        (trick("Bob"), "Bob took it", "Bob won a trick"),
        (points("Cat", 5), "Enter the ruling", "The table gave Cat 5 points: So the table says"),
    ],
)
def test_moves_in_words(move: Plain, label: str, sentence: str) -> None:
    assert AnySitting(header()).words(move) == (sentence, label)


def test_its_cards_and_what_a_screen_offers() -> None:
    book = played(header())
    faces = book.game.cards(book.state)
    assert [(face.name, face.suit, face.rank) for face in faces[::13]] == [
        ("AC", "clubs", "A"), ("AD", "diamonds", "A"), ("AH", "hearts", "A"), ("AS", "spades", "A")
    ]  # fmt: skip
    bidding = played(header(), turn_up()).state
    assert [len(book.game.choices(bidding, seat)) for seat in (None, "Ann", "Bob")] == [2, 2, 0]
