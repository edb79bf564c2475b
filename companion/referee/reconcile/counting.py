"""What lies where, as numbers: by place and item, and as one long row that can be compared and subtracted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.game import Report

Counts = Mapping[str, Mapping[str, int]]
"""Place, then item, to how many. Where a place holds one sort of thing its item is ""."""

Row = tuple[int, ...]
"""Counts, or how they differ, in the order of a `Scale`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where something else lies than the book has."""

    place: str
    item: str
    book: int
    counted: int


def holdings(report: Report) -> dict[str, dict[str, int]]:
    """What lies where by the book."""
    return {
        place: {str(item): n for item, n in held.items()} if isinstance(held, Mapping) else {"": held}
        for place, held in report.holdings.items()
    }


def differences(book: Counts, counted: Counts) -> tuple[Difference, ...]:
    """Where the two part. What was not counted is taken to lie as the book has it."""
    return tuple(
        Difference(place, item, n, counted[place][item])
        for place, pile in book.items()
        for item, n in pile.items()
        if counted.get(place, {}).get(item, n) != n
    )


class Scale:
    """The order in which counts stand in a row: the places and items that a book has."""

    def __init__(self, book: Counts) -> None:
        self.places = tuple(book)
        self._keys = tuple((place, item) for place, pile in book.items() for item in pile)

    def row(self, counts: Counts) -> Row:
        """The counts as a row."""
        return tuple(counts[place][item] for place, item in self._keys)

    def merged(self, book: Counts, counted: Counts) -> Row:
        """What was counted as a row, the book's number where nothing was."""
        return tuple(counted.get(place, {}).get(item, book[place][item]) for place, item in self._keys)

    def by_item(self, row: Row) -> dict[str, dict[str, int]]:
        """A difference by item, then place, without the zeros."""
        items: dict[str, dict[str, int]] = {}
        for (place, item), n in zip(self._keys, row, strict=True):
            if n:
                items.setdefault(item, {})[place] = n
        return items


def minus(one: Row, other: Row) -> Row:
    """One row less the other."""
    return tuple(a - b for a, b in zip(one, other, strict=True))
