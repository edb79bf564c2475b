"""The tokens don't match: where cardboard and book differ, and the smallest change to the entries that explains it.

`differences` compares; `search` looks for one change, or two, each candidate judged by
replaying the game. Nothing here knows a game: candidates are what it offers itself.
"""

from companion.referee.reconcile.counting import Counts, Difference, differences, holdings
from companion.referee.reconcile.searching import search
from companion.referee.reconcile.task import Found, Progress, Task
from companion.referee.reconcile.telling import Explanation, Spot

__all__ = [
    "Counts",
    "Difference",
    "Explanation",
    "Found",
    "Progress",
    "Spot",
    "Task",
    "differences",
    "holdings",
    "search",
]
