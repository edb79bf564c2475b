"""A table's page as values: its parts, each with the function that draws it and that function's arguments.

Two parts with equal arguments look the same, so only what has changed is drawn and sent. All phones get the same
parts: what is for some of them alone is marked by `data-for` and `data-not` (static/css/marks.css). A mark is a
person's number (`People`), "seat" for anybody who plays a seat, "keeper", "host", "watch" for who only looks, and
"played" for a keeper's phone that plays for the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.games.text import Language, Text

Draw = Callable[..., str]
"""Draws markup from a language and a part's arguments; the markup is one element, which begins with its id."""


class Part(NamedTuple):
    """A part of the page. `id` is its element's; `args` are compared, so they are plain values."""

    id: str
    draw: Draw
    args: tuple[Any, ...] = ()

    def drawn(self, language: Language) -> str:
        return self.draw(language, *self.args)


class Group(NamedTuple):
    """Parts that stand in one element, such as the rows of seats: `opening` draws its start tag, `tag` closes it."""

    tag: str
    opening: Callable[[Language], str]
    parts: tuple[Part, ...]


class Sheet(NamedTuple):
    """What is asked of the phones marked by `marks`: `draw` draws the inside of the sheet from `args`."""

    marks: str
    draw: Draw
    args: tuple[Any, ...] = ()


class Wait(NamedTuple):
    """What all other phones show meanwhile: what they wait for, and a hint for each person by number.

    `next_up` is the number of the person whose turn comes next. Each of the `asides` is what it is about, and names
    with what is said of them, in short, or None. `more` draws what else they may tap, from `args`.
    """

    heading: Text
    hints: tuple[tuple[int, Text], ...] = ()
    next_up: int | None = None
    asides: tuple[tuple[Text, tuple[tuple[str, Text | None], ...]], ...] = ()
    more: Draw | None = None
    args: tuple[Any, ...] = ()
