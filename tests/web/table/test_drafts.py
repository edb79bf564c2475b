"""What a phone has half told belongs to the act that it was begun for, in every game, with htmx and without."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, host_of, in_play

Move = dict[str, Any]
TRICK: Move = {"move": "trick", "winner": "Mary", "led": "purple", "won_with": "purple"}


@dataclass(frozen=True)
class Case:
    """What is played first, which draft is begun, and which entry by another phone ends the act that it is for."""

    game: str
    seats: tuple[str, ...]
    first: tuple[Move, ...]
    draft: str
    entry: Move


ANN, BOB = "Ann", "Bob"
SLUFF = ({"move": "sluffer", "seat": ANN}, {"move": "done", "seat": BOB}, {"move": "done", "seat": "Cat"})
CALL: Move = {"move": "call", "seat": BOB}
CASES = {
    "trick": Case("sluff-off", (ANN, BOB, "Cat"), SLUFF, "winner=Bob&pays=black", {**TRICK, "winner": BOB}),
    "trick by cards": Case("sluff-off", (ANN, BOB, "Cat"), SLUFF, "by=cards&card=red+3", {**TRICK, "winner": BOB}),
    "prediction": Case("sluff-off", (ANN, BOB, "Cat"), (), "end=ask", {"move": "done", "seat": ANN}),
}  # fmt: skip


def fields_of(page: str) -> dict[str, list[str]]:
    """What the page's form carries beside a button."""
    told: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        if name != "csrf_token":
            told.setdefault(name, []).append(unescape(value))
    return told


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture
def opened(open_table: Callable[..., Opened], case: Case, tables: TableService) -> Opened:
    dealer = {"dealer": case.seats[-1]}
    made = open_table(game=case.game, seats=list(case.seats), options={}, **dealer)
    enter(tables, made, *case.first)
    return made


@pytest.fixture
def begun(case: Case, opened: Opened, phone: PhoneMaker) -> tuple[Phone, dict[str, list[str]], str]:
    """The host's phone with the draft, its form, and its address."""
    host = phone(opened.code, opened.host_key)
    page = host.get(f"/t/{opened.code}/act?{case.draft}", htmx=True)
    assert "data-draft" in page.text
    return host, fields_of(page.text), page.headers["HX-Replace-Url"]


def bobs(tables: TableService, opened: Opened, *moves: Move) -> int:
    """Enter moves from Bob's phone, or the host's where they are not Bob's."""
    bob, host = tables.membership.actor(opened.code, opened.seat_keys[BOB]), host_of(tables, opened)
    assert bob is not None
    for move in moves:
        mover = host if move["move"] == "undo" or move.get("seat") not in (None, BOB) else bob
        tables.submit(opened.code, [move], actor=mover, seen=None, request=None)
    return tables.find(opened.code).version


def test_a_draft_goes_when_its_act_is_recorded(
    case: Case, opened: Opened, begun: tuple[Phone, dict[str, list[str]], str], tables: TableService
) -> None:
    host, _, address = begun
    assert "for=" in address
    assert "phone recorded" not in host.get(address, htmx=True).text
    version = bobs(tables, opened, case.entry)
    assert version == len(case.first) + 1
    pushed, reloaded = host.get(address, htmx=True), host.get(address)
    for shown in (pushed.text, reloaded.text):
        assert re.search(r"phone recorded: .", shown)
        assert 'role="status"' in shown
        assert re.search(r'data-draft="(?!by=(?:cards|dice)")', shown) is None
    assert "for=" not in pushed.headers["HX-Replace-Url"]


def test_a_draft_outlives_another_name_for_a_seat_that_it_does_not_name(
    case: Case, opened: Opened, begun: tuple[Phone, dict[str, list[str]], str], tables: TableService
) -> None:
    host, form, address = begun
    bobs(tables, opened, {"move": "rename", "seat": BOB, "name": "Kit"})
    page = host.get(address, htmx=True)
    assert page.status_code == 200
    assert "phone recorded" not in page.text
    if BOB not in case.draft:
        assert fields_of(page.text) == {**form, "version": [str(len(case.first) + 1)]}


@pytest.mark.parametrize("htmx", [True, False])
def test_a_claim_with_an_earlier_draft_is_refused(
    case: Case, opened: Opened, begun: tuple[Phone, dict[str, list[str]], str], tables: TableService, htmx: bool
) -> None:
    host, form, _ = begun
    version = bobs(tables, opened, case.entry)
    for seen in (form["version"], [str(version)], []):
        again = host.post(
            f"/t/{opened.code}/moves", {**form, "version": seen, "move": json.dumps(case.entry)}, htmx=htmx
        )
        assert again.status_code == 409
        assert 'role="alert"' in again.text
        assert "phone recorded: " in again.text
    told = host.post(f"/t/{opened.code}/moves", {**form, "unfinished": "1"}, htmx=htmx)
    assert told.status_code == 409
    assert tables.find(opened.code).version == version


@pytest.mark.parametrize("htmx", [True, False])
def test_the_draft_s_own_tap_sent_twice_is_one_entry(
    case: Case, opened: Opened, begun: tuple[Phone, dict[str, list[str]], str], tables: TableService, htmx: bool
) -> None:
    host, form, _ = begun
    for _ in range(2):
        answer = host.post(f"/t/{opened.code}/moves", {**form, "move": json.dumps(case.entry)}, htmx=htmx)
        assert answer.status_code == (200 if htmx else 303)
    assert tables.find(opened.code).version == len(case.first) + 1


@pytest.mark.parametrize("case", [name for name, case in CASES.items() if case.first], indirect=True)
def test_after_an_undo_an_older_draft_is_for_another_act(
    case: Case, opened: Opened, begun: tuple[Phone, dict[str, list[str]], str], tables: TableService
) -> None:
    host, _, address = begun
    bobs(tables, opened, {"move": "undo"})
    shown = host.get(address, htmx=True).text
    assert re.search(r'data-draft="(?!by=(?:cards|dice)")', shown) is None
    assert "has moved on since you began" in shown


SIT = {"game": "sluff-off", "seats": ["Chris", "Mary", "Katie", "Cory"], "dealer": "Cory", "options": {}}


@pytest.mark.parametrize(
    ("by", "said"),
    [("Mary", "Mary\u2019s phone"), ("Cory", "This phone"), (None, "The host\u2019s phone")],
)
def test_it_is_said_whose_phone_it_was(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService, by: str | None, said: str
) -> None:
    opened = open_table(**SIT)
    in_play(tables, opened)
    cory = phone(opened.code, opened.seat_keys["Cory"])
    address = cory.get(f"/t/{opened.code}/act?winner=Mary&pays=black", htmx=True).headers["HX-Replace-Url"]
    actor = tables.membership.actor(opened.code, opened.seat_keys[by] if by else opened.host_key)
    assert actor is not None
    for _ in range(3):
        tables.submit(opened.code, [TRICK], actor=actor, seen=None, request=None)
    assert f"{said} recorded: " in cory.get(address, htmx=True).text


def test_done_without_a_token_asks_once(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService
) -> None:
    opened = open_table(**SIT)
    host = phone(opened.code, opened.host_key)
    page = host.get(f"/t/{opened.code}").text
    assert re.search(r'formmethod="get"[^>]* name="end" value="ask"[^>]* id="done" aria-label="Done"', page)
    asked = host.get(f"/t/{opened.code}/act?end=ask").text
    assert "No tokens for Chris?" in re.sub(r"</?bdi[^>]*>|[\u2068\u2069]", "", asked)
    assert re.search(r'name="move" value=\'[^\']*done[^\']*\'[^>]* id="done-without" aria-label="Done"', asked)
    chris = phone(opened.code, opened.seat_keys["Chris"])
    assert "No tokens for you?" in chris.get(f"/t/{opened.code}/act?end=ask").text
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})
    assert "No tokens" not in chris.get(f"/t/{opened.code}/act?end=ask").text
    assert 'id="done" aria-label="Done"' in chris.get(f"/t/{opened.code}").text


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
def test_what_a_phone_has_half_told_goes_with_its_key(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService, htmx: bool
) -> None:
    opened = open_table(**SIT)
    chris = phone(opened.code, opened.seat_keys["Chris"])
    address = f"/t/{opened.code}/act?end=ask"
    assert "end" in fields_of(chris.get(address, htmx=htmx).text)
    tables.membership.end_all(host_of(tables, opened), "another-key")
    answer = chris.get(address, htmx=htmx).text
    assert "key has ended" in answer
    assert "end" not in fields_of(answer)


def test_no_page_has_an_address_with_the_forms_token(host: Phone, opened: Opened) -> None:
    """Without scripts a tap that tells sends the whole form in an address: no history or link that is sent keeps it."""
    told = "winner=Mary&die=2&die=wild&for=e"
    answer = host.get(f"/t/{opened.code}/act?csrf_token=x&{told}")
    assert (answer.status_code, answer.location) == (302, f"/t/{opened.code}/act?{told}")
    assert answer.headers["Cache-Control"] == "no-store"
