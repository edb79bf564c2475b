"""What a game's page draws, and what of it a phone shows: parts without a server, marks without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from companion.games.game import Book
from companion.games.page import AnyPage
from companion.games.part import Group, Part
from companion.games.text import ENGLISH

VOID = {"input", "option", "use"}
HOSTILE = ("<script>alert(1)</script>", "'\"><img src=x>", "A & Co. {n}", "%(name)s", "\u05de\u05e8\u05d9\u05dd {name}")
"""Names that a page must write as they are."""


@dataclass(frozen=True)
class Control:
    """A button, or something to choose or to type: its accessible name, and the field that it sends."""

    name: str
    field: str
    value: str
    dim: bool = False

    @property
    def moves(self) -> Any:
        return json.loads(self.value) if self.field == "move" else None


class _Reader(HTMLParser):
    """Reads what is shown to a phone with these marks of its own."""

    def __init__(self, own: set[str]) -> None:
        super().__init__()
        self.own, self.open, self.words, self.controls = own, list[bool](), list[str](), list[Control]()
        self.labels = dict[str, str]()  # what is shown in a label, by the id of what it is for
        self.label = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        told, hidden = set(given.get("data-for", "").split()), set(given.get("data-not", "").split())
        shown = (not self.open or self.open[-1]) and ("data-for" not in given or bool(told & self.own))
        shown = shown and not hidden & self.own
        if tag not in VOID:
            self.open.append(shown)
        if tag == "label":
            self.label = given.get("for", "")
        if shown and tag in ("button", "input") and given.get("type") != "hidden":
            name, dim = given.get("aria-label", given.get("id", "")), "dim" in given.get("class", "").split()
            self.controls.append(Control(name, given.get("name", ""), given.get("value", ""), dim))

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self.label = ""
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1]:
            self.words.append(data)
            self.labels[self.label] = f"{self.labels.get(self.label, '')} {data}".strip()


def page_of(book: Book, *elsewhere: str) -> AnyPage:
    """Return the page of a book; these seats have phones of their own."""
    assert book.game.page is not None
    badges = {name: (number, name[:1]) for number, name in enumerate(book.seats)}
    page: AnyPage = book.game.page(book, "AAAABBBB", badges, frozenset(elsewhere))
    return page


def _within(*there: Part | Group) -> Iterator[Part]:
    for one in there:
        if isinstance(one, Part):
            yield one
        yield from _within(*(one.parts if isinstance(one, Group) else one.inner))


def drawn_each(*there: Part | Group) -> dict[str, str]:
    """Return the markup of these parts, and of all parts in them, by their ids."""
    return {part.id: part.drawn(ENGLISH) for part in _within(*there)}


def parts(page: AnyPage) -> dict[str, str]:
    """Return the markup of all that the game draws, by the ids of its parts."""
    there = (*page.lying, *(() if page.over else page.beside), *(page.ask.inner if page.ask else ()))
    return {**drawn_each(*there), **_sheet(page)}


def _sheet(page: AnyPage) -> dict[str, str]:
    drawn: dict[str, str] = {}
    if page.over:
        return drawn
    if page.tools:
        drawn["tools"] = page.tools[0](ENGLISH, *page.tools[1])
    sheet, wait = page.ask, page.wait
    assert sheet is not None
    inner = ["".join(part.drawn(ENGLISH) for part in sheet.inner)] if sheet.inner else []
    drawn["ask"] = f'<section data-for="{sheet.marks}">{sheet.draw(ENGLISH, *inner, *sheet.args)}</section>'
    if wait is not None and wait.more is not None:
        drawn["wait"] = f'<section data-not="{sheet.marks}">{wait.more(ENGLISH, *wait.args)}</section>'
    return drawn


def _read(page: AnyPage, seat: str | None, rights: str) -> _Reader:
    own = set(rights.split()) | ({"seat", str(page.number(seat))} if seat else {"watch"} if not rights else set())
    reader = _Reader(own)
    tops = (*page.lying, *(() if page.over else page.beside))
    for one in (part for top in tops for part in (top.parts if isinstance(top, Group) else (top,))):
        reader.feed(one.drawn(ENGLISH))
    for markup in _sheet(page).values():
        reader.feed(markup)
    reader.close()
    assert not reader.open, "each element that is opened is closed"
    return reader


def shown(page: AnyPage, seat: str | None = None, rights: str = "") -> dict[str, Control]:
    """Return the controls of a phone by name: of a seat's, or with these rights, or of one that only looks."""
    read = _read(page, seat, rights)
    return {read.labels.get(control.name, control.name): control for control in read.controls}


def text(page: AnyPage, seat: str | None = None, rights: str = "") -> str:
    """Return the words that such a phone shows."""
    return " ".join(" ".join(_read(page, seat, rights).words).split())
