"""Every screen in every language that is offered, on a small phone, with the longest names: nothing is cut off.

So it is in a pseudo-language, which is written from right to left and 40 % longer than English. Axe finds nothing on
any of them, in light and dark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.games.text import ENGLISH
from companion.languages import languages
from tests.browser import gallery
from tests.browser.accessibility import SMALL, clean_in_both, resize
from tests.browser.conftest import Phone, Server
from tests.browser.hands import LONG
from tests.browser.test_statistics import played
from tests.translations import Pseudo

pytestmark = pytest.mark.usefixtures("server")

OTHERS = [*(code for code in languages().offered if code != ENGLISH.code), Pseudo.code]
CUT_OFF = """async ([languages, path]) => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest(".skip, .visually-hidden, svg, [aria-hidden=true], [dir=auto]")
    && !e.matches(".sticky-act")  // its shade reaches to the edges
  const said = (e) => (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 60)
  const named = (e) => `${e.tagName}.${e.className}: ${said(e)}`
  const clipped = (e) => {
    const look = getComputedStyle(e)
    return e.clientWidth && look.display !== "inline" && !["auto", "scroll"].includes(look.overflowX)
      && e.scrollWidth > e.clientWidth + 1 && named(e)
  }
  const flat = (e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowY)
    && e.scrollHeight > e.clientHeight + 4 && named(e)
  const beside = (e) => {
    const box = e.getBoundingClientRect()
    return box.width && (box.right > innerWidth + 1 || box.left < -1) && !e.closest("table") && named(e)
  }
  // Of the last line there may be less than all, but no line of which a part is seen.
  const sliced = (e) => {
    const box = e.getBoundingClientRect(), range = document.createRange()
    range.selectNodeContents(e)
    return [...range.getClientRects()].some((line) => line.left < box.right - 1 && line.right > box.left + 1
      && line.bottom > box.bottom + 1 && line.top < box.bottom - 1) && named(e)
  }
  const found = []
  for (const language of languages) {
    if (language !== document.documentElement.lang || !location.href.endsWith(path)) {
      const answer = await fetch(path, { headers: { "Accept-Language": language } })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      for (const name of ["lang", "dir"]) document.documentElement[name] = page.documentElement[name]
      if (page.documentElement.lang !== language) found.push(`${language}: not in that language`)
      document.body.replaceWith(page.body)
      await document.fonts.ready
    }
    document.querySelectorAll(".tile .badge").forEach((one) => one.remove())  // hangs over the edge
    const all = [...document.body.querySelectorAll("*")].filter(seen)
    const others = all.filter((e) => !e.matches(".last"))
    const faults = others.flatMap((e) => [["wide", clipped(e)], ["high", flat(e)], ["beside", beside(e)]])
    const last = document.querySelector(".last")
    if (last && seen(last)) faults.push(["sliced", sliced(last)])
    for (const [how, one] of faults) if (one) found.push(`${language}: ${how} ${one}`)
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${language}: wider than the screen`)
    if (/<\\/(b|bdi|i|p|span)>/.test(document.body.innerText)) found.push(`${language}: markup is read as text`)
  }
  return found
}"""


class WithPseudo(Server):
    """A server that knows the pseudo-language, too."""

    program = "tests.browser.with_pseudo"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = WithPseudo(tmp_path_factory.mktemp("pseudo") / "instance", COMPANION_OPEN_LIMIT="100000/minute")
    running.start()
    yield running
    running.kill()


def lengthened(game: AnyGame, header: Mapping[str, Any], moves: list[Any]) -> tuple[dict[str, Any], list[Any]]:
    """The same game, of people with the longest names that a table may have."""
    called = dict(zip((json.dumps(name) for name in header["seats"]), map(json.dumps, LONG), strict=False))

    def renamed(value: Any) -> Any:
        text = json.dumps(value)
        for name, long in called.items():
            text = text.replace(name, long)
        return json.loads(text)

    return renamed(header), renamed(moves)


def looked_at(page: Page, name: str, path: str) -> list[str]:
    """What is cut off on the page of that address, in all languages, in place of the one that is shown."""
    return [f"{name}, {one}" for one in page.evaluate(CUT_OFF, [[ENGLISH.code, *OTHERS], path])]


def cut_off(shown: Iterator[gallery.Shown]) -> list[str]:
    """What is cut off on these screens, in all languages. Axe finds nothing there, nor on boards."""
    found = list[str]()
    for name, page, sizes in shown:
        resize(page, SMALL if sizes is gallery.SIZES else gallery.BOARD["board"])
        clean_in_both(page, name)
        found += looked_at(page, name, page.url) if sizes is gallery.SIZES else []
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.folder)
def test_every_screen_of_a_table(phone: Phone, monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    header, *moves = gallery.worked(game)
    header, moves = lengthened(game, header, moves)
    monkeypatch.setattr(gallery, "worked", lambda _: [header, *moves])
    found = cut_off(gallery.table_screens(phone(size=SMALL), game))
    assert not found, "\n".join(found)


def test_every_screen_before_one_sits_down(phone: Phone) -> None:
    page: Page = phone(size=SMALL)
    page.goto("/")
    found = [*looked_at(page, "offline", "/offline"), *cut_off(gallery.general_screens(page))]
    assert not found, "\n".join(found)


def circle_screens(page: Page, code: str, person: int) -> Iterator[gallery.Shown]:
    """A circle as somebody sees it who joins, and as its host."""
    page.goto(f"/c/{code}/join")
    yield "join", page, gallery.SIZES
    page.goto(f"/c/{code}/join")
    page.locator("form button.main").click()
    for name in ("", "/statistics", "/evenings/1", "/games", f"/people/{person}", "/phones"):
        page.goto(f"/c/{code}{name}")
        yield f"circle{name}", page, gallery.SIZES
    page.goto("/circle/new")
    yield "new", page, gallery.SIZES
    page.goto("/circle/new")
    page.locator("main input[type=text]").fill(LONG[1])
    page.locator("form button.main").click()
    page.wait_for_url(re.compile(r"/c/\w+$"))
    hosts = page.url
    for name in ("", "/phones", "/delete"):
        page.goto(f"{hosts}{name}")
        yield f"host's circle{name}", page, gallery.SIZES


def test_every_screen_of_a_circle(phone: Phone, server: Server) -> None:
    with played(server) as home:
        found = cut_off(circle_screens(phone(size=SMALL), home.circle.code, home.called(LONG[0])))
    found = [one for one in found if "SPAN.name:" not in one]  # forty characters, which end in dots
    assert not found, "\n".join(found)
