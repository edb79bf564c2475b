"""Sentences for people: messages with named parameters, put into words only where somebody reads them.

So the rules know neither Flask nor a language. Translators' tools find a message by its name, `Text` or `Counted`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]


def _english(message: str) -> str:
    return message


def _english_count(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """A sentence or a word for people, with named parameters.

    `Text("{seat} turns in {color}", seat="Mary", color=Text("red"))`. Where the
    wording depends on a count, the second positional argument is the plural and
    `n` the count: `Counted("{n} token", "{n} tokens", n=2)`. A parameter is a str
    (shown as it is, a name say), an int, a Text, or a tuple of these (a list).
    """

    message: str
    plural: str | None
    params: tuple[tuple[str, Param], ...]

    def __init__(self, message: str, plural: str | None = None, /, **params: Param) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "plural", plural)
        object.__setattr__(self, "params", tuple(params.items()))

    def put(self, gettext: Gettext = _english, ngettext: Ngettext = _english_count) -> str:
        """The sentence in words, English unless translating functions are given."""
        params = dict(self.params)
        n = params.get("n")
        if self.plural is not None and isinstance(n, int):
            pattern = ngettext(self.message, self.plural, n)
        else:
            pattern = gettext(self.message)
        return pattern.format_map({key: _word(value, gettext, ngettext) for key, value in params.items()})

    def __str__(self) -> str:
        return self.put()


Counted = Text
"""A Text whose wording depends on a count; its own name tells translators' tools to expect a plural."""

Param = str | int | Text | tuple["str | Text", ...]


def _word(value: Param, gettext: Gettext, ngettext: Ngettext) -> str:
    if isinstance(value, Text):
        return value.put(gettext, ngettext)
    if isinstance(value, tuple):
        return ", ".join(_word(item, gettext, ngettext) for item in value)
    return str(value)
