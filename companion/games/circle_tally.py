"""Tallies: what a game counts of each seat over a whole game, for people who look back at many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.text import Text

Tallied = Mapping[str, Mapping[str, int]]
"""For each seat, counts by the name of a tally. A count that nobody can know is left out."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that is counted of each seat. `name` is its key in the database, so it never changes.

    A tally that is a share ("12 of 20") names in `of` the tally it is a share of. A tally that only serves as such a
    whole has no `label` and no row of its own.
    """

    name: str
    label: Text | None = None
    of: str | None = None


def from_zero(tallies: Iterable[Tally], names: Iterable[str]) -> dict[str, Counter[str]]:
    """Return for each name a Counter with 0 for every tally, so that "none" can be told from "not known"."""
    every = [tally.name for tally in tallies]
    return {name: Counter(dict.fromkeys(every, 0)) for name in names}
