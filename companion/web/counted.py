"""What was counted at a table, as a form has it: a number for each place and item, filled with the book's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.game import Report
from companion.referee.reconcile import Counts, holdings

MOST = 999


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the form: `name` is its field's, `typed` what stands in it, `counted` that as a number."""

    name: str
    item: str
    book: int
    typed: str

    @property
    def counted(self) -> int | None:
        """The number, None where what was typed is none."""
        digits = self.typed.strip()
        return int(digits) if digits.isdecimal() and len(digits) < 5 and int(digits) <= MOST else None

    @property
    def changed(self) -> bool:
        """Whether it is not the book's."""
        return self.counted != self.book


@dataclass(frozen=True, slots=True)
class Total:
    """All of one item, as counted and by the book."""

    item: str
    counted: int
    book: int

    @property
    def balanced(self) -> bool:
        """Whether nothing is missing and nothing too many."""
        return self.counted == self.book


@dataclass(frozen=True, slots=True)
class Form:
    """The whole form: its cells by place."""

    places: Mapping[str, tuple[Cell, ...]]

    @property
    def cells(self) -> Iterator[Cell]:
        """All cells, in order."""
        return (cell for cells in self.places.values() for cell in cells)

    @property
    def whole(self) -> bool:
        """Whether everything in it is a number."""
        return all(cell.counted is not None for cell in self.cells)

    @property
    def counts(self) -> Counts:
        """What was counted; the book's number where nothing readable stands."""
        return {
            place: {cell.item: cell.book if cell.counted is None else cell.counted for cell in cells}
            for place, cells in self.places.items()
        }

    @property
    def totals(self) -> tuple[Total, ...]:
        """The sum of each item over all places."""
        items = dict.fromkeys(cell.item for cell in self.cells)
        return tuple(Total(item, *self._sums(item)) for item in items)

    def _sums(self, item: str) -> tuple[int, int]:
        cells = [cell for cell in self.cells if cell.item == item]
        return sum(cell.counted or 0 for cell in cells), sum(cell.book for cell in cells)

    @property
    def fields(self) -> dict[str, str]:
        """The fields that differ from the book's, for an address that shows this form again."""
        return {cell.name: cell.typed for cell in self.cells if cell.changed}


def read_form(report: Report, fields: Mapping[str, str]) -> Form:
    """The form for a table's report, with what `fields` has in it."""
    return Form(
        {
            place: tuple(
                Cell(name := f"c{row}-{column}", item, n, fields.get(name, str(n)))
                for column, (item, n) in enumerate(pile.items())
            )
            for row, (place, pile) in enumerate(holdings(report).items())
        }
    )
