"""The people of a table: they come, go and change their names; and who sits where."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

T = TypeVar("T")


class Seat(str):
    """The name of a seat, as a type of its own, so that a rename finds every seat in a state and nothing else."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def left_of(seats: tuple[Seat, ...], seat: str, steps: int = 1) -> Seat:
    """Return the seat that is `steps` places to the left of `seat`, which is clockwise."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def from_left_of(seats: tuple[Seat, ...], seat: str) -> tuple[Seat, ...]:
    """Return all seats clockwise, starting on the left of `seat` and ending with `seat` itself."""
    first = seats.index(seat) + 1
    return seats[first:] + seats[:first]


def starting_with(seats: tuple[Seat, ...], seat: str) -> tuple[Seat, ...]:
    """Return all seats clockwise, starting with `seat`."""
    first = seats.index(seat)
    return seats[first:] + seats[:first]


class People(Struct, frozen=True, cache_hash=True):
    """Everybody who has ever had a seat at a table, numbered in the order in which they came.

    `names` holds all names of each person, the current one last. Keys and rows in the database know a person by the
    first one. A name belongs to one person for good. `seated` holds the people who sit at the table now, clockwise.
    """

    names: tuple[tuple[Seat, ...], ...]
    seated: tuple[int, ...]

    opened: int = 0
    """How many people sat down when the table was opened."""
    left: tuple[int, ...] = ()
    """The people who have left, in the order in which they went."""
    seats: tuple[Seat, ...] = ()
    """The current names of those who sit at the table now, clockwise; made of the others."""

    def __post_init__(self) -> None:
        force_setattr(self, "seats", tuple(self.names[person][-1] for person in self.seated))

    @property
    def first_names(self) -> tuple[str, ...]:
        """The names by which keys and rows know those who sit at the table now, clockwise.

        A key or row with any other name belongs to nobody at the table, even if somebody is called that by now: its
        owner has left, or their arrival was undone.
        """
        return tuple(self.names[person][0] for person in self.seated)

    def seated_as(self, first: str | None) -> str | None:
        """Return the current name of the person with this first name, or None if they have no seat."""
        return next((self.names[person][-1] for person in self.seated if self.names[person][0] == first), None)

    @property
    def changed(self) -> bool:
        """True if anybody has come, left, moved or been renamed."""
        return (
            self.seated != tuple(range(self.opened))
            or len(self.names) > self.opened
            or any(len(names) > 1 for names in self.names)
        )

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """The current name of each person, including those who have left."""
        return tuple(names[-1] for names in self.names)

    def person(self, name: str | None) -> int | None:
        """Return the number of the person who has, or had, this name; None if nobody had it."""
        return next((number for number, names in enumerate(self.names) if name in names), None)

    def same(self, one: str | None, other: str | None) -> bool:
        """Return True if both names belong to the same person."""
        return one is not None and other is not None and self.name_now(one) == self.name_now(other)

    def first_name(self, name: str) -> str:
        """Return the first name of the person who has, or had, `name`; `name` itself if nobody had it."""
        person = self.person(name)
        return name if person is None else self.names[person][0]

    def name_now(self, name: str) -> str:
        """Return the current name of the person who has, or had, `name`; `name` itself if nobody had it."""
        person = self.person(name)
        return name if person is None else self.names[person][-1]

    def names_of(self, name: str | None) -> tuple[str, ...]:
        """Return all names of the person who has, or had, `name`; empty if nobody had it."""
        person = self.person(name)
        return () if person is None else self.names[person]

    def sits(self, name: str) -> bool:
        """Return True if the person who has, or had, `name` sits at the table."""
        return self.person(name) in self.seated

    def joined(self, name: str, place: int) -> People:
        """Add somebody at that place: a new person, or one who left and comes back under a former name."""
        person = self.person(name)
        known = self if person is not None else replace(self, names=(*self.names, (Seat(name),)))
        number = len(self.names) if person is None else person
        left = tuple(one for one in self.left if one != number)
        return replace(known, seated=(*self.seated[:place], number, *self.seated[place:]), left=left)

    def without(self, name: str) -> People:
        gone = tuple(one for one in self.seated if self.names[one][-1] == name)
        return replace(self, seated=tuple(one for one in self.seated if one not in gone), left=(*self.left, *gone))

    def renamed(self, name: str, after: str) -> People:
        person = self.person(name)
        names = tuple(
            (*(old for old in had if old != after or old == had[0]), Seat(after)) if number == person else had
            for number, had in enumerate(self.names)
        )
        return replace(self, names=names)

    def reseated(self, seats: tuple[str, ...]) -> People:
        number: dict[str, int] = dict(zip(self.seats, self.seated, strict=True))
        return replace(self, seated=tuple(number[name] for name in seats))


@lru_cache(256)
def people_of(seats: tuple[str, ...]) -> People:
    """Return the people of a table that has just been opened with these seats."""
    return People(tuple((Seat(name),) for name in seats), tuple(range(len(seats))), opened=len(seats))


def renamed(value: T, old: str, new: str) -> T:
    """Return a state (or any part of one) in which the seat `old` is called `new`, wherever it stands."""
    result: Any = value
    if isinstance(value, People):
        result = value.renamed(old, new)
    elif isinstance(value, Seat):
        result = Seat(new) if value == old else value
    elif isinstance(value, tuple):
        result = tuple(renamed(item, old, new) for item in value)
    elif isinstance(value, frozenset):
        result = frozenset(renamed(item, old, new) for item in value)
    elif isinstance(value, Mapping):
        result = {renamed(key, old, new): renamed(item, old, new) for key, item in value.items()}
    elif isinstance(value, Struct):
        parts = {name: renamed(getattr(value, name), old, new) for name in value.__struct_fields__}
        result = replace(value, **parts)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: renamed(getattr(value, part.name), old, new) for part in dataclasses.fields(value) if part.init
        }
        result = dataclasses.replace(value, **parts)
    return result  # type: ignore[no-any-return]  # it has the type of `value`
