"""A page is sent the parts that changed, where that will do: what it shows then is what it would be shown anew."""

from __future__ import annotations

import random
import re
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web import drawing as module
from companion.web.drawing import BASE, EDGE, Drawing, Outlines
from tests.conftest import Phone
from tests.web.games import SEATS, enter
from tests.web.streaming import streaming

GAMES = ("sluff-off",)
MOVES = 60
PART = '<li id="{}" class="x">{}</li>'


def drawn(*parts: str, tag: str = "<div data-n=1>", between: str = " ") -> Drawing:
    return Drawing(tag + between + between.join(f"{EDGE}{part}{EDGE}" for part in parts) + "</div>")


def test_what_is_whole_shows_no_edge_and_names_its_base() -> None:
    drawing = drawn(PART.format("a", BASE), PART.format("b", 2))
    assert drawing.whole() == f"<div data-n=1> {PART.format('a', drawing.base)} {PART.format('b', 2)}</div>"


def test_only_what_changed_is_sent_and_says_what_it_builds_on() -> None:
    before = drawn(PART.format("a", 1), PART.format("b", 2), PART.format("c", 3))
    now = drawn(PART.format("a", 1), PART.format("b", 4), PART.format("c", 5), tag="<div data-n=2>")
    assert now.changes(before.outline) == (
        f'<li data-on="{before.base}" hx-swap-oob="true" id="b" class="x">4</li>'
        '<li hx-swap-oob="true" id="c" class="x">5</li>'
    )


OTHERS = {
    "unknown": None,
    "the same": drawn(PART.format("a", 1)).outline,
    "another frame": drawn(PART.format("a", 2), between="  ").outline,
    "another part": drawn(PART.format("b", 1)).outline,
    "more parts": drawn(PART.format("a", 2), PART.format("b", 1)).outline,
    "no parts": Drawing("<div>text</div>").outline,
}


@pytest.mark.parametrize("before", OTHERS.values(), ids=OTHERS)
def test_else_the_whole_is_needed(before: bytes | None) -> None:
    assert drawn(PART.format("a", 1)).changes(before) is None


def test_what_has_no_parts_changes_as_a_whole() -> None:
    one, other = Drawing('<div n="1">a</div>'), Drawing('<div n="2">a</div>')
    assert one.outline != other.outline
    assert other.changes(one.outline) is None


def test_the_oldest_outlines_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    kept, drawings = Outlines(), [drawn(PART.format("a", n)) for n in range(3)]
    for one in (drawings[0], drawings[1], drawings[0], drawings[2]):
        kept.keep(one)
    assert [kept.get(one.base) for one in drawings] == [drawings[0].outline, None, drawings[2].outline]
    assert kept.get(None) is None


def opened_game(tables: TableService, game: str) -> Opened:
    header = {"transcript": 1, "game": game, "seats": list(SEATS), "dealer": "Cory"}
    return tables.open(read_header(header), keys_for_seats=True, label="test")


def chosen(tables: TableService, opened: Opened, chance: random.Random) -> dict[str, Any] | None:
    """A move that stands, now and then an undo; None once the game is over."""
    book = tables.find(opened.code).book
    legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
    return chance.choice([*legal, {"move": "undo"}] if book.before else legal) if legal else None


def base_in(text: str) -> str:
    found = re.search(r'data-base(?:="|": ")(\w+)', text)
    assert found is not None
    return found[1]


def tags(text: str) -> list[str]:
    """A text without the room between its tags."""
    return re.sub(r"\s*(<|>)\s*", r"\1", text).split("<")


class Page:
    """A phone's page that swaps what it is sent."""

    def __init__(self, app: Flask, opened: Opened, key: str | None) -> None:
        self.phone, self.path = Phone(app, opened.code, key), f"/t/{opened.code}"
        self.text, self.in_parts = self.fresh(), 0

    def fresh(self) -> str:
        return self.phone.get(f"{self.path}/part").text

    def swap(self, told: str) -> None:
        """Put in place what came, whole or in parts."""
        if "data-on" not in told:
            self.text = told
            return
        self.in_parts += 1
        assert f'data-on="{base_in(self.text)}"' in told
        told = re.sub(r' data-on="\w+"', "", told)
        _, *pieces = re.split(r'<(\w+) hx-swap-oob="true"', told)
        for tag, part in zip(pieces[::2], pieces[1::2], strict=True):
            self._replace(tag, part)
        self.text = self.root(told) + self.text.partition(">")[2]

    def root(self, told: str) -> str:
        """The tag of the whole, as the part that brings it says; compared with a fresh one's only."""
        head = self.fresh().partition(">")[0]
        for name in ("version", "stamp", "base"):
            value = re.search(rf'data-{name}="([^"]+)"', head)
            assert value is not None
            assert re.search(rf'"data-{name}": "?{re.escape(value[1])}[",]', told)
        return head + ">"

    def _replace(self, new: str, part: str) -> None:
        found = re.match(r' id="([^"]+)"', part)
        assert found is not None
        start = self.text.index(f'id="{found[1]}"')
        opening = self.text.rindex("<", 0, start)
        tag = re.match(r"<(\w+)", self.text[opening:])
        assert tag is not None
        depth = 0
        for one in re.finditer(rf"<(/?){tag[1]}\b", self.text[opening:]):
            depth += -1 if one[1] else 1
            if not depth:
                end = opening + one.end() + 1
                break
        self.text = f"{self.text[:opening]}<{new}{part.rstrip()}{self.text[end:]}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_parts_make_what_the_whole_would(app: Flask, tables: TableService, game: str) -> None:
    opened, chance = opened_game(tables, game), random.Random(7)
    keys = [opened.host_key, *list(opened.seat_keys.values())[:2], None]
    pages = [Page(app, opened, key) for key in keys]
    for page in pages:
        page.text = page.fresh()  # now that all have sat down
    moves = 0
    with ExitStack() as held:
        streams = [
            held.enter_context(streaming(page.phone.client, f"{page.path}/live?base={base_in(page.text)}"))
            for page in pages
        ]
        assert all("event: beat" in stream.next() for stream in streams)  # they show it already
        for _ in range(MOVES):
            move = chosen(tables, opened, chance)
            if move is None:
                break
            moves += 1
            enter(tables, opened, move)
            for page, stream in zip(pages, streams, strict=True):
                told = stream.next().split("\n")
                page.swap("\n".join(line.removeprefix("data: ") for line in told if line.startswith("data: ")))
                assert tags(page.text) == tags(page.fresh())
    assert all(page.in_parts > 0.8 * moves for page in pages)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_how_parts_are_marked(app: Flask, tables: TableService, game: str) -> None:
    opened = opened_game(tables, game)
    phone = Phone(app, opened.code, opened.host_key)
    for where in ("", "/part", "/board", "/board/part", "/live", "/live?base=", "/board/live"):
        answer = phone.get(f"/t/{opened.code}{where}", buffered=False)
        first = next(iter(answer.response))
        text = first.decode() if isinstance(first, bytes) else str(first)
        answer.close()
        assert 'id="table"' in text
        assert EDGE not in text
        assert BASE not in text


def test_a_tap_is_answered_with_what_changed(app: Flask, tables: TableService) -> None:
    opened = opened_game(tables, "sluff-off")
    page = Page(app, opened, opened.host_key)
    draft = page.phone.get(f"{page.path}/act?end=ask&base={base_in(page.text)}", htmx=True)
    assert ("HX-Reswap", "none") in draft.headers.items()
    assert '"data-draft": "end=ask' in draft.text
    form = {"version": "0", "move": '{"move": "take", "seat": "Chris", "color": "red"}', "base": base_in(draft.text)}
    answer = page.phone.post(f"{page.path}/moves", form, htmx=True)
    assert ("HX-Reswap", "none") in answer.headers.items()
    assert f'data-on="{base_in(draft.text)}"' in answer.text
    assert base_in(answer.text) == base_in(page.fresh())


@pytest.mark.parametrize("base", ["", "0", "nonsense"])
def test_who_shows_something_else_is_answered_with_the_whole(app: Flask, tables: TableService, base: str) -> None:
    opened = opened_game(tables, "sluff-off")
    phone = Phone(app, opened.code, opened.host_key)
    form = {"version": "0", "move": '{"move": "take", "seat": "Chris", "color": "red"}', "base": base}
    answer = phone.post(f"/t/{opened.code}/moves", form, htmx=True)
    assert "HX-Reswap" not in answer.headers
    assert answer.text.lstrip().startswith('<div id="table"')


@pytest.mark.parametrize(
    ("query", "headers", "told"),
    [
        ("", {}, "table"),
        ("?base=", {}, "table"),
        ("?base={base}", {}, "beat"),
        ("?base={base}", {"Last-Event-ID": "0.0"}, "table"),
    ],
)
def test_a_stream_begins_with_what_the_page_lacks(
    app: Flask, tables: TableService, query: str, headers: dict[str, str], told: str
) -> None:
    opened = opened_game(tables, "sluff-off")
    page = Page(app, opened, opened.host_key)
    path = f"{page.path}/live{query.format(base=base_in(page.text))}"
    stream: Any = page.phone.get(path, headers=headers, buffered=False)
    assert f"event: {told}\n".encode() in next(iter(stream.response))
    stream.close()
