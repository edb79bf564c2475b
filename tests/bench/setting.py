"""What all parts of the bench are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.bench.contenders import DURABLE, Contender, ours, ours_by_pages, peers
from tests.bench.served import ROOT

Run = TypeVar("Run")


@dataclass(frozen=True, slots=True)
class Setting:
    """The working copy that is measured, how often, and for how many seconds what has a clock."""

    root: Path = ROOT
    runs: int = 3
    seconds: int = 20
    alone: bool = False

    @property
    def contenders(self) -> tuple[Contender, ...]:
        """The companion first, then its peers unless it is measured alone."""
        return (ours(self.root), *(() if self.alone else peers()))

    @property
    def by_pages(self) -> Contender:
        """The companion with phones that hold pages."""
        return ours_by_pages(self.root)

    def interleaved(self, whom: Sequence[Contender], measure: Callable[[Contender], Run]) -> dict[str, list[Run]]:
        """Each contender's runs: one of each in turn, so that a slow moment of the machine meets them all.

        The peer with its durable store has its first turn alone: it is far off, and its runs are the longest.
        """
        found: dict[str, list[Run]] = {who.name: [] for who in whom}
        for turn in range(self.runs):
            for who in whom if turn == 0 else [one for one in whom if one is not DURABLE]:
                found[who.name].append(measure(who))
                print(f"  {who.name}, run {turn + 1}: {found[who.name][-1]}", flush=True)
        return found
