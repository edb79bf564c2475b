"""What a tap promises, whatever goes wrong, for an act of every game: none is lost unsaid, and none counts twice.

tests/service/test_promises.py holds the service to the same promises.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.hands import Table, also_entered, at_version, button, opened, play_for_them, sit, version
from tests.browser.slow_answers import DIES, ENTERS, STREAMS, held_back, intercept, slow

NAMES = ["Mary", "Ben", "Cat"]
UNSENT = "#notice .unsent"


class Act(NamedTuple):
    """An act of Mary's: the moves before it, the control that makes it, and the move that it enters."""

    before: tuple[dict[str, Any], ...]
    control: str
    move: dict[str, Any]


ACTS = {
    "sluff-off": Act((), "Take the Sluffer", {"move": "sluffer", "seat": "Mary"}),
    "ui77": Act(
        ({"move": "face_up", "cards": ["4H", "6S", "7D"]},), "Throw 0", {"move": "discard", "seat": "Mary", "count": 0}
    ),
    "popcorn": Act((), "Claim 1 ace", {"move": "claim", "seat": "Mary", "rank": "A", "count": 1}),
    "fluff": Act(
        ({"move": "first_roll", "wilds": {"Mary": 2, "Ben": 0, "Cat": 0}},),
        "Bid 3 × 2",
        {"move": "bid", "seat": "Mary", "quantity": 3, "value": 2},
    ),
}


class Scene(NamedTuple):
    """A table at which the act comes next, and its host's phone."""

    host: Page
    table: Table
    act: Act

    @property
    def then(self) -> int:
        """The version after the act."""
        return len(self.act.before) + 1

    def tap(self, page: Page | None = None) -> None:
        button(page or self.host, self.act.control).click()


@pytest.fixture(params=ACTS)
def scene(request: pytest.FixtureRequest, phone: Phone) -> Scene:
    act, host = ACTS[request.param], phone(script=STREAMS)
    header = {"transcript": 1, "game": request.param, "seats": NAMES}
    header |= {} if request.param == "fluff" else {"dealer": "Cat"}
    table = opened(host, header, list(act.before))
    sit(host, table.host)
    return Scene(host, table, act)


def test_a_tap_that_was_lost_is_offered_again(scene: Scene) -> None:
    host = scene.host
    host.context.set_offline(True)
    scene.tap()
    expect(host.locator(UNSENT)).to_be_visible()
    host.context.set_offline(False)
    button(host, f"Send it again: {scene.act.control}").click()
    at_version(host, scene.then)
    expect(host.get_by_role("alert")).to_have_count(0)


def test_a_tap_whose_answer_was_lost_counts_once(scene: Scene) -> None:
    lost: list[APIResponse] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())
            route.fulfill(status=502)

    intercept(scene.host, ENTERS, lose)
    with scene.host.expect_response(ENTERS):
        scene.tap()
    at_version(scene.host, scene.then)
    expect(scene.host.locator(UNSENT)).to_have_count(0)


def test_a_lost_tap_that_the_table_has_overtaken_is_not_offered(scene: Scene) -> None:
    host = scene.host
    host.context.set_offline(True)
    scene.tap()
    expect(host.locator(UNSENT)).to_be_visible()
    also_entered(host, scene.table, scene.act.move)
    host.context.set_offline(False)
    expect(host.get_by_role("alert")).to_contain_text("Your last tap is not sent again")
    at_version(host, scene.then)
    expect(host.locator("[data-again]")).to_have_count(0)


def test_a_tap_is_shown_although_the_stream_has_died_without_a_word(scene: Scene) -> None:
    scene.host.evaluate(DIES)
    scene.tap()
    at_version(scene.host, scene.then)


def test_a_tap_is_seen_until_its_answer_is_here(scene: Scene) -> None:
    sent = scene.host.locator("[data-sent]")
    with slow(scene.host, ENTERS):
        scene.tap()
        expect(sent).to_have_accessible_name(scene.act.control)
    expect(sent).to_have_count(0)
    at_version(scene.host, scene.then)


def test_who_has_not_heard_that_another_was_first_is_told(scene: Scene) -> None:
    """Its stream has died, or another process of the server has entered it."""
    host = scene.host
    host.evaluate(DIES)
    also_entered(host, scene.table, scene.act.move)
    with host.expect_response(ENTERS) as answer:
        scene.tap()
    assert answer.value.status == 409
    expect(host.locator("#notice")).to_contain_text("The table has moved on")
    expect(host.locator("#notice")).to_contain_text("Somebody else was first.")
    at_version(host, scene.then)


def test_what_two_phones_enter_at_once_counts_once(scene: Scene, phone: Phone) -> None:
    host, mary, held = scene.host, phone(script=STREAMS), list[Route]()
    sit(mary, scene.table.seats["Mary"])
    host.reload()  # Mary has a phone of her own now, to which this one leaves her seat
    intercept(host, ENTERS, held.append)
    play_for_them(host, button(host, scene.act.control))
    scene.tap()
    held_back(host, held)
    scene.tap(mary)
    at_version(mary, scene.then)
    held.pop().continue_()
    expect(host.get_by_role("alert")).to_contain_text("The table has moved on")
    expect(mary.get_by_role("alert")).to_have_count(0)
    assert version(host) == version(mary) == scene.then


def test_a_tap_after_its_key_has_ended_is_refused_and_the_phone_is_told(scene: Scene, phone: Phone) -> None:
    mary, held = phone(script=STREAMS), list[Route]()
    sit(mary, scene.table.seats["Mary"])
    intercept(mary, ENTERS, held.append)
    scene.tap(mary)
    [route] = held_back(mary, held)
    scene.host.goto(f"/t/{scene.table.code}/phones")
    button(scene.host, "End all keys and make new links").click()
    expect(scene.host.get_by_role("heading", name="New links")).to_be_visible()
    route.continue_()
    expect(mary.get_by_role("alert")).to_contain_text("only watching")
    expect(button(mary, scene.act.control)).to_have_count(0)
    assert version(mary) == scene.then - 1


def test_what_the_disk_did_not_take_is_said_and_can_be_tapped_again(scene: Scene) -> None:
    full = '<section class="ruling" role="alert"><h2>Not saved</h2></section>'
    said = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML", "Content-Type": "text/html"}
    intercept(scene.host, ENTERS, lambda route: route.fulfill(status=503, headers=said, body=full))
    scene.tap()
    expect(scene.host.get_by_role("alert")).to_contain_text("Not saved")
    scene.host.unroute(ENTERS)
    scene.host.keyboard.press("Escape")
    scene.tap()
    at_version(scene.host, scene.then)


def test_an_undo_is_said_and_can_be_put_back(scene: Scene) -> None:
    host = scene.host
    scene.tap()
    at_version(host, scene.then)
    button(host, "Undo").click()
    expect(host.get_by_text("Took back: ")).to_be_visible()
    expect(host.locator("#said")).to_contain_text("Undone: ")
    button(host, "Put it back").click()
    at_version(host, scene.then + 2)
