"""A fifth game comes through the door alone: a toy, known in this test and nowhere else, is played over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.games.game import Game
from companion.games.header import Header
from companion.games.markup import submit
from companion.games.move import Plain, SeatName, Strict
from companion.games.page import ANYBODY, Page
from companion.games.part import Sheet
from companion.games.people import People, people_of
from companion.games.replay import replay
from companion.games.report import Report
from companion.games.rulebook import load
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Rejected
from companion.games.text import Language, Text
from companion.games.transcript import open_book, read_header
from tests.conftest import PhoneMaker

# The whole game: in turn each says the next number, and who says five has won.

BOOK = load(Path(__file__).parents[1] / "toy_rulebook.md")


class Said(Struct, frozen=True):
    people: People
    last: int = 0

    @property
    def phase(self) -> str:
        return "over" if self.last == 5 else "count"

    def game_is_over(self) -> Rejected:
        return BOOK.no("game-is-over", Text("Five has been said."))

    def memo_key(self) -> int:
        return self.last

    def report(self) -> Report:
        winners = (self.people.seats[4 % len(self.people.seats)],) if self.last == 5 else ()
        return Report(self.phase, bool(winners), (), {}, winners, (), {"centre": self.last}, {})


class Say(RuledMove):
    move: Literal["say"]
    seat: SeatName

    def refused(self, state: Said) -> Rejected | None:
        due = state.people.seats[state.last % len(state.people.seats)]
        return None if self.seat == due else BOOK.no("not-now", Text("{seat} comes later.", seat=self.seat))

    def after(self, state: Said) -> Said:
        return replace(state, last=state.last + 1)

    @classmethod
    def offered(cls, state: Said, seat: str | None) -> Iterator[Plain]:
        yield from ({"move": "say", "seat": name} for name in state.people.seats if seat in (None, name))


class ToyPage(Page[Said]):
    headline = Text("Count")
    over_heading = Text("Five"), None

    @property
    def ask(self) -> Sheet:
        says = tuple((tap.value, tap.legal) for tap in self.book.game.choices(self.state, None))
        return Sheet(ANYBODY, _says, (says,))


def _says(_: Language, says: tuple[tuple[str, bool], ...]) -> str:
    return "".join(f"<button {submit(value, legal, 'Say it', 'button')}></button>" for value, legal in says)


class Toy(Game[Said]):
    page = ToyPage
    slug, title, players, deals = "count-to-five", Text("Count to five"), (2, 4), False
    options, moves, rulebook = Strict, (Say,), BOOK

    def start(self, header: Header) -> Said:
        return Said(people_of(header.seats))

    def next_dealer(self, state: Said) -> str:
        return state.people.seats[0]


TEMPLATES = {
    "games/count_to_five/ruling.html": "",
    "games/count_to_five/cover.html": "",
    "games/count_to_five/sprite.html": "",
}


@pytest.fixture
def toy(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The game at the door: its line among the games, and its templates beside the others."""
    monkeypatch.setitem(GAMES, Toy.slug, Toy())
    app.jinja_loader = ChoiceLoader([DictLoader(TEMPLATES), app.jinja_loader])  # type: ignore[list-item]
    found = GAMES[Toy.slug]
    assert isinstance(found, Toy)
    return found


def test_a_toy_of_thirty_lines_is_opened_played_and_won(toy: Toy, phone: PhoneMaker, client: Any) -> None:
    host = phone()
    assert "Count to five" in host.get("/").text
    assert host.get(f"/rules/{toy.slug}").status_code == 200
    opened = host.post(f"/open/{toy.slug}", {"name": ["Ann", "Tom"]})
    code = opened.location.split("/")[-2]
    assert "Say the next number" not in host.get(opened.location).text

    tom = phone()
    tom.post(f"/j/{code}", {"name": "Tom"})
    assert tom.get(f"/t/{code}").text.count('name="move"') == 2
    early = tom.post(
        f"/t/{code}/moves", {"move": json.dumps({"move": "say", "seat": "Tom"}), "version": "0"}, htmx=True
    )
    assert early.status_code == 422
    assert "Tom comes later." in early.text
    assert 'data-rule="not-now"' in early.text

    for version in range(5):
        tap = {"move": json.dumps({"move": "say", "seat": ("Ann", "Tom")[version % 2]}), "version": str(version)}
        assert (tom if version % 2 else host).post(f"/t/{code}/moves", tap, htmx=True).status_code == 204
    refused = host.post(f"/t/{code}/moves", {"move": '{"move": "say", "seat": "Ann"}', "version": "5"}, htmx=True)
    assert "Five has been said." in refused.text

    for page in ("", "/board", "/scores", "/ledger", "/rules", "/referee", "/may-i", "/tokens", "/seats"):
        assert host.get(f"/t/{code}{page}").status_code == 200, page
    assert "Ann" in host.get(f"/t/{code}/ledger").text
    seen = client.get(f"/api/tables/{code}").json
    assert (seen["over"], seen["winners"], seen["holdings"]) == (True, ["Ann"], {"centre": 5})
    again = replay(client.get(f"/api/tables/{code}/transcript").data)
    assert (again.rejected, again.book.report().winners) == ((), ("Ann",))
    undone = host.post(f"/t/{code}/moves", {"move": '{"move": "undo"}', "version": "5"}, htmx=True)
    assert undone.status_code == 200
    assert not client.get(f"/api/tables/{code}").json["over"]


def test_what_a_game_need_not_say(toy: Toy) -> None:
    book = open_book(read_header({"transcript": 1, "game": toy.slug, "seats": ["Ann", "Tom"]}))
    page = ToyPage(book, "", {})
    assert (page.findings, page.news, page.tools, page.wait, page.beside, page.mark) == ((), (), None, None, (), None)
    assert str(page.told(MultiDict())) == "Nothing has been entered yet."
    assert str(toy.irregularity({"kind": "odd"})) == "odd"
    assert (toy.sheet(book.state).planned, toy.largest) == (None, 4)
