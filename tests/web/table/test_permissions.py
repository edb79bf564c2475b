"""Who may make a change of seats, keys or the table sees the button for it, as policy says, and nobody else does."""

from __future__ import annotations

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.policy import TableChange, forbids_change
from companion.tables.snapshot import Actor
from tests.conftest import PhoneMaker
from tests.web.games import host_of

BUTTONS = {
    TableChange.RECOVERY_CODE: ("phones", "phones/recovery"),
    TableChange.END_ALL_KEYS: ("phones", "phones/end"),
    TableChange.LEAVE: ("phones", "phones/leave"),
    TableChange.DELETE: ("phones", "delete"),
    TableChange.SEAT_LINK: ("seats", "seats/key"),
    TableChange.HOSTS_SEAT: ("seats", "seats/sit"),
    TableChange.SCOREKEEPER: ("seats", "seats/scorekeeper"),
    TableChange.FREE_SEAT: ("players", "players/phone"),
}
"""The page that has it, and where it leads. A rematch needs a game that is over, an address several networks."""


@pytest.fixture
def keys(opened: Opened, tables: TableService) -> dict[str, str]:
    """By what a phone is, its key; all of them have a seat but the host's."""
    host = host_of(tables, opened)
    for key in opened.seat_keys.values():
        assert membership.actor(tables, opened.code, key, label="phone")
    membership.give_scorekeeper(tables, host, "Mary", True)
    return {"host": opened.host_key, "scorekeeper": opened.seat_keys["Mary"], "seat": opened.seat_keys["Chris"]}


@pytest.mark.parametrize("who", ["host", "scorekeeper", "seat"])
def test_a_button_is_there_for_whoever_may(
    phone: PhoneMaker, opened: Opened, tables: TableService, keys: dict[str, str], who: str
) -> None:
    actor = membership.actor(tables, opened.code, keys[who])
    assert isinstance(actor, Actor)
    mine = phone(opened.code, keys[who])
    for change, (page, leads) in BUTTONS.items():
        there = f'"/t/{opened.code}/{leads}"' in mine.get(f"/t/{opened.code}/{page}").text
        assert there == (forbids_change(actor, change) is None), change


def test_who_has_no_key_is_offered_none_of_them(phone: PhoneMaker, opened: Opened) -> None:
    looking = phone()
    for page, leads in BUTTONS.values():
        assert f'"/t/{opened.code}/{leads}"' not in looking.get(f"/t/{opened.code}/{page}").text


def test_a_right_that_is_given_to_scorekeepers_brings_them_its_button(
    phone: PhoneMaker, opened: Opened, keys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mary = phone(opened.code, keys["scorekeeper"])
    monkeypatch.setattr("companion.tables.policy.forbids_change", lambda *_: None)
    for page, leads in BUTTONS.values():
        assert f'"/t/{opened.code}/{leads}"' in mary.get(f"/t/{opened.code}/{page}").text
