"""What a hand of Oh Hell brings a seat."""

from __future__ import annotations

from companion.games.report import Points
from companion.games.text import Text

EXACT = 10

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("bid"), Text("tricks"))


def points(bid: int | None, took: int, ruled: int) -> Points:
    """Add up a seat's bid, the tricks that it took, and its points by a ruling (rules score, table-ruling)."""
    total = ruled + (EXACT + took if bid == took else 0)
    words = Text("bid {bid}, took {n}", bid="\u2013" if bid is None else bid, n=took)
    if ruled:
        words = Text("{sum}, {points} by ruling", sum=words, points=f"{ruled:+d}")
    return Points(Text("{sum}: {total}", sum=words, total=total), total)
