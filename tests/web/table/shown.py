"""A table's page as a phone shows it: parts put in their places, and what is marked for others taken out."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from tests.web.streaming import Streaming

VOID = {"option", "input", "br", "wbr", "use", "path", "circle", "line", "meta", "link", "img", "polyline"}


class _Elements(HTMLParser):
    """Finds where each element with an id begins and ends."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=False)
        self._starts = [0]
        for line in markup.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._open: list[tuple[str, str | None, int]] = []
        self.spans: dict[str, tuple[int, int]] = {}
        self.feed(markup)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("id"), self._at()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        opened, id_, begun = self._open.pop()
        assert opened == tag, (opened, tag)
        if id_ is not None:
            self.spans[id_] = (begun, self._at() + len(f"</{tag}>"))


def spans(markup: str) -> dict[str, tuple[int, int]]:
    """Return where each element with an id stands. Raise AssertionError if an element is not closed."""
    return _Elements(markup).spans


class Shown:
    """A page that has been sent whole, and changes with each event."""

    def __init__(self, event: bytes) -> None:
        self.stamp, self.markup = "", ""
        self.take(event)

    def take(self, event: bytes) -> None:
        """Do what the page's script does with an event."""
        name, event_id, data = read(event)
        stamp, _, since = event_id.partition(" ")
        assert name == "parts"
        if not since:
            self.markup = data
        else:
            assert since == self.stamp, (since, self.stamp)
            places, begin, fresh = spans(self.markup), 0, list[tuple[int, int, str]]()
            for id_, (start, end) in sorted(spans(data).items(), key=lambda one: (one[1][0], -one[1][1])):
                if start >= begin:  # one part after the other; what is within one comes with it
                    here, there = places[id_]
                    fresh.append((here, there, _with_kept(data[start:end], self.markup[here:there])))
                    begin = end
            for here, there, part in sorted(fresh, reverse=True):
                self.markup = self.markup[:here] + part + self.markup[there:]
        self.stamp = stamp


def _with_kept(fresh: str, old: str) -> str:
    """Put what a part keeps in its places."""
    known = spans(old) if "data-keep" in fresh else {}

    def kept(place: re.Match[str]) -> str:
        begin, end = known[place[1]]
        return old[begin:end]

    return re.sub(r'<i id="([^"]+)" data-keep hidden></i>', kept, fresh)


def read(event: bytes) -> tuple[str, str, str]:
    """Return an event's name, id and data."""
    lines = [line.partition(": ") for line in event.decode().strip("\n").split("\n")]
    told = {key: value for key, _, value in lines if key != "data"}
    return told["event"], told.get("id", ""), "\n".join(value for key, _, value in lines if key == "data")


def rights(stream: Streaming) -> set[str]:
    """Wait until a stream says what its phone may do, and return that."""
    while True:
        name, _, data = read(stream.next().encode())
        if name == "own":
            return set(json.loads(data)["rights"].split())


class _Visible(HTMLParser):
    def __init__(self, markup: str, own: set[str]) -> None:
        super().__init__()
        self._own, self._hidden = own, list[bool]()
        self.kept: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {key: value or "" for key, value in attrs}
        marked = self._own.isdisjoint(had["data-for"].split()) if "data-for" in had else False
        hidden = any(self._hidden[-1:]) or marked or not self._own.isdisjoint(had.get("data-not", "").split())
        if not hidden:
            self.kept.append((tag, had))
        if tag not in VOID:
            self._hidden.append(hidden)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._hidden[-1:]):
            self.text.append(data)


def elements(markup: str, own: set[str]) -> list[tuple[str, dict[str, str]]]:
    """Return the elements that are shown to a phone with these marks, as (tag, attributes)."""
    return _Visible(markup, own).kept


def text(markup: str, own: set[str]) -> str:
    """Return the text that is shown to a phone with these marks."""
    return " ".join(" ".join(_Visible(markup, own).text).split())


def moves(markup: str, own: set[str]) -> Iterator[list[dict[str, Any]]]:
    """Yield the moves that each button carries which is shown to a phone with these marks."""
    for tag, had in elements(markup, own):
        if tag == "button" and had.get("name") == "move":
            read_ = json.loads(html.unescape(had["value"]))
            yield read_ if isinstance(read_, list) else [read_]


def own_of(page: str) -> set[str]:
    """Return the marks of the phone that a whole page was made for."""
    found = re.search(r'<body[^>]* data-me="([^"]*)" data-rights="([^"]*)"', page)
    assert found is not None
    return {found[1], *found[2].split()} - {""}


def seen(page: str) -> str:
    """Return the text of a whole page, as the phone shows it that it was made for."""
    return text(page, own_of(page))


def names_on(page: str) -> list[str]:
    """Return the names that a page of names shows its phone as free."""
    return [had["value"] for tag, had in elements(page, own_of(page)) if tag == "button" and had.get("name") == "name"]


def labels(page: str) -> set[str]:
    """Return the names of all buttons and choices of a whole page that its phone shows."""
    found = elements(page, own_of(page))
    return {had["aria-label"] for tag, had in found if tag in ("button", "input") and "aria-label" in had}
