"""What a phone may know of a table: the secrets of its seat, and what it has entered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.transcript import read_header
from companion.service import membership, rematches
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
    membership.give_scorekeeper(house.tables, house.host, "Cat", True)
    assert isinstance(house.play(claim("Ann", "A", 5), actor=house.seat("Ann")), Played)
    assert isinstance(house.play(claim("Ben", "2", 2), actor=house.seat("Cat")), Played)
    return house


def held(table: House, actor: Actor | None) -> list[int]:
    return list(seen_by(table.now, actor).book.report().holdings.values())


def test_each_phone_knows_the_secrets_of_its_seat_and_of_its_entries(table: House) -> None:
    assert held(table, None) == held(table, table.host) == [17, 16, 17, 2]
    assert held(table, table.seat("Ann")) == [13, 16, 17, 6]
    assert held(table, table.seat("Ben")) == held(table, table.seat("Cat")) == [17, 15, 17, 3]


def test_a_host_without_a_seat_knows_what_it_entered(table: House) -> None:
    table.play_all(claim("Cat", "3", 4))
    assert held(table, table.host) == [17, 16, 13, 6]
    assert held(table, table.seat("Ann")) == [13, 16, 16, 7]


def test_a_correction_of_the_claimed_count_keeps_the_hidden_count_and_does_not_reveal_it(table: House) -> None:
    claimed = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    assert isinstance(table.play(amend(change("1", claimed, keeps=True))), Played)
    assert table.now.book.moves()[0].plain() == {**claimed, "cards": 5}
    assert held(table, table.host) == [16, 16, 17, 3]
    assert held(table, table.seat("Ann")) == [13, 16, 17, 6]
    more = {"move": "claim", "seat": "Ben", "rank": "2", "count": 4}
    assert isinstance(table.play(amend(change("2", more, keeps=True))), Played)
    assert table.now.book.moves()[1].plain() == {**more, "cards": 4}, "a claim counts at most the cards that lie there"
    assert held(table, table.host) == [16, 13, 17, 6]
    assert isinstance(table.play(amend(change("1", {**claimed, "cards": 3}, keeps=True))), Played)
    assert held(table, table.host) == [15, 13, 17, 7], "it knows the count that it has entered itself"


def test_an_honest_claim_stays_honest_after_a_correction_of_its_count(table: House) -> None:
    table.play_all({**claim("Cat", "3", 3), "count": 3})
    claimed = {"move": "claim", "seat": "Cat", "rank": "3", "count": 2}
    assert isinstance(table.play(amend(change("3", claimed, keeps=True))), Played)
    assert table.now.book.moves()[2].plain() == {**claimed, "cards": 2}


def test_a_claim_that_a_ruling_lets_stand_keeps_its_hidden_count(table: House) -> None:
    claimed = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    stands = {"move": "ruling", "stands": claimed, "reason": "we all heard it"}
    assert isinstance(table.play(amend(change("1", stands, keeps=True))), Played)
    assert table.now.book.moves()[0].plain() == {**stands, "stands": {**claimed, "cards": 5}}
    assert held(table, table.host) == [16, 16, 17, 3]


def test_the_phone_that_enters_the_hidden_count_knows_it(table: House) -> None:
    claimed = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2, "cards": 3}
    stands = {"move": "ruling", "stands": claimed, "reason": "  we all heard it "}
    assert isinstance(table.play(amend(change("1", stands, keeps=True))), Played)
    assert held(table, table.host) == [15, 16, 17, 4]


def test_a_correction_of_an_older_ledger_does_not_keep_the_hidden_count(table: House) -> None:
    claimed = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}
    assert isinstance(table.play(amend(change("1", claimed))), Played)
    assert table.now.book.moves()[0].plain() == claimed


def test_everything_else_is_as_in_the_whole_table(table: House) -> None:
    seen = seen_by(table.now, None)
    assert (seen.version, seen.stamp, seen.seats) == (table.now.version, table.now.stamp, table.now.seats)
    assert [line.id for line in seen.standing_moves()] == ["1", "2"]
    assert dict(seen.header.plain) == dict(table.now.header.plain)


def test_a_table_without_secrets_is_seen_whole(house: House) -> None:
    assert seen_by(house.now, None) is house.now


def test_phones_that_know_different_secrets_are_different_audiences(table: House) -> None:
    ann, ben = table.seat("Ann"), table.seat("Ben")
    audiences = [audience(table.now, actor) for actor in (None, table.host, ann, ben)]
    assert len(set(audiences)) == 4
    assert audience(table.now, table.seat("Ann")) == audiences[2]


def test_an_audience_is_the_same_before_there_is_a_secret_and_after(tables: TableService) -> None:
    house = House(tables, on=read_header({"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"],
                                          "options": OPTIONS}))  # fmt: skip
    phones = (None, house.host, house.seat("Ann"), house.seat("Ben"))
    before = [audience(house.now, actor) for actor in phones]
    assert isinstance(house.play(claim("Ann", "A", 5), actor=house.seat("Ann")), Played)
    assert [audience(house.now, actor) for actor in phones] == before
    assert len(set(before)) == 4


def test_without_secrets_all_phones_are_one_audience(house: House) -> None:
    assert audience(house.now, house.host) == audience(house.now, house.seat("Mary")) == audience(house.now, None)


def test_a_rematch_does_not_take_over_who_plays_first(tables: TableService) -> None:
    house = House(tables, on=read_header({"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"],
                                          "first": "Cat", "options": OPTIONS}))  # fmt: skip
    house.play_all(claim("Cat", "A", 17), {"move": "pass"})
    after = tables.get(rematches.open_next(tables, house.host)).header
    assert (after.dealer, "first" in after.plain) == ("Ann", False)
