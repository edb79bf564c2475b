"""A question that is put tap by tap: what has been told, what is asked next, and where each answer leads.

What was told lives in an address, as fields with one or more values each. Of one
field there may be several values (a list), and a map's stand under its key and the
place of the seat ("wilds.0").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

from companion.games.game import Move
from companion.games.ruling import Rejected
from companion.games.transcript import Book
from companion.referee.asking import ask
from companion.referee.questions import Field, Form, Value

ASK, ALL = "ask", "_all"
LONGEST_LIST = 40
LONGEST_TEXT = 280
DIGITS = 5

Pairs = list[tuple[str, str]]


class Fields(Protocol):
    """Fields of an address: several values may stand under one key."""

    def getlist(self, key: str, /) -> list[str]:
        """All values."""


@dataclass(frozen=True, slots=True)
class Option:
    """A value to tap and where it leads. `judged`: it makes the question whole, and `rejected` is the answer."""

    value: Value
    query: str
    judged: bool = False
    rejected: Rejected | None = None


@dataclass(frozen=True)
class Told:
    """What has been told of a question. `values` are by key; `ended` names the lists that are said to be all."""

    form: Form
    values: Mapping[str, Any]
    ended: frozenset[str]

    @property
    def next(self) -> Field | None:
        """The field to tell next, None where the question is whole. Texts are never asked for, they decide nothing."""
        asked = [field for field in self.form.fields if field.kind != "text"]
        needed = [field for field in asked if field.needed]
        if asked and not needed:  # one of several ways to tell it
            return None if self.values else asked[0]
        return next((field for field in needed if not self._settled(field)), None)

    @property
    def more(self) -> tuple[Field, ...]:
        """What may be told besides, but need not."""
        return tuple(field for field in self.form.fields if not field.needed and field.kind != "text")

    def _settled(self, field: Field) -> bool:
        if field.kind != "list":
            return field.key in self.values
        told = len(self.values.get(field.key, ()))
        return told == field.high or (field.key in self.ended and told >= (field.low or 1))

    def move(self, text: str) -> dict[str, Any]:
        """The move as far as it is told; `text` stands wherever one is needed and none was told."""
        texts = {field.key: text for field in self.form.fields if field.needed and field.kind == "text"}
        return {"move": self.form.shape.kind(), **texts, **self.values}

    def query(self, **changes: Any) -> str:
        """The question as the query of an address, with some of its values changed; None takes one back."""
        return urlencode(self.pairs(**changes))

    def pairs(self, **changes: Any) -> Pairs:
        """The same as fields of a form."""
        values = {key: value for key, value in {**self.values, **changes}.items() if value not in (None, [])}
        pairs = [(ASK, self.form.id)]
        for field in self.form.fields:
            if field.key in values:
                pairs += _spelt(field, values[field.key])
        ended = {key for key in self.ended if key in values and key not in changes}
        return pairs + [(ALL, key) for key in sorted(ended)]

    def all_told(self, field: Field) -> str:
        """The query that says of a list that nothing more belongs to it."""
        return urlencode([*self.pairs(), (ALL, field.key)])

    def with_(self, field: Field, value: Value) -> Told:
        """The question after one more tap: the value set, or put behind those of a list."""
        told = [*self.values.get(field.key, ()), value] if field.kind == "list" else value
        return Told(self.form, {**self.values, field.key: told}, self.ended - {field.key})


def read_told(form: Form, fields: Fields) -> Told:
    """What an address tells of a question of this form; what makes no sense there is left out."""
    read = ((field, _read(field, fields)) for field in form.fields)
    values = {field.key: value for field, value in read if value is not None}
    return Told(form, values, frozenset(fields.getlist(ALL)))


def options(book: Book, told: Told, field: Field, text: str) -> tuple[Option, ...]:
    """What can be tapped for a field, each judged where it makes the question whole; a map is typed, not tapped."""
    if field.kind == "map":
        return ()
    deck = book.game.cards(book.game.seen_by(book).state) if "card" in (field.kind, field.of) else ()
    values = (*field.values, *(face.name for face in deck))
    return tuple(_option(book, told.with_(field, value), value, text) for value in values)


def _option(book: Book, told: Told, value: Value, text: str) -> Option:
    if told.next is not None:
        return Option(value, told.query())
    return Option(value, told.query(), True, ask(book, told.move(text)).rejected)


def _read(field: Field, fields: Fields) -> Any:
    """The value of a field, None where nothing sensible is told."""
    texts = fields.getlist(field.key)
    if field.kind == "list":
        found = [value for value in (_one(field, text) for text in texts) if value is not None]
        return found[: field.high or LONGEST_LIST] or None
    if field.kind == "map":
        typed = ((str(name), _number(text)) for name, text in _by_name(field, fields))
        return {name: n for name, n in typed if n is not None} or None
    return _one(field, texts[-1]) if texts else None


def _one(field: Field, text: str) -> Value | None:
    value = next((value for value in field.values if str(value) == text), None)
    kind = field.of or field.kind
    if value is None and kind == "number":
        return _number(text)
    if value is None and kind in ("card", "text"):
        return text[:LONGEST_TEXT]
    return value


def _number(text: str) -> int | None:
    digits = text.strip().replace("\u2212", "-").removeprefix("+")
    plain = digits.removeprefix("-")
    return int(digits) if plain.isascii() and plain.isdecimal() and len(plain) <= DIGITS else None


def _by_name(field: Field, fields: Fields) -> Iterator[tuple[Value, str]]:
    for place, name in enumerate(field.values):
        for text in fields.getlist(f"{field.key}.{place}")[-1:]:
            yield name, text


def _spelt(field: Field, value: Any) -> Pairs:
    if field.kind == "map":
        return [(f"{field.key}.{field.values.index(seat)}", str(n)) for seat, n in value.items()]
    return [(field.key, str(one)) for one in (value if isinstance(value, list) else [value])]


def told_of(forms: tuple[Form, ...], move: Move) -> Told:
    """A move of the game as a question that is told to its end."""
    form = next(form for form in forms if form.shape is type(move))
    values = {key: value for key, value in move.plain().items() if key != "move"}
    return Told(form, values, frozenset(field.key for field in form.fields if field.kind == "list"))
