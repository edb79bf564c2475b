"""What hands do at the table: open it, scan its code, tap, and look at what lies where."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack
from urllib.parse import urlencode

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from companion.games import GAMES
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.web.table.tap import MOST_MOVES

FOUR = ("Chris", "Mary", "Katie", "Cory")
LONG = (
    "Bartholomew Featherstonehaugh-Cholmondely",
    "Wilhelmina-Anastasia von Hohenzollern XI",
    "Katie \U0001f0cf <script>alert(1)</script> & Co.",
    "\u05de\u05e8\u05d9\u05dd \u05d1\u05ea-\u05e9\u05d1\u05e2 \u05dc\u05d1\u05d9\u05d0-\u05db\u05d4\u05df",
    "Constantine Papadopoulos-Christodoulou X",
)
LONG = tuple(name[:40] for name in LONG)  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Table:
    """A table made through the API: its code, the host's key, and a key for each seat."""

    code: str
    host: str
    seats: Mapping[str, str]


class Opening(TypedDict, total=False):
    """How a table is opened: house rules by name, those with a list in `choices`, those with a field in `typed`."""

    game: str
    blue: int
    choices: Mapping[str, str]
    typed: Mapping[str, str]


def open_table(page: Page, names: tuple[str, ...] = FOUR, **how: Unpack[Opening]) -> str:
    """Open a table as a phone does that sends the whole form at once; its code. The last of the names deals first.

    Looks at the seats' page in the end, as after a tap.
    """
    code = open_unseen(page, names, **how)
    page.goto(f"/t/{code}/seats")
    return code


def new_table(page: Page, names: tuple[str, ...] = FOUR, **how: Unpack[Opening]) -> str:
    """Open a table as `open_table` does, and be at it without a look at the seats' page; its code."""
    code = open_unseen(page, names, **how)
    page.goto(f"/t/{code}")
    live(page)
    return code


def open_unseen(page: Page, names: tuple[str, ...] = FOUR, **how: Unpack[Opening]) -> str:
    """Open a table as `open_table` does, and look at no page of it yet; its code."""
    game = how.get("game", "sluff-off")
    rules: dict[str, object] = {
        **(GAMES[game].room_for(len(names)) or {}),
        **how.get("choices", {}),
        **how.get("typed", {}),
    }
    rules |= {"supply.blue": how["blue"]} if "blue" in how else {}
    fields = [*(("name", name) for name in names), ("dealer", len(names) - 1)]
    seats = send(page, f"/open/{game}", [*fields, *((f"rule-{rule}", value) for rule, value in rules.items())])
    return seats.split("/")[-2]


def opened(page: Page, header: Mapping[str, Any], moves: list[dict[str, Any]]) -> Table:
    """A table opened by a transcript of these moves: one request. The example's refused claims are left out."""
    book, lines = open_book(read_header({**header, "seats": [*header["seats"]]})), [header]
    for move in moves:
        ruling = book.play(move)
        if isinstance(ruling, Accepted):
            book, lines = ruling.state, [*lines, move]
    transcript = "\n".join(map(json.dumps, lines))
    kind = {"Content-Type": "application/x-ndjson"}
    made = page.request.post("/api/tables", data=transcript, headers=kind).json()
    return Table(made["code"], made["keys"]["host"], made["keys"]["seats"])


def sit(page: Page, key: str) -> None:
    """Take the place that a key's link gives, and be at the table."""
    page.goto(send(page, f"/k/{key}"))
    live(page)


def also_entered(page: Page, table: Table, move: Mapping[str, object], *, seat: str | None = None) -> None:
    """Another phone of the seat enters a move."""
    key = {"Authorization": f"Bearer {table.seats[seat or str(move['seat'])]}"}
    answer = page.request.post(f"/api/tables/{table.code}/moves", data=move, headers=key)
    assert answer.status == 201, answer.text()


def send(page: Page, path: str, fields: Sequence[tuple[str, object]] = ()) -> str:
    """Send the form of a page at once, with this phone's cookies; the address that it leads to."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.request.get(path).text())
    assert token is not None
    answer = page.request.post(
        path,
        data=urlencode([("csrf_token", token[1]), *fields]),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def open_by_hand(page: Page, names: tuple[str, ...] = FOUR, **how: Unpack[Opening]) -> str:
    """Open a table from the start page, tap by tap; its code. The last of the names deals first."""
    game, choices, typed = how.get("game", "sluff-off"), how.get("choices", {}), how.get("typed", {})
    page.goto("/")
    page.locator(f"a[href='/open/{game}']").click()
    sit_down(page, names, deals=GAMES[game].deals)
    typed = {**typed, **({"supply.blue": str(how["blue"])} if "blue" in how else {})}
    if choices or typed:
        page.locator("summary").click()
    for rule, value in typed.items():
        page.locator(f"[name='rule-{rule}']").fill(value)
    for rule, value in choices.items():
        page.locator(f"[name='rule-{rule}']").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/seats")
    return page.url.split("/")[-2]


def sit_down(page: Page, names: tuple[str, ...], *, deals: bool) -> None:
    """Fill in as many names as there are; the last of them deals first, where anybody does."""
    page.wait_for_load_state("domcontentloaded")  # each tap brings a page
    while (shown := page.locator("input[name=name]").count()) != len(names):
        page.get_by_role("button", name="One more player" if shown < len(names) else "One fewer").click()
        page.wait_for_load_state("domcontentloaded")
    for field, name in zip(page.locator("input[name=name]").all(), names, strict=True):
        field.fill(name)
    if deals:
        page.locator("input[name=dealer]").last.check()


def send_moves(page: Page, *moves: Mapping[str, object]) -> None:
    """Enter moves of the table on this phone without taps, with its cookies, and wait until it shows them."""
    code = page.url.split("/t/")[1].split("/")[0]
    now = page.request.get(f"/t/{code}").text()  # what the page shows may be behind
    token, before = re.search(r'name="csrf_token" value="([^"]+)"', now), re.search(r'data-version="(\d+)"', now)
    assert token is not None
    assert before is not None
    for start in range(0, len(moves), MOST_MOVES):
        form = {"csrf_token": token[1], "move": json.dumps(moves[start : start + MOST_MOVES])}
        answer = page.request.post(f"/t/{code}/moves", form=form)
        assert answer.ok, answer.text()
    at_version(page, int(before[1]) + len(moves))


def predict(page: Page, **taken: str) -> None:
    """Enter at once what seats take, in their order, and that each is done: Chris="red blue", Mary=""."""
    for_each = (
        [*({"move": "take", "seat": seat, "color": color} for color in colors.split()), {"move": "done", "seat": seat}]
        for seat, colors in taken.items()
    )
    send_moves(page, *(move for moves in for_each for move in moves))


def scan(page: Page) -> str:
    """The address in the QR code of this page's table, read off a picture of it."""
    seen = Image.open(io.BytesIO(page.get_by_role("img", name="QR code", exact=True).screenshot()))
    codes = zxingcpp.read_barcodes(seen)
    assert len(codes) == 1
    return str(codes[0].text)


def invitation(page: Page) -> str:
    """The address that the QR code of the table on this phone leads to."""
    return f"/j/{page.url.split('/t/')[1].split('/')[0]}"


def join(page: Page, address: str, name: str) -> None:
    """Sit down as one who has followed an invitation and picked a name."""
    page.goto(send(page, address, [("name", name)]))
    live(page)


def join_by_hand(page: Page, address: str, name: str) -> None:
    """Follow a scanned address and pick a name."""
    page.goto(address)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#table")).to_be_visible()
    live(page)


def live(page: Page) -> None:
    """Wait until the table's page is told of changes."""
    expect(page.locator("html:has(#table)")).to_have_attribute("data-live", "on")


def to_table(page: Page) -> None:
    """From the seats to the table."""
    page.get_by_role("link", name="To the table").click()
    live(page)


def button(page: Page, name: str) -> Locator:
    """The one control of that name."""
    return page.get_by_role("button", name=name, exact=True)


def spot(page: Page, name: str) -> tuple[float, float]:
    """The middle of the control of that name, which stays where it is: an answer may draw it anew after a push has."""
    for _ in range(100):
        button(page, name).click(trial=True)  # tried, not tapped
        if box := button(page, name).bounding_box():  # none of one that has gone meanwhile
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    raise AssertionError(f"{name} is drawn anew all the time")


def version(page: Page) -> int:
    """The version that a phone shows."""
    return int(page.locator("#table").get_attribute("data-version") or -1)


def at_version(page: Page, number: int) -> None:
    """Wait until a phone shows this version."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(number))


def to_choose(page: Page, name: str) -> Locator:
    """The one thing of that name to choose."""
    return page.get_by_role("checkbox", name=name, exact=True)


def play_for_them(page: Page, control: Locator) -> None:
    """Where the table waits for a seat with a phone of its own: say that this phone plays for it, and see `control`."""
    offer = page.locator("#wait label[for=play]:visible")
    expect(control.or_(offer).first).to_be_attached()
    if not control.count():
        offer.click()
    expect(control.first).to_be_attached()


def enter(page: Page, name: str, moves: int = 1) -> None:
    """Tap a control that enters moves, and wait until they stand. "Done" without a token is asked about first."""
    before = version(page)
    play_for_them(page, button(page, name).or_(to_choose(page, name)))
    if to_choose(page, name).count():
        choose(page, name)
    button(page, name).last.click()  # a steal may be made in the row, too
    at_version(page, before + moves)


def tell(page: Page, name: str) -> None:
    """Tap a control that tells a little of a move, which the form keeps."""
    one_of_several = page.get_by_role("radio", name=name, exact=True)
    expect(button(page, name).or_(to_choose(page, name)).or_(one_of_several).first).to_be_attached()
    if to_choose(page, name).count():
        choose(page, name)
    else:
        button(page, name).or_(one_of_several).click()


def label_of(page: Page, name: str) -> Locator:
    """What is tapped to choose the one thing of that name."""
    return page.locator(f"label[for='{to_choose(page, name).get_attribute('id')}']:visible")


def choose(page: Page, name: str) -> None:
    """Tap something to choose, which is kept in the form; or take it back."""
    label_of(page, name).click()


def lay(page: Page, *cards: str) -> None:
    """Tap cards one after another: the suit, then the rank."""
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    for card in cards:
        rank, suit = card[:-1], suits[card[-1]]
        button(page, f"Card: {suit}").click()
        button(page, f"{rank} of {suit}").click()


def trick(page: Page, winner: str, led: str, turns_in: str | None = None, blue: bool = False) -> None:
    """Tell a trick in as few taps as the screen has for it; without `turns_in`, one that nothing fits."""
    tell(page, f"{winner} took it")
    trumped = blue and turns_in != "blue"
    if turns_in == led != "blue":
        if trumped:
            tell(page, "Won with blue")
        enter(page, f"Turn in {turns_in}", 2)
        return
    if turns_in is not None:
        tell(page, f"Turn in {turns_in}")
    elif page.locator("label[for=pays-black]").is_visible():
        tell(page, "Nothing fits")
    enter(page, f"Led {led}, won with blue" if trumped else f"Led {led}", 2 if turns_in else 1)


def holds(page: Page, place: str) -> dict[str, int]:
    """What lies at a place, as the page's hooks have it. A page that was turned by hand may not be whole yet."""
    page.wait_for_load_state("domcontentloaded")
    script = """(places, name) => Object.fromEntries([...places.find(p => p.dataset.place === name)
        .querySelectorAll("[data-color]")].map(t => [t.dataset.color, Number(t.dataset.count)]))"""
    found: dict[str, int] = page.locator("[data-place]").evaluate_all(script, place)
    return {color: count for color, count in found.items() if count}


def predict_nothing(page: Page) -> None:
    """Four seats up to the first lead, at once: the first takes the Sluffer, the others take no token."""
    first, *others = FOUR
    send_moves(page, {"move": "sluffer", "seat": first}, *({"move": "done", "seat": seat} for seat in others))


def predict_example(pages: dict[str, Page]) -> None:
    """The publisher's worked example up to the first lead, each seat from the page it has here."""
    takes = {"Chris": ("red", "blue", "blue", "green"), "Mary": ("purple", "purple", "blue", "red", "red")}
    for name, colors in takes.items():
        for color in colors:
            enter(pages[name], f"Take {color}")
        enter(pages[name], "Done")
        arrive(pages)
    enter(pages["Katie"], "Take the Sluffer")
    arrive(pages)
    for act in ("Take orange", "Take orange", "Take green", "Steal blue from Mary", "Done"):
        enter(pages["Cory"], act)
    arrive(pages)


def arrive(pages: dict[str, Page]) -> None:
    """Wait until all phones show what the furthest one shows."""
    now = max(version(page) for page in pages.values())
    for page in pages.values():
        at_version(page, now)
