"""A circle as values: people of this server who play together, their phones, and the house rules that it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

LONGEST_CIRCLE_NAME = 60  # characters; it is the longest name of a preset, too
MOST_PEOPLE = 500
MOST_FORMER = 20  # names that a person had before, or has beside the one that the circle uses


@dataclass(frozen=True, slots=True)
class Circle:
    """People who play together. Whoever has its `code` may join."""

    id: int
    code: str
    name: str
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """A phone that holds a key of a circle.

    `person` is whose phone it is, if that was said. A `host` may change the circle.
    """

    circle_id: int
    key_id: int
    host: bool
    label: str
    person: int | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a circle. `color` is a seat's colour, 1 to 12 as `seat-1` to `seat-12` in static/css/seat_badges.css.

    `initial` tells the person from the others of the circle.
    """

    id: int
    name: str
    color: int
    initial: str


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules of a game, kept under a name. `options` are those of a transcript's header, including the box."""

    id: int
    name: str
    game: str
    options: Mapping[str, Any]
