"""The rules of Ui77 by their ids: the moves before, the move, and the ruling."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.header import BadHeader
from companion.games.transcript import read_header
from companion.games.ui77.cards import DECK, HAND_TABLE, Meaning, meaning
from companion.games.ui77.scoring import Nov, Sum, average
from tests.games.comings import join, leave, rename, reseat
from tests.games.rule_table import Row, each, let_stand, refused, rules_in, stands
from tests.games.ui77.sitting import (
    UNDO,
    Plain,
    Sitting,
    cards,
    count,
    cut,
    discard,
    face_up,
    header,
    limit,
    points,
    result,
    swap,
    trick,
)


def dealt(*face: str, seats: str = "Ann Bob Cat", **thrown: int) -> list[Plain]:
    """The three cards lie there, and every seat has thrown: nothing, unless it is named."""
    return [face_up(*face), *(discard(name, thrown.get(name, 0)) for name in seats.split())]


def won(*winners: str) -> list[Plain]:
    return [trick(name) for name in winners]


def hands(seats: int, *totals: dict[str, int], **options: Any) -> list[Plain]:
    """Whole hands that cost so much, and the limit if one is named between them: {"limit": 33}."""
    sitting = Sitting(seats, **options)
    for total in totals:
        sitting = sitting.play(limit(total["limit"])) if "limit" in total else sitting.hand(**total)
    return [move.plain() for move in sitting.book.moves()]


HEARTS = ("5H", "KH", "2H")
ONE_SUIT = [face_up(*HEARTS)]
BOB_SWAPPED = [*ONE_SUIT, swap("Bob", "AH", "KH")]
NOT_TURNED_UP = "The three cards of this hand have yet to be turned up."
QUEEN = dealt("4H", "QS", "7D", Ann=4)
COUNTING = [*QUEEN, *won("Bob", "Bob", "Cat", "Cat", "Bob")]
"""Ann has no card left; Bob holds six, and Cat does."""
TO_COUNT = "The hand is over; Bob has yet to count the cards left."

BEFORE: list[Row] = [
    stands("first-dealer", "stands in the header", dealt(seats="Bob Cat Ann"), {"leader": "Bob"}, dealer="Ann"),
    stands("lead", "the deal passes to the left", hands(3, {}, dealer="Ann"), {"hand.dealer": "Bob"}, dealer="Ann"),
    stands("lead", "the dealer\u2019s left leads", dealt(), {"leader": "Ann"}),
    stands("lead", "then who won", [*dealt(), *won("Cat"), cards("5S 7S 8S")], {"leader": "Bob"}),
    refused("face-up", "two", [face_up("4H", "6S")]),
    refused("face-up", "four", [face_up("5H", "2H", "4H", "9S")], None, [face_up("5H", "2H", "4H")]),
    refused("face-up", "none", [{"move": "face_up", "cards": []}], "0 cards were named."),
    refused("card-in-deck", "face up", [face_up("4H", "6S", "1D")]),
    refused("card-played-once", "face up twice", [face_up("4H", "6S", "4H")], "4\u2665\ufe0e stands there twice."),
    stands("face-up", "nine cards a seat", [face_up()], {"phase": "discard", "cards": [9, 9, 9]}),
    refused("not-now", "cards turned up twice", [face_up(), face_up()],
            "Ann has yet to say how many cards to throw."),
    stands("swap", "what the cards set", [*BOB_SWAPPED, swap("Cat", "9H", "2H"), discard("Ann", 1)],
           {"hand.face": ["5H", "AH", "9H"], "hand.meaning": Meaning("hearts", "hearts", 1, 3, 5)}),
    refused("discard-limit", "before a swap", [*ONE_SUIT, discard("Ann", 1)]),
    refused("not-now", "a swap before the cards lie", [swap("Ann", "3H", "5H")]),
    refused("swap", "of two suits", [face_up("5H", "KH", "2S"), swap("Ann", "3H", "5H")],
            "5\u2665\ufe0e, K\u2665\ufe0e, 2\u2660\ufe0e are not of one suit."),
    refused("swap", "the turn has passed", [*BOB_SWAPPED, swap("Ann", "3H", "5H")],
            "Bob has swapped, and sits after Ann.", [discard("Ann", 0), discard("Ann", 1)]),
    refused("swap", "twice", [*BOB_SWAPPED, swap("Bob", "3H", "5H")], "Bob has swapped a card in this hand."),
    stands("swap", "past who does not", [*BOB_SWAPPED, swap("Cat", "3H", "5H")], {"phase": "discard"}),
    refused("swap", "after a throw", [*ONE_SUIT, discard("Ann"), swap("Bob", "3H", "5H")],
            "Ann has already discarded."),
    refused("not-now", "a swap in the hand", [*dealt(*HEARTS), swap("Bob", "3H", "5H")]),
    *(refused(rule, f"{give} for {take}", [*ONE_SUIT, swap("Ann", give, take)], None, instead)
      for give, take, rule, instead in (
        ("1H", "5H", "card-in-deck", []), ("3H", "15H", "card-in-deck", []),
        ("3H", "4H", "swap", [swap("Ann", "3H", "5H")]), ("3S", "5H", "swap", [swap("Ann", "AH", "5H")]),
        ("KH", "5H", "card-played-once", []), ("5H", "5H", "card-played-once", []))),
    refused("card-played-once", "a card that was swapped for lies there",
            [*BOB_SWAPPED, *dealt()[1:], cards("3S AH 4S")]),
    stands("card-played-once", "a card that was swapped is in a hand", [*BOB_SWAPPED, *dealt()[1:], cards("3S KH 4S")]),
    refused("discard-limit", "out of turn", [face_up(), discard("Ann", 1)], "It is Bob\u2019s turn to discard.",
            dealer="Ann"),
    refused("discard-limit", "twice", [face_up(), discard("Ann", 2), discard("Ann", 0)],
            "It is Bob\u2019s turn to discard."),
    refused("discard-limit", "a king", [face_up("4H", "KS", "7D"), discard("Ann", 1)],
            "With K\u2660\ufe0e as card two a seat may throw 0 cards, not 1."),
    refused("discard-limit", "too many", [face_up("5H", "2H", "4H"), discard("Ann", 3)], None,
            [discard("Ann", 1), discard("Ann", 0)]),
    stands("discard-limit", "announced", dealt(Ann=1, Bob=2), {"phase": "trick", "cards": [8, 7, 9]}),
    refused("not-now", "a throw in the hand", [*dealt(), discard("Ann", 1)],
            "The hand is being played, and trick 1 comes next.", won("Ann", "Bob", "Cat")),
    stands("cut", "at any time of a hand",
           [face_up(), cut("Ann"), discard("Ann"), cut("Ann"), cut("Bob"), discard("Bob"), trick("Ann"), cut("Bob"),
            *won(*["Ann"] * 8), cut("Ann"), count("Ann", 4)], {"rounds": [{"Ann": 5 + 3, "Bob": 4 + 2}]}, seats=2),
    stands("cut", "before the deal, for the hand that is dealt then", [cut("Ann"), cut("Bob"), *hands(2, {"Ann": 3})],
           {"rounds": [{"Ann": 4, "Bob": 1}]}, seats=2),
    refused("not-now", "a cut while the limit is awaited", [*hands(2, {}, {}), cut("Ann")], None,
            [limit(11), limit(22)], seats=2),
    *(refused("not-now", f"{move['move']} before the cards lie", [move], NOT_TURNED_UP)
      for move in (discard("Ann"), trick("Ann"), count("Ann"), limit(77))),
    refused("nothing-to-undo", "no entry", [UNDO]),
]  # fmt: skip

FIRST = cards("5S 7S 8S")
LED = cards("5H 6H 7H")
ONLY = "Ann leads 5\u2665\ufe0e, and this is the first trick."


def revoked(case: str, tricks: list[Plain], *found: tuple[str, int, int], before: int = 4) -> Row:
    """Who is found to have revoked after Ann has won so many tricks: in which trick, and which one shows it."""
    kinds = [{"kind": "revoke", "seat": seat, "hand": 1, "trick": at, "shown_in": by} for seat, at, by in found]
    return stands("revoke", case, [*dealt(), *won(*["Ann"] * before), *tricks], {"irregularities": kinds})


OFF_SUIT = cards("5S 8D 8S")  # Bob does not follow, and Cat wins
CLUBS = cards("9C 10C 3C")

TRICKS: list[Row] = [
    *(stands("draw", f"after trick {n}", [*dealt(Ann=2), *won("Ann", "Bob", "Ann", "Cat", "Ann")[:n]], {"cards": left})
      for n, left in ((1, [7, 8, 8]), (2, [6, 8, 7]), (3, [6, 7, 6]), (4, [5, 6, 6]), (5, [4, 5, 5]))),
    stands("hand-over", "not while all hold cards", [*QUEEN, *won("Bob", "Bob", "Cat", "Cat")],
           {"phase": "trick", "cards": [1, 7, 7]}),
    stands("hand-over", "as soon as one holds none", COUNTING, {"phase": "count", "cards": [0, 6, 6]}),
    refused("not-now", "a trick after the hand", [*COUNTING, trick("Bob")], TO_COUNT, [count("Bob", 0)]),
    refused("not-now", "cards after the hand", [*COUNTING, FIRST]),
    stands("hand-over", "nobody holds a card",
           [*dealt("4H", "9S", "7D", seats="Ann Bob", Ann=3, Bob=3),
            *won("Ann", "Bob", "Ann", "Bob", "Ann", "Ann", "Ann", "Bob")],
           {"phase": "face-up", "rounds": [{"Ann": 1, "Bob": 1}]}, seats=2),
    *(stands("trick-winner", case, [*dealt(), *won(*["Ann"] * before), cards(text)], {"leader": winner})
      for case, text, before, winner in (
        ("no trump yet", "5S 7S 2H", 0, "Bob"), ("nor in the second", "9S KS 2H", 1, "Bob"),
        ("a trump from the third", "9S KS 2H", 2, "Cat"), ("the higher trump", "9S 3H 2H", 2, "Bob"),
        ("no other suit", "9S AD KD", 2, "Ann"), ("the ace is high", "KS AS QS", 0, "Bob"),
        ("ten above nine", "9S 10S 8S", 0, "Bob"))),
    stands("trick-winner", "trump at once", [*dealt("4H", "QS", "7D"), cards("9S KS 2H")], {"leader": "Cat"}),
    refused("trick-winner", "another is claimed", [*dealt(), {**FIRST, "winner": "Ann"}],
            "With these cards Cat wins the trick with 8\u2660\ufe0e.", [FIRST]),
    refused("trick-winner", "a trump that does not count yet is claimed", [*dealt(), cards("5S 7S 2H", winner="Cat")],
            "With these cards Bob wins the trick with 7\u2660\ufe0e; hearts are not in effect before trick 3."),
    stands("trick-winner", "the same is claimed", [*dealt(), {**FIRST, "winner": "Cat"}], {"tricks": [0, 0, 1]}),
    refused("trump-broken", "in the first trick", [*dealt(), LED], ONLY),
    refused("trump-broken", "none was played", [*dealt(), FIRST, {**LED, "winner": "Ann"}],
            "Cat leads 5\u2665\ufe0e, and in 1 trick no hearts have been played."),
    stands("trump-broken", "one was played", [*dealt(), FIRST, cards("9S 10S 3H"), LED]),
    stands("trump-broken", "the leader holds nothing else", [*dealt(), {**LED, "only_trump": True}]),
    refused("trump-broken", "the leader holds something else", [*dealt(), {**LED, "only_trump": False}]),
    stands("trump-broken", "and may say so of any lead", [*dealt(), {**FIRST, "only_trump": True}]),
    *(stands("trump-broken", f"as it is told: {case}", [*dealt(), *moves, LED]) for case, moves in (
        ("a trump", [trick("Ann", trump=True)]), ("unknown", won("Ann")), ("unknown in the second",
         [trick("Ann", trump=False), trick("Ann")]), ("by cards", [trick("Ann", trump=False), cards("9S 10S 3H")]),
        ("in the first", [trick("Ann", trump=True), trick("Ann", trump=False)]), ("cards, then unknown",
         [FIRST, trick("Ann")]))),
    *(refused("trump-broken", f"as it is told: {case}", [*dealt(), *moves, LED]) for case, moves in (
        ("none", [trick("Ann", trump=False)]),
        ("none by cards", [FIRST, trick("Ann", trump=False), cards("9S 10S JS")]))),
    refused("trump-broken", "not in an earlier hand",
            [*dealt(seats="Ann Bob"), trick("Ann", trump=True), *won(*["Ann"] * 8), count("Ann"),
             *dealt(seats="Bob Ann"), cards("5H 6H")], seats=2),
    *(refused(rule, because, [*dealt(), cards("JC QC KC"), cards(text)], because) for text, rule, because in (
        ("5S 7S", "one-card-each", "2 cards were recorded for 3 seats."),
        ("5S", "one-card-each", "1 card was recorded for 3 seats."),
        ("", "one-card-each", "0 cards were recorded for 3 seats."),
        ("5S 7S 8S 9S", "one-card-each", "4 cards were recorded for 3 seats."),
        ("5S 5S 1S", "card-in-deck", "\u201c1S\u201d is no card of the deck."),
        ("5S 7S 10h", "card-in-deck", "\u201c10h\u201d is no card of the deck."),
        ("5S 7S 5S", "card-played-once", "5\u2660\ufe0e stands there twice."),
        ("5S 7S 6S", "card-played-once", "6\u2660\ufe0e lies face up on the table."),
        ("5S 7S QC", "card-played-once", "Q\u2663\ufe0e was played in trick 1."))),
    stands("card-played-once", "a new hand", [*dealt(seats="Ann Bob"), cards("QC JC"), *won(*["Ann"] * 8),
           count("Ann"), *dealt(seats="Bob Ann"), cards("JC QC")], seats=2),
    revoked("shown later", [OFF_SUIT, CLUBS, cards("QC 4S KC")], ("Bob", 5, 7)),
    revoked("not by who followed", [OFF_SUIT, CLUBS, cards("QC KC 9S")]),
    revoked("in trump, and the slate is clean then",
            [cards("5H 8D 6H"), cards("9C 10C 2H"), cards("3H JH QH"), cards("10H 9D KH"), cards("3C 4C QC")],
            ("Bob", 5, 6), ("Bob", 6, 9)),
    revoked("not if a draw could explain it", [OFF_SUIT, trick("Bob"), cards("9S 10S QS")], before=0),
    revoked("another drew", [OFF_SUIT, trick("Cat"), cards("9S 10S QS")], ("Bob", 1, 3), before=0),
    revoked("who trumps draws", [cards("9S KS 2H"), trick("Ann"), cards("QS JS 3S")], before=2),
    revoked("nobody draws any more", [cards("9S KS 2H"), cards("QC 3S JC"), trick("Cat"), cards("JS 4S 5S")],
            ("Cat", 5, 8)),
    stands("revoke", "two of one trick, and one has drawn", [*dealt(), *won("Ann", "Ann", "Ann", "Cat"),
           cards("5S 8D 9D"), cards("QS KS AS")], {"irregularities": [
               {"kind": "revoke", "seat": seat, "hand": 1, "trick": 5, "shown_in": 6} for seat in ("Ann", "Bob")]}),
    stands("follow-suit", "nobody is refused", [*dealt(), OFF_SUIT], {"irregularities": []}),
    stands("revoke", "in a later hand", [*hands(2, {}), *dealt(seats="Bob Ann"), *won(*["Ann"] * 4), cards("5S 8D"),
           cards("QC KC"), cards("9S 10S")],
           {"irregularities": [{"kind": "revoke", "seat": "Bob", "hand": 2, "trick": 5, "shown_in": 7}]}, seats=2),
    stands("trick-winner", "told by cards and by name", [*dealt(seats="Ann Bob"), cards("5S 7S"), cut("Ann"),
           trick("Ann"), points("Bob", 2), cards("9S KS")], {"tricks": [1, 2]}, seats=2),
]  # fmt: skip

PASSED = hands(2, {"Ann": 5}, {"Bob": 12}, {"limit": 11})
THREE: tuple[Plain, ...] = ({}, {}, {})
SCORES: list[Row] = [
    refused("score", "more than are held", [*COUNTING, count("Bob", 7)], "Bob holds 6 cards.", [count("Bob", 6)]),
    refused("malformed", "fewer than none", [*COUNTING, count("Bob", -1)]),
    refused("not-now", "a count twice", [*COUNTING, count("Cat", 6), count("Cat", 6)], f"Cat has counted. {TO_COUNT}"),
    refused("not-now", "a count of no card", [*COUNTING, count("Ann", 0)], "Ann has no card left to count.",
            [count("Bob", 0)]),
    stands("score", "difference, cards left, cuts",
           [*QUEEN, *won("Bob", "Bob", "Cat", "Cat", "Bob"), cut("Cat"), count("Cat", 6), count("Bob", 2)],
           {"rounds": [{"Ann": 4, "Bob": 1 + 4, "Cat": 2 + 0 + 1}], "phase": "face-up", "cards": [9, 9, 9],
            "tricks": [0, 0, 0]}),
    refused("not-now", "points before a hand", [points("Ann", 1)]),
    stands("table-ruling", "points in the running hand",
           [face_up(), points("Ann", 99), points("Ann", -99), points("Bob", -99), points("Ann", 2), discard("Ann"),
            discard("Bob"), *won(*["Ann"] * 9), points("Ann", 1), count("Ann", 4)],
           {"rounds": [{"Ann": 5 + 3, "Bob": 0}]}, seats=2),
    stands("table-ruling", "a long reason", [face_up(), {**points("Ann", 2), "reason": f" {'x' * 280} "}]),
    refused("not-now", "a limit before all have dealt", [*hands(2, {"Ann": 5}), limit(33)], seats=2),
    stands("limit", "once all have dealt", hands(2, {"Ann": 5}, {"Bob": 7}),
           {"phase": "limit", "totals": {"Ann": 5, "Bob": 7}, "cards": [9, 9]}, seats=2),
    refused("not-now", "a hand before the limit", [*hands(2, {}, {}), face_up()],
            "All have dealt once; the table has yet to set the score that ends the game.", seats=2),
    *(refused("limit", f"{n}", [*hands(2, {}, {}), limit(n)], because, instead, seats=2) for n, because, instead in (
        (50, "50 lies between 44 and 55.", [limit(55), limit(44)]),
        (0, "0 is too low; the lowest is 11.", [limit(11), limit(22)]), (-11, None, []),
        (3, None, [limit(11), limit(22)]))),
    stands("limit", "is set once", hands(2, {}, {}, {"limit": 11}, {}), {"phase": "face-up", "winners": []}, seats=2),
    stands("limit", "passed already", PASSED, {"phase": "over", "over": True, "winners": ["Ann"], "cards": [9, 9]},
           seats=2),
    *(refused("game-is-over", str(move), [*PASSED, move], "Bob has 12, and the limit is 11.", seats=2)
      for move in (face_up(), trick("Ann"), limit(22), points("Ann", 1), cut("Ann"))),
    stands("limit", "reached changes nothing", hands(2, {"Ann": 5}, {"Bob": 11}, {"limit": 11}),
           {"phase": "face-up", "totals": {"Ann": 5, "Bob": 11}}, seats=2),
    stands("go-nov", "still there after a hand", hands(2, {"Ann": 5}, {"Bob": 11}, {"limit": 11}, {"Ann": 1}),
           {"totals": {"Ann": 6, "Bob": 6}}, seats=2),
    stands("go-nov", "the average of the others after that hand",
           hands(3, {"Ann": 20}, {"Bob": 10}, {"Cat": 4}, {"limit": 33}, {"Ann": 13, "Bob": 7, "Cat": 3}),
           {"totals": {"Ann": 12, "Bob": 17, "Cat": 7}, "phase": "face-up"}),
    *(stands("go-nov", f"rounded {how}",
             hands(3, *THREE, {"limit": 11}, {"Ann": 11, "Bob": 7, "Cat": 8}, nov_rounding=how),
             {"totals": {"Ann": total, "Bob": 7, "Cat": 8}}, nov_rounding=how)
      for how, total in (("nearest", 8), ("down", 7), ("up", 8))),
    stands("go-nov", "two at once", hands(3, *THREE, {"limit": 11}, {"Ann": 11, "Bob": 11, "Cat": 4}),
           {"totals": {"Ann": 8, "Bob": 8, "Cat": 4}}),
    stands("go-nov", "both at once", hands(2, {}, {}, {"limit": 11}, {"Ann": 11, "Bob": 11}),
           {"totals": {"Ann": 11, "Bob": 11}, "phase": "face-up"}, seats=2),
    stands("end-of-game", "above the limit, also with a Go Nov",
           hands(3, *THREE, {"limit": 11}, {"Ann": 11, "Bob": 12, "Cat": 5}),
           {"totals": {"Ann": 9, "Bob": 12, "Cat": 5}, "phase": "over", "winners": ["Cat"]}),
    stands("end-of-game", "equals share", hands(3, {"Ann": 12}, {"Bob": 5}, {"Cat": 5}, {"limit": 11}),
           {"winners": ["Bob", "Cat"]}),
    stands("end-of-game", "not below the limit", hands(2, {}, {}, {"limit": 11}, {"Ann": 10}),
           {"phase": "face-up", "totals": {"Ann": 10, "Bob": 0}}, seats=2),
]  # fmt: skip

BEGUN = "Hand 2 has begun. Seats can change once it has been scored."
LEFT_WITH_27 = (
    "Ann left with 27, which is above the limit of 22: coming back would end the game. "
    "By another name they can begin like anybody new."
)
ANN_27 = hands(3, {"Ann": 27}, {"Bob": 12}, {"Cat": 12})
SEATS: list[Row] = [
    stands("late-joiner", "begins level with who is last",
           [*hands(3, {"Ann": 9, "Bob": 4, "Cat": 4}), join("Eve", "Ann"), leave("Cat")],
           {"totals": {"Ann": 9, "Eve": 9, "Bob": 4}, "starts": {"Eve": 9}, "left": {"Cat": 4},
            "rounds": [{"Ann": 9, "Bob": 4, "Cat": 4}]}),
    *(refused(rule, "a hand runs", [*hands(3, {}), face_up(), move], BEGUN) for rule, move in (
        ("late-joiner", join("Eve")), ("leaver", leave("Ann")), ("moved-seats", reseat("Cat", "Bob", "Ann")))),
    stands("late-joiner", "has yet to deal, and the limit waits", [*hands(2, {}, {}), join("Eve", "Bob")],
           {"phase": "face-up"}, seats=2),
    stands("leaver", "alone had yet to deal", [*hands(3, {}, {}), leave("Bob")], {"phase": "limit"}),
    refused("late-joiner", "does not end the game",
            [*hands(2, {"Ann": 9}, {"Bob": 9}, {"limit": 22}), join("Eve", points=23)],
            "23 is above the limit of 22.", seats=2),
    stands("late-joiner", "may begin at the limit",
           [*hands(2, {"Ann": 9}, {"Bob": 9}, {"limit": 22}), join("Eve", points=22)], {"over": False}, seats=2),
    refused("late-joiner", "who left above a limit that came later", [*ANN_27, leave("Ann"), limit(22), join("Ann")],
            LEFT_WITH_27),
    stands("late-joiner", "who left above it, by another name", [*ANN_27, leave("Ann"), limit(22), join("Anna")],
           {"totals": {"Bob": 12, "Cat": 12, "Anna": 12}, "left": {"Ann": 27}, "over": False}),
    stands("late-joiner", "who left with just the limit",
           [*hands(3, {"Ann": 33}, {}, {}), leave("Ann"), limit(33), join("Ann")],
           {"totals": {"Bob": 0, "Cat": 0, "Ann": 33}, "over": False}),
    stands("moved-seats", "cuts before the deal go with their seats",
           [cut("Bob"), reseat("Cat", "Bob", "Ann"), join("Eve", "Cat"), leave("Ann")],
           {"seats": ["Cat", "Eve", "Bob"], "hand.cuts": {"Bob": 1}}),
    stands("moved-seats", "keep the dealer", [reseat("Cat", "Bob", "Ann")], {"hand.dealer": "Ann"}, dealer="Ann"),
    refused("moved-seats", "somebody twice", [reseat("Cat", "Bob", "Bob")]),
    stands("seat-name", "in the middle of a hand",
           [face_up(), discard("Ann"), rename("Bob", "Rob"), discard("Rob", 1), points("Rob", 2)],
           {"cards": [9, 8, 9]}),
    refused("seat-name", "of another", [rename("Ann", "Bob")]),
    refused("number-of-players", "too few", [leave("Ann")], seats=2),
    refused("number-of-players", "too many", [join("Zed")], seats=5),
]  # fmt: skip

TURNED_UP, THROWN = [face_up()], dealt()
ALL_WON = [*THROWN, *won(*["Ann"] * 9)]
ALL_DEALT = hands(3, *THREE)
LET_STAND: list[Row] = [
    let_stand("not-now", "other cards turned up", [*THROWN, face_up("2C", "3C", "4C")],
              {"phase": "trick", "hand.face": ["2C", "3C", "4C"]}, cards("4H 6S 7D")),
    let_stand("swap", "of two suits", [*TURNED_UP, swap("Bob", "5D", "6S")], {"hand.face": ["4H", "5D", "7D"]},
              discard("Ann", 2)),
    let_stand("discard-limit", "too many thrown", [*TURNED_UP, discard("Ann", 20)], {"cards": [1, 9, 9]},
              discard("Bob")),
    let_stand("discard-limit", "thrown out of turn", [*TURNED_UP, discard("Bob", 1)], {"cards": [9, 8, 9]},
              discard("Cat")),
    let_stand("discard-limit", "thrown once more", [*TURNED_UP, discard("Ann", 1), discard("Ann", 2)],
              {"cards": [6, 9, 9]}, discard("Bob")),
    let_stand("not-now", "a trick before all have thrown", [*TURNED_UP, trick("Bob")],
              {"phase": "trick", "cards": [8, 9, 8]}, trick("Ann")),
    let_stand("not-now", "cards before all have thrown, and none is seen", [*TURNED_UP, FIRST],
              {"phase": "trick", "cards": [8, 8, 9]}, FIRST),
    let_stand("one-card-each", "too few cards", [*THROWN, cards("5S 7S", winner="Bob")], {"cards": [8, 9, 8]}, FIRST),
    let_stand("trump-broken", "trump led too early", [*THROWN, cards("5H 8H 7H")], {"cards": [8, 9, 8]},
              cards("5H 7H 8H")),
    let_stand("trick-winner", "the cards decide", [*THROWN, cards("5S 8S 7S", winner="Cat")], {"cards": [8, 9, 8]},
              FIRST),
    let_stand("card-in-deck", "what is told beside the cards", [*THROWN, cards("5S 1S 7S", winner="Cat")],
              {"cards": [8, 8, 9]}, FIRST),
    let_stand("not-now", "a count ends the hand", [*THROWN, count("Ann", 20)], {"phase": "count", "cards": [9, 9, 9]},
              count("Bob")),
    let_stand("not-now", "a limit during a hand", [*THROWN, limit(50)], {"phase": "trick", "limit": 50}, trick("Ann")),
    let_stand("limit", "between two", [*ALL_DEALT, limit(50)], {"phase": "face-up", "limit": 50}, face_up()),
    let_stand("not-now", "a cut while the limit is awaited", [*ALL_DEALT, cut("Ann")],
              {"phase": "limit", "hand.cuts": {"Ann": 1}}, limit(77)),
    let_stand("not-now", "points before a hand", [points("Ann", 3)], {"hand.ruled": {"Ann": 3}}, face_up()),
    let_stand("not-now", "a count again", [*COUNTING, count("Bob", 2), count("Bob", 3)], {"hand.sloughs": {"Bob": 3}},
              count("Cat", 0)),
    let_stand("score", "all that are left", [*dealt(seats="Ann Bob"), *won(*["Ann"] * 9), count("Ann", 20)],
              {"rounds": [{"Ann": 5, "Bob": 4}]}, seats=2),
    let_stand("not-now", "cards turned up anew let all swap again", [*BOB_SWAPPED, face_up(*HEARTS)],
              {"hand.face": list(HEARTS)}, swap("Ann", "AH", "KH")),
    let_stand("face-up", "not two cards", [face_up("4H", "6S")]),
    let_stand("card-played-once", "no card twice", [face_up("4H", "6S", "4H")]),
    let_stand("card-in-deck", "no card turned up", [face_up("4H", "6S", "joker")]),
    let_stand("swap", "for no card that lies there", [*TURNED_UP, swap("Ann", "5H", "8H")]),
    let_stand("swap", "of no card that lies there", [*TURNED_UP, swap("Ann", "6S", "4H")]),
    let_stand("swap", "of no card", [*TURNED_UP, swap("Ann", "joker", "4H")]),
    let_stand("not-now", "nothing thrown in the hand", [*THROWN, discard("Ann", 1)]),
    let_stand("not-now", "no trick before the cards lie", won("Ann")),
    let_stand("one-card-each", "no trick that nobody won", [*THROWN, cards("5S 7S")]),
    let_stand("not-now", "no trick after the hand", [*ALL_WON, trick("Ann")]),
    let_stand("not-now", "no count of no cards", [*ALL_WON, count("Bob")]),
    let_stand("not-now", "no count before a hand", [count("Ann")]),
    let_stand("not-now", "no same count again", [*COUNTING, count("Bob", 2), count("Bob", 2)]),
    let_stand("not-now", "no limit of nothing", [limit(0)]),
    let_stand("not-now", "no limit that breaks a hand off", [*ALL_WON, count("Ann", 0), face_up(), limit(8)]),
]  # fmt: skip

MALFORMED: list[Row] = [
    refused("malformed", str(move), [face_up(), move])
    for move in list[Any]((
        {"move": "deal"}, {**face_up(), "cards": "4H"}, {**face_up(), "cards": [4, 5, 6]}, [], None, "no object",
        {"move": "trick", "winner": "Ann", "only_trump": True}, trick("Zoe"), discard("Bob", -1),
        *({"move": "trick", "winner": "Ann", "trump": told} for told in (1, "true", None, 0.0)),
        {**FIRST, "trump": True}, {"move": "limit", "points": 11.0},
        *({**points("Ann", 1), "points": n} for n in (0, 100, -100, 1.0, True, None, "1")),
        *({**points("Ann", 1), "reason": reason} for reason in ("", "   ", "x" * 281, None)),
    ))
]  # fmt: skip

OF_CARD_TWO = {
    "A": (1, 1, 3), "K": (0, 7, 4), "Q": (4, 6, 0), "J": (4, 6, 0), "10": (4, 5, 0), "9": (3, 5, 1), "8": (3, 4, 1),
    "7": (3, 4, 1), "6": (2, 3, 2), "5": (2, 3, 2), "4": (2, 2, 2), "3": (1, 2, 3), "2": (1, 1, 3),
}  # fmt: skip
"""By rank: how many may be thrown, are to be won, and after which trick trump counts."""
TOLD_SHORT: list[Row] = [
    stands("result", "scores the hand", [*dealt(), result(Ann=5)], {"rounds": [{"Ann": 1, "Bob": 4, "Cat": 4}]}),
    refused("result", "no trick at all", [*dealt(), result()], "You counted 0 tricks; a hand has 1 to 13."),
    refused("result", "more tricks than a hand has", [*dealt(), result(Ann=13, Bob=1)]),
    refused("result", "fewer than are recorded", [*dealt(), trick("Bob"), result(Ann=5)]),
    refused("result", "all have cards left", [*dealt(), {**result(Ann=5), "left": {"Ann": 1, "Bob": 1, "Cat": 1}}]),
    refused("malformed", "more than thirteen tricks", [*dealt(), result(Ann=14)]),
    refused("malformed", "a result without a seat", [*dealt(), {**result(Ann=5), "left": {"Ann": 0}}]),
    refused("not-now", "a result before the three cards", [result(Ann=5)]),
    refused("stop", "no hand is scored", [{"move": "stop"}]),
    refused("game-is-over", "stopped", [*dealt(), result(Ann=5), {"move": "stop"}, {"move": "stop"}]),
]  # fmt: skip

ROWS = [*BEFORE, *TRICKS, *SCORES, *SEATS, *LET_STAND, *MALFORMED, *TOLD_SHORT]
SUGGESTED = {
    "misdeal": 1, "exposed-card": 1, "out-of-turn": 1, "old-tricks": 1, "taking-back": 1, "leaving": 11, "cheating": 11,
}  # fmt: skip
"""What no sheet speaks of, and the app never sees: the points that the rulebook suggests."""


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


@pytest.mark.parametrize("rank", HAND_TABLE)
def test_hand_table(rank: str) -> None:
    throw, win, after = OF_CARD_TWO[rank]
    face = ("5C", f"{rank}D", f"{rank}S")
    assert meaning(face) == Meaning("clubs", "diamonds", throw, after, win)
    sitting = Sitting().play(face_up(*face))
    assert sitting.refused(discard("Ann", throw + 1))[0] == "discard-limit"
    assert sitting.play(discard("Ann", throw)).held() == [9 - throw, 9, 9]


def test_hand_table_stands_in_the_rulebook() -> None:
    rows = [tuple(map(str, row)) for row in GAMES["ui77"].rulebook["hand-table"].grid.rows]
    said = {0: "at once"} | {n: f"after trick {n}" for n in range(1, 5)}
    assert rows == [(rank, str(throw), str(win), said[after]) for rank, (throw, win, after) in OF_CARD_TWO.items()]


@pytest.mark.parametrize(("rule_id", "amount"), SUGGESTED.items())
def test_the_suggested_ruling_stands(rule_id: str, amount: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"points": str(amount)}
    Sitting().play(*dealt(), trick("Ann"), {**points("Bob", amount), "reason": reason})


def test_every_rule_of_the_rulebook_has_a_row() -> None:
    told = rules_in(ROWS) | set(SUGGESTED) | {"hand-table"}
    assert told == {rule.id for rule in GAMES["ui77"].rulebook.rules}


def test_the_author_is_named_wherever_the_sheet_is() -> None:
    sources = {str(source) for rule in GAMES["ui77"].rulebook.rules for source in rule.sources}
    assert len(sources) == 1
    assert "Vandercar" in sources.pop()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seats": ["Ann"]}, "seats"), ({"seats": list("ABCDEF")}, "seats"), ({"seats": ["Ann", "pile"]}, "seats"),
        ({"dealer": "Zoe"}, "dealer"), ({"first": "Ann"}, "first"),
        ({"options": {"nov_rounding": "half"}}, "nov_rounding"), ({"options": {"nov_rounding": None}}, "options"),
        ({"options": {"rounds": 3}}, "rounds"),
    ],
)  # fmt: skip
def test_headers_that_are_none(change: Plain, key: str) -> None:
    with pytest.raises(BadHeader) as bad:
        read_header({**header(), **change})
    assert bad.value.key == key


def test_card_in_deck_of_52() -> None:
    assert len(DECK) == 52
    assert sorted({card.rank for card in DECK.values()}) == list(range(2, 15))


def test_cut_before_the_deal_is_on_the_sheet_at_once() -> None:
    sitting = Sitting(2)
    fresh = sitting.report
    sitting.play(cut("Ann"), cut("Bob"), cut("Ann"))
    assert sitting.report == fresh, "nothing lies anywhere else for it"
    assert {seat: str(one.text) for seat, one in sitting.sheet.running.items()} == {"Ann": "2 cuts", "Bob": "1 cut"}


@pytest.mark.parametrize(
    ("found", "total", "text"),
    [
        (Sum(3, 5, 2), 4, "5 \u2212 3 + 2 left = 4"),
        (Sum(3, 1), 2, "3 \u2212 1 = 2"),
        (Sum(4, 4), 0, "4 \u2212 4 = 0"),
        (Sum(4, 4, cuts=1), 1, "4 \u2212 4 + 1 cut = 1"),
        (Sum(4, 4, cuts=2, ruled=3), 5, "4 \u2212 4 + 2 cuts + 3 by ruling = 5"),
        (Sum(4, 3, ruled=-5), 0, "4 \u2212 3 \u2212 5 by ruling, never under 0 = 0"),
        (Sum(4, 2, nov=Nov(33, 20, (18, 22))), -11, "4 \u2212 2 = 2; Go Nov: 33 becomes 20, the average of 18, 22"),
    ],
)
def test_score_is_told_as_a_sum(found: Sum, total: int, text: str) -> None:
    assert (found.total, str(found.text)) == (total, text)


@pytest.mark.parametrize(
    ("others", "nearest", "down", "up"),
    [((40, 51), 46, 45, 46), ((1, 1, 2), 1, 1, 2), ((1, 2, 2), 2, 1, 2), ((7,), 7, 7, 7), ((1, 1, 1, 4), 2, 1, 2)],
)
def test_go_nov_rounds_the_average(others: tuple[int, ...], nearest: int, down: int, up: int) -> None:
    assert [average(others, how) for how in ("nearest", "down", "up")] == [nearest, down, up]


def test_score_is_on_the_sheet_while_the_hand_runs_and_after() -> None:
    sitting = Sitting(2)
    assert (sitting.sheet.number, sitting.sheet.planned) == (1, None)
    assert {seat: str(one.text) for seat, one in sitting.sheet.running.items()} == {"Ann": "0", "Bob": "0"}
    running = sitting.dealt().won("Ann", "Ann").sheet.running
    assert {seat: str(one.text) for seat, one in running.items()} == {"Ann": "4 \u2212 2 = 2", "Bob": "4 \u2212 0 = 4"}
    sitting = Sitting(2).hand().hand()
    assert sitting.sheet.number == 2
    sheet = sitting.play(limit(11)).hand(Ann=12).sheet
    assert (sheet.number, sheet.running, len(sheet.finished)) == (3, {}, 3)


def test_lead_the_next_dealer_of_a_rematch_is_left_of_who_dealt_last() -> None:
    for sitting, name in ((Sitting(3, dealer="Ann").hand(), "Cat"), (Sitting(2).play(*PASSED), "Bob")):
        assert sitting.book.game.next_dealer(sitting.book.state) == name


def test_a_revoke_is_proved_by_no_cards_that_could_not_be() -> None:
    stood: Plain = {"move": "ruling", "stands": cards("9C 10S 3C", winner="Ann"), "reason": "we agreed"}
    assert not Sitting().play(*dealt(), *won(*["Ann"] * 4), OFF_SUIT, stood).report["irregularities"]
