"""Room for everything: held on its side, on the narrowest phone, on a tablet, and with letters at twice the size.

Each size is walked once, with as many odd names at the table as fit; the pages beside the table with letters at twice
the size, in languages with long words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import GAMES, PRODUCTS
from tests.browser.accessibility import SMALL
from tests.browser.conftest import Phone
from tests.browser.gallery import ODD, opened, sit, worked

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
  const whole = ".by-winner, #cards" // of which each part is laid out as a part of the sheet
  const asked = all(`.sheet > :not(section), .sheet > section > :not(${whole}), .sheet > section > :is(${whole}) > *`)
  asked.forEach((one, number) => {
    const covered = asked.slice(number + 1).some(other => over(boxOf(one), boxOf(other)))
    if (covered) faults.push(`overlap in the act: ${named(one)}`)
  })
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
            yield f"{game.slug}, {moment}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "large"), SIZES.values(), ids=SIZES)
def test_nothing_needed_is_cut_or_covered(phone: Phone, size: tuple[int, int], large: int) -> None:
    page = phone(size=size)
    found = {moment: faults for moment in screens(page) if (faults := page.evaluate(FAULTS, large))}
    assert not found


OFF_THE_BOARD = """() => [...document.querySelectorAll(".board *")].map(e => e.getBoundingClientRect())
  .filter(box => box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1)).length"""


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (768, 1024)], ids=["television", "tablet", "upright"])
def test_a_board_is_seen_whole_with_nobody_there_to_scroll(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    for moment in screens(page):
        page.goto(page.url + "/board")
        page.locator("#table").wait_for()
        assert page.evaluate(OFF_THE_BOARD) == 0, moment


COVERED = """() => [...document.querySelectorAll("#notice .ruling :is(button, a)")].filter(one => {
  const at = one.getBoundingClientRect(), hit = document.elementFromPoint((at.left + at.right) / 2, at.bottom - 4)
  return at.height < 48 || !(one === hit || one.contains(hit))
}).map(one => one.textContent)"""


def test_of_a_refusal_each_button_can_be_tapped(phone: Phone) -> None:
    page = phone(locale="de")
    taken = {"move": "take", "seat": "Ann", "color": "red"}
    sit(page, opened(page, {"transcript": 1, "game": "sluff-off", "seats": FOUR}, [taken]).host)
    page.locator("#take-sluffer").click()
    page.locator("#notice .ruling").wait_for()
    for size, large in SIZES.values():
        if large == 100:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate(COVERED) == [], size


FOUR = ["Ann", "Ben", "Cat", "Dan"]


LANGUAGES = ("en", "de", "fr")
TWICE = "document.addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
"""A phone whose letters are twice as large."""
CROWDED = """() => {
  for (const code of document.querySelectorAll(".big-code")) code.textContent = "YSMC-9KKW" // a wide one
  const faults = document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []
  for (const e of document.querySelectorAll("main details:not(.languages)")) e.open = true
  const up = (e, asked) => { while (e && !asked(getComputedStyle(e))) e = e.parentElement; return e }
  const stays = e => up(e, look => look.position === "fixed" || look.position === "sticky")
  const seen = e => e.checkVisibility() && !up(e, look => look.visibility === "hidden" || look.clipPath !== "none")
  const named = e => e.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)
  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const node = walk.currentNode, e = node.parentElement, range = document.createRange()
    if (!node.data.trim() || e.closest("script, option, svg") || !seen(e) || stays(e)) continue
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) if (line.width > 1) texts.push({ node, e, line })
  }
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height)
  for (const { e, line } of texts)
    if ((line.right > innerWidth + 1 || line.left < -1) && !up(e, look => look.overflowX !== "visible"))
      faults.push(`sticks out: ${named(e)}`)
  texts.forEach(({ node, e, line }, nth) => {
    for (const other of texts.slice(nth + 1))
      if (other.node !== node && over(line, other.line)) faults.push(`${named(e)} and ${named(other.e)} overlap`)
  })
  for (const button of document.querySelectorAll("main .button, .bar a"))
    if (seen(button)) for (const { e, line } of texts)
      if (!button.contains(e) && !stays(button) && over(line, button.getBoundingClientRect()))
        faults.push(`${button.getAttribute("aria-label") || named(button)} lies on ${named(e)}`)
  for (const one of document.querySelectorAll(".bar a"))
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${named(one)}`)
  for (const e of document.querySelectorAll(".seat-list .name, .ledger .what"))
    if (e.clientWidth < 120) faults.push(`${e.clientWidth} px for ${named(e)}`)
  for (const e of document.querySelectorAll(".code-input")) {
    e.value = "KMKM-KMKM"
    if (e.scrollWidth > e.clientWidth + 1) faults.push("the code does not fit its field")
  }
  return [...new Set(faults)]
}"""
PAGES = ("seats", "scores", "ledger", "referee", "may-i", "tokens", "hold", "ruling", "players", "phones", "set-up")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_with_letters_twice_as_large_pages_can_be_read(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language, script=TWICE)
    found = dict[str, list[str]]()
    page.goto("/")
    found["home, the first time"] = page.evaluate(CROWDED)
    for slug in ("sluff-off", "popcorn"):
        header, *moves = worked(GAMES[slug])
        table = opened(page, header, moves[:8])
        sit(page, table.host)
        paths = {place: f"/t/{table.code}/{place}" for place in PAGES}
        for place, path in (
            paths | {"rules": f"/rules/{slug}", "open": f"/open/{slug}", "home": "/", "nothing": "/t/22222222"}
        ).items():
            answer = page.goto(path)
            if place == "nothing" or (answer and answer.ok):
                found[f"{slug}, {place}"] = page.evaluate(CROWDED)
    assert not {place: faults for place, faults in found.items() if faults}


HIDDEN_AT_THE_END = """() => {
  const moment = document.querySelector(".moment")
  return [...moment.querySelectorAll("h2, [data-onward], .gains .name, .gains .sum")].filter(e => {
    e.scrollIntoView({ block: "center" })
    const box = e.getBoundingClientRect()
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return box.left < 0 || box.right > innerWidth || !(e.contains(hit) || hit?.contains(e)) || !moment.contains(hit)
  }).map(e => e.textContent.trim())
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_letters_twice_as_large_a_round_s_end_shows_its_sums(phone: Phone, language: str) -> None:
    page = phone(size=SMALL, locale=language, script=TWICE)
    header, *moves = worked(GAMES["sluff-off"])
    table = opened(page, header, moves)
    sit(page, table.host)
    page.locator(".moment").wait_for()
    assert page.evaluate(HIDDEN_AT_THE_END) == []


def test_without_scripts_the_table_begins_at_the_top(phone: Phone) -> None:
    page = phone(size=SMALL, java_script_enabled=False)
    table = opened(page, {"transcript": 1, "game": "sluff-off", "seats": ["Ann", "Tom", "Mia"]}, [])
    sit(page, table.host)
    box = page.locator("#heading").bounding_box()
    assert box is not None
    assert box["y"] < 2
