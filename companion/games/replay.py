"""Replays a transcript: the judge rules on every line, and the book at the end holds the result."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.game import Book
from companion.games.header import BadHeader
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text
from companion.games.transcript import load_any_json, open_book, read_header

NumberedLine = tuple[int, str]
"""A line of a file: its number, from 1, and its text."""


class NoTranscript(ValueError):
    """Raised for a file that is not a transcript. `line` is the first wrong line, from 1; `text` says what is wrong."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(text.put())
        self.line, self.text = line, text


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay: the book at the end, and each rejected move as (line of the file from 1, rejection).

    `entered` are the moves that were accepted, in order, including undos.
    """

    book: Book
    rejected: tuple[tuple[int, Rejected], ...]
    entered: tuple[Move, ...] = ()

    def plain(self, file: str) -> dict[str, Any]:
        """Return the answer of `companion replay --json` for a file of that name. Source: TRANSCRIPTS, Replay."""
        return {
            "file": file,
            "game": self.book.game.slug,
            "accepted": self.book.accepted,
            "rejected": [
                {"line": line, "rule": found.rule.id, "reason": found.reason.put()} for line, found in self.rejected
            ],
            **self.book.report().plain(),
        }


def replay(data: bytes, *, strict: bool = False) -> Replayed:
    """Play a transcript: UTF-8, one JSON value per line, the header first, blank lines skipped.

    A rejected move changes nothing; `strict` stops at the first one. Raise NoTranscript if the bytes are not UTF-8, a
    line is not JSON, there is no line, or the header opens no table.
    """
    lines = numbered_lines(data)
    return replay_lines(lines, values_of(lines, load_any_json), strict=strict)


def numbered_lines(data: bytes) -> list[NumberedLine]:
    """Return the lines that are not blank, at least one. Raise NoTranscript if there is none, or it is not UTF-8."""
    # Lines end at a line feed alone: a JSON string may hold the other characters that Python splits at.
    lines = [(number, line) for number, line in enumerate(_text(data).split("\n"), 1) if line.strip()]
    if not lines:
        raise NoTranscript(1, Text("This file is empty; a transcript begins with a header."))
    return lines


def values_of(lines: Iterable[NumberedLine], load: Callable[[str], Any]) -> dict[str, Any]:
    """Return the JSON value of each line, by its text. Raise NoTranscript for a line that `load` cannot read."""
    values: dict[str, Any] = {}
    for number, text in lines:
        if text not in values:
            values[text] = _value(number, text, load)
    return values


def replay_lines(numbered: Sequence[NumberedLine], values: Mapping[str, Any], *, strict: bool = False) -> Replayed:
    """Play the lines of a transcript whose `values` have been read. Raise NoTranscript if the header opens no table."""
    (first, head), *lines = numbered
    try:
        book = open_book(read_header(values[head]))
    except BadHeader as wrong:
        raise NoTranscript(first, wrong.text) from wrong
    # The same few moves come again and again: each line is parsed once for the seats of the moment.
    said: dict[tuple[str, tuple[str, ...]], Move | Rejected] = {}
    rejected: list[tuple[int, Rejected]] = []
    entered: list[Move] = []
    for line, text in lines:
        seats = book.seats
        move = said.get((text, seats)) or said.setdefault((text, seats), book.game.parse(values[text], seats))
        if not isinstance(move, Rejected):
            ruling = book.enter(move)
            if isinstance(ruling, Accepted):
                book = ruling.state
                entered.append(move)
                continue
            move = ruling
        rejected.append((line, move))
        if strict:
            break
    return Replayed(book, tuple(rejected), tuple(entered))


def _value(number: int, line: str, load: Callable[[str], Any]) -> Any:
    try:
        return load(line)
    except ValueError as wrong:
        raise NoTranscript(number, Text("This line is not JSON.")) from wrong


def _text(data: bytes) -> str:
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise NoTranscript(line, Text("This line is not UTF-8 text.")) from wrong
