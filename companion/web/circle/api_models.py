"""What the API takes and tells of circles: models, which `api/openapi.py` documents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field, StrictInt, StrictStr, model_validator

from companion.circles.circle import Person, Preset
from companion.circles.played import PLAYED, PlayedGame
from companion.circles.statistics import Average, PersonStatistics, Record, Statistics
from companion.circles.statistics import statistics as statistics_of
from companion.web.api.models import Given, HostKeys


class CircleName(Given):
    """A circle's name: up to 60 characters, one of them visible."""

    name: StrictStr


class PersonChange(Given):
    """Another name for a person, or another of twelve colours."""

    name: StrictStr | None = None
    color: StrictInt | None = Field(None, ge=1, le=12)

    @model_validator(mode="before")
    @classmethod
    def _no_null(cls, given: Any) -> Any:
        """What is not to be changed is left out."""
        if isinstance(given, dict) and None in given.values():
            raise ValueError("null")
        return given


class SamePerson(Given):
    """The number of the person whose games and names are to be this one's."""

    other: StrictInt = Field(ge=1, le=2**31 - 1)


class NewPreset(Given):
    """House rules of a game by a name; `options` are those of a transcript's header, the box among them."""

    name: StrictStr
    game: StrictStr
    options: dict[str, Any] = Field({})


class OpenedCircleBody(BaseModel):
    """A new circle. `url` is where phones join."""

    code: str
    url: str
    keys: HostKeys


class JoinedCircle(BaseModel):
    """The key of who has joined; told this once."""

    key: str


class PersonBody(BaseModel):
    """Somebody of the circle. `color` is 1 to 12."""

    id: int
    name: str
    color: int
    initial: str


class CircleBody(BaseModel):
    """A circle; `host`: whether the key is a host's."""

    code: str
    name: str
    host: bool
    people: list[PersonBody]


class PlayedSeatBody(BaseModel):
    """A seat of a game: `person` is missing where the circle knows nobody there, `score` in a game without points."""

    person: int | None = None
    place: int
    score: int | None = None
    whole: bool
    counts: dict[str, int]


class PlayedBody(BaseModel):
    """A game of the circle, at the table of that code. `over`: it was played to its end. `seconds` it was played."""

    table: str
    game: str
    edition: str | None = None
    options: dict[str, Any]
    begun: datetime
    ended: datetime
    seconds: int
    over: bool
    seats: list[PlayedSeatBody]


class GamesBody(BaseModel):
    """All games, the table that was opened first before the others."""

    games: list[PlayedBody]


class TallyBody(BaseModel):
    """What a game counts of each seat, over many games; `of` how many where it is a share."""

    count: int
    of: int | None = None


class RecordBody(BaseModel):
    """What somebody has done in some games that were played to the end."""

    games: int
    wins: int
    shared: int
    partly: int
    places: Average
    points: Average
    best: int | None = None
    worst: int | None = None
    tallies: dict[str, TallyBody]


class PersonStatisticsBody(RecordBody):
    """One person, over all games and by game; `streak`: the latest games won one after the other."""

    person: int
    streak: int
    longest_streak: int
    by_game: dict[str, RecordBody]


class VersusBody(BaseModel):
    """How often `one` was placed before `other`, level with and behind."""

    one: int
    other: int
    before: int
    level: int
    behind: int


class StatisticsBody(BaseModel):
    """What comes out of all games; who has won most often comes first."""

    games: int
    unfinished: int
    people: list[PersonStatisticsBody]
    versus: list[VersusBody]


class PresetBody(BaseModel):
    """House rules that the circle keeps. `url` opens the form to open a table, filled with them."""

    id: int
    name: str
    game: str
    options: dict[str, Any]
    url: str


class PresetsBody(BaseModel):
    """All of them, in the order in which they were kept."""

    presets: list[PresetBody]


REQUESTS: tuple[type[BaseModel], ...] = (CircleName, PersonChange, SamePerson, NewPreset)
RESPONSES: tuple[type[BaseModel], ...] = (
    OpenedCircleBody, JoinedCircle, CircleBody, GamesBody, StatisticsBody, PresetsBody,
)  # fmt: skip
"""Those that are told whole; the others are parts of them."""


def played_body(game: PlayedGame) -> PlayedBody:
    """A game."""
    return PlayedBody(**PLAYED.dump_python(game), seconds=round(game.length.total_seconds()))


def preset_body(preset: Preset, url: str) -> PresetBody:
    """House rules."""
    return PresetBody(**asdict(preset), url=url)


def statistics_body(played: Iterable[PlayedGame], people: Iterable[Person]) -> StatisticsBody:
    """What comes out of the games."""
    found: Statistics = statistics_of(played, people)
    met = sorted(found.versus.items())
    versus = [VersusBody(one=one, other=other, **asdict(record)) for (one, other), record in met]
    return StatisticsBody(
        games=found.games, unfinished=found.unfinished, people=[_person(one) for one in found.people], versus=versus
    )


def _person(found: PersonStatistics) -> PersonStatisticsBody:
    return PersonStatisticsBody(
        person=found.person.id,
        streak=found.streak,
        longest_streak=found.longest_streak,
        by_game={slug: _record(record) for slug, record in found.by_game.items()},
        **_record(found.whole).model_dump(),
    )


def _record(record: Record) -> RecordBody:
    tallies = {one.tally.name: TallyBody(count=one.count, of=one.of) for one in record.tallies}
    return RecordBody(**{**asdict(replace(record, tallies=())), "tallies": tallies})
