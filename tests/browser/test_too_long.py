"""A file that is too long for a transcript is not sent: the form says so, and what was typed stays."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from companion.web.limits import LARGEST_FILE
from tests.browser.conftest import Phone, Server


def test_it_is_said_before_anything_is_sent(server: Server, phone: Phone, tmp_path: Path) -> None:
    film = tmp_path / "film.jsonl"
    film.write_bytes(b"x" * LARGEST_FILE)
    host, sent = phone(size=(360, 640)), list[str]()
    host.goto("/open/file")
    host.on("request", lambda asked: sent.append(asked.method))
    said = host.get_by_role("alert").filter(has_text="too long for a transcript")
    host.locator("summary").click()
    host.get_by_label("The text of the file").fill("a game")
    host.get_by_label("The file", exact=True).set_input_files(film)
    host.get_by_role("button", name="Open the table").click()
    expect(said).to_be_in_viewport()
    assert "POST" not in sent
    expect(host.get_by_label("The text of the file")).to_have_value("a game")
    film.write_text("no transcript")
    host.get_by_label("The file", exact=True).set_input_files(film)
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("alert").filter(has_text="Line 1")).to_be_visible()
