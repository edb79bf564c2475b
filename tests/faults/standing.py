"""What stood at a table at each version of its ledger, by the rules alone: what was shown is held against it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.games.replay import Replayed
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.faults.fault import Broken
from tests.faults.history import Line, unsaved
from tests.many.house import HEADER


def standing(code: str, ledger: Iterable[Line]) -> list[dict[str, Any]]:
    """A table's states as the API tells them, from version 0 on: its moves replayed, one after the other."""
    books = [open_book(read_header(HEADER))]
    for line in ledger:
        book = books[-1]
        move = book.game.parse(json.loads(line.move), book.seats)
        ruling = move if isinstance(move, Rejected) else book.enter(move)
        if isinstance(ruling, Rejected):
            raise Broken(code, line, ruling)
        books.append(ruling.state)
    return [{**Replayed(book, ()).plain(code), "version": version} for version, book in enumerate(books)]


def shown_and_unsaved(shown: Iterable[dict[str, Any]], stood: list[dict[str, Any]]) -> list[str]:
    """What is wrong with the states that a phone was told by the API, in order, where `stood` is what stood."""
    return unsaved([(int(state["version"]), state) for state in shown], stood)
