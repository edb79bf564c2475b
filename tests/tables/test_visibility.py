"""What a phone may know of a table: its own secrets, and what it has entered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Played
from companion.tables.snapshot import Actor
from companion.tables.visibility import audience, seen_by
from tests.service.house import House
from tests.tables.acts import amend, change

OPTIONS = {"hidden_count": True}


def claim(seat: str, rank: str, cards: int) -> dict[str, Any]:
    return {"move": "claim", "seat": seat, "rank": rank, "count": 1, "cards": cards}


@pytest.fixture
def table(tables: TableService) -> House:
    """Ann has put down five as one, and the scorekeeper Cat has entered two as one for Ben."""
    house = House(tables, on=read_header({"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"],
                                          "options": OPTIONS}))  # fmt: skip
    house.tables.membership.give_scorekeeper(house.host, "Cat", True)
    assert isinstance(house.play(claim("Ann", "A", 5), actor=house.seat("Ann")), Played)
    assert isinstance(house.play(claim("Ben", "2", 2), actor=house.seat("Cat")), Played)
    return house


def held(table: House, actor: Actor | None) -> list[int]:
    return list(seen_by(table.now, actor).book.report().holdings.values())


def test_each_phone_knows_its_own(table: House) -> None:
    assert held(table, None) == held(table, table.host) == [17, 16, 17, 2]
    assert held(table, table.seat("Ann")) == [13, 16, 17, 6]
    assert held(table, table.seat("Ben")) == held(table, table.seat("Cat")) == [17, 15, 17, 3]


def test_a_host_without_a_seat_knows_what_it_entered(table: House) -> None:
    table.play_all(claim("Cat", "3", 4))
    assert held(table, table.host) == [17, 16, 13, 6]
    assert held(table, table.seat("Ann")) == [13, 16, 16, 7]


def test_who_corrects_what_was_said_leaves_what_was_put_down_and_does_not_get_to_know_it(table: House) -> None:
    said = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    assert isinstance(table.play(amend(change("1", said, keeps=True))), Played)
    assert table.now.book.moves()[0].plain() == {**said, "cards": 5}
    assert held(table, table.host) == [16, 16, 17, 3]
    assert held(table, table.seat("Ann")) == [13, 16, 17, 6]
    more = {"move": "claim", "seat": "Ben", "rank": "2", "count": 4}
    assert isinstance(table.play(amend(change("2", more, keeps=True))), Played)
    assert table.now.book.moves()[1].plain() == {**more, "cards": 4}, "nobody says more than lie there"
    assert held(table, table.host) == [16, 13, 17, 6]
    assert isinstance(table.play(amend(change("1", {**said, "cards": 3}, keeps=True))), Played)
    assert held(table, table.host) == [15, 13, 17, 7], "what it has told itself it knows"


def test_who_put_down_as_many_as_were_said_did_so_still(table: House) -> None:
    table.play_all({**claim("Cat", "3", 3), "count": 3})
    said = {"move": "claim", "seat": "Cat", "rank": "3", "count": 2}
    assert isinstance(table.play(amend(change("3", said, keeps=True))), Played)
    assert table.now.book.moves()[2].plain() == {**said, "cards": 2}


def test_a_claim_that_the_table_lets_stand_has_the_cards_that_it_had(table: House) -> None:
    said = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    stands = {"move": "ruling", "stands": said, "reason": "we all heard it"}
    assert isinstance(table.play(amend(change("1", stands, keeps=True))), Played)
    assert table.now.book.moves()[0].plain() == {**stands, "stands": {**said, "cards": 5}}
    assert held(table, table.host) == [16, 16, 17, 3]


def test_whoever_tells_the_number_knows_it_however_the_rest_is_written(table: House) -> None:
    said = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2, "cards": 3}
    stands = {"move": "ruling", "stands": said, "reason": "  we all heard it "}
    assert isinstance(table.play(amend(change("1", stands, keeps=True))), Played)
    assert held(table, table.host) == [15, 16, 17, 4]


def test_a_correction_in_an_older_ledger_says_everything(table: House) -> None:
    said = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    assert isinstance(table.play(amend(change("1", said))), Played)
    assert table.now.book.moves()[0].plain() == said


def test_it_is_the_table_otherwise(table: House) -> None:
    seen = seen_by(table.now, None)
    assert (seen.version, seen.stamp, seen.seats) == (table.now.version, table.now.stamp, table.now.seats)
    assert [line.id for line in seen.standing_moves()] == ["1", "2"]
    assert dict(seen.header.plain) == dict(table.now.header.plain)


def test_a_table_without_secrets_is_handed_on(house: House) -> None:
    assert seen_by(house.now, None) is house.now


def test_who_knows_the_same_of_a_secret_is_told_the_same(table: House) -> None:
    ann, ben = table.seat("Ann"), table.seat("Ben")
    audiences = [audience(table.now, actor) for actor in (None, table.host, ann, ben)]
    assert len(set(audiences)) == 4
    assert audience(table.now, table.seat("Ann")) == audiences[2]


def test_where_nothing_is_secret_all_are_told_the_same(house: House) -> None:
    assert audience(house.now, house.host) == audience(house.now, house.seat("Mary")) == audience(house.now, None)


def test_who_was_to_play_first_is_for_one_game_alone(tables: TableService) -> None:
    house = House(tables, on=read_header({"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"],
                                          "first": "Cat", "options": OPTIONS}))  # fmt: skip
    house.play_all(claim("Cat", "A", 17), {"move": "pass"})
    after = tables.find(tables.rematches.open(house.host)).header
    assert (after.dealer, "first" in after.plain) == ("Ann", False)
