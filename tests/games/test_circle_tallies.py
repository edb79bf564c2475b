"""What each game counts of a seat over a whole game, from its book as it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame, Book
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.games.comings import Plain, join, leave, rename, reseat
from tests.games.fluff import sitting as fluff
from tests.games.popcorn import sitting as popcorn
from tests.games.sluff_off.sitting import UNDO, Sitting, cards, give, miss, trick, turn_in
from tests.games.ui77 import sitting as ui77

Counted = dict[str, dict[str, int]]


def counted(book: Book, *names: str) -> Counted:
    """What is counted; of all there is, or of these."""
    told = book.game.tally(book)
    return {seat: {name: own[name] for name in names or own} for seat, own in told.items()}


def worked(path: str) -> Book:
    """The book of a worked game, its refused lines left out."""
    head, *lines = (Path(__file__).parent / path).read_text(encoding="utf-8").splitlines()
    book = open_book(read_header(json.loads(head)))
    for line in filter(None, lines):
        ruling = book.play(json.loads(line))
        book = book if isinstance(ruling, Rejected) else ruling.state
    return book


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_share_is_of_something_that_is_counted_and_every_other_tally_has_words(game: AnyGame) -> None:
    names = [one.name for one in game.tallies]
    shares = {one.of for one in game.tallies} - {None}
    assert len(names) == len(set(names))
    assert shares <= set(names)
    assert shares == {one.name for one in game.tallies if one.label is None}


# Sluff Off!


def test_who_came_late_has_nothing_counted_of_the_rounds_before() -> None:
    table = three(rounds=2).predicted().emptied(15, "Mary")
    table.play(join("Dana", "Katie"))
    table.predicted().emptied(15, "Dana")
    assert table.report["over"]
    assert {seat: own["predictions"] for seat, own in counted(table.book).items()} == {
        "Chris": 2,
        "Mary": 2,
        "Katie": 2,
        "Dana": 1,
    }


def three(rounds: int = 1) -> Sitting:
    return Sitting(3, rounds=rounds)


def test_a_prediction_comes_true_with_just_the_tricks_that_were_predicted() -> None:
    table = three().predicted(Chris="red blue", Mary="sluffer")
    table.play(trick("Chris", "red"), turn_in("Chris", "red"), *[trick("Mary", "green")] * 12)
    table.play(trick("Chris", "blue"), turn_in("Chris", "blue"), trick("Mary", "green", "blue"))
    assert counted(table.book, "came-true", "predictions", "black", "sluffer") == {
        "Chris": {"came-true": 1, "predictions": 1, "black": 0, "sluffer": 0},
        "Mary": {"came-true": 0, "predictions": 0, "black": 0, "sluffer": 1},
        "Katie": {"came-true": 1, "predictions": 1, "black": 0, "sluffer": 0},
    }
    colors = ("won-red", "won-blue", "won-green", "won-orange", "won-purple")
    assert [list(own.values()) for own in counted(table.book, *colors).values()] == [
        [1, 1, 0, 0, 0],
        [0, 1, 12, 0, 0],
        [0, 0, 0, 0, 0],
    ]


def test_a_trick_too_many_a_trick_too_few_and_a_forgotten_token_are_no_true_prediction() -> None:
    table = three().predicted(Chris="red", Mary="red", Katie="red blue")
    table.play(trick("Chris", "red"), turn_in("Chris", "red"), trick("Chris", "green"))
    table.play(trick("Mary", "red"), miss("Mary"), trick("Mary", "red"), turn_in("Mary", "red"))
    table.play(trick("Katie", "red"), turn_in("Katie", "red"), *[trick("Chris", "green")] * 10)
    assert table.report["over"]
    assert counted(table.book, "came-true", "black") == {
        "Chris": {"came-true": 0, "black": 6},
        "Mary": {"came-true": 0, "black": 0},
        "Katie": {"came-true": 0, "black": 0},
    }


def test_a_trick_for_which_no_black_token_was_left_is_one_too_many() -> None:
    table = three().predicted(Chris="red").play(trick("Chris", "red"), turn_in("Chris", "red"))
    table.emptied(6, "Mary").emptied(8, "Katie")
    assert counted(table.book, "came-true", "black") == {
        "Chris": {"came-true": 1, "black": 0},
        "Mary": {"came-true": 0, "black": 6},
        "Katie": {"came-true": 0, "black": 0},
    }


def test_a_round_may_end_with_a_turn_in_a_slip_or_the_cards_of_a_trick() -> None:
    table = three(3).predicted(Chris="red").emptied(14, "Mary").play(trick("Chris", "red"), turn_in("Chris", "red"))
    table.predicted(Chris="red").emptied(14, "Katie").play(trick("Chris", "red"), miss("Chris"))
    table.predicted().emptied(14, "Chris", "green").play(cards("red 1", "red 9", "red 2"))
    assert table.report["over"]
    assert counted(table.book, "won-red", "won-green", "came-true", "predictions") == {
        "Chris": {"won-red": 2, "won-green": 14, "came-true": 1, "predictions": 3},
        "Mary": {"won-red": 15, "won-green": 0, "came-true": 1, "predictions": 3},
        "Katie": {"won-red": 14, "won-green": 0, "came-true": 2, "predictions": 3},
    }


def test_what_was_undone_and_what_the_table_gave_back_is_not_counted() -> None:
    table = three().predicted().play(trick("Mary", "red"), UNDO, trick("Katie", "green"))
    table.play(give("black", "Katie", "centre")).emptied(14)
    assert counted(table.book, "black", "won-red", "won-green") == {
        "Chris": {"black": 6, "won-red": 14, "won-green": 0},
        "Mary": {"black": 0, "won-red": 0, "won-green": 0},
        "Katie": {"black": 0, "won-red": 0, "won-green": 1},
    }


def test_what_is_counted_has_the_words_and_the_colours_of_its_box() -> None:
    usual = GAMES["sluff-off"]
    words = {one.name: str(one.label) for one in usual.tallies if one.label}
    assert words["black"] == "Black tokens taken"
    assert (words["sluffer"], words["won-orange"]) == ("Rounds as Sluffer", "Tricks won with orange")
    words = {one.name: str(one.label) for one in usual.in_box("sieben-siegel").tallies if one.label}
    assert (words["black"], words["sluffer"]) == ("Black seals taken", "Rounds as saboteur")
    assert "won-yellow" in words
    assert "won-orange" not in words


# Ui77


def test_hands_tricks_cuts_and_go_novs() -> None:
    table = ui77.Sitting(2).hand(Ann=20).hand(Bob=7).play(ui77.limit(22), ui77.cut("Bob")).hand(Ann=2)
    assert table.report["totals"] == {"Ann": 8, "Bob": 8}
    table.hand(Ann=15)
    assert table.report["over"]
    assert counted(table.book) == {
        "Ann": {"met": 0, "hands": 4, "tricks": 18, "cuts": 0, "go-nov": 1},
        "Bob": {"met": 0, "hands": 4, "tricks": 18, "cuts": 1, "go-nov": 0},
    }


def test_a_hand_with_just_the_tricks_to_win() -> None:
    table = ui77.Sitting(2).dealt().won(*["Ann"] * 4, *["Bob"] * 5).counted()
    assert [own["met"] for own in counted(table.book).values()] == [1, 0]


# Popcorn


def test_calls_right_and_wrong_own_bluffs_and_cards_taken() -> None:
    assert counted(worked("popcorn/worked_game.jsonl")) == {
        "Ann": {"right-calls": 0, "calls": 1, "caught": 0, "was-called": 1, "taken": 4},
        "Ben": {"right-calls": 0, "calls": 1, "caught": 0, "was-called": 0, "taken": 1},
        "Cat": {"right-calls": 1, "calls": 1, "caught": 0, "was-called": 1, "taken": 0},
        "Dan": {"right-calls": 0, "calls": 0, "caught": 1, "was-called": 1, "taken": 4},
    }


def test_a_call_that_was_undone_is_not_counted() -> None:
    table = popcorn.Sitting(3).play(popcorn.claim("Ann", "A"), popcorn.call("Ben"), popcorn.honest(), popcorn.UNDO)
    table.play(popcorn.honest(yes=False))
    assert counted(table.book, "right-calls", "caught", "taken") == {
        "Ann": {"right-calls": 0, "caught": 1, "taken": 1},
        "Ben": {"right-calls": 1, "caught": 0, "taken": 0},
        "Cat": {"right-calls": 0, "caught": 0, "taken": 0},
    }


# Fluff


def test_dice_lost_calls_and_bids_that_held() -> None:
    table = fluff.Sitting(3).started().settled(fluff.bid("Ann", 1, 2), fluff.call("Tom"), true=True)
    table.settled(fluff.bid("Tom", 9, 3), fluff.call("Ann"), true=False)
    assert counted(table.book) == {
        "Ann": {"dice-lost": 0, "right-calls": 1, "calls": 1, "held": 1, "was-called": 1},
        "Tom": {"dice-lost": 2, "right-calls": 0, "calls": 1, "held": 0, "was-called": 1},
        "Mia": {"dice-lost": 0, "right-calls": 0, "calls": 0, "held": 0, "was-called": 0},
    }
    table.play(fluff.ruling("Tom", 1))
    assert counted(table.book, "dice-lost")["Tom"] == {"dice-lost": 1}


def test_dice_that_were_lost_stay_lost_for_who_leaves_and_comes_back() -> None:
    table = fluff.Sitting(3).started().settled(fluff.bid("Ann", 9, 2), fluff.call("Tom"), true=False)
    table.play(fluff.ruling("Mia", -3), leave("Ann"), join("Ann", "Mia"), rename("Ann", "Anna"), join("Eve", dice=4))
    assert table.report["holdings"] == {"Tom": 5, "Mia": 2, "Anna": 2, "Eve": 4}
    table.play(fluff.ruling("Anna", -1), fluff.ruling("Eve", -2))
    assert {seat: own["dice-lost"] for seat, own in counted(table.book).items()} == {
        "Tom": 0, "Mia": 3, "Anna": 2, "Eve": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    "change", [join("Eve", dice=5), leave("Mia"), rename("Ann", "Eve"), reseat("Mia", "Tom", "Ann")]
)
def test_no_dice_are_lost_by_a_change_of_seats_that_the_table_lets_stand(change: Plain) -> None:
    table = fluff.Sitting(3).started().settled(fluff.bid("Ann", 9, 2), fluff.call("Tom"), true=False)
    table.play({"move": "ruling", "stands": change, "reason": "so it was"})
    assert sum(own["dice-lost"] for own in counted(table.book).values()) == 1


# A game that counts nothing


def test_nothing_is_counted_where_a_game_names_nothing() -> None:
    assert counted(worked("oh_hell/worked_game.jsonl")) == {}
