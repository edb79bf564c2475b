"""What a phone does beside the game: it stays awake, is installed, copies, draws a code, and may be an old one."""

from __future__ import annotations

import io
import re
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
import zxingcpp
from babel.dates import format_date
from PIL import Image
from playwright.sync_api import Page, Request, Route, expect

from companion.web.limits import LARGEST_FILE
from tests import finished
from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
    at_version,
    button,
    enter,
    live,
    new_table,
    open_by_hand,
    open_table,
    opened,
    to_table,
)
from tests.browser.offline import until

# Awake, and installed


def test_the_screen_stays_on_if_the_browser_can_do_that(phone: Phone) -> None:
    counts = "navigator.wakeLock.request = () => { window.asked = (window.asked ?? 0) + 1; return Promise.resolve({}) }"
    page = phone(script=counts)
    new_table(page)
    until(page, lambda: page.evaluate("window.asked") == 1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, lambda: page.evaluate("window.asked") == 2)
    expect(page.locator(".screen-hint")).to_have_count(0)


def test_elsewhere_the_phone_is_told_once_how_to_keep_it_on(phone: Phone) -> None:
    page = phone(at_home=True)
    open_by_hand(page, FOUR)
    to_table(page)
    expect(page.locator("#notice .screen-hint")).to_be_visible()
    button(page, "Close").click()
    page.reload()
    live(page)
    expect(page.locator("#notice .screen-hint")).to_have_count(0)


def test_the_home_page_offers_to_install_if_the_browser_would(phone: Phone) -> None:
    page, offer = phone(), "{ prompt: () => { window.asked = true } }"
    page.goto("/")
    expect(button(page, "Install it on this phone")).to_be_hidden()
    page.evaluate(f"window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {offer}))")
    button(page, "Install it on this phone").click()
    assert page.evaluate("window.asked")
    expect(button(page, "Install it on this phone")).to_be_hidden()


# The result, taken along

PASTED = """() => {
  const area = document.body.appendChild(document.createElement("textarea"))
  area.focus()
  return new Promise(done => area.addEventListener("paste", e => done(e.clipboardData.getData("text/plain"))))
}"""
DENIED = "document.execCommand = () => false\nObject.defineProperty(navigator, 'clipboard', { value: undefined })"


def result_page(page: Page, host: Page | None = None) -> str:
    """Open the page of the result of this phone's game, or of another host's; the text on it."""
    table = opened(host or page, *finished.sluff_off(FOUR))
    page.goto(f"/t/{table.code}/result")
    return page.get_by_label("As text").input_value()


@pytest.mark.parametrize("at_home", [False, True], ids=["secure", "plain http"])
def test_the_result_is_copied_with_one_tap(phone: Phone, at_home: bool) -> None:
    page = phone(at_home=at_home, permissions=["clipboard-read", "clipboard-write"])
    text = result_page(page, phone())
    assert page.evaluate("() => window.isSecureContext") is not at_home
    button(page, "Copy the text").click()
    expect(button(page, "Copied")).to_be_visible()
    page.evaluate("() => { window.pasted = (" + PASTED + ")() }")
    page.keyboard.press("Control+V")
    assert page.evaluate("() => window.pasted").replace("\r\n", "\n") == text


def test_if_nothing_may_be_copied_the_text_is_marked(phone: Phone) -> None:
    page = phone(script=DENIED)
    text = result_page(page)
    button(page, "Copy the text").click()
    expect(button(page, "Marked: now copy it")).to_be_visible()
    assert page.evaluate("() => getSelection().toString()").replace("\r\n", "\n") == text


def test_nothing_is_asked_of_another_app_until_the_tap(phone: Phone) -> None:
    page, asked = phone(), list[str]()
    page.on("request", lambda request: asked.append(urlsplit(request.url).hostname or ""))
    result_page(page)
    assert set(asked) == {"127.0.0.1"}
    page.context.route("https://app.bgstatsapp.com/**", lambda route: route.fulfill(body="there"))
    with page.expect_request("https://app.bgstatsapp.com/createPlay.html?data=*") as left:
        page.get_by_role("link", name="Board Game Stats").click()
    assert "referer" not in left.value.all_headers()


# The code of the Wi-Fi, which is drawn from what is typed and never sent


def type_network(page: Page, name: str, password: str, *, hidden: bool = False) -> None:
    page.get_by_label("Name of the network").fill(name)
    page.get_by_label("Password (empty for an open network)").fill(password)
    page.get_by_label("The network hides its name").set_checked(hidden)


def read_network(page: Page) -> str:
    """What the drawn code says, read off a picture of it."""
    [code] = zxingcpp.read_barcodes(
        Image.open(io.BytesIO(page.get_by_role("img", name="Code of the Wi-Fi").screenshot()))
    )
    return str(code.text)


def fields(said: str) -> dict[str, str]:
    """What a phone understands: each field with its escapes undone."""
    assert said.startswith("WIFI:")
    assert said.endswith(";;")
    parts = re.findall(r"([A-Z]):((?:\\.|[^\\;])*);", said.removeprefix("WIFI:"))
    return {key: re.sub(r"\\(.)", r"\1", value) for key, value in parts}


def unfold(page: Page) -> None:
    page.get_by_text("Not in this Wi-Fi yet?").click()


def test_a_phone_reads_the_network_as_it_was_typed(phone: Phone) -> None:
    host = phone()
    open_table(host)
    unfold(host)
    type_network(host, 'a\\b;c,d:e"f', "secret")
    assert read_network(host) == 'WIFI:T:WPA;S:a\\\\b\\;c\\,d\\:e\\"f;P:secret;;'
    for name, password, hidden in (
        ('Caf\u00e9; "Zum, Ochsen": \\o/ \U0001f0cf', 'p\\a;s,s:w"o"rd \u00fc', True),
        ("Open", "", False),
        ("T:WPA;S:evil;;", ";;H:true;\\", False),
        ("\u7f51\u7edc \u0634\u0628\u0643\u0629", "x" * 63, False),
        ("<b>&amp;</b>", "deadbeef", False),
        (" spaces ", " s ", False),
    ):
        type_network(host, name, password, hidden=hidden)
        expected = {"T": "WPA" if password else "nopass", "S": name}
        expected |= ({"P": password} if password else {}) | ({"H": "true"} if hidden else {})
        assert fields(read_network(host)) == expected


def test_nothing_of_the_network_is_ever_sent_and_it_is_forgotten_with_a_tap(phone: Phone) -> None:
    host, sent = phone(), list[str]()

    def note(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data or ''} {request.headers}")

    code = open_table(host)
    host.on("request", note)
    unfold(host)
    type_network(host, "OurNetwork", "SesameOpen")
    password = host.get_by_label("Password (empty for an open network)")
    expect(password).to_have_attribute("type", "password")
    button(host, "Show").click()
    expect(password).to_have_attribute("type", "text")
    password.press("Enter")
    host.reload()
    host.get_by_text("Which one is me?").locator("..").get_by_role("button", name="Chris").click()
    host.wait_for_url(f"**/t/{code}/seats")
    unfold(host)
    assert fields(read_network(host)) == {"T": "WPA", "S": "OurNetwork", "P": "SesameOpen"}
    assert len(sent) > 5
    assert not [one for one in sent if "OurNetwork" in one or "SesameOpen" in one]
    assert host.locator("#wifi [name], #wifi form").count() == 0
    assert "SesameOpen" not in str(host.context.cookies())
    button(host, "Forget it on this phone").click()
    assert host.evaluate("() => localStorage.getItem('wifi')") is None


# What a page does by itself

LACKING = """
for (const [owner, ...names] of [
  [AbortSignal, "timeout", "any"], [URL, "canParse", "parse"], [Promise, "withResolvers", "try"],
  [Object, "groupBy"], [Map, "groupBy"], [Array, "fromAsync"],
  [Array.prototype, "toSorted", "toReversed", "toSpliced", "with"],
  [Set.prototype, "union", "intersection", "difference"], [HTMLFormElement.prototype, "requestSubmit"],
  [Element.prototype, "checkVisibility", "moveBefore", "setHTMLUnsafe"], [Node.prototype, "moveBefore"],
  [HTMLElement.prototype, "showPopover", "hidePopover", "togglePopover"], [Document.prototype, "startViewTransition"],
  [Navigator.prototype, "wakeLock", "userActivation", "vibrate"],
  [window, "navigation", "scheduler", "requestIdleCallback"],
]) for (const name of names) { delete owner[name]; }
"""
"""iOS 15.4 has `:has()` and `dvh`, and lacks much of what came later."""


def test_an_older_iphone_gets_about_and_plays(phone: Phone) -> None:
    page, other = phone(at_home=True, script=LACKING), phone(at_home=True, script=LACKING)
    code = open_by_hand(page, FOUR)
    other.goto("/")
    other.get_by_label("Join a table").fill(code.lower())
    button(other, "Join").click()
    button(other, "Chris").click()
    live(other)
    to_table(page)
    enter(page, "Take red")
    bar = page.get_by_role("navigation", name="This table")
    bar.get_by_role("link", name="Scores").click()
    expect(page.get_by_role("heading", name="Scores", level=1)).to_be_visible()
    bar.get_by_role("link", name="Ledger").click()
    entry = page.get_by_text("Chris took red from the centre")
    expect(entry).to_have_count(1)
    expect(page.locator("html[data-live=on]")).to_have_count(1)
    enter(other, "Take red")
    expect(entry).to_have_count(2)


@pytest.mark.parametrize("how", ["return null", "throw new DOMException('refused')"])
def test_a_browser_that_keeps_nothing_shows_the_table(phone: Phone, how: str) -> None:
    refused = [
        f"Object.defineProperty(window, '{store}Storage', {{ get() {{ {how} }} }})" for store in ("local", "session")
    ]
    host, page = phone(), phone(at_home=True, script="\n".join(refused))
    page.goto(f"/t/{new_table(host)}")
    live(page)
    enter(host, "Take red")
    at_version(page, 1)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_table_among_mine_has_the_day_of_my_clock(phone: Phone, zone: str) -> None:
    """At any moment it is another day than in UTC in one of the two."""
    page = phone(timezone_id=zone)
    new_table(page)
    page.goto("/")
    shown = page.locator("li time[data-day]")
    at = datetime.fromisoformat(str(shown.get_attribute("datetime")))
    expect(shown).to_have_text(format_date(at.astimezone(ZoneInfo(zone)), "medium", locale="en"))


SOON = """const wait = window.setTimeout
window.setTimeout = (act, after, ...given) => wait(act, after > 50_000 ? 200 : after, ...given)"""
"""A phone on which a minute passes at once."""
TOLD = '<section class="card"><h2>No phone has come yet</h2><ol><li>A firewall</li></ol></section></div>'


def test_the_host_is_told_by_itself_what_keeps_the_others_away(phone: Phone) -> None:
    """What the server would say after a minute is put into its next answer."""
    host, asked = phone(script=SOON), list[str]()

    def later(route: Route) -> None:
        answer = route.fetch()
        asked.append(route.request.url)
        told = f'role="status">{TOLD}' if len(asked) > 1 else 'role="status"></div>'
        body = re.sub(
            r'(id="unheard"[^>]*?)role="status">.*?</div>', rf"\1{told}", answer.text(), count=1, flags=re.DOTALL
        )
        route.fulfill(response=answer, body=body)

    host.route("**/seats", later)
    open_table(host)
    expect(host.get_by_role("heading", name="No phone has come yet")).to_be_visible()
    assert len(asked) == 2


def test_a_file_that_is_too_long_is_not_sent_and_what_was_typed_stays(phone: Phone, tmp_path: Path) -> None:
    film = tmp_path / "film.jsonl"
    film.write_bytes(b"x" * LARGEST_FILE)
    host, sent = phone(), list[str]()
    host.goto("/open/file")
    host.on("request", lambda asked: sent.append(asked.method))
    host.locator("summary").click()
    host.get_by_label("The text of the file").fill("a game")
    host.get_by_label("The file", exact=True).set_input_files(film)
    button(host, "Open the table").click()
    expect(host.get_by_role("alert").filter(has_text="too long for a transcript")).to_be_in_viewport()
    assert "POST" not in sent
    expect(host.get_by_label("The text of the file")).to_have_value("a game")


# Opening a table


def test_who_i_am_and_who_gets_the_first_card_is_asked_by_the_names_that_are_typed(phone: Phone) -> None:
    page = phone()
    page.goto("/open/sluff-off")
    page.get_by_placeholder("Name 2").fill("Christopher")
    expect(page.get_by_role("radiogroup", name="Which one is me?")).to_contain_text("Name 1ChristopherName 3")
    page.goto("/open/ui77")
    page.get_by_placeholder("Name 1").fill("Christopher")
    page.locator(".first-card summary").click()
    expect(page.get_by_text("Card 1, face up, to Christopher:")).to_be_visible()


def test_the_keyboard_stays_on_the_button_that_was_pressed(phone: Phone) -> None:
    page = phone()
    page.goto("/open/sluff-off")
    for name, on in (
        ("One more player", "One fewer"),  # five are the most
        ("One fewer", "One fewer"),
        ("One fewer", "One more player"),  # three are the fewest
        ("Move name 3 up", "Move name 3 up"),
        ("Wizard Extreme", "Wizard Extreme"),
    ):
        button(page, name).focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(button(page, on)).to_be_focused()


def test_a_house_rule_out_of_range_is_before_one_s_eyes(phone: Phone) -> None:
    page = phone()
    page.goto("/open/sluff-off")
    for field, name in zip(page.locator("input[name=name]").all(), FOUR, strict=True):
        field.fill(name)
    page.locator("summary").click()
    page.locator("[name=rule-rounds]").fill("99")
    button(page, "Open the table").click()
    expect(page.locator("[name=rule-rounds]")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport()
