"""An entry of every kind that today's rules refuse can stand as it was entered: nothing is lost, and play goes on."""

from __future__ import annotations

import pytest

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from companion.games.upheld import Upheld
from companion.referee.refused_after_upgrade import OUT, UPHELD
from companion.tables.choices_after_upgrade import act_of, offers
from companion.tables.reading import lines_of
from companion.tables.visibility import seen_by
from tests.databases import MakeTables
from tests.refused_entries import CASES, Case, at, legal
from tests.service.house import House
from tests.tables.earlier import chose, read_anew, wrote


def stopped(tables: MakeTables, case: Case) -> House:
    house = House(tables(), on=read_header(case.header))
    here = wrote(house, *case.opening, case.refused)
    assert here.stopped is not None, "today's rules take it"
    assert here.stopped.version == here.version
    return house


def test_no_kind_of_move_is_missing() -> None:
    found = set()
    for case in CASES.values():
        read = open_book(read_header(case.header)).game.parse(case.refused, tuple(case.header["seats"]))
        assert not isinstance(read, Rejected), case.refused
        found.add(type(read))
    assert found >= {shape for game in PRODUCTS for shape in game.moves}


@pytest.mark.unmeasured
@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_stands_and_what_came_of_it_is_taken_over(case: Case, make_tables: MakeTables) -> None:
    house = stopped(make_tables, case)
    before = house.now.book.report()
    here = chose(house, "stands")
    assert here.stopped is None
    if case.then is not None:
        path, value = case.then
        assert at(path, here.book.report().plain()) == value != at(path, before.plain())
    again = replay("\n".join(lines_of(here)).encode())
    assert again.rejected == ()
    assert again.book.report() == here.book.report()
    read_anew(house, make_tables)
    for seat in (None, *house.now.header.seats):
        assert seen_by(here, None if seat is None else house.seat(seat)).book.report().phase == here.book.report().phase
    if more := next(iter(legal(here.book)), None):
        house.play_all(more)


@pytest.mark.unmeasured
@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("how", ["out", "replaced"])
def test_it_goes_or_is_replaced(case: Case, how: str, make_tables: MakeTables) -> None:
    house = stopped(make_tables, case)
    before = house.now.book
    if how == "replaced" and next(iter(legal(before)), None) is None:  # the game is over, or waits for cards or dice
        assert how not in {offer.how for offer in offers(house.now, "it stood")}
        return
    here = chose(house, how)
    assert here.stopped is None
    assert len(here.book.moves()) == len(before.moves()) + (how == "replaced")
    assert replay("\n".join(lines_of(here)).encode()).rejected == ()
    read_anew(house, make_tables)


def upheld(house: House) -> list[Upheld]:
    return [move for move in house.now.book.moves() if isinstance(move, Upheld)]


def test_a_bid_that_is_too_low_today_is_the_bid_to_raise(make_tables: MakeTables) -> None:
    house = stopped(make_tables, CASES["Bid"])
    chose(house, "stands")
    assert [one.plain() for one in upheld(house)] == [
        {"move": "ruling", "stands": CASES["Bid"].refused, "reason": "it stood"}
    ]
    house.play_all({"move": "bid", "seat": "Katie", "quantity": 1, "value": 3})


def test_what_nothing_could_come_of_stands_for_nothing(make_tables: MakeTables) -> None:
    house = stopped(make_tables, CASES["Done, twice"])
    here = chose(house, "stands")
    assert (upheld(house), len(here.book.moves())) == ([], 1)
    assert [one.stands for one in house.tables.entries(house.code)] == [True, True, True]


def test_what_was_put_down_unseen_stays_so(make_tables: MakeTables) -> None:
    """Its host decides that it stands without being told what it holds."""
    case = CASES["Claim, secret"]
    house = stopped(make_tables, case)
    known = seen_by(house.now, house.host)
    assert known.stopped is not None
    assert (known.stopped.item, known.stopped.raw) == (None, None)
    stands, out, *instead = offers(known, "it stood")
    assert (stands, out) == (UPHELD, OUT)
    assert {offer.how for offer in instead} == {"replaced"}
    house.play_all(act_of(known, stands, "it stood"))
    (claim,) = upheld(house)
    assert claim.plain()["stands"] == case.refused
    for seat, cards in ((None, None), ("Katie", None), ("Mary", 3)):
        (seen,) = seen_by(house.now, None if seat is None else house.seat(seat)).book.moves()
        assert seen.plain()["stands"].get("cards") == cards
    house.play_all({"move": "call", "seat": "Chris"}, {"move": "reveal", "honest": False})
    assert seen_by(house.now, None).book.moves()[0] == claim
