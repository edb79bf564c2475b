"""What a seat puts down unseen leaves no trace on anybody else's phone: every address is walked, and every stream.

Two tables are played alike but for the number; to who may not know it they have to look the same, to the letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.channel import Watch
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.entry import read_act
from companion.tables.keys_and_codes import shown_code
from tests.conftest import Phone, PhoneMaker
from tests.games.popcorn.sitting import call, claim, give, honest
from tests.web.games import host_of
from tests.web.streaming import watch_of

SEATS = ["Ann", "Ben", "Cat", "Dan"]
GAME = {"game": "popcorn", "seats": SEATS, "dealer": "Dan", "options": {"hidden_count": True}}
NUMBERS = (3, 9)
Plain = dict[str, Any]


# What happens at a table; the hidden number stands as "cards": 0. Each is a moment at which everything is looked at.
STORIES: dict[str, list[Plain]] = {
    "claimed": [claim("Ann", "A", 2, 0)],
    "called": [claim("Ann", "A", 2, 0), call("Cat")],
    "gone by": [claim("Ann", "A", 2, 0), claim("Ben", "2")],
    "pile moved": [claim("Ann", "A", 2, 0), claim("Ben", "2"), call("Dan"), honest(True), claim("Cat", "3", 4)],
    "ruled on": [claim("Ann", "A", 2, 0), claim("Ben", "2"), give(1, "pile", "Cat")],
    "call taken back": [claim("Ann", "A", 2, 0), call("Cat"), {"move": "undo", "seat": "Cat"}],
    "held": [claim("Ann", "A", 2, 0), {"act": "hold", "seat": "Cat", "reason": "so many?", "entry": "1"}],
}


class Pair:
    """Two tables with the same story and another number."""

    def __init__(self, app: Flask, tables: TableService, opened: tuple[Opened, Opened], story: list[Plain]) -> None:
        self.app, self.tables, self.opened = app, tables, opened
        for table, number in zip(opened, NUMBERS, strict=True):
            for move in story:
                told = {**move, "cards": number} if move.get("cards") == 0 else move
                enter(tables, table, told)

    def phones(self, who: str) -> tuple[Phone, Phone]:
        """The same phone at both tables."""
        first, second = (Phone(self.app, one.code, key_of(one, who)) for one in self.opened)
        return first, second


def key_of(opened: Opened, who: str) -> str | None:
    return {"nobody": None, "host": opened.host_key}.get(who) or opened.seat_keys.get(who)


def shown_by(opened: Opened, who: str) -> dict[str, str]:
    """How a program shows that key."""
    key = key_of(opened, who)
    return {"Authorization": f"Bearer {key}"} if key else {}


def enter(tables: TableService, opened: Opened, move: Plain) -> None:
    """Each move, or act, from the phone of the seat that makes it; the host alone makes what is nobody's own."""
    actor = membership.actor(tables, opened.code, key_of(opened, move.get("seat", "host")) or "")
    assert actor is not None
    claim = read_act({key: value for key, value in move.items() if key != "seat"}) if "act" in move else move
    answer = tables.submit(opened.code, [claim], actor=actor, seen=None, request=None)
    assert isinstance(answer, Played), answer


@pytest.fixture
def pair(app: Flask, tables: TableService, open_table: Callable[..., Opened]) -> Callable[[str], Pair]:
    def make(story: str) -> Pair:
        return Pair(app, tables, (open_table(**GAME), open_table(**GAME)), STORIES[story])

    return make


EDITS = [
    {"do": "remove", "entry": "1"},
    {"do": "change", "entry": "1", "move": claim("Ann", "A", 3)},
    {"do": "change", "entry": "1", "move": claim("Ann", "A", 2, 4)},
    {"do": "insert", "move": give(9, "Ann", "pile")},
    {"do": "insert", "move": give(3, "pile", "Dan")},
    {"do": "insert", "move": claim("Ben", "2", 4)},
    {"do": "insert", "entry": "1", "move": give(10, "Ann", "Ben")},
]
ASKED = [
    "ask=claim", "ask=claim&seat=Ann", "ask=claim&seat=Ann&rank=5&count=4", "ask=claim&seat=Ben&rank=2&count=2",
    "ask=call&seat=Dan", "ask=reveal&honest=1", "ask=reveal&honest=true", "ask=reveal.cards&cards=A&cards=A&_all=cards",
    "ask=reveal.cards&cards=A&cards=A&cards=A&_all=cards", "ask=ruling&count=8&from=Ann&to=pile",
    "ask=ruling&count=11&from=Ann&to=pile", "ask=ruling&count=5&from=pile&to=Ann", "ask=pass",
]  # fmt: skip
COUNTED = ["compare=1&c0-0=10&c4-0=3", "compare=1&c0-0=4&c4-0=9", "compare=1&c0-0=11", "two=1&c0-0=9&c4-0=4"]


QUERIES: dict[str, list[str]] = {
    "/may-i": ASKED,
    "/may-i/at/<entry>": ASKED,
    "/amend": ["entry=1"],
    "/amend/preview": [f"edit={json.dumps(edit)}{mend}" for edit in EDITS for mend in ("", "&mend=1")],
    "/tokens": COUNTED,
    "/rules": ["q=honest"],
}
"""What an address of a table may be asked with, besides nothing."""


def addresses(app: Flask) -> Iterator[str]:
    """Every address of a table that is read, with every way to ask."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/c/"):  # a circle's code is no table's
            continue
        if "GET" in (rule.methods or ()) and "code" in rule.arguments and not rule.rule.endswith("/live"):
            path = rule.rule.replace("<code>", "CODE").replace("<entry>", "1")
            assert "<" not in path, f"{rule.rule}: walk this too"
            for query in ("", *QUERIES.get(rule.rule.removeprefix("/t/<code>"), ())):
                yield f"{path}?{query}" if query else path


BASE = re.compile(r"data-(?:base|on)(?:&#34;|\W)+([0-9a-f]{8,16})\b")
"""A drawing's name, made from what this phone is shown: its table's code is in that, too."""


def plain(text: str, opened: Opened) -> str:
    """A page without what differs between any two tables."""
    text = text.replace("<wbr>", "")  # where a code may break
    for code in (opened.code, shown_code(opened.code)):
        text = text.replace(code, "CODE")
    text = re.sub(r"<svg[^>]*qr.*?</svg>", "", text, flags=re.S)
    text = re.sub(r'(name="(?:csrf_token|drawn|tap)" value=|X-CSRFToken": |data-part=)"[^"]*"', "", text)
    for base in set(BASE.findall(text)):
        text = text.replace(base, "base")
    text = re.sub(r"\d\d\d\d-\d\d-\d\dT[0-9:.+]+", "", text)
    text = re.sub(r"\d?\d:\d\d\s([AP]M )?UTC", "", text) if "UTC" in text else text
    return re.sub(r"\d+(\.\d+)? s later", "later", text) if " s later" in text else text


def seen_by(phones: tuple[Phone, Phone], pair: Pair, path: str, **more: Any) -> list[tuple[int, str]]:
    """The status and the page at both tables."""
    found = []
    for phone, opened in zip(phones, pair.opened, strict=True):
        answer = phone.get(path.replace("CODE", opened.code), **more)
        found.append((answer.status_code, plain(answer.get_data(as_text=True), opened)))
    return found


OTHERS = ("nobody", "Ben", "Cat", "host")


ASKING = list(zip(STORIES, cycle([("nobody", "host"), ("Ben", "Cat")]), strict=False))


@pytest.mark.parametrize(("story", "askers"), ASKING, ids=list(STORIES))
def test_every_page_looks_the_same_whatever_was_put_down(
    pair: Callable[[str], Pair], story: str, askers: tuple[str, str]
) -> None:
    """Everybody looks at every page; two of them ask there whatever can be asked."""
    tables = pair(story)
    walked = 0
    for who, path in product(OTHERS, addresses(tables.app)):
        if "?" in path and who not in askers:
            continue
        whole, part = (seen_by(tables.phones(who), tables, path, htmx=htmx) for htmx in (False, True))
        for first, second in (whole, part) if "?" not in path else (whole,):
            assert first[0] < 500, path
            assert first == second, f"{who} at {path}"
            walked += first[0] == 200
    assert walked > 150


BESIDE = ("board", "ledger", "may-i", "scores", "seats")
STREAMS = ("/t/{}/live", *(f"/t/{{}}/{page}/live" for page in BESIDE), "/j/{}/live", "/api/tables/{}/live")


@pytest.mark.parametrize("story", STORIES)
def test_every_stream_tells_the_same(pair: Callable[[str], Pair], story: str) -> None:
    tables = pair(story)
    live = {rule.rule for rule in tables.app.url_map.iter_rules() if rule.rule.endswith("/live")}
    assert live == {path.format("<code>") for path in STREAMS}
    for who, path in product(OTHERS, STREAMS):
        told = []
        for phone, opened in zip(tables.phones(who), tables.opened, strict=True):
            watch = watch_of(phone.client, path.format(opened.code), **shown_by(opened, who))
            assert isinstance(watch, Watch)
            view = watch.view()
            view.change(tables.tables.get(opened.code), ())
            told.append(plain(view.everything(watch.variant).decode(), opened))
        assert told[0] == told[1], f"{who} at {path}"


@pytest.mark.parametrize("story", STORIES)
def test_the_api_answers_the_same(pair: Callable[[str], Pair], client: FlaskClient, story: str) -> None:
    tables = pair(story)
    for who, path in product(OTHERS, ("/api/tables/{}", "/api/tables/{}/transcript")):
        told = [
            plain(client.get(path.format(opened.code), headers=shown_by(opened, who)).text, opened)
            for opened in tables.opened
        ]
        assert told[0] == told[1], f"{who} at {path}"
        assert '"cards"' not in told[0]


WRONG: list[object] = [
    claim("Ann", "9"), claim("Ben", "K", 3), claim("Cat", "2", 14), claim("Ann", "2", 9), call("Ann"), {"move": "pass"},
    give(3, "pile", "pile"), give(50, "Ann", "Cat"), give(20, "pile", "Dan"), {"move": "reveal"}, 3,
    {"move": "reveal", "cards": []}, {"move": "reveal", "cards": ["K"]},
]  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("who", ["Ben", "host"])
def test_a_refusal_says_the_same(pair: Callable[[str], Pair], client: FlaskClient, story: str, who: str) -> None:
    tables = pair(story)
    refused = 0
    for move in WRONG:
        told = []
        for opened, phone in zip(tables.opened, tables.phones(who), strict=True):
            answer = client.post(f"/api/tables/{opened.code}/moves", json=move, headers=shown_by(opened, who))
            page = phone.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}, htmx=True)
            full = phone.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)})
            told.append([(one.status_code, plain(one.text, opened)) for one in (answer, page, full)])
        assert told[0] == told[1], move
        refused += told[0][0][0] == 422
    assert refused or who == "Ben" or story == "held"


def test_the_claimers_own_phone_knows(pair: Callable[[str], Pair], client: FlaskClient) -> None:
    tables = pair("claimed")
    for opened, phone, number in zip(tables.opened, tables.phones("Ann"), NUMBERS, strict=True):
        assert f"You put down {number} cards." in phone.get(f"/t/{opened.code}").text
        headers = shown_by(opened, "Ann")
        found = client.get(f"/api/tables/{opened.code}", headers=headers)
        assert found.json is not None
        assert found.json["holdings"] == {"Ann": 13 - number, "Ben": 13, "Cat": 13, "Dan": 13, "pile": number}
        others = client.get(f"/api/tables/{opened.code}")
        assert others.json is not None
        assert others.json["holdings"] == {"Ann": 11, "Ben": 13, "Cat": 13, "Dan": 13, "pile": 2}
        assert "Authorization" in others.headers["Vary"]
        lines = client.get(f"/api/tables/{opened.code}/transcript", headers=headers).text.splitlines()
        assert json.loads(lines[1]) == claim("Ann", "A", 2, number)


def test_who_entered_it_knows(open_table: Callable[..., Opened], tables: TableService, client: FlaskClient) -> None:
    opened = open_table(**GAME)
    host = host_of(tables, opened)
    tables.submit(opened.code, [claim("Ann", "A", 2, 5)], actor=host, seen=None, request=None)

    def held(who: str) -> Any:
        told = client.get(f"/api/tables/{opened.code}", headers=shown_by(opened, who)).json
        assert told is not None
        return told["holdings"]["Ann"]

    assert held("host") == held("Ann") == 8
    assert held("Ben") == held("nobody") == 11
    membership.sit(tables, host, "Dan")
    assert held("host") == 8


def test_who_knows_the_number_is_not_offered_what_was_said_as_something_else(
    app: Flask, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(**GAME)
    tables.submit(opened.code, [claim("Ann", "A", 2, 5)], actor=host_of(tables, opened), seen=None, request=None)
    page = Phone(app, opened.code, opened.host_key).get(f"/t/{opened.code}/amend?entry=1").text
    other, before = page.split("It was something else")[1].split("Something was forgotten before it")
    assert ("Ann says: 3 aces" in other, "Ann says: 2 aces" in other, "Ann says: 2 aces" in before) == (
        True,
        False,
        True,
    )


def test_the_board_on_the_claimers_own_device_shows_what_all_may_see(pair: Callable[[str], Pair]) -> None:
    tables = pair("claimed")
    phones = tables.phones("Ann")
    for path in ("/t/CODE/board", "/t/CODE/board"):
        first, second = seen_by(phones, tables, path)
        assert first == second


def test_after_the_reveal_everybody_sees(pair: Callable[[str], Pair], tables: TableService, phone: PhoneMaker) -> None:
    for opened, number in zip(pair("called").opened, NUMBERS, strict=True):
        enter(tables, opened, honest(False))
        page = phone().get(f"/t/{opened.code}").text
        assert f"{number} cards lay there." in page
        assert f"takes the pile: {number} cards." in page


def test_an_amend_that_tells_the_number_shows_it_to_nobody(pair: Callable[[str], Pair], tables: TableService) -> None:
    both = pair("claimed")
    for opened, number in zip(both.opened, NUMBERS, strict=True):
        host = Phone(both.app, opened.code, opened.host_key)
        edit = json.dumps({"do": "change", "entry": "1", "move": claim("Ann", "A", 1, number)})
        done = host.post(f"/t/{opened.code}/amend", {"edit": edit, "reason": "miscounted", "version": "1"})
        assert done.status_code == 303, done.text
    for who in ("nobody", "Ben"):
        for path in ("/t/CODE/ledger", "/t/CODE", "/t/CODE/transcript", "/t/CODE/board", "/t/CODE/referee"):
            first, second = seen_by(both.phones(who), both, path)
            assert first == second
    assert tables.get(both.opened[0].code).book.report().holdings["Ann"] == 10


@pytest.mark.parametrize("number", NUMBERS)
def test_whether_a_correction_changes_anything_tells_nobody_the_number(
    pair: Callable[[str], Pair], tables: TableService, number: int
) -> None:
    both = pair("claimed")
    for who, knows in (("host", False), ("Ann", True)):
        for opened, phone, laid in zip(both.opened, both.phones(who), NUMBERS, strict=True):
            path = f"/t/{opened.code}/amend"
            as_said, as_laid = (
                json.dumps({"do": "change", "entry": "1", "move": claim("Ann", "A", 2, *cards)})
                for cards in ((), (number,))
            )
            assert "says this already" in phone.get(f"{path}/preview", query_string={"edit": as_said}).text
            told = phone.get(f"{path}/preview", query_string={"edit": as_laid}).text
            assert ("says this already" in told) is (knows and number == laid)
    for opened in both.opened:
        host = Phone(both.app, opened.code, opened.host_key)
        done = host.post(f"/t/{opened.code}/amend", {"edit": as_laid, "reason": "counted", "version": "1"})
        assert done.status_code == 303
    assert [tables.get(one.code).version for one in both.opened] == [2, 2]


def test_a_proposal_that_tells_the_number_shows_it_to_its_maker_alone(
    pair: Callable[[str], Pair], tables: TableService
) -> None:
    both = pair("claimed")
    for opened, number in zip(both.opened, NUMBERS, strict=True):
        host, ann = (Phone(both.app, opened.code, key) for key in (opened.host_key, opened.seat_keys["Ann"]))
        assert host.post(f"/t/{opened.code}/referee/two-people", {"on": "1"}).status_code == 303
        actor = host_of(tables, opened)
        membership.give_scorekeeper(tables, actor, "Ann", True)
        edit = json.dumps({"do": "change", "entry": "1", "move": claim("Ann", "A", 3, number + 1)})
        version = str(tables.get(opened.code).version)
        proposed = ann.post(f"/t/{opened.code}/amend", {"edit": edit, "reason": "three", "version": version})
        assert proposed.status_code == 303, proposed.text
    told = seen_by(both.phones("Ann"), both, "/t/CODE/amend/proposal")
    assert told[0] != told[1]
    for who in ("nobody", "Ben", "host"):
        for path in ("/t/CODE/amend/proposal", "/t/CODE/ledger", "/t/CODE", "/t/CODE/referee"):
            told = seen_by(both.phones(who), both, path)
            assert told[0] == told[1], path


def test_tables_reach_the_web_through_one_door() -> None:
    """Whoever shows a table gets it from `web/identity.py`, as the caller may know it."""
    for path in (Path(__file__).parents[2] / "companion" / "web").rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        if path.name != "identity.py":
            assert not re.search(r"tables\(\)\.get\(|entries\(.*\.before", code), path
        for found in re.finditer(r"(\w+\()?\b(?:answer|late)\.snapshot(\.\w+)?", code):
            asked_for = found[1] == "seen_by(" or found[2] in (".version", ".header", ".referee", ".late_calls")
            assert asked_for or path.name in ("tap.py", "live_tap.py"), f"{path}: {found[0]}"
