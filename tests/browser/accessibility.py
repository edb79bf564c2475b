"""What every page must be: nothing for axe to find, every act in reach, no target too small."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import picture

SMALL, ON_ITS_SIDE = (360, 640), (844, 390)
AXE = Axe()
LOADED_AXE = Axe(axe_script="0")  # for a document that has it: its half a megabyte is sent once
WHAT_IS_WRONG = {"reporter": "no-passes"}  # not what is right: which takes longer to tell than to find
COLOURS = {"runOnly": ["color-contrast"], **WHAT_IS_WRONG}
SHADES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = ("light", WHAT_IS_WRONG), ("dark", COLOURS)

TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id)
  return ids.filter((id, at) => ids.indexOf(id) < at)
}"""


def clean(page: Page, what: str, options: dict[str, Any] = WHAT_IS_WRONG) -> None:
    """Nothing for axe to find, which tells of no id that two have unless something refers to it."""
    page.wait_for_load_state()  # one that a tap has brought may not be whole yet
    assert page.evaluate(TWICE) == [], what
    found = (LOADED_AXE if page.evaluate("typeof axe") == "object" else AXE).run(page, options=options)
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"


def clean_in_both(page: Page, what: str, pictures: Path | None = None, *, whole: bool = False) -> None:
    """Nothing for axe to find, and in the dark, where only the colours are others, none that are too close.

    `pictures` is where one of each goes, with {} for the shade.
    """
    for shade, options in SHADES:
        page.emulate_media(color_scheme=shade)
        clean(page, f"{what}, {shade}", options)
        if pictures is not None:
            picture(page, pictures.with_name(pictures.name.format(shade)), whole=whole)
    page.emulate_media(color_scheme="light")


def resize(page: Page, size: tuple[int, int]) -> None:
    """Turn the phone, or take another one."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


TOO_SMALL = """controls => [...document.querySelectorAll(controls)].filter(e => {
  const { width, height } = e.getBoundingClientRect()
  return width && height && e.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < 48
}).map(e => `${e.outerHTML.slice(0, 90)} ${e.offsetWidth} by ${e.offsetHeight}`)"""


def fits(page: Page, controls: str) -> None:
    """Nothing sticks out to the side, and none of these that are seen is too small for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(TOO_SMALL, controls) == []


OUT_OF_REACH = """async ([asked, touched]) => {
  const named = (e, fault) => `${fault}: ${e.getAttribute("aria-label") || e.textContent.trim()}`
  const all = [...document.querySelectorAll(asked)].filter(e => e.checkVisibility())
  const seen = await new Promise(done => {
    const watch = new IntersectionObserver(entries => { watch.disconnect(); done(entries) })
    all.length ? all.forEach(e => watch.observe(e)) : done([])
  })
  const hidden = seen.filter(one => one.intersectionRatio < 1).map(one => named(one.target, "out of sight"))
  const small = [...document.querySelectorAll(touched)].filter(e => e.checkVisibility()).filter(e => {
    const box = e.getBoundingClientRect()
    return Math.min(box.width, box.height) < 48
  }).map(e => named(e, "smaller than 48 px"))
  const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []
  const shown = e => getComputedStyle(e.closest(".chips") || e).clipPath == "none"
  const cut = [...document.querySelectorAll(".chip, .chips")].filter(shown)
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => named(e, "cut"))
  return [...hidden, ...small, ...wide, ...cut]
}"""


def reachable(page: Page, what: str, out: Path, *, seats: bool) -> None:
    """The act is inside the screen, its targets are 48 px each way, nothing sticks out to the side."""
    asked = ".sheet :is(button, a, label), .bar a, .top a" + (", button.who" if seats else "")
    # A winner's button reaches over the whole row of its seat.
    touched = ".sheet :is(button, a, label), .bar a, .top a, .held button, .seat:has(button.who)"
    for patience in (50, 100, 200, 400, 800, 1600, 3200, 0):
        found = page.evaluate(OUT_OF_REACH, [asked, touched])
        if not found or not patience:
            break
        page.wait_for_timeout(patience)
    if found:
        page.screenshot(path=out / f"out-of-reach-{what}.png")
    assert not found, f"{what}: {found}"


def reachable_both_ways(page: Page, what: str, out: Path, *, seats: bool) -> None:
    """All that is in reach with the phone upright, and on its side."""
    for size in (ON_ITS_SIDE, SMALL):
        resize(page, size)
        reachable(page, f"{what}-{size[0]}", out, seats=seats)
