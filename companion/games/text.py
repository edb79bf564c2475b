"""Sentences for people: messages with named parameters, worded in a language only when somebody reads them.

So the rules know neither Flask nor a language. The extractor of the catalogues finds messages by the names `Text`,
`Counted` and `Sense`. docs/translating/README.md says what a translation may do with a placeholder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Protocol


class Language(Protocol):
    """A language to word messages in. `companion/languages.py` has the translated ones; messages are in `ENGLISH`."""

    @property
    def code(self) -> str:
        """The language tag, as in `<html lang>`: "en", "pt-BR"."""

    def __hash__(self) -> int:
        """Languages are keys of caches."""

    def wording(self, message: str, plural: str | None, n: int, sense: str | None, form: str) -> str:
        """Translate a message, placeholders included, in a grammatical form or, if it has no such form, plainly."""

    def name(self, name: str, form: str) -> str:
        """Return the pattern of a name in a grammatical form: "de {name}", "d\u2019{name}"."""

    def number(self, number: float) -> str:
        """Return the number as this language writes it."""

    def listed(self, items: Sequence[str], style: str) -> str:
        """Join items by commas; with style "and" or "or", the last one by that word."""


class English:
    """The language in which the messages are written."""

    code = "en"

    def wording(self, message: str, plural: str | None, n: int, _sense: str | None, _form: str) -> str:
        return message if plural is None or n == 1 else plural

    def name(self, _name: str, _form: str) -> str:
        return "{name}"

    def number(self, number: float) -> str:
        return str(number).removesuffix(".0")

    def listed(self, items: Sequence[str], style: str) -> str:
        *first, last = items or ("",)
        return f"{', '.join(first)} {style} {last}" if style and first else ", ".join(items)


ENGLISH = English()


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """A sentence or a word for people, with named parameters.

    `Text("{seat} turns in {color}", seat="Mary", color=Text("red"))`. If the wording depends on a count, the second
    positional argument is the plural and `n` the count: `Counted("{n} token", "{n} tokens", n=2)`. A parameter is a str
    (a name, say, shown as it is), a number, a Text, or a tuple of strs and Texts (a list).
    `sense` tells apart words that English spells alike, see `Sense`.
    """

    message: str
    plural: str | None
    params: tuple[tuple[str, Param], ...]
    sense: str | None

    def __init__(self, message: str, plural: str | None = None, /, **params: Param) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "plural", plural)
        object.__setattr__(self, "params", tuple(params.items()))
        object.__setattr__(self, "sense", None)

    def put(self, language: Language = ENGLISH, form: str = "") -> str:
        """Word the sentence in a language, in a grammatical form if the translation has several.

        A message without parameters is taken as it stands: it may be a name with braces in it.
        """
        params = dict(self.params)
        n = params.get("n")
        plural = self.plural if isinstance(n, int) else None
        pattern = language.wording(self.message, plural, n if isinstance(n, int) else 0, self.sense, form)
        return "".join(filled(pattern, params, language)) if params else pattern

    def filled(self, params: Mapping[str, Param]) -> Text:
        other = Text(self.message, self.plural, **params)
        object.__setattr__(other, "sense", self.sense)
        return other

    def __str__(self) -> str:
        return self.put()


Counted = Text
"""A Text whose wording depends on a count. The name tells the extractor to expect a plural."""

Param = str | int | float | Text | tuple["str | Text", ...]


def Sense(sense: str, message: str, /, **params: Param) -> Text:  # noqa: N802 - a Text
    """Make a Text with the sense of an English word for which other languages have several words."""
    text = Text(message, **params)
    object.__setattr__(text, "sense", sense)
    return text


def sentences(first: Text, *more: Text | None) -> Text:
    """Join sentences by full stops, leaving out None."""
    for one in more:
        first = first if one is None else Text("{first}. {second}", first=first, second=one)
    return first


@dataclass(frozen=True, slots=True)
class Spec:
    """What follows the colon of a placeholder: `{seats:and}`, `{color:acc}`, `{token:cap}` or a combination."""

    form: str = ""
    style: str = ""
    capital: bool = False


STYLES = ("and", "or")
CAPITAL = "cap"


@lru_cache(8192)
def pieces(pattern: str) -> tuple[tuple[str, str | None, Spec], ...]:
    """Split a message into literal texts, each with the placeholder after it. Raise ValueError if it is malformed."""
    return tuple((text, name, _spec(spec or "")) for text, name, spec, _ in Formatter().parse(pattern))


@lru_cache(512)
def _spec(words: str) -> Spec:
    flags = words.split()
    form = next((word for word in flags if word not in (*STYLES, CAPITAL)), "")
    return Spec(form, next((word for word in flags if word in STYLES), ""), CAPITAL in flags)


Said = Callable[[object, Language, str], str]
"""Words a parameter that is neither a list nor a number, in a grammatical form."""


def filled(pattern: str, params: Mapping[str, object], language: Language, said: Said | None = None) -> Iterator[str]:
    """Yield the parts of the sentence that a pattern makes with these parameters."""
    for text, name, spec in pieces(pattern):
        yield text
        if name is not None:
            word = _word(params[name], language, spec, said or _said)
            yield word[:1].upper() + word[1:] if spec.capital else word


def _word(value: object, language: Language, spec: Spec, said: Said) -> str:
    if isinstance(value, tuple | list):
        return language.listed([_word(item, language, Spec(spec.form), said) for item in value], spec.style)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return language.number(value)
    return said(value, language, spec.form)


def _said(value: object, language: Language, form: str) -> str:
    if isinstance(value, Text):
        return value.put(language, form)
    name = str(value)
    return language.name(name, form).replace("{name}", name) if form else name
