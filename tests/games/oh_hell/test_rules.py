"""The rules of Oh Hell by their ids: the moves before, the move, and the ruling."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.header import BadHeader
from companion.games.oh_hell.state import DECK
from companion.games.transcript import read_header
from tests.games.oh_hell.sitting import (
    NAMES,
    UNDO,
    Plain,
    Sitting,
    bid,
    hand,
    header,
    played,
    points,
    trick,
    turn_up,
)
from tests.games.rule_table import Row, each, let_stand, refused, rules_in, stands

ALL = {"Ann": 0, "Bob": 0, "Cat": 0}
FIRST = hand(ALL, "Bob")
OVER = [*hand({"Ann": 0, "Bob": 1, "Cat": 1}, "Bob")]
SECOND = [turn_up(), bid("Bob", 1), bid("Cat", 0), bid("Ann", 1)]
BIDS = [bid("Ann", 0), bid("Ann", 1)]
TRICKS = [trick(name) for name in NAMES[:3]]
STRICT: Plain = {"screw_the_dealer": True}
UP_TO = {
    10: [*range(1, 11), *range(9, 0, -1)],
    8: [*range(1, 9), *range(7, 0, -1)],
    7: [*range(1, 8), *range(6, 0, -1)],
}

ROWS: list[Row] = [
    refused("bid-range", "more than there are tricks", [turn_up(), bid("Ann", 2)], "The hand has 1 trick.", BIDS),
    stands("score", "ten and the tricks for an exact bid", OVER, {"rounds": [{"Ann": 10, "Bob": 11, "Cat": 0}]}),
    *(stands("hands-up-and-down", f"{seats} seats, {options or 'as usual'}", [], {"sizes": sizes}, seats=seats,
             **options) for seats, options, sizes in (
        (3, {}, UP_TO[10]), (5, {}, UP_TO[10]), (6, {}, UP_TO[8]), (7, {}, UP_TO[7]), (7, {"most": 10}, UP_TO[7]),
        (4, {"most": 3}, [1, 2, 3, 2, 1]), (4, {"most": 1}, [1]))),
    stands("hands-up-and-down", "the deal passes to the left",
           [*FIRST, *hand({"Bob": 0, "Cat": 0, "Ann": 1}, "Ann", "Bob")], {"dealer": "Bob", "size": 3}),
    refused("turned-up-card", "none of the deck", [turn_up("1H")], "The deck has no card 1H."),
    stands("turned-up-card", "names the trump", [turn_up("10S")], {"card": "10S", "phase": "bid"}),
    refused("bid-in-turn", "another\u2019s turn", [turn_up(), bid("Bob", 0)], "It is Ann\u2019s turn to bid.", BIDS),
    refused("malformed", "fewer than none", [turn_up(), bid("Ann", -1)]),
    refused("malformed", "no object", ["no object"]),
    refused("screw-the-dealer", "in the first hand", hand({"Ann": 0, "Bob": 0, "Cat": 1}), **STRICT),
    refused("screw-the-dealer", "as many as there are tricks", [*OVER, *SECOND],
            "With 1 the bids add up to 2, as many as there are tricks.", [bid("Ann", 0), bid("Ann", 2)], **STRICT),
    stands("screw-the-dealer", "is a house rule", [*FIRST, *SECOND], {"phase": "trick"}),
    stands("trick-winner", "leads the next", [*FIRST, *SECOND, trick("Cat")],
           {"leader": "Cat", "bid": [1, 1, 0], "tricks": [0, 0, 1]}),
    stands("most-points", "equals share", FIRST,
           {"over": True, "phase": "over", "totals": {"Ann": 10, "Bob": 0, "Cat": 10}, "winners": ["Ann", "Cat"]},
           most=1),
    stands("table-ruling", "points at any time", [points("Ann", -5), turn_up(), points("Ann", 2), *FIRST[1:]],
           {"totals": {"Ann": 7, "Bob": 0, "Cat": 10}}),
    refused("not-now", "a bid before the card", [bid("Ann", 0)],
            "The card that names the trump has yet to be turned up."),
    refused("not-now", "a trick before all have bid", [turn_up(), trick("Ann")], "Ann has yet to bid."),
    refused("not-now", "a card while a hand is played", [*hand(ALL), turn_up()], "Trick 1 is being played.", TRICKS),
    refused("game-is-over", "points", [*FIRST, points("Ann", 1)], "The only hand has been scored.", most=1),
    refused("nothing-to-undo", "no entry", [UNDO]),
    stands("nothing-to-undo", "a scored hand", [*FIRST, UNDO], {"phase": "trick", "tricks": [0, 0, 0]}),
    let_stand("bid-in-turn", "as high as there are tricks", [turn_up(), bid("Cat", 5)],
              {"bids": {"Cat": 1}, "awaited": "Ann"}),
    let_stand("not-now", "another card", [turn_up(), turn_up("2C")], {"card": "2C", "awaited": "Ann"}),
    let_stand("not-now", "a bid while a hand is played", [*hand(ALL), bid("Bob", 1)], {"bids": {**ALL, "Bob": 1}},
              trick("Bob")),
    let_stand("turned-up-card", "no card", [turn_up("1H")]),
    let_stand("not-now", "no bid before the card", [bid("Ann", 0)]),
    let_stand("not-now", "no trick before the card", [trick("Ann")]),
]  # fmt: skip


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


def test_every_rule_of_the_rulebook_has_a_row() -> None:
    assert rules_in(ROWS) == {rule.id for rule in GAMES["oh-hell"].rulebook.rules}


@pytest.mark.parametrize("seats", [2, 8])
def test_three_to_seven_play(seats: int) -> None:
    with pytest.raises(BadHeader, match="Oh Hell is for 3 to 7 players"):
        read_header({**header(), "seats": [*NAMES, "Hal"][:seats], "dealer": "Ann"})


def test_score_is_told_as_a_sum() -> None:
    book = played(header(), *OVER)
    texts = [str(own.text) for own in book.state.sums[0].values()]
    assert texts == ["bid 0, took 0: 10", "bid 1, took 1: 11", "bid 1, took 0: 0"]
    assert str(book.game.sheet(book.state).running["Ann"].text) == "bid \u2013, took 0: 0"
    ruled = played(header(), points("Ann", -3), *FIRST)
    assert str(ruled.state.sums[0]["Ann"].text) == "bid 0, took 0, -3 by ruling: 7"


def test_the_sheet_and_the_next_dealer() -> None:
    for book, number, running in ((played(header(most=2), *FIRST), 2, 3), (played(header(most=1), *FIRST), 1, 0)):
        sheet = book.game.sheet(book.state)
        assert (sheet.number, len(sheet.running), len(sheet.finished)) == (number, running, 1)
        assert book.game.next_dealer(book.state) == ("Bob" if running else "Ann")


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
def test_words(move: Plain, label: str, sentence: str) -> None:
    assert Sitting().words(move) == (sentence, label)


def test_turned_up_card_is_one_of_52() -> None:
    book = played(header())
    assert len(DECK) == 52
    assert [face.name for face in book.game.cards(book.state)[::13]] == ["AC", "AD", "AH", "AS"]
    bidding = played(header(), turn_up()).state
    assert [len(book.game.choices(bidding, seat)) for seat in (None, "Ann", "Bob")] == [2, 2, 0]
