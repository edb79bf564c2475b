"""What goes over the wire for an update, over whole games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from tests.bench.contenders import MEMORY, peers
from tests.bench.load import load
from tests.bench.report import Section, Verdict, table
from tests.bench.served import Server, companion
from tests.bench.setting import Setting

TABLES = 4
HEAD = ("", "on the wire", "unpacked", "the tap", "its answer")


@dataclass(frozen=True, slots=True)
class Wire:
    """Bytes an update as they came and unpacked; bytes that a tap sends, and that answer it alone."""

    came: float
    plain: float
    tap: float
    answer: float


def wire(serve: Callable[[], AbstractContextManager[Server]], kind: str, *, gzip: bool = True) -> Wire:
    """Play whole games at some tables and count."""
    with serve() as server, load(kind, server.url) as made:
        made.ask("settings", gzip=gzip)
        made.ask("open", tables=TABLES)
        found = made.ask("whole")
    updates, moves = found["updates"], found["moves"]
    return Wire(found["bytes"] / updates, found["chars"] / updates, found["up"] / moves, found["answers"] / moves)


def section(given: Setting) -> Section:
    """The API's stream, packed and not, the stream that real phones hold, and the peer's."""

    def serve() -> AbstractContextManager[Server]:
        return companion(given.root)

    found = {
        "companion, JSON, packed as it comes": wire(serve, "companion"),
        "companion, JSON, not packed": wire(serve, "companion", gzip=False),
        "companion, the page's stream, packed as it comes": wire(serve, "tap"),
        "companion, the page's stream, not packed": wire(serve, "tap", gzip=False),
    }
    own = found["companion, JSON, packed as it comes"]
    page = found["companion, the page's stream, packed as it comes"]
    verdicts = [Verdict("bytes of a page's update", page.came, "at most", 600, " bytes")]
    if not given.alone and peers():
        found[MEMORY.name] = theirs = wire(MEMORY.serve, MEMORY.kind)
        verdicts += [Verdict("bytes an update: ours / peer", own.came / theirs.came, "at most", 0.6, " times")]
    rows = [
        (name, *(f"{count:,.0f}" for count in (one.came, one.plain, one.tap, one.answer)))
        for name, one in found.items()
    ]
    text = (
        f"Bytes, over {TABLES} whole games. An update is one phone told of one move. The peer's tap has no answer but "
        "its update; where phones hold their page's stream, they tap by the page's form."
    )
    return Section("Bytes an update", f"{text}\n\n{table(HEAD, rows)}", tuple(verdicts))
