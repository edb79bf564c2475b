"""What a phone is asked at a table of Oh Hell, and which moves it can enter."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.oh_hell.state import DECK
from companion.games.part import Group
from companion.games.text import ENGLISH
from tests.games.drawn import page_of, shown, text
from tests.games.oh_hell.sitting import Plain, bid, hand, header, played, trick, turn_up

BIDS = [turn_up(), bid("Ann", 0), bid("Bob", 0)]
ALL = [*hand({"Ann": 0, "Bob": 1, "Cat": 1}, "Bob")]


def moves(seat: str | None, rights: str, *before: Plain, **options: Any) -> list[tuple[Plain, bool]]:
    """What the buttons of a phone enter, each with whether it is dimmed."""
    found = shown(page_of(played(header(**options), *before)), seat, rights).values()
    return [(control.moves, control.dim) for control in found if control.moves]


TRICKS = [(trick(name), False) for name in ("Ann", "Bob", "Cat")]


@pytest.mark.parametrize(
    ("before", "seat", "rights", "offered"),
    [
        ([], "Ann", "", [(turn_up(card), False) for card in DECK]),
        ([], None, "", []),
        ([turn_up()], "Ann", "", [(bid("Ann", 0), False), (bid("Ann", 1), False)]),
        ([turn_up()], "Bob", "", []),
        ([turn_up()], None, "keeper", [(bid("Ann", 0), False), (bid("Ann", 1), False)]),
        (BIDS, "Cat", "", [(bid("Cat", 0), False), (bid("Cat", 1), True)]),
        ([*BIDS, bid("Cat", 0)], "Cat", "", TRICKS),
        ([*BIDS, bid("Cat", 0)], None, "keeper", TRICKS),
        ([*BIDS, bid("Cat", 0)], None, "", []),
    ],
    ids=[
        "a card",
        "who only looks",
        "a bid",
        "another's bid",
        "a keeper's bid",
        "the dealer",
        "a trick",
        "a keeper's trick",
        "looks on",
    ],
)
def test_what_a_phone_may_enter(
    before: list[Plain], seat: str | None, rights: str, offered: list[tuple[Plain, bool]]
) -> None:
    assert moves(seat, rights, *before, screw_the_dealer=True) == offered


def test_a_keeper_is_not_asked_for_a_seat_with_a_phone_of_its_own_unless_it_plays_for_it() -> None:
    page = page_of(played(header(), turn_up()), "Ann")
    assert not shown(page, None, "keeper")
    assert "Bid 0" in shown(page, None, "keeper played")


@pytest.mark.parametrize(
    ("before", "seat", "words"),
    [
        ([], "Ann", "Which card was turned up? Its suit is trump."),
        ([turn_up()], "Ann", "How many will you take? Bid: 0 of 1 trick"),
        ([*BIDS, bid("Cat", 1)], "Bob", "bid 1 took 0"),
        (ALL, "Bob", "Points 11"),
    ],
    ids=["a card", "a bid", "a trick", "scored"],
)
def test_what_a_phone_says(before: list[Plain], seat: str, words: str) -> None:
    assert words in text(page_of(played(header(), *before)), seat)


def test_headings() -> None:
    for before, said in (
        ([], ("Cat deals", ["Hand 1 of 3", "1 card"])),
        ([turn_up()], ("Ann bids", ["Hand 1 of 3", "Turned up: Q\u2665\ufe0e"])),
        ([*BIDS, bid("Cat", 0)], ("Ann leads", ["Hand 1 of 3", "Turned up: Q\u2665\ufe0e"])),
    ):
        page = page_of(played(header(most=2), *before))
        assert (str(page.headline), [str(said) for said in page.eyebrow]) == said


def test_over() -> None:
    page = page_of(played(header(most=1), *ALL))
    assert (page.over, page.winners) == (True, ("Bob",))
    assert str(page.over_heading[0]) == "The highest total wins"
    assert not moves("Ann", "keeper", *ALL, most=1)


def test_the_board_shows_what_was_bid_and_taken_and_is_for_nobody_in_particular() -> None:
    page = page_of(played(header(), *BIDS, bid("Cat", 1)))
    (group,) = page.on_board
    assert isinstance(group, Group)
    drawn = "".join(part.drawn(ENGLISH) for part in group.parts)
    assert re.findall(r'data-color="(\w+)" data-count="(\d)"', drawn)[-2:] == [("bid", "1"), ("tricks", "0")]
    assert "data-for" not in drawn
