"""Who comes and who goes, by the rules' ids."""

from __future__ import annotations

import pytest

from companion.games.ruling import Rejected
from companion.games.sluff_off.scoring import Sum
from tests.games.comings import Plain, join, leave, rename, reseat
from tests.games.rule_table import Row, each, refused, stands
from tests.games.sluff_off.sitting import (
    UNDO,
    Sitting,
    cards,
    done,
    give,
    points,
    predicted,
    sluffer,
    take,
    trick,
    won,
)

FIRST = [*predicted(), *won(15, "Mary")]
TWO_ROUNDS = [*FIRST, *predicted("Mary", "Katie", "Cory", "Chris"), *won(15, "Katie")]
"""Mary and Katie have 18 points each; Mary deals the third round."""
NO_MARY = [*TWO_ROUNDS, leave("Mary")]
CORY_BEGINS = [*predicted("Cory", "Chris", "Katie"), *won(15)]
BEGUN = "Round 3 has begun. Seats can change once it has been scored."
THIRD = [*TWO_ROUNDS, take("Katie", "red")]
ORDER = ["Cory", "Katie", "Mary", "Chris"]
NAMED = [rename("Cory", "Cora"), rename("Cora", "Cory"), rename("Katie", "Kate"), leave("Kate")]

ROWS: list[Row] = [
    stands("late-joiner", "begins level with who is last", [*TWO_ROUNDS, join("Dana", "Katie")],
           {"totals": {"Chris": 0, "Mary": 18, "Katie": 18, "Dana": 18, "Cory": 0}, "starts": {"Dana": 18},
            "rounds": [{"Chris": 0, "Mary": 18, "Katie": 0, "Cory": 0},
                       {"Chris": 0, "Mary": 0, "Katie": 18, "Cory": 0}],
            "seats": ["Chris", "Mary", "Katie", "Dana", "Cory"]}),
    stands("late-joiner", "begins with what the table says", [*TWO_ROUNDS, join("Dana", points=4)],
           {"totals": {"Chris": 0, "Mary": 18, "Katie": 18, "Cory": 0, "Dana": 4}}),
    stands("late-joiner", "is dealt in, and there are as many rounds",
           [*TWO_ROUNDS, join("Dana", "Katie"), *predicted("Katie", "Dana", "Cory", "Chris", "Mary"), *won(15, "Dana"),
            *predicted("Dana", "Cory", "Chris", "Mary", "Katie"), *won(15)],
           {"over": True, "totals": {"Chris": 18, "Mary": 18, "Katie": 18, "Dana": 36, "Cory": 0}}),
    refused("late-joiner", "a round runs", [*THIRD, join("Dana")], BEGUN),
    refused("leaver", "a round runs", [*THIRD, leave("Chris")], BEGUN),
    refused("moved-seats", "a round runs", [*THIRD, reseat("Mary", "Chris", "Katie", "Cory")], BEGUN),
    refused("late-joiner", "somebody is done", [done("Chris"), join("Dana")]),
    refused("late-joiner", "somebody has the Sluffer", [sluffer("Chris"), join("Dana")]),
    refused("late-joiner", "a token lies elsewhere", [give("red", "centre", "Cory"), join("Dana")]),
    stands("moved-seats", "points of the round stay with their seats",
           [points("Mary", 3), reseat("Cory", "Mary", "Chris", "Katie"), join("Dana", "Cory"),
            *predicted("Dana", "Mary", "Chris", "Katie", "Cory"), *won(15)],
           {"rounds": [{"Cory": 0, "Dana": 0, "Mary": 3, "Chris": 18, "Katie": 0}]}),
    stands("leaver", "keeps the points and no place", NO_MARY,
           {"left": {"Mary": 18}, "totals": {"Chris": 0, "Katie": 18, "Cory": 0}, "winners": []}),
    stands("leaver", "hands the deal to the left", [leave("Mary")], {"round.dealer": "Katie", "predictor": "Cory"},
           dealer="Mary"),
    refused("late-joiner", "who comes back has points", [*NO_MARY, *CORY_BEGINS, join("Mary", points=3)]),
    stands("late-joiner", "who comes back has the own points", [*NO_MARY, *CORY_BEGINS, join("Mary", "Cory")],
           {"totals": {"Chris": 18, "Katie": 18, "Cory": 0, "Mary": 18}}),
    stands("leaver", "a newcomer who leaves, and another who left stays gone",
           [*TWO_ROUNDS, leave("Cory"), join("Dana", points=5), *predicted("Katie", "Dana", "Chris", "Mary"),
            *won(15, "Dana"), join("Eve", points=0), leave("Dana")], {"left": {"Cory": 0, "Dana": 23}}),
    stands("moved-seats", "keep points, and the dealer the deal", [*TWO_ROUNDS, reseat(*ORDER)],
           {"totals": {"Chris": 0, "Mary": 18, "Katie": 18, "Cory": 0}, "seats": ORDER, "round.dealer": "Mary"}),
    refused("moved-seats", "somebody twice", [reseat("Cory", "Katie", "Mary", "Mary")],
            "Each player is named once: Chris, Mary, Katie, Cory."),
    stands("seat-name", "takes all with it",
           [*predicted(), cards("red 1", "green 2", "red 3", "red 4"), rename("Mary", "Mia"),
            cards("red 5", "red 6", "red 7", "red 8")],
           {"irregularities": [{"kind": "revoke", "seat": "Mia", "round": 1, "trick": 1, "shown_in": 2}]}),
    refused("seat-name", "the same", [rename("Mary", "Mary")], "Mary is called that already."),
    refused("seat-name", "of another", [*NAMED, rename("Chris", "Mary")],
            "\u201cMary\u201d is taken at this table.", seats=5),
    refused("seat-name", "that reads like another\u2019s", [*NAMED, rename("Chris", "MARY")],
            "At this table \u201cMARY\u201d is or was Mary.", seats=5),
    refused("seat-name", "that another had", [*NAMED, join("Cora")],
            "At this table \u201cCora\u201d is or was Cory.", seats=5),
    refused("seat-name", "of who sits there", [*NAMED, join("Cory")],
            "\u201cCory\u201d is taken at this table.", seats=5),
    refused("seat-name", "that who left had before", [*NAMED, join("Katie")],
            "At this table \u201cKatie\u201d is or was Kate.", seats=5),
    refused("number-of-players", "too few", [leave("Mary")],
            "2 at the table would be outside 3 to 5 players.", seats=3),
    refused("number-of-players", "too many", [join("Eve")], seats=5),
    refused("game-is-over", "nobody joins", [*predicted(), *won(15), join("Eve")], rounds=1),
    refused("malformed", "no name", [join(" ")], "A seat needs a name."),
    refused("malformed", "the name of a place", [rename("Mary", "centre")]),
    refused("malformed", "left of nobody", [join("Dana", "Eve")]),
    refused("malformed", "too many points", [join("Dana", points=1000)]),
    *(stands("winner", f"a round without a seat is none without a point: {how}",
             [*FIRST, join("Dana", points=0), *predicted("Mary", "Katie", "Cory", "Dana", "Chris"), *won(15, "Mary")],
             {"winners": winners}, rounds=2, tie_break=how)
      for how, winners in (("most_zero_rounds", ["Chris", "Katie", "Cory"]),
                           ("fewest_black", ["Chris", "Katie", "Cory", "Dana"]))),
]  # fmt: skip


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


def sluffer_begins_with(sitting: Sitting) -> int:
    """The points of the Sluffer's holder, if the running round ended now."""
    first = sitting.book.seats[0]
    sums: dict[str, Sum] = sitting.predicted(**{first: "sluffer"}).book.state.running_sums()
    return sums[first].total


def test_leaver_changes_the_deck_and_not_the_rounds() -> None:
    state = Sitting().play(leave("Cory")).book.state
    assert (state.rounds, "red 9" in state.deck, "red 10" in state.deck) == (4, True, False)


def test_sluffer_score_goes_by_how_many_play_now() -> None:
    assert sluffer_begins_with(Sitting().play(leave("Cory"))) == 5
    assert sluffer_begins_with(Sitting(sluffer_points=2).play(leave("Cory"))) == 2
    assert sluffer_begins_with(Sitting(3).play(join("Dana"))) == 4


@pytest.mark.parametrize("move", [join("Dana"), leave("Mary"), rename("Mary", "Mia"), reseat(*ORDER)])
def test_undo_takes_each_of_them_back(move: Plain) -> None:
    sitting = Sitting().play(*TWO_ROUNDS)
    before = str(sitting.report)
    assert str(sitting.play(move).report) != before
    assert str(sitting.play(UNDO).report) == before


def test_a_move_read_for_other_seats_is_malformed_where_they_are_gone() -> None:
    sitting = Sitting()
    move = sitting.book.game.parse(trick("Mary", "red"), sitting.book.seats)
    assert not isinstance(move, Rejected)
    ruling = sitting.play(leave("Mary")).book.enter(move)
    assert isinstance(ruling, Rejected)
    assert (ruling.rule.id, str(ruling.because)) == ("malformed", "Mary has no seat at this moment.")


WORDS = [
    # move, button, sentence
    (join("Dana", "Katie"), "Let Dana join", "Dana joined the table, on Katie\u2019s left, with 18 points"),
    (rename("Cory", "Cora"), "Call Cory Cora from now on", "Cory is called Cora from now on"),
    (leave("Mary"), "Take Mary out of the game", "Mary left the game"),
    (reseat("Cora", "Chris", "Katie", "Dana"), "Sit in this order: Cora, Chris, Katie, Dana",
     "New order of seats: Cora, Chris, Katie, Dana"),
    (join("Mary"), "Let Mary join", "Mary joined the table, with the points from before"),
    (join("Eve", points=1), "Let Eve join", "Eve joined the table, with 1 point"),
]  # fmt: skip


def test_the_ledger_says_so() -> None:
    sitting = Sitting().play(*TWO_ROUNDS)
    for move, button, sentence in WORDS[:-1]:
        assert (sitting.words(move)[1], sitting.told(move)) == (button, sentence)
        sitting.play(move)
    assert sitting.told(WORDS[-1][0]) == WORDS[-1][2]
