"""Statistics: the results of a circle's games for each person, each pair of people and each game.

- A game that was not played to its end counts only in `unfinished`.
- A win is a first place. A shared one is a win for each who shares it; how many were shared is told beside.
- A person who was not there for the whole game has a place, on which the table agreed, but neither points nor
  tallies: those of half a game are not to be compared with those of a whole one.

docs/decisions/0027-what-a-circle-counts.md says why.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.circles.circle import Person
from companion.circles.played import PlayedGame, PlayedSeat, in_order
from companion.games import GAMES
from companion.games.circle_tally import Tally
from companion.games.game import AnyGame


@dataclass(frozen=True, slots=True)
class Average:
    """A mean, kept as a sum and a number, so that it can be combined with others."""

    total: int
    n: int

    @property
    def value(self) -> float | None:
        """The mean, or None if `n` is 0."""
        return self.total / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class TallySum:
    """A tally over many games: `count`, and `of` how many if it is a share."""

    tally: Tally
    count: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody has done in some games: all of them, or those of one kind.

    `shared` counts wins that others had, too; `partly` counts games at which the person was not from first to last.
    If no whole game had points, `points` is empty, and `best` and `worst` are None.
    """

    games: int
    wins: int
    shared: int
    places: Average
    partly: int
    points: Average
    best: int | None
    worst: int | None
    tallies: tuple[TallySum, ...]


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """The statistics of one person: over the `whole` of the games, and by the slug of each that the person has played.

    `streak` is how many of the latest games were won one after the other, `longest_streak` the most that ever were.
    """

    person: Person
    whole: Record
    by_game: Mapping[str, Record]
    streak: int
    longest_streak: int


@dataclass(frozen=True, slots=True)
class Versus:
    """How often the first of two people was placed before the second, level, and behind, in games at which both sat."""

    before: int
    level: int
    behind: int

    @property
    def together(self) -> int:
        """The number of these games."""
        return self.before + self.level + self.behind


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game, of which a circle has played `games` to the end.

    If all were played with one box, `game` is in that box's words; otherwise `boxes` says how many were played with
    each. `changed` counts those with unusual house rules. `scored` is True if it is played for points.
    """

    game: AnyGame
    games: int
    boxes: Mapping[str, int]
    changed: int
    scored: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a circle.

    `people` are those who have played at least once, sorted by their wins, then by their places. `versus` is by
    (one, other), the ids of two people who have sat at one table. `kinds` is by slug, most played first.
    """

    games: int
    unfinished: int
    people: tuple[PersonStatistics, ...]
    versus: Mapping[tuple[int, int], Versus]
    kinds: Mapping[str, Kind]

    def of(self, person: int) -> PersonStatistics | None:
        """Return the statistics of one person; None for somebody who has not played a game to its end."""
        return next((each for each in self.people if each.person.id == person), None)


Sat = tuple[PlayedGame, PlayedSeat]
"""A person's seat in a game."""


def statistics(games: Iterable[PlayedGame], people: Iterable[Person]) -> Statistics:
    """Return the statistics of all games of a circle, in any order, for the people whom it knows."""
    played = tuple(games)
    finished = in_order(game for game in played if game.over)
    kinds = _kinds(finished)
    every = [_of_person(person, seats, kinds) for person in people if (seats := tuple(seats_of(finished, person.id)))]
    return Statistics(
        games=len(finished),
        unfinished=len(played) - len(finished),
        people=tuple(sorted(every, key=lambda one: (-one.whole.wins, one.whole.places.value or 0, one.person.name))),
        versus=_versus(finished),
        kinds=kinds,
    )


def seats_of(games: Iterable[PlayedGame], person: int) -> Iterator[Sat]:
    """Yield a person's seats in those of the games that the person has played."""
    return ((game, seat) for game in games for seat in game.seats if seat.person == person)


def _of_person(person: Person, seats: Sequence[Sat], kinds: Mapping[str, Kind]) -> PersonStatistics:
    own = {slug: [(game, seat) for game, seat in seats if game.game == slug] for slug in kinds}
    by_game = {slug: record_of(sat, kinds[slug].game) for slug, sat in own.items() if sat}
    streak = longest = 0
    for _, seat in seats:
        streak = streak + 1 if seat.won else 0
        longest = max(longest, streak)
    return PersonStatistics(person, record_of(seats), by_game, streak, longest)


def record_of(seats: Sequence[Sat], game: AnyGame | None = None) -> Record:
    """Return what somebody has done in these games; with points and tallies if all of them are of one kind, `game`."""
    wins = [played for played, seat in seats if seat.won]
    whole = [seat for _, seat in seats if seat.whole]
    points = [seat.score for seat in whole if seat.score is not None] if game is not None else []
    low, high = (min(points), max(points)) if points else (None, None)
    most_wins = game is not None and game.most_wins
    return Record(
        games=len(seats),
        wins=len(wins),
        shared=sum(sum(seat.won for seat in played.seats) > 1 for played in wins),
        places=Average(sum(seat.place for _, seat in seats), len(seats)),
        partly=len(seats) - len(whole),
        points=Average(sum(points), len(points)),
        best=high if most_wins else low,
        worst=low if most_wins else high,
        tallies=() if game is None else _tallies(game, whole),
    )


def _tallies(game: AnyGame, seats: Sequence[PlayedSeat]) -> tuple[TallySum, ...]:
    """Return the sums of the game's tallies, without those of which nothing was counted."""
    sums = Counter[str]()
    for seat in seats:
        sums.update(seat.counts)
    return tuple(
        TallySum(tally, sums[tally.name], None if tally.of is None else sums[tally.of])
        for tally in game.tallies
        if tally.label is not None and tally.name in sums
    )


def _versus(finished: Iterable[PlayedGame]) -> dict[tuple[int, int], Versus]:
    counted: dict[tuple[int, int], list[int]] = {}
    for game in finished:
        for (one, own), (other, others) in permutations(game.seat_by_person.items(), 2):
            counts = counted.setdefault((one, other), [0, 0, 0])
            counts[1 + (own.place > others.place) - (own.place < others.place)] += 1
    return {pair: Versus(*counts) for pair, counts in counted.items()}


def _kinds(finished: Sequence[PlayedGame]) -> dict[str, Kind]:
    slugs = Counter(game.game for game in finished).most_common()
    return {slug: _kind(GAMES[slug], [game for game in finished if game.game == slug]) for slug, _ in slugs}


def _kind(game: AnyGame, played: Sequence[PlayedGame]) -> Kind:
    boxes = Counter(each.edition for each in played if each.edition is not None)
    return Kind(
        game.in_box(next(iter(boxes))) if len(boxes) == 1 else game,
        len(played),
        dict(boxes) if len(boxes) > 1 else {},
        sum(_has_unusual_rules(game, each) for each in played),
        any(seat.score is not None for each in played for seat in each.seats),
    )


def _has_unusual_rules(game: AnyGame, played: PlayedGame) -> bool:
    """Return True if a house rule was not the usual one; neither the box counts, nor what so many people need."""
    usual = {**game.options().model_dump(), **(game.room_for(len(played.seats)) or {})}
    return any(value != usual.get(name) for name, value in played.options.items() if name != game.box_option)


LATEST = 10
"""In the curve over a circle's life, each point is the mean place in this many games."""


def places_over_time(
    nights: Iterable[Iterable[PlayedGame]], people: Iterable[Person]
) -> dict[int, tuple[float | None, ...]]:
    """Return by id the average place in the person's latest games after each evening; None before that
    person's first game.

    `nights` are the finished games of each evening.
    """
    curves: dict[int, list[float | None]] = {person.id: [] for person in people}
    latest: dict[int, deque[int]] = {person: deque(maxlen=LATEST) for person in curves}
    for games in nights:
        for game in games:
            for person, seat in game.seat_by_person.items():
                if person in latest:
                    latest[person].append(seat.place)
        for person, curve in curves.items():
            places = latest[person]
            curve.append(sum(places) / len(places) if places else None)
    return {person: tuple(curve) for person, curve in curves.items()}
