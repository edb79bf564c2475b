"""The games of a circle, or of one evening, as rows for a spreadsheet: a row a seat, to be sorted and summed.

`rows(evenings, people, say)` begins with the headings; `companion/csv_file.py` makes a file of them, in which no
name is taken for a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from companion.circles.circle import Person
from companion.circles.evenings import Evening
from companion.circles.played import PlayedGame, PlayedSeat
from companion.csv_file import Cell
from companion.games import GAMES
from companion.games.circle_tally import Tally
from companion.games.game import AnyGame
from companion.games.text import Text

HEADINGS = (
    Text("Evening"),
    Text("Table"),
    Text("Game"),
    Text("Begun (UTC)"),
    Text("Ended (UTC)"),
    Text("Minutes"),
    Text("Finished"),
    Text("House rules"),
    Text("Person"),
    Text("Place"),
    Text("Points"),
    Text("Won"),
    Text("There from first to last"),
)

Say = Callable[[Text], str]


def rows(evenings: Sequence[Evening], people: Iterable[Person], say: Say = str) -> Iterator[tuple[Cell, ...]]:
    """The headings, then all games of these evenings in the order in which they ended.

    `say` puts a heading into words. What a game counts of each seat has a column for each game that counts it.
    """
    names = {person.id: person.name for person in people}
    counted = _counted(game for night in evenings for game in night.games)
    yield (
        *map(say, HEADINGS),
        *(say(Text("{game}: {what}", game=game.title, what=_label(game, tally))) for game, tally in counted),
    )
    for night in evenings:
        for game in night.games:
            for seat in sorted(game.seats, key=lambda one: one.place):
                yield (*_row(night.number, game, seat, names, say), *_counts(game, seat, counted))


def _row(night: int, game: PlayedGame, seat: PlayedSeat, names: dict[int, str], say: Say) -> tuple[Cell, ...]:
    kind = GAMES[game.game].in_box(game.edition or "")
    return (
        night,
        game.table,
        say(kind.title),
        _written(game.begun),
        _written(game.ended),
        round(game.length.total_seconds() / 60),
        int(game.over),
        " ".join(f"{name}={value}" for name, value in sorted(game.options.items()) if name != kind.box_option),
        names.get(seat.person or 0, seat.name),
        seat.place,
        seat.score,
        int(game.over and seat.place == 1),
        int(seat.whole),
    )


def _written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def _counted(games: Iterable[PlayedGame]) -> list[tuple[AnyGame, Tally]]:
    """What is counted in any of these games, by game."""
    slugs = dict.fromkeys(game.game for game in games)
    return [(GAMES[slug], tally) for slug in slugs for tally in GAMES[slug].tallies]


def _label(game: AnyGame, tally: Tally) -> Text | str:
    """What is counted, in words; that of which another is a share, by its name and that share's words."""
    if tally.label is not None:
        return tally.label
    share = next(one.label for one in game.tallies if one.of == tally.name)
    return Text("{what}: of how many", what=share or "")


def _counts(game: PlayedGame, seat: PlayedSeat, counted: Iterable[tuple[AnyGame, Tally]]) -> Iterator[Cell]:
    return (seat.counts.get(tally.name) if kind.slug == game.game else None for kind, tally in counted)
