"""Memory: what a server holds for phones that are there and do nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from tests.bench.contenders import Contender
from tests.bench.figures import middle
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting

PHONES_A_TABLE = 5
FEW, MANY = 1000, 3000
PAUSE = 3
"""Seconds before memory is read: what was needed for opening alone may be given back."""


@dataclass(frozen=True, slots=True)
class Idle:
    """One run, in bytes resident: before the first table, with FEW and with MANY phones."""

    start: int
    few: int
    many: int

    @property
    def of_few(self) -> float:
        """Growth a phone from the start to FEW, its share of its table included."""
        return (self.few - self.start) / FEW

    @property
    def of_many(self) -> float:
        """The same, to MANY."""
        return (self.many - self.start) / MANY

    @property
    def further(self) -> float:
        """Growth a phone between the two: without what a server needs but once."""
        return (self.many - self.few) / (MANY - FEW)


def idle(who: Contender) -> Idle:
    """Open tables with five phones each, step by step."""
    with who.under_load() as (server, load):
        found, before = [server.memory()], 0
        for phones in (FEW, MANY):
            load.ask("open", tables=(phones - before) // PHONES_A_TABLE)
            time.sleep(PAUSE)
            found.append(server.memory())
            before = phones
    return Idle(*found)


def section(given: Setting) -> Section:
    """Memory a phone, beside the peer in memory."""
    whom = (given.by_pages, *given.contenders[:2])
    found = {name: middle(runs) for name, runs in replace(given, runs=1).interleaved(whom, idle).items()}
    rows = [
        (name, *(f"{size / 1e6:,.0f}" for size in (run.start, run.few, run.many)), *_kb(run))
        for name, run in found.items()
    ]
    mb = f"MB at the start, with {FEW:,}, with {MANY:,} phones".split(", ")
    head = ("", *mb, f"KB a phone, {FEW:,}", f"KB a phone, {MANY:,}", "KB a further phone")
    pages, own, *others = found.values()
    verdicts = [
        Verdict(f"memory a {what}, {phones:,}: ours / peer in memory", mine / theirs, "at most", most, " times")
        for other in others
        for what, one, most in (("phone that holds its page", pages, 0.6), ("phone", own, 0.75))
        for phones, mine, theirs in ((FEW, one.of_few, other.of_few), (MANY, one.of_many, other.of_many))
    ]
    text = (
        f"Resident memory {PAUSE} seconds after the last of them came; a table's share is counted in. "
        "A phone that is let go, by either, would end the run; one run each."
    )
    return Section("Phones that are there", f"{text}\n\n{table(head, rows)}", tuple(verdicts))


def _kb(run: Idle) -> tuple[str, ...]:
    return tuple(f"{size / 1024:.1f}" for size in (run.of_few, run.of_many, run.further))
