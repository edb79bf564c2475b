"""Evenings: a circle's games, divided wherever nobody played for six hours, and who won what at each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate

from companion.circles.played import PAUSE, PlayedGame, in_order
from companion.games import GAMES
from companion.games.game import AnyGame


@dataclass(frozen=True)
class Evening:
    """Games without a long pause between them, in the order in which they ended. It is the `number`th evening of all.

    The number changes if tables of an earlier evening are deleted; `table` does not.
    """

    number: int
    games: tuple[PlayedGame, ...]

    @property
    def table(self) -> str:
        """The code of the table whose game began first."""
        return min(self.games, key=lambda game: (game.begun, game.table)).table

    @property
    def begun(self) -> datetime:
        """When its first game began; a game that was continued from another day, its pause later."""
        return min(game.begun + game.paused for game in self.games)

    @property
    def ended(self) -> datetime:
        return self.games[-1].ended

    @property
    def length(self) -> timedelta:
        """The time from its beginning to its end, short pauses included."""
        return self.ended - self.begun

    @cached_property
    def finished(self) -> tuple[PlayedGame, ...]:
        return tuple(game for game in self.games if game.over)

    @cached_property
    def wins(self) -> Mapping[int, int]:
        """How many of the finished games each person has won, by the ids of all who sat down."""
        wins = Counter(dict.fromkeys((person for game in self.games for person in game.seat_by_person), 0))
        wins.update(person for game in self.finished for person, seat in game.seat_by_person.items() if seat.won)
        return wins

    @property
    def leaders(self) -> tuple[int, ...]:
        """The people who have won most of its games; several if they are equal, nobody before a game is over.

        Nobody leads if somebody whom the circle does not know, or not any more, may have won as many.
        """
        most = max(self.wins.values(), default=0)
        others = sum(any(seat.won and seat.person is None for seat in game.seats) for game in self.finished)
        return tuple(person for person, wins in self.wins.items() if wins == most) if most > others else ()


def evenings(games: Iterable[PlayedGame]) -> tuple[Evening, ...]:
    """Divide games into evenings: one ends if the next game begins more than `PAUSE` after all before it have ended."""
    nights: list[list[PlayedGame]] = []
    for game in in_order(games):
        begun = game.begun + game.paused  # a game that was continued on another day belongs to that day
        if nights and begun - nights[-1][-1].ended <= PAUSE:
            nights[-1].append(game)
        else:
            nights.append([game])
    return tuple(Evening(number, tuple(played)) for number, played in enumerate(nights, 1))


def evening_of(evenings: Iterable[Evening], table: str) -> Evening | None:
    """Return the evening at which the game of the table with that code was played."""
    return next((evening for evening in evenings if any(game.table == table for game in evening.games)), None)


@dataclass(frozen=True, slots=True)
class Race:
    """The points of an evening's games of one kind, added up from game to game.

    `totals` are by id: a number after each of the `games`, or None if the person was not there for the whole of it.
    """

    game: AnyGame
    games: int
    totals: Mapping[int, tuple[int | None, ...]]


def races(evening: Evening) -> tuple[Race, ...]:
    """Return a race for each kind of game of the evening that is played for points, in the order in which they came."""
    kinds = dict.fromkeys(game.game for game in evening.finished)
    every = (_race(slug, [game for game in evening.finished if game.game == slug]) for slug in kinds)
    return tuple(race for race in every if race.totals)


def _race(slug: str, games: Sequence[PlayedGame]) -> Race:
    scores = [
        {person: seat.score for person, seat in game.seat_by_person.items() if seat.whole and seat.score is not None}
        for game in games
    ]
    totals: dict[int, tuple[int | None, ...]] = {}
    for person in dict.fromkeys(person for score in scores for person in score):
        sums = accumulate(score.get(person, 0) for score in scores)
        totals[person] = tuple(total if person in score else None for total, score in zip(sums, scores, strict=True))
    boxes = {game.edition or "" for game in games}
    game = GAMES[slug]
    return Race(game.in_box(boxes.pop()) if len(boxes) == 1 else game, len(games), totals)
