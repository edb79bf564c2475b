"""Every screen in every language, on a small phone, with the longest names: nothing is cut off, and axe finds nothing.

Among the languages is one made of English, which is written from right to left and 40 % longer. How a screen looks is
for people to see: `make gallery`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.languages import languages
from tests.browser import gallery
from tests.browser.conftest import SMALL, Phone, Server
from tests.browser.hands import LONG
from tests.translations import Pseudo

REAL = languages().offered
AXE = Axe()
AXE_IS_THERE = Axe(axe_script="0")  # for a page that has its half a megabyte
FAULTS_ALONE = {"reporter": "no-passes"}  # to tell what is right takes longer than to find it
GAME = re.compile(rf"^({'|'.join(game.folder for game in PRODUCTS)})-")
COLOURS = {"runOnly": ["color-contrast"], **FAULTS_ALONE}

# The server is asked for the page in each language. Its body takes the place of the one shown, and what was chosen
# there is chosen in it, too. A long name may end in dots.
CUT_OFF = """async ([languages, path]) => {
  const root = document.documentElement, { lang, dir } = root, { body } = document, found = []
  const chosen = [...document.querySelectorAll("[id]:checked")].map((one) => `#${CSS.escape(one.id)}`)
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest(".skip, .visually-hidden, svg, [aria-hidden=true], [dir=auto]")
    && !e.matches(".sticky-act, .found summary, .last")  // a shade, and the room for a finger, reach to the edges
  const said = (e) => (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 60)
  const named = (e) => `${e.tagName}.${e.className}: ${said(e)}`
  const wide = (e) => {
    const { display, overflowX, textOverflow } = getComputedStyle(e)
    return display !== "inline" && textOverflow !== "ellipsis" && !["auto", "scroll"].includes(overflowX)
  }
  const flat = (e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowY)
  // Of the last line there may be less than all, but no line of which a part is seen.
  const sliced = (e) => {
    const box = e.getBoundingClientRect(), range = document.createRange()
    range.selectNodeContents(e)
    return [...range.getClientRects()].some((line) => line.left < box.right - 1 && line.right > box.left + 1
      && line.bottom > box.bottom + 1 && line.top < box.bottom - 1)
  }
  const faults = (e) => {
    const { width, left, right } = e.getBoundingClientRect()
    const over = [
      width && (right > innerWidth + 1 || left < -1) && !e.closest("table") && "beside",
      e.clientWidth && e.scrollWidth > e.clientWidth + 1 && wide(e) && "wide",
      e.scrollHeight > e.clientHeight + 4 && flat(e) && "high",
    ].filter(Boolean)
    return over.length && seen(e) ? over : []
  }
  const shown = () => {
    Object.assign(root, { lang, dir })
    if (document.body !== body) document.body.replaceWith(body)
  }
  for (const language of languages) {
    if (language === lang) shown()
    else {
      const answer = await fetch(path, { headers: { "Accept-Language": language } })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      for (const name of ["lang", "dir"]) root[name] = page.documentElement[name]
      if (root.lang !== language) found.push(`${language}: not in that language`)
      document.body.replaceWith(page.body)
      for (const one of chosen) Object.assign(document.querySelector(one) ?? {}, { checked: true })
      await document.fonts.ready
    }
    document.querySelectorAll(".tile .badge").forEach((one) => one.remove())  // hangs over the edge
    for (const e of document.body.querySelectorAll("*"))
      for (const fault of faults(e)) found.push(`${language}: ${fault} ${named(e)}`)
    const last = document.querySelector(".last")
    if (last?.checkVisibility() && sliced(last)) found.push(`${language}: sliced ${named(last)}`)
    if (root.scrollWidth > innerWidth) found.push(`${language}: wider than the screen`)
    if (/<\\/(b|bdi|i|p|span)>/.test(document.body.innerText)) found.push(`${language}: markup is read as text`)
  }
  shown()
  return found
}"""
TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id)
  return ids.filter((id, at) => ids.indexOf(id) < at).map(id => `two have the id ${id}`)
}"""


def barriers(page: Page, options: dict[str, Any] = FAULTS_ALONE, axe: Axe = AXE) -> list[str]:
    """What axe finds on a page, and ids that two elements have."""
    page.wait_for_load_state()
    result = axe.run(page, options=options)
    twice: list[str] = page.evaluate(TWICE)
    return [*twice, *([result.generate_report()] if result.violations_count else [])]


def look_at(
    shown: Iterator[gallery.Shown], *, alike: bool = False, languages: Sequence[str] = (*REAL, Pseudo.code)
) -> None:
    """Nothing is wrong with these screens.

    A board is as large as a television, where no language is cut. Tables and boards have colours of their own and are
    looked at in the dark, too; tests/web/test_contrast.py checks the colours of all other pages. Axe is not asked about
    pages beside the table that are `alike`, nor twice about those before it: one template draws them for all games.
    """
    found, asked = list[str](), set[str]()
    for name, page, sizes in shown:
        small = sizes is gallery.SIZES
        width, height = SMALL if small else gallery.BOARD["board"]
        page.set_viewport_size({"width": width, "height": height})
        at_table = page.locator("#table").count() > 0
        kind = GAME.sub("", name)
        wrong = barriers(page) if at_table or not (alike or kind in asked) else []
        asked.add(kind)
        if at_table:
            page.emulate_media(color_scheme="dark")
            wrong += [f"in the dark {one}" for one in barriers(page, COLOURS, AXE_IS_THERE)]
            page.emulate_media(color_scheme="light")
        wrong += page.evaluate(CUT_OFF, [languages, page.url]) if small else []
        found += [f"{name}, {one}" for one in wrong]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.folder)
def test_every_screen_of_a_table(phone: Phone, game: AnyGame) -> None:
    look_at(gallery.table_screens(phone(size=SMALL), game, LONG), alike=game is not PRODUCTS[0])


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.folder)
def test_every_screen_on_which_something_is_half_told(phone: Phone, game: AnyGame) -> None:
    """Where five colours stand side by side, no words are longer than those of the real languages."""
    look_at(gallery.told_screens(phone(size=SMALL), game), languages=REAL)


def test_every_screen_before_one_sits_down(phone: Phone) -> None:
    look_at(gallery.general_screens(phone(size=SMALL)))


def test_every_screen_of_a_revoke(phone: Phone) -> None:
    look_at(gallery.undecided_screens(phone(size=SMALL)))


def test_every_screen_of_a_circle(phone: Phone, shared_server: Server) -> None:
    look_at(gallery.circle_screens(phone(size=SMALL), shared_server))
