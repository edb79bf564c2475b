"""Entries that stood once and that today's rules refuse: the table stops, its host chooses, and play goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.replay import replay
from companion.games.transcript import read_header
from companion.referee.refused import Offer
from companion.service.service import TableService
from companion.tables.acts import Choose
from companion.tables.answers import Forbidden, OnHold, Played, Stale
from companion.tables.choices import act_of, offers
from companion.tables.errors import BrokenLedger
from companion.tables.reading import lines_of
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from tests.databases import BOTH, MakeTables
from tests.service.house import UNDO, House, done, take, trick
from tests.storage.raw import everything, meddle
from tests.tables.acts import change, hold, put_in, remove, settle, standing, two_people, whole
from tests.tables.earlier import wrote

NOT_ITS_TURN = take("Mary")
Plain = dict[str, Any]


def choice(here: Snapshot, how: str, number: int = 0) -> Choose:
    """The referee's offer of that kind, as an act."""
    found = [offer for offer in offers(here, "it stood") if offer.how == how]
    act = act_of(here, found[number], "it stood")
    assert act is not None
    return act


def chose(house: House, how: str, number: int = 0) -> Snapshot:
    """The host takes the referee's offer."""
    answer = house.play(choice(house.now, how, number))
    assert isinstance(answer, Played), answer
    return house.now


def stopped_at(here: Snapshot) -> tuple[int, str | None]:
    assert here.stopped is not None
    assert here.referee.hold is not None
    return here.stopped.version, here.referee.hold.act.rule


def colors(here: Snapshot) -> list[tuple[str, str]]:
    return standing(here)


def read_anew(house: House, make_tables: MakeTables) -> None:
    """Whoever reads the ledger from its beginning has the same table."""
    assert whole(make_tables().find(house.code)) == whole(house.now)


@BOTH
def test_the_table_stops_at_an_entry_that_is_refused_and_says_which_and_why(
    house: House, make_tables: MakeTables
) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, NOT_ITS_TURN, done("Chris"))
    assert (stopped_at(here), here.version) == ((2, "prediction-order"), 3)
    assert colors(here) == [("1", "red")]
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
    assert (here.version, colors(here)) == (4, after)
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
    assert colors(house.now) == [("1.1", "done"), ("1", "red"), ("2", "done")]


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
    assert (here.stopped, colors(here), here.version) == (None, [("2", "red"), ("3", "red"), ("4", "done")], 6)
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
    assert colors(here) == [("1", "red")]
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
    assert (here.stopped, colors(here)) == (None, [])


def test_an_undo_that_is_refused(house: House, make_tables: MakeTables) -> None:
    here = wrote(house, take("Chris"), {"move": "undo", "seat": "Nobody"}, done("Chris"))
    assert stopped_at(here) == (2, "malformed")
    here = chose(house, "stands")
    assert (colors(here), here.version) == ([("3", "done")], 4)
    read_anew(house, make_tables)


def test_an_undo_of_nothing_can_only_go(house: House) -> None:
    here = wrote(house, UNDO, take("Chris"))
    assert (stopped_at(here), [offer.how for offer in offers(here, "why")]) == ((1, "nothing-to-undo"), ["out"])
    assert colors(chose(house, "out")) == [("2", "red")]


@pytest.mark.parametrize("stored", ['{"move": "dance"}', "{", "[]", '{"move": "take", "seat": "Mary"}', "NaN"])
def test_an_entry_that_cannot_be_read(house: House, make_tables: MakeTables, stored: str) -> None:
    here = wrote(house, take("Chris"), stored, done("Chris"))
    assert stopped_at(here) == (2, "malformed")
    assert {offer.how for offer in offers(here, "why")} == {"out", "replaced"}
    assert house.tables.entries(house.code)[1].what is None
    assert colors(chose(house, "out")) == [("1", "red"), ("3", "done")]
    read_anew(house, make_tables)


def test_what_cannot_be_read_is_replaced_by_the_same_kind_first(house: House) -> None:
    wrote(house, '{"move": "done", "seat": "Chris", "why": 1}')
    here = chose(house, "replaced")
    assert colors(here) == [("1", "done")]


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param({"act": "dance"}, id="no act of this program"),
        pytest.param({"act": "settle", "hold": 1, "how": "stands", "reason": "x"}, id="no hold"),
        pytest.param({"act": "late", "first": 1, "seat": "Mary"}, id="no race"),
        pytest.param({"act": "choose", "entry": 9, "how": "out", "reason": "x"}, id="a choice about what comes later"),
        pytest.param({"act": "propose", "edits": [{"do": "remove", "entry": "9"}], "reason": "x"}, id="a proposal"),
    ],
)
def test_an_act_that_is_refused_can_only_go(house: House, make_tables: MakeTables, stored: Plain) -> None:
    here = wrote(house, take("Chris"), stored, done("Chris"))
    assert stopped_at(here) == (2, None)
    assert [offer.how for offer in offers(here, "why")] == ["out"]
    assert colors(chose(house, "out")) == [("1", "red"), ("3", "done")]
    read_anew(house, make_tables)


def amend_of(*edits: Any) -> Plain:
    return {"act": "amend", "edits": [edit.plain() for edit in edits], "reason": "we looked again"}


def test_an_amend_stands_with_all_that_follows_from_it(house: House, make_tables: MakeTables) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    here = wrote(house, amend_of(remove("2")), done("Mary"))
    assert stopped_at(here) == (4, "prediction-order")
    assert [offer.how for offer in offers(here, "why")] == ["stands", "out", "replaced"]
    here = chose(house, "stands")
    assert stopped_at(here)[0] == 5  # and what came after it is judged, too
    assert colors(here) == [("1", "red")]
    read_anew(house, make_tables)


def test_an_amend_is_replaced_by_what_keeps_the_most(house: House, make_tables: MakeTables) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    wrote(house, amend_of(remove("2")))
    here = chose(house, "replaced")
    assert (here.stopped, len(here.book.moves())) == (None, 2)
    read_anew(house, make_tables)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(remove("9"), id="no such entry"),
        pytest.param(change("1", {"move": "dance"}), id="no move"),
    ],
)
def test_an_amend_that_nothing_is_left_of_can_only_go(house: House, edit: Any) -> None:
    here = wrote(house, take("Chris"), amend_of(edit))
    assert [offer.how for offer in offers(here, "why")] == ["out"]


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
    assert colors(house.now) == [("1", "red"), ("3", "done"), ("5", "red")]
    assert house.now.referee == make_tables().find(house.code).referee
    read_anew(house, make_tables)


def test_the_latest_choice_about_an_entry_counts(house: House, make_tables: MakeTables) -> None:
    wrote(house, NOT_ITS_TURN, {"act": "choose", "entry": 1, "how": "stands", "reason": "x", "moves": [NOT_ITS_TURN]})
    here = make_tables().find(house.code)
    assert (stopped_at(here)[0], here.version) == (1, 2)
    assert whole(here) == whole(house.now)
    assert colors(chose(house, "stands")) == [("1", "red")]
    read_anew(house, make_tables)


def test_a_choice_about_a_legal_entry_that_is_refused_itself_can_be_made_anew(house: House) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, {"act": "choose", "entry": 1, "how": "replaced", "reason": "x", "moves": [NOT_ITS_TURN]})
    assert stopped_at(here)[0] == 1
    assert [offer.how for offer in offers(here, "x")] == ["stands", "out"]
    assert colors(chose(house, "stands")) == [("1", "red")]


def test_choices_about_what_waits_are_kept_until_it_is_reached(house: House, make_tables: MakeTables) -> None:
    out = {"act": "choose", "how": "out", "reason": "x"}
    here = wrote(house, NOT_ITS_TURN, take("Katie"), {**out, "entry": 2}, take("Chris"))
    assert stopped_at(here)[0] == 1
    assert colors(chose(house, "out")) == [("4", "red")]
    assert house.now.stopped is None
    read_anew(house, make_tables)


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
    assert (stopped_at(here), here.version, colors(here)) == ((0, None), 2, [])
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
    assert (here.stopped, here.version, colors(here)) == (None, 3, [("1", "red"), ("2", "done")])
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


def test_offers_are_made_only_where_a_table_is_stopped(house: House) -> None:
    assert offers(house.now, "x") == ()
    assert act_of(house.now, Offer("out"), "x") is None


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
        assert seen.stopped.told is not None
        assert "3" not in seen.stopped.told.put()
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


def test_a_choice_is_read_on_where_the_table_is_stopped(house: House, make_tables: MakeTables) -> None:
    wrote(house, NOT_ITS_TURN, done("Chris"))
    bad = {"act": "choose", "entry": 1, "how": "stands", "reason": "x", "moves": [NOT_ITS_TURN]}
    assert stopped_at(wrote(house, bad))[0] == 1
    here = wrote(house, {"act": "choose", "entry": 1, "how": "out", "reason": "x"})
    assert (here.stopped, colors(here), here.version) == (None, [("2", "done")], 4)
    read_anew(house, make_tables)


def test_the_ledger_marks_what_a_choice_about_an_amend_has_changed(house: House) -> None:
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    wrote(house, amend_of(remove("2")))
    chose(house, "stands")
    views = house.tables.entries(house.code)
    assert [one.removed_by for one in views] == [None, 5, 5, None, None]


def test_a_house_rule_that_the_box_forbids_is_not_offered(house: House, make_tables: MakeTables, url: str) -> None:
    plain = {**house.now.header.plain, "options": {"edition": "gone", "supply": {"orange": 2}}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    found = offers(make_tables().find(house.code), "x")
    assert [offer.header["options"] for offer in found if not isinstance(offer, Offer)] == [{"supply": {"orange": 2}}]


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


def test_house_rules_lie_open_where_counts_are_hidden(tables: TableService, make_tables: MakeTables, url: str) -> None:
    head = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben", "Cat"], "options": {"hidden_count": True}}
    house = House(tables, on=read_header(head))
    plain = {**house.now.header.plain, "options": {"hidden_count": True, "direction": "gone"}}
    meddle(url, "UPDATE tables SET header = :header", header=json.dumps(plain))
    here = make_tables().find(house.code)
    assert len(offers(here, "x")) > 1
    assert offers(seen_by(here, house.host), "x") == offers(here, "x")
