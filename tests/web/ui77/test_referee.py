"""The referee at a table of Ui77: a revoke, rulings, "May I ...?", a winner that was another, and broken trump."""

from __future__ import annotations

import html
import json
import re

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone
from tests.games.ui77.sitting import (
    cards,
    cut,
    face_up,
    points,
    trick,
)
from tests.web.games import enter
from tests.web.ui77.pages import DEALT, tap, text

PROVED = [*DEALT, *[trick("Ann")] * 4, cards("5S 8D 8S"), cards("9C 10C 3C"), cards("QC 4S KC")]


def test_a_revoke_is_shown_with_both_tricks_and_leads_to_the_ruling(
    host: Phone, bob: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *PROVED)
    page = host.get(f"/t/{opened.code}").text
    assert page.count("data-trick=") == 2
    assert "Bob did not follow in trick 5 of hand 1" in page
    form = re.search(r'href="(/t/[^"]*/ruling\?[^"]*)"', page)
    assert form is not None
    ruling = host.get(html.unescape(form.group(1)))
    assert "Revoke in trick 5" in ruling.text
    assert "/hold?" in bob.get(f"/t/{opened.code}").text
    assert "Bob did not follow" in text(bob.get(f"/t/{opened.code}/board").text)
    sent = host.post(f"/t/{opened.code}/ruling", {"kind": "", "seat": "Bob", "points": "3", "reason": "Revoke"})
    assert sent.status_code == 303
    assert "Bob did not follow" not in text(bob.get(f"/t/{opened.code}/board").text)


def test_the_ruling_form_says_when_points_can_be_given(host: Phone, opened: Opened) -> None:
    assert "You can give points during a hand" in host.get(f"/t/{opened.code}/ruling").text
    sent = host.post(f"/t/{opened.code}/ruling", {"kind": "", "seat": "Bob", "points": "3", "reason": "So"})
    assert sent.status_code == 422
    assert 'data-rule="not-now"' in sent.text


def test_the_ledger_tells_every_move_undone_ones_too(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *PROVED, cut("Ann"), {"move": "undo"}, points("Bob", 3))
    page = host.get(f"/t/{opened.code}/ledger")
    assert page.status_code == 200
    assert "Cat won a trick with 8\u2660" in text(page.text)
    export = host.get(f"/t/{opened.code}/transcript").text
    assert len(export.splitlines()) == 1 + len(PROVED) + 1


def test_may_i_lead_trump_is_answered(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT)
    asked = "ask=trick.cards&cards=5H&cards=7H&cards=8H"
    page = host.get(f"/t/{opened.code}/may-i?{asked}").text
    assert 'data-answer="no"' in page
    assert 'data-rule="trump-broken"' in page
    yes = host.get(f"/t/{opened.code}/may-i?ask=discard&seat=Ann&count=1").text
    assert 'data-rule="not-now"' in yes


def test_an_amended_winner_is_judged_in_full(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT, trick("Ann"), trick("Ann"), cards("2C 3C 4C"))
    edit = json.dumps({"do": "change", "entry": "5", "move": trick("Bob")})
    page = host.get(f"/t/{opened.code}/amend/preview", query_string={"edit": edit})
    assert page.status_code == 200
    assert "Bob" in page.text


def test_cards_that_do_not_match_are_explained_by_a_wrong_winner(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *DEALT, trick("Ann"), trick("Bob"), trick("Cat"))
    page = host.get(f"/t/{opened.code}/tokens").text
    assert "The cards don" in html.unescape(page)
    # Ann has two tricks and a card more, Cat none: trick 3 was Ann's.
    fields = {"c0-0": "8", "c0-1": "2", "c2-0": "6", "c2-1": "0", "compare": "1"}
    answer = host.get(f"/t/{opened.code}/tokens", query_string=fields).text
    assert "Ann won a trick" in text(answer)


def test_points_by_a_ruling_of_the_host_alone(bob: Phone, host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, face_up())
    assert tap(bob, opened.code, points("Bob", -5)).status_code == 403
    assert tap(host, opened.code, points("Bob", -5)).status_code == 204


def test_trump_broken_what_it_depends_on_is_told_by_a_tap_and_the_question_answered_anew(
    host: Phone, bob: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *DEALT, trick("Bob"))
    address = f"/t/{opened.code}/may-i?ask=trick.cards&cards=KH&cards=5H&cards=7H"
    page = host.get(address).text
    assert 'data-answer="depends" data-rule="trump-broken"' in page
    assert "of trick 1 it is not known" in html.unescape(page)
    assert "was played in trick 1</button>" not in bob.get(address).text  # to amend is the keepers'
    form = next(
        form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "A trump was played in trick 1<" in form
    )
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    answer = host.post(f"/t/{opened.code}/amend", fields)
    assert answer.status_code == 303
    again = host.get(answer.location).text
    assert answer.location.startswith(f"/t/{opened.code}/may-i?ask=trick.cards")
    assert 'data-answer="yes"' in again
    assert tables.get(opened.code).book.move.plain() == {**trick("Bob"), "trump": True}  # type: ignore[union-attr]
