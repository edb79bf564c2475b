"""What a phone is offered: one tap for a trick that is taken and paid, and nothing where it is not its turn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.book import Book
from companion.games.screen import NoFields, screen_of
from companion.games.sluff_off import draft
from companion.games.sluff_off.draft import Draft
from tests.games.sluff_off.sitting import Sitting, take


@pytest.fixture
def playing() -> Book:
    """Chris holds red, Mary green and a blue one, Katie the Sluffer."""
    return Sitting().predicted(Chris="red", Mary="green blue", Katie="sluffer").book


def paid(book: Book, told: Draft, winner: str, *held: str) -> dict[str, list[Any]]:
    return {color: list(action.moves) for color, action in draft.at_once(book, told, winner, held).items()}


def test_a_tap_on_a_token_says_that_it_took_the_trick_and_paid_for_it(playing: Book) -> None:
    assert paid(playing, Draft(), "Chris", "red") == {
        "red": [
            {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"},
            {"move": "turn_in", "seat": "Chris", "color": "red"},
        ]
    }


def test_no_tap_says_what_the_rules_refuse(playing: Book) -> None:
    # Red was led: green pays for no trick that red won; with blue on red, only blue or red does.
    assert paid(playing, Draft(led="red"), "Mary", "green", "blue") == {}
    assert list(paid(playing, Draft(led="red", blue=True), "Mary", "green", "blue")) == ["blue"]


def test_who_holds_the_sluffer_pays_nothing_and_has_no_such_tap(playing: Book) -> None:
    assert paid(playing, Draft(), "Katie", "red") == {}


def test_told_card_by_card_no_token_is_tapped(playing: Book) -> None:
    assert paid(playing, Draft(by_cards=True), "Chris", "red") == {}


def offered(book: Book, seat: str, keeper: bool = False) -> dict[Any, Any]:
    screen = screen_of(book, seat, keeper, NoFields())
    return dict(screen.actions)


def test_who_is_not_asked_is_offered_nothing(playing: Book) -> None:
    before = Sitting().play(take("Chris", "red")).book
    assert offered(before, "Chris")
    assert offered(before, "Mary") == {}
    assert offered(playing, "Chris", keeper=True) == {}  # a trick is told, not picked from a list


def test_who_predicts_next_is_known_up_to_the_dealer(playing: Book) -> None:
    mary = screen_of(Sitting().play(take("Chris", "red")).book, "Mary", False, NoFields())
    assert (mary.to_come[0], mary.next_up, mary.your_turn) == ("Mary", True, False)
    assert screen_of(playing, "Chris", False, NoFields()).to_come == ()
