"""The bus: processes that serve the same tables announce their changes to each other.

An announcement carries a table's stamp, never what was entered: that is read from the ledger, so an
announcement that is late, lost or repeated does no harm.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

Stamp = tuple[int, int]
"""How far a table is: (version, touched), the number of its entries and of its other changes. Neither sinks."""

NOTHING: Stamp = (-1, -1)
UNKNOWN: Stamp = (sys.maxsize, sys.maxsize)
"""Announced where it is not known what is new: every process reads the table again."""

Received = Callable[[str, Stamp], None]
Missed = Callable[[], None]
"""An announcement is (code, stamp). `Received` is called for each, `Missed` after some may have been lost."""


def behind(known: Stamp, announced: Stamp) -> bool:
    """Whether `announced` has entries or other changes that `known` lacks; each may be ahead of the other in one."""
    return known[0] < announced[0] or known[1] < announced[1]


def merged(one: Stamp, other: Stamp) -> Stamp:
    return max(one[0], other[0]), max(one[1], other[1])


class Bus:
    """Announcements to and from all other processes. This base carries none: each of its methods does nothing.

    `alone`: there are no others, so cached tables stay up to date. `reliable`: all announcements of others arrive now.
    """

    alone: bool
    reliable: bool

    async def start(self, received: Received, missed: Missed) -> None:
        """Listen on the running loop. Returns at once, whether the bus is reached yet or not.

        `received` is called on the loop for each announcement, `missed` when listening begins again after a gap.
        """

    def publish(self, code: str, stamp: Stamp) -> None:
        """Announce to all others, soon. Never waits and never raises; call it only for what is on disk."""

    async def close(self) -> None:
        """Stop listening and announcing."""


class LocalBus(Bus):
    """For a single process: there is nobody to announce to."""

    alone = True
    reliable = True


class SilentBus(LocalBus):
    """Others may write, and nothing carries their announcements: the ledger has to be asked."""

    alone = False
    reliable = False
