"""Joining by a code, a name and a link; whose place is whose then."""

from __future__ import annotations

import re

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import SEATS, Phone, PhoneMaker
from tests.web.games import enter, host_of
from tests.web.program import TAKE
from tests.web.streaming import streaming
from tests.web.table.shown import names_on, own_of, rights, seen

MOVED = "This phone\u2019s key has ended: its place is another phone\u2019s now"


def seat_of(phone: Phone, opened: Opened) -> str:
    """The seat that a phone has on the table's page."""
    [number] = [int(mark) for mark in own_of(phone.get(f"/t/{opened.code}").text) if mark.isdecimal()]
    return SEATS[number]


def test_a_typed_code_leads_to_its_table(phone: PhoneMaker, opened: Opened) -> None:
    typed = f"{opened.code[:4].lower()}-{opened.code[4:]}"
    assert phone().get(f"/j?code={typed}").location == f"/j/{opened.code}"


@pytest.mark.parametrize(("typed", "status"), [("", 200), ("what is this", 422)])
def test_what_is_no_code_is_kept_and_explained(phone: PhoneMaker, typed: str, status: int) -> None:
    page = phone().get("/j", query_string={"code": typed})
    assert page.status_code == status
    assert f'value="{typed}"' in page.text


def test_a_code_that_no_table_has_stays_in_its_field_to_be_put_right(phone: PhoneMaker) -> None:
    page = phone().get("/j/k7qf-2m9x")
    assert page.status_code == 404
    assert 'name="code"' in page.text
    assert 'value="k7qf-2m9x" aria-invalid="true"' in page.text
    assert "No table has this code, or not any more." in page.text


def test_who_finds_all_seats_taken_is_told_whether_another_may_join(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    path = f"/j/{opened.code}"
    for name in ("Chris", "Mary", "Katie"):
        phone().post(path, {"name": name})
    assert "All seats are taken" not in phone().get(path).text
    phone().post(path, {"name": "Cory"})
    assert "The host can let another player join, under \u201cWho comes, who goes\u201d." in phone().get(path).text
    enter(tables, opened, TAKE)
    page = phone().get(path).text
    assert "All seats are taken. Round 1 has begun. Seats can change once it has been scored." in page
    assert "can let another player join" not in page


def test_a_seat_whose_taking_got_no_answer_is_this_phone_s_alone(phone: PhoneMaker, opened: Opened) -> None:
    mary, other, path = phone(), phone(), f"/j/{opened.code}"
    assert mary.unanswered(path, {"name": "Mary"}).status_code == 303
    assert len(names_on(mary.get(path).text)) == 4
    assert names_on(other.get(path).text) == ["Chris", "Katie", "Cory"]
    assert other.post(path, {"name": "Mary"}).status_code == 409
    for _ in range(2):
        assert mary.post(path, {"name": "Mary"}).location == f"/t/{opened.code}"
        assert seat_of(mary, opened) == "Mary"


def test_who_goes_back_to_the_names_and_picks_another_has_that_seat_alone(phone: PhoneMaker, opened: Opened) -> None:
    mary, other, path = phone(), phone(), f"/j/{opened.code}"
    mary.post(path, {"name": "Mary"})
    for _ in range(2):
        assert mary.post(path, {"name": "Katie"}).location == f"/t/{opened.code}"
    assert other.get(path).text.count('class="pick taken"') == 1
    assert other.post(path, {"name": "Katie"}).status_code == 409
    assert other.post(path, {"name": "Mary"}).status_code == 303
    refused = mary.post(path, {"name": "Mary"})
    assert refused.status_code == 409
    assert "Mary already plays on another phone" in refused.text
    assert seat_of(mary, opened) == "Katie"


def test_a_host_s_phone_that_uses_a_seat_s_link_stays_the_host_s(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    host, mary = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Mary"])
    assert MOVED not in seen(mary.get(f"/t/{opened.code}").text)
    shown = host.post(f"/t/{opened.code}/seats/key", {"seat": "Mary"}).text
    [link] = set(re.findall(r'href="http://[^/]+(/k/[^"]+)"', shown))
    assert "Play as" in host.get(link).text
    for _ in range(2):
        assert host.post(link).location == f"/t/{opened.code}"
        assert host.get(link).location == f"/t/{opened.code}"
    assert MOVED in seen(mary.get(f"/t/{opened.code}").text)
    actor = host_of(tables, opened)
    assert (actor.host, actor.seat) == (True, "Mary")
    assert "This is no longer my seat" in host.get(f"/t/{opened.code}/seats").text
    assert mary.post(link).status_code == 404


def test_nothing_is_asked_for_as_from_a_seat_s_link(phone: PhoneMaker, opened: Opened) -> None:
    link = f"/k/{opened.seat_keys['Mary']}"
    refused = phone().client.post(link, data={})
    assert refused.status_code == 400, "no token against forgery"
    for answer in (phone().get(link), refused, phone().get("/k/none")):
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert phone().get(f"/j/{opened.code}").headers["Referrer-Policy"] == "same-origin"


def test_a_link_whose_use_got_no_answer_leads_to_the_seat(phone: PhoneMaker, opened: Opened) -> None:
    mary, link = phone(), f"/k/{opened.seat_keys['Mary']}"
    assert mary.unanswered(link, {}).status_code == 303
    assert mary.get(link).location == f"/t/{opened.code}"
    assert seat_of(mary, opened) == "Mary"


def test_nobody_is_called_that(phone: PhoneMaker, opened: Opened) -> None:
    page = phone().post(f"/j/{opened.code}", {"name": "Nobody"})
    assert page.status_code == 422
    assert "Nobody at this table is called Nobody" in page.text


def test_a_seat_s_link_is_used_up_by_its_button_alone(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    host, new = phone(opened.code, opened.host_key), phone()
    shown = host.post(f"/t/{opened.code}/seats/key", {"seat": "Mary"}).text
    link = re.search(r'href="http://[^/]+(/k/[^"]+)"', shown)
    assert link is not None
    assert "Play as" in new.get(link[1]).text
    assert not tables.get(opened.code).seats[1].joined
    assert new.post(link[1]).location == f"/t/{opened.code}"
    assert tables.get(opened.code).seats[1].joined
    assert seat_of(new, opened) == "Mary"


def test_one_link_is_for_one_phone_and_the_former_one_is_told(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    former, new, other = phone(opened.code, opened.seat_keys["Mary"]), phone(), phone()
    assert MOVED not in seen(former.get(f"/t/{opened.code}").text)
    shown = phone(opened.code, opened.host_key).post(f"/t/{opened.code}/seats/key", {"seat": "Mary"}).text
    link = re.search(r'href="http://[^/]+(/k/[^"]+)"', shown)
    assert link is not None
    with streaming(former.client, f"/t/{opened.code}/live") as stream:
        assert rights(stream) == {"seat"}
        for _ in range(2):  # a second tap finds what the first one got
            assert new.post(link[1]).location == f"/t/{opened.code}"
            assert seat_of(new, opened) == "Mary"
            assert new.get(link[1]).location == f"/t/{opened.code}"  # nor is it told that its own link is no good
        assert rights(stream) == {"moved", "watch"}
    assert MOVED in seen(former.get(f"/t/{opened.code}").text)
    assert former.post(f"/t/{opened.code}/moves", {"move": '{"move": "undo"}'}).status_code == 403
    assert other.get(link[1]).status_code == other.post(link[1]).status_code == 404
    assert MOVED not in seen(other.get(f"/t/{opened.code}").text)


def test_who_uses_a_link_just_after_another_phone_keeps_what_it_has_and_is_told(
    phone: PhoneMaker, opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, use_link = opened.seat_keys["Mary"], membership.use_link

    def after_another(tables: TableService, code: str, key: str, own: str, label: str, held: str | None) -> bool:
        assert use_link(tables, code, key, "another phone's own", "a phone")
        return use_link(tables, code, key, own, label, held)

    monkeypatch.setattr(membership, "use_link", after_another)
    host = phone(opened.code, opened.host_key)
    late = host.post(f"/k/{link}")
    assert late.status_code == 404
    assert "This link opens no seat." in late.text
    assert host.get(f"/t/{opened.code}/seats").status_code == 200
    assert host.post(f"/t/{opened.code}/seats/key", {"seat": "Katie"}).status_code == 200
