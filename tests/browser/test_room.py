"""Room for everything: held on its side, on the narrowest phone, on a tablet, and with letters at twice the size.

Each size is walked once, with as many odd names at the table as fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import PRODUCTS
from tests.browser.conftest import Phone
from tests.browser.gallery import ODD, opened, sit
from tests.browser.hands import LONG

SIZES = {
    "on its side": ((844, 390), 100),
    "a small one on its side": ((667, 375), 100),
    "small": ((360, 640), 100),
    "narrow": ((320, 568), 100),
    "tablet": ((768, 1024), 100),
    "letters twice as large": ((390, 844), 200),
    "letters twice as large, on its side": ((844, 390), 200),
}

FAULTS = """async large => {
  document.documentElement.style.fontSize = `${large}%`
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const faults = []
  const all = asked => [...document.querySelectorAll(asked)].filter(e => e.getClientRects().length)
  const named = e => e.getAttribute("aria-label") || e.textContent.trim().replace(/\\s+/g, " ").slice(0, 50)
  const outside = (box, room) =>
    box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1
  const over = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom")
  const boxOf = e => e.getBoundingClientRect()
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen")
  for (const e of all(".hand > .name")) for (const { index, 0: word } of e.textContent.matchAll(/[^\\s-]+/g)) {
    const range = document.createRange()
    range.setStart(e.firstChild, index)
    range.setEnd(e.firstChild, index + word.length)
    const lines = new Set([...range.getClientRects()].map(line => line.top)).size
    if (large === 100 && lines > 1) faults.push(`broken: ${word}`)
  }
  for (const e of all(".sheet h2, .sheet .hint, .sheet .button, .sheet .tile, .seat .who, .hand, .code, .top .eyebrow"))
    if (e.scrollWidth > e.clientWidth + 1) faults.push(`cut: ${named(e)}`)
  const sheet = document.querySelector(".sheet"), lying = document.querySelector(".lying")
  const parts = [".top", ".lying", ".sheet", ".bar"].map(asked => document.querySelector(asked))
  for (const one of parts) for (const other of parts)
    if (one !== other && one.compareDocumentPosition(other) & 4 && over(boxOf(one), boxOf(other)))
      faults.push(`${one.className} and ${other.className} overlap`)
  for (const one of sheet.children) if (one.nextElementSibling && over(boxOf(one), boxOf(one.nextElementSibling)))
    faults.push(`overlap in the act: ${named(one)}`)
  if (large === 100 && sheet.scrollHeight > sheet.clientHeight + 1) faults.push("the act scrolls")
  for (const e of all(".sheet .acts.lean .main")) // ends an act: seen without scrolling, however large the letters
    if (outside(boxOf(e), boxOf(sheet))) faults.push(`to be scrolled to: ${named(e)}`)
  for (const e of all(".sheet button, .sheet a")) {
    if (large > 100) e.scrollIntoView({ block: "nearest" })
    if (outside(boxOf(e), boxOf(sheet))) faults.push(`out of reach: ${named(e)}`)
  }
  for (const e of all("[data-place]")) {
    e.scrollIntoView({ block: "nearest" })
    const box = boxOf(e), room = boxOf(lying)
    if (box.height <= room.height && outside(box, room)) faults.push(`out of sight: ${named(e)}`)
    if (box.left < room.left || box.right > room.right) faults.push(`wider than its part: ${named(e)}`)
  }
  const room = lying.clientHeight
  if (room < Math.min(150, innerHeight / 4)) faults.push(`only ${room} px for what lies there`)
  return faults
}"""


def screens(page: Page) -> Iterator[str]:
    """The first question of every game with all its seats taken, and a trick of Sluff Off!."""
    for game in PRODUCTS:
        names = list(ODD[: game.most_seats(game.options())])
        header = {"transcript": 1, "game": game.slug, "seats": names}
        rounds: dict[str, list[dict[str, Any]]] = {"first": []}
        if game.slug == "sluff-off":
            taken = [("take", names[0], "red"), ("take", names[0], "red"), ("take", names[1], "blue")]
            moves = [{"move": what, "seat": seat, "color": color} for what, seat, color in taken]
            rounds["trick"] = [
                *moves[:2],
                {"move": "done", "seat": names[0]},
                moves[2],
                *({"move": "done", "seat": name} for name in names[1:]),
            ]
        for moment, moves in rounds.items():
            page.context.clear_cookies()
            table = opened(page, header, moves)
            sit(page, table.host)
            page.goto(f"/t/{table.code}")
            yield f"{game.slug}, {moment}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "large"), SIZES.values(), ids=SIZES)
def test_nothing_needed_is_cut_or_covered(phone: Phone, size: tuple[int, int], large: int) -> None:
    page = phone(size=size)
    found = {moment: faults for moment in screens(page) if (faults := page.evaluate(FAULTS, large))}
    assert not found


OUT_OF_SIGHT = """() => {
  document.documentElement.style.fontSize = "200%"
  const sheet = document.querySelector(".sheet").getBoundingClientRect()
  return [...document.querySelectorAll(".sheet button")].map(e => [e.getBoundingClientRect(), e])
    .filter(([box]) => box.height && (box.bottom > sheet.bottom + 1 || box.top < sheet.top - 1))
    .map(([, e]) => e.getAttribute("aria-label"))
}"""
FOUR = ["Ann", "Ben", "Cat", "Dan"]
FIVE = [{"move": "take", "seat": LONG[0], "color": "red"}, *({"move": "done", "seat": name} for name in LONG)]
ROLL = {"move": "first_roll", "wilds": {name: number for number, name in enumerate(FOUR)}}
BID = {"move": "bid", "seat": "Dan", "quantity": 3, "value": 2}
CARDS = {"move": "face_up", "cards": ["4H", "6S", "7D"]}
ACTS: dict[str, tuple[dict[str, Any], ...]] = {
    "sluff-off": ({"move": "take", "seat": "Ann", "color": "red"}, *({"move": "done", "seat": name} for name in FOUR)),
    "ui77": (CARDS, *({"move": "discard", "seat": name, "count": 0} for name in FOUR)),
    "popcorn": ({"move": "claim", "seat": "Ann", "rank": "A", "count": 1},),
    "fluff": (ROLL, BID, {"move": "call", "seat": "Ann"}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_with_letters_twice_as_large_no_tap_is_scrolled_to(phone: Phone, size: tuple[int, int]) -> None:
    page, hidden = phone(size=size), dict[tuple[str, int], list[str]]()
    for slug, moves in (*ACTS.items(), ("fluff", (ROLL, BID))):
        page.context.clear_cookies()
        table = opened(page, {"transcript": 1, "game": slug, "seats": FOUR}, list(moves))
        sit(page, table.host)
        page.goto(f"/t/{table.code}")
        hidden |= {(slug, len(moves)): found for found in [page.evaluate(OUT_OF_SIGHT)] if found}
    page.context.clear_cookies()
    table = opened(page, {"transcript": 1, "game": "sluff-off", "seats": LONG}, FIVE)
    sit(page, table.host)
    page.goto(f"/t/{table.code}")
    for smaller in (size, *([(360, 640)] if size[0] < size[1] else [])):
        page.set_viewport_size({"width": smaller[0], "height": smaller[1]})
        assert page.evaluate(OUT_OF_SIGHT) == [], f"a trick of five, with the longest names, at {smaller}"
    assert not hidden
