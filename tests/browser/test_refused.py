"""An entry that the rules refuse since they were corrected, on the host's phone: the hold, and each choice a tap."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.tables.keys_and_codes import normal_code
from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, Server, picture
from tests.browser.hands import at_version, button, enter, holds, invitation, join, new_table, version
from tests.storage.raw import raw

SMALL = (360, 640)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for these tests, each of which ends it once and starts it again."""
    running = Server(tmp_path_factory.mktemp("refused") / "instance", COMPANION_OPEN_LIMIT="100000/minute")
    running.start()
    yield running
    running.kill()


def written_by_another_version(server: Server, code: str, *moves: object) -> None:
    """Rows of the ledger, as a program with other rules has written them."""
    from sqlalchemy import text

    with raw(f"sqlite:///{server.instance}/companion.sqlite3") as database:
        table, key = database.execute(
            text("SELECT t.id, k.id FROM tables t JOIN keys k ON k.table_id = t.id WHERE t.code = :code"),
            {"code": normal_code(code)},
        ).first() or (0, 0)
        latest = database.execute(
            text("SELECT max(version) FROM entries WHERE table_id = :table"), {"table": table}
        ).scalar_one()
        for number, move in enumerate(moves, latest + 1):
            values = {"table": table, "version": number, "move": json.dumps(move), "key": key}
            row = "INSERT INTO entries (table_id, version, move, at, entered_by, key_id, label, kind) VALUES "
            database.execute(
                text(row + "(:table, :version, :move, '2026-11-21 20:15:00', 'Mary', :key, 'iPhone', 'move')"), values
            )


def sound(page: Page, what: str) -> None:
    clean(page, what)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("how", "control", "red"),
    [
        ("stands", "It stands", {"Chris": 1, "Mary": 1}),
        ("out", "Take it out", {"Chris": 1, "Mary": 0}),
        ("replaced", "Instead: Chris took red from the centre", {"Chris": 2, "Mary": 0}),
    ],
)
def test_the_host_decides_with_a_tap(
    server: Server, phone: Phone, out: Path, how: str, control: str, red: dict[str, int]
) -> None:
    dark = how == "out"
    host, katie = phone(size=SMALL, dark=dark), phone(size=SMALL)
    code = new_table(host)
    address = invitation(host)
    enter(host, "Take red")
    join(katie, address, "Katie")
    server.kill()
    written_by_another_version(
        server, code, {"move": "take", "seat": "Mary", "color": "red"}, {"move": "done", "seat": "Chris"}
    )
    server.start()
    for page in (host, katie):
        page.reload()
        expect(page.locator(".hold")).to_contain_text("Entry 2 stood under edition 1 of the rules")
        sound(page, "the table on hold")
    expect(katie.get_by_text("Nothing can be entered until the host decides.")).to_be_visible()
    picture(host, out / f"refused-{how}-1-hold.png")
    host.get_by_role("link", name="Decide it").click()
    expect(host.locator("[data-refused='2']")).to_contain_text("It is Chris\u2019s turn to predict.")
    sound(host, "the choice")
    picture(host, out / f"refused-{how}-2-choice.png", whole=True)
    for choice in host.locator("button[data-how]").all():
        box = choice.bounding_box()
        assert box is None or box["height"] >= 48
    button(host, control).first.click()
    for page in (host, katie):
        at_version(page, 4)
        expect(page.locator(".hold")).to_have_count(0)
    for name, count in red.items():
        assert holds(host, name).get("red", 0) == count
    host.get_by_role("link", name="Ledger").click()
    expect(host.locator("#v2")).to_contain_text("today it would be refused")
    sound(host, "the ledger")
    picture(host, out / f"refused-{how}-3-ledger.png")
    host.go_back()
    enter(host, "Take blue")
    assert version(host) == 5


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "dark"), [(SMALL, False), ((1280, 800), True)], ids=["phone", "laptop"])
def test_what_no_move_tells_stands_by_a_tap_too(
    server: Server, phone: Phone, out: Path, size: tuple[int, int], dark: bool
) -> None:
    host = phone(size=size, dark=dark)
    code = new_table(host)
    enter(host, "Take red")
    server.kill()
    written_by_another_version(server, code, {"move": "sluffer", "seat": "Chris"})
    server.start()
    host.reload()
    host.get_by_role("link", name="Decide it").click()
    expect(host.locator("[data-refused='2']")).to_be_visible()
    expect(host.get_by_text("The table lets it stand: Chris took the Sluffer")).to_be_visible()
    clean(host, "the choice")
    picture(host, out / f"refused-upheld-{size[0]}-1-choice.png", whole=True)
    button(host, "It stands").first.click()
    at_version(host, 3)
    assert holds(host, "Chris").get("red", 0) == 0
    host.get_by_role("link", name="Ledger").click()
    expect(host.locator("#v2")).to_contain_text("The table lets it stand: Chris took the Sluffer")
    picture(host, out / f"refused-upheld-{size[0]}-2-ledger.png", whole=True)
    clean(host, "the ledger")
