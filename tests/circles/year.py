"""A year of a circle: games of the four kinds, really played by chance, with different people at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random

from companion.circles.circle import Person
from companion.circles.played import PlayedGame, played_of
from tests.circles.playing import BEGUN, snapshot_of
from tests.evening import ENOUGH, SLOW, Alone

EACH = 3  # games of each kind that are really played; they are repeated with other people
GAMES_AN_EVENING = 4


@lru_cache(32)
def _really(game: str, seats: int, seed: int) -> PlayedGame:
    """A whole game by chance; seats are named by their numbers."""
    names = [str(number) for number in range(seats)]
    options = {"fluff": {"sets": 2} if seats > 4 else {}, "sluff-off": {"rounds": 2}}.get(game, {})
    header = {"transcript": 1, "game": game, "seats": names, "dealer": names[-1], "options": options}
    if game == "fluff":
        del header["dealer"]
    table = Alone(header, seed)
    for _ in range(4 * ENOUGH):
        if table.over:
            break
        table.tap(table.next_move())
    return played_of(snapshot_of(header, [move.plain() for move in table.book.moves()]))


def year(people: Sequence[Person], games: int = 200, seed: int = 1, begun: datetime = BEGUN) -> tuple[PlayedGame, ...]:
    """Make games of these people: three to all of them at a time, four games an evening, an evening a week."""
    chance, found = Random(seed), []
    for number in range(games):
        if number % GAMES_AN_EVENING == 0:
            came = chance.sample(people, chance.randint(min(3, len(people)), len(people)))
        real = _really(list(SLOW)[number % len(SLOW)], len(came), chance.randrange(EACH))
        week, turn = divmod(number, GAMES_AN_EVENING)
        at = begun + timedelta(weeks=week, minutes=45 * turn)
        chance.shuffle(came)
        seats = zip(real.seats, came, strict=True)
        found.append(
            replace(
                real,
                table=f"{number:08}",
                begun=at,
                ended=at + real.length,
                over=bool(number % 40),
                seats=tuple(replace(seat, person=who.id, name=who.name) for seat, who in seats),
            )
        )
    return tuple(found)
