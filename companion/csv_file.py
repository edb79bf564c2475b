"""Tables for a spreadsheet: CSV that any program reads, in which a name is never taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

Cell = str | int | None

BOM = "\ufeff"
"""Without it spreadsheets take the file for one in an old code page, and garble names."""
FORMULA = frozenset("=+-@|\uff1d\uff0b\uff0d\uff20")
"""What begins a formula, in any width of letters."""
UNSEEN = " \t\r\n\u00a0\u3000\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What may stand before it and is not seen."""


def csv_of(rows: Iterable[Iterable[Cell]]) -> str:
    """The rows as RFC 4180 has them, with the mark that says they are UTF-8; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_cell(one) for one in row] for row in rows)
    return BOM + text.getvalue()


def _cell(value: Cell) -> str | int:
    """The value; text that a spreadsheet would calculate begins with an apostrophe, and is text then."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = value.replace("\0", "\ufffd")
    return f"'{text}" if _calculates(text) else text


def _calculates(text: str) -> bool:
    return text.lstrip(UNSEEN)[:1] in FORMULA or text[:1] in ("\t", "\r", "\n")
