"""What a spreadsheet is given: rows that any program reads, and no name that is calculated."""

from __future__ import annotations

import csv
import io

import pytest

from companion.csv_file import BOM, Cell, csv_of


def read(text: str) -> list[list[str]]:
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline="")))


def test_rows_are_read_as_they_were_written() -> None:
    rows: list[list[Cell]] = [["Round", 'Ann "A", <b>', "two\nlines"], [1, -3, None], ["", 0, "Zo\u00eb \U0001f984"]]
    assert read(csv_of(rows)) == [
        ["Round", 'Ann "A", <b>', "two\nlines"],
        ["1", "-3", ""],
        ["", "0", "Zo\u00eb \U0001f984"],
    ]
    assert csv_of([["a", "b"]]) == f"{BOM}a,b\r\n"


@pytest.mark.parametrize(
    "name",
    [
        '=HYPERLINK("http://evil.test","Ann")', "+1+1", "-2+3", "@SUM(A1)", "\tx", "\r=1", "\n=1", "  =1+1",
        "\uff1d1+1", "\u202e=1", "\u200b=1", "|calc",
    ],
)  # fmt: skip
def test_no_name_is_a_formula(name: str) -> None:
    assert read(csv_of([[name]])) == [[f"'{name}"]]


@pytest.mark.parametrize("name", ["Ann", "O'Neil", "a=b", "1-2", "", " ", "'quoted", "\u2212 minus"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert read(csv_of([[name, "x"]])) == [[name, "x"]]


def test_what_no_spreadsheet_reads_is_replaced() -> None:
    assert read(csv_of([["A\0nn"]])) == [["A\ufffdnn"]]
