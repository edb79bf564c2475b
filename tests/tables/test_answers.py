"""What a table answers to each act of the referee: what was entered before, the act, whose phone, the answer.

An answer other than `Played` leaves the table as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.text import Text
from companion.service.service import TableService
from companion.tables.answers import Answer, Forbidden, OnHold, Played, Refused, Stale
from companion.tables.errors import HostOnly
from companion.tables.policy import (
    HOST_RULES,
    KEEPERS_CORRECT,
    NO_SEAT,
    NO_SECOND_NEEDED,
    RULED_ALREADY,
    SECOND_IS_FIRST,
    SECOND_NEEDED,
    forbids_act,
)
from companion.tables.snapshot import Actor
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import everything
from tests.tables.acts import (
    amend,
    change,
    confirmed,
    hold,
    propose,
    put_in,
    remove,
    settle,
    two_people,
    whole,
    withdraw,
)

HOST = "host"
EVERYBODY = (HOST, "Chris", "Mary", "Katie")
By = tuple[Any, str]
"""An entry, and whose phone enters it: the host's, a seat's, or a scorekeeper's, as "Mary keeps"."""
POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}
RED, BLUE, GREEN = (take("Chris", color) for color in ("red", "blue", "green"))

TAKEN: list[By] = [(RED, HOST), (BLUE, HOST)]
FOUR: list[By] = [*TAKEN, (done("Chris"), HOST), (take("Mary", "green"), HOST)]
HELD: list[By] = [*TAKEN, (hold(entry="2", rule="take-from-centre"), "Mary")]
TWO: list[By] = [*TAKEN, (two_people(), HOST)]
PURPLE = propose(change("2", take("Chris", "purple")), reason="it was purple")
PROPOSED: list[By] = [*TWO, (PURPLE, HOST)]
YES = confirmed(PURPLE, 4)
RULES = propose(change("2", take("Chris", "purple")), settles=4, rule="box")
SKIPS = propose(change("2", done("Chris")))
LATER = propose(change("2", GREEN))


@dataclass(frozen=True)
class Asked:
    case: str
    before: list[By]
    items: tuple[Any, ...]
    who: str
    answer: type[Answer] | Text | str
    """Which answer; why it is forbidden; or by which rule it is refused."""

    def __str__(self) -> str:
        return f"{self.case}, by {self.who}"


def asked(
    case: str, before: list[By], items: Any, who: str | tuple[str, ...], answer: type[Answer] | Text | str
) -> list[Asked]:
    told = items if isinstance(items, tuple) else (items,)
    return [Asked(case, before, told, one, answer) for one in ((who,) if isinstance(who, str) else who)]


AMENDS = [
    *asked("an amend", FOUR, amend(remove("4")), (HOST, "Mary keeps"), Played),
    *asked("an amend of one\u2019s own latest entry", FOUR, amend(remove("4")), "Mary", KEEPERS_CORRECT),
    *asked("a proposal where none is needed", FOUR, propose(remove("4")), HOST, NO_SECOND_NEEDED),
    *asked("an entry that would not stand then", FOUR, amend(remove("3")), HOST, "prediction-order"),
    *asked("it goes with the amend", FOUR, amend(remove("3"), remove("4", fell="prediction-order")), HOST, Played),
    *asked("no such entry", FOUR, amend(remove("9")), HOST, Stale),
    *asked("an entry twice", FOUR, amend(remove("1"), remove("1")), HOST, Stale),
    *asked("no move", FOUR, amend(change("1", {"move": "dance"})), HOST, Stale),
    *asked("an undo", FOUR, amend(change("1", UNDO)), HOST, Stale),
    *asked("it settles no hold", FOUR, amend(remove("4"), settles=2), HOST, Stale),
    *asked("it confirms no proposal", FOUR, amend(remove("4"), proposed=3), HOST, Stale),
    *asked("an entry that was undone", [*FOUR, (UNDO, HOST)], amend(remove("4")), HOST, Stale),
    *asked("the undo itself", [*FOUR, (UNDO, HOST)], amend(remove("5")), HOST, Stale),
    *asked("a setting", TAKEN, two_people(), ("Chris", "Mary keeps"), HostOnly.text),
]

HOLDS = [
    *asked("a hold", TAKEN, hold("no, that was mine", entry="1"), EVERYBODY, Played),
    *asked("a second hold", HELD, hold(), "Katie", Stale),
    *asked("it stands", HELD, settle(3, rule="take-from-centre"), HOST, Played),
    *(one for how in ("stands", "ruling", "withdrawn")
      for one in asked(how, HELD, settle(3, how), ("Chris", "Katie keeps"), HOST_RULES)),
    *(one for how in ("stands", "ruling") for one in asked(how, HELD, settle(3, how), "Mary", HOST_RULES)),
    *asked("withdrawn by who called it", HELD, settle(3, "withdrawn"), "Mary", Played),
    *asked("the host\u2019s own, withdrawn", [*TAKEN, (hold(), HOST)], settle(3, "withdrawn"), HOST, Played),
    *asked("a ruling on no hold", HELD, settle(2), HOST, Stale),
    *asked("a ruling on an earlier hold", [*HELD, (settle(3), HOST), (hold(), HOST)], settle(3), HOST, Stale),
    *asked("a second ruling", [*HELD, (settle(3), HOST)], settle(3), HOST, RULED_ALREADY),
    *asked("a ruling of points", HELD, (POINTS, settle(3, "ruling")), HOST, Played),
    *asked("a ruling of points", HELD, (POINTS, settle(3, "ruling")), "Mary keeps", HOST_RULES),
    *asked("a ruling that cannot be", HELD, ({**POINTS, "points": 500}, settle(3, "ruling")), HOST, "malformed"),
    *asked("an amend as the ruling", HELD, amend(change("2", GREEN), settles=3), HOST, Played),
    *asked("an amend that is no ruling", HELD, amend(remove("2")), HOST, Stale),
    *asked("an amend that rules on another hold", HELD, amend(remove("2"), settles=2), HOST, Stale),
    *asked("an amend that would not stand", HELD, amend(put_in(take("Mary"), "1"), settles=3), HOST,
           "prediction-order"),
    *(one for act in (amend(remove("2")), amend(remove("2"), settles=3)) for one in (
        *asked(f"an amend on hold, {act.settles}", HELD, act, "Katie", KEEPERS_CORRECT),
        *asked(f"an amend on hold, {act.settles}", HELD, act, "Mary keeps", HOST_RULES))),
    *asked("a move", HELD, GREEN, (HOST, "Chris", "Mary keeps"), OnHold),
    *asked("an undo", HELD, UNDO, (HOST, "Mary keeps"), OnHold),
    *asked("two moves", HELD, (done("Chris"), take("Mary")), HOST, OnHold),
    *asked("nonsense", HELD, {"move": "dance"}, HOST, OnHold),
    *asked("points that settle nothing", HELD, POINTS, HOST, OnHold),
    *asked("points, and it stands", HELD, (POINTS, settle(3, "stands")), HOST, OnHold),
    *asked("a move as a ruling", HELD, (GREEN, settle(3, "ruling")), HOST, OnHold),
    *asked("an undo beside a ruling", HELD, (UNDO, POINTS, settle(3, "ruling")), HOST, OnHold),
    *asked("a move on hold again", [*HELD, (settle(3), HOST)], GREEN, "Chris", Played),
]  # fmt: skip

PROPOSALS = [
    *asked("an amend alone", TWO, amend(remove("2")), (HOST, "Mary keeps"), SECOND_NEEDED),
    *asked("a proposal", TWO, PURPLE, (HOST, "Mary keeps"), Played),
    *asked("a proposal", TWO, PURPLE, "Chris", KEEPERS_CORRECT),
    *asked("play goes on", PROPOSED, GREEN, HOST, Played),
    *asked("a second seat agrees", PROPOSED, YES, ("Chris", "Mary", "Katie"), Played),
    *asked("nobody agrees with themselves", PROPOSED, YES, HOST, SECOND_IS_FIRST),
    *asked("the host agrees", [*TWO, (PURPLE, "Mary keeps")], YES, HOST, Played),
    *asked("the seat that proposed", [*TWO, (PURPLE, "Mary keeps")], YES, "Mary", SECOND_IS_FIRST),
    *asked("another version", PROPOSED, confirmed(PURPLE, 3), "Mary", Stale),
    *asked("other edits", PROPOSED, amend(change("2", GREEN), reason="it was purple", proposed=4), "Mary", Stale),
    *asked("another reason", PROPOSED, amend(*PURPLE.edits, reason="because", proposed=4), "Mary", Stale),
    *asked("another rule", PROPOSED, amend(*PURPLE.edits, reason="it was purple", proposed=4, rule="box"), "Mary",
           Stale),
    *asked("agreed already", [*PROPOSED, (YES, "Mary")], YES, "Katie", Stale),
    *asked("withdrawn", PROPOSED, withdraw(4), (HOST, "Chris", "Mary"), Played),
    *asked("another is withdrawn", PROPOSED, withdraw(3), HOST, Stale),
    *asked("withdrawn already", [*PROPOSED, (withdraw(4), "Chris")], withdraw(4), HOST, Stale),
    *asked("agreed too late", [*PROPOSED, (withdraw(4), "Chris")], YES, "Katie", Stale),
    *asked("a later one takes its place", [*PROPOSED, (LATER, HOST)], YES, "Mary", Stale),
    *asked("the later one", [*PROPOSED, (LATER, HOST)], confirmed(LATER, 5), "Mary", Played),
    *asked("no second is needed any more", [*PROPOSED, (two_people(False), HOST)], YES, "Mary", Stale),
    *asked("of no entry", TWO, propose(remove("9")), HOST, Stale),
    *asked("of no move", TWO, propose(change("1", {"move": "dance"})), HOST, Stale),
    *asked("that settles no hold", TWO, propose(remove("1"), settles=3), HOST, Stale),
    *asked("out of turn", TWO, propose(put_in(take("Mary"), "1")), HOST, "prediction-order"),
    *asked("its entry was undone", [*PROPOSED, (UNDO, HOST)], YES, "Mary", Stale),
    *asked("what came since would not stand", [*TWO, (SKIPS, HOST), (GREEN, HOST)], confirmed(SKIPS, 4), "Mary",
           "prediction-order"),
    *asked("on hold", [*PROPOSED, (hold(), HOST)], YES, "Mary", Stale),
    *asked("after the hold", [*PROPOSED, (hold(), HOST), (settle(5), HOST)], YES, "Mary", Played),
    *asked("a ruling", [*TWO, (hold(), HOST)], RULES, HOST, Played),
    *asked("a ruling", [*TWO, (hold(), HOST)], RULES, "Mary keeps", HOST_RULES),
    *asked("no ruling, on hold", [*TWO, (hold(), HOST)], PURPLE, HOST, Stale),
    *asked("a ruling, agreed", [*TWO, (hold(), HOST), (RULES, HOST)], confirmed(RULES, 5), "Katie", Played),
    *asked("a ruling, the hold is over", [*TWO, (hold(), HOST), (RULES, HOST), (settle(4), HOST)], confirmed(RULES, 5),
           "Katie", Stale),
]  # fmt: skip


def phone(house: House, who: str) -> Actor:
    if who == HOST:
        return house.host
    name, _, keeps = who.partition(" ")
    return house.scorekeeper(name) if keeps else house.seat(name)


@pytest.mark.parametrize("one", [*AMENDS, *HOLDS, *PROPOSALS], ids=str)
def test_answer(house: House, one: Asked, url: str) -> None:
    for item, who in one.before:
        assert isinstance(house.play(item, actor=phone(house, who)), Played)
    actor = phone(house, one.who)
    before, rows = whole(house.now), everything(url)
    answer = house.play(*one.items, actor=actor)
    if isinstance(one.answer, Text):
        assert isinstance(answer, Forbidden)
        assert answer.text == one.answer
    elif isinstance(one.answer, str):
        assert isinstance(answer, Refused)
        assert answer.rejected.rule.id == one.answer
    else:
        assert isinstance(answer, one.answer)
    if isinstance(answer, Played):
        assert house.now.version == before["version"] + len(one.items)
    else:
        assert (whole(house.now), everything(url)) == (before, rows)


@pytest.mark.parametrize(
    ("before", "act", "who"),
    [
        (FOUR, amend(put_in(take("Mary", "purple"))), HOST), (TAKEN, hold(), "Mary"),
        (HELD, settle(3, rule="box"), HOST), (PROPOSED, YES, "Mary"),
    ],
    ids=["an amend", "a hold", "a ruling", "a confirmation"],
)  # fmt: skip
def test_an_act_that_is_sent_twice_is_entered_once_and_gets_the_same_answer(
    house: House, make_tables: MakeTables, before: list[By], act: Any, who: str
) -> None:
    for item, by in before:
        house.play(item, actor=phone(house, by))
    actor, seen = phone(house, who), house.now.version
    answers = [
        tables.submit(house.code, [act], actor=actor, seen=seen, request="tap")
        for tables in (house.tables, house.tables, make_tables())
    ]
    assert [getattr(answer, "version", None) for answer in answers] == [seen + 1] * 3
    assert house.now.version == seen + 1


@pytest.mark.parametrize("act", [hold(), YES, withdraw(4)], ids=lambda act: act.act)
def test_a_viewer_does_nothing(house: House, act: Any) -> None:
    house.play_all(*(item for item, _ in PROPOSED))
    assert forbids_act(_nobody(house), act, house.now) == NO_SEAT


def test_a_viewer_sets_nothing(house: House) -> None:
    assert forbids_act(_nobody(house), two_people(), house.now) == HostOnly.text


def test_a_phone_without_a_seat_withdraws_no_hold_of_a_host_without_one(house: House) -> None:
    house.play_all(hold())
    stranger = Actor(house.host.table_id, house.code, -1, None, False, True, "")
    assert forbids_act(stranger, settle(1, "withdrawn"), house.now) == HOST_RULES


def test_a_key_of_another_table_amends_nothing(tables: TableService, house: House) -> None:
    house.play_all(RED)
    answer = house.play(amend(remove("1")), actor=House(tables).host)
    assert isinstance(answer, Forbidden)
    assert "another table" in answer.text.put()


def _nobody(house: House) -> Actor:
    """Return a phone with neither a seat nor the host's right."""
    return Actor(house.host.table_id, house.code, -1, None, False, False, "")
