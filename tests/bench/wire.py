"""What goes over the wire for an update, over whole games."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench import games
from tests.bench.contenders import Contender
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting

TABLES = 2
"""Of each kind of game."""
HEAD = ("", "on the wire", "unpacked", "the tap", "its answer")


@dataclass(frozen=True, slots=True)
class Wire:
    """Bytes an update as they came and unpacked; bytes that a tap sends, and that answer it alone."""

    came: float
    plain: float
    tap: float
    answer: float


def wire(who: Contender, kinds: tuple[str, ...] = games.KINDS) -> dict[str, Wire]:
    """Play whole games of each kind at some tables and count, kind by kind."""
    with who.under_load() as (_, made):
        made.ask("open", tables=TABLES * len(kinds))
        found = {}
        for number, kind in enumerate(kinds):
            told = made.ask("whole", only=[number + len(kinds) * n for n in range(TABLES)])
            updates, moves = told["updates"], told["moves"]
            up, answers = told["up"] / moves, told["answers"] / moves
            found[kind] = Wire(told["bytes"] / updates, told["chars"] / updates, up, answers)
        return found


def section(given: Setting) -> Section:
    """The streams that phones hold, the API's, and the peer's."""
    pages, (own, *others) = wire(given.by_pages), given.contenders
    ours = wire(own)
    found = {
        f"{who.name}, {kind}": one for who, by in ((given.by_pages, pages), (own, ours)) for kind, one in by.items()
    }
    verdicts = [Verdict(f"bytes of a page's update, {kind}", one.came, "at most", 600) for kind, one in pages.items()]
    for other in others[:1]:
        found[other.name] = theirs = wire(other, (games.SLUFF_OFF,))[games.SLUFF_OFF]
        ratio = ours[games.SLUFF_OFF].came / theirs.came
        verdicts += [Verdict("bytes an update of Sluff Off!: ours / peer", ratio, "at most", 0.6, " times")]
    rows = [
        (name, *(f"{count:,.0f}" for count in (one.came, one.plain, one.tap, one.answer)))
        for name, one in found.items()
    ]
    text = (
        f"Bytes, over {TABLES} whole games of each kind. An update is one phone told of one move, packed as it comes. "
        "The peer plays Sluff Off!, and packs nothing; its tap has no answer but its update."
    )
    return Section("Bytes an update", f"{text}\n\n{table(HEAD, rows)}", tuple(verdicts))
