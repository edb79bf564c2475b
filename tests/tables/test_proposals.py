"""Proposals: one phone proposes an amend, and another seat confirms it on its own phone."""

from __future__ import annotations

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Played, Refused, Stale, Unsaved
from companion.tables.entry import Act, Amend
from companion.tables.policy import HOST_RULES, KEEPERS_CORRECT, NO_SEAT, SECOND_IS_FIRST, SECOND_NEEDED, forbids_act
from companion.tables.snapshot import Actor
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import no_commit
from tests.tables.acts import (
    amend,
    change,
    confirmed,
    forbidden,
    hold,
    propose,
    put_in,
    remove,
    settle,
    standing,
    two_people,
    whole,
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


def test_nobody_amends_alone(house: House) -> None:
    for actor in (house.host, house.scorekeeper()):
        assert forbidden(house.play(amend(remove("2")), actor=actor)) == SECOND_NEEDED
    assert house.now.version == 3


def test_host_and_scorekeeper_propose_and_a_seat_does_not(house: House) -> None:
    assert forbidden(house.play(PURPLE, actor=house.seat("Chris"))) == KEEPERS_CORRECT
    for version, actor in enumerate((house.host, house.scorekeeper()), 4):
        assert isinstance(house.play(PURPLE, actor=actor), Played)
        proposal = house.now.referee.proposal
        assert proposal is not None
        assert (proposal.by.version, proposal.by.seat, proposal.act) == (version, actor.seat, PURPLE)


def test_a_proposal_changes_nothing_and_play_goes_on(waiting: House) -> None:
    assert standing(waiting.now) == [("1", "red"), ("2", "blue")]
    waiting.play_all(take("Chris", "green"))
    assert waiting.now.referee.proposal is not None


@pytest.mark.parametrize("name", ["Chris", "Mary", "Katie"])
def test_any_other_seat_confirms(waiting: House, name: str) -> None:
    answer = waiting.play(confirmed(PURPLE, 4), actor=waiting.seat(name))
    assert isinstance(answer, Played)
    assert standing(waiting.now) == [("1", "red"), ("2", "purple")]
    assert waiting.now.referee.proposal is None
    assert waiting.tables.entries(waiting.code)[1].changed_by == 5


def test_the_host_confirms_the_proposal_of_a_scorekeeper(house: House) -> None:
    house.play(PURPLE, actor=house.scorekeeper())
    assert isinstance(house.play(confirmed(PURPLE, 4)), Played)


def test_the_phone_that_proposed_does_not_confirm(waiting: House) -> None:
    assert forbidden(waiting.play(confirmed(PURPLE, 4))) == SECOND_IS_FIRST
    assert standing(waiting.now) == [("1", "red"), ("2", "blue")]


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


def test_a_viewer_neither_confirms_nor_withdraws(waiting: House) -> None:
    nobody = Actor(waiting.host.table_id, waiting.code, -1, None, False, False, "")
    for act in (confirmed(PURPLE, 4), withdraw(4)):
        assert forbids_act(nobody, act, waiting.now) == NO_SEAT


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(confirmed(PURPLE, 3), id="another version"),
        pytest.param(amend(change("2", take("Chris", "green")), reason="it was purple", proposed=4), id="other edits"),
        pytest.param(amend(*PURPLE.edits, reason="because", proposed=4), id="another reason"),
        pytest.param(amend(*PURPLE.edits, reason="it was purple", proposed=4, rule="box"), id="another rule"),
    ],
)
def test_a_confirmation_that_differs_from_the_proposal_is_stale(waiting: House, act: Amend) -> None:
    assert isinstance(waiting.play(act, actor=waiting.seat("Mary")), Stale)
    assert waiting.now.version == 4


def test_a_proposal_that_is_confirmed_twice_is_carried_out_once(waiting: House) -> None:
    mary = waiting.seat("Mary")
    answers = [waiting.play(confirmed(PURPLE, 4), actor=mary, request="tap") for _ in range(2)]
    assert [getattr(answer, "version", None) for answer in answers] == [5, 5]
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Katie")), Stale)


@pytest.mark.parametrize("name", ["Chris", "Mary", None])
def test_any_seat_and_the_host_withdraw_a_proposal(waiting: House, name: str | None) -> None:
    actor = waiting.seat(name) if name else waiting.host
    assert isinstance(waiting.play(withdraw(3), actor=actor), Stale)
    assert isinstance(waiting.play(withdraw(4), actor=actor), Played)
    assert waiting.now.referee.proposal is None
    assert isinstance(waiting.play(withdraw(4), actor=actor), Stale)
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Katie")), Stale)


def test_a_later_proposal_takes_the_place_of_the_first(waiting: House) -> None:
    green = propose(change("2", take("Chris", "green")))
    waiting.play_all(green)
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Stale)
    assert isinstance(waiting.play(confirmed(green, 5), actor=waiting.seat("Mary")), Played)
    assert standing(waiting.now)[-1] == ("2", "green")


def test_a_proposal_is_dropped_when_an_amend_no_longer_needs_two_people(waiting: House) -> None:
    waiting.play_all(two_people(False))
    assert waiting.now.referee.proposal is None
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Stale)


# A proposal that does not fit, or no longer does


@pytest.mark.parametrize(
    ("act", "answer"),
    [
        pytest.param(propose(remove("9")), Stale, id="no such entry"),
        pytest.param(propose(change("1", {"move": "dance"})), Stale, id="no move"),
        pytest.param(propose(remove("1"), settles=3), Stale, id="settles no hold"),
        pytest.param(propose(put_in(take("Mary"), "1")), Refused, id="not Mary's turn"),
    ],
)
def test_a_proposal_that_could_not_be_carried_out_is_not_entered(house: House, act: Act, answer: type) -> None:
    got = house.play(act)
    assert isinstance(got, answer)
    assert getattr(got, "instead", ()) == ()
    assert house.now.version == 3


def test_a_proposal_whose_entry_was_undone_no_longer_fits(waiting: House) -> None:
    waiting.play_all(UNDO)
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Stale)
    assert waiting.now.referee.proposal is not None
    waiting.play_all(withdraw(4))


def test_a_proposal_is_refused_if_an_entry_made_since_would_not_stand(house: House) -> None:
    act = propose(change("2", done("Chris")))
    house.play_all(act, take("Chris", "green"))
    answer = house.play(confirmed(act, 4), actor=house.seat("Mary"))
    assert isinstance(answer, Refused)
    assert answer.rejected.rule.id == "prediction-order"
    assert house.now.version == 5


def test_a_proposal_from_before_a_hold_waits_until_the_host_has_ruled(waiting: House) -> None:
    waiting.play_all(hold())
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Stale)
    waiting.play_all(settle(5))
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Played)


def test_on_hold_the_host_proposes_the_ruling_and_a_second_seat_confirms_it(house: House) -> None:
    house.play_all(hold())
    act = propose(change("2", take("Chris", "purple")), settles=4, rule="box")
    assert forbidden(house.play(act, actor=house.scorekeeper())) == HOST_RULES
    assert isinstance(house.play(PURPLE), Stale)
    house.play_all(act)
    assert house.now.referee.hold is not None
    assert isinstance(house.play(confirmed(act, 5), actor=house.seat("Katie")), Played)
    assert house.now.referee.hold is None
    assert [(ruling.rule, ruling.how) for ruling in house.now.referee.precedents] == [("box", "amend")]


def test_a_proposed_ruling_is_stale_when_the_hold_is_over(house: House) -> None:
    act = propose(change("2", take("Chris", "purple")), settles=4)
    house.play_all(hold(), act, settle(4))
    assert isinstance(house.play(confirmed(act, 5), actor=house.seat("Katie")), Stale)


# On disk, and in every process


def test_another_process_confirms(waiting: House, make_tables: MakeTables) -> None:
    other = make_tables()
    act, mary = confirmed(PURPLE, 4), waiting.seat("Mary")
    answer = other.submit(waiting.code, [act], actor=mary, seen=4, request="tap")
    assert isinstance(answer, Played)
    again = waiting.tables.submit(waiting.code, [act], actor=mary, seen=4, request="tap")
    assert isinstance(again, Played)
    assert again.version == 5
    assert whole(waiting.now) == whole(make_tables().get(waiting.code)) == whole(answer.snapshot)


def test_a_confirmation_that_could_not_be_saved_leaves_the_proposal(waiting: House) -> None:
    mary = waiting.seat("Mary")
    with no_commit(waiting.tables):
        answer = waiting.play(confirmed(PURPLE, 4), actor=mary)
    assert isinstance(answer, Unsaved)
    assert waiting.now.referee.proposal is not None
    assert isinstance(waiting.play(confirmed(PURPLE, 4), actor=waiting.seat("Mary")), Played)
