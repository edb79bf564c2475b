"""An entry that was accepted is a fact: its table plays on, and the ledger marks it if it would be refused today."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from companion.referee.amend import Preview, what_if
from companion.service.service import TableService
from companion.storage.upgrade_check import check_tables
from companion.tables.answers import Played, Stale
from companion.tables.entry import Choose
from companion.tables.errors import BrokenLedger
from companion.tables.history import NOT_THERE
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from tests.databases import BOTH, MakeTables
from tests.refused_entries import CASES, Case, at, legal
from tests.refused_seats import SEATS, played
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import meddle
from tests.tables.acts import amend, change, put_in, remove, standing
from tests.tables.earlier import read_anew, wrote

Plain = dict[str, Any]
NOT_HER_TURN = take("Mary")


def table_of(tables: MakeTables, case: Case) -> House:
    """Return a table whose latest entry is the refused one of the case."""
    house = House(tables(), on=read_header(case.header))
    wrote(house, *case.opening, case.refused)
    return house


def marked(house: House) -> list[tuple[int, str | None]]:
    """Return the versions that the ledger marks, each with the rule that is against its entry today."""
    views = [(view.version, view.refused_today) for view in house.tables.entries(house.code)]
    return [(version, refused.rule.id if refused.rule else None) for version, refused in views if refused is not None]


def replays(here: Snapshot) -> None:
    again = replay("\n".join(here.book.lines()).encode())
    assert again.rejected == ()
    assert again.book.report() == here.book.report()


def test_the_cases_hold_every_kind_of_move() -> None:
    kinds = set()
    for case in CASES.values():
        read = open_book(read_header(case.header)).game.parse(case.refused, tuple(case.header["seats"]))
        assert not isinstance(read, Rejected), case.refused
        kinds.add(type(read))
    assert kinds >= {shape for game in PRODUCTS for shape in game.moves}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refused_entry_stands_is_marked_and_goes_out_as_a_ruling(
    case: Case, make_tables: MakeTables, url: str
) -> None:
    house = table_of(make_tables, case)
    here, before = house.now, house.now.book.before
    assert before is not None
    ruling = before.enter(here.standing_moves()[-1].move)
    assert isinstance(ruling, Rejected)
    if case.then is not None:
        path, value = case.then
        assert at(path, here.book.report().plain()) == value != at(path, before.report().plain())
    assert marked(house) == [(here.version, ruling.rule.id)]
    assert [[(entry.version, entry.rule) for entry in refused] for refused in check_tables(url)] == [
        [(here.version, ruling.rule.id)]
    ]
    replays(here)
    last = [json.loads(line) for line in here.book.lines()][-1]
    assert (last.get("stands") == case.refused) == (here.book.state != before.state)
    read_anew(house, make_tables)
    for seat in (None, *house.now.header.seats):
        seen_by(here, None if seat is None else house.seat(seat)).book.report()
    if more := next(iter(legal(here.book)), None):
        house.play_all(more)
        replays(house.now)


@pytest.mark.parametrize("name", ["Take", "Rename", "Claim, secret", "ui77 Limit, of none"])
def test_an_undo_takes_a_refused_entry_back(name: str, make_tables: MakeTables) -> None:
    house = table_of(make_tables, CASES[name])
    before = house.now.book.before
    assert before is not None
    house.play_all(UNDO)
    assert house.now.book.state == before.state
    assert marked(house) == []
    read_anew(house, make_tables)


def test_a_correction_before_a_refused_entry_judges_it_and_shows_the_consequence(
    house: House, make_tables: MakeTables
) -> None:
    house.play_all(take("Chris"))
    wrote(house, NOT_HER_TURN)
    house.play_all(take("Chris", "blue"))
    edit = change("1", take("Chris", "green"))
    preview = what_if(house.now.book, house.now.standing_moves(), [edit])
    assert isinstance(preview, Preview)
    assert [(consequence.entry.id, consequence.rejected.rule.id) for consequence in preview.consequences] == [
        ("2", "prediction-order")
    ]
    assert not isinstance(house.play(amend(edit)), Played)  # the consequence is not among the edits
    house.play_all(amend(*preview.edits))
    assert standing(house.now) == [("1", "green"), ("3", "blue")]
    read_anew(house, make_tables)


def test_a_correction_after_a_refused_entry_does_not_judge_it(house: House, make_tables: MakeTables) -> None:
    house.play_all(take("Chris"))
    wrote(house, NOT_HER_TURN)
    house.play_all(take("Chris", "blue"))
    edit = change("3", take("Chris", "green"))
    preview = what_if(house.now.book, house.now.standing_moves(), [edit])
    assert isinstance(preview, Preview)
    assert (preview.consequences, preview.edits) == ((), (edit,))
    house.play_all(amend(edit))
    assert standing(house.now) == [("1", "red"), ("2", "red"), ("3", "green")]
    assert house.now.book.accepted == 3
    read_anew(house, make_tables)


@pytest.mark.parametrize(
    ("act", "left", "rule"),
    [
        (amend(put_in(NOT_HER_TURN, before="1")), [("2.1", "red"), ("1", "red")], "prediction-order"),
        (amend(remove("9")), [("1", "red")], None),
        ({"act": "settle", "hold": 1, "how": "stands", "reason": "x"}, [("1", "red")], None),
        ({"act": "late", "first": 9, "seat": "Mary"}, [("1", "red")], None),
    ],
    ids=["an amend that is refused", "an amend of nothing", "a settled hold that is none", "a race that was none"],
)
def test_an_act_that_would_be_refused_is_a_fact_too(
    house: House, make_tables: MakeTables, act: Any, left: list[tuple[str, str]], rule: str | None
) -> None:
    house.play_all(take("Chris"))
    here = wrote(house, act if isinstance(act, dict) else act.plain())
    assert standing(here) == left
    assert marked(house) == [(2, rule)]
    if rule is None:
        assert house.tables.entries(house.code)[1].refused_today.because == NOT_THERE  # type: ignore[union-attr]
    house.play_all(take("Chris", "blue"))
    read_anew(house, make_tables)


def test_an_undo_of_nothing_has_no_effect(house: House, make_tables: MakeTables) -> None:
    here = wrote(house, UNDO)
    assert (here.book.moves(), here.version, here.provenance) == ((), 1, None)
    assert marked(house) == [(1, "nothing-to-undo")]
    house.play_all(take("Chris"))
    read_anew(house, make_tables)


def test_a_move_that_names_nobody_at_the_table_has_no_effect(house: House, make_tables: MakeTables) -> None:
    before = wrote(house, take("Chris"))
    here = wrote(house, take("Nobody"))
    assert here.book.state == before.book.state
    assert marked(house) == [(2, "malformed")]
    replays(here)
    house.play_all(UNDO)
    assert standing(house.now) == [("1", "red")]
    read_anew(house, make_tables)


@pytest.mark.parametrize("stored", ["{", "[]", {"act": "dance"}, {"move": "dance"}, {"move": "take", "seat": 7}])
def test_an_unreadable_entry_breaks_the_ledger(house: House, make_tables: MakeTables, url: str, stored: object) -> None:
    house.play_all(take("Chris"))
    with pytest.raises(BrokenLedger, match="cannot read entry 2 of table"):
        wrote(house, stored, take("Chris"))
    with pytest.raises(BrokenLedger):
        make_tables().get(house.code)
    assert [[(entry.version, entry.rule) for entry in refused] for refused in check_tables(url)] == [[(2, None)]]


def test_a_move_that_names_nobody_at_the_table_breaks_the_ledger_if_seats_never_change(make_tables: MakeTables) -> None:
    house = House(make_tables(), on=read_header(CASES["a game that tells nothing"].header))
    with pytest.raises(BrokenLedger):
        wrote(house, {"move": "bid", "seat": "Nobody", "tricks": 1})


def test_a_missing_entry_breaks_the_ledger(house: House, make_tables: MakeTables, url: str) -> None:
    house.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 2")
    with pytest.raises(BrokenLedger, match="Entry 1 of table"):
        make_tables().get(house.code)


OUT: Plain = {"act": "choose", "entry": 2, "how": "out", "reason": "x"}
STANDS: Plain = {**OUT, "how": "stands"}
BLUE, GREEN = take("Chris", "blue"), take("Chris", "green")
RED_TWICE = [("1", "red"), ("2", "red"), ("3", "done")]
CHOSEN: dict[str, tuple[list[Plain], list[tuple[str, str]], list[int]]] = {
    "it is out": ([OUT], [("1", "red"), ("3", "done")], [2]),
    "it stands": ([STANDS], RED_TWICE, []),
    "it stands by a ruling": ([{**STANDS, "upheld": True}], RED_TWICE, []),
    "it stands in other moves": (
        [{**STANDS, "moves": [BLUE, GREEN]}], [("1", "red"), ("2.1", "blue"), ("2", "green"), ("3", "done")], [],
    ),
    "it is replaced": ([{**OUT, "how": "replaced", "moves": [BLUE]}], [("1", "red"), ("2", "blue"), ("3", "done")], []),
    "it is replaced by what is no move": (
        [{**OUT, "how": "replaced", "moves": [{"move": "dance"}]}], [("1", "red"), ("3", "done")], [],
    ),
    "what stood before it is taken out": ([{**STANDS, "edits": [remove("1").plain()]}], [("3", "done")], [1]),
    "the latest choice counts": ([OUT, STANDS], RED_TWICE, []),
}  # fmt: skip
"""A host's choices about entry 2, what then stands, and the versions that no longer stand."""


@pytest.mark.parametrize(("choices", "left", "gone"), CHOSEN.values(), ids=CHOSEN)
def test_a_ledger_of_edition_1_with_a_choice_still_opens(
    house: House, make_tables: MakeTables, choices: list[Plain], left: list[tuple[str, str]], gone: list[int]
) -> None:
    here = wrote(house, take("Chris"), NOT_HER_TURN, done("Chris"), *choices)
    assert (standing(here), here.version) == (left, 3 + len(choices))
    assert [view.version for view in house.tables.entries(house.code) if not view.stands] == gone
    replays(here)
    read_anew(house, make_tables)
    assert isinstance(house.play(Choose.model_validate(OUT)), Stale)  # no new choice can be made


def test_a_header_that_was_chosen_in_a_ledger_of_edition_1_holds(house: House, make_tables: MakeTables) -> None:
    header = {**house.now.header.plain, "options": {"rounds": 2}}
    chosen = {**OUT, "entry": 0, "header": header}
    here = wrote(house, take("Chris"), chosen)
    assert (here.header.plain["options"], standing(here)) == ({"rounds": 2}, [("1", "red")])
    read_anew(house, make_tables)
    other = House(house.tables)
    before = other.now.header
    assert wrote(other, {**OUT, "entry": 0}).header == before


@BOTH
def test_how_a_table_was_opened_is_a_fact_too(tables: TableService, make_tables: MakeTables, url: str) -> None:
    house = House(tables)
    plain = {**house.now.header.plain, "options": {"rounds": 99, "steal_unpaid": True}}
    meddle(url, "UPDATE tables SET header = :it WHERE id = :id", it=json.dumps(plain), id=house.host.table_id)
    here = make_tables().get(house.code)
    assert here.refused is not None
    assert here.refused.put() == "The house rule \u201crounds\u201d is at most 20."
    assert here.header.plain["options"] == {"steal_unpaid": True}


@pytest.mark.parametrize(
    ("header", "match"),
    [
        ("{", "cannot read how table"),
        ("[]", "cannot read how table"),
        ('{"transcript": 1, "game": "bridge", "seats": ["Ann", "Ben"]}', "that this program does not have"),
        ('{"transcript": 1, "game": "popcorn", "seats": []}', "cannot read how table"),
    ],
)
def test_a_header_that_cannot_be_read_breaks_the_ledger(
    house: House, make_tables: MakeTables, url: str, header: str, match: str
) -> None:
    meddle(url, "UPDATE tables SET header = :it", it=header)
    with pytest.raises(BrokenLedger, match=match):
        make_tables().get(house.code)
    assert [[one.version for one in found] for found in check_tables(url)] == [[0]]


@pytest.mark.parametrize("case", SEATS)
def test_seats_that_would_be_refused_today_play_on(tables: TableService, make_tables: MakeTables, case: str) -> None:
    house = played(tables, case)
    here = make_tables().get(house.code)
    assert here.refused is not None
    assert here.book.seats == house.now.book.seats
    assert here.book.report() == house.now.book.report()
