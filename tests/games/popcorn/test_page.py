"""What a phone is asked at a table of Popcorn, which moves it can enter, and what it is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.game import Book
from companion.games.popcorn.page import PopcornPage
from companion.games.text import ENGLISH, Text
from tests.games.drawn import page_of, parts, shown
from tests.games.popcorn.sitting import PASS, Plain, Sitting, call, claim, honest, seen

CLAIMED = Sitting().play(claim("Ann", "A", 2))
CALLED = Sitting().play(claim("Ann", "A", 2), call("Cat"))
LAST = Sitting().down_to(1, 5).play(claim("Ann", "A"))
OVER = Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS)
HIDDEN = Sitting(hidden_count=True)
SAY = [f"Claim {n}" for n in ("1 ace", "2 aces", "3 aces", "4 aces")]
TWOS = [f"Claim {n}" for n in ("1 two", "2 twos", "3 twos", "4 twos")]
HIDDEN_SAY = [name.replace("Claim", "Say") for name in SAY]
POPCORN, ELSE = ["Popcorn!"], ["Somebody else called"]
WHO = ["Ben called", "Cat called"]
REVEAL = ["It was honest", "It was a bluff", "Tap the ranks instead"]


def page(book: Book, *elsewhere: str, late: tuple[tuple[str, float], ...] = ()) -> PopcornPage:
    found = page_of(book, *elsewhere)
    assert isinstance(found, PopcornPage)
    return PopcornPage(found.book, found.code, found.badges, found.elsewhere, late)


def names(sitting: Sitting, seat: str | None = None, rights: str = "") -> list[str]:
    """What a phone can tap, without the ranks of a reveal."""
    found = shown(page(sitting.book), seat, rights)
    return [name for name in found if name and not re.match("One |Back|Record|Which", name)]


TAPS: dict[str, tuple[Sitting, str | None, str, list[str]]] = {
    "the first claim": (Sitting(), "Ann", "", SAY),
    "another's claim": (Sitting(), "Ben", "", []),
    "who only looks": (Sitting(), None, "", []),
    "a keeper's claim": (Sitting(), None, "keeper", SAY),
    "the claimer": (CLAIMED, "Ann", "", []),
    "the next one": (CLAIMED, "Ben", "", [*POPCORN, *TWOS]),
    "who waits": (CLAIMED, "Cat", "", POPCORN),
    "who looks at a claim": (CLAIMED, None, "", []),
    "one phone for all": (CLAIMED, None, "keeper", [*POPCORN, *WHO, *TWOS]),
    "a keeper whose claim stands": (CLAIMED, "Ann", "keeper", [*ELSE, *WHO, *TWOS]),
    "a keeper who may call": (CLAIMED, "Cat", "keeper", [*POPCORN, *ELSE, *WHO, *TWOS]),
    "a reveal": (CALLED, "Ann", "", REVEAL),
    "a keeper's reveal": (CALLED, None, "keeper", REVEAL),
    "who looks at a reveal": (CALLED, None, "", []),
    "own last cards": (LAST, "Ann", "", []),
    "another's last cards": (LAST, "Ben", "", [*POPCORN, "Nobody calls"]),
    "a keeper's last cards": (LAST, "Ann", "keeper", [*ELSE, *WHO, "Nobody calls"]),
    "last cards on one phone": (LAST, None, "keeper", [*POPCORN, *WHO, "Nobody calls"]),
    "who looks at last cards": (LAST, None, "", []),
    "two seats": (Sitting(2).play(claim("Ann", "A")), "Ben", "keeper", [*POPCORN, "Ben called", *TWOS]),
    "over": (OVER, "Ben", "keeper", []),
    "more may be put down": (HIDDEN, "Ann", "", [*HIDDEN_SAY, *(f"Put down {n}" for n in range(1, 19)), "More cards"]),
}


@pytest.mark.parametrize(("sitting", "seat", "rights", "offered"), TAPS.values(), ids=TAPS)
def test_what_a_phone_can_tap(sitting: Sitting, seat: str | None, rights: str, offered: list[str]) -> None:
    assert sorted(names(sitting, seat, f"seat {rights}" if seat else rights)) == sorted(offered)


def test_a_keeper_claims_for_a_seat_with_a_phone_of_its_own_only_while_it_plays_for_it() -> None:
    own = page(CLAIMED.book, "Ben")
    assert not set(TWOS) & set(shown(own, None, "keeper"))
    assert set(TWOS) <= set(shown(own, None, "keeper played"))
    assert set(WHO) <= set(shown(own, None, "keeper"))


@pytest.mark.parametrize(
    ("sitting", "seat", "dimmed"),
    [
        (Sitting().down_to(2, 5), "Ann", SAY[2:]),
        (Sitting(hidden_count=True).down_to(2, 5), "Ann", SAY[2:]),
        (Sitting(hidden_count=True).play(claim("Ann", "A", 1, 2), call("Ben")), "Cat", ["It was honest"]),
        (CALLED, "Ann", []),
    ],
    ids=["too few cards", "too few to say", "more lie there than were said", "either"],
)
def test_what_the_rules_do_not_allow_is_dimmed(sitting: Sitting, seat: str, dimmed: list[str]) -> None:
    assert [one.name for one in shown(page(sitting.book), seat, "seat").values() if one.dim] == dimmed


TOLD: dict[str, tuple[Sitting, dict[str, Any], Plain | str]] = {
    "a claim": (Sitting(), {"said": "0 2 A"}, claim("Ann", "A", 2)),
    "a claim of another rank": (Sitting(direction="either"), {"said": "1 3 10"}, claim("Ben", "10", 3)),
    "more than is said": (HIDDEN, {"said": "0 2 A", "put": "5"}, claim("Ann", "A", 2, 5)),
    "a call": (CLAIMED, {"call": "0 2"}, call("Cat")),
    "a call while a claim is half told": (HIDDEN, {"said": "1 2 A", "call": "0 1"}, call("Ben")),
    "a reveal": (CALLED, {"told": "ranks", "card": ["A", "7"]}, seen("A", "7")),
    "a reveal that is typed": (CALLED, {"told": "ranks", "typed": " a 10\tk"}, seen("A", "10", "K")),
    "no ranks": (CALLED, {"told": "ranks"}, "Tap the rank of every card that was turned over."),
    "no rank": (CALLED, {"told": "ranks", "card": ["A", "<b>"]}, "Tap the rank of every card that was turned over."),
    "nothing": (CLAIMED, {}, "Nothing has been entered yet."),
    "nobody's call": (CLAIMED, {"call": "0 9"}, "Nothing has been entered yet."),
    "nobody's claim": (CLAIMED, {"said": "x 1 2"}, "Nothing has been entered yet."),
    "no number": (HIDDEN, {"said": "0 \u00b2 A"}, "Nothing has been entered yet."),
    "a number without end": (HIDDEN, {"said": "0 1 A", "put": "9" * 5000}, "Nothing has been entered yet."),
    "a number to put down without a claim": (HIDDEN, {"put": "5"}, "Nothing has been entered yet."),
}


@pytest.mark.parametrize(("sitting", "fields", "expected"), TOLD.values(), ids=TOLD)
def test_what_a_form_tells(sitting: Sitting, fields: dict[str, Any], expected: Plain | str) -> None:
    told = page(sitting.book).told(MultiDict(fields))
    assert (str(told) if isinstance(told, Text) else told) == (expected if isinstance(expected, str) else (expected,))


@pytest.mark.parametrize("sitting", [Sitting(), CLAIMED, HIDDEN, LAST], ids=["claim", "call", "hidden", "last"])
def test_what_is_tapped_is_told_by_its_field_alone_and_stands(sitting: Sitting) -> None:
    """A tap means the same move when it comes once more after the table has moved on."""
    controls = shown(page(sitting.book), None, "keeper").values()
    fields = [{one.field: one.value} for one in controls if one.field in ("said", "call") and not one.dim]
    assert fields
    later = page(Sitting(**sitting.book.header.options.model_dump()).play(claim("Ann", "A"), claim("Ben", "2")).book)
    for one in fields:
        told = page(sitting.book).told(MultiDict(one))
        assert not isinstance(told, Text)
        sitting.book.claim(sitting.read(told[0]))
        assert later.told(MultiDict(one)) == told


def words(sitting: Sitting, seat: str, *, own: bool = True) -> str:
    """What the phone of a seat says while it waits: its heading, and its hint."""
    told = page(sitting.seen_by(seat) if own else sitting.book)
    number = str(told.number(seat))
    heading = next((said for marks, said in told.wait.headings if number in marks.split()), told.wait.heading)
    hints = [said.put(ENGLISH) for marks, said in told.wait.hints if number in str(marks).split()]
    return ": ".join((heading.put(ENGLISH), *hints))


@pytest.mark.parametrize(
    ("sitting", "seat", "said"),
    [
        (Sitting(), "Cat", "Ann is choosing: You hold 17 cards."),
        (CLAIMED, "Cat", "Do you believe it?: Call before Ben goes on."),
        (CLAIMED, "Ann", "Your claim stands: You hold 16 cards."),
        (Sitting(hidden_count=True).play(claim("Ann", "A", 1, 4)), "Ann", "Your claim stands: You put down 4 cards."),
        (Sitting(hidden_count=True).play(claim("Ann", "A", 1, 1)), "Ann", "Your claim stands: You hold 17 cards."),
    ],
    ids=["before a claim", "may call", "the claimer", "who put down more", "who put down as many"],
)
def test_what_a_phone_is_told_that_waits(sitting: Sitting, seat: str, said: str) -> None:
    assert words(sitting, seat) == said


@pytest.mark.parametrize(("direction", "then"), [("up", ["3", "4"]), ("down", ["Q", "J"]), ("either", [None, None])])
def test_who_waits_sees_whose_turns_come_and_what_will_be_due(direction: str, then: list[str | None]) -> None:
    [(about, seats)] = page(Sitting(direction=direction).play(claim("Ann", "A", 2)).book).wait.asides
    assert str(about) == "Then"
    assert [name for name, _ in seats] == ["Cat", "Ann"]
    assert [None if rank is None else str(rank) for _, rank in seats] == then
    assert page(CALLED.book).wait.asides == ()


def test_whose_turn_it_is() -> None:
    told = page(CLAIMED.book)
    assert (told.waiting_for, told.to_come, told.wait.next_up) == (("Ben",), ("Cat", "Ann"), told.number("Cat"))
    for sitting in (CALLED, LAST):
        told = page(sitting.book)
        assert (told.waiting_for, told.to_come) == ((), ())


@pytest.mark.parametrize(
    ("sitting", "eyebrow", "headline"),
    [
        (Sitting(), "aces are due", "Ann\u2019s turn"),
        (Sitting(direction="either").play(claim("Ann", "A")), "twos or kings are due", "Ben\u2019s turn"),
        (CALLED, "Turn the cards over", "Cat: Popcorn!"),
        (LAST, "Last call", "Ann\u2019s last cards"),
    ],
    ids=["claim", "either way", "reveal", "last call"],
)
def test_headings(sitting: Sitting, eyebrow: str, headline: str) -> None:
    told = page(sitting.book)
    assert ([str(one) for one in told.eyebrow], str(told.headline)) == ([eyebrow], headline)


def turned(reveal: Plain) -> Sitting:
    return Sitting().play(claim("Ann", "A", 2), call("Cat"), reveal)


EITHER = Sitting(direction="either").play(claim("Ann", "A"))
SHOWN: dict[str, tuple[Sitting, str, str]] = {
    "no claim": (Sitting(), "pile", "Due A aces No claim yet. Pile 0 cards"),
    "either way": (EITHER, "pile", "Due 2 or K twos kings Ann 1 ace Pile 1 card"),
    "called": (CALLED, "pile", "Said A Ann 2 aces Pile 2 cards"),
    "bluffed": (turned(honest(False)), "pile", "Due 2 twos Ann bluffed Pile 0 cards"),
    "honest": (turned(honest()), "pile", "Due 2 twos Ann was honest Pile 0 cards"),
    "turned over": (turned(seen("A", "7")), "turned", "A 7 Ann said 2 aces. Ann takes the pile: 2 cards."),
    "more than were said": (
        Sitting(hidden_count=True).play(claim("Ann", "A", 1, 4), call("Cat"), honest(False)), "turned",
        "Ann said 1 ace. 4 cards lay there. Ann takes the pile: 4 cards.",
    ),
    "more than are shown": (
        Sitting(2, hidden_count=True).play(claim("Ann", "A", 1, 18), call("Ben"), seen(*["2"] * 18)), "turned",
        f"{'2 ' * 16}+2 Ann said 1 ace. 18 cards lay there. Ann takes the pile: 18 cards.",
    ),
    "the next claim": (turned(honest()).play(claim("Ben", "2")), "turned", ""),
    "nobody has called": (CLAIMED, "raced", ""),
    "a race": (CALLED, "raced", "Cat called first Ben 0.3 s later"),
    "a seat that has claimed": (CALLED, "row-0", "Ann Said it 16 cards"),
    "a seat that has called": (CALLED, "row-2", "Cat Called 17 cards"),
    "a seat whose turn it is": (CLAIMED, "row-1", "Ben Turn 17 cards"),
}  # fmt: skip


@pytest.mark.parametrize(("sitting", "part", "said"), SHOWN.values(), ids=SHOWN)
def test_what_lies_there(sitting: Sitting, part: str, said: str) -> None:
    drawn = parts(page(sitting.book, late=(("Ben", 0.3),)))[part]
    drawn = drawn.replace('<span class="chip gold" data-for="', "<!--").replace('">You</span>', "-->")
    assert " ".join(re.sub(r"<!--.*?-->|<[^>]*>", " ", drawn).split()) == said


def test_who_has_won() -> None:
    assert [str(said) for said in page(OVER.book).over_heading] == [
        "Ann got rid of them all", "The others keep what they hold.",
    ]  # fmt: skip


@pytest.mark.parametrize(("seat", "counts"), [("Ann", ["4", "14"]), ("Ben", ["1", "17"]), (None, ["1", "17"])])
def test_what_was_put_down_unseen_is_in_no_part_of_anothers_page(seat: str | None, counts: list[str]) -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 4))
    drawn = parts(page(sitting.seen_by(seat)))
    assert [re.findall(r'data-count="(\d+)"', drawn[part]) for part in ("pile", "row-0")] == [[one] for one in counts]
    others = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 9))
    same = {id_ for id_, markup in parts(page(others.seen_by(seat))).items() if markup == drawn[id_]}
    assert (same == set(drawn)) is (seat != "Ann")


def test_no_more_ranks_are_asked_for_than_cards_can_lie_there() -> None:
    stood: Plain = {"move": "ruling", "stands": claim("Ann", "A", 10**20), "reason": "we agreed"}
    for hidden in (False, True):
        sitting = Sitting(hidden_count=hidden).play(stood, call("Cat"))
        assert parts(page(sitting.book))["ask"].count("<li class=next>") == sitting.book.state.pile < 52
