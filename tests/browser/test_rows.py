"""Rows of names in German: none vanishes or breaks inside a word, and what is said of them stays whole, or away.

All is measured: where names, chips, tokens and lines stand, at a table, among the seats, in a refusal and at an end.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.referee.edits import Edit
from tests.browser.accessibility import ON_ITS_SIDE, SMALL
from tests.browser.conftest import Phone
from tests.browser.gallery import opened, sit, worked
from tests.browser.hands import send
from tests.finished import sluff_off
from tests.games.popcorn.sitting import NAMES, PASS, claim
from tests.games.popcorn.sitting import Sitting as Hands

FOUR = ("Gerda", "Karl-Heinz", "Ursula", "Tim")
FIVE = ("Anneliese", "Karl-Heinz", "Ursula", "Friedrich", "Elisabeth")
NARROW, LOW_SIDE, COMMON = (320, 568), (740, 360), (390, 844)
SIZES = (SMALL, NARROW, LOW_SIDE, ON_ITS_SIDE, COMMON)
Moves = list[dict[str, Any]]


def takes(seat: str, *colors: str) -> Moves:
    return [*({"move": "take", "seat": seat, "color": color} for color in colors), {"move": "done", "seat": seat}]


SEVEN = takes(FIVE[0], "red", "red", "blue", "blue", "green", "orange", "purple")
SECOND = takes(FIVE[1], "red", "blue", "green", "green", "purple")
TRICK = [*SEVEN, *SECOND, *(move for name in FIVE[2:] for move in takes(name))]
TO_STEAL = [*takes(FOUR[0], "blue", "blue", "blue"), *takes(FOUR[1], "red", "green", "orange", "purple")]
THREW: Moves = [
    {"move": "face_up", "cards": ["9H", "5S", "2D"]},
    *({"move": "discard", "seat": name, "count": 0} for name in FIVE[:4]),
]
MOMENTS: dict[str, tuple[str, tuple[str, ...], Moves]] = {
    "prediction": ("sluff-off", FIVE, SEVEN[:-1]),
    "trick": ("sluff-off", FIVE, TRICK),
    "four, to steal": ("sluff-off", FOUR, TO_STEAL),
    "discard": ("ui77", FIVE, THREW),
    "trick of Ui77": ("ui77", FIVE, [*THREW, {"move": "discard", "seat": FIVE[4], "count": 0}]),
}


def at_table(page: Page, game: str, names: tuple[str, ...], moves: Moves, seat: str | None = None) -> str:
    """A table after these moves, on the phone of the host, who has that seat, the first of them; its address."""
    page.context.clear_cookies()
    header: dict[str, Any] = {"transcript": 1, "game": game, "seats": list(names), "dealer": names[-1]}
    header |= {"options": {"supply": {"blue": 3}}} if moves is TO_STEAL else {}
    table = opened(page, header, moves)
    send(page, f"/k/{table.host}")
    sit(page, table.seats[seat or names[0]])
    page.locator("#table").wait_for()
    return f"/t/{table.code}"


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


ROWS = """() => {
  const faults = [], left = []
  const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  for (const row of document.querySelectorAll(".seat")) {
    const name = row.querySelector(".name"), said = name.textContent
    const letter = document.createRange(), box = name.getBoundingClientRect()
    let seen = 0
    for (const { index, 0: word } of said.matchAll(/[^\\s-]+-?/g)) {
      const lines = new Set()
      for (let at = index; at < index + word.length; at++) {
        letter.setStart(name.firstChild, at)
        letter.setEnd(name.firstChild, at + 1)
        const where = letter.getBoundingClientRect()
        lines.add(Math.round(where.top))
        if (where.right <= box.right + 1 && where.bottom <= box.bottom + 2) seen++
      }
      if (lines.size > 1) faults.push(`broken: ${said}`)
    }
    if (seen < Math.min(4, said.length)) faults.push(`${seen} letters of ${said}`)
    const held = [...row.querySelectorAll(".held > :not([hidden])")].map(e => e.getBoundingClientRect())
    const chips = [...row.querySelectorAll(".who .chip")].filter(e => e.checkVisibility())
    for (const chip of chips) {
      const at = chip.getBoundingClientRect()
      if (parseFloat(getComputedStyle(chip.dataset.short ? chip.parentElement : chip).fontSize) < 11)
        faults.push(`small: ${chip.textContent}`)
      const who = row.querySelector(".who").getBoundingClientRect()
      if (at.right > who.right + 1) faults.push(`cut: ${chip.textContent}`)
      for (const one of held) if (shared(at, one)) faults.push(`${chip.textContent} under tokens`)
      if (shared(at, box)) faults.push(`${chip.textContent} over ${said}`)
    }
    for (const one of held) if (shared(one, box)) faults.push(`${said} under tokens`)
    if (held.length) left.push(Math.round(held[0].left))
  }
  if (new Set(left).size > 1) faults.push(`rows begin at ${left}`)
  return faults
}"""


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_name_is_always_there_and_never_broken_inside_a_word(phone: Phone, moment: str) -> None:
    page = phone(size=SMALL, locale="de")
    game, names, moves = MOMENTS[moment]
    at_table(page, game, names, moves)
    found = {}
    for size in SIZES:
        resize(page, size)
        found[size] = page.evaluate(ROWS)
    assert bool(page.locator(".grab.steal:not(.dim)").count()) == (moves is TO_STEAL)
    assert not {size: faults for size, faults in found.items() if faults}


BROKEN = """asked => [...document.querySelectorAll(asked)].flatMap(name => {
  const text = [...name.childNodes].filter(node => node.nodeType === 3 && node.data.trim()).pop()
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(word => {
    const range = document.createRange()
    range.setStart(text, word.index)
    range.setEnd(text, word.index + word[0].length)
    return new Set([...range.getClientRects()].map(box => box.top)).size > 1
  }).map(word => word[0])
})"""


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_who_deals_is_told_in_a_whole_word(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language)
    for moment in ("four, to steal", "discard"):
        at_table(page, *MOMENTS[moment])
        for size in (*SIZES, SMALL[::-1]):
            resize(page, size)
            assert page.evaluate(ROWS) == [], f"{moment} at {size}"
        assert page.locator(".seat .chip.full").count() == 1


@pytest.mark.parametrize("names", [FOUR[::3], FOUR, FIVE[:4], FIVE], ids=["two", "four", "four long", "five"])
def test_a_hand_of_cards_has_its_name_whole_however_the_phone_is_held(phone: Phone, names: tuple[str, ...]) -> None:
    page = phone(size=SMALL, locale="de")
    at_table(page, "popcorn", names, [{"move": "claim", "seat": names[0], "rank": "A", "count": 1}])
    found = {}
    for size in (*SIZES, SMALL[::-1], (667, 375)):
        resize(page, size)
        found[size] = page.evaluate(BROKEN, ".hand > .name")
    assert page.locator(".hand > .name").count() == len(names)
    assert not {size: words for size, words in found.items() if words}


SMALL_OR_CUT = """() => [...document.querySelectorAll(".hand .chip")].filter(chip => {
  const size = getComputedStyle(chip, chip.dataset.short ? "::before" : null).fontSize
  const rightOf = one => one.getBoundingClientRect().right, beyond = rightOf(chip) > rightOf(chip.closest(".hand"))
  return chip.checkVisibility() && (parseFloat(size) < 11 || beyond)
}).map(chip => chip.outerHTML)"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_with_many_hands_a_chip_is_no_smaller(phone: Phone, language: str) -> None:
    page, names = phone(locale=language), (*FIVE, "Tim", "Bo", "Max", "Maximilian", "Tom")
    at_table(page, "popcorn", names, [{"move": "claim", "seat": names[0], "rank": "A", "count": 1}])
    expect(page.locator(".hand")).to_have_count(10)
    for size in SIZES:
        resize(page, size)
        assert page.locator(".hand .chip").evaluate_all("all => all.some(one => one.checkVisibility())"), size
        assert page.evaluate(SMALL_OR_CUT) == [], size


IN_ITS_ROW = """() => [...document.querySelectorAll(".seats .seat")].flatMap(row => {
  const rightOf = one => one.getBoundingClientRect().right, name = row.querySelector(".who .name")
  const beyond = rightOf(row.querySelector(".score")) > rightOf(row.closest(".seats"))
  return beyond || name.scrollWidth > name.clientWidth + 1 ? [row.textContent] : []
})"""


@pytest.mark.parametrize("game", ["ui77", "fluff"])
def test_held_on_its_side_a_small_phone_shows_names_and_numbers_whole(phone: Phone, game: str) -> None:
    header, *moves = worked(GAMES[game])
    page = phone(size=(640, 360))
    sit(page, opened(page, header, moves[: len(moves) * 2 // 3]).host)
    assert page.evaluate(IN_ITS_ROW) == []


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_what_is_compared_has_its_heads_and_numbers_whole(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language)
    edit = json.dumps(Edit(do="remove", entry="2").plain())
    page.goto(f"{at_table(page, 'sluff-off', FIVE, TRICK)}/amend/preview?{urlencode({'edit': edit})}")
    for size in (SMALL, NARROW):
        resize(page, size)
        assert page.evaluate(BROKEN, ".compared thead th, .compared td:not(:empty)") == [], size


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_a_colour_to_tap_has_its_word_whole(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language)
    page.goto(f"{at_table(page, 'sluff-off', FIVE, TRICK)}/act?{urlencode({'winner': FIVE[4]})}")
    for size in (*SIZES, *(() if language == "it" else (SMALL[::-1],))):  # "arancione" has no room on the lowest
        resize(page, size)
        assert page.evaluate(BROKEN, ".stage .tile > span:not(:has(*))") == [], size
        assert page.locator(".tiles:not(.trumped)").evaluate("e => e.scrollWidth <= e.clientWidth"), size
    assert page.locator(".stage .tile > span:not(:has(*))").count() == 5


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_beside_four_tokens_one_s_own_button_says_whole_words(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language)
    at_table(page, "sluff-off", FIVE, TRICK)
    expect(page.locator(".winners .me > *")).to_have_count(5)
    for size in (*SIZES, SMALL[::-1], (667, 375)):
        resize(page, size)
        assert page.evaluate(BROKEN, ".winners .me .whole") == [], size


def test_who_comes_after_the_podium_has_the_name_whole_beside_a_long_result(phone: Phone) -> None:
    page = phone(size=SMALL, locale="es")
    header, moves = sluff_off(FIVE, 1, winners=(0, 0, 1, 1, 2, 3))
    header["options"]["tie_break"] = "fewest_black"
    sit(page, opened(page, header, moves).host)
    expect(page.locator(".after li")).to_have_count(2)
    for size in (*SIZES, SMALL[::-1]):
        resize(page, size)
        assert page.evaluate(BROKEN, ".after bdi") == [], size
        assert page.locator(".after").evaluate("e => e.scrollWidth <= e.clientWidth"), size


def test_only_where_a_trick_is_to_be_led_a_chip_says_who_leads(phone: Phone) -> None:
    page = phone(size=COMMON, locale="de")
    for moment, (game, names, moves) in MOMENTS.items():
        at_table(page, game, names, moves)
        own = page.locator(f"[data-place='{names[0]}'] .chip.gold")
        assert own.text_content() == ("Du spielst aus" if "trick" in moment else "Du"), moment
        assert page.locator(".seats .chip", has_text="Spielt aus").count() == 0, moment


def test_seven_tricks_to_win_stand_on_one_line(phone: Phone) -> None:
    thrown: Moves = [{"move": "discard", "seat": name, "count": 0} for name in FOUR]
    tricks = [{"move": "trick", "winner": FOUR[0]}] * 3
    page = phone(size=SMALL)
    at_table(page, "ui77", FOUR, [{"move": "face_up", "cards": ["2S", "JC", "KD"]}, *thrown, *tricks])
    for size in SIZES:
        resize(page, size)
        rows = page.locator(".pips").evaluate_all(
            "rows => rows.map(row => [...row.children].map(pip => Math.round(pip.getBoundingClientRect().top)))"
        )
        assert [len(tops) for tops in rows] == [7] * 4
        assert [len(set(tops)) for tops in rows] == [1] * 4, size


def test_what_lies_there_does_not_move_from_turn_to_turn(phone: Phone) -> None:
    """The head is as high on the phone whose turn it is as on others, and whatever the name."""
    page = phone(locale="de")
    waits, turn = takes(FIVE[0], "red"), [*takes(FIVE[0], "red"), *takes(FIVE[1], "blue")]
    tops: dict[tuple[int, int], set[int]] = {}
    for seat, moves in ((FIVE[0], []), (FIVE[0], waits), (FIVE[1], waits), (FIVE[0], turn), (FIVE[2], turn)):
        at_table(page, "sluff-off", FIVE, moves, seat)
        for size in (SMALL, COMMON):
            resize(page, size)
            top = page.locator(".felt").evaluate("e => e.getBoundingClientRect().top")
            tops.setdefault(size, set()).add(top)
    assert {size: len(found) for size, found in tops.items()} == {SMALL: 1, COMMON: 1}, tops


REFUSED = """() => {
  const card = document.querySelector(".ruling"), bar = document.querySelector(".bar"), faults = []
  const box = e => e.getBoundingClientRect()
  const moves = [...card.querySelectorAll("[data-instead]")].map(box)
  const others = [...card.querySelectorAll("a.button")].map(box)
  if (moves.length < 3 || others.length !== 2) faults.push("other buttons")
  for (const one of card.querySelectorAll("button, a.button")) {
    const at = box(one), hit = document.elementFromPoint((at.left + at.right) / 2, at.bottom - 4)
    if (!(one === hit || one.contains(hit))) faults.push(`covered: ${one.textContent}`)
    if (at.height < 48) faults.push(`low: ${one.textContent}`)
  }
  if (Math.max(...moves.map(one => one.width)) - Math.min(...moves.map(one => one.width)) > 1) faults.push("uneven")
  if (Math.min(...others.map(one => one.top)) < Math.max(...moves.map(one => one.bottom))) faults.push("among moves")
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen")
  const why = card.querySelector("[role=group]")
  if (why.clientHeight < 60) faults.push(`${why.clientHeight} px for the reason`)
  return faults
}"""


def test_a_refusal_is_whole_and_what_is_no_move_stands_apart(phone: Phone) -> None:
    page = phone(locale="de")
    at_table(page, "sluff-off", FOUR, takes(FOUR[0], "red", "red", "blue")[:-1])
    page.locator("#take-sluffer").click()
    page.locator(".ruling").wait_for()
    found = {}
    for size in SIZES:
        resize(page, size)
        found[size] = page.evaluate(REFUSED)
    assert not {size: faults for size, faults in found.items() if faults}


SLICED = """() => {
  const last = document.querySelector(".last"), lying = document.querySelector(".lying").getBoundingClientRect()
  const box = last.getBoundingClientRect(), range = document.createRange()
  range.selectNodeContents(last)
  return [...range.getClientRects()].filter(line => line.left < box.right - 1 && line.right > box.left + 1
    && Math.min(line.bottom, box.bottom, lying.bottom) - Math.max(line.top, box.top, lying.top) > 2
    && (line.bottom > box.bottom + 1 || line.bottom > lying.bottom + 1)).length
}"""


def test_of_the_last_line_whole_lines_are_seen_or_none(phone: Phone) -> None:
    page = phone(locale="de")
    won = {"move": "trick", "winner": FOUR[1], "led": "orange", "won_with": "orange"}
    last = {**MOMENTS, "a long line": ("sluff-off", FOUR, [*(one for name in FOUR for one in takes(name)), won])}
    for moment, (game, names, moves) in last.items():
        at_table(page, game, names, moves)
        for size in (*SIZES, (390, 760), (360, 600), (700, 330)):
            resize(page, size)
            assert page.evaluate(SLICED) == 0, f"{moment} at {size}"


PARTED = """() => [...document.querySelectorAll(".name > .initial")].filter(badge => {
  const range = document.createRange()
  range.selectNodeContents(badge.nextElementSibling ?? badge.parentElement)
  const mark = badge.getBoundingClientRect(), word = range.getClientRects()[0]
  return word.top >= mark.bottom || word.bottom <= mark.top
}).map(badge => badge.parentElement.textContent)"""


def test_a_badge_and_its_name_never_part(phone: Phone) -> None:
    page = phone(size=SMALL, locale="de")
    table = Hands(7).down_to(1, 3, 3, 3, 3, 3).play(claim("Ann", "A"), PASS)
    header, moves = dict(table.book.header.plain), [move.plain() for move in table.book.moves()]
    assert len(NAMES) >= 7
    sit(page, (shown := opened(page, header, moves)).host)
    for place in ("", "/scores", "/seats"):
        page.goto(f"/t/{shown.code}{place}")
        for width in range(300, 420, 20):
            resize(page, (width, 640))
            assert page.evaluate(PARTED) == [], f"{place} at {width}"


def test_five_seats_and_their_chips_are_seen_without_scrolling(phone: Phone) -> None:
    page = phone(size=SMALL, locale="de")
    page.goto(at_table(page, "sluff-off", FIVE, []) + "/seats")
    last = page.locator(".seat-list li").last.evaluate(
        """e => [e.getBoundingClientRect(), ...[...e.querySelectorAll(".chip")].map(one => one.getBoundingClientRect())]
          .map(box => [box.top, box.bottom])"""
    )
    (top, bottom), *chips = last
    assert bottom <= SMALL[1]
    assert len(chips) == 2
    assert all(chip[0] >= top + 4 and chip[1] <= bottom - 4 for chip in chips)
    resize(page, (768, 1024))
    beside = """e => e.querySelector(".name").getBoundingClientRect().bottom
      > e.querySelector(".chips").getBoundingClientRect().top"""
    assert page.locator(".seat-list li").last.evaluate(beside)


@pytest.mark.parametrize("size", [SMALL, NARROW], ids=["small", "narrow"])
def test_four_peoples_scores_are_all_seen_on_a_phone(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size, locale="de")
    header, moves = sluff_off(FOUR, 3, 4)
    table = opened(page, header, moves)
    sit(page, table.host)
    page.goto(f"/t/{table.code}/scores")
    assert page.locator(".scroll").evaluate("e => e.scrollWidth <= e.clientWidth")
    widths = "e => [...e.querySelectorAll('thead th + th')].map(one => Math.round(one.getBoundingClientRect().width))"
    assert len(set(page.locator(".scroll").evaluate(widths))) == 1
    assert "Karl-Heinz" in (page.locator(".curve").text_content() or "")


def test_three_peoples_scores_are_all_seen_where_a_sum_is_long(phone: Phone) -> None:
    page = phone(size=NARROW, locale="de")
    header, *moves = worked(GAMES["ui77"])
    table = opened(page, header, moves)
    sit(page, table.host)
    page.goto(f"/t/{table.code}/scores")
    expect(page.locator(".sum.long").first).to_be_attached()
    for part in (".scroll", ".scroll td", ".scroll th"):
        assert page.locator(part).evaluate_all("all => all.every(e => e.scrollWidth <= e.clientWidth + 1)"), part


@pytest.mark.parametrize("more", [(), ("Guy", "Py")], ids=["three", "five"])
def test_in_a_low_row_no_letter_loses_its_tail(phone: Phone, more: tuple[str, ...]) -> None:
    page, names = phone(size=SMALL), ("Gary", "Peggy", "Joy", *more)
    at_table(page, "sluff-off", names, [move for name in names for move in takes(name)])
    expect(page.locator(".who .chip.gold")).to_be_visible()
    assert page.locator(".seat .name").evaluate_all("all => all.every(e => e.scrollHeight <= e.clientHeight)")


def test_how_many_were_taken_lies_on_no_button_above(phone: Phone) -> None:
    page = phone(size=SMALL)
    at_table(page, "sluff-off", FOUR, [{"move": "take", "seat": FOUR[0], "color": "purple"}])
    lowest = page.locator(".tools .button").evaluate_all(
        "all => Math.max(...all.map(e => e.getBoundingClientRect().bottom))"
    )
    assert page.locator(".tile .badge").evaluate("e => e.getBoundingClientRect().top") >= lowest


BOARD = """() => {
  const faults = [], right = e => e.getBoundingClientRect().right
  const walk = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, size = parseFloat(getComputedStyle(e).fontSize)
    if (walk.currentNode.data.trim() && e.checkVisibility() && !e.closest("svg, .visually-hidden") && size && size < 18)
      faults.push(`${size} px: ${e.textContent}`)
  }
  if (Math.abs(right(document.querySelector(".join-corner .qr")) - right(document.querySelector(".felt"))) > 1)
    faults.push("the code is off the edge")
  for (const place of document.querySelectorAll(".place")) {
    const [one, other] = [...place.querySelectorAll(":scope > p > .soft")].map(e => e.getBoundingClientRect().top)
    if (Math.abs(one - other) > 1) faults.push(`words over sums: ${one}, ${other}`)
  }
  return faults
}"""
VOID = """() => document.querySelector(".step-1").getBoundingClientRect().top
  - document.querySelector(".top").getBoundingClientRect().bottom"""


def test_the_board_is_read_from_across_the_room(phone: Phone) -> None:
    page = phone(size=(1280, 800), locale="de")
    for moment, (game, names, moves) in MOMENTS.items():
        page.goto(at_table(page, game, names, moves) + "/board")
        assert page.evaluate(BOARD) == [], moment
    table = opened(page, *sluff_off(FOUR, 1))
    page.goto(f"/t/{table.code}/board")
    page.locator(".step-1").wait_for()
    assert page.evaluate(VOID) < 160  # of eight hundred


POPCORN: Moves = [
    {"move": "claim", "seat": "Ann", "rank": "A", "count": 1},
    {"move": "call", "seat": "Tom"},
]
OVERLAID = """() => [...document.querySelectorAll(".place > .now")].filter(now => {
  const [words, sum] = [...now.children].map(one => one.getBoundingClientRect())
  return sum.height && getComputedStyle(now.firstElementChild).position !== "absolute" && sum.top < words.bottom - 3
}).length"""
OVERFLOW = """() => [...document.querySelectorAll(".board *")].map(e => e.getBoundingClientRect())
  .filter(box => box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1)).length"""


CHIP_ON_CARD = """() => [...document.querySelectorAll(".hand:has(.chip)")].filter(hand => {
  const card = hand.querySelector(".holds .token").getBoundingClientRect()
  const chip = hand.querySelector(".chip").getBoundingClientRect()
  return card.width && chip.right > card.left
}).map(hand => hand.textContent)"""


def test_on_a_board_whose_turn_it_is_lies_on_no_card(phone: Phone) -> None:
    header, *moves = worked(GAMES["popcorn"])
    page = phone(size=(1280, 800), locale="fr")
    page.goto(f"/t/{opened(page, header, moves[: len(moves) * 2 // 3]).code}/board")
    expect(page.locator(".hand .chip")).to_have_count(1)
    assert page.evaluate(CHIP_ON_CARD) == []


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (768, 1024)], ids=["television", "tablet", "upright"])
def test_a_board_is_seen_whole_with_nobody_there_to_scroll(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    called = {"said": ("popcorn", ("Ann", "Tom", "Mia", "Bo"), POPCORN), "begun": ("popcorn", FIVE, [])}
    for moment, (game, names, moves) in (MOMENTS | called).items():
        page.goto(at_table(page, game, names, moves) + "/board")
        expect(page.locator(".place > .name, .hand > .name")).to_have_count(len(names))
        assert page.evaluate(OVERFLOW) == 0, moment
        assert page.evaluate(BROKEN, ".board .name") == [], moment
        assert page.evaluate(OVERLAID) == 0, moment


UNDER_NOTHING: Moves = [
    {"move": "sluffer", "seat": "Ann"},
    *({"move": "done", "seat": name} for name in ("Tom", "Mia", "Bo")),
    *({"move": "trick", "winner": "Tom", "led": "blue", "won_with": "blue"} for _ in range(6)),
]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_long_sum_of_one_in_four_lies_on_no_words(phone: Phone, language: str) -> None:
    page = phone(size=(1280, 800), locale=language)
    page.goto(at_table(page, "sluff-off", ("Ann", "Tom", "Mia", "Bo"), UNDER_NOTHING) + "/board")
    expect(page.locator(".place > .now").first).to_contain_text("4 − 6")
    assert page.evaluate(OVERLAID) == 0


CHOSEN: Moves = [{"move": "claim", "seat": "Ann", "rank": "A", "count": 1}]
SMALL_ON_ITS_SIDE = ((640, 360), (568, 320))
STANDS = """() => [...document.querySelectorAll(".stands b, .hand > .name")].flatMap(one => {
  const text = one.firstChild, range = document.createRange()
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(word => {
    range.setStart(text, word.index)
    range.setEnd(text, word.index + word[0].length)
    return new Set([...range.getClientRects()].map(box => box.top)).size > 1
  }).map(word => word[0])
})"""


def test_on_a_small_phone_on_its_side_words_of_popcorn_are_whole(phone: Phone) -> None:
    page = phone(locale="it")
    three, five = ("Ann", "Tom", "Mia"), ("Ann", "Tom", "Mia", "Ursula", "Bo")
    bluffed: Moves = [*POPCORN, {"move": "reveal", "honest": False}]
    for names, options, moves in ((three, {"direction": "either"}, CHOSEN), (three, {}, bluffed), (five, {}, bluffed)):
        header = {"transcript": 1, "game": "popcorn", "seats": list(names), "options": options}
        sit(page, opened(page, header, moves).host)
        expect(page.locator(".stands b")).to_be_visible()
        for size in SMALL_ON_ITS_SIDE:
            resize(page, size)
            assert page.evaluate(STANDS) == [], (size, names, options)


UNDER_NUMBERS = """() => [...document.querySelectorAll(".seat")].flatMap(row => {
  const score = row.querySelector(".score").getBoundingClientRect(), edge = row.getBoundingClientRect().right
  return [...row.querySelectorAll(".lies > *, .held > .chip")].filter(one => one.checkVisibility()).filter(one => {
    const box = one.getBoundingClientRect()
    const across = box.right > score.left + 1 && box.left < score.right - 1
    return box.right > edge || (across && box.bottom > score.top + 2 && box.top < score.bottom - 2)
  }).map(one => one.outerHTML)
})"""


def test_what_lies_at_a_seat_lies_on_no_number_nor_at_the_next_seat(phone: Phone) -> None:
    page = phone(locale="de")
    for seats in (6, 8):
        names = [*FIVE, "Tim", "Bo", "Max"][:seats]
        header = {"transcript": 1, "game": "fluff", "seats": names, "options": {"sets": 2}}
        sit(page, opened(page, header, []).host)
        expect(page.locator(".seat")).to_have_count(seats)
        for size in SMALL_ON_ITS_SIDE:
            resize(page, size)
            assert page.evaluate(UNDER_NUMBERS) == [], (size, seats)
    thrown: Moves = [{"move": "face_up", "cards": ["2C", "6C", "3H"]}, {"move": "discard", "seat": FOUR[0], "count": 0}]
    at_table(page, "ui77", FOUR, thrown)
    expect(page.locator(".held > .chip")).to_have_count(1)
    for size in (NARROW, SMALL_ON_ITS_SIDE[0]):
        resize(page, size)
        assert page.evaluate(UNDER_NUMBERS) == [], size


READ_ON = """() => {
  const range = document.createRange(), [first] = document.querySelectorAll(".found summary bdi")
  range.selectNodeContents(first.previousSibling)
  const lines = [...range.getClientRects()]
  return first.getClientRects()[0].top - lines.at(-1).top
}"""


def test_the_names_of_what_is_to_be_decided_are_one_sentence(phone: Phone) -> None:
    page = phone(size=ON_ITS_SIDE, locale="de")
    one, other = FOUR[1], FIVE[0]
    takes_one = [{"move": "take", "seat": name, "color": "red"} for name in (one, other)]
    moves: Moves = []
    for name, take in zip((one, other), takes_one, strict=True):
        moves += [take, {"move": "done", "seat": name}]
    moves.append({"move": "done", "seat": "Mia"})
    for name in (one, other):
        trick = {"move": "trick", "winner": name, "led": "red", "won_with": "red"}
        moves += [trick, {"move": "miss_turn_in", "seat": name}]
    at_table(page, "sluff-off", (one, other, "Mia"), moves)
    expect(page.locator(".found summary bdi")).to_have_count(2)
    resize(page, SMALL_ON_ITS_SIDE[0])
    assert page.evaluate(READ_ON) > -4


CUT = """() => [...document.querySelectorAll(".place > .name")].filter(name => {
  const text = document.createRange(), box = name.getBoundingClientRect()
  text.selectNodeContents(name)
  return text.getBoundingClientRect().bottom > box.bottom + 8
}).map(name => name.textContent)"""


def test_a_sum_takes_no_name_its_room_on_a_board_that_stands_upright(phone: Phone) -> None:
    page = phone(size=(768, 1024), locale="nl")
    cuts: Moves = [{"move": "cut", "seat": FIVE[0]}, *THREW, {"move": "discard", "seat": FIVE[4], "count": 0}]
    page.goto(at_table(page, "ui77", FIVE, cuts) + "/board")
    expect(page.locator(".place > .name")).to_have_count(5)
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVERFLOW) == 0
