"""The picture in the README, made from the app as it is."""

from __future__ import annotations

from tests.browser.conftest import CHECKOUT, Phone
from tests.browser.hands import FOUR, enter, invitation, join, new_table, predict


def test_the_picture_of_a_phone_is_made_anew(phone: Phone) -> None:
    host = phone()
    new_table(host, FOUR, blue=3)
    address = invitation(host)
    cory = phone()
    join(cory, address, "Cory")
    predict(host, Chris="red blue blue green", Mary="purple purple blue red red")
    enter(host, "Take the Sluffer")
    for act in ("Take orange", "Take orange", "Take green"):
        enter(host, act)
    cory.locator("#table[data-version='15']").wait_for()
    # A code that opens nothing, so that the picture changes only when the screen does.
    cory.locator("a.code").evaluate("e => { e.lastChild.innerHTML = 'K7QF-<wbr>2M9X'; }")
    picture = CHECKOUT / "docs" / "phone.png"
    cory.evaluate("document.fonts.ready")
    cory.screenshot(path=picture)
    assert picture.stat().st_size > 20_000
