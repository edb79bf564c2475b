"""Badges: everybody at a table is told from the others; what somebody wears in a circle is worn where it does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.tables.badges import COLORS, badges, clusters, initials


def colors(*worn: int | None) -> list[int]:
    names = tuple(f"{seat}" for seat in range(len(worn)))
    return [one.color for one in badges(names, tuple((color, None) for color in worn))]


def letters(names: tuple[str, ...], *worn: str | None) -> list[str]:
    return [one.initial for one in badges(names, tuple((None, initial) for initial in worn))]


def test_without_a_circle_they_are_the_numbers_of_the_seats_round_and_round() -> None:
    assert colors(*[None] * 14) == [*range(1, 13), 1, 2]


def test_everybody_wears_what_they_wear_in_the_circle() -> None:
    assert colors(7, 3, 12, 1) == [7, 3, 12, 1]


def test_of_two_with_one_colour_the_first_has_it_and_the_other_the_next_that_is_free() -> None:
    assert colors(3, 3, 4) == [3, 5, 4]
    assert colors(12, 12, 1) == [12, 2, 1]


def test_who_wears_none_has_the_number_of_the_seat_or_the_next_that_is_free() -> None:
    assert colors(2, None, 3) == [2, 4, 3]
    assert colors(None, 1, None) == [2, 1, 3]


def test_who_comes_later_changes_nobodys_colour() -> None:
    assert colors(5, 1, 5, None)[:3] == colors(5, 1, 5)


@given(st.lists(st.none() | st.integers(1, COLORS), max_size=COLORS))
def test_as_many_as_there_are_colours_are_told_apart(worn: list[int | None]) -> None:
    assert len(set(colors(*worn))) == len(worn)


def test_initials_are_the_circles_where_no_two_are_alike() -> None:
    assert letters(("Cat", "Ann"), "Ca", "A") == ["Ca", "A"]
    assert letters(("Cat", "Cai"), "Ca", None) == ["Ca", "Ci"]
    assert letters(("Cat", "Cai"), "Ca", "Ca") == letters(("Cat", "Cai"), None, None)


def test_initials_tell_all_names_of_a_table_apart() -> None:
    assert initials(("mary", "Cory")) == ("M", "C")
    assert initials(("mary", "Mo", "Cory")) == ("Ma", "Mo", "C")
    assert initials(("\U0001f1e9\U0001f1ea Anna", "Kim")) == ("\U0001f1e9\U0001f1ea", "K")
    assert initials(("\U0001f469\u200d\U0001f467 Kim", "Kim")) == ("\U0001f469\u200d\U0001f467", "K")
    assert initials(("M", "Mo")) == ("M", "Mo")
    assert initials(("Mary", "Mara", "Mar", "Ma")) == ("Ma", "Mr", "M3", "M4")
    assert initials(("A b", "A c")) == ("Ab", "Ac")
    assert initials(("\u201cAnn\u201d", "O\u2019Hara", "Otto", "?!")) == ("A", "Oh", "Ot", "?")


def test_a_name_falls_into_letters() -> None:
    assert list(clusters("e\u0301a")) == ["e\u0301", "a"]
    assert list(clusters("")) == []
