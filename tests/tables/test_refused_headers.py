"""A table whose header is refused stops before its first entry, until its host has chosen another house rule."""

from __future__ import annotations

import json

import pytest

from companion.games import transcript
from companion.games.header import BadHeader
from companion.games.text import Text
from companion.referee.refused_after_upgrade import Offer
from companion.service.service import TableService
from companion.storage.upgrade_check import check_tables
from companion.tables.answers import Played, Stale
from companion.tables.choices_after_upgrade import offers
from companion.tables.entry import Choose
from companion.tables.reading import lines_of
from companion.tables.snapshot import Snapshot
from tests.databases import BOTH, MakeTables
from tests.refused_seats import NAMES, SEATS, began, opened_by_other_rules, played
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


def offered(here: Snapshot) -> list[tuple[str, Plain]]:
    return [(one.how, one.header["options"]) for one in offers(here, "x") if not isinstance(one, Offer)]


@pytest.mark.parametrize("case", SEATS)
def test_seats_that_are_refused_stop_the_table(tables: TableService, make_tables: MakeTables, case: str) -> None:
    house, (_, seats, _, found) = played(tables, case), SEATS[case]
    here = make_tables().find(house.code)
    assert (stopped_at(here), here.version, standing(here)) == ((0, None), house.now.version, [])
    assert here.referee.hold is not None
    assert here.referee.hold.refused is not None
    told = here.referee.hold.refused.put()
    assert told.startswith("This table was opened under edition 1 of the rules; today it would be refused: ")
    assert f"and here are {len(seats)}." in told or "is a place on the table and cannot be a name." in told
    assert [seat.name for seat in here.seats] == seats
    assert list(lines_of(here)) == list(lines_of(house.now))
    assert offered(here) == found


CHOICES = [(case, number) for case, (*_, found) in SEATS.items() for number in range(len(found))]


@pytest.mark.parametrize(("case", "number"), CHOICES)
def test_the_host_chooses_and_the_table_plays_on_with_its_seats(
    tables: TableService, make_tables: MakeTables, case: str, number: int
) -> None:
    house = played(tables, case)
    how, options = SEATS[case][3][number]
    before, again = whole(house.now), make_tables()
    act = choice(again.find(house.code), how)
    assert isinstance(again.submit(house.code, [act], actor=house.host, seen=None, request=None), Played)
    now = again.find(house.code)
    assert (now.stopped, now.header.plain["options"]) == (None, options)
    assert whole(now)["lines"] == before["lines"]
    assert whole(make_tables().find(house.code)) == whole(now)
    assert all(one.stands for one in again.entries(house.code))


@pytest.mark.parametrize("options", [{"sets": 9}, [], {"sets": "all"}, {"sets": 9, "no_rule": 1}], ids=str)
def test_a_house_rule_that_so_many_people_need_is_offered(
    tables: TableService, make_tables: MakeTables, url: str, options: object
) -> None:
    house = opened_by_other_rules(tables, "fluff", NAMES[:8])
    began(house)
    meddle(url, "UPDATE tables SET header = :it", it=json.dumps({**house.now.header.plain, "options": options}))
    again = make_tables()
    assert stopped_at(again.find(house.code)) == (0, None)
    ends = [("replaced", {"sets": 3})] if options else []  # of its range, where it was said
    assert offered(again.find(house.code)) == [*ends, ("replaced", {"sets": 2})]
    act = choice(again.find(house.code), "replaced")
    assert isinstance(again.submit(house.code, [act], actor=house.host, seen=None, request=None), Played)
    assert len(standing(again.find(house.code))) == 4


def test_a_house_rule_that_is_refused_goes_where_nothing_makes_the_seats_fit(
    tables: TableService, make_tables: MakeTables, url: str
) -> None:
    house = opened_by_other_rules(tables, "ui77", NAMES[:6])
    began(house)
    plain = {**house.now.header.plain, "options": {"nov_rounding": "so so"}}
    meddle(url, "UPDATE tables SET header = :it", it=json.dumps(plain))
    again = make_tables()
    assert offered(again.find(house.code)) == [
        ("out", {}), ("replaced", {"nov_rounding": "down"}), ("replaced", {"nov_rounding": "up"}),
    ]  # fmt: skip
    act = choice(again.find(house.code), "out")
    assert isinstance(again.submit(house.code, [act], actor=house.host, seen=None, request=None), Played)
    assert len(standing(again.find(house.code))) == 4


def test_names_of_which_a_rule_to_come_says_that_they_read_alike(
    house: House, make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play_all(take("Chris"), done("Chris"))

    def alike(raw: object, seat: int | None = None) -> str:
        if raw == "Katie":
            raise BadHeader("seats", Text("A name is text."), seat)
        return str(raw)

    monkeypatch.setattr(transcript, "read_name", alike)
    tables = make_tables()
    assert offered(tables.find(house.code)) == [("stands", {})]
    act = choice(tables.find(house.code), "stands")
    assert isinstance(tables.submit(house.code, [act], actor=house.host, seen=None, request=None), Played)
    assert standing(tables.find(house.code)) == [("1", "red"), ("2", "done")]


@pytest.mark.parametrize("seats", [["Ann", "Ben"], ["Chris", "Mary", "Dan"], []])
def test_a_choice_seats_nobody_else(tables: TableService, make_tables: MakeTables, seats: list[str]) -> None:
    house = opened_by_other_rules(tables, "sluff-off", ["Chris", "Mary"])
    plain = {"transcript": 1, "game": "sluff-off", "seats": seats}
    act = Choose.model_validate({"act": "choose", "entry": 0, "how": "stands", "reason": "x", "header": plain})
    again = make_tables()
    assert isinstance(again.submit(house.code, [act], actor=house.host, seen=None, request=None), Stale)


@BOTH
def test_a_check_names_a_table_whose_seats_are_refused(tables: TableService, url: str) -> None:
    house = opened_by_other_rules(tables, "ui77", NAMES[:6])
    found = [one for one in check_tables(url) if one is not None]
    assert [(one.code, one.version, one.rule) for one in found] == [(house.code, 0, None)]
    assert found[0].because.put() == "Ui77 is for 2 to 5 players, and here are 6."


def test_a_choice_holds_where_the_rules_take_the_header_again(
    of_other_rules: House, make_tables: MakeTables, url: str
) -> None:
    tables = make_tables()
    act = choice(tables.find(of_other_rules.code), "replaced")
    tables.submit(of_other_rules.code, [act], actor=of_other_rules.host, seen=None, request=None)
    here = tables.find(of_other_rules.code)
    meddle(url, "UPDATE tables SET header = :it", it=json.dumps({**here.header.plain, "options": {"rounds": 7}}))
    again = make_tables()
    now = again.find(of_other_rules.code)
    assert (whole(now), now.header) == (whole(here), here.header)
    assert [one.stands for one in again.entries(of_other_rules.code)] == [True] * 3
    assert [one.before.header for one in again.entries(of_other_rules.code)] == [here.header] * 3
