"""What a phone shows that was sent parts of its page is what it would be shown anew, in every game."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.browser.conftest import Phone
from tests.browser.gallery import opened, sit
from tests.browser.hands import at_version, live

NAMES = ["Mary", "Ben", "Cat"]
MOVES = 25
LOOK = """async () => {
    const at = document.getElementById("live").dataset.part;
    const told = new DOMParser().parseFromString(await (await fetch(at)).text(), "text/html");
    const plain = (table) => {
        const copy = table.cloneNode(true);
        for (const mark of copy.querySelectorAll(".chip.away, [data-away-note]")) mark.remove();
        copy.normalize();
        return copy;
    };
    const [shown, fresh] = [document, told].map((root) => plain(root.getElementById("table")));
    const apart = [...shown.querySelectorAll("[id]")].filter((one) => {
        const other = fresh.querySelector(`#${CSS.escape(one.id)}`);
        return !other || one.outerHTML.replace(/\\s+/g, " ") !== other.outerHTML.replace(/\\s+/g, " ");
    });
    const attributes = (one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`).sort().join();
    return [...apart.map((one) => one.id), ...(attributes(shown) === attributes(fresh) ? [] : ["table"])];
}"""
COUNT = """() => { window.swapped = 0; document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) =>
    { if (detail.target.id === "state") window.swapped += 1; }); }"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["sluff-off", "popcorn", "fluff"])
def test_a_phone_that_is_sent_parts_shows_what_a_fresh_one_does(phone: Phone, game: str) -> None:
    page: Page = phone()
    header = {"transcript": 1, "game": game, "seats": NAMES} | ({} if game == "fluff" else {"dealer": "Cat"})
    table = opened(page, header, [])
    sit(page, table.seats["Mary"])
    live(page)
    page.evaluate(COUNT)
    book, chance = open_book(read_header(header)), random.Random(5)
    for version in range(1, MOVES + 1):
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        if not legal:
            break
        move = chance.choice(legal)
        answer = page.request.post(
            f"/api/tables/{table.code}/moves", data=move, headers={"Authorization": f"Bearer {table.host}"}
        )
        assert answer.status == 201
        ruling = book.play(move)
        assert isinstance(ruling, Accepted)
        book = ruling.state
        at_version(page, version)
        for patience in (20, 50, 100, 400, 1600, 6400, 0):  # attributes settle a moment after their elements
            if not (apart := page.evaluate(LOOK)) or not patience:
                break
            page.wait_for_timeout(patience)
        assert apart == []
    assert page.evaluate("window.swapped") > MOVES / 2
