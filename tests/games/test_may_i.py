"""A question is answered at any moment: where it belongs to another one, for that, with what must be so by then."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.game import Book
from companion.referee.ask import Verdict, ask
from tests.games.fluff import sitting as fluff
from tests.games.popcorn import sitting as popcorn
from tests.games.sluff_off import sitting as sluff
from tests.games.ui77 import sitting as ui77

Plain = dict[str, Any]


def tell(answer: Verdict | None) -> tuple[str, str, list[str]]:
    """The answer in a word, the moment that it is for, and what it rests on."""
    assert answer is not None
    assert answer.moment is not None
    return answer.kind, str(answer.moment), [str(one.text) for one in answer.conditions]


PREDICTING = sluff.Sitting().book
IN_TRICK = sluff.Sitting().predicted(Mary=["red", "white"][0], Katie="sluffer").book
OWED = sluff.Sitting().predicted(Mary="red").play(sluff.trick("Mary", "red")).book
LAST_OWED = sluff.Sitting().predicted(Mary="red").emptied(14).play(sluff.trick("Mary", "red")).book
FINISHED = sluff.Sitting(rounds=1).predicted().emptied(15).book
SEALS = sluff.Sitting(edition="sieben-siegel").book
NO_MATCH = sluff.Sitting(white_with_match=False).book

SLUFF_OFF = [
    (PREDICTING, sluff.take("Mary", "red"), "depends", "When it is Mary\u2019s turn to predict",
     ["It is allowed only if a red token still lies in the centre."]),
    (PREDICTING, sluff.take("Mary", "white"), "no", "When it is Mary\u2019s turn to predict", []),
    (PREDICTING, sluff.sluffer("Mary"), "depends", "When it is Mary\u2019s turn to predict",
     ["It is allowed only if nobody has taken the Sluffer before."]),
    (PREDICTING, sluff.trick("Mary", "red"), "yes", "Once all have predicted", []),
    (PREDICTING, sluff.miss("Mary"), "no", "For a trick that Mary takes", []),
    (IN_TRICK, sluff.take("Chris", "red"), "depends", "In Chris\u2019s next prediction",
     ["It is allowed only if a red token still lies in the centre."]),
    (IN_TRICK, sluff.take("Mary", "red"), "yes", "In Mary\u2019s next prediction", []),  # Chris deals then: Mary begins
    (IN_TRICK, sluff.done("Mary"), "yes", "In Mary\u2019s next prediction", []),
    (IN_TRICK, sluff.steal("Chris", "red", "Mary"), "depends", "In Chris\u2019s next prediction",
     ["It is allowed only if no red token lies in the centre any more.",
      "It is allowed only if Mary holds a red token then."]),
    (IN_TRICK, sluff.steal("Mary", "red", "Chris"), "no", "In Mary\u2019s next prediction", []),
    (sluff.Sitting().play(*[sluff.take("Chris", "red")] * 3, sluff.done("Chris")).book,
     sluff.steal("Katie", "red", "Chris"), "yes", "When it is Katie\u2019s turn to predict", []),
    (OWED, sluff.trick("Chris", "green"), "yes", "Once Mary has turned in", []),
    (OWED, sluff.points("Chris", 2), "yes", "Once Mary has turned in", []),
    (LAST_OWED, sluff.trick("Chris", "green"), "yes", "Once Mary has turned in", []),
    (FINISHED, sluff.cards("red 1", "red 2", "red 3", "red 4"), "yes", "In another game", []),
    (FINISHED, sluff.take("Mary", "red"), "yes", "In Mary\u2019s next prediction", []),
    (SEALS, sluff.sluffer("Mary"), "depends", "When it is Mary\u2019s turn to predict",
     ["It is allowed only if nobody has taken the saboteur before."]),
]  # fmt: skip

HAND = ui77.Sitting().dealt().book
TURNED_UP = ui77.Sitting().play(ui77.face_up()).book
COUNTING = ui77.Sitting().dealt().won(*["Ann"] * 9).book
LIMIT = ui77.Sitting(2).hand().hand().book
UI77 = [
    (HAND, ui77.face_up("5C", "6C", "7C"), "yes", "For the next hand", []),
    (HAND, ui77.swap("Bob", "KH", "4H"), "depends", "Before a hand is played",
     ["It is allowed only if all three face-up cards are hearts, 4\u2665\ufe0e is one of them, and nobody has thrown "
      "yet."]),
    (HAND, ui77.swap("Bob", "KS", "4H"), "no", "Before a hand is played", []),
    (HAND, ui77.discard("Ann", 3), "depends", "In the next hand",
     ["Throwing 3 cards is allowed only if card two is one of these: Q, J, 10, 9, 8, 7."]),
    (HAND, ui77.discard("Ann", 5), "no", "In the next hand", []),
    (HAND, ui77.discard("Ann"), "yes", "In the next hand", []),
    (TURNED_UP, ui77.discard("Cat", 2), "yes", "When it is Cat\u2019s turn to throw", []),
    (TURNED_UP, ui77.trick("Cat"), "yes", "Once all have thrown", []),
    (TURNED_UP, ui77.cards("5S 7S 8S"), "yes", "Once all have thrown", []),
    (COUNTING, ui77.trick("Cat"), "yes", "In a hand that is being played", []),
    (HAND, ui77.count("Bob", 8), "depends", "Once a hand is over",
     ["It is allowed only if Bob holds 8 cards or more."]),
    (HAND, ui77.count("Bob"), "yes", "Once a hand is over", []),
    (HAND, ui77.count("Bob", 9), "no", "Once a hand is over", []),
    (HAND, ui77.limit(55), "yes", "Once all have dealt", []),
    (HAND, ui77.limit(50), "no", "Once all have dealt", []),
    (LIMIT, ui77.points("Ann", 3), "yes", "During a hand", []),
    (LIMIT, ui77.cut("Ann"), "no", "During a hand", []),
]  # fmt: skip

CLAIMED = popcorn.Sitting().play(popcorn.claim("Ann", "A")).book
CALLED = popcorn.Sitting().play(popcorn.claim("Ann", "A"), popcorn.call("Cat")).book
FEW = popcorn.Sitting().down_to(17, 2).book
WON = popcorn.Sitting().down_to(1, 17).play(popcorn.claim("Ann", "A"), popcorn.PASS).book
SAID_OUT = popcorn.Sitting(direction="either").play(popcorn.claim("Ann", "A")).book
POPCORN = [
    (CLAIMED, popcorn.claim("Cat", "3", 2), "yes", "When it is Cat\u2019s turn", []),
    (CLAIMED, popcorn.claim("Cat", "4", 2), "no", "When it is Cat\u2019s turn", []),
    (popcorn.Sitting().book, popcorn.claim("Ben", "2"), "yes", "When it is Ben\u2019s turn", []),
    (popcorn.Sitting(direction="down").play(popcorn.claim("Ann", "A")).book, popcorn.claim("Cat", "Q"), "yes",
     "When it is Cat\u2019s turn", []),
    (SAID_OUT, popcorn.claim("Cat", "3"), "depends", "When it is Cat\u2019s turn",
     ["It is allowed only if threes are due then."]),
    (CALLED, popcorn.claim("Ben", "2"), "yes", "When it is Ben\u2019s turn", []),
    (FEW, popcorn.claim("Ben", "2", 4), "depends", "When it is Ben\u2019s turn",
     ["It is allowed only if Ben holds 4 cards or more."]),
    (WON, popcorn.claim("Ben", "2"), "yes", "When it is Ben\u2019s turn", []),
    (popcorn.Sitting().book, popcorn.call("Ben"), "yes", "When somebody else has claimed, and nobody has called", []),
    (CALLED, popcorn.call("Ben"), "yes", "When somebody else has claimed, and nobody has called", []),
    (CLAIMED, popcorn.honest(), "yes", "When Ben has called a claim of Ann", []),
    (CLAIMED, popcorn.PASS, "yes", "When Ann has put down the last cards, and nobody calls", []),
    (CALLED, popcorn.give(1, "Ann", "Ben"), "yes", "Once the last claim is settled", []),
]  # fmt: skip

STARTED = fluff.Sitting().started()
BID = fluff.Sitting().started().play(fluff.bid("Ann", 5, 4)).book
SHOWING = fluff.Sitting().started().play(fluff.bid("Ann", 5, 4), fluff.call("Tom")).book
OVER = fluff.Sitting(2, sloppy=True).started().holding(Tom=0).book
FLUFF = [
    (BID, fluff.roll(Ann=1, Tom=0, Mia=0), "yes", "At the start of a game", []),
    (BID, fluff.bid("Mia", 6, 2), "depends", "When it is Mia\u2019s turn",
     ["It is allowed only if no bid as high stands then."]),
    (BID, fluff.bid("Mia", 5, 3), "no", "When it is Mia\u2019s turn", []),
    (fluff.Sitting().book, fluff.bid("Mia", 1, 2), "depends", "When it is Mia\u2019s turn",
     ["It is allowed only if no bid as high stands then."]),
    (SHOWING, fluff.bid("Mia", 1, 2), "depends", "When it is Mia\u2019s turn",
     ["It is allowed only if no bid as high stands then."]),
    (fluff.Sitting().book, fluff.call("Mia"), "yes", "When somebody else has bid, and nobody has called", []),
    (SHOWING, fluff.call("Mia"), "yes", "When somebody else has bid, and nobody has called", []),
    (BID, fluff.count("Mia", 2), "yes", "After a call", []),
    (BID, fluff.show("Mia", "2222"), "no", "After a call", []),
    (OVER, fluff.spill("Ann"), "no", "In another game", []),
    (OVER, fluff.call("Ann"), "yes", "When somebody else has bid, and nobody has called", []),
    (SHOWING, fluff.ruling("Ann", -1), "yes", "Before the next round\u2019s first bid", []),
]  # fmt: skip


@pytest.mark.parametrize(("book", "move", "kind", "when", "rests_on"), [*SLUFF_OFF, *UI77, *POPCORN, *FLUFF])
def test_not_now_is_no_and_what_holds_at_its_own_moment_is_told(
    book: Book, move: Plain, kind: str, when: str, rests_on: list[str]
) -> None:
    answer = ask(book, move)
    assert (answer.kind, answer.missing_premise) == ("no", None)
    assert tell(answer.at_its_moment) == (kind, when, rests_on)


HYPOTHESES = [
    (PREDICTING, sluff.turn_in("Mary", "white"), {"led": "blue"}, "depends",
     "For a trick that Mary takes, led in blue and won with blue", ["It is allowed only if Mary holds a white token."]),
    (IN_TRICK, sluff.turn_in("Mary", "red"), {"led": "red", "won_with": "blue"}, "yes",
     "For a trick that Mary takes, led in red and won with blue", []),
    (OWED, sluff.turn_in("Mary", "red"), {"led": "green", "won_with": "green"}, "no",
     "For a trick that Mary takes, led in green and won with green", []),
    (NO_MATCH, sluff.turn_in("Mary", "white"), {"led": "red", "won_with": "blue"}, "depends",
     "For a trick that Mary takes, led in red and won with blue",
     ["It is allowed only if Mary holds a white token.", "It is allowed only if Mary holds nothing that matches: blue, "
      "red."]),
    (SEALS, sluff.turn_in("Mary", "yellow"), {"led": "yellow", "won_with": "red"}, "depends",
     "For a trick that Mary takes, led in yellow and won with red",
     ["It is allowed only if Mary holds a yellow seal."]),
    (sluff.Sitting(supply={"white": 0}).book, sluff.turn_in("Mary", "white"), {"led": "blue"}, "no",
     "For a trick that Mary takes, led in blue and won with blue", []),
    (COUNTING, ui77.cards("5S 7S 2H"), {"trump": "hearts", "counts": True}, "depends",
     "In a hand with hearts as trump, in effect",
     ["Ann\u2019s 2\u2665\ufe0e is allowed only if Ann holds no spades."]),
    (COUNTING, ui77.cards("5H 7H 8H"), {"trump": "hearts", "counts": False}, "depends",
     "In a hand with hearts as trump, not yet in effect",
     ["Leading 5\u2665\ufe0e is allowed only if a trump was played before in the hand, or Bob holds nothing else."]),
    (CLAIMED, popcorn.seen("K"), {"rank": "Q", "count": 1}, "yes",
     "When Ann has said \u201c1 queen\u201d and Ben has called", []),
]  # fmt: skip


@pytest.mark.parametrize(("book", "move", "premises", "kind", "when", "rests_on"), HYPOTHESES)
def test_a_hypothesis_is_answered_by_what_is_told_of_it(
    book: Book, move: Plain, premises: Plain, kind: str, when: str, rests_on: list[str]
) -> None:
    assert tell(ask(book, move, premises=premises)) == (kind, when, rests_on)


WANTED = [
    (PREDICTING, sluff.turn_in("Mary", "white"), {}, "led"),
    (PREDICTING, sluff.turn_in("Mary", "white"), {"led": "red"}, "won_with"),
    (COUNTING, ui77.cards("5S 7S 2H"), {}, "trump"),
    (COUNTING, ui77.cards("5S 7S 2H"), {"trump": "hearts"}, "counts"),
    (CLAIMED, popcorn.seen("K"), {}, "rank"),
    (CLAIMED, popcorn.seen("K"), {"rank": "Q"}, "count"),
]


@pytest.mark.parametrize(("book", "move", "premises", "key"), WANTED)
def test_what_has_to_be_told_first_is_asked_for(book: Book, move: Plain, premises: Plain, key: str) -> None:
    assert ask(book, move, premises=premises).missing_premise == key


def test_winning_color_a_trick_that_cannot_be_is_no_hypothesis() -> None:
    answer = ask(PREDICTING, sluff.turn_in("Mary", "red"), premises={"led": "red", "won_with": "green"})
    assert answer.rejected is not None
    assert (answer.rejected.rule.id, answer.moment) == ("winning-color", None)
    seals = ask(SEALS, sluff.turn_in("Mary", "red"), premises={"led": "blue", "won_with": "green"})
    assert "won by blue or by red" in str(seals.rejected.because)  # type: ignore[union-attr]


def test_sluffer_pays_nothing_whatever_trick_is_told() -> None:
    answer = ask(IN_TRICK, sluff.turn_in("Katie", "red"), premises={"led": "red", "won_with": "red"})
    assert answer.kind == "no"
    assert "Katie took trick 1 and holds the Sluffer, who pays nothing." in str(answer.rejected.because)  # type: ignore[union-attr]


def test_a_move_that_belongs_to_this_moment_is_answered_for_it_alone() -> None:
    for book, move in (
        (PREDICTING, sluff.take("Chris", "white")),
        (OWED, sluff.turn_in("Mary", "blue")),
        (OWED, sluff.turn_in("Chris", "blue")),
        (HAND, ui77.cards("5S 7S")),
        (HAND, ui77.swap("Bob", "1H", "4H")),
        (CLAIMED, popcorn.call("Ann")),
        (BID, fluff.call("Ann")),
        (fluff.Sitting().started().holding(Mia=0).book, fluff.bid("Mia", 1, 2)),
    ):
        answer = ask(book, move)
        assert (answer.kind, answer.at_its_moment, answer.missing_premise) == ("no", None, None)
    assert ask(PREDICTING, sluff.take("Chris", "red"), premises={"led": "red"}).kind == "yes"
