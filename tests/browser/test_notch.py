"""A phone with a notch, on its side: what is read and scanned is beside it, not behind it."""

from __future__ import annotations

from tests.browser.conftest import Phone
from tests.browser.hands import FOUR, button, enter, live, open_table

NOTCH, SIZE = 59, (852, 343)
COVERED = """notch => [...document.body.querySelectorAll('*')].filter(one => {
  const own = one.matches('svg, button') || [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim())
  const box = one.getBoundingClientRect(), seen = box.width > 1 && box.height > 1
  return own && seen && one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg *')
    && (box.left < notch || box.right > innerWidth - notch)
}).map(one => one.outerHTML.slice(0, 100))"""


def test_what_is_read_and_tapped_is_beside_it(phone: Phone) -> None:
    page = phone(size=SIZE, own=True)
    insets = {"left": NOTCH, "right": NOTCH, "bottom": 21}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    code = open_table(page, FOUR)
    assert page.evaluate(COVERED, NOTCH) == [], "the code and the seats"
    page.goto(f"/t/{code}/board")
    assert page.evaluate(COVERED, NOTCH) == [], "the board"
    page.goto(f"/t/{code}")
    live(page)
    enter(page, "Take the Sluffer")
    button(page, "Take the Sluffer").click()
    page.get_by_role("alert").wait_for()
    assert page.evaluate(COVERED, NOTCH) == [], "a refusal"
