"""Moves a second, and from the tap to the last phone, as sections."""

from __future__ import annotations

from functools import partial

from tests.bench.figures import middle, spread
from tests.bench.load import MOST_LOAD
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting
from tests.bench.speed import Speed, closed, fixed

TABLES = (20, 200)
RATE, RATE_TABLES = 200, 200
SERVED = 0.95
"""The share of the rate that counts as all of it: the last moves of a run come after its end."""
HEAD = ("", "moves a second", "p50 ms", "p95 ms", "p99 ms", "server's CPU a move, ms", "load's share of its core")


def closed_section(given: Setting) -> Section:
    """A closed loop with few tables and with many."""
    rows, verdicts = list[tuple[str, ...]](), list[Verdict]()
    for tables in TABLES:
        found = given.interleaved(
            (given.by_pages, *given.contenders), partial(closed, tables=tables, seconds=given.seconds)
        )
        rows += [(f"{tables} tables, {name}", *_cells(runs)) for name, runs in found.items()]
        pages, *speeds = ((name, middle(runs).per_second) for name, runs in found.items())
        verdicts += [*ratios(tables, dict((pages, *speeds[1:2])), (1.0,)), *ratios(tables, dict(speeds))]
    text = (
        f"Every table's next move is entered once the last is on all five phones; {given.seconds} seconds a run, "
        "after a warm-up. By its pages: the phones hold the streams of their pages, tap by the pages' forms, and swap "
        "what they are sent. "
        f"Median of {given.runs} interleaved runs (least to most), the peer with FlatFile once. "
        f"The load counts as light up to {MOST_LOAD:.0%}."
    )
    return Section("Closed loop", f"{text}\n\n{table(HEAD, rows)}", tuple(verdicts))


def rate_section(given: Setting) -> Section:
    """A fixed rate with a thousand phones, and what goes over the wire then."""
    whom = (given.by_pages, *given.contenders[:2])
    measure = partial(fixed, tables=RATE_TABLES, seconds=given.seconds)
    runs = given.interleaved(whom, partial(measure, rate=RATE))
    found, calm = {name: middle(some) for name, some in runs.items()}, dict[str, Speed]()
    for who in whom:
        if (reached := found[who.name].per_second) < SERVED * RATE:
            half = given.interleaved((who,), partial(measure, rate=round(reached / 2)))[who.name]
            runs[f"{who.name}, at half of what it can make"], calm[who.name] = half, middle(half)
    text = (
        f"{RATE} moves a second, evenly, over {RATE_TABLES} tables with {5 * RATE_TABLES:,} phones; {given.seconds} "
        "seconds a run. Who cannot make as many is measured once more at half of what was reached, and its delays are "
        f"judged there. {_missed(found)}"
    )
    rows = [(name, *_cells(some)) for name, some in runs.items()]
    wire = [(name, f"{run.wire:,.0f}", f"{run.plain:,.0f}") for name, run in found.items()]
    tables = (table(HEAD, rows), table(("bytes an update", "on the wire", "unpacked"), wire))
    return Section(f"{RATE} moves a second", "\n\n".join((text, *tables)), rate_verdicts(found, calm))


def _cells(runs: list[Speed]) -> tuple[str, ...]:
    run = middle(runs)
    times = (f"{time:,.1f}" for time in (run.p50, run.p95, run.p99))
    return spread(runs, lambda one: one.per_second), *times, f"{run.server_ms:.2f}", _share(run.load)


def _missed(found: dict[str, Speed]) -> str:
    told = [f"{name} {run.late:.0f} and {run.skipped:.0f}" for name, run in found.items()]
    return f"Taps that found every table waiting, and updates that a phone was not told singly: {', '.join(told)}."


def _share(load: float) -> str:
    return f"{load:.0%}" if load <= MOST_LOAD else f"**{load:.0%}, too much**"


def ratios(tables: int, found: dict[str, float], wanted: tuple[float, ...] = (1.1, 4.0)) -> list[Verdict]:
    """Ours over each peer's: first the one in memory, then the durable one. `wanted` of each."""
    own, *others = found.items()
    return [
        Verdict(f"moves a second, {tables} tables: {own[0]} / {name}", own[1] / other, "at least", least, " times")
        for (name, other), least in zip(others, wanted, strict=False)
    ]


def rate_verdicts(found: dict[str, Speed], calm: dict[str, Speed]) -> tuple[Verdict, ...]:
    """How many of the rate are served and how quickly, by pages and by the API, the tail against the peer in memory.

    `calm` are runs at half of what is reached, of those that do not reach the rate.
    """
    (pages, _), (own, _), *others = found.items()
    verdicts = list[Verdict]()
    for what, name, wanted in (("page tap", pages, 4), ("tap", own, 2)):
        run = calm.get(name, found[name])
        last = f"{what} to the last of five phones" + (f" at {run.per_second:.0f} a second" if name in calm else "")
        verdicts += [
            Verdict(f"{what}s served, of {RATE} a second", found[name].per_second, "at least", SERVED * RATE),
            Verdict(f"{last}, p50", run.p50, "at most", wanted, " ms"),
        ]
        verdicts += [
            Verdict(f"{last}, p99: ours / {peer} at {RATE}", run.p99 / other.p99, "at most", 1, " times")
            for peer, other in others[:1]
        ]
    return tuple(verdicts)
