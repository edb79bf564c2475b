"""What a phone is offered for a trick: who took it, what goes back, what was led; one tap records what is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.draft import NoFields
from companion.games.game import Book
from companion.games.ruling import Action
from companion.games.screen import screen_of
from companion.games.sluff_off.screen import SluffOffScreen
from tests.games.sluff_off.sitting import Plain, Sitting, cards, done, points, take, trick, turn_in


@pytest.fixture
def playing() -> Book:
    """Chris holds red, Mary green and a blue one, Katie the Sluffer, Cory a white one and, for that, no blue."""
    return Sitting().predicted(Chris="red", Mary="green blue", Katie="sluffer").book


def screen(
    book: Book, seat: str | None = None, *, keeper: bool = True, wanted: str = "", **told: Any
) -> SluffOffScreen:
    found = screen_of(book, seat, keeper, MultiDict({**told, "from": wanted}))
    assert isinstance(found, SluffOffScreen)
    return found


def back(offered: Any) -> dict[str, list[Plain] | None]:
    return {color: action and told(action) for color, action in offered}


def told(action: Action) -> list[Plain]:
    return [move.plain() for move in action.moves]


def offered(book: Book, seat: str, keeper: bool = False) -> dict[Any, Any]:
    return dict(screen_of(book, seat, keeper, NoFields()).actions)


def test_who_is_not_asked_is_offered_nothing(playing: Book) -> None:
    before = Sitting().play(take("Chris", "red")).book
    assert offered(before, "Chris")
    assert offered(before, "Mary") == {}
    assert offered(playing, "Chris", keeper=True) == {}  # a trick is told, not picked from a list


def test_who_predicts_next_is_known_up_to_the_dealer(playing: Book) -> None:
    mary = screen_of(Sitting().play(take("Chris", "red")).book, "Mary", False, NoFields())
    assert (mary.to_come[0], mary.next_up, mary.your_turn) == ("Mary", True, False)
    assert screen_of(playing, "Chris", False, NoFields()).to_come == ()


def test_a_round_s_end_stays_for_a_seat_that_waits_until_it_enters_something_or_the_prediction_is_over() -> None:
    sitting = Sitting(rounds=2).play(*[done(seat) for seat in ("Chris", "Mary", "Katie", "Cory")])
    sitting.play(*[trick("Mary", "red", "red")] * 15)
    gains = screen(sitting.book).scored
    assert [(gain.place, gain.name, gain.points) for gain in gains][-1] == (4, "Mary", 18)

    def told() -> set[str | None]:
        found = {seat: screen(sitting.book, seat, keeper=False).scored for seat in (*sitting.book.seats, None)}
        assert set(found.values()) <= {(), gains}
        return {seat for seat, scored in found.items() if scored}

    assert told() == {"Chris", "Mary", "Katie", "Cory", None}
    sitting.play(take("Mary", "red"))
    assert told() == {"Chris", "Katie", "Cory"}
    sitting.play(done("Mary"))
    assert told() == {"Chris", "Cory"}
    sitting.play(done("Katie"), done("Cory"))
    sitting.play({"move": "undo"}, {"move": "undo"}, {"move": "undo"})
    assert told() == {"Chris", "Katie", "Cory"}
    sitting.play(done("Mary"), done("Katie"), done("Cory"), done("Chris"))
    assert told() == set()


def test_a_round_s_end_is_over_for_a_host_who_has_entered_for_a_seat_without_a_phone() -> None:
    sitting = Sitting(rounds=2).play(*[done(seat) for seat in ("Chris", "Mary", "Katie", "Cory")])
    sitting.play(*[trick("Mary", "red", "red")] * 15)

    def told() -> bool:
        return bool(screen_of(sitting.book, "Chris", True, NoFields(), frozenset({"Katie"})).scored)

    assert told()
    sitting.play(take("Mary", "red"))
    assert not told()
    sitting.play(done("Mary"))
    assert not told(), "it is Katie's turn, on her own phone; the host has gone on"


def test_a_round_s_end_goes_when_a_seat_has_another_name() -> None:
    sitting = Sitting(rounds=2).play(*[done(seat) for seat in ("Chris", "Mary", "Katie", "Cory")])
    sitting.play(*[trick("Mary", "red", "red")] * 15, {"move": "rename", "seat": "Mary", "name": "Maria"})
    assert screen(sitting.book, "Chris", keeper=False).scored == ()


def test_the_usual_trick_is_told_by_the_token_that_goes_back(playing: Book) -> None:
    assert back(screen(playing, winner="Mary").returns) == {
        "green": [trick("Mary", "green"), turn_in("Mary", "green")],
        "blue": None,  # blue goes back for a trick led in any colour
    }


def test_won_with_blue_the_led_colour_may_go_back(playing: Book) -> None:
    returns = back(screen(playing, winner="Mary", won_with="blue").returns)
    assert returns["green"] == [trick("Mary", "green", "blue"), turn_in("Mary", "green")]


def test_a_seat_s_own_phone_records_the_usual_trick_in_one_tap(playing: Book) -> None:
    assert back(screen(playing, "Mary", keeper=False).own_returns) == {
        "green": [trick("Mary", "green"), turn_in("Mary", "green")],
        "blue": None,
    }
    assert screen(playing, keeper=True).own_returns == ()
    listed = screen(playing, "Katie", keeper=False).claimants
    assert [row.name for _, row in listed] == [
        "Katie",
        "Chris",
        "Mary",
        "Cory",
    ]


def test_who_may_not_enter_the_turn_in_is_asked_what_was_led_and_records_the_trick_alone(playing: Book) -> None:
    cory = screen(playing, "Cory", keeper=False, winner="Mary")
    assert cory.returns == ()
    assert cory.asks_led
    assert told(cory.leads["green", False]) == [trick("Mary", "green")]
    assert told(cory.leads["green", True]) == [trick("Mary", "green", "blue")]
    assert len(cory.leads) == 9  # five colours, and four that were trumped
    assert cory.outcome is None  # what Mary turns in is told by Mary


def test_a_blue_token_says_that_blue_was_led_or_won(playing: Book) -> None:
    mary = screen(playing, winner="Mary", pays="blue")
    assert mary.asks_led
    assert mary.draft.trumped("blue")
    assert told(mary.leads["red", True]) == [trick("Mary", "red", "blue"), turn_in("Mary", "blue")]
    assert told(mary.leads["blue", False]) == [trick("Mary", "blue"), turn_in("Mary", "blue")]
    assert ("red", False) not in mary.leads


def test_a_black_token_is_for_a_trick_that_nothing_fits(playing: Book) -> None:
    asked = screen(playing, winner="Mary")
    assert asked.nothing_fits
    assert not asked.asks_led
    mary = screen(playing, winner="Mary", pays="black")
    assert set(mary.leads) == {("red", False), ("orange", False), ("purple", False)}
    assert told(mary.leads["red", False]) == [trick("Mary", "red")]
    assert not mary.may_be_trumped
    assert str(mary.outcome) == "Mary takes a black token."


def test_who_holds_the_sluffer_is_asked_for_the_led_colour_alone(playing: Book) -> None:
    katie = screen(playing, winner="Katie")
    assert katie.asks_led
    assert katie.may_be_trumped
    assert told(katie.leads["red", False]) == [trick("Katie", "red")]
    assert str(katie.outcome) == "Katie holds the Sluffer and pays nothing."


def test_what_goes_back_can_be_told_afterwards(playing: Book) -> None:
    chris = screen(playing, winner="Chris", pays="later")
    assert told(chris.leads["red", False]) == [trick("Chris", "red")]
    assert chris.outcome is None


@pytest.mark.parametrize(("white_with_match", "led"), [(True, 5), (False, 4)])
def test_white_goes_back_for_what_the_house_rule_lets_it(white_with_match: bool, led: int) -> None:
    sitting = Sitting(white_with_match=white_with_match, supply={"blue": 1})
    sitting.predicted(Chris="red blue", Mary="").play(
        {"move": "ruling", "color": "white", "count": 1, "from": "centre", "to": "Chris", "reason": "?"}
    )
    told_white = screen(sitting.book, winner="Chris", pays="white")
    assert len([key for key in told_white.leads if not key[1]]) >= led - 1
    assert (("red", False) in told_white.leads) is white_with_match
    assert screen(sitting.book, winner="Chris").nothing_fits is False


def test_a_draft_that_makes_no_sense_is_left_out(playing: Book) -> None:
    assert screen(playing, winner="Nobody", pays="red").draft.empty
    assert screen(playing, winner="Mary", pays="pink").draft.pays is None
    assert screen(playing, pays="blue").draft.empty  # a phone with no seat says nothing of its own
    own = screen(playing, "Mary", keeper=False, pays="blue").draft
    assert (own.winner, own.pays) == ("Mary", "blue")
    assert own.query == "winner=Mary&pays=blue"


def test_before_and_after_a_trick_a_draft_keeps_its_way_of_telling_alone(playing: Book) -> None:
    owed = playing.play(trick("Chris", "red"))
    assert screen(owed.state, by="cards", winner="Chris").draft.query == "by=cards"  # type: ignore[union-attr]
    before = Sitting().book
    assert screen(before, wanted="red", winner="Mary").draft.query == "from=red"
    assert screen(before, end="ask").draft.ending
    assert screen(before, wanted="pink").draft.wanted is None


def by_cards(book: Book, *names: str, **more: Any) -> SluffOffScreen:
    return screen(book, by="cards", card=list(names), **more)


def test_one_tap_is_one_card_of_the_colour_that_was_led(playing: Book) -> None:
    first = by_cards(playing)
    assert first.suit_of_next is None
    assert first.faces == ()
    assert first.next_card_by == "Chris"
    chosen = by_cards(playing, suit=first.tapped_suit("red"))
    assert [face.name for face in chosen.faces][:2] == ["red 1", "red 2"]
    second = by_cards(playing, "red 3", suit=first.tapped_suit("green"))  # that was for the first card
    assert second.suit_of_next == "red"
    assert [face.name for face in second.faces if face.gone] == ["red 3"]
    assert by_cards(playing, "red 3", suit=second.tapped_suit("blue")).suit_of_next == "blue"
    assert [face.name for face in by_cards(playing, "red 3", "mud").laid] == ["red 3"]
    assert second.colors == second.suits


def test_a_card_is_taken_back(playing: Book) -> None:
    assert by_cards(playing, "red 3", "red 4", back="1").draft.cards == ("red 3",)


def test_all_cards_say_who_takes_the_trick_and_what_may_go_back(playing: Book) -> None:
    laid = by_cards(playing, "red 3", "red 9", "green 2", "red 4")
    assert laid.next_card_by is None
    assert str(laid.taken) == "Mary takes it with red 9."
    assert str(laid.outcome) == "Mary takes a black token."
    assert laid.record.legal
    assert laid.pay_offs == ()
    mine = by_cards(playing, "red 9", "red 3", "green 2", "red 4")
    assert [told(action)[1] for action in mine.pay_offs] == [turn_in("Chris", "red")]
    cory = screen(playing, "Cory", keeper=False, by="cards", card=["red 9", "red 3", "green 2", "red 4"])
    assert cory.pay_offs == ()
    short = by_cards(playing, "red 9")
    assert not short.record.legal
    assert short.taken is None


def test_a_token_that_is_gone_from_the_centre_is_asked_of_who_holds_it() -> None:
    book = Sitting(supply={"red": 1}).play(take("Chris", "red"), {"move": "done", "seat": "Chris"}).book
    mary = screen(book, "Mary", keeper=False)
    assert [action.move.plain()["from"] for action in mary.holders("red")] == ["Chris"]
    assert mary.holders("green") == mary.holders("white") == ()
    assert [color for color, _ in mary.steals("Chris")] == ["red"]
    asked = screen(book, "Mary", keeper=False, wanted="red")
    assert asked.asked_from == mary.holders("red")
    assert asked.steals("Chris") == ()  # once is enough on a screen
    assert screen(book, "Cory", keeper=False).steals("Chris") == ()
    assert mary.turn != asked.turn


def test_what_lies_in_the_centre_is_a_value() -> None:
    one, other = (Sitting().play(take("Chris", "red")).book for _ in range(2))
    assert screen(one).view.lying == screen(other).view.lying


def test_a_finished_round_is_summed_up_until_somebody_predicts() -> None:
    sitting = Sitting().predicted(Chris="red")
    assert screen(sitting.book).scored == ()
    sitting.play(points("Mary", 3)).emptied(15, "Cory", "green")
    gains = [(gain.place, gain.name, gain.points, gain.total) for gain in screen(sitting.book).scored]
    assert gains == [(1, "Katie", 0, 0), (2, "Chris", 2, 2), (3, "Mary", 3, 3), (4, "Cory", 18, 18)]
    sitting.play(take("Chris", "red") if sitting.book.state.predictor == "Chris" else take("Mary", "red"))
    assert screen(sitting.book).scored == ()


def test_points_can_be_given_while_nothing_is_owed(playing: Book) -> None:
    assert screen(playing).ruling_open
    owed = playing.play(trick("Chris", "red"))
    assert not screen(owed.state).ruling_open  # type: ignore[union-attr]


def test_cards_are_no_part_of_a_trick_that_is_told_by_its_winner(playing: Book) -> None:
    assert screen(playing, winner="Mary", card="red 3").draft.cards == ()
    assert cards("red 3")["cards"] == ["red 3"]


def asides(sitting: Sitting) -> list[tuple[str, list[str]]]:
    found = screen_of(sitting.book, None, False, NoFields())
    return [
        (str(line.about), [f"{name} {short}" if short else name for name, short in line.seats])
        for line in found.meanwhile
    ]


def test_who_waits_sees_who_has_yet_to_predict_then_the_last_trick_and_what_is_left() -> None:
    assert asides(Sitting(3)) == [("Still to predict", ["Chris", "Mary", "Katie"])]
    sitting = Sitting(3).predicted(Chris="red", Mary="green blue", Katie="sluffer")
    left = ("Tokens left", ["Chris 1", "Mary 2", "Katie Sluffer"])
    assert asides(sitting) == [left]
    assert asides(sitting.play(trick("Chris", "red"))) == [("Trick 1", ["Chris with red"]), left]
    assert asides(sitting.play(turn_in("Chris", "red"), trick("Mary", "red", "blue")))[0] == (
        "Trick 2", ["Mary with blue on red"],
    )  # fmt: skip
    sitting.play(turn_in("Mary", "blue"), trick("Chris", "green"))  # who has nothing that fits gets a black, to keep
    assert asides(sitting)[-1] == ("Tokens left", ["Chris 0", "Mary 1", "Katie Sluffer"])


def test_seats_that_hold_the_same_are_equal_so_that_a_template_keeps_their_rows(playing: Book) -> None:
    again = [replace(seat, tokens=dict(seat.tokens)) for seat in screen(playing).seats]
    assert set(again) == set(screen(playing).seats)
    assert len(set(again)) == 4
