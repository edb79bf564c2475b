"""Moves: how many a second in a closed loop, and how long one takes at a fixed rate."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench.contenders import Contender

AHEAD = {20: 300, 200: 60}
"""By the number of tables: at most so many moves are played at a table before the clock runs, from none on, so that
games are at different stages and whatever is kept is there. All of them being in the middle of a long evening would
take too long to get there. By pages it is a tenth of that."""


@dataclass(frozen=True, slots=True)
class Speed:
    """One run. Times are in milliseconds, from the tap to the last of a table's phones.

    `wire` is bytes an update (one phone told of one move) as they came, `plain`
    the same unpacked; `server_ms` the server's processor time a move, `load` the
    share of its core that the load took; `skipped` counts updates that a phone was
    not told singly, `late` taps that found all tables waiting.
    """

    per_second: float
    p50: float
    p95: float
    p99: float
    wire: float
    plain: float
    server_ms: float
    load: float
    skipped: int
    late: int


def closed(who: Contender, tables: int, seconds: int) -> Speed:
    """Every table enters its next move as soon as its last is on all five phones."""
    return _run(who, tables, "closed", who.most * seconds, seconds=seconds)


def fixed(who: Contender, tables: int, rate: int, seconds: int) -> Speed:
    """So many moves a second over all tables, evenly."""
    return _run(who, tables, "fixed", rate * seconds, seconds=seconds, rate=rate)


def _run(who: Contender, tables: int, what: str, reserve: int, **given: int) -> Speed:
    with who.under_load() as (server, load):
        load.ask("open", tables=tables, reserve=reserve)
        load.ask("ahead", most=round(AHEAD[tables] * who.warm_up))
        before = server.cpu()
        found = load.ask(what, **given)
        spent = server.cpu() - before
    return Speed(
        per_second=found["moves"] / found["seconds"],
        p50=found["p50"],
        p95=found["p95"],
        p99=found["p99"],
        wire=found["bytes"] / found["updates"],
        plain=found["chars"] / found["updates"],
        server_ms=1000 * spent / found["moves"],
        load=found["load"],
        skipped=found["skipped"],
        late=found["late"],
    )
