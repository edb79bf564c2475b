"""Who comes and who goes: late-joiner, leaver, moved-seats, seat-name, number-of-players."""

from __future__ import annotations

import pytest

from companion.games.ruling import Rejected
from companion.games.sluff_off.scoring import Sum
from tests.games.comings import join, leave, rename, reseat
from tests.games.drawn import page_of
from tests.games.sluff_off.sitting import UNDO, Sitting, cards, done, give, points, sluffer, take, trick


def played(sitting: Sitting, winner: str) -> Sitting:
    """A whole round in which nobody predicts and one seat takes everything."""
    return sitting.predicted().emptied(15, winner)


def two_rounds() -> Sitting:
    """Chris has dealt out 18 points to Mary, then Katie the same to herself; Katie deals the third."""
    return played(played(Sitting(), "Mary"), "Katie")


def test_late_joiner_begins_level_with_who_is_last() -> None:
    report = two_rounds().play(join("Dana", "Katie")).report
    assert list(report["totals"]) == ["Chris", "Mary", "Katie", "Dana", "Cory"]
    assert report["totals"]["Dana"] == max(report["totals"].values()) == 18
    assert report["starts"] == {"Dana": 18}
    assert all("Dana" not in points for points in report["rounds"])


def test_late_joiner_begins_with_what_the_table_says() -> None:
    report = two_rounds().play(join("Dana", points=4)).report
    assert list(report["totals"])[-1] == "Dana"
    assert report["totals"]["Dana"] == 4


def test_late_joiner_is_dealt_in_and_the_game_has_as_many_rounds() -> None:
    sitting = two_rounds().play(join("Dana", "Katie"))
    assert len(sitting.book.state.deck) == 75
    played(played(sitting, "Dana"), "Chris")
    assert sitting.report["over"]
    assert sitting.report["rounds"][2]["Dana"] == 18
    assert sitting.report["totals"]["Dana"] == 36
    assert sitting.refused(join("Eve"))[0] == "game-is-over"


def test_late_joiner_waits_for_the_end_of_the_round() -> None:
    sitting = two_rounds()
    sitting.play(take(sitting.book.state.predictor, "red"))
    said = "Round 3 has begun. Seats can change once it has been scored."
    assert sitting.refused(join("Dana")) == ("late-joiner", said)
    assert sitting.refused(leave("Chris")) == ("leaver", said)
    assert sitting.refused(reseat("Mary", "Chris", "Katie", "Cory")) == ("moved-seats", said)


@pytest.mark.parametrize("begun", [[done("Chris")], [sluffer("Chris")], [give("red", "centre", "Cory")]])
def test_a_round_has_begun_with_anything_that_lies_otherwise(begun: list[dict[str, object]]) -> None:
    assert Sitting().play(*begun).refused(join("Dana"))[0] == "late-joiner"


def test_points_that_the_table_gave_in_the_round_stay_with_their_seat() -> None:
    sitting = Sitting().play(points("Mary", 3), reseat("Cory", "Mary", "Chris", "Katie"), join("Dana", "Cory"))
    assert played(sitting, "Chris").report["rounds"][0] == {"Cory": 0, "Dana": 0, "Mary": 3, "Chris": 18, "Katie": 0}


def test_leaver_keeps_the_points_and_no_place() -> None:
    report = two_rounds().play(leave("Mary")).report
    assert report["left"] == {"Mary": 18}
    assert list(report["totals"]) == ["Chris", "Katie", "Cory"]
    assert report["rounds"][0] == {"Chris": 0, "Katie": 0, "Cory": 0, "Mary": 18}
    assert report["winners"] == []


def test_leaver_hands_the_deal_to_the_left() -> None:
    sitting = Sitting(dealer="Mary").play(leave("Mary"))
    assert sitting.book.game.next_dealer(sitting.book.state) == "Cory"
    assert sitting.refused(done("Katie")) == ("prediction-order", "It is Cory\u2019s turn to predict.")


def sluffer_begins_with(sitting: Sitting) -> int:
    """With how many points the Sluffer's holder begins, as the running round would end now."""
    sitting.predicted(**{sitting.book.seats[0]: "sluffer"})
    sums: dict[str, Sum] = sitting.book.state.running_sums()
    return sums[sitting.book.seats[0]].total


def test_leaver_makes_three_of_four_and_the_sluffer_begins_at_five() -> None:
    sitting = Sitting().play(leave("Cory"))
    assert sluffer_begins_with(sitting) == 5
    assert sitting.book.state.rounds == 4
    assert sitting.book.state.deck["red 9"]
    assert sluffer_begins_with(Sitting(sluffer_points=2).play(leave("Cory"))) == 2
    assert sluffer_begins_with(Sitting(3).play(join("Dana"))) == 4


def test_who_left_comes_back_to_the_own_points() -> None:
    sitting = played(two_rounds().play(leave("Mary")), "Chris")
    assert sitting.refused(join("Mary", points=3))[0] == "late-joiner"
    sitting.play(join("Mary", "Cory"))
    assert sitting.report["totals"] == {"Chris": 18, "Katie": 18, "Cory": 0, "Mary": 18}
    assert "starts" not in sitting.report
    assert "left" not in sitting.report
    assert "Mary" not in sitting.report["rounds"][2]
    played(sitting, "Mary")
    assert sitting.report["totals"]["Mary"] == 36


def test_a_newcomer_who_leaves_has_the_first_points_too_and_another_who_left_stays_gone() -> None:
    sitting = two_rounds().play(leave("Cory"), join("Dana", points=5))
    played(sitting, "Dana").play(join("Eve", points=0), leave("Dana"))
    assert sitting.report["left"] == {"Cory": 0, "Dana": 23}
    sitting.play(join("Dana"))
    assert sitting.report["totals"]["Dana"] == 23
    assert sitting.report["starts"] == {"Dana": 5}


def test_moved_seats_keep_points_and_the_dealer_the_deal() -> None:
    sitting = two_rounds()
    before = sitting.report["totals"]
    dealer = sitting.book.state.round.dealer
    sitting.play(reseat("Cory", "Katie", "Mary", "Chris"))
    assert sitting.report["totals"] == before
    assert list(sitting.report["totals"]) == ["Cory", "Katie", "Mary", "Chris"]
    assert sitting.book.state.round.dealer == dealer
    assert sitting.refused(reseat("Cory", "Katie", "Mary", "Mary")) == (
        "moved-seats", "Each player is named once: Cory, Katie, Mary, Chris.",
    )  # fmt: skip


def test_seat_name_changes_at_any_time_and_takes_all_with_it() -> None:
    sitting = Sitting().predicted()
    sitting.play(
        cards("red 1", "green 2", "red 3", "red 4"), rename("Mary", "Mia"), cards("red 5", "red 6", "red 7", "red 8")
    )
    [found] = sitting.report["irregularities"]
    assert found["seat"] == "Mia"
    assert "Mary" not in sitting.report["holdings"]
    sitting.play(rename("Mia", "Mary"))
    assert sitting.report["irregularities"][0]["seat"] == "Mary"
    assert sitting.refused(rename("Mary", "Mary")) == ("seat-name", "Mary is called that already.")


@pytest.mark.parametrize(
    ("move", "because"),
    [
        (rename("Chris", "Mary"), "\u201cMary\u201d is taken at this table."),
        (rename("Chris", "MARY"), "At this table \u201cMARY\u201d is or was Mary."),
        (join("Cora"), "At this table \u201cCora\u201d is or was Cory."),
        (join("Cory"), "\u201cCory\u201d is taken at this table."),
        (join("Katie"), "At this table \u201cKatie\u201d is or was Kate."),
    ],
)
def test_seat_name_is_one_players_for_good(move: dict[str, object], because: str) -> None:
    sitting = Sitting(5).play(rename("Cory", "Cora"), rename("Cora", "Cory"), rename("Katie", "Kate"), leave("Kate"))
    assert sitting.refused(move) == ("seat-name", because)


def test_number_of_players_stays_what_the_game_is_for() -> None:
    said = "2 at the table would be outside 3 to 5 players."
    assert Sitting(3).refused(leave("Mary")) == ("number-of-players", said)
    assert Sitting(5).refused(join("Eve"))[0] == "number-of-players"


def test_names_that_cannot_be_are_malformed() -> None:
    sitting = Sitting()
    assert sitting.refused(join(" ")) == ("malformed", "A seat needs a name.")
    assert sitting.refused(rename("Mary", "centre"))[0] == "malformed"
    assert sitting.refused(join("Dana", "Eve"))[0] == "malformed"
    assert sitting.refused(join("Dana", points=1000))[0] == "malformed"
    sitting.play(join(" Dana "))
    assert sitting.book.seats[-1] == "Dana"


def test_undo_takes_each_of_them_back() -> None:
    sitting = two_rounds()
    before = sitting.report
    for move in (join("Dana"), leave("Mary"), rename("Mary", "Mia"), reseat("Cory", "Katie", "Mary", "Chris")):
        assert str(sitting.play(move).report) != str(before)
        assert str(sitting.play(UNDO).report) == str(before)


def test_a_move_read_for_other_seats_is_malformed_where_they_are_gone() -> None:
    sitting = Sitting()
    move = sitting.book.game.parse(trick("Mary", "red"), sitting.book.seats)
    assert not isinstance(move, Rejected)
    ruling = sitting.play(leave("Mary")).book.enter(move)
    assert isinstance(ruling, Rejected)
    assert (ruling.rule.id, str(ruling.because)) == ("malformed", "Mary has no seat at this moment.")


@pytest.mark.parametrize(
    ("tie_break", "winners"),
    [("most_zero_rounds", ["Chris", "Katie", "Cory"]), ("fewest_black", ["Chris", "Katie", "Cory", "Dana"])],
)
def test_a_round_without_a_seat_is_no_round_without_a_point(tie_break: str, winners: list[str]) -> None:
    sitting = Sitting(rounds=2, tie_break=tie_break).predicted().emptied(15, "Mary").play(join("Dana", points=0))
    assert played(sitting, "Mary").report["winners"] == winners


def test_the_ledger_says_so() -> None:
    sitting = two_rounds()
    order = reseat("Cora", "Chris", "Katie", "Dana")
    buttons, sentences, bare = list[str](), list[str](), list[str]()
    for move in (join("Dana", "Katie"), rename("Cory", "Cora"), leave("Mary"), order, join("Mary"), leave("Chris")):
        without, button = sitting.words(move)
        buttons.append(button)
        sentences.append(sitting.told(move))
        bare.append(without)
        sitting.play(move)
    assert buttons == [
        "Let Dana join", "Call Cory Cora from now on", "Take Mary out of the game",
        "Sit in this order: Cora, Chris, Katie, Dana", "Let Mary join", "Take Chris out of the game",
    ]  # fmt: skip
    assert sentences == [
        "Dana joined the table, on Katie\u2019s left, with 18 points", "Cory is called Cora from now on",
        "Mary left the game", "New order of seats: Cora, Chris, Katie, Dana",
        "Mary joined the table, with the points from before", "Chris left the game",
    ]  # fmt: skip
    assert bare[0] == "Dana joined the table, on Katie\u2019s left"
    assert sitting.told(join("Eve", points=1)) == "Eve joined the table, with 1 point"


REVOKED = [cards("red 1", "green 2", "red 3", "red 4"), cards("red 5", "red 6", "red 7", "red 8")]


def test_a_finding_goes_with_its_seat() -> None:
    game = Sitting().predicted().play(*REVOKED)
    assert [one.seat for one in page_of(game.book).findings] == ["Mary"]
    game.play(rename("Chris", "Kit"), rename("Mary", "Mia"))
    assert [one.seat for one in page_of(game.book).findings] == ["Mia"]
    game.emptied(13, "Kit").play(leave("Mia"))
    assert not page_of(game.book).findings
