"""Games for the pages' tests, played through the tables."""

from __future__ import annotations

import html
import re
from typing import Any

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.snapshot import Actor

SEATS = ("Chris", "Mary", "Katie", "Cory")


def podium(page: str) -> str:
    """What stands on a page's podium and below it, as text."""
    whole = page[page.index('class="result"') :]
    listed = re.findall(r'<ol class="(?:podium|after)[^>]*>(.*?)</ol>', whole, re.DOTALL)
    return html.unescape(" ".join(" ".join(re.sub(r"<[^>]*>", "", part).split()) for part in listed))


def host_of(tables: TableService, opened: Opened) -> Actor:
    """The table's host, as the service knows it."""
    host = membership.actor(tables, opened.code, opened.host_key)
    assert host is not None
    return host


def enter(tables: TableService, opened: Opened, *moves: object) -> int:
    """Enter moves and acts from the host's phone; the version after them."""
    host = host_of(tables, opened)
    for move in moves:
        answer = tables.submit(opened.code, [move], actor=host, seen=None, request=None)
        assert isinstance(answer, Played), (move, answer)
    return tables.get(opened.code).version


def in_play(tables: TableService, opened: Opened, *takes: dict[str, Any]) -> int:
    """All predictions made: Chris holds the Sluffer, the others what `takes` says."""
    moves: list[dict[str, Any]] = [{"move": "sluffer", "seat": "Chris"}]
    for seat in SEATS[1:]:
        moves += [take for take in takes if take["seat"] == seat]
        moves.append({"move": "done", "seat": seat})
    return enter(tables, opened, *moves)


def finish(tables: TableService, opened: Opened) -> int:
    """The whole game: nobody takes a token, and Mary wins every trick."""
    predicted = [{"move": "done", "seat": SEATS[(first + i) % 4]} for first in range(4) for i in range(4)]
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    moves = [move for i in range(4) for move in (*predicted[i * 4 : i * 4 + 4], *[trick] * 15)]
    return enter(tables, opened, *moves)
