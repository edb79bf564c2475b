"""The page of who comes and who goes, and what the other pages show of it."""

from __future__ import annotations

import re

import pytest

from companion.games.transcript import read_header
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.games.comings import join, leave, rename
from tests.web.games import enter, host_of


def a_round(tables: TableService, opened: Opened) -> None:
    book = tables.get(opened.code).book
    first = book.seats.index(book.state.predictor)
    order = [*book.seats[first:], *book.seats[:first]]
    enter(tables, opened, *[{"move": "done", "seat": name} for name in order])
    enter(tables, opened, *[{"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}] * 15)


def rows(page: str) -> list[str]:
    return re.findall(r'<li data-seat="([^"]*)"', page)


def test_somebody_joins_with_what_the_form_says(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    a_round(tables, opened)
    mine = phone(opened.code, opened.host_key)
    page = mine.get(f"/t/{opened.code}/players").text
    assert 'placeholder="18"' in page
    sent = {"kind": "join", "name": " Dana ", "after": "Mary", "points": "7", "version": "19"}
    assert mine.post(f"/t/{opened.code}/players", sent).location == f"/t/{opened.code}/players"
    assert tables.get(opened.code).book.seats == ("Chris", "Mary", "Dana", "Katie", "Cory")
    assert tables.get(opened.code).book.report().totals["Dana"] == 7
    assert "Dana" in phone().get(f"/j/{opened.code}").text


@pytest.mark.parametrize(
    ("sent", "said", "rule"),
    [
        ({"name": ""}, "A seat needs a name.", "malformed"),
        ({"name": "\u200b"}, "A name needs at least one visible character.", "seat-name"),
        ({"name": "Dana", "points": "many"}, "Enter a whole number.", None),
        ({"name": "Dana", "points": "12345"}, "This move does not take what stands under", "malformed"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    phone: PhoneMaker, opened: Opened, sent: dict[str, str], said: str, rule: str | None
) -> None:
    mine = phone(opened.code, opened.host_key)
    answer = mine.post(f"/t/{opened.code}/players", {"kind": "join", "after": "Mary", **sent})
    assert answer.status_code == (400 if rule == "malformed" else 422)
    assert said in answer.text
    assert (f'data-rule="{rule}"' in answer.text) == (rule is not None)
    assert f'value="{sent["name"]}"' in answer.text
    assert '<option value="Mary" selected>' in answer.text


def test_a_round_that_runs_dims_the_buttons_and_a_tap_says_why(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})
    mine = phone(opened.code, opened.host_key)
    page = mine.get(f"/t/{opened.code}/players").text
    said = "Round 1 has begun. Seats can change once it has been scored."
    assert said in page
    assert page.count(" dim") >= 4 + 6 + 1
    move = '{"move": "leave", "seat": "Mary"}'
    refused = mine.post(f"/t/{opened.code}/players", {"move": move, "version": "1"})
    assert refused.status_code == 422
    assert 'data-rule="leaver"' in refused.text
    renamed = mine.post(f"/t/{opened.code}/players", {"kind": "rename", "seat": "Mary", "name": "Mia", "version": "1"})
    assert renamed.status_code == 303, "a name may change at any time"


def test_places_change_by_buttons_and_who_left_comes_back(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    mine = phone(opened.code, opened.host_key)

    def tap(label: str) -> None:
        page = mine.get(f"/t/{opened.code}/players").text
        found = re.search(rf"value='([^']*)'[^>]*aria-label=\"{label}\"", page)
        assert found is not None, label
        move = found[1].replace("&#34;", '"')
        version = str(tables.get(opened.code).version)
        assert mine.post(f"/t/{opened.code}/players", {"move": move, "version": version}).status_code == 303

    tap("Mary one place up")
    assert rows(mine.get(f"/t/{opened.code}/players").text) == ["Mary", "Chris", "Katie", "Cory"]
    tap("Chris one place down")
    tap("Take Katie out of the game")
    assert rows(mine.get(f"/t/{opened.code}/players").text) == ["Mary", "Chris", "Cory"]
    tap("Katie is back")
    assert tables.get(opened.code).book.seats == ("Mary", "Chris", "Cory", "Katie")


@pytest.mark.parametrize("game", ["sluff-off", "ui77", "popcorn", "fluff", "oh-hell"])
def test_who_takes_back_its_own_new_name_is_shown_the_table_by_the_old_one(
    phone: PhoneMaker, tables: TableService, game: str
) -> None:
    raw = {"transcript": 1, "game": game, "seats": ["Chris", "Mary", "Katie"]}
    opened = tables.open(read_header(raw), keys_for_seats=True, label="test")
    for name, key in opened.seat_keys.items():
        own = phone(opened.code, key)
        own.post(f"/t/{opened.code}/players", {"kind": "rename", "seat": name, "name": f"{name} II"})
        for _ in range(2):  # the second has nothing of its own to take back, or takes back another's
            answer = own.post(f"/t/{opened.code}/moves", {"move": '{"move": "undo"}'}, htmx=True)
            assert answer.status_code < 500
        page = own.get(f"/t/{opened.code}").text
        assert f"{name} II" not in page.replace(f"Undone: {name} is called {name} II from now on", "")
        assert f'data-place="{name}"' in page


def test_a_phone_whose_seat_is_taken_out_has_none_at_that_table_and_its_own_at_the_one_before(
    tables: TableService,
) -> None:
    raw = {"transcript": 1, "game": "fluff", "seats": ["Chris", "Mary", "Katie"]}
    opened = tables.open(read_header(raw), keys_for_seats=True, label="test")
    assert membership.actor(tables, opened.code, opened.seat_keys["Mary"]) is not None
    membership.give_scorekeeper(tables, host_of(tables, opened), "Mary", True)
    mary, before = membership.actor(tables, opened.code, opened.seat_keys["Mary"]), tables.get(opened.code)
    assert mary is not None
    enter(tables, opened, leave("Mary"))
    after = mary.at(tables.get(opened.code))
    assert (after.seat, after.keeper) == (None, False)
    assert mary.at(before) is mary
    assert mary.keeper


def test_another_takes_over_and_the_former_phone_is_told(phone: PhoneMaker, opened: Opened) -> None:
    mine, mary = phone(opened.code, opened.host_key), phone()
    mary.post(f"/j/{opened.code}", {"name": "Mary"})
    sent = {"kind": "rename", "seat": "Mary", "name": "Dana", "handed_over": "1"}
    assert mine.post(f"/t/{opened.code}/players", sent).status_code == 303
    assert "can only watch" in mary.get(f"/t/{opened.code}").text
    dana = phone()
    assert dana.post(f"/j/{opened.code}", {"name": "Dana"}).location == f"/t/{opened.code}"
    assert mine.post(f"/t/{opened.code}/players/phone", {"seat": "Dana"}).status_code == 303
    assert "can only watch" in dana.get(f"/t/{opened.code}").text


def test_a_seat_gets_another_name_while_others_play(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    mine = phone(opened.code, opened.host_key)
    sent = {"kind": "rename", "seat": "Mary", "name": "Mia", "version": "0"}
    assert mine.post(f"/t/{opened.code}/players", sent).status_code == 303
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "blue"})
    assert mine.post(f"/t/{opened.code}/players", sent).status_code == 303, "a second tap is the first"
    assert tables.get(opened.code).version == 2
    other = mine.post(f"/t/{opened.code}/players", sent | {"name": "Mila"})
    assert other.status_code == 409, "somebody else named her just now"
    assert tables.get(opened.code).book.seats[1] == "Mia"


@pytest.mark.parametrize("sent", ["no JSON", "3"])
def test_what_is_no_move_is_no_request(phone: PhoneMaker, opened: Opened, sent: str) -> None:
    assert phone(opened.code, opened.host_key).post(f"/t/{opened.code}/players", {"move": sent}).status_code == 400


def test_the_scores_show_who_came_and_who_left(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    a_round(tables, opened)
    enter(tables, opened, join("Dana", "Mary"), leave("Cory"), rename("Mary", "Mia"))
    page = phone().get(f"/t/{opened.code}/scores").text
    heads = re.findall(r'<th scope="col"><span class="name" dir="auto" title="([^"]*)"', page)
    assert heads == ["Chris", "Mia", "Dana", "Katie", "Cory"]
    assert re.findall(r'data-left="([^"]*)"', page) == ["Cory"]
    assert page.count('aria-label="not there"') == 1
    assert "Began with" in page
    assert re.findall(r'class="line seat-(\d+)"', page) == ["1", "2", "5", "3", "4"]
    ledger = phone().get(f"/t/{opened.code}/ledger").text
    assert "Dana joined the table, on Mary\u2019s left, with 18 points" in ledger
    assert "Mary is called Mia from now on" in ledger
