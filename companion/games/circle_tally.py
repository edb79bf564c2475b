"""Tallies: what a game counts of each seat over a whole game, for people who look back at many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.text import Text

Tallied = Mapping[str, Mapping[str, int]]
"""By seat: how many, by the names of the game's tallies. What nobody can know of a game has no number in it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that is counted of each seat. `name` is its key in what is stored, and so never changed.

    `of`, where it is a share: the name of what it is a share of, which is counted beside it and needs no row of its
    own ("12 of 20"). A tally that only another is a share of has no `label`.
    """

    name: str
    label: Text | None = None
    of: str | None = None


def from_zero(tallies: Iterable[Tally], names: Iterable[str]) -> dict[str, Counter[str]]:
    """By seat's name, a Counter with 0 for each tally: what nobody has done is told as none, and not as unknown."""
    every = [tally.name for tally in tallies]
    return {name: Counter(dict.fromkeys(every, 0)) for name in names}
