"""Disputes: any seat puts the table on hold, moves wait, the host rules, and the ruling becomes a precedent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.text import Text
from companion.service import membership
from companion.tables.answers import OnHold, Played, Refused, Reused, Stale, Unsaved
from companion.tables.entry import Act
from companion.tables.errors import HostOnly
from companion.tables.policy import HOST_RULES, KEEPERS_CORRECT, NO_SEAT, RULED_ALREADY, forbids_act
from companion.tables.snapshot import Actor
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import no_commit
from tests.tables.acts import amend, change, forbidden, hold, put_in, remove, settle, standing, two_people, whole

POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}
TOO_MANY = {**POINTS, "points": 500}


@pytest.fixture
def house(house: House) -> House:
    """Chris has taken red and blue. Two entries."""
    house.play_all(take("Chris"), take("Chris", "blue"))
    return house


@pytest.fixture
def held(house: House) -> House:
    """Mary has put the table on hold, over entry 2: entry 3."""
    assert isinstance(house.play(hold(entry="2", rule="take-from-centre"), actor=house.seat("Mary")), Played)
    return house


def nobody(house: House) -> Actor:
    """Return a phone with neither a seat nor the host's right."""
    return Actor(house.host.table_id, house.code, -1, None, False, False, "")


def precedents(house: House) -> list[tuple[str, int, str, str]]:
    return [(ruling.rule, ruling.version, ruling.how, ruling.reason) for ruling in house.now.referee.precedents]


# Putting the table on hold


@pytest.mark.parametrize("name", ["Chris", "Mary", "Katie", None])
def test_any_seat_and_the_host_put_the_table_on_hold(house: House, name: str | None) -> None:
    actor = house.seat(name) if name else house.host
    assert isinstance(house.play(hold("no, that was mine", entry="1"), actor=actor), Played)
    held = house.now.referee.hold
    assert held is not None
    assert (held.by.seat, held.by.version, held.by.key_id) == (name, 3, actor.key_id)
    assert (held.act.reason, held.act.entry, held.act.rule) == ("no, that was mine", "1", None)
    assert held.by.at == house.tables.entries(house.code)[-1].at


def test_a_viewer_does_not_put_the_table_on_hold(house: House) -> None:
    assert forbids_act(nobody(house), hold(), house.now) == NO_SEAT


def test_a_hold_that_names_no_version_goes_through_whatever_was_entered_meanwhile(house: House) -> None:
    assert isinstance(house.play(hold(), actor=house.seat("Katie"), seen=None), Played)
    assert isinstance(house.play(hold(), actor=house.seat("Katie"), seen=1), Stale)


def test_a_second_hold_is_stale(held: House) -> None:
    assert isinstance(held.play(hold(), actor=held.seat("Katie")), Stale)
    assert held.now.version == 3


def test_a_hold_that_is_sent_twice_is_entered_once(house: House) -> None:
    mary = house.seat("Mary")
    answers = [house.play(hold(), actor=mary, request="tap") for _ in range(2)]
    assert [getattr(answer, "version", None) for answer in answers] == [3, 3]
    assert isinstance(house.play(hold("something else"), actor=mary, request="tap"), Reused)


# Moves wait


@pytest.mark.parametrize("who", ["host", "Chris", "Mary"])
@pytest.mark.parametrize(
    "moves",
    [
        pytest.param([take("Chris", "green")], id="a move"),
        pytest.param([UNDO], id="an undo"),
        pytest.param([done("Chris"), take("Mary")], id="two moves"),
        pytest.param([{"move": "dance"}], id="nonsense"),
        pytest.param([POINTS], id="a table ruling that settles nothing"),
        pytest.param([POINTS, settle(3, "stands")], id="a ruling with a settlement that says it stands"),
        pytest.param([take("Chris", "green"), settle(3, "ruling")], id="a move with a settlement by ruling"),
        pytest.param([UNDO, POINTS, settle(3, "ruling")], id="an undo beside a ruling"),
        pytest.param([], id="nothing at all"),
    ],
)
def test_on_hold_no_move_is_entered(held: House, who: str, moves: list[Any]) -> None:
    before = whole(held.now)
    answer = held.play(*moves, actor=held.host if who == "host" else held.scorekeeper(who))
    assert isinstance(answer, OnHold if moves else Played)
    if isinstance(answer, OnHold):
        assert answer.hold == held.now.referee.hold
    assert whole(held.now) == before


def test_a_move_that_the_phone_may_never_enter_is_forbidden_also_on_hold(held: House) -> None:
    forbidden(held.play(take("Chris", "green"), actor=held.seat("Katie")))


def test_a_repeat_of_a_move_from_before_the_hold_gets_the_same_answer(house: House) -> None:
    first = house.play(take("Chris", "green"), request="tap")
    house.play_all(hold())
    again = house.play(take("Chris", "green"), request="tap")
    assert isinstance(first, Played)
    assert isinstance(again, Played)
    assert again.version == first.version == 3


# The host rules


def test_the_host_rules_that_it_stands(held: House) -> None:
    assert isinstance(held.play(settle(3, reason="I saw it", rule="take-from-centre")), Played)
    assert held.now.referee.hold is None
    assert precedents(held) == [("take-from-centre", 4, "stands", "I saw it")]
    assert isinstance(held.play(take("Chris", "green"), actor=held.seat("Chris")), Played)


@pytest.mark.parametrize("how", ["stands", "ruling", "withdrawn"])
def test_nobody_but_the_host_rules(held: House, how: str) -> None:
    assert forbidden(held.play(settle(3, how), actor=held.scorekeeper("Katie"))) == HOST_RULES
    assert forbidden(held.play(settle(3, how), actor=held.seat("Chris"))) == HOST_RULES


def test_the_seat_that_called_the_hold_withdraws_it_and_does_not_rule(held: House) -> None:
    mary = held.seat("Mary")
    for how in ("stands", "ruling"):
        assert forbidden(held.play(settle(3, how), actor=mary)) == HOST_RULES
    assert isinstance(held.play(settle(3, "withdrawn", "I was wrong", rule="take-from-centre"), actor=mary), Played)
    assert held.now.referee.hold is None
    assert precedents(held) == []


def test_the_seat_that_called_the_hold_withdraws_it_also_from_a_new_phone(held: House) -> None:
    mary = held.actor(membership.new_seat_key(held.tables, held.host, "Mary"))
    waiting = held.now.referee.hold
    assert waiting is not None
    assert waiting.by.key_id != mary.key_id
    assert isinstance(held.play(settle(3, "withdrawn"), actor=mary), Played)


def test_a_host_without_a_seat_withdraws_its_own_hold_and_a_stranger_does_not(house: House) -> None:
    house.play_all(hold())
    stranger = Actor(house.host.table_id, house.code, -1, None, False, True, "")
    assert forbids_act(stranger, settle(3, "withdrawn"), house.now) == HOST_RULES
    assert isinstance(house.play(settle(3, "withdrawn")), Played)


def test_a_ruling_on_another_hold_is_stale(held: House) -> None:
    assert isinstance(held.play(settle(2)), Stale)
    held.play_all(settle(3), hold())
    assert isinstance(held.play(settle(3)), Stale)
    assert held.now.referee.hold is not None
    held.play_all(settle(5))
    assert forbidden(held.play(settle(5))) == RULED_ALREADY


def test_a_ruling_that_is_sent_twice_is_entered_once(held: House) -> None:
    answers = [held.play(settle(3, rule="box"), request="tap") for _ in range(2)]
    assert [getattr(answer, "version", None) for answer in answers] == [4, 4]
    assert len(precedents(held)) == 1


# A table ruling, in one tap


def test_one_tap_enters_a_table_ruling_and_ends_the_hold(held: House) -> None:
    answer = held.play(POINTS, settle(3, "ruling", "Mary spilt the tea", rule="table-ruling"))
    assert isinstance(answer, Played)
    assert answer.version == 5
    assert held.now.referee.hold is None
    assert standing(held.now)[-1] == ("4", "ruling")
    assert precedents(held) == [("table-ruling", 5, "ruling", "Mary spilt the tea")]


def test_a_table_ruling_that_cannot_be_carried_out_leaves_the_hold(held: House) -> None:
    answer = held.play(TOO_MANY, settle(3, "ruling"))
    assert isinstance(answer, Refused)
    assert held.now.version == 3
    assert held.now.referee.hold is not None


def test_a_scorekeeper_enters_no_ruling_on_a_hold(held: House) -> None:
    assert forbidden(held.play(POINTS, settle(3, "ruling"), actor=held.scorekeeper())) == HOST_RULES
    assert held.now.version == 3


# An amend as the ruling


def test_an_amend_can_be_the_ruling(held: House) -> None:
    act = amend(change("2", take("Chris", "green")), reason="he took green", settles=3, rule="take-from-centre")
    assert isinstance(held.play(act), Played)
    assert held.now.referee.hold is None
    assert standing(held.now) == [("1", "red"), ("2", "green")]
    assert precedents(held) == [("take-from-centre", 4, "amend", "he took green")]


def test_on_hold_an_amend_has_to_be_the_ruling_and_only_the_host_makes_it(held: House) -> None:
    assert isinstance(held.play(amend(remove("2"))), Stale)
    assert isinstance(held.play(amend(remove("2"), settles=2)), Stale)
    for act in (amend(remove("2")), amend(remove("2"), settles=3)):
        assert forbidden(held.play(act, actor=held.seat("Katie"))) == KEEPERS_CORRECT
        assert forbidden(held.play(act, actor=held.scorekeeper())) == HOST_RULES
    assert held.now.version == 3


def test_an_amend_that_would_not_stand_leaves_the_hold(held: House) -> None:
    answer = held.play(amend(put_in(take("Mary"), "1"), settles=3))
    assert isinstance(answer, Refused)
    assert answer.rejected.rule.id == "prediction-order"
    assert held.now.referee.hold is not None


# Precedents


def test_precedents_are_listed_by_rule_with_the_latest_first(house: House) -> None:
    for number, rule in enumerate(["box", "score", "box"]):
        house.play_all(hold(rule=rule), settle(3 + 2 * number, reason=f"ruling {number}", rule=rule))
    house.play_all(hold(rule="box"), settle(9, reason="no rule named"))
    assert [ruling.reason for ruling in house.now.referee.rulings_on("box")] == ["ruling 2", "ruling 0"]
    assert house.now.referee.rulings_on("winner") == ()


def findings_after(house: House, after: int, seat: str = "Chris") -> tuple[Finding, ...]:
    """Return the finding that the standing move with this number has shown."""
    step = tuple(house.now.book.standing())[-after]
    return (Finding(seat, "missed-turn-in", Text("Chris forgot"), Text("Forgot"), step),)


def test_a_finding_is_open_until_a_dispute_about_its_rule_is_settled(house: House) -> None:
    [(finding, entry)] = house.now.still_open(findings_after(house, 2))
    assert (finding.seat, entry) == ("Chris", "2")
    assert house.now.still_open(()) == ()
    house.play_all(hold(rule="box"), settle(3, rule="box"), hold(rule="missed-turn-in"))
    assert len(house.now.still_open(findings_after(house, 2))) == 1
    house.play_all(settle(5, "withdrawn", rule="missed-turn-in"))
    assert len(house.now.still_open(findings_after(house, 2))) == 1
    house.play_all(hold(), settle(7, rule="missed-turn-in"))
    assert house.now.still_open(findings_after(house, 2)) == ()
    house.play_all(take("Chris", "green"))
    assert len(house.now.still_open(findings_after(house, 3))) == 1


def test_a_ruling_about_one_entry_settles_no_finding_of_another(house: House) -> None:
    house.play_all(hold(entry="1", rule="missed-turn-in"), settle(3, rule="missed-turn-in"))
    assert house.now.still_open(findings_after(house, 1)) == ()
    assert len(house.now.still_open(findings_after(house, 2))) == 1


def test_a_finding_in_an_entry_that_was_inserted_after_the_ruling_is_open(house: House) -> None:
    house.play_all(hold(rule="missed-turn-in"), settle(3, rule="missed-turn-in"))
    house.play_all(amend(put_in(take("Chris", "green"))))
    assert [entry for _, entry in house.now.still_open(findings_after(house, 3))] == ["5.1"]


def test_only_the_host_sets_whether_an_amend_needs_two_people(house: House) -> None:
    assert forbids_act(nobody(house), two_people(), house.now) == HostOnly.text
    for actor in (house.seat("Chris"), house.scorekeeper()):
        assert forbidden(house.play(two_people(), actor=actor)) == HostOnly.text
    house.play_all(two_people())
    assert house.now.referee.two_people
    house.play_all(two_people(False))
    assert not house.now.referee.two_people


# On disk, and in every process


ACTS: list[Act] = [hold(entry="2"), settle(3), hold(), amend(remove("2"), settles=5, rule="box"), two_people()]


def test_every_process_reads_the_same_from_the_ledger(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 2
    for act in ACTS:
        before = whole(house.now)
        with no_commit(house.tables):
            assert isinstance(house.play(act), Unsaved)
        assert whole(house.now) == before
        house.play_all(act)
        assert whole(make_tables().get(house.code)) == whole(house.now)
    late = other.submit(house.code, [take("Chris", "green")], actor=house.host, seen=None, request=None)
    assert isinstance(late, Played)
    assert whole(late.snapshot) == whole(make_tables().get(house.code))


def test_a_hold_by_another_process_stops_a_move_of_this_one(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.get(house.code).version == 2
    house.play_all(hold())
    answer = other.submit(house.code, [take("Chris", "green")], actor=house.host, seen=None, request=None)
    assert isinstance(answer, OnHold)
    assert answer.snapshot.version == 3


def test_phones_are_told_of_a_hold_and_of_its_end(house: House) -> None:
    with listener_of(house.tables.pubsub, house.code) as listener:
        for act in (hold(), settle(3)):
            house.play_all(act)
            assert listener.wait(0)


def test_seats_and_rights_change_while_the_table_is_on_hold(held: House) -> None:
    before = held.now.referee
    held.scorekeeper("Katie")
    assert held.now.referee is before
    assert held.now.version == 3


def test_entries_before_the_earliest_finding_are_not_looked_at(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.play_all(*[take("Chris", "green"), UNDO] * 3, take("Chris", "green"))
    looked: list[Book] = []
    standing_of = Book.standing

    def watched(book: Book) -> Iterator[Book]:
        for step in standing_of(book):
            looked.append(step)
            yield step

    findings = findings_after(house, len(tuple(house.now.book.standing())))
    monkeypatch.setattr(Book, "standing", watched)
    assert [entry for _, entry in house.now.still_open(findings)] == ["9"]
    assert len(looked) == 1
