"""`make gallery`: a picture of every screen, light and dark, on a phone, in landscape, on a tablet, on a board.

`index.html` beside the pictures shows them all: hold it against that of before a change. Each game is shown in play,
half told, after the last move of its worked game, and when all is over. With `--readme` the README's picture is taken
anew instead.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.service.service import build_service
from companion.storage.database import connect
from tests.browser.conftest import CHECKOUT, CHROMIUM, HERE, Server, new_page
from tests.browser.hands import FOUR, LONG, enter, invitation, join, live, new_table, opened, predict, send, sit, tell
from tests.finished import named
from tests.service.circle import Evenings

GAMES_OF_TESTS = HERE.parent / "games"
ODD = ("\U0001f984\U0001f389 Zo\u00eb", "\u0645\u062d\u0645\u062f \u0639\u0644\u064a", "Maximiliane von Hohenfels",
       'O"Brien & Co. <b>', "Ann", "Li", "Wilhelmina-Anastasia", "Bo", "Constantine Papadopoulos", "Eve")  # fmt: skip
SIZES = {"phone": (360, 640), "landscape": (844, 390), "tablet": (768, 1024), "narrow": (320, 568)}
BOARD = {"board": (1280, 720)}
README_VIEWPORT, README_PICTURE = {"width": 390, "height": 844}, CHECKOUT / "docs" / "phone.png"
PLACES = {
    "third": ("scores", "ledger", "referee", "may-i", "tokens", "ruling", "set-up", "by-result"),
    "over": ("scores", "result"),
}
"""The pages beside the table, by the moment at which they are looked at."""
ALIKE = ("seats", "hold", "players", "phones")
"""Those that are the same in every game."""
SCHEMES = ("light", "dark")
WAITED_MS = 150  # for what slides and fades


Moves = list[dict[str, Any]]


def _done(*names: str) -> Moves:
    return [{"move": "done", "seat": name} for name in names]


FIRST, SECOND, THIRD, _ = HALF_TOLD = LONG[:4]
TAKEN: Moves = [{"move": "take", "seat": FIRST, "color": color} for color in ("red", "red", "orange", "blue")]
DEALT: Moves = [
    {"move": "face_up", "cards": ["5H", "KH", "2H"]},
    *({"move": "discard", "seat": name, "count": 0} for name in HALF_TOLD),
]
ROLLED: Moves = [
    {"move": "first_roll", "wilds": dict(zip(HALF_TOLD, (2, 0, 0, 0), strict=True))},
    {"move": "bid", "seat": FIRST, "quantity": 3, "value": 2},
]
TOLD: dict[str, list[tuple[str, Moves, tuple[str, ...]]]] = {
    "sluff-off": [
        ("steal", [*TAKEN, *_done(FIRST)], ()),
        ("refusal", TAKEN, ("Take the Sluffer",)),
        ("token", [*TAKEN, *_done(*HALF_TOLD)], (f"{FIRST} took it",)),
        ("colour", [*TAKEN, *_done(*HALF_TOLD)], (f"{FIRST} took it", "Not yet")),
        ("turn-in", [*TAKEN, *_done(*HALF_TOLD)], (f"{FIRST} took it", "Not yet", "Led red")),
        ("cards", [*TAKEN, *_done(*HALF_TOLD)], ("Cards", "Card: red", "red 3")),
    ],
    "ui77": [
        ("face-up", [], ("Card: hearts", "5 of hearts", "Card: hearts")),
        ("swap", DEALT[:1], (f"Swap a card first {FIRST} No swap", "Take K\u2665\ufe0e")),
        ("cut", DEALT, ("Cut",)),
        ("cards", DEALT, ("Cards", "Card: spades", "5 of spades", "Card: spades")),
    ],
    "popcorn": [
        ("callers", [{"move": "claim", "seat": FIRST, "rank": "A", "count": 2}], ("Popcorn!",)),
        (
            "ranks",
            [{"move": "claim", "seat": FIRST, "rank": "A", "count": 2}, {"move": "call", "seat": SECOND}],
            ("Tap the ranks instead", "One A"),
        ),
    ],
    "fluff": [
        ("spilled", ROLLED[:1], ("Spilled dice", f"{SECOND} spilled")),
        ("callers", ROLLED, ("Somebody else calls",)),
        ("raised", ROLLED, ("5s",)),
        ("refusal", ROLLED, ("2s", "3 dice", "Bid 3 \u00d7 2")),
        ("dice", [*ROLLED, {"move": "call", "seat": SECOND}], ("Enter the dice", "2")),
    ],
}
"""What is half told of a game: its name, the moves before it, and what is tapped."""


def main() -> None:
    """Start a server of its own, walk through all screens, and leave pictures and an index."""
    parser = argparse.ArgumentParser(prog="tests.browser.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=HERE / "out" / "gallery")
    parser.add_argument("--readme", action="store_true", help="take the README's picture anew, and none of the others")
    parser.add_argument("--language", default="en", help="the language of the phones: de, pt-BR")
    asked = parser.parse_args()
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as instance:
        server = Server(Path(instance), COMPANION_OPEN_LIMIT="100000/minute")
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                if asked.readme:
                    host = new_page(browser, server.url, viewport=README_VIEWPORT)
                    cory = new_page(browser, server.url, viewport=README_VIEWPORT)
                    take_readme_picture(host, cory, README_PICTURE)
                    return
                for name, page, sizes in screens(new_page(browser, server.url, locale=asked.language), server):
                    pictures(page, folder, name, sizes)
                browser.close()
        finally:
            server.kill()
    write_index(folder)
    print(f"{len(list(folder.glob('*.png')))} pictures: {folder / 'index.html'}")


Shown = tuple[str, Page, Mapping[str, tuple[int, int]]]


def screens(page: Page, server: Server) -> Iterator[Shown]:
    """Every screen in turn: what it is called, the page that shows it, and the sizes to show it in."""
    yield from general_screens(page)
    for game in PRODUCTS:
        yield from table_screens(page, game)
        yield from odd_screens(page, game)
        yield from told_screens(page, game)
    yield from undecided_screens(page)
    yield from circle_screens(page, server)
    page.goto("/")
    yield "home-with-tables", page, SIZES
    page.goto("/offline")
    page.context.set_offline(True)  # else it goes elsewhere by itself
    yield "offline", page, SIZES
    page.context.set_offline(False)


def general_screens(page: Page) -> Iterator[Shown]:
    """What is seen away from a table."""
    page.goto("/")
    yield "home", page, SIZES
    for game in PRODUCTS:
        page.goto(f"/open/{game.slug}")
        yield f"{game.folder}-open", page, SIZES
        for box in game.boxes[1:]:
            page.goto(f"/open/{game.slug}?box={box.name}")
            yield f"{game.folder}-open-{box.name}", page, SIZES
        page.goto(f"/rules/{game.slug}")
        yield f"{game.folder}-rulebook", page, SIZES
    for name, path in {"no-such-table": "/t/22222222", "join-code": "/j?code=what"}.items():
        page.goto(path)
        yield name, page, SIZES


def table_screens(page: Page, game: AnyGame, names: Sequence[str] | None = None) -> Iterator[Shown]:
    """The worked game, of its people or of `names`: on the host's phone, on a board, and for one who only watches."""
    header, *moves = worked(game)
    if names:
        header, moves = named(header, moves, names[: len(header["seats"])])
    moments = {"third": len(moves) // 3, "played": len(moves), "over": -1}
    for moment, played in moments.items():
        short = header if played >= 0 or "rounds" not in game.options.model_fields else one_round(header)
        table = opened(page, short, moves[:played] if played >= 0 else moves)
        sit(page, table.host)
        yield f"{game.folder}-table-{moment}", page, SIZES
        for place in (*PLACES.get(moment, ()), *(ALIKE if moment == "third" and game is PRODUCTS[0] else ())):
            page.goto(f"/t/{table.code}/{place}")
            yield f"{game.folder}-{place}-{moment}", page, SIZES
        if moment != "played":
            page.goto(f"/t/{table.code}/board")
            yield f"{game.folder}-board-{moment}", page, BOARD
    if game is not PRODUCTS[0]:
        return
    page.context.clear_cookies()
    page.goto(f"/t/{table.code}")
    yield f"{game.folder}-watching", page, SIZES
    page.goto(f"/j/{table.code}")
    yield f"{game.folder}-join", page, SIZES


def one_round(header: Mapping[str, Any]) -> dict[str, Any]:
    """The same table where the game is over after one round."""
    return {**header, "options": {**header.get("options", {}), "rounds": 1}}


def told_screens(page: Page, game: AnyGame) -> Iterator[Shown]:
    """What is half told on the host's phone, and a refusal."""
    for name, moves, taps in TOLD[game.slug]:
        header = {"transcript": 1, "game": game.slug, "seats": list(LONG[:4])}
        header |= {"options": {"sloppy": True}} if game.slug == "fluff" else {}
        page.context.clear_cookies()
        sit(page, opened(page, header, moves).host)
        live(page)
        for tap in taps:
            tell(page, tap)
            expect(page.locator(".htmx-request")).to_have_count(0)
        if name == "refusal":
            expect(page.get_by_role("alert")).to_be_visible()
        yield f"{game.folder}-told-{name}", page, SIZES


def odd_screens(page: Page, game: AnyGame) -> Iterator[Shown]:
    """A table with as many odd names as fit: first asked, and for a seat that waits."""
    names = list(ODD[: game.most_seats(game.options())])
    table = opened(page, {"transcript": 1, "game": game.slug, "seats": names}, [])
    for who, key in (("host", table.host), ("seat", table.seats[names[1]])):
        page.context.clear_cookies()
        sit(page, key)
        yield f"{game.folder}-odd-names-{who}", page, SIZES
    page.goto(f"/t/{table.code}/board")
    yield f"{game.folder}-odd-names-board", page, BOARD


def undecided_screens(page: Page) -> Iterator[Shown]:
    """Five odd names, one of which forgot to turn in: the line on the table, opened, and where it is decided."""
    names = list(ODD[:5])
    takes = [{"move": "take", "seat": names[0], "color": "red"}, *({"move": "done", "seat": name} for name in names)]
    trick = {"move": "trick", "winner": names[0], "led": "red", "won_with": "red"}
    header = {"transcript": 1, "game": "sluff-off", "seats": names}
    table = opened(page, header, [*takes, trick, {"move": "miss_turn_in", "seat": names[0]}])
    sit(page, table.host)
    yield "sluff_off-undecided", page, SIZES
    page.locator(".found summary").click()
    yield "sluff_off-undecided-opened", page, SIZES
    page.locator(".found a[href*='/ruling']").click()
    yield "sluff_off-decide", page, SIZES


@contextmanager
def played_circle(server: Server) -> Iterator[Evenings]:
    """A circle of five long names on that server: two games to their end, and one that goes on."""
    tables = build_service(connect(f"sqlite:///{(server.instance / 'companion.sqlite3').as_posix()}"))
    try:
        home = Evenings(tables)
        home.played(*LONG)
        home.played(*LONG[::-1])
        home.plays(*LONG[:4])
        yield home
    finally:
        tables.close()


def circle_screens(page: Page, server: Server) -> Iterator[Shown]:
    """A circle after three games, as somebody sees it who joins, and another as its host does."""
    with played_circle(server) as home:
        address, person = f"/c/{home.circle.code}", home.called(LONG[0])
    page.goto(f"{address}/join")
    yield "circle-join", page, SIZES
    page.locator("main form button.main").click()
    page.wait_for_url(f"**{address}")
    places = {"statistics": "/statistics", "evening": "/evenings/1", "games": "/games", "person": f"/people/{person}"}
    for name, place in {"page": "", **places, "phones": "/phones"}.items():
        page.goto(address + place)
        yield f"circle-{name}", page, SIZES
    page.goto("/circle/new")
    yield "circle-new", page, SIZES
    own = send(page, "/circle/new", [("name", LONG[1])])
    for name, place in {"new": "", "phones": "/phones", "delete": "/delete"}.items():
        page.goto(own + place)
        yield f"circle-host-{name}", page, SIZES


def worked(game: AnyGame) -> list[dict[str, Any]]:
    """The worked game of its tests, of its first box: header, then moves."""
    path = min((GAMES_OF_TESTS / game.folder).glob("worked_*.jsonl"))
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def pictures(page: Page, folder: Path, name: str, sizes: Mapping[str, tuple[int, int]]) -> None:
    """A picture of what the page shows in each size, light and dark: as people see it, not the whole length."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(WAITED_MS)
            page.screenshot(path=folder / f"{name}--{size}-{scheme}.png")


def take_readme_picture(host: Page, cory: Page, path: Path) -> None:
    """The picture in the README: a phone whose turn it is, in the middle of a prediction."""
    new_table(host, FOUR, blue=3)
    join(cory, invitation(host), "Cory")
    predict(host, Chris="red blue blue green", Mary="purple purple blue red red")
    enter(host, "Take the Sluffer")
    for act in ("Take orange", "Take orange", "Take green"):
        enter(host, act)
    cory.locator("#table[data-version='15']").wait_for()
    # A code that opens nothing, so that the picture changes only when the screen does.
    cory.locator("a.code").evaluate("e => { e.lastChild.innerHTML = 'K7QF-<wbr>2M9X'; }")
    cory.evaluate("document.fonts.ready")
    cory.screenshot(path=path)


def write_index(folder: Path) -> None:
    """A page of all pictures, a row for each screen."""
    rows: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.png")):
        rows.setdefault(path.stem.split("--")[0], []).append(path.name)
    body = "".join(f"<h2>{escape(name)}</h2><p>{''.join(map(_picture, found))}</p>" for name, found in rows.items())
    made = time.strftime("%Y-%m-%d %H:%M")
    (folder / "index.html").write_text(
        f"<!doctype html><meta charset=utf-8><title>Gallery, {made}</title><h1>{made}</h1>{body}", encoding="utf-8"
    )


def _picture(name: str) -> str:
    return f'<img loading="lazy" height="420" src="{escape(name)}" title="{escape(name)}">'


if __name__ == "__main__":
    main()
