"""Entries that stood once and that today's rules refuse: the table stops, its host chooses, and play goes on."""

from __future__ import annotations

import json

import pytest

from companion.games.replay import replay
from companion.referee.refused_after_upgrade import Offer
from companion.tables.answers import Forbidden, OnHold, Played, Stale
from companion.tables.choices_after_upgrade import act_of, offers
from companion.tables.entry import Choose
from companion.tables.errors import BrokenLedger
from companion.tables.reading import lines_of
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, done, take, trick
from tests.storage.raw import everything, meddle
from tests.tables.acts import hold, put_in, remove, settle, standing, two_people, whole
from tests.tables.earlier import choice, chose, read_anew, stopped_at, wrote

NOT_ITS_TURN = take("Mary")


@BOTH
def test_the_table_stops_at_an_entry_that_is_refused_and_says_which_and_why(
    house: House, make_tables: MakeTables
) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, NOT_ITS_TURN, done("Chris"))
    assert (stopped_at(here), here.version) == ((2, "prediction-order"), 3)
    assert standing(here) == [("1", "red")]
    said = here.referee.hold.refused.put() if here.referee.hold and here.referee.hold.refused else ""
    assert said.startswith("Entry 2 stood under the rules of earlier times; today it would be refused: ")
    assert "It is Chris\u2019s turn to predict." in said
    read_anew(house, make_tables)


@BOTH
@pytest.mark.parametrize(
    ("how", "after"),
    [("stands", [("1", "red"), ("2", "red"), ("3", "done")]), ("out", [("1", "red"), ("3", "done")])],
)
def test_the_host_chooses_and_play_goes_on(
    house: House, make_tables: MakeTables, how: str, after: list[tuple[str, str]]
) -> None:
    house.play_all(take("Chris"))
    wrote(house, NOT_ITS_TURN, done("Chris"))
    before = everything(house.tables.database.engine.url.render_as_string(hide_password=False))
    here = chose(house, how)
    now = everything(house.tables.database.engine.url.render_as_string(hide_password=False))
    assert here.stopped is None
    assert here.referee.hold is None
    assert (here.version, standing(here)) == (4, after)
    assert now[0][:3] == before[0]  # the rows that were there are as they were
    assert here.book.report().holdings["Mary"]["red"] == (how == "stands")
    house.play_all(take("Mary", "blue"), done("Mary"))
    read_anew(house, make_tables)


def test_what_stands_is_a_table_ruling_and_its_replay_is_legal(house: House) -> None:
    wrote(house, NOT_ITS_TURN)
    here = chose(house, "stands")
    assert [move.kind() for move in here.book.moves()] == ["ruling"]
    again = replay("\n".join(lines_of(here)).encode())
    assert (again.rejected, again.book.report()) == ((), here.book.report())
    assert here.referee.ruled("prediction-order")[0].how == "ruling"


def test_it_may_stand_after_what_nobody_told(house: House) -> None:
    wrote(house, NOT_ITS_TURN, done("Mary"))
    kept = [offer for offer in offers(house.now, "it stood") if isinstance(offer, Offer) and offer.kept]
    before = {offer.moves[0].kind(): offer for offer in kept}
    assert isinstance(house.play(act_of(house.now, before["done"], "it stood")), Played)
    assert standing(house.now) == [("1.1", "done"), ("1", "red"), ("2", "done")]


def test_it_is_replaced_by_what_is_legal_there(house: House) -> None:
    wrote(house, NOT_ITS_TURN, done("Chris"))
    here = chose(house, "replaced")
    assert here.stopped is None
    assert [(line.id, line.move.mover) for line in here.standing_moves()] == [("1", "Chris"), ("2", "Chris")]


def test_several_are_decided_one_after_the_other(house: House, make_tables: MakeTables) -> None:
    wrote(house, NOT_ITS_TURN, take("Chris"), take("Katie"), done("Chris"))
    assert stopped_at(house.now)[0] == 1
    assert stopped_at(chose(house, "out"))[0] == 3
    read_anew(house, make_tables)
    assert isinstance(house.play(Choose(act="choose", entry=1, how="out", reason="again")), Stale)
    here = chose(house, "stands")
    assert (here.stopped, standing(here), here.version) == (None, [("2", "red"), ("3", "red"), ("4", "done")], 6)
    read_anew(house, make_tables)


def test_nothing_else_is_entered_meanwhile_and_nobody_else_chooses(house: House) -> None:
    wrote(house, NOT_ITS_TURN)
    chosen = choice(house.now, "out")
    for item in (take("Chris"), UNDO, hold("no"), two_people(), settle(1)):
        assert isinstance(house.play(item), OnHold)
    house.tables.membership.give_scorekeeper(house.host, "Mary", True)
    assert isinstance(house.play(chosen, actor=house.seat("Mary")), Forbidden)
    assert house.now.seat("Mary") == house.now.seats[1]
    assert house.now.seats[1].scorekeeper
    assert isinstance(house.play(chosen), Played)
    assert house.now.seats[1].scorekeeper  # what changed while it was stopped


def test_a_choice_is_for_the_entry_at_which_the_table_is_stopped(house: House) -> None:
    act = Choose(act="choose", entry=1, how="out", reason="why")
    assert isinstance(house.play(act), Stale)
    wrote(house, NOT_ITS_TURN)
    assert isinstance(house.play(act.model_copy(update={"entry": 7})), Stale)
    bad = act.model_copy(update={"moves": [NOT_ITS_TURN]})
    assert not isinstance(house.play(bad), Played)
    gone = act.model_copy(update={"edits": [remove("9")]})
    assert isinstance(house.play(gone), Stale)
    assert not isinstance(house.play(act.model_copy(update={"edits": [put_in(NOT_ITS_TURN)]})), Played)
    assert not isinstance(house.play(act.model_copy(update={"moves": [{"move": "dance"}]})), Played)
    assert stopped_at(house.now)[0] == 1


def test_one_that_the_table_took_back_itself_stops_nothing(house: House, make_tables: MakeTables) -> None:
    here = wrote(house, take("Chris"), NOT_ITS_TURN, take("Katie"), UNDO, {"act": "setting", "two_people": True}, UNDO)
    assert (here.stopped, here.referee.hold, here.version) == (None, None, 6)
    assert here.referee.two_people
    assert standing(here) == [("1", "red")]
    views = house.tables.entries(house.code)
    assert [(one.version, one.undone_by, one.undoes) for one in views] == [
        (1, None, None), (2, 6, None), (3, 4, None), (4, None, "3"), (5, None, None), (6, None, "2"),
    ]  # fmt: skip
    assert views[1].refused is not None
    read_anew(house, make_tables)
    house.play_all(take("Chris", "blue"))


def test_nobody_can_say_what_an_undo_took_back_after_an_amend(house: House) -> None:
    amend = {"act": "amend", "edits": [{"do": "remove", "entry": "1"}], "reason": "why"}
    here = wrote(house, take("Chris"), NOT_ITS_TURN, amend, UNDO)
    assert stopped_at(here)[0] == 2
    assert house.tables.entries(house.code)[3].undoes is None
    here = chose(house, "out")
    assert stopped_at(here) == (4, "nothing-to-undo")
    here = chose(house, "out")
    assert (here.stopped, standing(here)) == (None, [])


def test_a_table_that_was_on_hold_is_so_again_after_the_choice(house: House) -> None:
    house.play_all(take("Chris"), hold("that was mine"))
    here = wrote(house, NOT_ITS_TURN)
    assert here.referee.hold is not None
    assert here.referee.hold.refused is not None
    here = chose(house, "out")
    assert here.referee.hold is not None
    assert (here.referee.hold.act.reason, here.referee.hold.refused) == ("that was mine", None)


def test_the_ledger_shows_it_with_what_waits_and_what_was_chosen(house: House) -> None:
    wrote(house, NOT_ITS_TURN, take("Chris"))
    views = house.tables.entries(house.code)
    assert [(one.refused is not None, one.waits, one.stands) for one in views] == [
        (True, False, False), (False, True, False),
    ]  # fmt: skip
    chose(house, "out")
    views = house.tables.entries(house.code)
    assert [(one.waits, one.stands, one.chosen_by) for one in views] == [
        (False, False, 3), (False, True, None), (False, True, None),
    ]  # fmt: skip


def test_the_game_is_exported_whole_before_the_choice(house: House) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, NOT_ITS_TURN, {"act": "setting", "two_people": True}, done("Chris"), "{")
    lines = [json.loads(line) for line in lines_of(here)]
    assert lines[1:] == [take("Chris"), NOT_ITS_TURN, done("Chris"), "{"]
    found = replay("\n".join(lines_of(here)).encode())
    assert [(line, no.rule.id) for line, no in found.rejected] == [(3, "prediction-order"), (5, "malformed")]


def test_a_process_that_lets_it_stand_reads_from_the_beginning_when_it_hears_of_the_choice(
    house: House, make_tables: MakeTables
) -> None:
    """Rules go back, or another process has the older ones: what was chosen holds there, too."""
    house.play_all(take("Chris"), take("Chris", "blue"), done("Chris"))
    wrote(house, {"act": "choose", "entry": 2, "how": "out", "reason": "it was refused there"}, take("Mary"))
    assert standing(house.now) == [("1", "red"), ("3", "done"), ("5", "red")]
    assert house.now.referee == make_tables().find(house.code).referee
    read_anew(house, make_tables)


def test_the_latest_choice_about_an_entry_counts(house: House, make_tables: MakeTables) -> None:
    wrote(house, NOT_ITS_TURN, {"act": "choose", "entry": 1, "how": "stands", "reason": "x", "moves": [NOT_ITS_TURN]})
    here = make_tables().find(house.code)
    assert (stopped_at(here)[0], here.version) == (1, 2)
    assert whole(here) == whole(house.now)
    assert standing(chose(house, "stands")) == [("1", "red")]
    read_anew(house, make_tables)


def test_a_choice_about_a_legal_entry_that_is_refused_itself_can_be_made_anew(house: House) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, {"act": "choose", "entry": 1, "how": "replaced", "reason": "x", "moves": [NOT_ITS_TURN]})
    assert stopped_at(here)[0] == 1
    assert [offer.how for offer in offers(here, "x")] == ["stands", "out"]
    assert standing(chose(house, "stands")) == [("1", "red")]


def test_choices_about_what_waits_are_kept_until_it_is_reached(house: House, make_tables: MakeTables) -> None:
    out = {"act": "choose", "how": "out", "reason": "x"}
    here = wrote(house, NOT_ITS_TURN, take("Katie"), {**out, "entry": 2}, take("Chris"))
    assert stopped_at(here)[0] == 1
    assert standing(chose(house, "out")) == [("4", "red")]
    assert house.now.stopped is None
    read_anew(house, make_tables)


def test_offers_are_made_only_where_a_table_is_stopped(house: House) -> None:
    assert offers(house.now, "x") == ()
    assert act_of(house.now, Offer("out"), "x") is None


def test_a_choice_is_read_on_where_the_table_is_stopped(house: House, make_tables: MakeTables) -> None:
    wrote(house, NOT_ITS_TURN, done("Chris"))
    bad = {"act": "choose", "entry": 1, "how": "stands", "reason": "x", "moves": [NOT_ITS_TURN]}
    assert stopped_at(wrote(house, bad))[0] == 1
    here = wrote(house, {"act": "choose", "entry": 1, "how": "out", "reason": "x"})
    assert (here.stopped, standing(here), here.version) == (None, [("2", "done")], 4)
    read_anew(house, make_tables)


def test_a_ledger_that_lacks_an_entry_cannot_be_read(house: House, make_tables: MakeTables, url: str) -> None:
    house.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 2")
    with pytest.raises(BrokenLedger, match="Entry 1 of table"):
        make_tables().find(house.code)


def test_a_whole_evening_goes_on_after_a_trick_that_is_refused(house: House, make_tables: MakeTables) -> None:
    house.play_all(done("Chris"), done("Mary"), done("Katie"), trick("Chris"))
    wrote(house, trick("Mary", "green", "red"), trick("Mary"))
    here = chose(house, "stands")
    assert [(line.id, line.move.plain().get("won_with")) for line in here.standing_moves()[3:]] == [
        ("4", "green"), ("5", "green"), ("6", "green"),
    ]  # fmt: skip
    assert house.play_out().book.report().over
    read_anew(house, make_tables)
