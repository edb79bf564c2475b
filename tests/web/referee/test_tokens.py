"""The tokens don't match, over HTTP: who may count, what is answered, and the book set to the cardboard."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.entry import PutOnHold
from companion.web.referee.reconcile import read_form
from tests.conftest import Phone, PhoneMaker
from tests.games.sluff_off.sitting import take, trick, turn_in
from tests.web.games import SEATS, enter, in_play

COLORS = ("red", "blue", "green", "orange", "purple", "white", "black")
PLACES = ("centre", *SEATS)


TAKEN = (take("Mary", "red"), take("Mary", "blue"), take("Katie", "red"), take("Cory", "green"))


def typed(**counts: int) -> dict[str, str]:
    """Fields of the form: `Mary_red=2`."""
    fields = {}
    for key, n in counts.items():
        place, color = key.split("_")
        fields[f"c{PLACES.index(place)}-{COLORS.index(color)}"] = str(n)
    return fields


def query(fields: dict[str, str], **more: str) -> str:
    return "&".join(f"{key}={value}" for key, value in {**fields, **more}.items())


def edits(page: str) -> list[list[dict[str, Any]]]:
    """The edits of all links to a preview, in order."""
    found = re.findall(r'href="([^"]*/amend/preview\?[^"]*)"', page)
    told = [parse_qs(urlsplit(html.unescape(link)).query)["edit"] for link in found]
    return [[json.loads(one) for one in many] for many in told]


@pytest.fixture
def table(tables: TableService, opened: Opened) -> Opened:
    """In play: Chris has the Sluffer; Mary took a red trick and, as the book has it, turned in red."""
    in_play(tables, opened, *TAKEN)
    enter(tables, opened, trick("Mary", "red"), turn_in("Mary", "red"), trick("Chris", "green"))
    return opened


@pytest.fixture
def host(phone: PhoneMaker, table: Opened) -> Phone:
    return phone(table.code, table.host_key)


def page_of(phone: Phone, opened: Opened, asked: str = "", status: int = 200) -> str:
    answer = phone.get(f"/t/{opened.code}/tokens?{asked}")
    assert answer.status_code == status, answer.text
    return answer.text


def test_nothing_differs(host: Phone, table: Opened) -> None:
    page = page_of(host, table, "compare=1")
    assert "Your count matches the book." in page
    assert "No single mistake" not in page


def test_one_change_is_found_at_once_and_is_one_tap_from_the_amend(host: Phone, table: Opened) -> None:
    # Katie took the trick and turned in red; the book has Mary.
    page = page_of(host, table, query(typed(Mary_red=1, Katie_red=0), compare="1"))
    assert "book 0, counted 1" in page
    assert "Entry 9: not \u201cMary won a red trick\u201d but \u201cKatie won a red trick\u201d." in page
    assert edits(page)[0] == [
        {"do": "change", "entry": "9", "move": trick("Katie", "red")},
        {"do": "change", "entry": "10", "fell": "turn-in-by-winner", "move": turn_in("Katie", "red")},
    ]
    shown = host.get(re.findall(r'href="([^"]*/amend/preview\?[^"]*)"', page)[0].replace("&amp;", "&"))
    assert shown.status_code == 200
    assert "Nothing else changes." in shown.text


def test_the_book_is_not_offered_to_be_set_where_no_ruling_could(
    host: Phone, table: Opened, tables: TableService
) -> None:
    lost = page_of(host, table, query(typed(centre_red=1), compare="1"))
    assert "You counted 2 red; there should be 3." in lost
    assert "Use these counts" not in lost
    moved = query(typed(Mary_red=1, centre_red=1), compare="1")
    assert "Use these counts" in page_of(host, table, moved)
    enter(tables, table, trick("Katie", "red"))  # who now owes her red token: no ruling until it is settled
    page = page_of(host, table, moved)
    assert "Use these counts" not in page
    assert 'id="against"' in page


@pytest.mark.parametrize("wrong", ["", "two", "-1", "1.5", "99999", "1000"])
def test_a_number_is_wanted(host: Phone, table: Opened, wrong: str) -> None:
    page = page_of(host, table, query({"c2-0": wrong}, compare="1"), 422)
    assert "Enter a whole number." in page
    assert f'name="c2-0" value="{wrong}"' in page
    assert host.post(f"/t/{table.code}/tokens", {"c2-0": wrong, "reason": "so"}).status_code == 422


def test_two_mistakes_are_explained_by_nothing_and_the_table_rules(host: Phone, table: Opened) -> None:
    two_forgotten_tricks = typed(Katie_red=0, centre_red=3, Cory_green=0, centre_green=3)
    page = page_of(host, table, query(two_forgotten_tricks, compare="1"))
    assert "No single mistake explains it." in page
    assert '<details class="card settle" open>' in page


def test_nothing_explains_it_and_the_table_rules(host: Phone, table: Opened, tables: TableService) -> None:
    fields = typed(Cory_purple=2, centre_purple=1, Katie_white=2, centre_white=2, Mary_orange=1, centre_orange=2)
    page = page_of(host, table, query(fields, compare="1"))
    assert "No single mistake explains it." in page
    before = tables.get(table.code).version
    form = {**fields, "version": str(before), "reason": "counted twice"}
    assert host.post(f"/t/{table.code}/tokens", form).status_code == 303
    held = tables.get(table.code).book.report().holdings
    assert (held["Cory"]["purple"], held["Katie"]["white"], held["Mary"]["orange"]) == (2, 2, 1)
    assert tables.get(table.code).version == before + 3


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (typed(Cory_purple=2), "You counted 5 purple; the box has 3."),
        (typed(Chris_purple=1, centre_purple=2), "Chris holds the Sluffer"),
    ],
)
def test_a_ruling_that_cannot_be(host: Phone, table: Opened, fields: dict[str, str], said: str) -> None:
    answer = host.post(f"/t/{table.code}/tokens", {**fields, "reason": "so"})
    assert answer.status_code == 422
    assert said in answer.text
    assert all(f'name="{name}" value="{value}"' in answer.text for name, value in fields.items())


def test_nothing_to_set(host: Phone, table: Opened, tables: TableService) -> None:
    before = tables.get(table.code).version
    assert host.post(f"/t/{table.code}/tokens", {"reason": "so"}).status_code == 303
    assert tables.get(table.code).version == before


def test_the_table_has_moved_on_and_the_reason_that_was_typed_stays(
    host: Phone, table: Opened, tables: TableService, looked_up: list[str]
) -> None:
    form = {**typed(Cory_purple=2, centre_purple=1), "reason": "one fell down", "version": "3"}
    answer = host.post(f"/t/{table.code}/tokens", form)
    assert answer.status_code == 409
    assert "The table has moved on" in answer.text
    assert looked_up == [table.host_key]
    settled = re.search(r'<details class="card settle" open>.*?</details>', answer.text, re.DOTALL)
    assert settled is not None
    assert 'name="reason" value="one fell down"' in settled[0]
    again = {field[1]: field[2] for field in re.finditer(r'type="\w+" name="([\w-]+)" value="([^"]*)"', settled[0])}
    assert host.post(f"/t/{table.code}/tokens", again).status_code == 303
    assert tables.get(table.code).book.report().holdings["Cory"]["purple"] == 2


def test_on_hold_the_host_s_count_is_the_ruling(host: Phone, table: Opened, tables: TableService) -> None:
    enter(tables, table, PutOnHold(act="hold", reason="where is the purple one?"))
    form = {**typed(Cory_purple=1, centre_purple=2), "reason": "it lay under the cards"}
    assert host.post(f"/t/{table.code}/tokens", form).status_code == 303
    assert tables.get(table.code).referee.hold is None


def test_what_was_not_counted_follows_the_book_where_somebody_enters_something_meanwhile(
    host: Phone, table: Opened, tables: TableService
) -> None:
    form = page_of(host, table)
    shown = dict(re.findall(r'name="(c\d+-\d+)"[^>]*value="(\d+)"', form))
    assert len(shown) == len(re.findall(r'name="c\d', form))
    seen = tables.get(table.code).version
    enter(tables, table, trick("Mary", "green"))
    now = dict(re.findall(r'name="(c\d+-\d+)"[^>]*value="(\d+)"', page_of(host, table)))
    assert now != shown
    counted = next(name for name, n in shown.items() if now[name] == n and int(n))
    one_less = str(int(shown[counted]) - 1)
    page = page_of(host, table, query({**shown, counted: one_less}, compare="1", version=str(seen)))
    compared = dict(re.findall(r'name="(c\d+-\d+)"[^>]*value="(\d+)"', page))
    assert compared == {**now, counted: one_less}


def test_a_round_that_was_put_away(phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService) -> None:
    opened = open_table()
    in_play(tables, opened, *TAKEN)
    last = (trick("Mary", "red"), turn_in("Mary", "red"))
    enter(tables, opened, *[trick("Chris", "green")] * 14, *last)
    host = phone(opened.code, opened.host_key)
    page = page_of(host, opened)
    assert "The round has just ended" in page
    assert 'name="c2-0" value="0"' in page
    page = page_of(host, opened, "before=1")
    assert 'name="before" value="1"' in page
    assert 'name="c2-0" value="1"' in page
    page = page_of(host, opened, query(typed(Cory_green=0, centre_green=3), before="1", compare="1"))
    assert "What may have happened" in page
    assert "Use these counts" not in page
    # Once the next round has begun there is nothing to go back to.
    enter(tables, opened, {"move": "done", "seat": "Mary"})
    late = host.get(f"/t/{opened.code}/tokens?before=1")
    assert late.status_code == 409
    assert "The table has moved on while you looked" in late.text
    assert "The round has just ended" not in late.text


def test_a_round_that_was_put_away_before_another_one_is_not_compared_with_that(host: Phone, table: Opened) -> None:
    """The count was begun after a round, and the next one has begun since."""
    late = host.get(f"/t/{table.code}/tokens?before=1&{query(typed(Mary_red=1), compare='1')}")
    assert late.status_code == 409
    assert "The table has moved on while you looked" in late.text
    assert "What may have happened" not in late.text
    assert "Use these counts" not in late.text


def test_a_count_of_one_round_is_not_compared_with_the_end_of_the_next(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened, ends = open_table(), list[int]()
    for first in range(2):
        predicted = [{"move": "done", "seat": SEATS[(first + place) % 4]} for place in range(4)]
        ends.append(enter(tables, opened, *predicted, *[trick("Mary", "red")] * 15))
    host, counted = phone(opened.code, opened.host_key), typed(Mary_red=1, centre_red=2)
    for version, status in zip(ends, (409, 200), strict=True):
        asked = query(counted, compare="1", version=str(version))
        assert host.get(f"/t/{opened.code}/tokens?{asked}").status_code == status
        assert host.get(f"/t/{opened.code}/tokens?before=1&{asked}").status_code == status


def test_a_name_that_was_changed_and_changed_back_is_no_hindrance(
    host: Phone, table: Opened, tables: TableService
) -> None:
    counted = typed(Mary_red=0, centre_red=2)
    version = str(tables.get(table.code).version)
    for before, after in (("Mary", "Mia"), ("Mia", "Mary")):
        enter(tables, table, {"move": "rename", "seat": before, "name": after})
        page = host.get(f"/t/{table.code}/tokens?{query(counted, compare='1', version=version)}")
        assert page.status_code == 200


def test_a_count_is_begun_anew_where_others_sit_there_by_now(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(game="popcorn", seats=["Ann", "Ben", "Cat", "Dan"], options={}, dealer="Dan")
    enter(tables, opened, {"move": "reseat", "seats": ["Ben", "Ann", "Cat", "Dan"]})
    host = phone(opened.code, opened.host_key)
    counted = {"c0-0": "12", "c1-0": "14", "reason": "counted"}
    again = host.post(f"/t/{opened.code}/tokens", {**counted, "version": "0"})
    assert again.status_code == 409
    assert 'value="12"' not in again.text
    for fields in ({**counted, "compare": "1"}, {**counted, "c0-0": "many", "compare": "1"}, counted):
        compared = host.get(f"/t/{opened.code}/tokens?{query({**fields, 'version': '0'})}")
        assert compared.status_code == 409
        assert "The table has moved on while you looked" in compared.text
        assert 'value="14"' not in compared.text
    wrong = host.post(f"/t/{opened.code}/tokens", {**counted, "c0-0": "13", "version": "0"})
    assert wrong.status_code == 409
    assert 'value="14"' not in wrong.text
    assert host.post(f"/t/{opened.code}/tokens", {**counted, "version": "1"}).status_code == 303
    assert tables.get(opened.code).book.report().holdings["Ben"] == 12


class Silent:
    """A report of a game whose places hold one sort of thing."""

    holdings = {"Ann": 3, "pile": 0}  # noqa: RUF012


def test_one_sort_of_thing_a_place() -> None:
    form = read_form(Silent(), {"c1-0": "2"})  # type: ignore[arg-type]  # all that is read of it
    assert form.counts == {"Ann": {"": 3}, "pile": {"": 2}}
    assert [(total.item, total.counted, total.book, total.balanced) for total in form.totals] == [("", 5, 3, False)]
    assert form.fields == {"c1-0": "2"}
