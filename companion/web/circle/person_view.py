"""What the page of one person of a circle shows of the games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.circles.evenings import LATEST, Evening, evenings, places_over_time
from companion.circles.played import Person, Played
from companion.circles.statistics import PersonStatistics, Versus, in_order, statistics
from companion.web.circle.chart import Chart
from companion.web.circle.evening_view import GameRow, game_row
from companion.web.circle.figures import decimal, mean
from companion.web.circle.statistics_view import Address, KindView, no_address, places_curve, record_lines

GAMES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the person has met at a table."""

    person: Person
    url: str
    versus: Versus


@dataclass(frozen=True, slots=True)
class PersonView:
    """Everything that `_person.html` shows. `told` is None, and all else empty, before a game with the person is over.

    `places` are the rows under the curve, the latest evening first. `games` are the latest that the person sat at.
    """

    person: Person
    told: PersonStatistics | None
    average: str
    curve: Chart | None
    places: tuple[tuple[Evening, str], ...]
    opponents: tuple[Opponent, ...]
    kinds: tuple[KindView, ...]
    games: tuple[GameRow, ...]
    latest: int = LATEST


def person_view(
    games: Iterable[Played], people: Iterable[Person], person: Person, person_url: Address = no_address
) -> PersonView:
    """The view of one of the people, out of all games of the circle."""
    games, people = tuple(games), tuple(people)
    found, nights = statistics(games, people), evenings(games)
    told = found.of(person.id)
    own = [game for game in in_order(games) if any(seat.person == person.id for seat in game.seats)]
    line = places_over_time(nights, (person,))[person.id]
    places = tuple((night, decimal(value)) for night, value in zip(nights, line, strict=True) if value is not None)
    met = (
        Opponent(other, person_url(other.id), found.versus[person.id, other.id])
        for other in people
        if (person.id, other.id) in found.versus
    )
    kinds = [] if told is None else [(found.kinds[slug], record) for slug, record in told.by_game.items()]
    return PersonView(
        person,
        told,
        "" if told is None else mean(told.whole.places),
        places_curve(nights, (person,)),
        places[::-1],
        tuple(sorted(met, key=lambda one: (-one.versus.together, one.person.name))),
        tuple(KindView(kind, (person,), record_lines(kind, [record]), ()) for kind, record in kinds),
        tuple(game_row(game, people) for game in own[: -GAMES_SHOWN - 1 : -1]),
    )
