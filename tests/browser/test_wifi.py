"""The network's own code: drawn on the host's phone from what is typed there, and never sent anywhere."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Request, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone
from tests.browser.hands import invitation, join, open_table

NAME, PASSWORD = 'Caf\u00e9; "Zum, Ochsen": \\o/ \U0001f0cf', 'p\\a;s,s:w"o"rd \u00fc'


def unfolded(page: Page) -> None:
    """Open the part in which the network is typed."""
    page.get_by_text("Not in this Wi-Fi yet?").click()


def typed(page: Page, name: str, password: str, *, hidden: bool = False) -> None:
    """Type the network's name and password, as hands do."""
    page.get_by_label("Name of the network").fill(name)
    page.get_by_label("Password (empty for an open network)").fill(password)
    page.get_by_label("The network hides its name").set_checked(hidden)


def read(page: Page) -> str:
    """What the drawn code says, read off a picture of it."""
    shown = page.get_by_role("img", name="Code of the Wi-Fi")
    shown.scroll_into_view_if_needed()
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(shown.screenshot())))
    return str(code.text)


def fields(said: str) -> dict[str, str]:
    """What a phone understands: each field with its escapes undone."""
    assert said.startswith("WIFI:")
    assert said.endswith(";;")
    parts = re.findall(r"([A-Z]):((?:\\.|[^\\;])*);", said.removeprefix("WIFI:"))
    return {key: re.sub(r"\\(.)", r"\1", value) for key, value in parts}


@pytest.mark.parametrize(
    ("name", "password", "hidden"),
    [
        (NAME, PASSWORD, True),
        ("Home", "correct horse battery", False),
        ("Open", "", False),
        ("T:WPA;S:evil;;", ";;H:true;\\", False),
        ("\u7f51\u7edc \u0634\u0628\u0643\u0629", "x" * 63, False),
        ("<b>&amp;</b>", "deadbeef", False),
        (" spaces ", " s ", False),
    ],
)
def test_a_phone_reads_the_network_as_it_was_typed(phone: Phone, name: str, password: str, hidden: bool) -> None:
    host = phone(size=(360, 640))
    open_table(host)
    unfolded(host)
    typed(host, name, password, hidden=hidden)
    expected = {"T": "WPA" if password else "nopass", "S": name}
    expected |= ({"P": password} if password else {}) | ({"H": "true"} if hidden else {})
    assert fields(read(host)) == expected


def test_the_plain_case_is_written_as_phones_expect_it(phone: Phone) -> None:
    host = phone()
    open_table(host)
    unfolded(host)
    typed(host, 'a\\b;c,d:e"f', "secret")
    assert read(host) == 'WIFI:T:WPA;S:a\\\\b\\;c\\,d\\:e\\"f;P:secret;;'
    typed(host, "Open", "", hidden=True)
    assert read(host) == "WIFI:T:nopass;S:Open;H:true;;"


def test_nothing_of_it_is_ever_sent(phone: Phone) -> None:
    host = phone()
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data or ''} {request.headers}")

    code = open_table(host)
    host.on("request", note)
    unfolded(host)
    typed(host, "OurNetwork", "SesameOpen")
    host.get_by_label("Password (empty for an open network)").press("Enter")
    host.reload()
    unfolded(host)
    expect(host.get_by_label("Name of the network")).to_have_value("OurNetwork")
    host.get_by_text("Which one is me?").locator("..").get_by_role("button", name="Chris").click()
    host.wait_for_url(f"**/t/{code}/seats")
    assert fields(read_again(host)) == {"T": "WPA", "S": "OurNetwork", "P": "SesameOpen"}
    assert len(sent) > 5
    assert not [one for one in sent if "OurNetwork" in one or "SesameOpen" in one]
    assert host.locator("#wifi [name], #wifi form").count() == 0
    assert host.evaluate("() => document.getElementById('wifi').closest('form')") is None
    assert "SesameOpen" not in str(host.context.cookies())


def read_again(page: Page) -> str:
    unfolded(page)
    return read(page)


def test_others_are_not_offered_it(phone: Phone) -> None:
    host, mary = phone(), phone()
    code = open_table(host)
    unfolded(host)
    typed(host, "OurNetwork", "SesameOpen")
    join(mary, invitation(host), "Mary")
    mary.goto(f"/t/{code}/seats")
    expect(mary.get_by_role("heading", name="Who sits where")).to_be_visible()
    expect(mary.locator("#wifi")).to_have_count(0)
    assert "OurNetwork" not in mary.content()


def test_it_is_shown_hidden_and_forgotten(phone: Phone) -> None:
    host = phone(size=(360, 640))
    open_table(host)
    unfolded(host)
    typed(host, "OurNetwork", "SesameOpen")
    password = host.get_by_label("Password (empty for an open network)")
    expect(password).to_have_attribute("type", "password")
    host.get_by_role("button", name="Show", exact=True).click()
    expect(password).to_have_attribute("type", "text")
    clean(host, "the network's code")
    host.get_by_role("button", name="Show", exact=True).click()
    expect(password).to_have_attribute("type", "password")
    host.get_by_role("button", name="Forget it on this phone").click()
    expect(host.get_by_role("img", name="Code of the Wi-Fi")).to_be_hidden()
    assert host.evaluate("() => localStorage.getItem('wifi')") is None
    host.reload()
    unfolded(host)
    expect(host.get_by_label("Name of the network")).to_have_value("")


def test_without_a_script_it_is_not_offered(phone: Phone) -> None:
    host = phone(java_script_enabled=False)
    open_table(host)
    expect(host.get_by_role("heading", name="Who sits where")).to_be_visible()
    expect(host.get_by_text("Not in this Wi-Fi yet?")).to_be_hidden()
