"""Entering moves: what is refused leaves no trace, a repeat is known, and who may enter what."""

from __future__ import annotations

import json
from typing import Any, ClassVar, Literal
from weakref import WeakSet

import pytest

from companion.games.move import Enters, Move
from companion.games.transcript import read_header
from companion.live.pubsub import Subscription
from companion.service.service import TRIES, TableService
from companion.tables.answers import Forbidden, Played, Refused, Reused, Stale, Unsaved
from companion.tables.errors import BrokenLedger, NoSuchTable, Unavailable
from companion.tables.policy import forbids, forbids_now
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, done, report, take, trick
from tests.storage.raw import everything, meddle, no_commit, raw

pytestmark = BOTH
POINTS = {"move": "ruling", "seat": "Mary", "points": 2, "reason": "Mary spilt the tea"}


def test_a_move_is_on_disk_before_anybody_is_told(house: House, url: str) -> None:
    on_disk: list[int] = []

    class Ear(Subscription):
        def notify(self, stamp: tuple[int, int]) -> None:
            with raw(url) as other:
                on_disk.append(other.exec_driver_sql("SELECT count(*) FROM entries").scalar_one())
            super().notify(stamp)

    ear = Ear(house.tables.pubsub, house.code, None)
    house.tables.pubsub._subscriptions.setdefault(house.code, WeakSet()).add(ear)
    answer = house.play(take("Chris"))
    assert isinstance(answer, Played)
    assert on_disk == [1]
    assert ear.wait(0)
    assert house.now is answer.snapshot


@pytest.mark.parametrize(
    ("moves", "rule", "index"),
    [
        ([take("Mary")], "prediction-order", 0),
        ([{"move": "steal", "seat": "Chris", "color": "red", "from": "Mary"}], "steal-only-when-centre-empty", 0),
        ([{"move": "dance"}], "malformed", 0),
        ([None], "malformed", 0),
        ([take("Chris"), take("Mary")], "prediction-order", 1),
        ([take("Chris"), "nonsense"], "malformed", 1),
        ([take("Chris"), UNDO, UNDO], "nothing-to-undo", 2),
    ],
)
def test_what_is_refused_leaves_no_trace(house: House, url: str, moves: list[Any], rule: str, index: int) -> None:
    before, state, seen = everything(url), report(house.tables, house.code), house.now
    with house.tables.pubsub.subscribe(house.code) as listener:
        answer = house.play(*moves, request="tap")
        assert not listener.wait(0)
    assert isinstance(answer, Refused)
    assert (answer.rejected.rule.id, answer.index) == (rule, index)
    assert answer.snapshot is house.now is seen
    assert everything(url) == before
    assert report(house.tables, house.code) == state
    assert isinstance(house.play(take("Chris"), request="tap"), Played)


def test_what_is_allowed_instead_is_allowed(house: House) -> None:
    answer = house.play(take("Mary"))
    assert isinstance(answer, Refused)
    assert answer.instead
    for move in answer.instead:
        assert isinstance(house.play(move.plain()), Played)
        house.play_all(UNDO)


def test_instead_names_first_what_this_phone_may_enter(house: House) -> None:
    mary, chris = house.seat("Mary"), house.seat("Chris")
    hers = house.play(take("Mary"), actor=mary)
    assert isinstance(hers, Refused)
    assert hers.instead  # Chris's moves: she learns whose turn it is
    assert all(forbids(mary, move) for move in hers.instead)
    his = house.play({"move": "steal", "seat": "Chris", "color": "red", "from": "Mary"}, actor=chris)
    assert isinstance(his, Refused)
    assert his.instead
    assert not any(forbids(chris, move) for move in his.instead)


def test_several_moves_of_one_tap_stand_or_fall_together(house: House) -> None:
    for name in ("Chris", "Mary", "Katie"):
        house.play_all(take(name, "green"), done(name))
    before = house.now
    assert isinstance(house.play(trick("Mary"), {"move": "turn_in", "seat": "Mary", "color": "red"}), Refused)
    assert house.now is before
    answer = house.play(trick("Mary"), {"move": "turn_in", "seat": "Mary", "color": "green"})
    assert isinstance(answer, Played)
    assert answer.version == before.version + 2
    assert [entry.version for entry in house.tables.entries(house.code)] == list(range(1, answer.version + 1))


def test_no_move_is_no_entry(house: House) -> None:
    answer = house.play(request="tap")
    assert isinstance(answer, Played)
    assert (answer.version, house.now.version) == (0, 0)


def test_two_phones_that_post_at_once(house: House) -> None:
    assert isinstance(house.play(take("Chris"), seen=0), Played)
    answer = house.play(take("Chris", "blue"), seen=0)
    assert isinstance(answer, Stale)
    assert answer.snapshot.version == 1
    assert isinstance(house.play(take("Chris", "blue"), seen=7), Stale)
    assert isinstance(house.play(take("Chris", "blue"), seen=None), Played)


def test_the_same_request_twice_has_one_effect_and_one_answer(house: House) -> None:
    first = house.play(take("Chris"), take("Chris", "blue"), seen=0, request="tap")
    house.play_all(take("Chris", "green"))
    second = house.play(take("Chris"), take("Chris", "blue"), seen=0, request="tap")
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    assert first.version == second.version == 2
    assert second.snapshot.version == house.now.version == 3


@pytest.mark.parametrize(
    "others",
    [
        [take("Chris", "blue")],
        [take("Chris"), take("Chris")],
        [take("Chris")] * 3,
        [],
        ["nonsense"],
        [take("Chris"), take("Chris", "blue"), "x"],
    ],
)
def test_a_requests_name_is_good_for_one_request(house: House, others: list[Any]) -> None:
    house.play_all(take("Chris", "green"))
    assert isinstance(house.play(take("Chris"), take("Chris", "blue"), request="tap"), Played)
    answer = house.play(*others, request="tap")
    assert isinstance(answer, Reused)
    assert answer.snapshot.version == house.now.version == 3


def test_a_repeat_may_be_written_differently(house: House) -> None:
    assert isinstance(house.play({"move": "take", "seat": "Chris", "color": "red"}, request="tap"), Played)
    answer = house.play({"color": "red", "seat": "Chris", "move": "take"}, request="tap")
    assert isinstance(answer, Played)
    assert answer.version == house.now.version == 1


def test_a_repeat_is_known_after_a_restart(house: House, make_tables: MakeTables) -> None:
    house.play(take("Chris"), take("Chris", "blue"), request="tap")
    again = make_tables()
    answer = again.submit(house.code, [take("Chris"), take("Chris", "blue")], actor=house.host, seen=0, request="tap")
    assert isinstance(answer, Played)
    assert answer.version == answer.snapshot.version == 2


def test_a_repeat_is_known_where_another_process_took_the_first(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.find(house.code).version == 0
    first = house.play(take("Chris"), seen=0, request="tap")
    second = other.submit(house.code, [take("Chris")], actor=house.host, seen=0, request="tap")
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    assert first.version == second.version == other.find(house.code).version == 1


def test_two_phones_may_name_their_requests_alike(house: House) -> None:
    assert isinstance(house.play(take("Chris"), request="1"), Played)
    assert isinstance(house.play(take("Chris"), actor=house.seat("Chris"), request="1"), Played)
    assert house.now.version == 2


def test_another_process_was_first(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.find(house.code).version == 0
    house.play_all(take("Chris"))
    with other.pubsub.subscribe(house.code) as listener:
        stale = other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=0, request=None)
        assert isinstance(stale, Stale)
        assert listener.wait(0)  # what the other process entered is news here
    assert report(other, house.code) == report(house.tables, house.code)
    house.play_all(take("Chris", "blue"))
    judged_again = other.submit(house.code, [done("Chris")], actor=house.host, seen=None, request=None)
    assert isinstance(judged_again, Played)
    assert judged_again.version == 3
    too_late = house.play(take("Chris", "green"))  # it fits what this process knows, not what the ledger has
    assert isinstance(too_late, Refused)
    assert too_late.snapshot.version == 3
    assert report(other, house.code) == report(house.tables, house.code)


def test_a_request_is_known_after_catching_up_with_another_process(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.find(house.code).version == 0
    assert isinstance(house.play(take("Chris"), request="tap"), Played)
    other.submit(house.code, [take("Chris", "blue")], actor=house.host, seen=None, request=None)
    assert isinstance(house.play(take("Chris", "green"), seen=1), Stale)
    answer = house.play(take("Chris"), request="tap")
    assert isinstance(answer, Played)
    assert (answer.version, answer.snapshot.version) == (1, 2)


def test_a_failed_commit_shows_what_the_ledger_really_has(house: House, make_tables: MakeTables) -> None:
    assert house.now.version == 0
    make_tables().submit(house.code, [take("Chris")], actor=house.host, seen=0, request=None)
    with house.tables.pubsub.subscribe(house.code) as listener:
        with no_commit(house.tables):
            answer = house.play(take("Chris", "blue"))
        assert isinstance(answer, Unsaved)
        assert answer.snapshot.version == 1
        assert listener.wait(0)


def test_a_table_that_never_comes_to_rest_is_stale(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def clash(entries: object, _behind: object) -> str:
        tried.append(entries)
        return "clash"

    monkeypatch.setattr(house.tables.ledger, "append", clash)
    assert isinstance(house.play(take("Chris")), Stale)
    assert len(tried) == TRIES


def test_a_disk_that_is_full_answers_unsaved_and_nothing_is_lost(house: House) -> None:
    house.play_all(take("Chris"))
    before = report(house.tables, house.code)
    with no_commit(house.tables):
        answer = house.play(take("Chris", "blue"), seen=1, request="tap")
        assert isinstance(answer, Unsaved)
        assert report(house.tables, house.code) == before
    answer = house.play(take("Chris", "blue"), seen=1, request="tap")
    assert isinstance(answer, Played)
    assert answer.version == 2


def test_where_the_database_is_gone_the_last_known_state_is_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play_all(take("Chris"))

    def gone() -> None:
        raise Unavailable

    with monkeypatch.context() as broken:
        broken.setattr(house.tables.database, "writing", gone)
        broken.setattr(house.tables.database, "reading", gone)
        answer = house.play(take("Chris", "blue"))
        assert isinstance(answer, Unsaved)
        assert answer.snapshot.version == 1
        assert house.tables.find(house.code) is answer.snapshot
    assert house.now.version == 1


def test_an_unknown_table(house: House) -> None:
    for unknown in ("22222222", "", "\ud800", "x" * 10000):
        with pytest.raises(NoSuchTable, match="No table"):
            house.tables.find(unknown)
        with pytest.raises(NoSuchTable):
            house.tables.submit(unknown, [take("Chris")], actor=house.host, seen=None, request=None)


def test_a_key_of_another_table_opens_nothing(house: House) -> None:
    elsewhere = House(house.tables)
    answer = house.play(take("Chris"), actor=elsewhere.host)
    assert isinstance(answer, Forbidden)
    assert answer.text.put() == "This key belongs to another table."


# Who may enter what


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
    house.tables.membership.give_scorekeeper(house.host, "Mary", True)
    mary = house.seat("Mary")
    assert mary.keeper
    assert isinstance(house.play(take("Chris"), done("Chris"), POINTS, actor=mary), Played)
    house.tables.membership.give_scorekeeper(house.host, "Mary", False)
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
    nobody = type(house.host)(house.host.table_id, house.code, house.host.key_id, None, False, False, "")
    assert isinstance(house.play(take("Chris"), actor=nobody), Forbidden)


# The ledger, as people read it


def test_the_ledger_tells_who_when_and_from_which_phone(house: House) -> None:
    chris = house.seat("Chris")
    house.play(take("Chris"), actor=chris)
    house.play_all(take("Chris", "blue"), UNDO, UNDO, take("Chris", "green"))
    entries = house.tables.entries(house.code)
    assert [(e.version, json.loads(e.raw)["move"], e.by, e.label) for e in entries] == [
        (1, "take", "Chris", "Host's phone"),
        (2, "take", None, "Host's phone"),
        (3, "undo", None, "Host's phone"),
        (4, "undo", None, "Host's phone"),
        (5, "take", None, "Host's phone"),
    ]
    assert [(e.stands, e.undone_by, e.undoes) for e in entries] == [
        (False, 4, None),
        (False, 3, None),
        (True, None, "2"),
        (True, None, "1"),
        (True, None, None),
    ]
    assert all(e.at.tzinfo is not None for e in entries)
    assert [e.at for e in entries] == sorted(e.at for e in entries)


def test_the_ledger_shows_no_more_than_the_table_does(house: House, make_tables: MakeTables) -> None:
    other = make_tables()
    assert other.find(house.code).version == 0
    house.play_all(take("Chris"))
    assert other.entries(house.code) == ()
    assert other.find(house.code).version == 0


def test_a_seat_called_host_is_not_the_host(tables: TableService) -> None:
    house = House(tables, on=read_header({"transcript": 1, "game": "sluff-off", "seats": ["host", "Mary", "Katie"]}))
    house.play_all(take("host"), done("host"), take("Mary"))
    assert isinstance(house.play(UNDO, actor=house.seat("host")), Forbidden)


@pytest.mark.parametrize("stored", ["{", '{"transcript": 1, "game": "chess"}'])
def test_a_header_of_no_game_that_is_known_is_named(
    house: House, make_tables: MakeTables, url: str, stored: str
) -> None:
    meddle(url, "UPDATE tables SET header = :header", header=stored)
    with pytest.raises(BrokenLedger, match=f"Table {house.code} was opened for a game"):
        make_tables().find(house.code)


def test_a_gap_in_the_ledger_is_named(house: House, make_tables: MakeTables, url: str) -> None:
    house.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 2")
    with pytest.raises(BrokenLedger, match=f"Entry 1 of table {house.code} is missing"):
        make_tables().find(house.code)


def test_any_name_and_any_reason_is_kept(tables: TableService, make_tables: MakeTables) -> None:
    names = [
        '<script>alert("x")</script>',
        "\u05d3\u05d5\u05d3 \u202eabc",
        "\U0001f469\u200d\U0001f467 O'Neil \\ %s {0}",
    ]
    house = House(tables, on=read_header({"transcript": 1, "game": "sluff-off", "seats": names}))
    chris = house.actor(house.opened.seat_keys[names[0]])
    reason = "a null \x00, a line \u2028 and a bell \x07"
    house.play(take(names[0]), actor=chris)
    house.play_all({"move": "ruling", "seat": names[1], "points": 1, "reason": reason})
    again = make_tables()
    assert report(again, house.code) == report(tables, house.code)
    last = json.loads(again.entries(house.code)[-1].raw)
    assert last["reason"] == reason
    assert again.find(house.code).header.seats == tuple(names)
