"""Who may enter what: a seat for itself, a scorekeeper for everybody; and who may take what back."""

from __future__ import annotations

from typing import ClassVar, Literal

from companion.games.move import Enters, Move
from companion.service import membership
from companion.tables.answers import Forbidden, Played, Refused
from companion.tables.policy import forbids, forbids_now
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, done, take, trick
from tests.storage.raw import everything

pytestmark = BOTH
POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}


def test_a_seat_enters_for_itself_and_what_concerns_all(house: House) -> None:
    chris, mary = house.seat("Chris"), house.seat("Mary")
    other = house.play(take("Chris"), actor=mary)
    assert isinstance(other, Forbidden)
    assert other.text.put() == "This is Mary\u2019s phone; it cannot enter for Chris."
    assert isinstance(house.play(take("Chris", "green"), done("Chris"), actor=chris), Played)
    assert isinstance(house.play(POINTS, actor=mary), Forbidden)
    house.play_all(done("Mary"), done("Katie"))
    assert isinstance(house.play(trick("Chris"), actor=mary), Played)
    assert isinstance(house.play({"move": "turn_in", "seat": "Chris", "color": "green"}, actor=mary), Forbidden)
    assert isinstance(house.play(POINTS, actor=house.host), Refused)  # a turn-in is owed


def test_a_scorekeeper_enters_for_everybody(house: House) -> None:
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    mary = house.seat("Mary")
    assert mary.keeper
    assert isinstance(house.play(take("Chris"), done("Chris"), POINTS, actor=mary), Played)
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    assert isinstance(house.play(POINTS, actor=house.seat("Mary")), Forbidden)


def test_what_is_forbidden_leaves_no_trace(house: House, url: str) -> None:
    mary = house.seat("Mary")
    before = everything(url)
    assert isinstance(house.play(take("Mary"), take("Chris"), actor=mary, seen=5), Forbidden)
    assert everything(url) == before


def test_a_seat_takes_back_what_it_entered_or_what_names_it(house: House) -> None:
    chris, mary = house.seat("Chris"), house.seat("Mary")
    nothing = house.play(UNDO, actor=chris)
    assert isinstance(nothing, Refused)
    assert nothing.rejected.rule.id == "nothing-to-undo"
    house.play(take("Chris"), actor=chris)
    assert isinstance(house.play(UNDO, actor=mary), Forbidden)
    assert isinstance(house.play({**UNDO, "seat": "Mary"}, actor=chris), Forbidden)
    assert isinstance(house.play({**UNDO, "seat": "Chris"}, actor=chris), Played)
    house.play_all(take("Chris"))  # by the host, for Chris
    assert isinstance(house.play(UNDO, actor=chris), Played)


def test_a_seat_takes_back_a_trick_that_it_recorded(house: House, make_tables: MakeTables) -> None:
    house.play_all(done("Chris"), done("Mary"), done("Katie"))
    house.play(trick("Chris"), actor=house.seat("Mary"))
    for tables in (make_tables(), house.tables):
        katie = tables.submit(house.code, [UNDO], actor=house.seat("Katie"), seen=None, request=None)
        assert isinstance(katie, Forbidden)
    assert isinstance(house.play(UNDO, actor=house.seat("Mary")), Played)


def test_undo_looks_below_what_was_taken_back(house: House, make_tables: MakeTables) -> None:
    chris, mary = house.seat("Chris"), house.seat("Mary")
    house.play(take("Chris"), done("Chris"), actor=chris)
    house.play(take("Mary"), actor=mary)
    both = house.play(UNDO, UNDO, actor=mary)
    assert isinstance(both, Forbidden)  # the second one is Chris's
    assert house.now.version == 3
    assert isinstance(house.play(UNDO, actor=mary), Played)
    restarted = make_tables()
    for tables in (house.tables, restarted):
        answer = tables.submit(house.code, [UNDO], actor=mary, seen=None, request=None)
        assert isinstance(answer, Forbidden)
        assert "latest entry is not yours" in answer.text.put()
    assert isinstance(house.play(UNDO, actor=chris), Played)


def test_a_scorekeeper_and_a_host_take_anything_back(house: House) -> None:
    house.play(take("Chris"), actor=house.seat("Chris"))
    undo = house.now.book.game.parse(UNDO)
    assert isinstance(undo, Move)
    assert forbids_now(house.host, undo, house.now) is None
    assert forbids_now(house.seat("Katie"), undo, house.now) is not None
    assert isinstance(house.play(UNDO), Played)


class Nobodys(Move):
    """A kind of move that names no seat."""

    entered_by: ClassVar[Enters] = "seat"
    move: Literal["nobodys"]


def test_a_move_of_nobody_is_the_hosts(house: House) -> None:
    move = Nobodys(move="nobodys")
    assert forbids(house.host, move) is None
    assert str(forbids(house.seat("Chris"), move)) == "Only the host or a scorekeeper can enter this."


def test_a_phone_without_a_seat_enters_nothing(house: House) -> None:
    nobody = type(house.host)(house.host.table_id, house.code, -1, None, False, False, "")
    assert isinstance(house.play(take("Chris"), actor=nobody), Forbidden)
