"""A circle's games as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import timedelta

from companion.circles.evenings import evenings
from companion.circles.games_as_csv import HEADINGS, rows
from companion.circles.played import PlayedGame
from companion.csv_file import BOM, Cell, csv_of
from tests.circles.made import ANN, BOB, HOUR, PEOPLE, game
from tests.circles.playing import BEGUN

DAY = timedelta(days=1)


def lines(games: Iterable[PlayedGame], only: int | None = None) -> list[dict[str, Cell]]:
    """The rows, each as a dictionary by the headings."""
    head, *body = rows([evening for evening in evenings(games) if only in (None, evening.number)], PEOPLE)
    assert all(len(row) == len(head) for row in body)
    return [dict(zip(map(str, head), row, strict=True)) for row in body]


def test_each_seat_has_a_row_with_all_that_is_known_of_the_game() -> None:
    played = game(
        {ANN: 2, BOB: 1},
        {ANN: 9, BOB: 3},
        counts={ANN: {"black": 3}},
        late=(ANN,),
        edition="sieben-siegel",
        options={"edition": "sieben-siegel", "rounds": 2},
    )
    bob, ann = lines([played])
    assert bob == bob | {
        "Evening": 1,
        "Game": "Die sieben Siegel",
        "Begun (UTC)": "2026-03-06 19:30",
        "Ended (UTC)": "2026-03-06 20:30",
        "Minutes": 60,
        "Finished": 1,
        "House rules": "rounds=2",
        "Person": "Bob",
        "Place": 1,
        "Points": 3,
        "Won": 1,
        "There from first to last": 1,
        "Sluff Off!: Black tokens taken": None,
    }
    assert (ann["Won"], ann["There from first to last"], ann["Sluff Off!: Black tokens taken"]) == (0, 0, 3)
    assert "Sluff Off!: Predictions that came true: of how many" in ann


def test_each_tally_of_a_game_has_a_column_of_its_own() -> None:
    counts = {ANN: {"calls": 2}}
    fluff, popcorn = lines(
        [game({ANN: 1}, slug="fluff", counts=counts), game({ANN: 1}, slug="popcorn", at=BEGUN + HOUR, guests=0)]
    )
    calls = "Fluff: Calls that were right: of how many"
    assert (fluff[calls], popcorn[calls]) == (2, None)
    assert fluff["Points"] is None


def test_the_rows_can_be_of_one_evening_alone() -> None:
    games = [game({ANN: 1}), game({ANN: 1, BOB: 2}, slug="ui77", at=BEGUN + DAY, over=False)]
    found = lines(games, only=2)
    assert [(row["Evening"], row["Game"], row["Finished"], row["Won"]) for row in found] == [(2, "Ui77", 0, 0)] * 2
    assert not any(heading.startswith("Sluff") for heading in found[0])
    assert lines(games, only=3) == []


def test_without_a_game_there_are_only_headings() -> None:
    assert list(rows([], PEOPLE)) == [tuple(map(str, HEADINGS))]


def test_a_guest_has_the_name_that_was_kept_and_no_name_becomes_a_formula() -> None:
    found = list(rows(evenings([game({ANN: 1}, seats=game({ANN: 1}, guests=1).seats)]), PEOPLE))
    assert [row[8] for row in found[1:]] == ["Ann", "Guest 0"]
    hostile = game({ANN: 1}, guests=1)
    guest = hostile.seats[1].__class__(None, '=HYPERLINK("http://x")', 2, None)
    text = csv_of(rows(evenings([game({ANN: 1}, seats=(hostile.seats[0], guest))]), PEOPLE))
    told = list(csv.reader(io.StringIO(text.removeprefix(BOM))))
    assert told[2][8] == '\'=HYPERLINK("http://x")'
