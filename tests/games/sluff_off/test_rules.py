"""The rules of Sluff Off! by their ids: the moves before, the move, and the ruling.

Those of who comes and goes are in `test_seats.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.sluff_off.edition import EDITIONS
from companion.games.sluff_off.scoring import Sum, held
from tests.games.comings import IDS
from tests.games.rule_table import Row, each, let_stand, refused, rules_in, stands
from tests.games.sluff_off.sitting import (
    UNDO,
    Plain,
    Sitting,
    cards,
    done,
    give,
    miss,
    points,
    predicted,
    result,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
    won,
)

BOX = {"red": 3, "blue": 5, "green": 3, "orange": 3, "purple": 3, "white": 4, "black": 6}
NO_RED_BOX, NO_WHITE_BOX = ({key: n for key, n in BOX.items() if key != one} for one in ("red", "white"))
NOTHING = dict.fromkeys(BOX, 0)
NONE = predicted()
ONE_RED = predicted(Chris="red")
OWED = [*ONE_RED, trick("Chris", "red")]
ALL_RED = [*[take("Chris", "red")] * 3, done("Chris")]
FOUR_STOLEN = [*[take("Chris", "red")] * 5, done("Chris"), *[steal("Mary", "red", "Chris")] * 4]
STOP: Plain = {"move": "stop"}
UNTOLD: Plain = {"move": "trick", "winner": "Chris"}
BLACK: Plain = {"move": "take_black", "seat": "Chris"}
SHORT = [*predicted(Chris="red blue"), UNTOLD]
TURN = "It is Chris\u2019s turn to predict."
NO_WHITE = "No white token is left in the centre to give Chris for it."
WHITE = "A {} token predicts no trick."
TOKEN_TAKEN = "Chris has taken a token in this prediction."
SETTLED = "The predictions of this round are complete."

PREDICTION: list[Row] = [
    stands("box", "27 tokens", [], {"centre": BOX}),
    stands("box", "as the table says", [], {"centre": {**NO_WHITE_BOX, "blue": 3}},
           supply={"blue": 3, "white": 0}),
    refused("prediction-order", "a token out of turn", [take("Mary", "green")], TURN, [take("Chris", "green")]),
    refused("prediction-order", "done out of turn", [done("Mary")], TURN, [done("Chris")]),
    refused("prediction-order", "the Sluffer out of turn", [sluffer("Mary")], TURN, [sluffer("Chris")]),
    refused("prediction-order", "a steal out of turn", [steal("Mary", "red", "Cory")], TURN),
    refused("prediction-order", "left of another dealer", [take("Chris", "red")], "It is Cory\u2019s turn to predict.",
            dealer="Katie"),
    refused("prediction-order", "past the last seat", [take("Mary", "red")], TURN, dealer="Cory"),
    refused("prediction-order", "after the Sluffer", [sluffer("Chris"), take("Chris", "red")]),
    stands("prediction-order", "clockwise", [*NONE], {"phase": "trick"}),
    refused("take-from-centre", "none is left", [*ALL_RED, take("Mary", "red")], "No red token is left in the centre.",
            [steal("Mary", "red", "Chris")]),
    stands("take-from-centre", "any number", predicted(Chris="red red red blue blue blue blue blue green"),
           {"Chris": {"red": 3, "blue": 5, "green": 1}, "Mary": {}, "phase": "trick"}),
    stands("take-from-centre", "none at all", [done("Chris")], {"Chris": {}}),
    refused("steal-only-when-centre-empty", "three lie there",
            [take("Chris", "blue"), take("Chris", "blue"), done("Chris"), steal("Mary", "blue", "Chris")],
            "3 blue tokens lie in the centre.", [take("Mary", "blue")]),
    refused("steal-only-when-centre-empty", "one lies there",
            [*ALL_RED[1:], steal("Mary", "red", "Chris")], "1 red token lies in the centre."),
    refused("steal-needs-holder", "who has none", [*ALL_RED, steal("Mary", "red", "Katie")],
            "Katie holds no red token."),
    refused("steal-needs-holder", "oneself", [*ALL_RED[:3], steal("Chris", "red", "Chris")],
            "Chris cannot take a token from Chris."),
    stands("steal-pays-white", "at once", [*ALL_RED, steal("Mary", "red", "Chris")],
           {"Chris": {"red": 2, "white": 1}, "Mary": {"red": 1}, "centre": {**NO_RED_BOX, "white": 3}}),
    refused("no-white-left", "the steal is refused", [*FOUR_STOLEN, steal("Mary", "red", "Chris")], NO_WHITE,
            supply={"red": 5}),
    stands("no-white-left", "house rule steal_unpaid", [*FOUR_STOLEN, steal("Mary", "red", "Chris")],
           {"Chris": {"white": 4}, "Mary": {"red": 5}}, supply={"red": 5}, steal_unpaid=True),
    refused("no-white-or-black-in-prediction", "white", [take("Chris", "white")], WHITE.format("white")),
    refused("no-white-or-black-in-prediction", "black", [take("Chris", "black")], WHITE.format("black")),
    refused("no-white-or-black-in-prediction", "a stolen white", [steal("Chris", "white", "Mary")],
            WHITE.format("white")),
    refused("one-sluffer", "a second", [*ALL_RED, sluffer("Mary"), sluffer("Katie")],
            "Mary holds the Sluffer in this round.",
            [*(take("Katie", color) for color in ("blue", "green", "orange", "purple")), done("Katie"),
             steal("Katie", "red", "Chris")]),
    stands("one-sluffer", "ends the prediction", [sluffer("Chris"), take("Mary", "red")], {"sluffer": "Chris"}),
    stands("one-sluffer", "nobody has to", NONE, {"sluffer": None}),
    refused("sluffer-instead-of-tokens", "after a token", [take("Chris", "red"), sluffer("Chris")], TOKEN_TAKEN),
    refused("sluffer-instead-of-tokens", "after a token that is gone",
            [take("Chris", "red"), give("red", "Chris", "centre"), sluffer("Chris")], TOKEN_TAKEN),
    refused("sluffer-instead-of-tokens", "with tokens by ruling",
            [give("red", "centre", "Chris", 2), sluffer("Chris")], "Chris holds 2 tokens."),
    refused("sluffer-instead-of-tokens", "after a steal",
            [take("Chris", "red"), done("Chris"), steal("Mary", "red", "Chris"), sluffer("Mary")], supply={"red": 1}),
    *(refused("not-now", f"{move['move']} once all have predicted", [*NONE, move], SETTLED)
      for move in (take("Chris", "red"), steal("Chris", "red", "Mary"), sluffer("Chris"), done("Chris"))),
    refused("not-now", "a trick while somebody predicts", [trick("Chris", "red")], "Chris has yet to predict."),
    refused("not-now", "a turn-in while somebody predicts", [turn_in("Chris", "red")],
            "No token is owed at the moment."),
]  # fmt: skip

COLORS = ("red", "blue", "green", "orange", "purple")
ONE_EACH = predicted(Chris="red blue green orange purple")
WHITE_FOR_CHRIS = [*ALL_RED[1:], steal("Mary", "red", "Chris"), *NONE[1:]]
TWO_REDS = {"supply": {"red": 2}}
LATE = "Chris led on after trick 1 without turning in; now it is too late."
PAYS_NOTHING = "Katie took trick 1 and holds the Sluffer, who pays nothing."
KATIE_SLUFFS = [*predicted(Katie="sluffer", Mary="red"), trick("Katie", "red")]


def fits(led: str, won_with: str, *fitting: str) -> list[Row]:
    """Which of five tokens fits a trick."""
    case = f"led in {led}, won with {won_with}: "
    taken = [*ONE_EACH, trick("Chris", led, won_with)]
    because = f"Trick 1 was led in {led} and won with {won_with}; {{}} does not fit it."
    return [
        stands("turn-in-fits-trick", case + color, [*taken, turn_in("Chris", color)],
               {"Chris": {other: 1 for other in COLORS if other != color}})
        if color in fitting
        else refused("turn-in-fits-trick", case + color, [*taken, turn_in("Chris", color)], because.format(color))
        for color in COLORS
    ]  # fmt: skip


TRICKS: list[Row] = [
    stands("lead", "the dealer\u2019s left", NONE, {"leader": "Chris"}),
    stands("lead", "then who won", [*NONE, trick("Katie", "red")], {"leader": "Katie"}),
    stands("lead", "the Sluffer\u2019s holder too", [*predicted(Chris="sluffer"), trick("Chris", "red")],
           {"leader": "Chris"}),
    refused("winning-color", "led in red", [*NONE, trick("Mary", "red", "green")],
            "A trick led in red is won by red or by blue, not by green.",
            [trick("Mary", "red"), trick("Mary", "red", "blue")]),
    refused("winning-color", "led in blue", [*NONE, trick("Mary", "blue", "red")],
            "A trick led in blue is won by blue, not by red.", [trick("Mary", "blue")]),
    refused("turn-in-before-next-trick", "a token is owed", [*OWED, trick("Mary", "red")],
            "Chris has yet to turn in a token for trick 1.", [turn_in("Chris", "red")]),
    *fits("blue", "blue", "blue"),
    *fits("red", "red", "red"),
    *fits("red", "blue", "red", "blue"),
    *fits("purple", "blue", "purple", "blue"),
    *(refused("turn-in-fits-trick", f"{color} is not held", [*OWED, turn_in("Chris", color)],
              f"Chris holds no {color} token.", [turn_in("Chris", "red")]) for color in ("green", "white", "black")),
    *(stands("white-is-wild", f"led in {led}", [*WHITE_FOR_CHRIS, trick("Chris", led), turn_in("Chris", "white")],
             {"Chris": {"red": 1}, "centre": NO_RED_BOX}, **TWO_REDS) for led in ("red", "blue", "green")),
    refused("white-with-match", "house rule", [*WHITE_FOR_CHRIS, trick("Chris", "red"), turn_in("Chris", "white")],
            "Chris holds a token that matches: red.", [turn_in("Chris", "red")], white_with_match=False, **TWO_REDS),
    stands("white-with-match", "house rule, without a match",
           [*WHITE_FOR_CHRIS, trick("Chris", "green"), turn_in("Chris", "white")], white_with_match=False, **TWO_REDS),
    stands("turn-in-is-owed", "a match", OWED, {"phase": "turn-in"}),
    stands("turn-in-is-owed", "white alone", [*WHITE_FOR_CHRIS, trick("Chris", "green")], {"phase": "turn-in"},
           **TWO_REDS),
    refused("turn-in-by-winner", "another\u2019s token", [*predicted(Chris="red", Mary="red"), trick("Chris", "red"),
            turn_in("Mary", "red")], "Chris took trick 1, not Mary."),
    refused("turn-in-by-winner", "another has forgotten", [*OWED, miss("Mary")], "Chris took trick 1, not Mary."),
    stands("black-when-nothing-fits", "at once", [*ONE_RED, trick("Chris", "green")],
           {"Chris": {"red": 1, "black": 1}, "phase": "trick"}),
    refused("not-now", "a turn-in after a black", [*ONE_RED, trick("Chris", "green"), turn_in("Chris", "red")],
            "Chris held nothing that fits trick 1 and has taken a black token for it."),
    stands("black-runs-out", "nothing happens", [*NONE, *won(6), trick("Mary", "red")],
           {"Chris": {"black": 6}, "Mary": {}}),
    stands("missed-turn-in", "the token stays", [*OWED, miss("Chris")], {"Chris": {"red": 1}, "phase": "trick"}),
    refused("not-now", "it cannot be made up", [*OWED, miss("Chris"), turn_in("Chris", "red")], LATE),
    refused("not-now", "nor forgotten twice", [*OWED, miss("Chris"), miss("Chris")], LATE),
    refused("not-now", "a turn-in for a trick that is settled",
            [*OWED, turn_in("Chris", "red"), turn_in("Chris", "red")],
            "Trick 1 is settled; no token is owed at the moment."),
    stands("sluffer-pays-nothing", "nothing is asked", KATIE_SLUFFS, {"phase": "trick", "Katie": {}}),
    refused("not-now", "a turn-in by the Sluffer", [*KATIE_SLUFFS, turn_in("Katie", "red")], PAYS_NOTHING),
    refused("not-now", "one forgotten by the Sluffer", [*KATIE_SLUFFS, miss("Katie")], PAYS_NOTHING),
    refused("table-ruling", "where it lies already", [give("red", "centre", "centre")],
            "The tokens already lie there."),
    refused("table-ruling", "to the Sluffer", [sluffer("Chris"), give("red", "centre", "Chris")],
            "Chris holds the Sluffer, and with it no tokens."),
    refused("table-ruling", "more than lie there", [give("red", "centre", "Mary", 4)], "3 red tokens lie there.",
            [give("red", "centre", "Mary", 3)]),
    refused("table-ruling", "none lies there", [give("red", "Chris", "Mary")], "0 red tokens lie there."),
    stands("table-ruling", "tokens of every kind, between any places",
           [*predicted(Chris="red red"), give("red", "Chris", "Mary", 2), give("black", "centre", "Chris", 6),
            give("black", "Chris", "centre", 5)], {"Mary": {"red": 2}, "Chris": {"black": 1}}),
    refused("not-now", "tokens while one is owed", [*OWED, give("red", "centre", "Mary")],
            "Chris has yet to turn in a token."),
    refused("not-now", "points while a token is owed", [*OWED, points("Mary", 1)],
            "Chris has yet to turn in a token."),
    refused("nothing-to-undo", "no entry", [UNDO], "There is no entry."),
    stands("nothing-to-undo", "an undo is not undone itself",
           [*OWED, turn_in("Chris", "red"), UNDO, UNDO, {**UNDO, "seat": "Mary"}], {"phase": "prediction"}),
]  # fmt: skip

FOLLOWED = ("red 7", "red 9", "red 2", "red 12")
MISSED = cards("red 12", "green 1", "red 2", "red 3")  # Mary does not follow; Chris wins and leads on
SHOWN = cards("red 11", "red 4", "red 5", "red 6")
OTHERS = cards("orange 12", "orange 1", "orange 2", "orange 3")
TRUMPED = cards("red 12", "blue 1", "red 2", "red 3")
RED_9 = cards("red 10", "red 9", "red 7", "red 8")
TWO_MISS = cards("red 12", "green 1", "purple 1", "red 3")


def by_cards(case: str, names: tuple[str, ...], winner: str, led: str, won_with: str) -> list[Row]:
    """Who wins these cards: what is claimed beside them must be that."""
    claim = {"winner": winner, "led": led, "won_with": won_with}
    wrong = {"winner": "Mary" if winner != "Mary" else "Cory", "led": "orange", "won_with": "orange"}
    return [
        *(stands("result-matches-cards", f"{case}, by {' '.join(told) or 'cards alone'}",
                 [*NONE, cards(*names, **told)], {winner: {"black": 1}, "leader": winner})
          for told in ({}, claim, {"winner": winner}, {"led": led})),
        *(refused("result-matches-cards", f"{case}, with another {key}", [*NONE, cards(*names, **{key: value})],
                  None, [cards(*names)]) for key, value in wrong.items()),
    ]  # fmt: skip


def deck(seats: int, highest: int) -> list[Row]:
    """The deck of so many seats ends with this card."""
    names = [f"red {rank}" for rank in range(1, seats)]
    before = predicted(*Sitting(seats).book.seats)
    odd = (f"blue {highest + 1}", "blue 0", "white 1", "red 07", "Red 7", "", " red 7", "red \u0667")
    last = [*before, cards(*names, f"blue {highest}")]
    return [
        stands("card-in-deck", f"{seats} seats play up to {highest}", last, {"phase": "trick"}, seats=seats),
        *(refused("card-in-deck", f"{seats} seats, {card!r}", [*before, cards(*names, card)], seats=seats)
          for card in odd),
    ]  # fmt: skip


def revoked(case: str, tricks: list[Plain], *found: tuple[str, int, int], **options: Any) -> Row:
    """Who is found to have revoked: in which trick, and which one shows it."""
    kinds = [{"kind": "revoke", "seat": seat, "round": 1, "trick": at, "shown_in": by} for seat, at, by in found]
    return stands("revoke", case, [*NONE, *tricks], {"irregularities": kinds}, **options)


CARDS: list[Row] = [
    *(refused("one-card-each", f"{len(names)} cards", [*NONE, cards(*names)])
      for names in ((), FOLLOWED[:3], (*FOLLOWED, "blue 1"))),
    *deck(3, 9), *deck(4, 12), *deck(5, 15),
    refused("card-in-deck", "before a card is counted twice", [*NONE, cards("red 7", "red 7", "red 13", "red 1")],
            "With 4 seats the cards run from 1 to 12 in red, blue, green, orange and purple; "
            "\u201cred 13\u201d is none of them."),
    refused("card-played-once", "twice in a trick", [*NONE, cards("red 7", "red 9", "red 7", "red 1")],
            "red 7 stands twice in this trick."),
    refused("card-played-once", "in an earlier trick",
            [*NONE, trick("Chris", "red"), cards(*FOLLOWED), cards("red 1", "red 3", "red 12", "red 4")],
            "red 12 was played in trick 2."),
    stands("card-played-once", "a new round", [*NONE, cards(*FOLLOWED), *won(14), *predicted("Mary", "Katie", "Cory",
           "Chris"), cards(*FOLLOWED)]),
    *by_cards("highest of the led colour", FOLLOWED, "Cory", "red", "red"),
    *by_cards("others cannot win", ("red 7", "green 12", "red 2", "purple 12"), "Chris", "red", "red"),
    *by_cards("a trump", ("red 12", "blue 1", "red 2", "red 11"), "Mary", "red", "blue"),
    *by_cards("the highest trump", ("red 12", "blue 1", "blue 3", "blue 2"), "Katie", "red", "blue"),
    *by_cards("trump led", ("blue 4", "red 12", "blue 3", "green 12"), "Chris", "blue", "blue"),
    refused("result-matches-cards", "told with the numbers", [*NONE, cards(*FOLLOWED, winner="Mary")],
            "With these cards Cory wins the trick, led in red, with red 12."),
    revoked("shown by following", [MISSED, SHOWN], ("Mary", 1, 2)),
    revoked("shown by sluffing", [MISSED, cards("orange 12", "red 4", "orange 5", "orange 6")], ("Mary", 1, 2)),
    revoked("much later", [MISSED, OTHERS, cards("purple 12", "purple 4", "purple 5", "purple 6"), SHOWN],
            ("Mary", 1, 4)),
    revoked("the first trick that was not followed",
            [MISSED, cards("red 11", "green 2", "red 5", "red 6"), cards("red 10", "red 4", "red 7", "red 8")],
            ("Mary", 1, 3)),
    revoked("once for each", [MISSED, SHOWN, RED_9], ("Mary", 1, 2)),
    revoked("again",
            [MISSED, SHOWN, cards("red 10", "green 2", "red 7", "red 8"),
             cards("red 9", "red 1", "green 3", "green 4")], ("Mary", 1, 2), ("Mary", 3, 4)),
    revoked("two in one trick, in order of play", [TWO_MISS, cards("orange 12", "red 5", "red 6", "orange 1")],
            ("Mary", 1, 2), ("Katie", 1, 2)),
    revoked("only who shows it", [TWO_MISS, cards("orange 11", "orange 2", "red 6", "orange 12"),
            cards("purple 12", "red 5", "purple 2", "purple 3")], ("Katie", 1, 2)),
    revoked("who trumps is void", [TRUMPED, cards("red 4", "red 5", "red 6", "red 7")], ("Mary", 1, 2)),
    revoked("nothing shown", [MISSED, OTHERS]),
    revoked("nothing seen", [trick("Chris", "red"), SHOWN]),
    stands("revoke", "not across rounds",
           [*NONE, MISSED, *won(14), *predicted("Mary", "Katie", "Cory", "Chris"), SHOWN], {"irregularities": []}),
    stands("follow-suit", "house rule trump_any_time",
           [*NONE, TRUMPED, cards("red 4", "red 5", "red 6", "red 7")], {"irregularities": []}, trump_any_time=True),
    stands("follow-suit", "house rule trump_any_time, where trump was led",
           [*NONE, cards("blue 12", "green 1", "blue 2", "blue 3"), cards("blue 11", "blue 4", "blue 5", "blue 6")],
           {"irregularities": [{"kind": "revoke", "seat": "Mary", "round": 1, "trick": 1, "shown_in": 2}]},
           trump_any_time=True),
]  # fmt: skip


def game(seats: int, rounds: int, **options: int) -> list[Plain]:
    """The moves of so many rounds in which nobody predicts and Chris takes everything."""
    names = Sitting(seats).book.seats
    return [
        move
        for first in range(rounds)
        for move in (*predicted(*names[first % seats :], *names[: first % seats]), *won(15))
    ]


KATIE_DEALS = {"seats": 3, "dealer": "Katie"}
TIED = [
    *predicted(*("Chris", "Mary", "Katie"), Mary="purple purple purple"), give("green", "centre", "Katie"), *won(15),
    *predicted(*("Mary", "Katie", "Chris")), points("Chris", 6), points("Katie", 4), *won(15),
]  # fmt: skip
BLACKS = [
    *predicted(*("Chris", "Mary", "Katie"), Katie="red red red purple"), give("black", "centre", "Chris", 2),
    give("white", "centre", "Mary"), give("green", "centre", "Mary"), *won(15, "Katie", "orange"),
]  # fmt: skip
OVER = [*predicted(Mary="sluffer"), *won(15)]

SCORES: list[Row] = [
    stands("deal", "fifteen tricks", [*NONE, *won(14)], {"rounds": [], "phase": "trick"}),
    stands("score", "2 a colour, 3 a black, 4 a white", [*predicted(Mary="red green"), give("white", "centre", "Mary"),
           *won(15)], {"rounds": [{"Chris": 18, "Mary": 8, "Katie": 0, "Cory": 0}]}),
    stands("score", "once the last token is turned in",
           [*ONE_RED, *won(14, "Mary"), trick("Chris", "red")], {"rounds": [], "phase": "turn-in"}),
    stands("score", "then at once", [*ONE_RED, *won(14, "Mary"), trick("Chris", "red"), turn_in("Chris", "red")],
           {"rounds": [{"Chris": 0, "Mary": 18, "Katie": 0, "Cory": 0}], "phase": "prediction"}),
    stands("score", "at once where the last trick asks for nothing",
           [*predicted(Mary="sluffer"), *won(14), trick("Mary", "red")], {"phase": "prediction"}),
    stands("score", "with points by ruling, never under 0",
           [points("Mary", 5), *ONE_RED, points("Chris", -99), points("Mary", 2), *won(15, "Cory", "green")],
           {"rounds": [{"Chris": 0, "Mary": 7, "Katie": 0, "Cory": 18}]}),
    stands("rounds", "begin afresh, and the deal passes left",
           [*predicted(Katie="sluffer", Chris="red"), *won(15, "Cory", "blue")],
           {"sluffer": None, "Chris": {}, "centre": BOX, "predictor": "Mary", "round.dealer": "Chris"}),
    *(stands("rounds", f"{seats} seats play {rounds}, {options or 'as usual'}", game(seats, rounds),
             {"over": True, "phase": "over"}, seats=seats, **options)
      for seats, rounds, options in ((3, 3, {}), (4, 4, {}), (5, 5, {}), (3, 6, {"rounds": 6}))),
    stands("rounds", "not before the last", game(4, 3), {"over": False, "winners": []}),
    stands("winner", "fewest points", [*predicted(Mary="red", Katie="red", Cory="red"), *won(15, "Cory", "green")],
           {"winners": ["Chris"]}, rounds=1),
    stands("winner", "equal totals share", [*predicted(Mary="red"), *won(15, "Cory", "green")],
           {"winners": ["Chris", "Katie"], "totals": {"Chris": 0, "Mary": 2, "Katie": 0, "Cory": 18}}, rounds=1),
    *(stands("winner", f"no round of 0 decides: {how}", TIED, {"winners": winners}, rounds=2, tie_break=how,
             supply={"black": 0}, **KATIE_DEALS) for how, winners in (("share", ["Chris", "Mary", "Katie"]),
             ("fewest_black", ["Chris", "Mary", "Katie"]), ("most_zero_rounds", ["Chris", "Mary"]))),
    *(stands("winner", f"a black token decides: {how}", BLACKS, {"winners": winners}, rounds=1, tie_break=how,
             **KATIE_DEALS) for how, winners in (("share", ["Chris", "Mary"]), ("fewest_black", ["Mary"]),
             ("most_zero_rounds", ["Chris", "Mary"]))),
    *(refused("game-is-over", str(move), [*OVER, move], "The only round has been scored.", rounds=1)
      for move in (take("Chris", "red"), trick("Chris", "red"), points("Chris", 1), give("red", "centre", "Mary"))),
    refused("malformed", "is told after the game, too", [*OVER, {"move": "take"}], rounds=1),
    stands("game-is-over", "but for an undo", [*OVER, UNDO], {"over": False}, rounds=1),
    stands("edition", "red is trump in another box", [*NONE, trick("Chris", "blue", "red")],
           edition="wizard-extreme"),
]  # fmt: skip

SLUFFER_SCORES = [
    # seats, black tokens that others hold, house rules, points
    (3, 0, {}, 5), (3, 2, {}, 3), (4, 3, {}, 1), (5, 6, {}, 0), (3, 0, {"sluffer_points": 4}, 4),
    (4, 0, {"sluffer_points": 0}, 0),
]  # fmt: skip

RED = ALL_RED[2:]
PREDICTED = predicted(Chris="red", Katie="sluffer")
KATIE_OWED = [*PREDICTED, trick("Chris", "red")]
REDS = cards("red 1", "red 2", "red 3", "red 4")
NO_WHITES = [give("white", "centre", "Cory", 4), *RED, give("red", "centre", "Cory", 2)]
MARY = steal("Mary", "red", "Chris")

LET_STAND: list[Row] = [
    let_stand("prediction-order", "a token", [take("Mary", "red")], {"Mary": {"red": 1}}, done("Chris")),
    let_stand("no-white-or-black-in-prediction", "a white token", [take("Chris", "white")],
              {"Chris": {"white": 1}}, done("Chris")),
    let_stand("steal-only-when-centre-empty", "a steal", [*RED, MARY], {"Mary": {"red": 1}, "Chris": {"white": 1}},
              done("Mary")),
    let_stand("no-white-left", "an unpaid steal", [*NO_WHITES, MARY], {"Mary": {"red": 1}, "Chris": {}}, done("Mary")),
    let_stand("prediction-order", "the Sluffer", [sluffer("Mary")], {"Mary": {}, "sluffer": "Mary"}, done("Chris")),
    let_stand("sluffer-instead-of-tokens", "tokens go back", [take("Chris", "red"), sluffer("Chris")],
              {"Chris": {}, "phase": "prediction"}, done("Mary")),
    let_stand("prediction-order", "the Sluffer from another", [*PREDICTED[:-1], sluffer("Chris")],
              {"Chris": {}, "sluffer": "Chris"}, done("Cory")),
    let_stand("not-now", "the Sluffer for who owes a token", [*KATIE_OWED, sluffer("Chris")],
              {"phase": "trick", "Chris": {}}, trick("Chris", "red")),
    let_stand("not-now", "the Sluffer while another owes a token", [*KATIE_OWED, sluffer("Mary")],
              {"phase": "turn-in", "Mary": {}}, turn_in("Chris", "red")),
    let_stand("prediction-order", "done for all before", [take("Chris", "red"), done("Katie")], {"Chris": {"red": 1}},
              done("Cory")),
    let_stand("not-now", "a trick while somebody predicts", [*RED, trick("Mary", "green")],
              {"phase": "trick", "Mary": {"black": 1}}, REDS),
    let_stand("turn-in-before-next-trick", "a trick while a token is owed", [*KATIE_OWED, trick("Mary", "green")],
              {"Chris": {"red": 1}, "Mary": {"black": 1}}, trick("Mary", "red")),
    let_stand("winning-color", "the led colour has won", [*PREDICTED, trick("Chris", "green", "red")],
              {"Chris": {"red": 1, "black": 1}}, trick("Mary", "red")),
    let_stand("not-now", "cards while somebody predicts, and none is seen", [*RED, REDS],
              {"phase": "trick", "Cory": {"black": 1}}, REDS),
    let_stand("result-matches-cards", "the cards decide", [*PREDICTED, {**REDS, "winner": "Chris"}],
              {"Cory": {"black": 1}}, REDS),
    let_stand("one-card-each", "what is told beside the cards", [*PREDICTED, cards("red 1", winner="Mary", led="red",
              won_with="blue")], {"Mary": {"black": 1}}, trick("Mary", "red")),
    let_stand("turn-in-fits-trick", "a token that does not fit",
              [give("green", "centre", "Chris"), *KATIE_OWED, turn_in("Chris", "green")],
              {"phase": "trick", "Chris": {"red": 1}}),
    let_stand("turn-in-by-winner", "the token of another",
              [give("green", "centre", "Mary"), *KATIE_OWED, turn_in("Mary", "green")],
              {"phase": "trick", "Chris": {"red": 1}, "Mary": {}}),
    let_stand("turn-in-fits-trick", "a token that is not held", [*KATIE_OWED, turn_in("Chris", "white")],
              {"phase": "trick", "Chris": {"red": 1}}),
    let_stand("not-now", "a token that is not owed", [*PREDICTED, turn_in("Chris", "red")], {"Chris": {}}),
    let_stand("turn-in-by-winner", "forgotten by another", [*KATIE_OWED, miss("Mary")],
              {"phase": "trick", "Chris": {"red": 1}}),
    let_stand("table-ruling", "as many as lie there", [*PREDICTED, give("green", "centre", "Mary", 9)],
              {"Mary": {"green": 3}}, trick("Mary", "green")),
    let_stand("not-now", "points while a token is owed", [*KATIE_OWED, points("Mary", 3)], {"phase": "turn-in"},
              turn_in("Chris", "red"), *won(14), *predicted("Mary", "Katie", "Cory", "Chris")),
    let_stand("steal-only-when-centre-empty", "nothing stolen from who has none", [steal("Chris", "red", "Mary")]),
    let_stand("prediction-order", "nothing done twice", [*RED, done("Chris")]),
    let_stand("not-now", "nothing for the Sluffer\u2019s holder", [*PREDICTED, sluffer("Katie")]),
    let_stand("not-now", "no token for the Sluffer", [*PREDICTED, take("Katie", "red")]),
    let_stand("table-ruling", "no token to the Sluffer", [*PREDICTED, give("red", "centre", "Katie")]),
    let_stand("table-ruling", "no token to where it lies", [*PREDICTED, give("red", "Chris", "Chris")]),
    let_stand("not-now", "nothing forgotten that is not owed", [*PREDICTED, miss("Chris")]),
    let_stand("one-card-each", "no trick that nobody won", [*PREDICTED, cards("red 1")]),
    let_stand("one-card-each", "no trick of no colour", [*PREDICTED, cards("red 1", winner="Chris")]),
]  # fmt: skip

TOLD_SHORT: list[Row] = [
    stands("colors-untold", "any colour goes back", [*SHORT, turn_in("Chris", "blue")], {"Chris": {"red": 1}}),
    stands("colors-untold", "or nothing fits", [*SHORT, BLACK], {"Chris": {"red": 1, "blue": 1, "black": 1}}),
    refused("turn-in-by-winner", "another takes the black", [*SHORT, {**BLACK, "seat": "Mary"}]),
    refused("turn-in-fits-trick", "a colour that is not held, colours untold", [*SHORT, turn_in("Chris", "green")]),
    refused("turn-in-fits-trick", "a black one, colours untold", [*SHORT, BLACK, UNTOLD, turn_in("Chris", "black")]),
    refused("turn-in-is-owed", "a black one though the colours were told", [*OWED, BLACK]),
    refused("turn-in-is-owed", "a black one with a white in hand",
            [*ONE_RED, give("white", "centre", "Chris"), UNTOLD, BLACK]),
    refused("turn-in-before-next-trick", "colours untold", [*SHORT, UNTOLD]),
    refused("malformed", "the colour that was led alone", [*NONE, {**UNTOLD, "led": "red"}]),
    refused("malformed", "the colour that won alone", [*NONE, {**UNTOLD, "won_with": "red"}]),
    refused("not-now", "a black one that is taken already", [*SHORT, BLACK, BLACK]),
    refused("one-sluffer", "another in a result", [sluffer("Chris"), result("Mary")]),
    refused("sluffer-instead-of-tokens", "in a result", [sluffer("Chris"), result(None, Chris={"red": 1})]),
    refused("sluffer-instead-of-tokens", "named in a result, before too many", [result("Mary", Mary={"red": 4})]),
    refused("result", "more than the box holds", [result(None, Mary={"red": 2}, Cory={"red": 2})],
            "You counted 4 red; the box has 3."),
    refused("result", "more black than the box holds", [result(None, Mary={"black": 7})]),
    refused("malformed", "a result beyond any box", [result(None, Mary={"red": 31})]),
    refused("malformed", "a result with another box's colour", [result(None, Mary={"yellow": 1})]),
    refused("malformed", "a result without a seat", [{"move": "result", "left": {"Mary": {}}}]),
    refused("malformed", "a result with a strange seat", [{"move": "result", "left": {**result()["left"], "Zoe": {}}}]),
    refused("malformed", "before the end of the game", [result(), STOP, {"move": "result", "left": {}}]),
    refused("stop", "nothing is scored", [STOP]),
    refused("game-is-over", "stopped", [result(), STOP, result()], "The table has stopped the game."),
]  # fmt: skip

ROWS = [*PREDICTION, *TRICKS, *CARDS, *SCORES, *LET_STAND, *TOLD_SHORT]
SUGGESTED = {
    "misdeal": 1, "exposed-card": 1, "out-of-turn": 1, "old-tricks": 1, "taking-back": 1, "leaving": 5, "cheating": 10,
}  # fmt: skip
"""What no sheet speaks of, and the app never sees: the points that the rulebook suggests."""


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


@pytest.mark.parametrize(("seats", "blacks", "options", "expected"), SLUFFER_SCORES)
def test_sluffer_score(seats: int, blacks: int, options: Plain, expected: int) -> None:
    sitting = Sitting(seats, **options).predicted(Mary="sluffer").emptied(blacks)
    assert sitting.emptied(15 - blacks, "Mary", "green").report["rounds"][0]["Mary"] == expected


@pytest.mark.parametrize(("rule_id", "amount"), SUGGESTED.items())
def test_the_suggested_ruling_stands(rule_id: str, amount: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"kind": "points", "points": str(amount)}
    Sitting().play({**points("Mary", amount), "reason": reason})


def test_every_rule_of_the_rulebook_has_a_row() -> None:
    told = rules_in(ROWS) | set(SUGGESTED) | set(IDS) | {"sluffer-score"}
    assert told == {rule.id for rule in GAMES["sluff-off"].rulebook.rules}


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (held(NOTHING, 0), "0"),
        (held({**NOTHING, "red": 1}, 0), "2 \u00d7 1 = 2"),
        (held({**NOTHING, "orange": 1, "black": 2}, 0), "2 \u00d7 1 + 3 \u00d7 2 = 8"),
        (held({**NOTHING, "red": 1, "blue": 2, "white": 1}, 0), "2 \u00d7 3 + 4 \u00d7 1 = 10"),
        (held({**NOTHING, "red": 1}, -5), "2 \u00d7 1 \u2212 5 by ruling, never under 0"),
        (Sum((), 4, 0, 0), "4"),
        (Sum((), 4, 3, 0), "4 \u2212 3 = 1"),
        (Sum((), 4, 6, 0), "4 \u2212 6, never under 0"),
        (Sum((), 4, 6, 3), "4 \u2212 6 + 3 by ruling = 3"),
    ],
)
def test_score_is_told_as_a_sum(found: Sum, text: str) -> None:
    assert str(found.text) == text


@pytest.mark.parametrize(
    ("tie_break", "places"),
    [
        ("share", [(1, "Chris", "6 points"), (1, "Mary", "6 points"), (3, "Katie", "20 points")]),
        ("fewest_black", [(1, "Mary", "6 points, 0 black"), (2, "Chris", "6 points, 2 black"),
                          (3, "Katie", "20 points")]),
        ("most_zero_rounds", [(1, "Chris", "6 points, 0 zeros"), (1, "Mary", "6 points, 0 zeros"),
                              (3, "Katie", "20 points")]),
    ],
)  # fmt: skip
def test_winner_and_the_places_say_what_decided(tie_break: str, places: list[tuple[int, str, str]]) -> None:
    sitting = Sitting(3, dealer="Katie", rounds=1, tie_break=tie_break).play(*BLACKS)
    found = sitting.book.game.places(sitting.book)
    assert [(one.place, one.name, str(one.says)) for one in found] == places
    assert [one.place for one in sitting.book.game.places(sitting.play(UNDO).book)] == [1, 1, 1]


@pytest.mark.parametrize("move", [take("Mary", "red"), MARY, take("Mary", "white")])
def test_sluffer_instead_of_tokens_holds_for_who_was_let_take_it_early(move: Plain) -> None:
    sitting = Sitting().play({"move": "ruling", "stands": sluffer("Mary"), "reason": "we agreed"}, *RED)
    assert sitting.refused(move) == ("sluffer-instead-of-tokens", "Mary holds the Sluffer in this round.")
    assert sitting.refused(sluffer("Mary")) == ("one-sluffer", "Mary holds the Sluffer in this round.")


def test_a_token_that_was_let_stand_was_not_taken_in_the_prediction() -> None:
    sitting = Sitting().play({"move": "ruling", "stands": take("Chris", "white"), "reason": "we agreed"})
    assert sitting.refused(sluffer("Chris")) == ("sluffer-instead-of-tokens", "Chris holds 1 token.")


def test_points_that_stand_while_a_token_is_owed_count() -> None:
    stood = {"move": "ruling", "stands": points("Mary", 3), "reason": "we agreed"}
    sitting = Sitting(rounds=1).play(*KATIE_OWED, stood, turn_in("Chris", "red"), *won(14))
    assert sitting.report["totals"] == {"Chris": 18, "Mary": 3, "Katie": 0, "Cory": 0}


def test_rounds_the_next_dealer_of_a_rematch_is_left_of_who_dealt_last() -> None:
    sitting = Sitting(rounds=1, dealer="Mary")
    assert sitting.book.game.next_dealer(sitting.book.state) == "Katie"
    sitting.play(*predicted("Katie", "Cory", "Chris", "Mary"), *won(15))
    assert sitting.book.game.next_dealer(sitting.book.state) == "Katie"


def test_edition_names_the_boxes() -> None:
    assert set(EDITIONS) == {"sluff-off", "wizard-extreme", "sieben-siegel"}
