"""A table whose header is refused stops before its first entry, until its host has chosen another house rule."""

from __future__ import annotations

import json

import pytest

from companion.referee.refused import Offer
from companion.tables.acts import Choose
from companion.tables.answers import Played, Stale
from companion.tables.choices import offers
from tests.databases import BOTH, MakeTables
from tests.service.house import House, done, take
from tests.storage.raw import meddle
from tests.tables.acts import Plain, standing, whole
from tests.tables.earlier import choice, stopped_at

BOX = {"edition": "sluff-off", "rounds": 99}


@pytest.fixture
def of_other_rules(house: House, url: str) -> House:
    """A table that was opened with a house rule that today's refuse, and played at."""
    house.play_all(take("Chris"), done("Chris"))
    plain = {**house.now.header.plain, "options": {"rounds": 99, "white_with_match": False}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    return house


@BOTH
def test_a_header_that_is_refused_stops_the_table_before_its_first_entry(
    of_other_rules: House, make_tables: MakeTables
) -> None:
    tables = make_tables()
    here = tables.find(of_other_rules.code)
    assert (stopped_at(here), here.version, standing(here)) == ((0, None), 2, [])
    assert here.header.plain["options"] == {"white_with_match": False}
    hold = here.referee.hold
    assert hold is not None
    assert hold.refused is not None
    assert "at most 20" in hold.refused.put()
    for one in tables.entries(of_other_rules.code):
        assert one.waits


@pytest.mark.parametrize(("how", "number", "rounds"), [("out", 0, None), ("replaced", 0, 1), ("replaced", 1, 20)])
def test_the_host_chooses_a_house_rule_and_what_was_played_is_there_again(
    of_other_rules: House, make_tables: MakeTables, how: str, number: int, rounds: int | None
) -> None:
    tables = make_tables()
    act = choice(tables.find(of_other_rules.code), how, number)
    answer = tables.submit(of_other_rules.code, [act], actor=of_other_rules.host, seen=None, request=None)
    assert isinstance(answer, Played), answer
    here = tables.find(of_other_rules.code)
    assert (here.stopped, here.version, standing(here)) == (None, 3, [("1", "red"), ("2", "done")])
    assert here.header.plain["options"].get("rounds") == rounds
    tables.submit(of_other_rules.code, [take("Mary")], actor=of_other_rules.host, seen=None, request=None)
    tables.membership.take_seat(of_other_rules.code, "Mary", "phone")
    again = make_tables().find(of_other_rules.code)
    assert whole(again) == whole(tables.find(of_other_rules.code))
    assert again.header == tables.find(of_other_rules.code).header
    assert [one.stands for one in tables.entries(of_other_rules.code)] == [True] * 4


@pytest.mark.parametrize(
    "header", [None, {"transcript": 1, "game": "fluff", "seats": ["Ann", "Ben"]}, {"transcript": 2}]
)
def test_a_header_of_another_table_is_no_choice(
    of_other_rules: House, make_tables: MakeTables, header: Plain | None
) -> None:
    tables = make_tables()
    told = {} if header is None else {"header": header}
    act = Choose.model_validate({"act": "choose", "entry": 0, "how": "out", "reason": "x", **told})
    answer = tables.submit(of_other_rules.code, [act], actor=of_other_rules.host, seen=None, request=None)
    assert isinstance(answer, Stale)


def test_a_house_rule_with_words_may_get_another_of_them(house: House, make_tables: MakeTables, url: str) -> None:
    plain = {**house.now.header.plain, "options": {"edition": "gone", "steal_unpaid": "maybe", "no_rule": 1}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    here = make_tables().find(house.code)
    assert here.header.plain["options"] == {}
    headers = [offer.header["options"] for offer in offers(here, "x") if not isinstance(offer, Offer)]
    assert headers == [{}, {"edition": "wizard-extreme"}, {"edition": "sieben-siegel"}, {"steal_unpaid": True}]


def test_a_fresh_table_with_a_refused_header_plays_after_the_choice(
    house: House, make_tables: MakeTables, url: str
) -> None:
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps({**house.now.header.plain, "options": []}))
    tables = make_tables()
    act = choice(tables.find(house.code), "out")
    assert isinstance(tables.submit(house.code, [act], actor=house.host, seen=None, request=None), Played)
    assert tables.find(house.code).stopped is None
    assert make_tables().find(house.code).stopped is None


def test_a_house_rule_that_the_box_forbids_is_not_offered(house: House, make_tables: MakeTables, url: str) -> None:
    plain = {**house.now.header.plain, "options": {"edition": "gone", "supply": {"orange": 2}}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    found = offers(make_tables().find(house.code), "x")
    assert [offer.header["options"] for offer in found if not isinstance(offer, Offer)] == [{"supply": {"orange": 2}}]
