"""Requests that are held back, so that their answers come late, or after those of later ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.offline import until

Held = TypeVar("Held", Route, tuple[Route, APIResponse])
TELLS, ENTERS = "**/act?**", "**/moves"


@contextmanager
def slow(page: Page, where: str) -> Iterator[None]:
    """The first request there reaches the server only after all taps of this block; those after it are quick again."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(where, hold)
    yield
    held_back(page, held)
    held[0].continue_()
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.unroute(where)


def held_back(page: Page, late: list[Held], many: int = 1) -> list[Held]:
    """So many requests that wait, with the answers that they have not got yet where a test asks for them."""
    until(page, lambda: len(late) >= many)
    return late
