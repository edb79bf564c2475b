"""The end of a round and of a game, on phones and on the board: seen once, in the way of nothing, and fit to share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests import finished
from tests.browser.accessibility import SMALL, clean, reachable
from tests.browser.conftest import Phone, picture
from tests.browser.gallery import Table, opened
from tests.browser.hands import FOUR, LONG, button, enter, live, send
from tests.games.fluff.sitting import NAMES as DICE_NAMES
from tests.games.popcorn.sitting import NAMES as CARD_NAMES

ODD = ("Chris", "Mary \U0001f0cf", "Wilhelmina-Anastasia von Hohenzollern XI", "\u0645\u0631\u064a\u0645", "Ed")
ODDLY_WIDE = """([part]) => [...part.querySelectorAll("*")].filter(e => e.clientWidth && !e.closest("svg")
  && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth).map(e => e.className)"""
SPILT = """() => [...document.querySelectorAll("#table, #table *")].filter(e => {
  const look = getComputedStyle(e)
  return e.clientWidth && look.display !== "inline" && !e.closest("svg, .visually-hidden")
    && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)
}).map(e => `${e.tagName}.${e.className}: ${e.scrollWidth}>${e.clientWidth} ${e.scrollHeight}>${e.clientHeight}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : [])
  .concat(document.documentElement.scrollHeight > innerHeight ? ["higher than the screen"] : [])"""


WATCH = """() => {
  window.told = []
  const note = () => window.told.push(...[...document.querySelectorAll(".sum[data-to='9']")].map(e => e.textContent))
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


def played(page: Page, game: finished.Played) -> Table:
    """A table with these moves."""
    header, moves = game
    return opened(page, {"transcript": 1, **header}, moves)


def enter_at(table: Table, page: Page, seat: str, move: dict[str, Any]) -> None:
    """Another phone of that seat enters a move."""
    key = {"Authorization": f"Bearer {table.seats[seat]}"}
    assert page.request.post(f"/api/tables/{table.code}/moves", data=move, headers=key).status == 201


FALLS = """new MutationObserver((all) => {
  const fell = all.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.className === "confetti").length
  if (fell) sessionStorage.fell = Number(sessionStorage.fell ?? 0) + fell
}).observe(document, { subtree: true, childList: true })"""
"""A phone that notes how often confetti has fallen."""
SHARES = """navigator.canShare = () => true
navigator.share = async ({ files: [file] }) => {
  document.title = [file.name, file.type, file.size > 10_000].join(" ") }"""
"""A phone that may share files."""


def sit(page: Page, key: str) -> None:
    """Take the place that the key is for."""
    page.goto(send(page, f"/k/{key}"))
    live(page)


def spilt(page: Page) -> list[str]:
    """What is larger than the room that it has."""
    page.evaluate("document.fonts.ready")
    found: list[str] = page.evaluate(SPILT)
    return found


def test_a_round_s_end_is_seen_on_all_phones_and_closed_on_each_alone(phone: Phone, out: Path) -> None:
    host, mary, board = phone(reduced_motion="no-preference"), phone(size=SMALL), phone(size=(1280, 720))
    header, moves = finished.sluff_off(FOUR, 1, of=2)
    table = played(host, (header, moves[:-1]))
    sit(host, table.host)
    mary.goto(f"/k/{table.seats['Mary']}")  # as one who follows a seat's link
    mary.get_by_role("button").click()
    live(mary)
    board.goto(f"/t/{table.code}/board")
    for page in (host, mary):
        page.evaluate(WATCH)
    expect(board.locator("#table")).to_have_attribute("data-version", str(len(moves) - 1))
    enter_at(table, mary, "Cory", moves[-1])

    for page in (host, mary, board):
        moment = page.get_by_role("region", name="The round is over")
        expect(moment.get_by_role("heading", name="Cory is ahead")).to_be_visible()
        expect(moment.locator(".sum")).to_have_text(["0", "3", "6", "9"])
        expect(moment.locator(".gain")).to_have_text(["0, ", "+3, ", "+6, ", "+9, "])
    counted = host.evaluate("told")
    assert (counted[0], counted[-1]) == ("0", "9"), "the sums count up, in as many steps as the machine draws"
    assert set(mary.evaluate("told")) == {"9"}, "not for who wants less motion"
    assert board.get_by_role("link", name="Next round").count() == 0
    assert not spilt(board)
    for page, name in ((host, "host"), (mary, "mary"), (board, "board")):
        picture(page, out / f"round-end-{name}.png")
        clean(page, f"round end, {name}")
    reachable(mary, "round-end", out, seats=False)

    version = host.locator("#table").get_attribute("data-version")
    host.get_by_role("link", name="Next round").click()
    expect(host.locator(".moment:visible")).to_have_count(0)
    expect(host.locator(".lying")).to_be_visible()
    host.reload()
    live(host)
    expect(host.locator(".moment:visible")).to_have_count(0)
    assert host.locator("#table").get_attribute("data-version") == version
    expect(mary.get_by_role("link", name="Next round")).to_be_visible()
    enter(mary, "Take red")  # she predicts first, and need not close it
    for page in (host, mary, board):
        expect(page.locator(".moment:visible")).to_have_count(0)


def test_a_round_s_end_stays_on_a_phone_that_waits_until_it_is_closed_there(phone: Phone) -> None:
    host, katie = phone(), phone(size=SMALL)
    table = played(host, finished.sluff_off(FOUR, 1, of=2))
    sit(katie, table.seats["Katie"])
    moment = katie.get_by_role("region", name="The round is over")
    expect(moment.locator(".sum")).to_have_text(["0", "3", "6", "9"])
    entered = int(katie.locator("#table").get_attribute("data-version") or 0)
    for move in ({"move": "take", "seat": "Mary", "color": "red"}, {"move": "take", "seat": "Mary", "color": "blue"}):
        enter_at(table, katie, "Mary", move)
    expect(katie.locator("#table")).to_have_attribute("data-version", str(entered + 2))
    expect(moment.locator(".sum")).to_have_text(["0", "3", "6", "9"])
    moment.get_by_role("link", name="Next round").click()
    expect(moment).to_have_count(0)
    enter_at(table, katie, "Mary", {"move": "done", "seat": "Mary"})
    expect(katie.locator("#table")).to_have_attribute("data-version", str(entered + 3))
    expect(moment).to_have_count(0)
    expect(katie.get_by_role("button", name="Take green")).to_be_visible()


@pytest.mark.parametrize("size", [SMALL, (844, 390)], ids=["upright", "on its side"])
def test_a_round_s_end_with_the_longest_names_in_the_dark(phone: Phone, out: Path, size: tuple[int, int]) -> None:
    page = phone(size=size, dark=True)
    table = played(page, finished.sluff_off(LONG, 1, of=2))
    sit(page, table.host)
    moment = page.get_by_role("region", name="The round is over")
    expect(moment.get_by_role("listitem")).to_have_count(5)
    assert moment.evaluate_all(ODDLY_WIDE) == []
    reachable(page, f"round-end-dark-{size[0]}", out, seats=False)
    clean(page, "round end, longest names, dark")
    last = moment.get_by_role("listitem").last
    expect(last).to_be_in_viewport(ratio=1)
    assert last.inner_text().split() == f"5. {LONG[0]}: +9, 9".split()


def test_without_a_script_it_is_a_link(phone: Phone) -> None:
    table = played(phone(), finished.ui77(over=False))
    page = phone(java_script_enabled=False)
    page.goto(f"/t/{table.code}")
    expect(page.get_by_role("region", name="The hand is over")).to_be_visible()
    page.get_by_role("link", name="Next hand").click()
    expect(page.locator(".moment:visible")).to_be_hidden()
    expect(page.locator(".lying")).to_be_visible()


def test_confetti_falls_once_and_not_for_who_wants_less_motion(phone: Phone) -> None:
    page, calm = phone(reduced_motion="no-preference", script=FALLS), phone()
    table = played(page, finished.fluff(("Ann", "Ben")))
    page.goto(f"/t/{table.code}")
    page.wait_for_function("() => sessionStorage.fell === '1'")  # it may be gone before anybody looks
    expect(page.locator("canvas.confetti")).to_have_count(0)
    page.reload()
    live(page)
    assert page.evaluate("() => sessionStorage.fell") == "1"
    calm.goto(f"/t/{table.code}")
    live(calm)
    assert calm.locator("canvas.confetti").count() == 0


def test_the_result_goes_out_as_a_picture(phone: Phone, out: Path) -> None:
    host, looking = phone(), phone(script=SHARES)
    table = played(host, finished.sluff_off(LONG))
    sit(host, table.host)
    share = host.get_by_role("link", name="Share the result")
    with host.expect_download() as saved:
        share.click()
    assert saved.value.suggested_filename == "sluff-off.png"
    saved.value.save_as(out / "result.png")
    with Image.open(out / "result.png") as picture:
        assert (picture.format, picture.width) == ("PNG", 1080)

    looking.goto(f"/t/{table.code}/scores")
    looking.get_by_role("link", name="Share the result").click()
    expect(looking).to_have_title("sluff-off.png image/png true")
    button(host, "Rematch").click()
    expect(host.locator("#table")).to_have_attribute("data-version", "0")


GAMES: dict[str, Callable[[], finished.Played]] = {
    "five": lambda: finished.sluff_off(ODD, 3),
    "long": lambda: finished.sluff_off(LONG, 2, winners=(0, 1, 2, 3, 0, 1)),
    "tie": lambda: finished.sluff_off(FOUR, winners=(3,)),
    "two": lambda: finished.ui77(),
    "ten": lambda: finished.popcorn((*LONG, *CARD_NAMES[:5])),
    "twelve": lambda: finished.fluff((*LONG, *DICE_NAMES[:7])),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_podium_fits(phone: Phone, out: Path, game: str) -> None:
    page = phone(size=(320, 640), dark=game in ("long", "twelve"))
    table = played(page, GAMES[game]())
    sit(page, table.host)
    for width, height in ((320, 640), (844, 390), SMALL, (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("list", name="Podium")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".result").evaluate_all(ODDLY_WIDE) == []
        picture(page, out / f"over-{game}-{width}.png")
    reachable(page, f"over-{game}", out, seats=False)
    clean(page, game)
    if game == "tie":
        read = " ".join(page.locator(".result > ol").all_inner_texts())
        assert " ".join(read.split()).startswith("1. Chris, Mary, Katie, 0 points; 4. Cory, ")
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/t/{table.code}/board")
        expect(page.get_by_role("list", name="Podium")).to_be_visible()
        picture(page, out / f"over-{game}-board-{width}.png")
        assert spilt(page) == []
    clean(page, f"{game}, board")
