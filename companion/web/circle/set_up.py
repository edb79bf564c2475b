"""What a circle brings to the form that opens a table: its people, the latest game, the house rules that it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.circles.circle import Circle, Member, Preset
from companion.circles.played import Person, Played
from companion.circles.statistics import in_order
from companion.games.game import AnyGame
from companion.games.header import as_read
from companion.web.circle.identity import circle_of_table, circles, joined_at


@dataclass(frozen=True, slots=True)
class CircleSetUp:
    """The circle that the table is to belong to, as this phone is in it."""

    circle: Circle
    member: Member
    people: tuple[Person, ...]
    presets: tuple[Preset, ...]

    def person(self, text: str) -> Person | None:
        """The person of that number."""
        return next((one for one in self.people if str(one.id) == text), None)

    @property
    def own_name(self) -> str | None:
        """Whose phone this is."""
        return next((one.name for one in self.people if one.id == self.member.person), None)

    def sits(self, person: Person, names: Sequence[str]) -> bool:
        """Whether the person is among these names already."""
        return as_read(person.name) in map(as_read, names)


def set_up_of(code: str, game: AnyGame) -> CircleSetUp | None:
    """What the circle of that code brings for this game; None where this phone is not in it."""
    found = joined_at(code)
    if found is None:
        return None
    circle, member = found.circle, found.member
    presets = tuple(preset for preset in circles().presets(circle) if preset.game == game.slug)
    return CircleSetUp(circle, member, circles().people(circle), presets)


def code_of_table(table_id: int) -> str:
    """The code of the circle that a table belongs to; "" where this phone is in none."""
    found = circle_of_table(table_id)
    return "" if found is None else found.circle.code


def game_of(set_up: CircleSetUp, table: str) -> Played | None:
    """The game of that table, which another phone may have opened, or with no code the latest of the circle."""
    played = in_order(circles().games.of(set_up.circle.id))
    return next((one for one in reversed(played) if table in (one.table, "")), None)


def names_in(played: Played) -> tuple[str, ...]:
    """Who sat at a game, as the circle calls them now."""
    return tuple(seat.name for seat in played.seats if seat.name)
