"""The tokens don't match: how long the search takes for a whole round of five seats, on one core."""

from __future__ import annotations

import random
import time
from statistics import median

from companion.referee.counts import holdings
from companion.referee.reconcile import reconcile
from tests.referee.reconcile.tables import SLIPS, game, lines, slipped

GAMES = 20


def measure() -> dict[str, float]:
    """Search rounds of five after fourteen tricks, with a slip in the book, from a fixed seed.

    Returns the entries of a game, and the seconds of a search: the median and the most.
    """
    chance, times, entries = random.Random(1), list[float](), list[int]()
    while len(times) < GAMES:
        true = game(chance, 5, 14, wishes=(4, 5))
        book = slipped(chance, true, chance.choice(SLIPS)) or true
        counted = holdings(true.report())
        if counted != holdings(book.report()):
            standing = lines(book)
            start = time.perf_counter()
            reconcile(book.header, standing, counted)
            times.append(time.perf_counter() - start)
            entries.append(len(standing))
    return {"entries": median(entries), "p50": median(times), "most": max(times)}
