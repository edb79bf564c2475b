"""What the referee answers: a ruling is a value, never an exception.

A sentence is a `Text`: a message with named parameters. It is put into words
only where somebody reads it, so the rules know neither Flask nor a language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

S = TypeVar("S")

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


Standing = Literal["agreed", "one-sheet", "conflict", "silent", "arithmetic", "ours"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the sheets where they disagree: who says it, what, and whether it is our default."""

    source: Text
    says: Text
    default: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rulebook. `id` is its anchor, its name in a rejection and in the tests' names.

    `says` is the rule in a sentence, `example` shows it at work, `standing` tells
    how well the published sheets carry it, `sources` names them, `readings` are
    the sides of a conflict, `option` is the house rule that selects another one.
    """

    id: str
    title: Text
    says: Text
    example: Text
    standing: Standing
    sources: tuple[Text, ...] = ()
    readings: tuple[Reading, ...] = ()
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted(Generic[S]):
    """The move stands; `state` is what the table looks like after it."""

    state: S


@dataclass(frozen=True, slots=True)
class Rejected:
    """The move does not stand: the rule it meets and the numbers behind that."""

    rule: Rule
    because: Text

    @property
    def reason(self) -> Text:
        """Both sentences: the numbers, then the rule."""
        return Text("{because} {rule}", because=self.because, rule=self.rule.says)


Ruling = Accepted[S] | Rejected
