"""Statistics: what comes out of a circle's games for each person, each pair of people and each game.

`statistics(games, people)` takes all games of a circle, in any order, and the people that it knows. What counts:

- A game that was not played to its end counts nowhere but in `unfinished`.
- A win is a first place. A shared one is a win for each who shares it; how many were shared is told beside.
- Who was not there for all of it has its place, which is what the table agreed on, but neither points nor tallies:
  those of half a game are not to be compared with those of a whole one.

docs/decisions/0027-what-a-circle-counts.md says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.circles.circle import Person
from companion.circles.played import PlayedGame, PlayedSeat
from companion.games import GAMES
from companion.games.circle_tally import Tally
from companion.games.game import AnyGame


@dataclass(frozen=True, slots=True)
class Average:
    """A mean, kept as what it is made of, so that it can be put together with others."""

    total: int
    n: int

    @property
    def value(self) -> float | None:
        """The mean; None of nothing."""
        return self.total / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class TallySum:
    """A tally over many games: `count`, `of` how many where it is a share."""

    tally: Tally
    count: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody has done in some games: all of them, or those of one kind.

    `shared` are wins that others had, too. `partly` are games that the person was not there for from first to last.
    `points`, `best` and `worst` are None, or empty, where no whole game had points.
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
    """One person's: over all games, by the slug of each game that the person has played, and in a row.

    `streak` is how many of the latest games were won one after the other, `longest_streak` the most there ever were.
    """

    person: Person
    whole: Record
    by_game: Mapping[str, Record]
    streak: int
    longest_streak: int


@dataclass(frozen=True, slots=True)
class Versus:
    """Two people in the games at which both sat: how often the one was placed before the other, level, and behind."""

    before: int
    level: int
    behind: int

    @property
    def together(self) -> int:
        """How many games that are."""
        return self.before + self.level + self.behind


@dataclass(frozen=True, slots=True)
class Kind:
    """A game of which a circle has played `games` to the end. `game` is in the one box with which all were played.

    `boxes` says how many were played with each, where there are several; `changed` how many by other house rules than
    the usual ones. `scored`: it is played for points.
    """

    game: AnyGame
    games: int
    boxes: Mapping[str, int]
    changed: int
    scored: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it. `people` have played at least once: who has won most often comes first, then whose places are better.

    `versus` is by (one, other), ids of people who have sat at one table. `kinds` is by slug, most played first.
    """

    games: int
    unfinished: int
    people: tuple[PersonStatistics, ...]
    versus: Mapping[tuple[int, int], Versus]
    kinds: Mapping[str, Kind]

    def of(self, person: int) -> PersonStatistics | None:
        """One person's; None for who has not played a game to its end."""
        return next((one for one in self.people if one.person.id == person), None)


Sat = tuple[PlayedGame, PlayedSeat]
"""A person's seat in a game."""


def statistics(games: Iterable[PlayedGame], people: Iterable[Person]) -> Statistics:
    """What comes out of all games of a circle."""
    played = tuple(games)
    finished = in_order(game for game in played if game.over)
    kinds = _kinds(finished)
    found = [_of_person(person, seats, kinds) for person in people if (seats := tuple(seats_of(finished, person.id)))]
    return Statistics(
        games=len(finished),
        unfinished=len(played) - len(finished),
        people=tuple(sorted(found, key=_rank)),
        versus=_versus(finished),
        kinds=kinds,
    )


def in_order(games: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
    """Games in the order in which they ended."""
    return tuple(sorted(games, key=lambda game: (game.ended, game.begun, game.table)))


def seats_of(games: Iterable[PlayedGame], person: int) -> Iterator[Sat]:
    """A person's seats in those of the games that the person has played."""
    return ((game, seat) for game in games for seat in game.seats if seat.person == person)


def sat(game: PlayedGame) -> dict[int, PlayedSeat]:
    """The seats of a game by the ids of those whom the circle knows."""
    return {seat.person: seat for seat in game.seats if seat.person is not None}


def won(seat: PlayedSeat) -> bool:
    """Whether the seat has won a game that is over."""
    return seat.place == 1


def _rank(one: PersonStatistics) -> tuple[int, float, str]:
    return -one.whole.wins, one.whole.places.value or 0, one.person.name


def _of_person(person: Person, seats: Sequence[Sat], kinds: Mapping[str, Kind]) -> PersonStatistics:
    own = {slug: [sat for sat in seats if sat[0].game == slug] for slug in kinds}
    streak, longest = _streaks(seats)
    return PersonStatistics(
        person,
        record_of(seats),
        {slug: record_of(sat, kinds[slug].game) for slug, sat in own.items() if sat},
        streak,
        longest,
    )


def record_of(seats: Sequence[Sat], game: AnyGame | None = None) -> Record:
    """What somebody has done in these games; with points and tallies where all of them are of one kind, `game`."""
    wins = [played for played, seat in seats if won(seat)]
    whole = [seat for _, seat in seats if seat.whole]
    points = [seat.score for seat in whole if seat.score is not None] if game is not None else []
    low, high = (min(points), max(points)) if points else (None, None)
    most_wins = game is not None and game.most_wins
    return Record(
        games=len(seats),
        wins=len(wins),
        shared=sum(sum(map(won, played.seats)) > 1 for played in wins),
        places=Average(sum(seat.place for _, seat in seats), len(seats)),
        partly=len(seats) - len(whole),
        points=Average(sum(points), len(points)),
        best=high if most_wins else low,
        worst=low if most_wins else high,
        tallies=() if game is None else _tallies(game, whole),
    )


def _tallies(game: AnyGame, seats: Sequence[PlayedSeat]) -> tuple[TallySum, ...]:
    """The game's tallies, without those of which nothing was counted."""
    sums = Counter[str]()
    for seat in seats:
        sums.update(seat.counts)
    return tuple(
        TallySum(tally, sums[tally.name], None if tally.of is None else sums[tally.of])
        for tally in game.tallies
        if tally.label is not None and tally.name in sums
    )


def _streaks(seats: Sequence[Sat]) -> tuple[int, int]:
    """How many of the latest games were won one after the other, and the most there ever were."""
    run = longest = 0
    for _, seat in seats:
        run = run + 1 if won(seat) else 0
        longest = max(longest, run)
    return run, longest


def _versus(finished: Iterable[PlayedGame]) -> dict[tuple[int, int], Versus]:
    counted: dict[tuple[int, int], list[int]] = {}
    for game in finished:
        for (one, own), (other, others) in permutations(sat(game).items(), 2):
            counts = counted.setdefault((one, other), [0, 0, 0])
            counts[1 + (own.place > others.place) - (own.place < others.place)] += 1
    return {pair: Versus(*counts) for pair, counts in counted.items()}


def _kinds(finished: Sequence[PlayedGame]) -> dict[str, Kind]:
    found = Counter(game.game for game in finished).most_common()
    return {slug: _kind(GAMES[slug], [one for one in finished if one.game == slug]) for slug, _ in found}


def _kind(game: AnyGame, played: Sequence[PlayedGame]) -> Kind:
    boxes = Counter(one.edition for one in played if one.edition is not None)
    changed = sum(_by_other_rules(game, one) for one in played)
    return Kind(
        game.in_box(next(iter(boxes))) if len(boxes) == 1 else game,
        len(played),
        dict(boxes) if len(boxes) > 1 else {},
        changed,
        any(seat.score is not None for one in played for seat in one.seats),
    )


def _by_other_rules(game: AnyGame, played: PlayedGame) -> bool:
    """Whether a house rule was not the usual one; the box is none, nor is what so many people need."""
    usual = {**game.options().model_dump(), **(game.room_for(len(played.seats)) or {})}
    return any(value != usual.get(name) for name, value in played.options.items() if name != game.box_option)


LATEST = 10
"""Games of which the latest place is the mean, in the curve over a circle's life."""


def places_over_time(
    nights: Iterable[Iterable[PlayedGame]], people: Iterable[Person]
) -> dict[int, tuple[float | None, ...]]:
    """By id: after each evening the average place in the person's latest ten games; None while the person has none.

    `nights` are the finished games of each evening.
    """
    found: dict[int, list[float | None]] = {person.id: [] for person in people}
    latest: dict[int, list[int]] = {person: [] for person in found}
    for games in nights:
        for game in games:
            for person, seat in sat(game).items():
                if person in latest:
                    latest[person] = [*latest[person], seat.place][-LATEST:]
        for person, line in found.items():
            places = latest[person]
            line.append(sum(places) / len(places) if places else None)
    return {person: tuple(line) for person, line in found.items()}
