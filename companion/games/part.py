"""A table's page as values: its parts, each with the function that draws it and that function's arguments.

Two parts with equal arguments look the same, so only what has changed is drawn and sent. All phones get the same
parts: what is for some of them alone is marked by `data-for` and `data-not` (static/css/marks.css). A mark is a
person's number (`People`), "seat" for anybody who plays a seat, "keeper", "host", "watch" for who only looks, and
"played" for a keeper's phone that plays for the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from zlib import crc32

from companion.games.text import Language, Text

Draw = Callable[..., str]
"""Draws markup from a language and a part's arguments: one element, which begins with its id.

If the part has inner ones, their markup comes right after the language.
"""


class Part(NamedTuple):
    """A part of the page. `id` is its element's; `args` are compared, so they are plain values.

    The `inner` parts stand in its element, one after the other. A page is one part, a tree.
    """

    id: str
    draw: Draw
    args: tuple[Any, ...] = ()
    inner: tuple[Part, ...] = ()

    def drawn(self, language: Language, shown: Part | None = None) -> str:
        """Draw it, with a number (`data-part`) by which a phone knows that it has the part already.

        `shown` is the part in its place on the page: the inner parts that it has, too, are not drawn again. An element
        with `data-keep` says where they go.
        """
        if not self.inner:
            own = self.draw(language, *self.args)
            return own.replace(" ", f' data-part="{crc32(own.encode()):x}" ', 1)
        own = self.draw(language, HERE, *self.args)
        number = crc32(own.replace(HERE, " ".join([one.id for one in self.inner]), 1).encode())
        kept = {one.id: one for one in shown.inner} if shown else {}
        inner = "".join(
            [
                f'<i id="{one.id}" data-keep hidden></i>'
                if kept.get(one.id) == one
                else one.drawn(language, kept.get(one.id))
                for one in self.inner
            ]
        )
        return own.replace(" ", f' data-part="{number:x}" ', 1).replace(HERE, inner, 1)

    def differs(self, other: Part) -> bool:
        """Return True if both differ in more than their inner parts."""
        return (
            self.draw != other.draw
            or self.args != other.args
            or [one.id for one in self.inner] != [one.id for one in other.inner]
        )


HERE = "<>"
"""Stands for the inner parts while their element is drawn: no value that is escaped can hold it."""


def changed(before: Part, now: Part) -> list[tuple[Part, Part]]:
    """Return the parts that lead from one page to another that differs, each as small as it can be: before, and now."""
    if not now.inner or before.differs(now):
        return [(before, now)]
    pairs = zip(before.inner, now.inner, strict=True)
    return [small for one, other in pairs if one != other for small in changed(one, other)]


class Group(NamedTuple):
    """Parts that stand in one element, such as the rows of seats: `opening` draws its start tag, `tag` closes it."""

    tag: str
    opening: Callable[[Language], str]
    parts: tuple[Part, ...]

    def part(self, id_: str) -> Part:
        """Return the group as a part with inner ones."""
        return Part(id_, _grouped, (id_, self.tag, self.opening), self.parts)


def _grouped(language: Language, inner: str, id_: str, tag: str, opening: Callable[[Language], str]) -> str:
    return f"{opening(language).replace(' ', f' id={chr(34)}{id_}{chr(34)} ', 1)}{inner}</{tag}>"


class Sheet(NamedTuple):
    """What is asked of the phones marked by `marks`: `draw` draws the inside of the sheet from `args`, and from inner
    parts if there are any.
    """

    marks: str
    draw: Draw
    args: tuple[Any, ...] = ()
    inner: tuple[Part, ...] = ()


class Wait(NamedTuple):
    """What all other phones show meanwhile: what they wait for, and hints for the phones with these marks.

    The phones that are marked in `headings` have a heading of their own. `next_up` is the number of the person whose
    turn comes next. Each of the `asides` is what it is about, and names with what is said of them, in short, or None.
    `more` draws what else they may tap, from `args`.
    """

    heading: Text
    hints: tuple[tuple[int | str, Text], ...] = ()
    next_up: int | None = None
    asides: tuple[tuple[Text, tuple[tuple[str, Text | None], ...]], ...] = ()
    more: Draw | None = None
    args: tuple[Any, ...] = ()
    headings: tuple[tuple[str, Text], ...] = ()
