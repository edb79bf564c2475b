"""The rules of Fluff by their ids: the moves before, the move, and the ruling."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.fluff.state import Shown
from companion.games.header import BadHeader
from companion.games.people import Seat
from companion.games.transcript import read_header
from tests.games.comings import join, leave, rename, reseat
from tests.games.fluff.sitting import (
    NAMES,
    UNDO,
    Plain,
    Sitting,
    bid,
    call,
    count,
    header,
    lost,
    roll,
    ruling,
    show,
    spill,
    starts,
)
from tests.games.rule_table import Row, each, let_stand, refused, rules_in, stands

STARTED = [starts()]
BID = [*STARTED, bid("Ann", 5, 4)]
CALLED = [*BID, call("Tom")]
TIED = [roll(Ann=2, Tom=1, Mia=2)]
NOT_ROLLED = "The first roll is not over yet."


def holding(seats: int = 3, **dice: int) -> list[Plain]:
    """Ann opens, and seats have lost dice by rulings."""
    return [starts(seats=seats), *(ruling(name, n - 5) for name, n in dice.items())]


def shown(**matching: int) -> list[Plain]:
    return [count(name, n) for name, n in matching.items()]


ROLL: list[Row] = [
    stands("first-roll", "the most wilds open", [roll(Ann=1, Tom=3, Mia=2)], {"phase": "bid", "turn": "Tom"}),
    stands("first-roll", "who ties rolls again", TIED, {"phase": "first-roll", "tied": ["Ann", "Mia"], "turn": None}),
    stands("first-roll", "until one has more", [*TIED, roll(Mia=1, Ann=1), roll(Mia=1, Ann=0)], {"turn": "Mia"}),
    stands("first-roll", "nobody rolls a wild", [roll(Ann=0, Tom=0, Mia=0)], {"tied": ["Ann", "Tom", "Mia"]}),
    refused("first-roll", "all roll again", [*TIED, roll(Ann=1, Tom=5, Mia=2)]),
    refused("first-roll", "another rolls again", [*TIED, roll(Ann=1, Tom=5)]),
    refused("first-roll", "somebody is missing", [roll(Ann=1, Mia=0)], "Wilds still missing: Tom."),
    refused("first-roll", "all are missing", [roll()], "Wilds still missing: Ann, Tom, Mia."),
    refused("first-roll", "more wilds than dice", [roll(Ann=7, Tom=1, Mia=0)], "Ann has 5 dice.",
            [roll(Ann=5, Tom=1, Mia=0)]),
    refused("first-roll", "more wilds than one die", [spill("Ann", 4), roll(Ann=2, Tom=0, Mia=0)], "Ann has 1 die.",
            sloppy=True),
    refused("first-roll", "somebody is out", [spill("Ann", 5), starts()], "Ann is not in this roll.", sloppy=True),
    stands("first-roll", "without who is out", [spill("Ann", 5), roll(Tom=0, Mia=1)], {"turn": "Mia"}, sloppy=True),
    refused("not-now", "the roll is over", [*STARTED, starts()], "Who starts is settled already."),
]  # fmt: skip

BIDS: list[Row] = [
    *(stands("bid", f"round to the left: {turn}", [starts("Tom"), *moves], {"turn": turn}) for moves, turn in (
        ([bid("Tom", 3, 4)], "Mia"), ([bid("Tom", 3, 4), bid("Mia", 3, 5)], "Ann"),
        ([bid("Tom", 3, 4), bid("Mia", 3, 5), bid("Ann", 4, 2)], "Tom"))),
    refused("bid", "out of turn", [starts("Tom"), bid("Ann", 3, 4)], "It is Tom\u2019s turn.",
            [bid("Tom", 1, 4), bid("Tom", 1, 2)]),
    stands("bid", "past who is out", [*holding(Tom=0), bid("Ann", 3, 4)], {"turn": "Mia"}),
    refused("bid", "by who is out", [*holding(Tom=0), bid("Ann", 3, 4), bid("Tom", 4, 4)], "It is Mia\u2019s turn."),
    *(refused("bid", f"{n} of {value}", [*STARTED, bid("Ann", n, value)])
      for n, value in ((0, 4), (-1, 2), (3, 1), (3, 7), (3, 0))),
    refused("not-now", "a bid in the first roll", [bid("Ann", 3, 4)], NOT_ROLLED),
    refused("not-now", "a bid in the first roll that is none", [bid("Ann", 0, 4)]),
    refused("not-now", "a bid after a call", [*CALLED, bid("Tom", 9, 4)], None,
            [count("Tom", 0), count("Tom", 1), count("Tom", 2)]),
    *(stands("raise", f"5 of 4 by {n} of {value}", [*BID, bid("Tom", n, value)], {"turn": "Mia"})
      for n, value in ((5, 5), (5, 6), (6, 2), (6, 4), (7, 3), (400, 2))),
    *(refused("raise", f"5 of 4 not by {n} of {value}", [*BID, bid("Tom", n, value)],
              "The bid to raise: 5 \u00d7 4.", instead) for n, value, instead in (
        (5, 4, []), (5, 3, [bid("Tom", 6, 3), bid("Tom", 5, 5), call("Tom")]), (5, 2, []), (4, 5, []),
        (4, 6, [bid("Tom", 5, 6), bid("Tom", 5, 5), call("Tom")]), (1, 6, []))),
    *(stands("raise", f"{n} opens a round", [*STARTED, bid("Ann", n, 2)]) for n in (1, 15, 16, 10**40)),
    refused("raise", "no screen counts on for ever", [*STARTED, bid("Ann", 10**6, 6), bid("Tom", 1, 2)], None,
            [call("Tom")]),
]  # fmt: skip

CALLS: list[Row] = [
    stands("call", "by the next, in turn", [starts("Tom"), bid("Tom", 3, 4), call("Mia")], {"call.in_turn": True}),
    stands("call", "by another, out of turn", [starts("Tom"), bid("Tom", 3, 4), call("Ann")], {"call.in_turn": False}),
    stands("call", "the next is the next with dice", [*holding(Tom=0), bid("Ann", 3, 4), call("Mia")],
           {"call.in_turn": True}),
    refused("call", "one\u2019s own bid", [*BID, call("Ann")], "The bid is Ann\u2019s own.", [call("Tom")]),
    refused("call", "who is out", [*holding(Mia=0), bid("Ann", 3, 4), call("Mia")], "Mia has no dice left."),
    refused("not-now", "a call in the first roll", [call("Ann")], NOT_ROLLED),
    refused("not-now", "a call without a bid", [*STARTED, call("Tom")], "Nobody has bid in this round."),
    refused("not-now", "a second call", [*CALLED, call("Mia")]),
    *(stands("settle", case, [*STARTED, bid("Ann", n, 4), call(caller), show("Mia", "444w2"), show("Ann", "22222"),
                              show("Tom", "6w353")], {"held": held, "turn": opens})
      for case, n, caller, held, opens in (
        ("as many: the caller loses one", 5, "Tom", [5, 4, 5], "Tom"), ("more", 4, "Tom", [5, 4, 5], "Tom"),
        ("out of turn it costs two", 5, "Mia", [5, 5, 3], "Mia"),
        ("fewer: the bidder loses one", 6, "Tom", [4, 5, 5], "Ann"),
        ("one, where it was called out of turn", 6, "Mia", [4, 5, 5], "Ann"))),
    stands("settle", "who has one die cannot lose two",
           [*holding(Mia=1), bid("Ann", 1, 4), call("Mia"), *shown(Ann=1, Tom=1, Mia=1)], {"held": [5, 5, 0]}),
    *(refused("settle", f"dice {dice!r} of two", [*holding(Mia=2), bid("Ann", 3, 4), call("Tom"), show("Mia", dice)],
              "Mia has 2 dice.", instead) for dice, instead in (("", []), ("4", [show("Mia", "42"), show("Mia", "44")]),
                                                              ("444", [show("Mia", "44")]))),
    refused("settle", "more dice count than there are", [*holding(Mia=2), *BID[1:], call("Tom"), count("Mia", 3)],
            "Mia has 2 dice.", [count("Mia", 2)]),
    *(stands("settle", f"by counts: {n}", [*STARTED, bid("Ann", n, 4), call("Tom"), count("Mia", 0),
                                           show("Ann", "44w22"), count("Tom", 2)], {"held": held})
      for n, held in ((5, [5, 4, 5]), (6, [4, 5, 5]))),
    *(refused("not-now", f"no call: {move}", [*BID, move], "Nobody has called \u201cFluff!\u201d.")
      for move in (show("Ann", "22222"), count("Ann", 2))),
    *(refused("not-now", f"shown already: {move}", [*CALLED, count("Mia", 2), move], "Mia has shown already.")
      for move in (show("Mia", "22222"), count("Mia", 3))),
    *(refused("not-now", f"no dice: {move}", [*holding(Mia=0), *BID[1:], call("Tom"), move], "Mia has no dice left.")
      for move in (show("Mia", ""), count("Mia", 0))),
    stands("next-opening", "who is out passes it left",
           [*holding(4, Mia=1, Ben=0), bid("Ann", 3, 4), call("Mia"), *shown(Ann=3, Tom=0, Mia=0)],
           {"held": [5, 5, 0, 0], "turn": "Ann"}, seats=4),
    stands("next-opening", "not back to who comes back", [*holding(Ann=0), ruling("Ann", 2)], {"turn": "Tom"}),
    stands("last-dice", "win", [*holding(2, Tom=1), bid("Ann", 1, 4), call("Tom"), *shown(Ann=1, Tom=0)],
           {"phase": "over", "over": True, "winners": ["Ann"], "held": [5, 0]}, seats=2),
    refused("game-is-over", "a bid", [*holding(2, Tom=0), bid("Ann", 1, 2)], "Ann alone has dice left.", seats=2),
    stands("last-dice", "by a ruling", [*holding(2, Ann=0)], {"winners": ["Tom"]}, seats=2),
    stands("table-ruling", "gives and takes", [*STARTED, ruling("Tom", -2), ruling("Tom", 1)], {"held": [5, 4, 5]}),
    *(refused("table-ruling", f"none to five: {n}", [*holding(Tom=4), ruling("Tom", n)], "Tom has 4 dice.", instead)
      for n, instead in ((2, [ruling("Tom", 1)]), (-5, []), (9, []))),
    *(refused("not-now", f"a ruling {when}", [*moves, ruling("Tom", -1)]) for when, moves in (
        ("in the first roll", []), ("once a bid was made", BID), ("once it was called", CALLED))),
    refused("nothing-to-undo", "no entry", [UNDO]),
]  # fmt: skip

NOT_SLOPPY = "This table does not play sloppy style."
IN_ROUND = [*STARTED, bid("Ann", 3, 4)]
SPILLS: list[Row] = [
    stands("spill", "dice are gone for good", [spill("Tom", 2), starts(), spill("Ann")], {"held": [4, 3, 5]}),
    refused("spill", "not in this style", [spill("Tom")], NOT_SLOPPY, sloppy=False),
    refused("spill", "not in this style, in a round", [*IN_ROUND, spill("Tom")], NOT_SLOPPY, sloppy=False),
    refused("spill", "not in this style, after a call", [*CALLED, spill("Tom")], NOT_SLOPPY, sloppy=False),
    refused("spill", "more than there are", [spill("Tom", 6)], "Tom has 5 dice."),
    refused("spill", "by who is out", [spill("Tom", 5), spill("Tom")], "Tom has no dice left."),
    refused("spill", "more than there are, after a call", [*CALLED, spill("Tom", 6)], "Tom has 5 dice."),
    refused("spill", "by who is out, after a call", [*CALLED, spill("Mia", 5), spill("Mia")], "Mia has no dice left."),
    stands("spill", "at any time", [*IN_ROUND, spill("Tom"), call("Tom"), spill("Ann"), spill("Tom")],
           {"held": [4, 3, 5]}),
    refused("not-now", "a spill by who has shown", [*CALLED, count("Ann", 0), spill("Ann")], "Ann has shown already."),
    refused("settle", "as many as are left", [*CALLED, spill("Tom", 2), show("Tom", "44444")], "Tom has 3 dice."),
    refused("raise", "a standing bid stays", [*IN_ROUND, spill("Ann", 5), bid("Tom", 3, 4)],
            "The bid to raise: 3 \u00d7 4."),
    refused("call", "a standing bid stays one\u2019s own", [*IN_ROUND, spill("Ann", 5), call("Ann")]),
    stands("spill", "whose turn it is passes it left", [starts(seats=4), bid("Ann", 3, 4), spill("Tom", 5),
           call("Mia"), *shown(Ann=5, Mia=5, Ben=5)], {"held": [5, 0, 4, 5], "turn": "Mia"}, seats=4),
    stands("spill", "a call stays out of turn", [starts(seats=4), bid("Ann", 3, 4), call("Mia"), spill("Tom", 5),
           *shown(Ann=5, Mia=5, Ben=5)], {"held": [5, 0, 3, 5]}, seats=4),
    *(refused("not-now", f"who is out shows nothing: {move}", [*IN_ROUND, call("Mia"), spill("Tom", 5), move],
              "Tom has no dice left.") for move in (count("Tom", 0), show("Tom", ""))),
    stands("spill", "the last to show has dice left", [*IN_ROUND, call("Mia"), *shown(Ann=1, Mia=2), spill("Tom", 4)],
           {"phase": "show"}),
    stands("spill", "nobody is left to show", [*IN_ROUND, call("Mia"), *shown(Ann=1, Mia=2), spill("Tom", 5)],
           {"phase": "bid", "held": [5, 0, 3], "turn": "Mia"}),
    stands("settle", "the caller has no dice to lose", [starts(seats=4), bid("Ann", 3, 4), call("Mia"),
           spill("Mia", 5), *shown(Tom=0, Ben=3, Ann=0)], {"held": [5, 5, 0, 5], "turn": "Ben"}, seats=4),
    stands("settle", "the bidder has no dice to lose", [*IN_ROUND, spill("Ann", 5), call("Tom"), *shown(Tom=0, Mia=2)],
           {"held": [0, 5, 5], "turn": "Tom", "out": ["Ann"]}),
    stands("settle", "the caller has one to lose", [*IN_ROUND, call("Mia"), spill("Mia", 4), *shown(Ann=3, Tom=0,
           Mia=0)], {"held": [5, 5, 0]}),
    stands("spill", "who opens with dice opens", [*STARTED, spill("Ann", 4)], {"turn": "Ann"}),
    stands("spill", "who opens passes it left", [*STARTED, spill("Ann", 5)], {"turn": "Tom"}),
    stands("spill", "a tie goes on with dice", [*TIED, spill("Ann", 4)], {"tied": ["Ann", "Mia"]}),
    stands("spill", "out of a tie of three", [roll(Ann=2, Tom=2, Mia=2), spill("Ann", 5)], {"tied": ["Tom", "Mia"]}),
    stands("spill", "one is left in the tie", [*TIED, spill("Ann", 5)], {"phase": "bid", "turn": "Mia"}),
    stands("spill", "one is left at all", [*TIED, spill("Ann", 5), spill("Tom", 5)],
           {"phase": "over", "winners": ["Mia"]}),
    stands("spill", "who is not in the tie", [*TIED, spill("Tom", 5), roll(Ann=1, Mia=0)], {"turn": "Ann"}),
    stands("last-dice", "a call is not settled any more",
           [*IN_ROUND, call("Tom"), count("Ann", 0), spill("Tom", 5), spill("Mia", 5)],
           {"phase": "over", "winners": ["Ann"], "held": [5, 0, 0]}),
    refused("game-is-over", "a spill", [*STARTED, spill("Tom", 5), spill("Mia", 5), spill("Ann")]),
    stands("last-dice", "a bidder is out", [starts(seats=2), bid("Ann", 1, 4), spill("Ann", 5)],
           {"phase": "over", "winners": ["Tom"]}, seats=2),
]  # fmt: skip
for row in SPILLS:
    row.options.setdefault("sloppy", True)

BEGUN = "The round has begun. Seats can change before the next round\u2019s first bid."
SEATS: list[Row] = [
    stands("late-joiner", "as many dice as the fewest", [starts(seats=4), ruling("Ann", -1), ruling("Tom", -3),
           ruling("Mia", -5), join("Eve", "Ann"), join("Max", dice=5)],
           {"holdings": {"Ann": 4, "Eve": 2, "Tom": 2, "Mia": 0, "Ben": 5, "Max": 5}, "out": ["Mia"]}, seats=4, sets=2),
    stands("late-joiner", "rolls in a first roll that is made anew", [*TIED, join("Eve")], {"tied": []}),
    refused("late-joiner", "the round runs", [*BID, join("Eve")], BEGUN),
    refused("leaver", "the round runs", [*BID, leave("Tom")], BEGUN),
    refused("leaver", "a call runs", [*CALLED, leave("Tom")], BEGUN),
    refused("moved-seats", "the round runs", [*BID, reseat("Tom", "Ann", "Mia")], BEGUN),
    stands("leaver", "takes the dice along, and the next opens", [starts("Tom", 4), ruling("Mia", -5), leave("Tom")],
           {"holdings": {"Ann": 5, "Mia": 0, "Ben": 5}, "out": ["Mia"], "turn": "Ben"}, seats=4),
    stands("leaver", "the last one with dice has won", [*holding(Mia=0), leave("Tom")], {"winners": ["Ann"]}),
    stands("late-joiner", "who comes back", [*holding(Ann=2), leave("Tom"), join("Tom", "Ann")],
           {"holdings": {"Ann": 2, "Tom": 2, "Mia": 5}}),
    stands("moved-seats", "keep dice and the opening", [*holding(Ann=2), reseat("Tom", "Ann", "Mia"), bid("Ann", 1, 2)],
           {"holdings": {"Tom": 5, "Ann": 2, "Mia": 5}, "turn": "Mia"}),
    stands("seat-name", "while all show", [*BID, call("Tom"), rename("Ann", "Anna"), *shown(Anna=0, Tom=0, Mia=0)],
           {"holdings": {"Anna": 4, "Tom": 5, "Mia": 5}}),
    refused("seat-name", "of another", [rename("Ann", "Tom")]),
    refused("number-of-players", "too few", [leave("Ann")], "1 at the table would be outside 2 to 4 players.", seats=2),
    refused("number-of-players", "too many", [join("Zed")], "5 at the table would be outside 2 to 4 players.", seats=4),
    stands("number-of-players", "as many as the sets have dice for", [join("Zed")], {"Zed": 5}, seats=4, sets=2),
]  # fmt: skip

OUT = [starts(), ruling("Mia", -5), *BID[1:], call("Tom")]
FEW = [starts(), ruling("Ann", -4), ruling("Mia", -3), bid("Ann", 1, 4), call("Tom")]
LAST = [*FEW, *shown(Ann=1, Tom=0)]
LET_STAND: list[Row] = [
    let_stand("first-roll", "who is missing rolled none", [roll(Tom=1)], {"phase": "bid", "turn": "Tom"}),
    let_stand("not-now", "no more wilds than dice", [*holding(Ann=1), roll(Ann=5, Tom=2, Mia=0)], {"turn": "Tom"}),
    let_stand("first-roll", "some tie", [roll(Ann=1, Tom=1)], {"tied": ["Ann", "Tom"], "turn": None}),
    let_stand("first-roll", "all have rolled again", [*TIED, roll(Tom=3)],
              {"turn": "Tom", "tied": [], "rolled": {"Ann": 0, "Tom": 3, "Mia": 0}}),
    let_stand("not-now", "another starts before the first bid", [*STARTED, roll(Tom=1, Mia=1)],
              {"turn": "Tom", "tied": []}),
    let_stand("not-now", "no roll once a bid was made", [*BID, starts("Mia")]),
    let_stand("bid", "out of turn", [*BID, bid("Mia", 6, 4)], {"bid.seat": "Mia", "turn": "Ann"}),
    let_stand("raise", "lower", [*BID, bid("Tom", 4, 4)], {"bid.quantity": 4, "turn": "Mia"}),
    let_stand("not-now", "who bids before the roll has started", [*TIED, bid("Tom", 1, 2)],
              {"phase": "bid", "round": 1, "tied": [], "bid.seat": "Tom", "turn": "Mia"}),
    let_stand("bid", "no such value", [*BID, bid("Tom", 9, 7)]),
    let_stand("bid", "no dice", [*STARTED, bid("Ann", 0, 4)]),
    let_stand("not-now", "a bid drops a call, and what was shown", [*CALLED, count("Mia", 1), bid("Tom", 6, 4)],
              {"phase": "bid", "bid.quantity": 6, "turn": "Mia", "call": None, "shown": []}),
    let_stand("call", "one\u2019s own bid", [*BID, call("Ann")],
              {"phase": "show", "call.seat": "Ann", "call.in_turn": False}),
    let_stand("not-now", "a call before the first one", [*CALLED, count("Mia", 1), call("Mia")],
              {"call.seat": "Mia", "call.in_turn": False, "shown": []}),
    let_stand("not-now", "no call without a bid", [*STARTED, call("Tom")]),
    let_stand("not-now", "no dice without a call", [*BID, show("Mia", "44444")]),
    let_stand("not-now", "no dice in the first roll", [count("Mia", 1)]),
    let_stand("not-now", "no dice of who is out", [*OUT, count("Mia", 1)]),
    let_stand("not-now", "dice in place of those before", [*CALLED, show("Mia", "44422"), show("Mia", "4w222")],
              {"shown": [Shown(Seat("Mia"), 5, 2)]}),
    let_stand("settle", "another number of dice", [*CALLED, show("Mia", "4w")], {"shown": [Shown(Seat("Mia"), 5, 2)]}),
    let_stand("settle", "no more count than there are", [*CALLED, count("Mia", 9)],
              {"shown": [Shown(Seat("Mia"), 5, 5)]}),
    let_stand("settle", "the last one settles the round", [*FEW, *shown(Ann=0, Tom=0), count("Mia", 9)],
              {"phase": "bid", "held": [1, 4, 2], "turn": "Tom", "bid": None, "round": 2}),
    let_stand("spill", "dice at another table", [*BID, spill("Tom", 2)], {"held": [5, 3, 5]}),
    let_stand("spill", "more than there are", [*BID, spill("Tom", 6)],
              {"held": [5, 0, 5], "turn": "Mia", "out": ["Tom"]}),
    let_stand("not-now", "spilled by who has shown", [*CALLED, count("Mia", 1), spill("Mia")], {"held": [5, 5, 4]}),
    let_stand("spill", "nobody is left to show", [*LAST, spill("Mia", 6)],
              {"phase": "bid", "held": [1, 4, 0], "turn": "Tom"}),
    let_stand("not-now", "a ruling in the first roll", [roll(Ann=1, Tom=0, Mia=1), ruling("Mia", -5)],
              {"phase": "bid", "held": [5, 5, 0], "turn": "Ann", "tied": [], "out": ["Mia"]}),
    let_stand("not-now", "a ruling in a round", [*CALLED, ruling("Mia", -1)], {"held": [5, 5, 4]}),
    let_stand("not-now", "a ruling of no more than five", [*FEW, ruling("Mia", 9)], {"held": [1, 5, 5]}),
    let_stand("not-now", "a ruling of no fewer than none", [*CALLED, ruling("Mia", -9)],
              {"held": [5, 5, 0], "out": ["Mia"]}),
    let_stand("not-now", "a ruling leaves nobody to show", [*LAST, ruling("Mia", -2)],
              {"phase": "bid", "held": [1, 4, 0]}),
]  # fmt: skip

ROLLED = {"Ann": 1, "Tom": 0, "Mia": 0}
SHOW: Plain = {"move": "show", "seat": "Ann"}
MALFORMED: list[Row] = [
    refused("malformed", str(move), [move], sloppy=True)
    for move in (
        "no object", {"move": "first_roll"}, {"move": "first_roll", "wilds": []}, roll(**{**ROLLED, "Ann": -1}),
        roll(**{**ROLLED, "Ann": True}), {"move": "first_roll", "wilds": {**ROLLED, "Ann": 1.0}},
        roll(**ROLLED, Zed=0), {**roll(**ROLLED), "seat": "Ann"}, bid("Zed", 3, 4),
        *({**bid("Ann", 3, 4), "value": value} for value in (3.0, True, "wild")),
        {**bid("Ann", 3, 4), "quantity": 3.0}, {"move": "call"}, {"move": "call", "seat": None},
        *({**SHOW, "dice": dice} for dice in ([1, 2, 2, 2, 2], [2.0, 2, 2, 2, 2], ["2", 2, 2, 2, 2], "22222")),
        count("Ann", -1), count("Zed", 1), SHOW, {"move": "show", "matching": 1},
        *({**SHOW, "matching": n} for n in (3.0, True, "3", None)), {**SHOW, "matching": 3, "dice": None},
        {**SHOW, "matching": 0, "dice": [2, 2, 2, 2, 2]}, spill("Ann", 0), ruling("Ann", 0),
        {**ruling("Ann", -1), "reason": "  "}, {**ruling("Ann", -1), "reason": "x" * 281},
    )
]  # fmt: skip

TOLD_SHORT: list[Row] = [
    stands("result", "takes the dice", [starts(), lost("Mia", 2)], {"Mia": 3, "turn": "Mia"}),
    refused("result", "more dice than it has", [starts(), ruling("Tom", -4), lost("Tom", 2)]),
    refused("result", "it is out", [starts(), ruling("Tom", -5), lost("Tom")]),
    refused("malformed", "three dice lost at once", [starts(), lost("Tom", 3)]),
    refused("malformed", "no die lost", [starts(), lost("Tom", 0)]),
    refused("not-now", "a result in the first roll", [lost("Ann")]),
    refused("stop", "the start is not settled", [{"move": "stop"}]),
    refused("game-is-over", "stopped", [starts(), {"move": "stop"}, lost("Tom")]),
]  # fmt: skip

ROWS = [*ROLL, *BIDS, *CALLS, *SPILLS, *SEATS, *LET_STAND, *MALFORMED, *TOLD_SHORT]
SUGGESTED = {
    "cocked-die": -1, "exposed-dice": -1, "out-of-turn": -1, "taking-back": -1, "leaving": -5, "cheating": -1,
}  # fmt: skip
"""What no sheet speaks of, and the app never sees: the dice that the rulebook suggests."""
NOT_SEEN = {"hidden-dice"}
"""What the app never learns, and no ruling is suggested for."""


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


@pytest.mark.parametrize(("rule_id", "dice"), SUGGESTED.items())
def test_the_suggested_ruling_stands(rule_id: str, dice: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"dice": str(dice)}
    Sitting().started().play({**ruling("Mia", dice), "reason": reason})


def test_every_rule_of_the_rulebook_has_a_row() -> None:
    told = rules_in(ROWS) | set(SUGGESTED) | NOT_SEEN
    assert told == {rule.id for rule in GAMES["fluff"].rulebook.rules}


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (5, {"sets": 2}), (12, {"sets": 3})])
def test_number_of_players_four_to_a_set(seats: int, options: Plain) -> None:
    assert Sitting(seats, **options).report["holdings"] == dict.fromkeys(NAMES[:seats], 5)


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (header(1), "seats"), (header(5), "seats"), (header(9, sets=2), "seats"),
        ({**header(12, sets=3), "seats": [*NAMES, "Amy"]}, "seats"), (header(3, sets=0), "sets"),
        (header(3, sets=4), "sets"), (header(3, sets=True), "sets"), (header(3, sets=None), "options"),
        (header(3, sloppy=1), "sloppy"), (header(3, wild=1), "wild"), ({**header(3), "first": "Ann"}, "first"),
        ({**header(3), "dealer": "Zed"}, "dealer"),
    ],
)  # fmt: skip
def test_a_header_that_is_none(raw: Any, key: str) -> None:
    with pytest.raises(BadHeader) as wrong:
        read_header(raw)
    assert wrong.value.key == key
