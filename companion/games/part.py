"""A table's page as values: its parts, each with the function that draws it and that function's arguments.

Two parts with equal arguments look the same, so only what has changed is drawn and sent. All phones get the same
parts: what is for some of them alone is marked by `data-for` and `data-not` (static/css/marks.css). A mark is a
person's number (`People`), "seat" for anybody who plays a seat, "keeper", "host", "watch" for who only looks, and
"played" for a keeper's phone that plays for the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
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

    @property
    def own(self) -> tuple[object, ...]:
        """All that it looks like beside its inner parts."""
        return self.draw, self.args, [one.id for one in self.inner]

    def drawn(self, language: Language) -> str:
        """Draw it, with a number (`data-part`) by which a phone knows that it has the part already."""
        if not self.inner:
            markup = own = self.draw(language, *self.args)
        else:
            markup = self.draw(language, "".join([one.drawn(language) for one in self.inner]), *self.args)
            own = self.draw(language, " ".join([one.id for one in self.inner]), *self.args)
        return markup.replace(" ", f' data-part="{_number(own)}" ', 1)


@lru_cache(4096)
def _number(markup: str) -> str:
    return f"{crc32(markup.encode()):x}"


def changed(before: Part, now: Part) -> Iterator[Part]:
    """Yield the parts that lead from one page to another: each as small as it can be."""
    if before.own != now.own:
        yield now
    else:
        for one, other in zip(before.inner, now.inner, strict=True):
            yield from changed(one, other)


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
