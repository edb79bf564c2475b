"""The host's page says by itself, after a minute, what keeps the others away."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.conftest import Phone, Server
from tests.browser.hands import open_table

SOON = """const wait = window.setTimeout
window.setTimeout = (act, after, ...given) => wait(act, after > 50_000 ? 200 : after, ...given)"""
"""A phone on which a minute passes at once."""
TOLD = '<section class="card"><h2>No phone has come yet</h2><ol><li>A firewall</li></ol></section></div>'


def test_it_is_told_without_a_tap(server: Server, phone: Phone) -> None:
    """The server's minute is not waited for: what it would say then is put into its next answer."""
    host, asked = phone(script=SOON, size=(360, 640)), list[str]()

    def later(route: Route) -> None:
        answer = route.fetch()
        asked.append(route.request.url)
        told = f'role="status">{TOLD}' if len(asked) > 1 else 'role="status"></div>'
        route.fulfill(response=answer, body=answer.text().replace('role="status"></div>', told, 1))

    host.route("**/seats", later)
    open_table(host)
    expect(host.get_by_role("heading", name="No phone has come yet")).to_be_visible()
    assert len(asked) == 2
    expect(host.get_by_role("heading", name="Who sits where")).to_be_visible()
