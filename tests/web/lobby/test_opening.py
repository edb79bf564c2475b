"""Home, and opening a table: what was typed is kept whatever is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.fluff.rulebook import SEATS_A_SET
from companion.service.service import TableService
from companion.tables.snapshot import Snapshot
from tests.conftest import SEATS, PhoneMaker
from tests.games.comings import rename
from tests.web.games import enter
from tests.web.table.shown import seen

FOUR = ("Chris", "Mary", "Katie", "Cory")


def form(*names: str, dealer: int = 3, rules: Mapping[str, str] | None = None) -> MultiDict[str, str]:
    """The open form as a phone sends it."""
    fields = MultiDict([("name", name) for name in names] + [("dealer", str(dealer))])
    fields.update(rules or {})
    return fields


def test_home_lists_the_tables_of_this_phone_and_forgets_unknown_ones(phone: PhoneMaker, opened: Any) -> None:
    assert f"/t/{opened.code}" in phone(opened.code, opened.host_key).get("/").text
    assert "/t/ABCD2345" not in phone("ABCD2345", "no-key").get("/").text


def test_the_same_people_again_fill_the_form_on_a_phone_that_knows_them(phone: PhoneMaker, opened: Any) -> None:
    host, like = phone(opened.code, opened.host_key), f"?like={opened.code}"
    assert f"/open/sluff-off{like}" in host.get("/").text
    again = host.get(f"/open/sluff-off{like}").text
    assert all(f'name="name" type="text" dir="auto" value="{name}"' in again for name in SEATS)
    for stranger in (
        phone().get(f"/open/sluff-off{like}"),
        host.get(f"/open/ui77{like}"),
        host.get("/open/ui77?like=\0"),
    ):
        assert stranger.status_code == 200
        assert stranger.text.count('name="name" type="text" dir="auto" value=""') > 1


def test_a_seat_that_is_renamed_just_then_is_in_the_form_by_its_new_name(
    phone: PhoneMaker, tables: TableService, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another phone renames it after it was looked up who asks, and before the table is read."""
    mary, find = phone(opened.code, opened.seat_keys["Mary"]), tables.get

    def find_renamed(code: str) -> Snapshot:
        monkeypatch.undo()
        enter(tables, opened, rename("Mary", "Marianne"))
        return find(code)

    monkeypatch.setattr(tables, "get", find_renamed)
    form = mary.get(f"/open/sluff-off?like={opened.code}").text
    assert 'name="name" type="text" dir="auto" value="Marianne"' in form
    assert re.search(r'name="me" value="1"[^>]* checked', form)


def test_names_of_this_phones_tables_are_offered_where_one_types(phone: PhoneMaker, opened: Any) -> None:
    offered = phone(opened.code, opened.host_key).get("/open/popcorn").text
    assert all(f'<option value="{name}"></option>' in offered for name in SEATS)
    assert "<datalist" not in phone().get("/open/popcorn").text


def test_a_table_is_opened_and_this_phone_is_its_host(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    answer = host.post("/open/sluff-off", form(*FOUR, dealer=1))
    assert answer.status_code == 303
    code = answer.location.split("/")[-2]
    header = tables.get(code).header
    assert (header.seats, header.dealer) == (FOUR, "Mary")
    assert "This is my seat" in host.get(answer.location).text


def test_a_form_that_is_sent_twice_opens_one_table(phone: PhoneMaker) -> None:
    host = phone()
    found = re.search('name="request" value="([0-9a-f]{32})"', host.get("/open/fluff").text)
    assert found is not None
    form = {"name": ["Ann", "Ben", "Cat"], "request": found[1]}
    first = host.unanswered("/open/fluff", form)
    again = host.post("/open/fluff", form)
    assert (first.status_code, again.status_code, again.location) == (303, 303, first.location)
    assert 'class="recovery"' in host.get(again.location).text
    assert host.post("/open/fluff", {**form, "name": ["Ann", "Ben", "Dora"]}).location != first.location
    assert host.post("/open/fluff", {**form, "me": "1"}).location != first.location
    assert phone().post("/open/fluff", {"name": form["name"]}).location != first.location


@pytest.mark.parametrize(("me", "seat"), [("1", "Mary"), ("", None), ("9", None)])
def test_who_opens_a_table_says_which_seat_is_its_own(
    phone: PhoneMaker, tables: TableService, me: str, seat: str | None
) -> None:
    host = phone()
    answer = host.post("/open/sluff-off", form(*FOUR, rules={"me": me}))
    seats = tables.get(answer.location.split("/")[-2]).seats
    assert [one.name for one in seats if one.joined and one.phone] == ([seat] if seat else [])
    assert ("Which one is me?" in seen(host.get(answer.location).text)) is (seat is None)


@pytest.mark.parametrize(
    ("change", "me", "after"), [("up-1", "1", "0"), ("up-1", "2", "2"), ("less-1", "2", "1"), ("less-1", "1", None)]
)
def test_ones_own_seat_moves_with_its_name(phone: PhoneMaker, change: str, me: str, after: str | None) -> None:
    page = phone().post("/open/sluff-off", form(*FOUR, rules={"me": me, "change": change})).text
    assert re.findall(r'name="me" value="(\d+)" checked', page) == ([after] if after else [])


def test_house_rules_are_read_off_the_form(phone: PhoneMaker, tables: TableService) -> None:
    rules = {"rule-supply.blue": "3", "rule-rounds": "6", "rule-white_with_match": "false", "rule-sluffer_points": ""}
    answer = phone().post("/open/sluff-off", form(*FOUR, rules=rules))
    plain = tables.get(answer.location.split("/")[-2]).header.plain
    assert plain["options"] == {"supply": {"blue": 3}, "rounds": 6, "white_with_match": False}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Chris", "Mary", "Mary", "Cory"), "Two seats are called"),
        (("Chris", "Mary", "mary", "Cory"), "\u201cMary\u201d and \u201cmary\u201d look the same; give one of them"),
        (("Stra\u00dfer", "Mary", "STRASSER"), "look the same"),
        (("Chris", "Mary", "", "Cory"), "A seat needs a name."),
        (("Chris", "Mary", "\u3164\u200b", "Cory"), "A name needs at least one visible character."),
        (("Chris", "Mary", "x" * 41, "Cory"), "at most 40 characters; this one has 41"),
        (("Chris", "Mary", "centre", "Cory"), "cannot be a name"),
        (("Chris", "Mary"), "is for 3 to 5 players, and here are 2"),
        (tuple("ABCDEF"), "here are 6"),
        ((), "here are 0"),
    ],
)
def test_names_that_will_not_do_get_a_sentence_and_stay(
    phone: PhoneMaker, names: tuple[str, ...], sentence: str
) -> None:
    page = phone().post("/open/sluff-off", form(*names, rules={"rule-rounds": "7"}))
    assert page.status_code == 422
    assert sentence in page.text
    assert 'role="alert"' in page.text
    assert all(f'value="{name}"' in page.text for name in names)
    marked = re.findall(r'<input[^>]*name="name"[^>]* aria-invalid="true" aria-describedby="wrong"[^>]*>', page.text)
    assert len(marked) == (0 if "here are" in sentence else 1)  # a wrong number of names is no single name's fault
    assert 'value="7"' in page.text


@pytest.mark.parametrize(
    ("names", "dealer", "deals"),
    [
        ((*FOUR[:3], ""), 3, "Katie"),
        ((*FOUR[:3], " ", ""), 4, "Katie"),
        ((*FOUR[:3], ""), 1, "Mary"),
        ((*FOUR, ""), 4, "Cory"),
    ],
)
def test_empty_places_at_the_end_are_nobody_s(
    phone: PhoneMaker, tables: TableService, names: tuple[str, ...], dealer: int, deals: str
) -> None:
    answer = phone().post("/open/sluff-off", form(*names, dealer=dealer, rules={"me": "0"}))
    assert answer.status_code == 303
    header = tables.get(answer.location.split("/")[-2]).header
    assert (header.seats, header.dealer) == (tuple(name for name in names if name.strip()), deals)


def test_empty_places_that_the_game_needs_or_that_are_somebody_s_stay(phone: PhoneMaker) -> None:
    for names, rules in (
        (("Chris", "", "", ""), {}),
        (("", "", "", ""), {}),
        ((*FOUR[:3], ""), {"me": "3"}),
        ((*FOUR[:3], "", ""), {"me": "3"}),
        (("Chris", "", "Katie", ""), {}),
    ):
        page = phone().post("/open/sluff-off", form(*names, dealer=len(names) - 1, rules=rules))
        assert (page.status_code, page.text.count('name="name"')) == (422, len(names)), "nothing typed is lost"
        assert f'name="dealer" value="{len(names) - 1}" checked' in page.text
        assert "A seat needs a name." in page.text
    page = phone().post("/open/popcorn", form(*FOUR[:3], "", rules={"header-first": "3"}))
    assert (page.status_code, page.text.count('name="name"')) == (422, 4)


def test_an_empty_place_at_the_end_needs_no_dice(phone: PhoneMaker, tables: TableService) -> None:
    answer = phone().post("/open/fluff", form(*"ABCDEF"[:SEATS_A_SET], "", rules={"rule-sets": "2"}))
    assert tables.get(answer.location.split("/")[-2]).header.plain["options"] == {}


@pytest.mark.parametrize(
    "rules",
    [{"rule-supply.pink": "3"}, {"rule-nothing": "1"}, {"rule-supply": "3", "rule-supply.red": "2"},
     {"rule-steal_unpaid": "perhaps"}],
)  # fmt: skip
def test_house_rules_that_will_not_do_get_a_sentence(phone: PhoneMaker, rules: dict[str, str]) -> None:
    page = phone().post("/open/sluff-off", form(*FOUR, rules=rules))
    assert page.status_code == 422
    assert "The house rule" in page.text


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("rule-rounds", "99", "A whole number from 1 to 20."),
        ("rule-rounds", "many", "A whole number from 1 to 20."),
        ("rule-rounds", "[" * 3000, "A whole number from 1 to 20."),
        ("rule-sluffer_points", "-1", "A whole number from 0 to 20."),
        ("rule-supply.blue", "31", "For blue a whole number from 0 to 30."),
    ],
)
def test_a_house_rule_out_of_range_is_told_its_range_at_its_field(
    phone: PhoneMaker, field: str, typed: str, sentence: str
) -> None:
    page = phone().post("/open/sluff-off", form(*FOUR, rules={field: typed}))
    assert page.status_code == 422
    assert sentence in page.text
    [marked] = re.findall(r"<input[^>]*aria-invalid[^>]*>", page.text)
    assert f'name="{field}"' in marked
    assert page.text.count('role="alert"') == 1


def test_a_house_rule_asks_says_what_is_usual_and_why(phone: PhoneMaker) -> None:
    page = phone().get("/open/sluff-off").text
    asked = page.index("May you steal a token when no white one is left to pay for it?")
    assert page.index("no (standard)", asked) < page.index("no sheet says; our ruling", asked)
    assert "The steal is refused, because it could not be paid." in page
    assert 'placeholder="one per player"' in page
    assert 'placeholder="4 (5 with three players)"' in page
    colours = re.findall(r'name="rule-supply.(\w+)"', page)
    assert colours == ["red", "blue", "green", "orange", "purple", "white", "black"]


@pytest.mark.parametrize(
    ("change", "dealer", "names", "deals"),
    [
        ("more-0", 3, (*FOUR, ""), 4),
        ("more-0", 1, (*FOUR, ""), 1),
        ("less-3", 3, FOUR[:3], 2),
        ("less-0", 0, FOUR[1:], 0),
        ("up-1", 3, ("Mary", "Chris", "Katie", "Cory"), 3),
        ("up-3", 3, ("Chris", "Mary", "Cory", "Katie"), 2),
        ("down-0", 0, ("Mary", "Chris", "Katie", "Cory"), 1),
        ("up-0", 1, FOUR, 1),
        ("down-3", 1, FOUR, 1),
        ("less-9", 1, FOUR, 1),
        ("what", 1, FOUR, 1),
        ("up-99999", 1, FOUR, 1),
    ],
)
def test_the_form_s_small_buttons(
    phone: PhoneMaker, change: str, dealer: int, names: tuple[str, ...], deals: int
) -> None:
    fields = form(*FOUR, dealer=dealer)
    fields["change"] = change
    page = phone().post("/open/sluff-off", fields)
    assert page.status_code == 200
    places = [page.text.find(f'value="{name}"') for name in names]
    assert places == sorted(places)
    assert page.text.count('name="name"') == len(names)
    assert f'name="dealer" value="{deals}" checked' in page.text


def test_a_dealer_is_drawn_and_told(phone: PhoneMaker) -> None:
    drawn, mine = set(), phone()
    for _ in range(60):
        page = mine.post("/open/sluff-off", form(*FOUR) | {"change": "draw"}).text
        found = re.findall(r'name="dealer" value="(\d)" checked', page)
        assert len(found) == 1
        drawn.add(found[0])
        assert f">{FOUR[int(found[0])]}</bdi> deals first." in page
    assert drawn == {"0", "1", "2", "3"}
    assert "Draw a dealer" not in mine.get("/open/fluff").text


def test_first_dealer_is_found_card_by_card(phone: PhoneMaker, tables: TableService) -> None:
    mine, names = phone(), ("Ann", "Ben", "Cat")
    assert "Find the first club" not in mine.get("/open/popcorn").text
    for cards in range(5):
        page = mine.post("/open/ui77", form(*names, dealer=1) | {"change": f"dealt-{cards}"}).text
        assert re.search(f"Card {cards + 1}, face up, to <bdi[^>]*>{names[cards % 3]}</bdi>:", page)
    page = mine.post("/open/ui77", form(*names, dealer=0) | {"change": "deals-1"}).text
    assert 'name="dealer" value="1" checked' in page
    assert ">Ben</bdi> deals first." in page


@pytest.mark.parametrize("change", ["draw", "deals-1"])
def test_where_nobody_deals_nobody_is_drawn(phone: PhoneMaker, change: str) -> None:
    page = phone().post("/open/fluff", form(*FOUR) | {"change": change})
    assert (page.status_code, "</bdi> deals first." in page.text) == (200, False)


def test_no_more_seats_than_the_game_has(phone: PhoneMaker) -> None:
    fields = form(*"ABCDE")
    fields["change"] = "more-0"
    assert phone().post("/open/sluff-off", fields).text.count('name="name"') == 5
    fields = form(*"ABC", dealer=2)
    fields["change"] = "less-1"
    assert phone().post("/open/sluff-off", fields).text.count('name="name"') == 3


@pytest.mark.parametrize("dealer", ["", "x", "99", "-1", "\u00b2"])
def test_a_dealer_that_is_none_is_the_last_seat(phone: PhoneMaker, tables: TableService, dealer: str) -> None:
    fields = form(*FOUR)
    fields["dealer"] = dealer
    answer = phone().post("/open/sluff-off", fields)
    assert tables.get(answer.location.split("/")[-2]).header.dealer == "Cory"


@pytest.mark.parametrize("path", ["/open/chess", "/rules/chess"])
def test_an_unknown_game_is_not_there(phone: PhoneMaker, path: str) -> None:
    assert phone().get(path).status_code == 404
