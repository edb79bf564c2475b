"""What a phone is asked at a table of Ui77, what it can enter, and what a form tells."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.text import Text
from tests.games.drawn import page_of, parts, shown, text
from tests.games.ui77.sitting import (
    UNDO,
    Plain,
    Sitting,
    cards,
    count,
    cut,
    discard,
    face_up,
    limit,
    points,
    swap,
    trick,
)

HEARTS = ("5H", "KH", "2H")
CUTS = [f"{name} was in a cut" for name in ("Ann", "Bob", "Cat")]
TOOLS = ["Cards", "Cut"]
THROWS = ["Throw 0", "Throw 1", "Throw 2", "Throw 3 (dim)", "Throw 4 (dim)"]
TOOK = ["Ann took it", "Bob took it", "Cat took it"]
COUNTING = ("Bob", "Bob", "Cat", "Cat", "Bob")


def counting(**thrown: int) -> Sitting:
    """Ann has no card left; Bob holds six, and Cat does."""
    return Sitting().dealt("4H", "QS", "7D", **(thrown or {"Ann": 4})).won(*COUNTING)


def limits() -> Sitting:
    return Sitting(2).hand(Ann=12).hand(Bob=7)


def names(sitting: Sitting, seat: str | None, rights: str = "", *elsewhere: str) -> list[str]:
    """What a phone can tap, but for the cards of the pad: a script draws them, and without it they are typed."""
    found = shown(page_of(sitting.book, *elsewhere), seat, rights)
    return sorted(name + " (dim)" * control.dim for name, control in found.items() if control.field != "card")


PLAY_TO = [f"Play to {11 * n}" for n in range(2, 16)]
TRICK = [*TOOLS, CUTS[1], *TOOK, "Record trick", "Take back a card"]


@pytest.mark.parametrize(
    ("sitting", "seat", "rights", "told"),
    [
        (Sitting(), "Ann", "", [*TOOLS, CUTS[0], "Take back a card", "Turn up these cards"]),
        (Sitting(), None, "", []),
        (Sitting().play(face_up()), "Ann", "", [*TOOLS, CUTS[0], *THROWS]),
        (Sitting().play(face_up()), "Bob", "", [*TOOLS, CUTS[1]]),
        (Sitting().play(face_up()), None, "keeper", [*TOOLS, *CUTS, *THROWS]),
        (Sitting().dealt(), "Bob", "", [*TRICK, "Trump was played", "The leader holds only trump"]),
        (Sitting().dealt().play(trick("Bob")), "Bob", "", [*TRICK, "Trump was played"]),
        (Sitting().dealt().play(trick("Bob", trump=True)), "Bob", "", TRICK),
        (limits(), "Ann", "", ["Cards", "Play to 11: the game ends at once", *PLAY_TO]),
    ],
    ids=["face-up", "looks on", "discard", "waits", "keeper", "trick", "may be led", "broken", "limit"],
)  # fmt: skip
def test_what_a_phone_can_tap(sitting: Sitting, seat: str | None, rights: str, told: list[str]) -> None:
    assert names(sitting, seat, rights) == sorted(told)


SLOUGH = [f"{n} of the slough suit" for n in range(7)]


@pytest.mark.parametrize(
    ("seat", "rights", "elsewhere", "whose"),
    [
        ("Ann", "", [], ""),
        ("Cat", "", [], "Cat"),
        (None, "keeper", [], "Bob"),
        ("Cat", "keeper", ["Cat"], "Cat"),
        ("Ann", "keeper", ["Ann", "Bob"], "Cat"),
        (None, "keeper", ["Bob", "Cat"], ""),
    ],
    ids=["has counted", "own", "the first", "own first", "without a phone", "left to them"],
)
def test_whose_count_a_phone_is_asked_for(seat: str | None, rights: str, elsewhere: list[str], whose: str) -> None:
    found = shown(page_of(counting().book, *elsewhere), seat, rights)
    told = {control.moves["seat"] for name, control in found.items() if name in SLOUGH}
    assert told == ({whose} if whose else set())
    assert not whose or [name for name in found if name in SLOUGH] == SLOUGH


def test_a_keeper_chooses_for_whom_of_several_it_counts() -> None:
    found = shown(page_of(counting().book, "Bob", "Cat"), None, "keeper played")
    assert {"Bob", "Cat"} <= set(found)
    one = counting().play(count("Bob", 1))
    assert "Cat" not in shown(page_of(one.book, "Bob", "Cat"), None, "keeper played")
    assert "6 of the slough suit" in shown(page_of(one.book, "Bob", "Cat"), None, "keeper played")


@pytest.mark.parametrize(
    ("seat", "rights", "elsewhere", "whose"),
    [
        ("Bob", "", [], ["Bob"]),
        (None, "keeper", [], ["Ann", "Bob", "Cat"]),
        ("Bob", "keeper", ["Ann", "Bob"], ["Bob", "Cat"]),
        (None, "", [], []),
    ],
)
def test_who_may_swap_first(seat: str | None, rights: str, elsewhere: list[str], whose: list[str]) -> None:
    sitting = Sitting().play(face_up(*HEARTS))
    found = shown(page_of(sitting.book, *elsewhere), seat, rights).values()
    assert sorted(control.value for control in found if control.field == "swapper") == whose
    assert sum(control.field == "give" for control in found) == (10 if whose else 0)
    after = shown(page_of(sitting.play(discard("Ann")).book, *elsewhere), seat, rights)
    assert "swapper" not in {control.field for control in after.values()}


@pytest.mark.parametrize(
    ("sitting", "fields", "told"),
    [
        (Sitting(), {"told": "cards", "card": ["4H", "6S", "7D"]}, face_up()),
        (Sitting(), {"told": "cards", "card": ["4H", ""]}, face_up("4H")),
        (Sitting().dealt(), {"winner": "Bob"}, trick("Bob")),
        (Sitting().dealt(), {"winner": "Bob", "trump": "played"}, trick("Bob", trump=True)),
        (Sitting().dealt(), {"told": "cards", "card": ["5S", "7S", "8S"]}, cards("5S 7S 8S")),
        (Sitting().dealt(), {"told": "cards", "card": ["5H"], "only_trump": "yes"}, cards("5H", only_trump=True)),
        (Sitting().dealt(), {"told": "cards", "card": ["5S", "7S"], "only_trump": "yes"}, cards("5S 7S")),
        (Sitting().dealt(), {"told": "cards", "card": ["joker"], "only_trump": "yes"}, cards("joker")),
        (Sitting().dealt(), {"told": "cards", "only_trump": "yes"}, cards("")),
        (Sitting().play(face_up(*HEARTS)), {"swapper": "Bob", "take": "KH", "give": "AH"}, swap("Bob", "AH", "KH")),
        (Sitting().play(face_up(*HEARTS)), {"swapper": "Bob", "give": "AH"}, None),
        (Sitting().dealt(), {"trump": "played"}, None),
    ],
)  # fmt: skip
def test_what_a_form_tells(sitting: Sitting, fields: dict[str, Any], told: Plain | None) -> None:
    pairs = [(key, one) for key, some in fields.items() for one in (some if isinstance(some, list) else [some])]
    found = page_of(sitting.book).told(MultiDict(pairs))
    assert isinstance(found, Text) if told is None else found == (told,)


def test_what_lies_there() -> None:
    page = page_of(Sitting().dealt(Ann=2).play(trick("Bob")).book)
    drawn = parts(page)
    assert "Trump hearts, in effect from trick 3 throw up to 2 win 4 spades cost nothing" in text(page)
    assert re.findall(r'data-card="(\w+)"', drawn["face-up"]) == ["4H", "6S", "7D"]
    found = [re.findall(r'data-color="(\w+)" data-count="(\d+)"', drawn[f"row-{place}"]) for place in range(3)]
    assert found == [
        [("cards", "6"), ("tricks", "0")],
        [("cards", "9"), ("tricks", "1")],
        [("cards", "8"), ("tricks", "0")],
    ]
    assert "threw 2" in text(page_of(Sitting().play(face_up(), discard("Ann", 2)).book))
    assert "1 free" in text(page_of(counting().play(count("Bob", 1)).book))
    over = page_of(limits().play(limit(11)).book)
    assert (over.over, over.winners, str(over.over_heading[1])) == (True, ("Bob",), "The limit was 11.")
    assert 'data-color="cards" data-count="0" hidden' in parts(over)["cards-0"]


@pytest.mark.parametrize(
    ("sitting", "above", "headline", "waits", "asides"),
    [
        (Sitting(), ["Hand 1"], "Cat deals", "Cards are being dealt", []),
        (
            Sitting().play(face_up()), ["Hand 1", "Discards"], "Ann discards", "Ann is discarding",
            [("Still to discard", ["Ann", "Bob", "Cat"])],
        ),
        (
            Sitting().dealt().play(trick("Bob")), ["Hand 1", "Trick 2"], "Bob leads", "A trick is being played",
            [("Trick 1", ["Bob"])],
        ),
        (
            counting().play(count("Bob", 1)), ["Hand 1", "Counting"], "The hand is over", "The hand is being counted",
            [("Still to count", ["Cat"])],
        ),
        (limits(), ["After 2 hands"], "Everybody has dealt", "The table sets the limit", []),
        (limits().play(limit(22)), ["Hand 3", "to 22"], "Bob deals", "Cards are being dealt", []),
    ],
    ids=["face-up", "discard", "trick", "count", "limit", "next hand"],
)  # fmt: skip
def test_what_stands_above_and_what_others_see(
    sitting: Sitting, above: list[str], headline: str, waits: str, asides: list[tuple[str, list[str]]]
) -> None:
    page = page_of(sitting.book)
    assert ([str(one) for one in page.eyebrow], str(page.headline)) == (above, headline)
    assert page.wait is not None
    assert str(page.wait.heading) == waits
    assert [(str(about), [name for name, _ in told]) for about, told in page.wait.asides] == asides
    assert page.wait.next_up == (page.number(page.to_come[0]) if page.to_come else None)


def test_a_cut_ends_nothing_that_is_half_told() -> None:
    sitting = Sitting().dealt()
    before = page_of(sitting.book)
    after = page_of(sitting.play(cut("Ann")).book)
    assert (before.mark, parts(before)["ask"]) == (after.mark, parts(after)["ask"])
    assert page_of(sitting.play(trick("Ann")).book).mark != before.mark
    count_first = counting()
    mark = page_of(count_first.book).mark
    assert page_of(count_first.play(count("Bob", 0)).book).mark == mark, "all count at once"


def test_a_revoke_is_shown_with_both_tricks_and_is_news_until_play_goes_on() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("5S 8D 8S"), cards("9C 10C 3C"), cards("QC 4S KC"))
    page = page_of(sitting.book)
    (proof,) = page.findings
    assert page.news == (proof.text,)
    assert proof.missed is not None
    assert proof.shown is not None
    assert (proof.seat, proof.rule, proof.missed.number, proof.shown.number) == ("Bob", "revoke", 5, 7)
    assert page.ruling_open
    assert len(page_of(sitting.play(cut("Ann"), points("Ann", 3)).book).news) == 1
    later = page_of(sitting.play(trick("Ann")).book)
    assert (len(later.findings), later.news) == (1, ())
    assert len(page_of(sitting.play(UNDO).book).news) == 1
    assert not page_of(sitting.play(points("Bob", 3)).book).findings


def test_go_nov_is_announced_to_whom_a_hand_can_bring_there_and_told_once_it_has() -> None:
    sitting = limits().play(limit(22))
    page = page_of(sitting.book)
    assert "Exactly 10 more and you go Nov What is that?" in text(page, "Ann")
    assert "go Nov" not in text(page_of(limits().play(limit(33)).book), "Ann"), "no hand costs so much"
    told = "Go Nov Ann : 22 becomes 7, the average of 7"
    sitting.hand(Ann=10)
    assert told in text(page_of(sitting.book), "Bob")
    assert told not in text(page_of(sitting.play(face_up()).book), "Bob")
