"""Badges: no two people at a table look alike, and everybody looks as in the circle if that is possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.tables.badges import COLORS, badges, clusters, initials
from tests.games.comings import join, leave, rename
from tests.service.house import House


def colors(*in_circle: int | None) -> list[int]:
    names = tuple(f"{seat}" for seat in range(len(in_circle)))
    return [badge.color for badge in badges(names, tuple((color, None) for color in in_circle))]


def letters(names: tuple[str, ...], *in_circle: str | None) -> list[str]:
    return [badge.initial for badge in badges(names, tuple((None, initial) for initial in in_circle))]


def test_without_a_circle_people_get_the_colours_in_turn() -> None:
    assert colors(*[None] * 14) == [*range(1, 13), 1, 2]


def test_everybody_keeps_their_colour_of_the_circle() -> None:
    assert colors(7, 3, 12, 1) == [7, 3, 12, 1]


def test_of_two_with_one_colour_the_first_keeps_it_and_the_other_gets_the_next_free_one() -> None:
    assert colors(3, 3, 4) == [3, 5, 4]
    assert colors(12, 12, 1) == [12, 2, 1]


def test_without_a_colour_of_the_circle_a_person_gets_the_seats_or_the_next_free_one() -> None:
    assert colors(2, None, 3) == [2, 4, 3]
    assert colors(None, 1, None) == [2, 1, 3]


def test_a_late_joiner_changes_nobodys_colour() -> None:
    assert colors(5, 1, 5, None)[:3] == colors(5, 1, 5)


@given(st.lists(st.none() | st.integers(1, COLORS), max_size=COLORS))
def test_up_to_twelve_people_have_different_colours(in_circle: list[int | None]) -> None:
    assert len(set(colors(*in_circle))) == len(in_circle)


def test_initials_are_those_of_the_circle_if_no_two_are_alike() -> None:
    assert letters(("Cat", "Ann"), "Ca", "A") == ["Ca", "A"]
    assert letters(("Cat", "Cai"), "Ca", None) == ["Ca", "Ci"]
    assert letters(("Cat", "Cai"), "Ca", "Ca") == letters(("Cat", "Cai"), None, None)


def test_no_two_names_have_the_same_initial() -> None:
    assert initials(("mary", "Cory")) == ("M", "C")
    assert initials(("mary", "Mo", "Cory")) == ("Ma", "Mo", "C")
    assert initials(("\U0001f1e9\U0001f1ea Anna", "Kim")) == ("\U0001f1e9\U0001f1ea", "K")
    assert initials(("\U0001f469\u200d\U0001f467 Kim", "Kim")) == ("\U0001f469\u200d\U0001f467", "K")
    assert initials(("M", "Mo")) == ("M", "Mo")
    assert initials(("Mary", "Mara", "Mar", "Ma")) == ("Ma", "Mr", "M3", "M4")
    assert initials(("A b", "A c")) == ("Ab", "Ac")
    assert initials(("\u201cAnn\u201d", "O\u2019Hara", "Otto", "?!")) == ("A", "Oh", "Ot", "?")


def test_a_renamed_player_gets_a_new_initial_and_a_leaver_keeps_the_badge(house: House) -> None:
    house.play_all(rename("Mary", "Ann"), join("Dana", "Chris"), leave("Katie"))
    badges_now = [(badge.name, badge.color, badge.initial) for badge in house.now.badges]
    assert badges_now == [("Chris", 1, "C"), ("Ann", 2, "A"), ("Katie", 3, "K"), ("Dana", 4, "D")]


def test_a_letter_keeps_its_accents() -> None:
    assert list(clusters("e\u0301a")) == ["e\u0301", "a"]
    assert list(clusters("")) == []
