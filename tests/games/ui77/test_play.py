"""The tricks: by winner and by cards, trump before and after it counts, draws, the end of a hand, revokes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ui77.sitting import UNDO, Plain, Sitting, cards, count, cut, discard, points, trick


def revokes(sitting: Sitting) -> list[Any]:
    return list(sitting.report["irregularities"])


def test_draw_for_the_winners_of_the_first_four_tricks() -> None:
    sitting = Sitting().dealt(Ann=2)
    seen = []
    for winner in ("Ann", "Bob", "Ann", "Cat", "Ann"):
        sitting.won(winner)
        seen.append(sitting.held())
    assert seen == [[7, 8, 8], [6, 8, 7], [6, 7, 6], [5, 6, 6], [4, 5, 5]]
    assert sitting.held("tricks") == [3, 1, 1]


def test_hand_over_as_soon_as_a_seat_has_no_card_left() -> None:
    sitting = Sitting().dealt("4H", "QS", "7D", Ann=4)
    sitting.won("Bob", "Bob", "Cat", "Cat")
    assert (sitting.phase, sitting.held()) == ("trick", [1, 7, 7])
    sitting.won("Bob")
    assert (sitting.phase, sitting.held()) == ("count", [0, 6, 6])
    assert sitting.refused(trick("Bob")) == ("not-now", "The hand is over; Bob has yet to count the cards left.")
    assert sitting.refused(cards("5S 7S 8S"))[0] == "not-now"


def test_hand_over_with_no_card_left_at_all_is_scored_at_once() -> None:
    sitting = Sitting(2).dealt("4H", "9S", "7D", Ann=3, Bob=3)
    sitting.won("Ann", "Bob", "Ann", "Bob", "Ann", "Ann", "Ann", "Bob")
    assert (sitting.phase, sitting.report["rounds"]) == ("face-up", [{"Ann": 1, "Bob": 1}])


@pytest.mark.parametrize(
    ("tricks", "before", "winner"),
    [
        pytest.param(["5S 7S 2H"], 0, "Bob", id="not before its trick"),
        pytest.param(["9S KS 2H"], 1, "Bob", id="nor in the second"),
        pytest.param(["9S KS 2H"], 2, "Cat", id="from the third"),
        pytest.param(["9S 3H 2H"], 2, "Bob", id="the higher trump"),
        pytest.param(["9S AD KD"], 2, "Ann", id="no other suit"),
        pytest.param(["KS AS QS"], 0, "Bob", id="the ace is high"),
        pytest.param(["9S 10S 8S"], 0, "Bob", id="ten above nine"),
    ],
)
def test_trick_winner_by_cards(tricks: list[str], before: int, winner: str) -> None:
    sitting = Sitting().dealt().won(*["Ann"] * before)
    sitting.play(*map(cards, tricks))
    assert sitting.book.state.leader == winner


def test_trick_winner_claimed_beside_the_cards_must_be_theirs() -> None:
    sitting = Sitting().dealt()
    rule, because = sitting.refused(cards("5S 7S 2H", winner="Cat"))
    assert rule == "trick-winner"
    assert because == "With these cards Bob wins the trick with 7\u2660\ufe0e; hearts are not in effect before trick 3."
    assert (
        sitting.refused(cards("5S 7S 2D", winner="Cat"))[1] == "With these cards Bob wins the trick with 7\u2660\ufe0e."
    )
    sitting.play(cards("5S 7S 2H", winner="Bob"))
    assert sitting.held("tricks") == [0, 1, 0]


def test_the_winner_leads_the_next_trick_however_it_was_told() -> None:
    sitting = Sitting().dealt().won("Cat").play(cards("5S 7S 8S"))
    assert sitting.held("tricks") == [0, 1, 1]
    assert list(sitting.book.game.order(sitting.book.state)) == ["Bob", "Cat", "Ann"]


def test_trump_at_once() -> None:
    sitting = Sitting().dealt("4H", "QS", "7D").play(cards("9S KS 2H"))
    assert sitting.held("tricks") == [0, 0, 1]


def test_trump_broken_before_it_is_led() -> None:
    sitting = Sitting().dealt()
    assert sitting.refused(cards("5H 6H 7H")) == (
        "trump-broken", "Ann leads 5\u2665\ufe0e, and this is the first trick.",
    )  # fmt: skip
    sitting.play(cards("5S 7S 8S"))
    assert sitting.refused(cards("5H 6H 7H", winner="Ann")) == (
        "trump-broken", "Cat leads 5\u2665\ufe0e, and in 1 trick no hearts have been played.",
    )  # fmt: skip
    sitting.play(cards("9S 10S 3H"), cards("5H 6H 7H"))


def test_trump_broken_is_unknown_where_a_trick_has_no_cards() -> None:
    sitting = Sitting().dealt().play(cards("5S 7S 8S")).won("Ann")
    sitting.play(cards("5H 6H 7H"))


@pytest.mark.parametrize(
    ("earlier", "may_be_led"),
    [
        ([trick("Ann", trump=False)], False),
        ([trick("Ann", trump=True)], True),
        ([trick("Ann")], True),
        ([trick("Ann", trump=False), trick("Ann")], True),
        ([cards("5S 7S 8S"), trick("Ann", trump=False), cards("9S 10S JS")], False),
        ([trick("Ann", trump=False), cards("9S 10S 3H")], True),
        ([trick("Ann", trump=True), trick("Ann", trump=False)], True),
    ],
)
def test_trump_broken_as_far_as_it_is_told(earlier: list[Plain], may_be_led: bool) -> None:
    sitting = Sitting().dealt().play(*earlier)
    lead = cards("5H 6H 7H")
    if may_be_led:
        sitting.play(lead)
        return
    assert sitting.refused(lead)[0] == "trump-broken"
    sitting.play({**lead, "only_trump": True})


def test_trump_broken_is_asked_of_this_hand_alone() -> None:
    sitting = Sitting(2).dealt().play(trick("Ann", trump=True)).won(*["Ann"] * 8).play(count("Ann")).dealt()
    assert sitting.refused(cards("5H 6H"))[0] == "trump-broken"
    sitting.play(trick("Bob", trump=False))
    assert sitting.refused(cards("5H 6H")) == (
        "trump-broken", "Bob leads 5\u2665\ufe0e, and in 1 trick no hearts have been played.",
    )  # fmt: skip
    sitting.play(UNDO, trick("Bob", trump=True), cards("5H 6H"))


def test_who_holds_only_trump_may_lead_it() -> None:
    sitting = Sitting().dealt()
    assert sitting.refused(cards("5H 6H 7H", only_trump=False))[0] == "trump-broken"
    sitting.play(cards("5H 6H 7H", only_trump=True), cards("5S 7S 8S", only_trump=True))


@pytest.mark.parametrize(
    ("text", "rule", "because"),
    [
        ("5S 7S", "one-card-each", "2 cards were recorded for 3 seats."),
        ("5S", "one-card-each", "1 card was recorded for 3 seats."),
        ("", "one-card-each", "0 cards were recorded for 3 seats."),
        ("5S 7S 8S 9S", "one-card-each", "4 cards were recorded for 3 seats."),
        ("5S 7S 1S", "card-in-deck", "\u201c1S\u201d is no card of the deck."),
        ("5S 7S 10h", "card-in-deck", "\u201c10h\u201d is no card of the deck."),
        ("5S 5S 1S", "card-in-deck", "\u201c1S\u201d is no card of the deck."),
        ("5S 7S 5S", "card-played-once", "5\u2660\ufe0e stands there twice."),
        ("5S 7S 6S", "card-played-once", "6\u2660\ufe0e lies face up on the table."),
        ("5S 7S QC", "card-played-once", "Q\u2663\ufe0e was played in trick 1."),
    ],
)
def test_one_card_each_card_in_deck_card_played_once(text: str, rule: str, because: str) -> None:
    sitting = Sitting().dealt().play(cards("JC QC KC"))
    assert sitting.refused(cards(text)) == (rule, because)


def test_cards_are_fresh_in_the_next_hand() -> None:
    sitting = Sitting(2).dealt().play(cards("QC JC")).won(*["Ann"] * 8).counted()
    sitting.dealt().play(cards("JC QC"))


def test_follow_suit_is_judged_by_what_is_played_later_and_a_revoke_found_with_both_tricks() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("5S 8D 8S"), cards("9C 10C 3C"))
    assert revokes(sitting) == []
    sitting.play(cards("QC KC 9S"), trick("Ann"))
    assert revokes(sitting) == []
    sitting.play(cards("AD 9D QS"))
    assert revokes(sitting) == []
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("5S 8D 8S"), cards("9C 10C 3C"), cards("QC 4S KC"))
    assert revokes(sitting) == [{"kind": "revoke", "seat": "Bob", "hand": 1, "trick": 5, "shown_in": 7}]


def test_revoke_in_trump_and_the_slate_is_clean_afterwards() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 4)
    sitting.play(cards("5H 8D 6H"), cards("9C 10C 2H"), cards("3H JH QH"), cards("10H 9D KH"))
    found = {"kind": "revoke", "seat": "Bob", "hand": 1}
    assert revokes(sitting) == [{**found, "trick": 5, "shown_in": 6}]
    sitting.play(cards("3C 4C QC"))
    assert revokes(sitting) == [{**found, "trick": 5, "shown_in": 6}, {**found, "trick": 6, "shown_in": 9}]


def test_revoke_is_not_proved_where_a_draw_could_explain_it() -> None:
    sitting = Sitting().dealt().play(cards("5S 8D 8S"), trick("Bob"), cards("9S 10S QS"))
    assert revokes(sitting) == []
    sitting = Sitting().dealt().play(cards("5S 8D 8S"), trick("Cat"), cards("9S 10S QS"))
    assert [found["seat"] for found in revokes(sitting)] == ["Ann", "Bob"][1:]


def test_the_winner_of_an_early_trick_has_a_clean_slate_from_then_on() -> None:
    # Cat trumps trick 3, draws for it, and may have drawn the spade that she plays in trick 5.
    sitting = Sitting().dealt().won("Ann", "Ann").play(cards("9S KS 2H"), trick("Ann"), cards("QS JS 3S"))
    assert revokes(sitting) == []
    # A trick later nobody draws any more.
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("9S KS 2H"), cards("QC 3S JC"))
    assert [found["shown_in"] for found in revokes(sitting)] == []
    sitting.play(trick("Cat"), cards("JS 4S 5S"))
    assert revokes(sitting) == [{"kind": "revoke", "seat": "Cat", "hand": 1, "trick": 5, "shown_in": 8}]


def test_revokes_of_the_same_trick_stand_in_the_order_of_play() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 3, "Cat").play(cards("5S 8D 9D"), cards("QS KS AS"))
    assert [found["seat"] for found in revokes(sitting)] == ["Ann", "Bob"]


def test_the_hand_of_a_revoke_is_told() -> None:
    sitting = Sitting(2).hand().dealt().won(*["Ann"] * 4).play(cards("5S 8D"), cards("QC KC"), cards("9S 10S"))
    assert revokes(sitting) == [{"kind": "revoke", "seat": "Bob", "hand": 2, "trick": 5, "shown_in": 7}]
    sitting.play(UNDO)
    assert revokes(sitting) == []


def test_cards_and_winners_may_be_mixed() -> None:
    sitting = Sitting(2).dealt().play(cards("5S 7S"), cut("Ann"), trick("Ann"), points("Bob", 2), cards("9S KS"))
    assert sitting.held("tricks") == [1, 2]


@pytest.mark.parametrize(("seats", "first"), [(2, "Ann"), (5, "Ann")])
def test_the_dealers_left_leads(seats: int, first: str) -> None:
    sitting = Sitting(seats).dealt()
    assert sitting.book.game.order(sitting.book.state)[0] == first


def test_discarding_late_makes_no_difference_to_who_leads() -> None:
    sitting = Sitting(3, dealer="Bob").dealt()
    assert sitting.book.game.order(sitting.book.state) == ("Cat", "Ann", "Bob")
    assert sitting.refused(discard("Cat"))[0] == "not-now"
    assert sitting.refused(count("Cat"))[0] == "not-now"
