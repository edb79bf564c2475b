"""A transcript that is brought in: read, judged by today's rules, and ready to be opened as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.games.game import AnyGame
from companion.games.header import UNSEEN, BadHeader, Header, People, can_be_seen
from companion.games.move import Move
from companion.games.replay import NoTranscript, numbered_lines, replay_lines, values_of
from companion.games.ruling import Rejected
from companion.games.seating import names_given
from companion.games.text import Counted, Text
from companion.games.transcript import load_json, read_opening_header
from companion.service.storage_limits import Bounds
from companion.web.request_language import words

TOLD, LISTED = 20, 100
"""Rejected lines that are told one by one: on a page, and to a program."""
SOME_REJECTED = Text("The rules are against some moves of this transcript. No table was opened.")


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """The header of a table that is to be opened, the moves that stand, and (line from 1, rejection) of the others.

    `people` are all who have sat there, after these moves.
    """

    header: Header
    moves: tuple[Move, ...]
    people: People
    rejected: tuple[tuple[int, Rejected], ...]

    def rejected_body(self) -> dict[str, Any]:
        """The first rejected lines as `companion replay --json` has them, in the language of the request; how many."""
        lines = [{"line": at, "rule": no.rule.id, "reason": words(no.reason)} for at, no in self.rejected[:LISTED]]
        return {"rejected": lines, "rejected_in_all": len(self.rejected)}

    def told(self) -> list[Text]:
        """The first rejected lines as sentences, and how many more there are."""
        lines = [line_text(at, one.reason) for at, one in self.rejected[:TOLD]]
        more = len(self.rejected) - len(lines)
        return [*lines, Counted("and {n} more line", "and {n} more lines", n=more)] if more else lines


def read_transcript(data: bytes, games: Mapping[str, AnyGame], bounds: Bounds) -> BroughtIn:
    """What a table can be opened with. Raises NoTranscript with the line that is wrong, BadHeader for the first.

    Raises TableFull for more lines than a table may have entries, and for more names than it may have had, whatever
    the rules say of them.
    """
    lines = numbered_lines(data)
    bounds.need_entries(len(lines) - 1)
    values = values_of(lines, load_json)
    bounds.need_names(names_given(value for value in values.values() if isinstance(value, dict)))
    found = replay_lines(lines, values)
    header = read_opening_header(found.book.header.plain, games)
    people = found.book.people
    if not all(map(can_be_seen, chain.from_iterable(people.names))):
        raise BadHeader("seats", UNSEEN)
    return BroughtIn(header, found.entered, people, found.rejected)


def line_text(line: int, why: Text) -> Text:
    """What is wrong, and in which line of the file."""
    return Text("Line {n}: {why}", n=line, why=why)


def wrong_text(wrong: NoTranscript | BadHeader) -> Text:
    """Why no table can be opened from it, with the line; a header's names and rules are told as they are."""
    return wrong.text if isinstance(wrong, BadHeader) else line_text(wrong.line, wrong.text)
