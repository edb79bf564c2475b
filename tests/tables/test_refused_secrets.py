"""A table that is stopped keeps its secrets, and what is chosen tells none of them."""

from __future__ import annotations

import json

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.choices_after_upgrade import act_of, offers
from companion.tables.reading import lines_of
from companion.tables.visibility import seen_by
from tests.databases import MakeTables
from tests.service.house import House
from tests.storage.raw import meddle
from tests.tables.earlier import stopped_at, wrote


def test_a_hidden_count_stays_hidden_while_the_table_is_stopped(tables: TableService) -> None:
    head = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"], "options": {"hidden_count": True}}
    house = House(tables, on=read_header(head))
    first = house.now.book.game.choices(house.now.book.state, None)[0].move.mover or ""
    house.play_all({"move": "claim", "seat": first, "rank": "A", "count": 1, "cards": 2})
    wrote(house, {"move": "claim", "seat": "Ben", "rank": "K", "count": 1, "cards": 3}, by="Ben")
    for actor in (None, house.host, house.seat("Cat")):
        seen = seen_by(house.now, actor)
        assert stopped_at(seen)[0] == 2
        assert '"cards": 3' not in "".join(lines_of(seen))
        assert seen.stopped is not None
        assert (seen.stopped.raw, seen.stopped.item, seen.stopped.behind) == (None, None, ())
        assert seen.stopped.described is not None
        assert "3" not in seen.stopped.described.put()
        acts = [act_of(seen, offer, "x") for offer in offers(seen, "x")]
        assert "cards" not in json.dumps([act.plain() for act in acts if act])
    own = seen_by(house.now, house.seat("Ben"))
    assert own.stopped is not None
    assert own.stopped.item is not None


def test_a_first_claim_that_is_refused_keeps_its_secret(tables: TableService) -> None:
    head = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"], "options": {"hidden_count": True}}
    house = House(tables, on=read_header(head))
    wrote(house, {"move": "claim", "seat": "Cat", "rank": "A", "count": 1, "cards": 3}, by="Cat")
    assert house.now.stopped is not None
    assert "cards" not in "".join(lines_of(seen_by(house.now, None)))


def test_an_act_that_is_refused_at_a_table_with_secrets_can_only_go(tables: TableService) -> None:
    head = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"], "options": {"hidden_count": True}}
    house = House(tables, on=read_header(head))
    first = house.now.book.game.choices(house.now.book.state, None)[0].move.mover or ""
    house.play_all({"move": "claim", "seat": first, "rank": "A", "count": 1, "cards": 2})
    wrote(house, {"act": "settle", "hold": 1, "how": "stands", "reason": "x"})
    seen = seen_by(house.now, house.host)
    assert [offer.how for offer in offers(seen, "x")] == ["out"]


def test_house_rules_lie_open_where_counts_are_hidden(tables: TableService, make_tables: MakeTables, url: str) -> None:
    head = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"], "options": {"hidden_count": True}}
    house = House(tables, on=read_header(head))
    plain = {**house.now.header.plain, "options": {"hidden_count": True, "direction": "gone"}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    here = make_tables().find(house.code)
    assert len(offers(here, "x")) > 1
    assert offers(seen_by(here, house.host), "x") == offers(here, "x")
