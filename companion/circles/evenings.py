"""Evenings: a circle's games, cut where nobody played for six hours, and what an evening comes to.

`evenings(games)` gives all of them, the first one first; `evening_of` finds the one at which a table's game was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from companion.circles.played import PlayedGame
from companion.circles.statistics import in_order, sat, won
from companion.games import GAMES
from companion.games.game import AnyGame

PAUSE = timedelta(hours=6)
"""A pause that ends an evening. Of a game that goes on after it, the pause is no time that it was played."""


@dataclass(frozen=True)
class Evening:
    """Games without a long pause between them, in the order in which they ended; the `number`th evening of all.

    The number is another one as soon as an earlier evening's tables are deleted; `table` stays.
    """

    number: int
    games: tuple[PlayedGame, ...]

    @property
    def table(self) -> str:
        """The code of the table whose game began first."""
        return min(self.games, key=lambda game: (game.begun, game.table)).table

    @property
    def begun(self) -> datetime:
        """When its first game began. One from another day began earlier by what it had taken then."""
        return min(game.begun + game.paused for game in self.games)

    @property
    def ended(self) -> datetime:
        """When its last game ended."""
        return self.games[-1].ended

    @property
    def length(self) -> timedelta:
        """How long it was, its short pauses too."""
        return self.ended - self.begun

    @cached_property
    def finished(self) -> tuple[PlayedGame, ...]:
        """Its games that were played to the end."""
        return tuple(game for game in self.games if game.over)

    @cached_property
    def wins(self) -> Mapping[int, int]:
        """By id of everybody who sat down: how many of the finished games the person has won."""
        everybody = dict.fromkeys((one for game in self.games for one in sat(game)), 0)
        return Counter(
            everybody | Counter(one for game in self.finished for one, seat in sat(game).items() if won(seat))
        )

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has won most of its games; several where they are equal, nobody before a game is over.

        Nobody, too, where somebody whom the circle does not know, or not any more, may have won as many.
        """
        most = max(self.wins.values(), default=0)
        others = sum(any(won(seat) and seat.person is None for seat in game.seats) for game in self.finished)
        return tuple(person for person, wins in self.wins.items() if wins == most) if most > others else ()


def evenings(games: Iterable[PlayedGame]) -> tuple[Evening, ...]:
    """All games, cut into evenings: one ends where the next game begins more than six hours after all before it."""
    found: list[list[PlayedGame]] = []
    for game in in_order(games):
        begun = game.begun + game.paused  # continued on another day, it belongs to that one
        if found and begun - found[-1][-1].ended <= PAUSE:
            found[-1].append(game)
        else:
            found.append([game])
    return tuple(Evening(number, tuple(played)) for number, played in enumerate(found, 1))


def evening_of(evenings: Iterable[Evening], table: str) -> Evening | None:
    """The evening at which the game of the table of that code was played."""
    return next((one for one in evenings if any(game.table == table for game in one.games)), None)


@dataclass(frozen=True, slots=True)
class Race:
    """The points of an evening's games of one kind, added up from game to game.

    `totals` are by id: a number after each of the `games`, None where the person was not there for the whole of it.
    """

    game: AnyGame
    games: int
    totals: Mapping[int, tuple[int | None, ...]]


def races(evening: Evening) -> tuple[Race, ...]:
    """One for each kind of game of the evening that is played for points, in the order in which they came up."""
    kinds = dict.fromkeys(game.game for game in evening.finished)
    found = (_race(slug, [game for game in evening.finished if game.game == slug]) for slug in kinds)
    return tuple(race for race in found if race.totals)


def _race(slug: str, games: Sequence[PlayedGame]) -> Race:
    scores = [
        {one: seat.score for one, seat in sat(game).items() if seat.whole and seat.score is not None} for game in games
    ]
    totals = {one: _added_up([score.get(one) for score in scores]) for score in scores for one in score}
    boxes = {game.edition or "" for game in games}
    game = GAMES[slug]
    return Race(game.in_box(boxes.pop()) if len(boxes) == 1 else game, len(games), totals)


def _added_up(scores: Iterable[int | None]) -> tuple[int | None, ...]:
    """The sums after each game that the person was there for."""
    total, found = 0, list[int | None]()
    for score in scores:
        total += score or 0
        found.append(None if score is None else total)
    return tuple(found)
