"""What lies where, as numbers: by place and item, and as vectors that can be compared and subtracted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.report import Report

Counts = Mapping[str, Mapping[str, int]]
"""How many there are, by place, then by item. If a place holds one sort of thing, its item is ""."""

Vector = tuple[int, ...]
"""Counts, or the difference between two counts, in the order of `Axes`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How many of an item a place holds by the book, and how many were counted there."""

    place: str
    item: str
    book: int
    counted: int


def holdings(report: Report) -> dict[str, dict[str, int]]:
    return {
        place: {str(item): n for item, n in held.items()} if isinstance(held, Mapping) else {"": held}
        for place, held in report.holdings.items()
    }


def flat_holdings(report: Report) -> dict[tuple[str, str], int]:
    return {(place, item): n for place, held in holdings(report).items() for item, n in held.items()}


def differences(book: Counts, counted: Counts) -> tuple[Difference, ...]:
    """Return where the two differ. What is missing in `counted` is taken to be as in `book`."""
    return tuple(
        Difference(place, item, n, counted[place][item])
        for place, held in book.items()
        for item, n in held.items()
        if counted.get(place, {}).get(item, n) != n
    )


class Axes:
    """The (place, item) pairs of a book, in the order in which its vectors hold their counts."""

    def __init__(self, book: Counts) -> None:
        self.places = tuple(book)
        self._keys = tuple((place, item) for place, held in book.items() for item in held)

    def vector(self, counts: Counts) -> Vector:
        """Return the counts as a vector, with 0 for a missing place, such as a seat that nobody has taken yet."""
        return tuple(counts.get(place, {}).get(item, 0) for place, item in self._keys)

    def merged(self, book: Counts, counted: Counts) -> Vector:
        """Return what was counted as a vector, with the book's number for what was not counted."""
        return tuple(counted.get(place, {}).get(item, book[place][item]) for place, item in self._keys)

    def by_item(self, vector: Vector) -> dict[str, dict[str, int]]:
        """Return a vector by item, then by place, without zeros."""
        items: dict[str, dict[str, int]] = {}
        for (place, item), n in zip(self._keys, vector, strict=True):
            if n:
                items.setdefault(item, {})[place] = n
        return items


def minus(one: Vector, other: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, other, strict=True))
