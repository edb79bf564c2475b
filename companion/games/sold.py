"""A game as it is sold: what it is called, its boxes and house rules, how many may sit down, and how it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel

from companion.games.header import Header
from companion.games.how_to_play import FirstCard, SetUpStep
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Box:
    """One of the boxes that a game is sold in: its `name` in a header, its look, and what tells it from the others.

    `shows` are symbols of the game, the first of them the largest.
    """

    name: str
    title: Text
    shows: tuple[str, ...]
    about: Text


class Sold:
    """A game before anybody sits down. What has a default may be left out."""

    slug: ClassVar[str]
    title: Text
    fewest_seats: ClassVar[int]
    seats_at_most: ClassVar[int]
    """How many may sit down, where no house rule changes that."""
    deals: ClassVar[bool] = True
    """Whether somebody deals; where nobody does, a header need not say who."""
    in_hands: ClassVar[bool] = False
    """Whether what is scored is called a hand here, and not a round."""
    most_wins: ClassVar[bool] = False
    """Whether the most points win, and not the fewest."""
    mismatch: Text = Text("The counts don\u2019t match")
    symbols: ClassVar[frozenset[str]] = frozenset()
    """Colours and suits that the game's sprite draws, each as `token-NAME`."""

    options: ClassVar[type[BaseModel]]
    header_keys: ClassVar[Mapping[str, tuple[Text, Text]]] = {}
    """For each key that the header of this game alone has: the question for it, and what holds where it is left out."""

    @property
    def folder(self) -> str:
        """The name of its rooms: under `companion/games` and `templates/games`."""
        return self.slug.replace("-", "_")

    def most_seats(self, options: BaseModel) -> int:
        """How many may sit down under these house rules."""
        return self.seats_at_most

    def takes(self, seats: int, options: BaseModel) -> bool:
        """Whether so many may sit down under these house rules."""
        return self.fewest_seats <= seats <= self.most_seats(options)

    boxes: ClassVar[tuple[Box, ...]] = ()
    """The boxes that it is sold in, the usual one first; empty where there is but one."""
    box_option: ClassVar[str] = "edition"
    """The house rule by which a header names the box."""
    box: str = ""
    """The box that this is the game of, by its name in a header."""

    def asks(self, option: str) -> Text:
        """The question that a form asks for one of the house rules."""
        return Text(self.options.model_fields[option].title or option)

    def usual(self, option: str) -> Text | None:
        """What holds where a house rule is not set, if that has to be said."""
        description = self.options.model_fields[option].description
        return Text(description) if description else None

    def counts(self, option: str) -> Mapping[str, int]:
        """The usual counts of a house rule that has several, by what is counted; empty for any other."""
        return {}

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """The house rules that so many people need and that are not the usual ones; None for too many people."""
        return {} if seats <= self.most_seats(self.options()) else None

    @property
    def largest(self) -> int:
        """How many may sit down under any house rules."""
        most = self.most_seats(self.options())
        while self.room_for(most + 1) is not None:
            most += 1
        return most

    def first_deal(self, names: tuple[str, ...]) -> Text | None:
        """How it comes that somebody deals first, told where a table is opened; `names` are those typed so far."""
        return None

    first_card: ClassVar[FirstCard | None] = None
    """The card that names the first dealer, where cards are dealt face up until it falls."""

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """What people do with the box before the first move; nothing where a game does not say."""
        return ()
