"""The games of a circle, or of one evening, as rows for a spreadsheet: one row for each seat, to be sorted and summed.

`companion/csv_file.py` makes a file of them, in which no name is taken for a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

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
    """Yield the headings, then all games of these evenings in the order in which they ended.

    `say` puts a heading into words. Each tally has a column for each game that has it.
    """
    names = {person.id: person.name for person in people}
    slugs = dict.fromkeys(game.game for night in evenings for game in night.games)
    tallies = [(GAMES[slug], tally) for slug in slugs for tally in GAMES[slug].tallies]
    yield (
        *map(say, HEADINGS),
        *(say(Text("{game}: {what}", game=game.title, what=_label(game, tally))) for game, tally in tallies),
    )
    for night in evenings:
        for game in night.games:
            for seat in sorted(game.seats, key=lambda seat: seat.place):
                counts = (seat.counts.get(tally.name) if kind.slug == game.game else None for kind, tally in tallies)
                yield (*_row(night.number, game, seat, names, say), *counts)


def _row(night: int, game: PlayedGame, seat: PlayedSeat, names: dict[int, str], say: Say) -> tuple[Cell, ...]:
    kind = GAMES[game.game].in_box(game.edition or "")
    return (
        night,
        game.table,
        say(kind.title),
        f"{game.begun:%Y-%m-%d %H:%M}",
        f"{game.ended:%Y-%m-%d %H:%M}",
        round(game.length.total_seconds() / 60),
        int(game.over),
        " ".join(f"{name}={value}" for name, value in sorted(game.options.items()) if name != kind.box_option),
        names.get(seat.person or 0, seat.name),
        seat.place,
        seat.score,
        int(game.over and seat.won),
        int(seat.whole),
    )


def _label(game: AnyGame, tally: Tally) -> Text | str:
    """Return what is counted, in words; a tally that has none and of which another is a share gets that one's words."""
    if tally.label is not None:
        return tally.label
    share = next(share.label for share in game.tallies if share.of == tally.name)
    return Text("{what}: of how many", what=share or "")
