"""A table with seats that today's rules refuse, on the pages and in the API: looked at, kept, decided, played on."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from companion.service.service import TableService
from tests.conftest import PhoneMaker, said
from tests.refused_seats import SEATS, opened_by_other_rules, played
from tests.service.house import House
from tests.web.referee.test_refused_after_upgrade import bearer, choices, no_page_fails

CHOSEN = [(case, number) for case, (*_, found) in SEATS.items() for number in range(len(found))]


def forgotten(house: House) -> House:
    """The table is read anew by today's rules."""
    house.tables.cache.slot(house.code).table = None
    assert house.now.stopped is not None
    return house


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", SEATS)
def test_no_page_fails_before_the_choice_and_the_game_is_there_to_be_kept(
    app: Flask, tables: TableService, phone: PhoneMaker, case: str
) -> None:
    house = played(tables, case)
    host, *seats = (phone(house.code, key) for key in (house.opened.host_key, *house.opened.seat_keys.values()))
    kept = phone().get(f"/t/{house.code}/transcript").data
    if SEATS[case][2].get("hidden_count"):
        kept = kept.splitlines(keepends=True)[0]  # what waits may be a secret
    forgotten(house)
    no_page_fails(app, house.code, host, seats[0], phone())
    page = unescape(host.get(f"/t/{house.code}").text)
    assert "This table was opened under edition 1 of the rules; today it would be refused:" in page
    assert "Decide it" in page
    assert "How this table was opened" in unescape(host.get(f"/t/{house.code}/refused").text)
    for path in (f"/t/{house.code}/transcript", f"/api/tables/{house.code}/transcript"):
        assert phone().get(path).data == kept
    assert house.now.stopped is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("by", ["page", "program"])
@pytest.mark.parametrize(("case", "number"), CHOSEN)
def test_each_choice_lets_the_table_play_on(
    app: Flask, tables: TableService, phone: PhoneMaker, case: str, number: int, by: str
) -> None:
    house = forgotten(played(tables, case))
    host, found = phone(house.code, house.opened.host_key), SEATS[case][3]
    if by == "page":
        buttons = choices(host.get(f"/t/{house.code}/refused").text)
        assert [how for how, _ in buttons] == [how for how, _ in found]
        sent = {"version": str(house.now.version), "choice": buttons[number][1]}
        assert host.post(f"/t/{house.code}/refused", sent).status_code == 303
    else:
        told = said(phone().get(f"/api/tables/{house.code}/refused"))
        assert (told["entry"], told["stored"]["seats"]) == (0, SEATS[case][1])
        act = told["choices"][number]["choice"]
        answer = phone().post(f"/api/tables/{house.code}/refused", json=act, headers=bearer(house.opened.host_key))
        assert answer.status_code == 201
    assert house.now.stopped is None
    assert len(house.now.standing_moves()) == house.now.version - 1
    no_page_fails(app, house.code, host, phone(house.code, [*house.opened.seat_keys.values()][-1]), phone())
    words = "The table stands as it was opened" if found[number][0] == "stands" else "The house rules were corrected"
    assert words in host.get(f"/t/{house.code}/ledger").text
    book = house.now.book
    house.play_all(next(one.move.plain() for one in book.game.choices(book.state, None) if one.legal))


def test_where_nothing_can_be_played_the_host_is_told_so_and_can_delete_the_table(
    tables: TableService, phone: PhoneMaker
) -> None:
    house = forgotten(played(tables, "nobody to bluff"))
    host = phone(house.code, house.opened.host_key)
    page = host.get(f"/t/{house.code}/refused").text
    assert choices(page) == []
    assert "Nothing can be played at this table today." in page
    assert "Take it out" not in page
    assert said(host.get(f"/api/tables/{house.code}/refused"))["choices"] == []
    assert host.post(f"/t/{house.code}/delete", {"sure": "1"}).status_code == 303
    assert host.get(f"/t/{house.code}").status_code == 404


def test_a_rematch_of_such_a_table_is_opened_by_the_form(tables: TableService, phone: PhoneMaker) -> None:
    house = opened_by_other_rules(tables, "sluff-off", ["Chris", "Mary"], rounds=1)
    house.play_out()
    host = phone(house.code, house.opened.host_key)
    sent = {
        "version": str(house.now.version),
        "choice": choices(host.get(f"/t/{forgotten(house).code}/refused").text)[0][1],
    }
    assert host.post(f"/t/{house.code}/refused", sent).status_code == 303
    assert house.now.book.report().over
    answer = host.post(f"/t/{house.code}/rematch")
    assert answer.status_code == 422
    assert "is for 3 to 5 players, and here are 2." in unescape(answer.text)
