"""Who may change something of a circle sees the button for it, as policy says, and nobody else does."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.circles.policy import CircleChange, may_change
from tests.conftest import Phone
from tests.service.circle import Evenings

BUTTONS = {
    CircleChange.NAME: ("", "/name"),
    CircleChange.DROP_PRESET: ("", "/presets/{preset}/drop"),
    CircleChange.RELEASE_GAME: ("/games", "/games/release"),
    CircleChange.PERSON: ("/people/{person}", "/people/{person}/name"),
    CircleChange.MERGE: ("/people/{person}", "/people/{person}/merge"),
    CircleChange.WHOSE_PHONE: ("/people/{person}", "/me"),
    CircleChange.FORGET: ("/people/{person}", "/people/{person}/forget"),
    CircleChange.HOSTS: ("/phones", "/phones/host"),
    CircleChange.OTHERS_KEY: ("/phones", "/phones/end-one"),
    CircleChange.RECOVERY_CODE: ("/phones", "/phones/recovery"),
    CircleChange.ALL_KEYS: ("/phones", "/phones/end"),
    CircleChange.DELETE: ("/phones", "/delete"),
    CircleChange.OWN_KEY: ("/phones", "/phones/leave"),
}
"""The page that has it, and where it leads."""


@pytest.fixture
def places(home: Evenings) -> dict[CircleChange, tuple[str, str]]:
    """The addresses of these at a circle that has played and keeps house rules."""
    home.played()
    preset = home.circles.keep_preset(home.host, "Short", "sluff-off", {"rounds": 1})
    known = {"preset": preset, "person": home.circles.people(home.circle.id)[0].id}
    at = f"/c/{home.circle.code}"
    return {
        change: (at + page.format(**known), at + leads.format(**known)) for change, (page, leads) in BUTTONS.items()
    }


def seen(phone: Phone, page: str, leads: str) -> bool:
    """Whether the page has a form or a link that leads there."""
    return f'"{leads}"' in phone.get(page).text


@pytest.mark.parametrize("host", [True, False], ids=["host", "joined"])
def test_a_button_is_there_for_whoever_may(
    app: Flask, home: Evenings, phone: Phone, places: dict[CircleChange, tuple[str, str]], host: bool
) -> None:
    mine = Phone(app, circle=(home.circle.code, home.opened.host_key)) if host else phone
    found = {change: seen(mine, *place) for change, place in places.items()}
    assert found == {change: may_change(host, change) for change in BUTTONS}


def test_a_right_that_is_given_to_all_brings_them_its_button(
    phone: Phone, places: dict[CircleChange, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.circles.policy.may_change", lambda *_: True)
    assert all(seen(phone, *place) for place in places.values())
