"""What a circle brings to the form that opens a table: its people, the latest game, its presets.

These are house rules that it keeps: the address that opens the form filled with them, and keeping them no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Member, Person, Preset
from companion.circles.errors import NoSuchPreset
from companion.circles.played import PlayedGame, in_order
from companion.circles.policy import CircleChange
from companion.games.game import AnyGame
from companion.games.header import as_read
from companion.web.answer_form import answers
from companion.web.circle.identity import circle_of_table, circles, joined_at, may
from companion.web.lobby.house_rules import typed_options

blueprint = Blueprint("circle_presets", __name__, url_prefix="/c/<code>/presets")


@answers(blueprint, "/<int:preset>/drop", find=may(CircleChange.DROP_PRESET))
def drop(circle: Circle, member: Member, preset: int) -> ResponseReturnValue:
    """Keep these house rules no longer. Those that are kept no longer already are."""
    with suppress(NoSuchPreset):
        circles().drop_preset(member, preset)
    return redirect(url_for("circle.page", code=circle.code), 303)


@blueprint.app_template_global("preset_link")
def preset_link(preset: Preset, circle: Circle | None = None) -> str:
    """The form to open a table by these house rules, in the circle, if in any: all of it stands in the address."""
    fields: dict[str, Any] = typed_options(dict(preset.options)).to_dict()
    return url_for("open_table.form", slug=preset.game, circle=None if circle is None else circle.code, **fields)


@dataclass(frozen=True, slots=True)
class CircleDefaults:
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


def defaults_of(code: str, game: AnyGame) -> CircleDefaults | None:
    """What the circle of that code brings for this game; None where this phone is not in it."""
    found = joined_at(code)
    if found is None:
        return None
    circle, member = found.circle, found.member
    presets = tuple(preset for preset in circles().presets(circle) if preset.game == game.slug)
    return CircleDefaults(circle, member, circles().people(circle.id), presets)


def code_of_table(table_id: int) -> str:
    """The code of the circle that a table belongs to; "" where this phone is in none."""
    found = circle_of_table(table_id)
    return "" if found is None else found.circle.code


def game_of(defaults: CircleDefaults, table: str) -> PlayedGame | None:
    """The game of that table, which another phone may have opened, or with no code the latest of the circle."""
    played = in_order(circles().games.of(defaults.circle.id))
    return next((one for one in reversed(played) if table in (one.table, "")), None)
