"""Long work in small pieces, so that whoever waits for the processor gets it in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from companion.tables.waiting import sleep

PIECE = 50

T = TypeVar("T")


def gently(things: Iterable[T]) -> Iterator[T]:
    """The things, with a pause after every `PIECE` of them."""
    for number, thing in enumerate(things, 1):
        yield thing
        if number % PIECE == 0:
            sleep(0)
