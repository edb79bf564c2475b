"""Disputes: any seat puts the table on hold, moves wait, the host rules, and the ruling becomes a precedent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.text import Text
from companion.service import membership
from companion.tables.answers import OnHold, Played, Stale, Unsaved
from companion.tables.entry import Act
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.service.house import UNDO, House, take
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

POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}


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


def test_a_hold_that_names_no_version_goes_through_whatever_was_entered_meanwhile(house: House) -> None:
    assert isinstance(house.play(hold(), actor=house.seat("Katie"), seen=None), Played)
    assert isinstance(house.play(hold(), actor=house.seat("Katie"), seen=1), Stale)


def test_a_move_that_the_phone_may_never_enter_is_forbidden_also_on_hold(held: House) -> None:
    forbidden(held.play(take("Chris", "green"), actor=held.seat("Katie")))


def test_a_repeat_of_a_move_from_before_the_hold_gets_the_same_answer(house: House) -> None:
    first = house.play(take("Chris", "green"), request="tap")
    house.play_all(hold())
    again = house.play(take("Chris", "green"), request="tap")
    assert isinstance(first, Played)
    assert isinstance(again, Played)
    assert again.version == first.version == 3


def test_the_seat_that_called_the_hold_withdraws_it_also_from_a_new_phone(held: House) -> None:
    mary = held.actor(membership.new_seat_key(held.tables, held.host, "Mary"))
    waiting = held.now.referee.hold
    assert waiting is not None
    assert waiting.by.key_id != mary.key_id
    assert isinstance(held.play(settle(3, "withdrawn"), actor=mary), Played)


# Precedents


AMENDS = amend(change("2", take("Chris", "green")), reason="he took green", settles=3, rule="take-from-centre")


@pytest.mark.parametrize(
    ("items", "how", "reason", "latest"),
    [
        ([settle(3, reason="I saw it", rule="box")], ("box", 4, "stands"), "I saw it", ("2", "blue")),
        ([POINTS, settle(3, "ruling", rule="table-ruling")], ("table-ruling", 5, "ruling"), "the cards say so",
         ("4", "ruling")),
        ([AMENDS], ("take-from-centre", 4, "amend"), "he took green", ("2", "green")),
    ],
    ids=["it stands", "a ruling in one tap", "an amend"],
)  # fmt: skip
def test_a_ruling_ends_the_hold_and_is_a_precedent(
    held: House, items: list[Any], how: tuple[str, int, str], reason: str, latest: tuple[str, str]
) -> None:
    assert isinstance(held.play(*items), Played)
    assert held.now.referee.hold is None
    assert precedents(held) == [(*how, reason)]
    assert standing(held.now)[-1] == latest


def test_a_hold_that_is_withdrawn_leaves_no_precedent(held: House) -> None:
    held.play(settle(3, "withdrawn", "I was wrong", rule="take-from-centre"), actor=held.seat("Mary"))
    assert (held.now.referee.hold, precedents(held)) == (None, [])


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


# On disk, and in every process


GREEN = propose(change("1", take("Chris", "green")))
ACTS: list[Act] = [
    hold(entry="2"), settle(3), hold(), amend(remove("2"), settles=5, rule="box"), two_people(), GREEN, withdraw(8),
    GREEN,
]  # fmt: skip


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
    confirmation, mary = confirmed(GREEN, 10), house.seat("Mary")
    with no_commit(house.tables):
        assert isinstance(house.play(confirmation, actor=mary), Unsaved)
    assert house.now.referee.proposal is not None
    assert isinstance(house.play(confirmation, actor=mary), Played)
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
