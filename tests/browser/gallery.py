"""`make gallery`: a picture of every screen, light and dark, on a phone, in landscape, on a tablet, on a board.

`index.html` beside the pictures shows them all: hold it against that of before a change. Each game is shown at its
opening, in play, after the last move of its worked game, and when all is over. With `--readme` the README's picture
is taken anew instead.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.browser.conftest import CHECKOUT, CHROMIUM, HERE, Server, new_page
from tests.browser.hands import FOUR, LONG, enter, invitation, join, new_table, predict, send
from tests.browser.test_statistics import joined
from tests.browser.test_statistics import played as circle_played

GAMES_OF_TESTS = HERE.parent / "games"
ODD = ("\U0001f984\U0001f389 Zo\u00eb", "\u0645\u062d\u0645\u062f \u0639\u0644\u064a", "Maximiliane von Hohenfels",
       'O"Brien & Co. <b>', "Ann", "Li", "Wilhelmina-Anastasia", "Bo", "Constantine Papadopoulos", "Eve")  # fmt: skip
SIZES = {"phone": (360, 640), "landscape": (844, 390), "tablet": (768, 1024), "narrow": (320, 568)}
BOARD = {"board": (1280, 720)}
README_VIEWPORT, README_PICTURE = {"width": 390, "height": 844}, CHECKOUT / "docs" / "phone.png"
PLACES = ("seats", "scores", "ledger", "referee", "may-i", "tokens", "hold", "ruling", "set-up", "players", "phones")
SCHEMES = ("light", "dark")
WAITED_MS = 150  # for what slides and fades


@dataclass(frozen=True, slots=True)
class Table:
    """A table made through the API: its code, the host's key, and a key for each seat."""

    code: str
    host: str
    seats: Mapping[str, str]


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
                    host = new_page(browser, server.url, hasty=False, viewport=README_VIEWPORT)
                    cory = new_page(browser, server.url, hasty=False, viewport=README_VIEWPORT)
                    take_readme_picture(host, cory, README_PICTURE)
                    return
                context = browser.new_context(base_url=server.url, reduced_motion="reduce", locale=asked.language)
                for name, page, sizes in screens(context.new_page(), server):
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


def table_screens(page: Page, game: AnyGame) -> Iterator[Shown]:
    """The worked game, at five moments: on the host's phone, on a board, and for one who watches at the side."""
    header, *moves = worked(game)
    moments = {"opening": 0, "third": len(moves) // 3, "late": len(moves) * 4 // 5, "played": len(moves), "over": -1}
    for moment, played in moments.items():
        short = header if played >= 0 or "rounds" not in game.options.model_fields else one_round(header)
        table = opened(page, short, moves[:played] if played >= 0 else moves)
        sit(page, table.host)
        yield f"{game.folder}-table-{moment}", page, SIZES
        if moment in ("third", "over"):
            for place in PLACES:
                page.goto(f"/t/{table.code}/{place}")
                yield f"{game.folder}-{place}-{moment}", page, SIZES
        page.goto(f"/t/{table.code}/board")
        yield f"{game.folder}-board-{moment}", page, BOARD
    page.context.clear_cookies()
    page.goto(f"/t/{table.code}")
    yield f"{game.folder}-watching", page, SIZES
    page.goto(f"/j/{table.code}")
    yield f"{game.folder}-join", page, SIZES


def one_round(header: Mapping[str, Any]) -> dict[str, Any]:
    """The same table where the game is over after one round."""
    return {**header, "options": {**header.get("options", {}), "rounds": 1}}


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


def circle_screens(page: Page, server: Server) -> Iterator[Shown]:
    """A circle of five long names after three games: its page, what has come out of them, an evening, a person."""
    with circle_played(server) as home:
        address = joined(page, home)
        places = {"statistics": "/statistics", "evening": "/evenings/1", "person": f"/people/{home.called(LONG[0])}"}
        for name, place in {"page": "", **places}.items():
            page.goto(address + place)
            yield f"circle-{name}", page, SIZES


def worked(game: AnyGame) -> list[dict[str, Any]]:
    """The worked game of its tests, of its first box: header, then moves."""
    path = min((GAMES_OF_TESTS / game.folder).glob("worked_*.jsonl"))
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


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
    """Take what a key's link gives, and be at the table."""
    page.goto(send(page, f"/k/{key}"))


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
