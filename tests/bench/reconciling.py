"""The tokens don't match: how long the search takes for a whole round of five seats, on one core."""

from __future__ import annotations

import random
import time
from statistics import median

from companion.referee.counts import holdings
from companion.referee.reconcile.slip_search import Progress, Task, search
from tests.referee.reconcile.tables import game, lines, slipped

GAMES = 20
SLIPS = ("turn-in", "winner", "trick", "take", "steal")


def _tasks(slips: int) -> list[Task]:
    """Rounds of five after fourteen tricks, with so many slips in the book, from a fixed seed."""
    chance, tasks = random.Random(1), list[Task]()
    while len(tasks) < GAMES:
        true = game(chance, 5, 14, wishes=(4, 5))
        book = true
        for slip in chance.choices(SLIPS, k=slips):
            book = slipped(chance, book, slip) or book
        counted = holdings(true.report())
        if counted != holdings(book.report()):
            tasks.append(Task(book.header, lines(book), counted, changes=slips, further=slips > 1))
    return tasks


def measure() -> dict[str, float]:
    """Entries of a game; seconds for one change and for two, median and most; most milliseconds between two steps."""
    found: dict[str, float] = {}
    for slips in (1, 2):
        tasks = _tasks(slips)
        times, gaps = list[float](), list[float]()
        for task in tasks:
            start = before = time.perf_counter()
            for step in search(task):
                now = time.perf_counter()
                gaps.append(now - before if isinstance(step, Progress) else 0)
                before = now
            times.append(time.perf_counter() - start)
        found |= {f"p50_{slips}": median(times), f"most_{slips}": max(times)}
        found["gap"] = max(found.get("gap", 0), 1000 * max(gaps))
        found["entries"] = median(len(task.entries) for task in tasks)
    return found
