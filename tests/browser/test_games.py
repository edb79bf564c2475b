"""A game of each kind by taps, from the code on the host's screen to the podium; and the end of a round."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests import finished
from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
    LONG,
    also_entered,
    arrive,
    at_version,
    button,
    choose,
    enter,
    holds,
    join_by_hand,
    lay,
    live,
    open_by_hand,
    opened,
    play_for_them,
    predict_example,
    scan,
    send_moves,
    sit,
    tell,
    trick,
    version,
)

THREE = ("Ann", "Ben", "Cat")
TURNED = 310  # milliseconds for which what comes up for the next seat takes no tap: static/js/dice.js


def sit_down(phone: Phone, host: Page, *names: str) -> dict[str, Page]:
    """A phone for each seat, which has scanned the code. The host's is put away: one that looks on costs as much."""
    address = scan(host)
    phones = {name: phone() for name in names}
    for name, page in phones.items():
        join_by_hand(page, address, name)
    expect(host.locator("[data-joined=true]")).to_have_count(len(names))  # told without a reload
    host.goto("about:blank")
    return phones


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


def test_sluff_off_four_phones_play_the_published_example_to_3_4_1_8(phone: Phone) -> None:
    host = phone()
    open_by_hand(host, FOUR, blue=3)
    phones = sit_down(phone, host, *FOUR)
    predict_example(phones)
    assert holds(phones["Katie"], "Mary") == {"purple": 2, "red": 2, "white": 1}
    for winner, led, turned_in, blue in TRICKS:
        trick(phones[winner], winner, led, turned_in, blue)
        arrive(phones)
    for name, page in phones.items():
        page.get_by_role("link", name="Scores").click()
        cells = page.get_by_role("row", name="Total").get_by_role("cell")
        expect(cells, name).to_have_text(["3", "4", "1", "8"])


def test_ui77_from_the_code_to_the_podium(phone: Phone) -> None:
    host = phone()
    open_by_hand(host, ("Ann", "Bob"), game="ui77")
    pages = sit_down(phone, host, "Ann", "Bob")
    ann, bob = pages.values()

    def tap(page: Page, *controls: str) -> None:
        for control in controls:
            enter(page, control)
            arrive(pages)

    lay(ann, "4H", "6S", "7D")
    tap(ann, "Turn up these cards", "Throw 2")
    tap(bob, "Throw 0")
    bob.locator(".tools label[for=cut]").click()
    tap(bob, "Bob was in a cut", "Bob took it")
    choose(ann, "Cards")
    lay(ann, "5S", "KS")
    tap(ann, "Record trick")
    assert holds(bob, "Ann") == {"cards": 6, "tricks": 1}
    tap(bob, *["Bob took it"] * 6, "1 of the slough suit")

    lay(bob, "4H", "QS", "7D")  # all have dealt: Bob deals on
    tap(bob, "Turn up these cards", "Throw 4")
    tap(ann, "Throw 4")
    choose(ann, "Cards")  # who told the last trick by its cards is asked for the next one's
    tap(ann, *["Ann took it"] * 5, "0 of the slough suit")
    tap(bob, "Play to 22")
    host.goto(ann.url)
    while host.locator("#table").get_attribute("data-phase") != "over":
        play_a_hand(host, pages)
    expect(bob.get_by_role("list", name="Podium")).to_be_visible()


def play_a_hand(host: Page, pages: dict[str, Page]) -> None:
    """Nobody throws a card, and Ann takes all tricks. The host enters it."""
    send_moves(host, {"move": "face_up", "cards": ["4H", "6S", "7D"]})
    arrive({**pages, "host": host})
    order = ("Ann", "Bob") if button(pages["Ann"], "Throw 0").count() else ("Bob", "Ann")
    discards = ({"move": "discard", "seat": seat, "count": 0} for seat in order)
    counted = {"move": "count", "seat": "Ann", "slough": 0}
    send_moves(host, *discards, *[{"move": "trick", "winner": "Ann"}] * 9, counted)
    arrive({**pages, "host": host})


def test_popcorn_from_the_code_to_the_podium(phone: Phone) -> None:
    """With hidden counts: how many cards lie there is seen by who has put them down."""
    host = phone()
    code = open_by_hand(host, THREE, game="popcorn", choices={"hidden_count": "true", "direction": "either"})
    phones = sit_down(phone, host, *THREE)
    ann, ben, cat = phones.values()

    def put_down(page: Page, said: str, put: str) -> None:
        choose(page, said)
        enter(page, put)
        arrive(phones)

    def cards(page: Page, place: str) -> int:
        return next(iter(holds(page, place).values()))

    put_down(ann, "Say 2 aces", "Put down 4")
    assert [cards(page, "Ann") for page in phones.values()] == [14, 16, 16]
    assert [cards(page, "pile") for page in phones.values()] == [4, 2, 2]
    enter(cat, "Popcorn!")
    arrive(phones)
    choose(ben, "Tap the ranks instead")
    for rank in ("A", "A", "7", "K"):
        button(ben, f"One {rank}").click()
    enter(ben, "Record")
    arrive(phones)
    assert [cards(page, "Ann") for page in phones.values()] == [18, 18, 18]
    put_down(ben, "Say 1 king", "Put down 1")
    put_down(cat, "Say 1 queen", "Put down 1")
    host.goto(f"/t/{code}")
    send_moves(host, {"move": "ruling", "from": "Ann", "to": "Ben", "count": 16, "reason": "supper is ready"})
    at_version(ann, version(host))
    put_down(ann, "Say 1 jack", "Put down 2")
    expect(ben.get_by_role("heading", name="Ann’s last cards!")).to_be_visible()
    enter(ben, "Nobody calls")
    for page in phones.values():
        expect(page.locator("h1:visible")).to_have_text("Ann wins")


def test_fluff_from_the_code_to_the_podium_and_into_the_rematch(phone: Phone) -> None:
    host, names = phone(), ("Ann", "Tom", "Mia")
    code = open_by_hand(host, names, game="fluff")
    phones = sit_down(phone, host, *names)
    ann, tom, mia = phones.values()
    for control in ("2 wilds", "0 wilds", "1 wild"):  # Tom tells it for all
        tell(tom, control)
    enter(tom, "Record the roll")
    arrive(phones)
    for control in ("4 dice", "3s"):
        tell(ann, control)
    enter(ann, "Bid 4 × 3")
    arrive(phones)
    expect(button(ann, "Fluff!")).to_have_count(0)
    for control in ("2s", "4 dice", "Bid 4 × 2"):
        tell(tom, control)
    expect(tom.get_by_role("alert")).to_contain_text("The bid to raise: 4 × 3.")
    button(tom, "Close").click()
    enter(mia, "Fluff!")
    arrive(phones)
    choose(ann, "Enter the dice")
    for die in ("3", "3", "Wild", "2", "2"):
        button(ann, die).click()
    enter(ann, "Show the dice")
    at_version(mia, version(ann))
    choose(mia, "Enter the dice")  # what is half told outlives what comes from another phone
    button(mia, "2").click()
    at_version(tom, version(ann))
    enter(tom, "0 count")
    at_version(mia, version(tom))
    expect(mia.get_by_text("1 of 5 tapped in")).to_be_visible()
    for die in ("Wild", "2", "2", "2"):
        button(mia, die).click()
    enter(mia, "Show the dice")
    arrive(phones)
    left = mia.locator("[data-place][data-color=dice]")
    assert left.evaluate_all("all => all.map(one => one.dataset.count)") == ["5", "5", "3"]  # four threes are there
    expect(mia.locator("#by-dice")).to_be_checked()  # for the next show, too

    host.goto(f"/t/{code}")
    for seat, taken in (("Tom", 4), ("Mia", 2)):
        send_moves(host, {"move": "ruling", "seat": seat, "dice": -taken, "reason": "it is late"})
    while "over" not in (host.locator("#table").get_attribute("data-phase") or ""):
        bid_too_much(host)
    for page in phones.values():
        expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    button(host, "Rematch").click()
    expect(host.locator("#table")).to_have_attribute("data-phase", "first-roll")


def bid_too_much(host: Page) -> None:
    """From the host's phone: the lowest bid is made by whoever bids, raised if it is Ann's, and called by Ann."""
    anns = host.locator("li[data-place=Ann]", has_text="Bid")
    bid_lowest(host)
    if anns.count():
        bid_lowest(host)
    before = version(host)
    choose(host, "Somebody else calls")
    button(host, "Ann calls “Fluff!”").click()
    at_version(host, before + 1)
    while host.locator("#table").get_attribute("data-phase") == "show":
        play_for_them(host, button(host, "0 count"))
        host.wait_for_timeout(TURNED)
        enter(host, "0 count")


def bid_lowest(host: Page) -> None:
    before = version(host)
    play_for_them(host, host.get_by_role("button", name="Bid "))
    host.get_by_role("button", name="Bid ").click()
    at_version(host, before + 1)
    expect(host.get_by_role("checkbox", name="Somebody else calls")).to_be_attached()


# The end of a round, and of a game


COUNTED = """() => {
  window.told = []
  const note = () => window.told.push(...[...document.querySelectorAll(".sum[data-to='9']")].map(e => e.textContent))
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


def test_a_round_s_end_is_seen_on_all_phones_and_closed_on_each_alone(phone: Phone) -> None:
    host, mary, board = phone(motion=True), phone(), phone(size=(1280, 720))
    header, moves = finished.sluff_off(FOUR, 1, of=2)
    table = opened(host, header, moves[:-1])
    sit(host, table.host)
    sit(mary, table.seats["Mary"])
    board.goto(f"/t/{table.code}/board")
    for page in (host, mary):
        page.evaluate(COUNTED)
    at_version(board, len(moves) - 1)
    also_entered(board, table, moves[-1], seat="Cory")

    for page in (host, mary, board):
        moment = page.get_by_role("region", name="The round is over")
        expect(moment.get_by_role("heading", name="Cory is ahead")).to_be_visible()
        expect(moment.locator(".sum")).to_have_text(["0", "3", "6", "9"])
    counted = host.evaluate("told")
    assert (counted[0], counted[-1]) == ("0", "9"), "the sums count up, in as many steps as the machine draws"
    assert set(mary.evaluate("told")) == {"9"}, "not for who wants less motion"
    host.get_by_role("link", name="Next round").click()
    expect(host.locator(".moment:visible")).to_have_count(0)
    host.reload()
    live(host)
    expect(host.locator(".moment:visible")).to_have_count(0)
    expect(mary.get_by_role("link", name="Next round")).to_be_visible()
    enter(mary, "Take red")  # she predicts first, and need not close it
    for page in (host, mary, board):
        expect(page.locator(".moment:visible")).to_have_count(0)


def test_a_round_s_end_stays_on_a_phone_that_waits_until_it_is_closed_there(phone: Phone) -> None:
    katie = phone()
    table = opened(katie, *finished.sluff_off(FOUR, 1, of=2))
    sit(katie, table.seats["Katie"])
    moment, entered = katie.get_by_role("region", name="The round is over"), version(katie)
    also_entered(katie, table, {"move": "take", "seat": "Mary", "color": "red"})
    at_version(katie, entered + 1)
    expect(moment.locator(".sum")).to_have_text(["0", "3", "6", "9"])
    moment.get_by_role("link", name="Next round").click()
    expect(moment).to_have_count(0)
    also_entered(katie, table, {"move": "done", "seat": "Mary"})
    at_version(katie, entered + 2)
    expect(moment).to_have_count(0)


FALLS = """new MutationObserver((all) => {
  const fell = all.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.className === "confetti").length
  if (fell) sessionStorage.fell = Number(sessionStorage.fell ?? 0) + fell
}).observe(document, { subtree: true, childList: true })"""
"""A phone that notes how often confetti has fallen."""


def test_confetti_falls_once_and_not_for_who_wants_less_motion(phone: Phone) -> None:
    page, calm = phone(motion=True, script=FALLS), phone(script=FALLS)
    table = opened(page, *finished.fluff(("Ann", "Ben")))
    page.goto(f"/t/{table.code}")
    page.wait_for_function("() => sessionStorage.fell === '1'")
    page.reload()
    live(page)
    assert page.evaluate("() => sessionStorage.fell") == "1"
    calm.goto(f"/t/{table.code}")
    live(calm)
    assert calm.evaluate("() => sessionStorage.fell") is None


SHARES = """navigator.canShare = () => true
navigator.share = async ({ files: [file] }) => {
  document.title = [file.name, file.type, file.size > 10_000].join(" ") }"""
"""A phone that may share files."""


def test_the_result_goes_out_as_a_picture(phone: Phone, tmp_path: Path) -> None:
    saving, sharing = phone(), phone(script=SHARES)
    table = opened(saving, *finished.sluff_off(LONG))
    for page in (saving, sharing):
        page.goto(f"/t/{table.code}")
    with saving.expect_download() as saved:
        saving.get_by_role("link", name="Share the result").click()
    saved.value.save_as(tmp_path / "result.png")
    with Image.open(tmp_path / "result.png") as picture:
        assert (picture.format, picture.width) == ("PNG", 1080)
    sharing.get_by_role("link", name="Share the result").click()
    expect(sharing).to_have_title("sluff-off.png image/png true")


AT_ONCE = """const wait = window.setTimeout
  window.setTimeout = (act, after, ...more) => after === 10_000 ? (window.seen = act, 1) : wait(act, after, ...more)"""
"""A podium is seen when the test says so."""


def test_a_board_goes_to_the_rematch_by_itself_once_it_has_a_connection(phone: Phone) -> None:
    host, board = phone(), phone(script=AT_ONCE)
    table = opened(host, *finished.ui77())
    sit(host, table.host)
    board.goto(f"/t/{table.code}/board")
    button(host, "Rematch").click()
    host.wait_for_url(lambda url: table.code not in url)
    expect(board.locator("[data-next-board]")).to_be_visible()
    board.context.set_offline(True)
    expect(board.locator("html")).to_have_attribute("data-live", "lost")
    board.evaluate("window.seen()")
    assert table.code in board.url
    board.context.set_offline(False)
    board.wait_for_url(re.compile(f"{host.url.split('/t/')[1]}/board"))
