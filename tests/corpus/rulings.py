"""What an edition's rules say of moves that its games made elsewhere: kept beside the games, in `rulings.json`.

A finished game holds only moves that stood. Here moves of all games of its kind, and each with one thing said
otherwise, are tried at moments of each, so that a rule that becomes stricter, or milder, or counts otherwise without
being a new edition is found.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.games.game import Book
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header

MOMENTS = 12
OF_A_KIND = 60
Plain = dict[str, Any]
Rulings = dict[str, dict[str, dict[str, int | str]]]
"""By game and number of moves before: how many moves each rule refuses, how many stand, and what these bring."""


def rulings(folder: Path) -> Rulings:
    """What today's rules say at moments of each game in an edition's folder."""
    files = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in _games(folder)}
    made = dict[str, set[str]]()
    for head, *lines in files.values():
        made.setdefault(json.loads(head)["game"], set()).update(lines)
    tried = {game: _said_otherwise([json.loads(line) for line in sorted(lines)]) for game, lines in made.items()}
    return {
        name: {str(number): _tried(book, tried[book.game.slug]) for number, book in _moments(head, lines)}
        for name, (head, *lines) in sorted(files.items())
    }


def kept(folder: Path) -> Path:
    """The file in which an edition's rulings stand."""
    return folder / "rulings.json"


def keep(folder: Path) -> None:
    """Write down what today's rules say."""
    text = json.dumps(rulings(folder), indent=1, sort_keys=True)
    kept(folder).write_text(f"{text}\n", encoding="utf-8")


def _games(folder: Path) -> Iterator[Path]:
    return (file for file in folder.glob("*.jsonl") if not file.name.endswith(".ledger.jsonl"))


def _moments(head: str, lines: Sequence[str]) -> Iterator[tuple[int, Book]]:
    """The book before a move, and how many came before it: a dozen moments from the beginning to the end."""
    book = open_book(read_header(json.loads(head)))
    for number, line in enumerate(lines):
        if number % max(1, len(lines) // MOMENTS) == 0:
            yield number, book
        after = book.play(json.loads(line))
        assert not isinstance(after, Rejected), (number, after)
        book = after.state
    yield len(lines), book


def _said_otherwise(moves: Sequence[Plain]) -> list[Plain]:
    """Some of each kind of these moves as they are, and with another value in one place, or none there."""
    values = dict[tuple[str, str], list[Any]]()
    for move in moves:
        for key, value in move.items():
            there = values.setdefault((move["move"], key), [])
            there += [value] * (value not in there)
    others = [
        {**{at: one for at, one in move.items() if at != key}, **other}
        for move in moves
        for key in list(move)[1:]
        for other in [{}, *({key: value} for value in values[move["move"], key] if value != move[key])]
    ]
    kinds = dict[str, list[Plain]]()
    for move in [*moves, *others]:
        kinds.setdefault(move["move"], []).append(move)
    return [move for kind in kinds.values() for move in kind[:: -(-len(kind) // OF_A_KIND)]]


def _tried(book: Book, pool: Sequence[Plain]) -> dict[str, int | str]:
    """How many of the moves that these people could make each rule refuses, and how many stand."""
    counts, brings = dict[str, Any](), 0
    for move in pool:
        if isinstance(book.game.parse(move, book.seats), Rejected):
            continue
        ruling = book.play(move)
        said = ruling.rule.id if isinstance(ruling, Rejected) else "stands"
        counts[said] = counts.get(said, 0) + 1
        if not isinstance(ruling, Rejected):
            brings = zlib.crc32(json.dumps(ruling.state.report().plain(), sort_keys=True).encode(), brings)
    return {**counts, "brings": f"{brings:08x}"}
