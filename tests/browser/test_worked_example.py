"""The publisher's worked example, played by four phones that scanned the code on the host's screen."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    FOUR,
    arrive,
    at_version,
    enter,
    holds,
    join,
    join_by_hand,
    new_table,
    open_by_hand,
    predict_example,
    predict_example_at_once,
    scan,
    tell,
    trick,
    version,
)

# Winner, led, turned in, won with blue. Without a turn-in the winner holds nothing that fits, or the Sluffer.
TRICKS = (
    ("Chris", "red", "red", False),
    ("Chris", "green", "green", False),
    ("Mary", "purple", "purple", False),
    ("Mary", "purple", "purple", False),
    ("Mary", "red", "red", False),
    ("Mary", "red", "red", False),
    ("Katie", "orange", None, False),
    ("Cory", "orange", "orange", False),
    ("Cory", "green", "green", False),
    ("Chris", "blue", "blue", False),
    ("Cory", "purple", "blue", True),
    ("Chris", "red", "blue", True),
    ("Chris", "orange", None, False),
    ("Cory", "purple", None, False),
    ("Cory", "red", None, False),
)


def test_four_phones_play_the_example_to_3_4_1_8(phone: Phone, out: Path) -> None:
    host = phone()
    code = open_by_hand(host, FOUR, blue=3)
    address = scan(host)
    assert address.endswith(f"/j/{code}")
    phones = {name: phone() for name in FOUR}
    for name, page in phones.items():
        join_by_hand(page, address, name)
    expect(host.locator("[data-joined=true]")).to_have_count(4)  # told without a reload
    host.goto("about:blank")  # put away: a phone that looks on costs as much as one that plays

    predict_example(phones)
    for name, page in phones.items():
        assert holds(page, "centre") == {"green": 1, "orange": 1, "purple": 1, "white": 3, "black": 6}, name
        assert holds(page, "Mary") == {"purple": 2, "red": 2, "white": 1}
    picture(phones["Mary"], out / "example-first-trick.png")

    for winner, led, turned_in, blue in TRICKS:
        trick(phones[winner], winner, led, turned_in, blue)
        arrive(phones)

    for name, page in phones.items():
        page.get_by_role("link", name="Scores").click()
        row = page.get_by_role("row", name="Total")
        expect(row.get_by_role("cell"), name).to_have_text(["3", "4", "1", "8"])
    sums = phones["Cory"].locator("td .sum").all_inner_texts()
    assert sums[3] == "2 \u00d7 1 + 3 \u00d7 2 = 8"
    picture(phones["Cory"], out / "example-scores.png", whole=True)


def test_a_trick_from_one_phone_is_turned_in_from_another(phone: Phone) -> None:
    host = phone()
    code = new_table(host, FOUR, blue=3)
    predict_example_at_once(host)
    phones = {name: phone() for name in FOUR}
    for name, page in phones.items():
        join(page, f"/j/{code}", name)
    tell(phones["Katie"], "Mary took it")
    expect(phones["Katie"].get_by_role("button", name="Turn in")).to_have_count(0)  # Mary's to say, not hers
    enter(phones["Katie"], "Led red")
    at_version(phones["Mary"], version(phones["Katie"]))
    enter(phones["Mary"], "Turn in white")
    arrive(phones)
    assert holds(phones["Chris"], "Mary") == {"purple": 2, "red": 2}
