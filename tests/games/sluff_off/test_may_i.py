"""Rule follow-suit: the app sees no hands, so what was not followed is allowed only if it could not be."""

from __future__ import annotations

import pytest

from companion.referee.ask import Verdict, ask
from tests.games.sluff_off.sitting import Plain, Sitting, cards, miss, take, trick


def said(answer: Verdict) -> list[str]:
    return [str(one.text) for one in answer.conditions]


def test_follow_suit_an_off_suit_trump_takes_the_trick_only_if_its_player_holds_none_of_the_led_colour() -> None:
    answer = ask(Sitting().predicted().book, cards("red 3", "red 5", "blue 1", "red 9"))
    assert str(answer.brings).startswith("Katie won a red trick with blue")
    assert answer.kind == "depends"
    assert said(answer) == ["Katie\u2019s blue 1 is allowed only if Katie holds no red."]
    assert answer.conditions[0].rule.id == "follow-suit"


def test_follow_suit_each_card_off_suit_has_its_condition() -> None:
    answer = ask(Sitting().predicted().book, cards("red 3", "red 12", "green 5", "purple 1"))
    assert said(answer) == [
        "Katie\u2019s green 5 is allowed only if Katie holds no red.",
        "Cory\u2019s purple 1 is allowed only if Cory holds no red.",
    ]


def test_follow_suit_who_followed_needs_no_condition() -> None:
    assert ask(Sitting().predicted().book, cards("red 3", "red 5", "red 4", "red 9")).kind == "yes"


def test_follow_suit_a_trick_by_its_result_depends_on_the_winners_hand_where_it_was_trumped() -> None:
    book = Sitting().predicted().book
    answer = ask(book, trick("Katie", "red", "blue"))
    assert said(answer) == ["Katie\u2019s blue is allowed only if Katie holds no red."]
    assert ask(book, trick("Katie", "red")).kind == "yes"
    assert ask(book, trick("Katie", "blue")).kind == "yes"


@pytest.mark.parametrize("move", [cards("red 3", "red 5", "blue 1", "red 9"), trick("Katie", "red", "blue")])
def test_follow_suit_house_rule_trump_any_time_asks_nothing(move: Plain) -> None:
    assert ask(Sitting(trump_any_time=True).predicted().book, move).kind == "yes"


@pytest.mark.parametrize("move", [cards("red 3", "red 5", "blue 1", "red 9"), trick("Katie", "red", "blue")])
def test_follow_suit_a_last_card_is_played_whatever_it_is(move: Plain) -> None:
    book = Sitting().predicted().emptied(14).book
    assert ask(book, move).kind == "yes"


def test_follow_suit_recorded_cards_prove_that_nobody_holds_the_colour() -> None:
    sitting = Sitting(3).predicted().play(cards("red 1", "red 2", "red 3"), cards("red 4", "red 5", "red 6"))
    answer = ask(sitting.book, cards("red 7", "green 1", "red 8"))  # the red 9 is in somebody's hand
    assert said(answer) == ["Katie\u2019s green 1 is allowed only if Katie holds no red."]
    sitting.play(cards("blue 1", "red 7", "red 8"))
    assert ask(sitting.book, cards("red 9", "green 2", "blue 2")).kind == "yes"


def test_revoke_later_cards_prove_that_the_colour_could_have_been_followed() -> None:
    before = Sitting().predicted()
    asked = cards("red 3", "green 1", "red 4", "red 5")
    later = Sitting().predicted().play(asked, cards("red 6", "red 7", "red 8", "red 9"))
    moves = later.book.moves()[-1:]
    answer = ask(before.book, asked, moves)
    assert answer.kind == "no"
    assert answer.legal  # it is in the book all the same
    assert answer.against is not None
    assert answer.against.rule.id == "follow-suit"
    assert "Mary did not follow in trick 1" in str(answer.against.because)
    assert ask(before.book, cards("red 3", "red 7", "red 4", "red 5"), moves).kind == "yes"


def test_revoke_of_an_earlier_trick_is_told_beside_the_answer() -> None:
    sitting = Sitting().predicted().play(cards("red 3", "green 1", "red 4", "red 5"))
    answer = ask(sitting.book, cards("red 6", "red 7", "red 8", "red 9"))
    assert (answer.kind, len(answer.proves)) == ("yes", 1)
    assert "trick 2 shows that Mary could have" in str(answer.proves[0])


def test_revoke_a_second_card_off_suit_counts_from_the_first() -> None:
    sitting = Sitting().predicted().play(cards("red 9", "green 1", "red 4", "red 5"))
    answer = ask(sitting.book, cards("red 10", "green 2", "red 6", "red 7"))
    assert answer.conditions[0].refuted_by["trick"] == 1


def test_other_moves_depend_on_nothing() -> None:
    assert ask(Sitting().book, take("Chris", "red")).kind == "yes"


def test_edition_what_a_trick_depends_on_is_told_in_the_colours_and_words_of_the_box() -> None:
    answer = ask(Sitting(edition="sieben-siegel").predicted().book, trick("Katie", "yellow", "red"))
    assert said(answer) == ["Katie\u2019s red is allowed only if Katie holds no yellow."]
    assert "blue" not in str(answer.conditions[0].rule.says).lower()
    missed = ask(
        Sitting(edition="sieben-siegel").predicted(Chris="red").play(trick("Chris", "red")).book, miss("Chris")
    )
    assert "the seal you keep counts" in str(missed.slip)
