"""What the tests of circles say often: a circle with its host and another phone, and tables that belong to it."""

from __future__ import annotations

from companion.circles.circle import Member
from companion.circles.played import PlayedGame
from companion.games.transcript import read_header
from companion.service.service import TableService
from tests.service.house import SEATS, House, take


class Evenings:
    """One circle: its host, and Ann, who has joined."""

    def __init__(self, tables: TableService) -> None:
        self.tables, self.circles = tables, tables.circles
        self.opened = tables.circles.open("Tuesdays", "Host's phone")
        self.circle = tables.circles.find(self.opened.code)
        self.keys: dict[str, str] = {}
        self.host = self.member(self.opened.host_key)
        self.ann = self.joins("Ann's phone")

    def joins(self, label: str) -> Member:
        """Another phone, its key in `keys`."""
        self.keys[label] = self.circles.join(self.circle, label)
        return self.member(self.keys[label])

    def plays(self, *names: str, **options: object) -> House:
        """A table of the circle, at which something was entered."""
        house = self.sits(*names, **options)
        house.play_all(take((names or SEATS)[0]))
        return house

    def sits(self, *names: str, **options: object) -> House:
        """A table of the circle."""
        raw = {"transcript": 1, "game": "sluff-off", "seats": list(names or SEATS), "options": options}
        return CircleHouse(self, raw)

    def played(self, *names: str) -> House:
        """A game of one round, to its end: the first name takes all tricks, which nobody has predicted."""
        house = self.sits(*names, rounds=1)
        house.first = (names or SEATS)[0]
        house.play_out()
        return house

    def games(self) -> tuple[PlayedGame, ...]:
        """What the circle has played."""
        return self.circles.games.of(self.circle.id)

    def called(self, name: str) -> int:
        """The number of the person of that name."""
        return next(one.id for one in self.circles.people(self.circle.id) if one.name == name)

    def names(self) -> list[str]:
        """The people, by name."""
        return [one.name for one in self.circles.people(self.circle.id)]

    def member(self, key: str) -> Member:
        found = self.circles.of_key(key)
        assert found is not None
        return found[1]


class CircleHouse(House):
    """A table that belongs to a circle."""

    def __init__(self, home: Evenings, raw: object) -> None:
        self.tables = home.tables
        self.opened = home.tables.open(
            read_header(raw), keys_for_seats=True, label="Host's phone", circle=home.circle.id
        )
        self.code = self.opened.code
        self.host = self.actor(self.opened.host_key)
