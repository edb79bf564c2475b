"""Proven revokes and missed turn-ins on every phone until they are ruled on, and the way that is open to each phone."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from companion.games.game import Book
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.web.games import enter, host_of, in_play
from tests.web.table.shown import elements, own_of, text

MISSED = {"move": "trick", "cards": ["red 3", "green 1", "red 4", "red 5"]}
SHOWN = {"move": "trick", "cards": ["red 6", "red 7", "red 8", "red 9"]}


@pytest.fixture
def caught(opened: Opened, tables: TableService) -> Opened:
    """Mary has not followed in trick 1, and trick 2 shows it. Cory leads it: Chris, Mary and Katie come after."""
    in_play(tables, opened)
    enter(tables, opened, MISSED, SHOWN)
    return opened


def found(page: str) -> str:
    """What the page says of it."""
    assert page.count("data-findings") == 1
    return page[page.index("<details", page.index('id="findings"') - 40) : page.index("</details>")]


def links(page: str) -> list[str]:
    """Where the phone is led from there."""
    return [had["href"] for tag, had in elements(found(page), own_of(page)) if tag == "a"]


def said_of_it(page: str) -> str:
    return text(found(page), own_of(page))


def rows(shown: str, number: int) -> list[str]:
    """The cards of a trick as they are read."""
    part = shown[shown.index(f'data-trick="{number}"') :]
    listed = re.findall(r"<li[^>]*>(.*?)</li>", part[: part.index("</ol>")], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in listed]


def test_every_phone_shows_both_tricks_card_by_card(phone: PhoneMaker, caught: Opened) -> None:
    keys = [None, caught.host_key, caught.seat_keys["Katie"]]
    for key in keys:
        shown = found(phone(caught.code if key else None, key).get(f"/t/{caught.code}").text)
        assert "The cards prove a revoke: <bdi>Mary</bdi>" in shown
        assert rows(shown, 1) == ["Chris red 3 led", "Mary green 1", "Katie red 4", "Cory red 5 won"]
        assert rows(shown, 2) == ["Cory red 6 led", "Chris red 7", "Mary red 8", "Katie red 9 won"]
        assert shown.count('class="caught"') == 2


def test_a_page_looks_back_as_far_as_to_what_was_found(
    phone: PhoneMaker, opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = {"move": "ruling", "seat": "Mary", "points": 1, "reason": "Mary spilt the tea"}
    standing, looked = Book.standing, Counter[int]()

    def steps(rulings: int) -> int:
        """How many entries are gone through to draw the page with a revoke after so many rulings."""
        other = tables.open(tables.get(opened.code).book.header, keys_for_seats=True, label="test")
        enter(tables, other, *[ruling] * rulings)
        in_play(tables, other)
        enter(tables, other, MISSED, SHOWN)
        phone(other.code, other.host_key).get(f"/t/{other.code}")  # finds, once, what there is to be found
        looked.clear()
        assert "data-findings" in phone(other.code, other.seat_keys["Katie"]).get(f"/t/{other.code}").text
        return looked.total()

    def watched(book: Book) -> Iterator[Book]:
        for step in standing(book):
            looked[book.accepted] += 1
            yield step

    monkeypatch.setattr(Book, "standing", watched)
    assert steps(60) == steps(0) > 0


def test_who_keeps_the_book_is_led_to_the_ruling_with_the_seat_filled_in(phone: PhoneMaker, caught: Opened) -> None:
    host = phone(caught.code, caught.host_key)
    [link] = links(host.get(f"/t/{caught.code}").text)
    form = host.get(link.partition("#")[0]).text
    points = form[form.index('id="points"') :]
    assert '<option value="Mary" selected>' in points
    assert 'name="reason" value="Revoke in trick 1"' in points
    tokens = form[form.index("Move tokens") : form.index('id="points"')]
    assert 'value="Revoke' not in tokens


def test_the_others_may_put_the_table_on_hold_and_who_looks_on_may_not(phone: PhoneMaker, caught: Opened) -> None:
    katie = phone(caught.code, caught.seat_keys["Katie"])
    [link] = links(katie.get(f"/t/{caught.code}").text)
    form = katie.get(link).text
    assert 'value="Revoke in trick 1"' in form
    assert '<option value="revoke" selected>' in form
    assert links(phone().get(f"/t/{caught.code}").text) == []


def test_it_stays_although_the_round_has_ended(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened)
    trick = {"move": "trick", "winner": "Cory", "led": "purple", "won_with": "purple"}
    enter(tables, opened, MISSED, *[trick] * 13, SHOWN)
    host = phone(opened.code, opened.host_key)
    page = host.get(f"/t/{opened.code}").text
    assert 'data-phase="prediction"' in page
    assert "The cards prove a revoke" in found(page)
    enter(tables, opened, {"move": "done", "seat": "Mary"})
    page = found(host.get(f"/t/{opened.code}").text)
    assert "To be decided: <bdi>Mary</bdi>" in page
    assert rows(page, 15)[1] == "Chris red 7"
    assert "Decide it" in page


def test_while_a_token_is_owed_points_wait_but_the_host_may_leave_it(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Katie", "color": "red"})
    enter(tables, opened, MISSED, SHOWN)
    host = host_of(tables, opened)
    membership.give_scorekeeper(tables, host, "Chris", True)
    page = phone(opened.code, opened.seat_keys["Chris"]).get(f"/t/{opened.code}").text
    assert "Finish the trick first; then the table can rule." in said_of_it(page)
    assert 'id="ruling" hidden' in page  # the stylesheet leaves the link to the host then
    assert "Decide it" in said_of_it(phone(opened.code, opened.host_key).get(f"/t/{opened.code}").text)


def test_the_host_leaves_it_as_it_is_also_after_the_game(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(options={"rounds": 1})
    in_play(tables, opened)
    trick = {"move": "trick", "winner": "Cory", "led": "purple", "won_with": "purple"}
    enter(tables, opened, MISSED, *[trick] * 13, SHOWN)
    host = phone(opened.code, opened.host_key)
    [link] = links(host.get(f"/t/{opened.code}").text)
    form = host.get(link).text
    form = form[form.index(f'action="/t/{opened.code}/ruling/leave"') : form.index("</form>")]
    assert "Mary did not follow in trick 1 of round 1" in form
    fields = dict(re.findall(r'name="(entry|rule|seat|version|reason)" value="([^"]*)"', form))
    assert fields == {"version": "19", "entry": "19", "rule": "revoke", "seat": "Mary", "reason": "Revoke in trick 1"}

    leave = f"/t/{opened.code}/ruling/leave"
    assert host.post(leave, {**fields, "reason": " "}).status_code == 422
    assert host.post(leave, {**fields, "seat": "Katie"}).status_code == 409
    assert phone(opened.code, opened.seat_keys["Katie"]).post(leave, fields).status_code == 403
    for _ in range(2):  # the second is a repeat
        answer = host.post(leave, {**fields, "reason": "she was honest about it"})
        assert (answer.status_code, answer.location) == (303, f"/t/{opened.code}")
    snapshot = tables.get(opened.code)
    assert snapshot.version == 21
    assert [(one.rule, one.how, one.entry) for one in snapshot.referee.precedents] == [("revoke", "stands", "19")]
    assert "data-findings" not in host.get(f"/t/{opened.code}").text
    assert host.post(leave, fields | {"version": "21"}).status_code == 409
    assert host.get(link).text.count("ruling/leave") == 0


def test_where_leaving_it_was_refused_the_rulings_beside_it_still_lead_to_their_own_address(
    phone: PhoneMaker, caught: Opened, tables: TableService
) -> None:
    host, version = phone(caught.code, caught.host_key), str(tables.get(caught.code).version)
    fields = {"version": version, "entry": version, "rule": "revoke", "seat": "Mary", "reason": " "}
    refused = host.post(f"/t/{caught.code}/ruling/leave", fields)
    assert refused.status_code == 422
    leave, *others = re.findall(r'<form method="post" action="([^"]*)"', refused.text)
    assert leave == f"/t/{caught.code}/ruling/leave"
    assert {html.unescape(one) for one in others} == {f"/t/{caught.code}/ruling?entry={version}&rule=revoke&seat=Mary"}
    assert len(others) + 1 == refused.text.count('<form method="post"')
    points = {"kind": "points", "seat": "Mary", "points": "0", "reason": "she revoked", "version": version}
    assert "Leave it as it is" in host.post(html.unescape(others[0]), points).text
    assert host.post(html.unescape(others[0]), {**points, "points": "1"}).status_code == 303


def test_missed_turn_ins_are_told_until_they_are_ruled_on(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, *({"move": "take", "seat": "Katie", "color": "red"} for _ in range(2)))
    trick = {"move": "trick", "winner": "Katie", "led": "red", "won_with": "red"}
    miss = {"move": "miss_turn_in", "seat": "Katie"}
    enter(tables, opened, trick, miss, trick, miss, {**trick, "winner": "Mary"})
    for key in (None, opened.host_key, opened.seat_keys["Katie"]):
        shown = found(phone(opened.code if key else None, key).get(f"/t/{opened.code}").text)
        assert "To be decided: <bdi>Katie</bdi>" in shown
        assert shown.count("Katie forgot to turn in for trick") == 2
    board = phone().get(f"/t/{opened.code}/board").text
    assert 'class="wrong">To be decided: <bdi>Katie</bdi></b>' in board
    enter(tables, opened, {"move": "ruling", "seat": "Katie", "points": 1, "reason": "twice!"})
    assert "data-findings" not in phone().get(f"/t/{opened.code}").text


def test_of_more_than_two_players_the_number_is_told(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    seats = ("Mary", "Katie", "Cory")
    in_play(tables, opened, *({"move": "take", "seat": seat, "color": "red"} for seat in seats))
    for seat in seats:
        trick = {"move": "trick", "winner": seat, "led": "red", "won_with": "red"}
        enter(tables, opened, trick, {"move": "miss_turn_in", "seat": seat})
    assert "To be decided: 3 things" in found(phone().get(f"/t/{opened.code}").text)
