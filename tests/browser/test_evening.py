"""An evening of three games in a circle: one phone opens it, another joins by its code, the board is in it, too.

In the first game somebody comes late, in the second a seat gets another name.
"""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.hands import button, join, scan, send

NAMES = ("Ann", "Ben", "Cat")


def play(page: Page, code: str, first: str, rounds: int) -> None:
    """Play until so many rounds are scored, as a phone that sends each tap at once: `first` takes every trick."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.request.get(f"/t/{code}/seats").text())
    assert token is not None
    for _ in range(99):
        told = page.request.get(f"/api/tables/{code}").json()
        if len(told["rounds"]) == rounds:
            return
        if told["phase"] == "prediction":
            moves = [{"move": "done", "seat": seat} for seat in told["totals"]]
        else:
            moves = [{"move": "trick", "winner": first, "led": "green", "won_with": "green"}] * 15
        for move in moves:
            page.request.post(f"/t/{code}/moves", form={"csrf_token": token[1], "move": json.dumps(move)})
    raise AssertionError("the round does not end")


def send_the_form(page: Page) -> str:
    """The form of a circle's table, as it is filled in, sent; the table's code."""
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/seats")
    return page.url.split("/")[-2]


def test_an_evening_of_three_games(phone: Phone) -> None:
    host, guest = phone(), phone()
    host.goto("/")
    host.get_by_role("link", name="Keep who plays with whom").click()
    host.get_by_label("What is your circle called?").fill("Tuesday evenings")
    button(host, "Open the circle").click()
    expect(host.locator("h1")).to_have_text("Tuesday evenings")
    host.get_by_text("the recovery code").click()
    expect(host.locator(".recovery")).to_be_visible()
    circle = re.search(r"/c/(\w+)$", scan(host))
    assert circle is not None
    at = f"/c/{circle[1]}"

    # The second phone joins by the code that it reads off the first one's screen.
    guest.goto("/")
    guest.get_by_label("Join a table").fill(circle[1])
    button(guest, "Join").click()
    button(guest, "Join the circle").click()
    expect(guest.get_by_text("Nobody has played yet.")).to_be_visible()

    # The first game: names are typed once.
    host.goto(at)
    host.get_by_role("link", name="Sluff Off!").click()
    host.get_by_role("button", name="One fewer").click()
    expect(host.locator("input[name=name]")).to_have_count(3)
    for field, name in zip(host.locator("input[name=name]").all(), NAMES, strict=True):
        field.fill(name)
    host.locator("summary", has_text="House rules").click()
    host.locator("[name='rule-rounds']").fill("1")
    host.get_by_label("Keep these rules in the circle").fill("Short game")
    button(host, "Keep").click()
    expect(host.get_by_text("Kept.")).to_be_visible()
    host.locator("[name='rule-rounds']").fill("2")
    first = send_the_form(host)
    play(host, first, "Ann", 1)

    # Between its rounds somebody comes late, takes the seat with a phone of her own, and is in the circle with that.
    host.get_by_role("link", name="Who comes, who goes").click()
    host.get_by_label("What is the name?").fill("Dana")
    button(host, "Let them join").click()
    expect(host.locator("li[data-seat]")).to_have_count(4)
    late = phone()
    join(late, f"/j/{first}", "Dana")
    play(host, first, "Ann", 2)

    # The second: one tap on the circle's page, the same people, the deal passed on.
    host.goto(at)
    expect(host.locator("#evening")).to_contain_text("Ben")
    host.get_by_role("button", name="Rematch").click()
    host.wait_for_url("**/t/*")
    second = host.url.split("/")[-1]
    assert second != first
    guest.goto(at)
    guest.get_by_role("link", name="To the table").click()
    assert guest.url.split("/")[-2] == second
    play(host, second, "Ben", 1)

    # In the middle of it Ben's seat gets the name of who takes it over.
    guest.goto(f"/t/{second}/seats")
    host.goto(f"/t/{second}/players")
    host.locator("li[data-seat=Ben] summary").click()
    host.locator("li[data-seat=Ben]").get_by_label("New name").fill("Benno")
    button(host, "Rename Ben").click()
    expect(host.locator("li[data-seat=Benno]")).to_be_visible()
    play(host, second, "Benno", 2)

    # The third, by the other phone, from the rules that the circle keeps; people are tapped, not typed.
    guest.goto(at)
    guest.get_by_role("link", name="Short game").click()
    typed = guest.locator("input[name=name]")
    expect(typed.nth(1)).to_have_value("Benno")
    guest.locator("button[aria-pressed=true]", has_text="Benno").click()
    expect(typed.nth(1)).to_have_value("")
    guest.get_by_role("button", name="Ben", exact=True).click()
    expect(typed.nth(1)).to_have_value("Ben")
    third = send_the_form(guest)
    play(guest, third, "Ann", 1)

    # Wherever one looks: who took no trick has won all three, and the board of the third tells of the evening.
    for page in (host, guest):
        page.goto(at)
        expect(page.locator(".leads li").first).to_contain_text("Cat")
        expect(page.locator(".leads li").first).to_contain_text("3 wins")
        expect(page.locator("#evening .links li")).to_have_count(3)
    host.goto(f"{at}/statistics")
    won = [line.split("\n")[:2] for line in host.locator("ol.wins li").all_inner_texts()]
    assert dict(won) == {"Cat": "3 of 3", "Ben": "2 of 2", "Dana": "2 of 3", "Ann": "1 of 3", "Benno": "0 of 1"}
    guest.goto(f"/t/{third}/board")
    expect(guest.locator(".board-evening")).to_contain_text("3 games")


def test_an_open_page_of_a_circle_keeps_up_and_the_podium_leads_to_the_evening(phone: Phone) -> None:
    host, guest = phone(locale="en"), phone()  # a phone of its own: its clock is stopped
    host.clock.install()
    host.goto("/circle/new")
    host.get_by_label("What is your circle called?").fill("Tuesday evenings")
    button(host, "Open the circle").click()
    circle = re.search(r"/c/(\w+)$", scan(host))
    assert circle is not None
    host.get_by_label("The circle’s name").fill("Wednes")
    host.clock.pause_at(host.evaluate("Date.now()") / 1_000 + 1)  # it looks again when the test says so

    # Another phone joins, and opens and plays a game: the page that lies open tells of it, and what is typed stays.
    guest.goto(send(guest, f"/c/{circle[1]}/join"))
    guest.goto(f"/open/sluff-off?circle={circle[1]}&rule-rounds=1")
    button(guest, "One fewer").click()
    for seat, name in enumerate(NAMES):
        guest.locator("input[name=name]").nth(seat).fill(name)
    code = send_the_form(guest)
    guest.goto(f"/t/{code}")
    worn = guest.locator(".initial").first
    expect(worn).to_have_class(re.compile("seat-1"))
    expect(host.locator(".people li")).to_have_count(0)
    host.clock.run_for(16_000)
    expect(host.locator(".people li")).to_have_count(3)
    play(guest, code, "Ann", 1)
    host.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(host.locator(".leads li")).to_have_count(3)
    expect(host.get_by_label("The circle’s name")).to_have_value("Wednes")
    expect(host.locator("h1")).to_have_text("Tuesday evenings")

    # The podium came to the guest's page by itself, and leads on.
    guest.get_by_role("link", name="The evening in figures").click()
    expect(guest.locator("ol.wins li")).to_have_count(3)
    assert f"/c/{circle[1]}/evenings/{code}" in guest.url


def test_a_phone_that_was_put_out_is_asked_whether_to_join_by_the_page_that_lies_open(phone: Phone) -> None:
    host, guest = phone(), phone()
    host.goto("/circle/new")
    host.get_by_label("What is your circle called?").fill("Tuesday evenings")
    button(host, "Open the circle").click()
    circle = re.search(r"/c/(\w+)$", scan(host))
    assert circle is not None
    guest.goto(send(guest, f"/c/{circle[1]}/join"))
    expect(guest.locator(".big-code")).to_be_visible()
    host.goto(f"/c/{circle[1]}/phones")
    host.locator(".seat-list summary").last.click()
    button(host, "Put this phone out of the circle").click()
    expect(host.locator(".seat-list li")).to_have_count(1)
    guest.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(guest.get_by_role("button", name="Join the circle")).to_be_visible()
    assert guest.url.endswith(f"/c/{circle[1]}/join")
