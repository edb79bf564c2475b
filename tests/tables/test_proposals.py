"""Proposals: one phone proposes an amend, and another seat confirms it on its own phone."""

from __future__ import annotations

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Played
from companion.tables.entry import Act
from companion.tables.policy import SECOND_IS_FIRST
from tests.service.house import House, take
from tests.tables.acts import (
    change,
    confirmed,
    forbidden,
    hold,
    propose,
    standing,
    two_people,
    withdraw,
)

PURPLE = propose(change("2", take("Chris", "purple")), reason="it was purple")


@pytest.fixture
def house(house: House) -> House:
    """Chris has taken red and blue; an amend needs two people. Three entries."""
    house.play_all(take("Chris"), take("Chris", "blue"), two_people())
    return house


@pytest.fixture
def waiting(house: House) -> House:
    """The host has proposed purple: entry 4."""
    house.play_all(PURPLE)
    return house


def test_a_proposal_waits_until_it_is_confirmed_and_then_is_an_amend(waiting: House) -> None:
    proposal = waiting.now.referee.proposal
    assert proposal is not None
    assert (proposal.by.version, proposal.by.seat, proposal.act) == (4, None, PURPLE)
    assert standing(waiting.now) == [("1", "red"), ("2", "blue")]
    waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary"))
    assert standing(waiting.now) == [("1", "red"), ("2", "purple")]
    assert waiting.now.referee.proposal is None
    assert waiting.tables.entries(waiting.code)[1].changed_by == 5


@pytest.mark.parametrize("act", [withdraw(4), two_people(False)], ids=lambda act: act.act)
def test_a_proposal_is_dropped_when_it_is_withdrawn_or_no_second_is_needed(waiting: House, act: Act) -> None:
    waiting.play_all(act)
    assert waiting.now.referee.proposal is None


def test_a_ruling_that_two_agree_on_ends_the_hold_and_is_a_precedent(house: House) -> None:
    act = propose(change("2", take("Chris", "purple")), settles=4, rule="box")
    house.play_all(hold(), act)
    assert house.now.referee.hold is not None
    house.play(confirmed(act, 5), actor=house.seat("Katie"))
    assert house.now.referee.hold is None
    assert [(ruling.rule, ruling.how) for ruling in house.now.referee.precedents] == [("box", "amend")]


def test_a_host_who_proposed_and_then_sits_down_does_not_confirm(tables: TableService) -> None:
    house = House(tables, keys_for_seats=False)
    house.play_all(take("Chris"), take("Chris", "blue"), two_people(), PURPLE)
    membership.sit(house.tables, house.host, "Katie")
    seated = house.actor(house.opened.host_key)
    assert seated.seat == "Katie"
    assert forbidden(house.play(confirmed(PURPLE, 4), actor=seated)) == SECOND_IS_FIRST


def test_a_seat_that_proposed_does_not_confirm_from_another_phone(house: House) -> None:
    house.play(PURPLE, actor=house.scorekeeper())
    mary = house.actor(membership.new_seat_key(house.tables, house.host, "Mary"))
    assert forbidden(house.play(confirmed(PURPLE, 4), actor=mary)) == SECOND_IS_FIRST
    assert isinstance(house.play(confirmed(PURPLE, 4), actor=house.seat("Katie")), Played)
