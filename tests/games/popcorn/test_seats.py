"""Who comes and who goes: late-joiner, leaver, moved-seats, seat-name, number-of-players."""

from __future__ import annotations

import pytest

from companion.games.popcorn.moves import Claim
from tests.games.comings import join, leave, rename, reseat
from tests.games.popcorn.sitting import Sitting, call, claim, honest


def cards_in(sitting: Sitting) -> int:
    return sum(sitting.report["holdings"].values())


def test_before_the_first_claim_all_cards_are_dealt_again() -> None:
    sitting = Sitting().play(join("Eve"))
    assert sitting.report["holdings"] == {"Ann": 13, "Ben": 13, "Cat": 13, "Eve": 13, "pile": 0}
    sitting.play(leave("Ann"))
    assert sitting.report["holdings"] == {"Ben": 17, "Cat": 17, "Eve": 18, "pile": 0}
    sitting.play(claim("Eve", "A"))


def test_who_plays_first_is_left_of_the_dealer_unless_the_table_has_said_so() -> None:
    assert Sitting(first="Cat").play(join("Eve", "Ann")).book.state.turn == "Cat"
    assert Sitting(dealer="Ann").play(join("Eve", "Ann")).book.state.turn == "Eve"


@pytest.mark.parametrize("was_honest", [True, False], ids=["the pile has moved", "the hands are as they were dealt"])
def test_late_joiner_has_no_cards_later(was_honest: bool) -> None:
    sitting = Sitting().play(claim("Ann", "A"), call("Ben"), honest(was_honest))
    because = "All cards are dealt. Let somebody hand over their seat, or wait for the next game."
    assert sitting.refused(join("Eve")) == ("late-joiner", because)


def test_leaver_puts_the_cards_on_the_pile_and_the_turn_goes_left() -> None:
    sitting = Sitting().play(claim("Ann", "A"))
    assert sitting.refused(leave("Ann"))[0] == "leaver"
    sitting.play(call("Cat"), honest())
    held = sitting.report["holdings"]
    sitting.play(leave("Ben"))
    assert sitting.report["holdings"] == {"Ann": held["Ann"], "Cat": held["Cat"], "pile": held["Ben"]}
    assert cards_in(sitting) == 52
    sitting.play(claim("Cat", "2"))


def test_moved_seats_keep_their_cards_and_the_turn() -> None:
    sitting = Sitting().play(claim("Ann", "A", 3), call("Ben"), honest(), reseat("Cat", "Ben", "Ann"))
    assert cards_in(sitting) == 52
    assert list(sitting.report["holdings"]) == ["Cat", "Ben", "Ann", "pile"]
    sitting.play(claim("Ben", "2"))


def test_seat_name_changes_while_a_claim_stands() -> None:
    sitting = Sitting().play(
        claim("Ann", "A"), rename("Ann", "Anna"), rename("Ben", "Benno"), call("Benno"), honest(False)
    )
    assert sitting.report["holdings"]["Anna"] == 18


@pytest.mark.parametrize(("seats", "move"), [(2, leave("Ann")), (10, join("Zed"))])
def test_number_of_players(seats: int, move: dict[str, object]) -> None:
    assert Sitting(seats).refused(move)[0] == "number-of-players"


def test_what_a_seat_put_down_unseen_it_still_knows_under_another_name() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 3), rename("Ann", "Anna"), claim("Ben", "2", 1, 2))

    def told(seat: str | None) -> list[int | None]:
        return [move.cards for move in sitting.seen_by(seat).moves() if isinstance(move, Claim)]

    assert told("Anna") == [3, None]
    assert told("Ben") == [None, 2]
    assert told(None) == [None, None]
    assert sitting.seen_by("Cat").report().holdings == {"Anna": 17, "Ben": 16, "Cat": 17, "pile": 2}


def test_a_public_book_follows_who_leaves() -> None:
    sitting = Sitting(4, hidden_count=True).play(claim("Ann", "A", 1, 3), call("Ben"), honest(False))
    sitting.play(
        claim("Ben", "2", 1, 2), claim("Cat", "3"), call("Ann"), honest(), leave("Dan"), reseat("Cat", "Ben", "Ann")
    )
    seen = sitting.seen_by("Cat").report().holdings
    assert list(seen) == ["Cat", "Ben", "Ann", "pile"]
    assert sum(seen.values()) == 52
