"""A hypothetical move told tap by tap, as an address holds it; the values to tap, judged where one completes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.games.draft import Fields
from companion.games.game import Book
from companion.games.move import Move
from companion.referee.ask import Kind, ask
from companion.referee.question_form import Field, Form, Value

ASK, ALL = "ask", "_all"
"""Keys of an address: the id of the form, and each list that is complete."""
LONGEST_LIST = 40
LONGEST_TEXT = 280
DIGITS = 5

Pairs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Option:
    """A value to tap, and the query with it. Where it completes the move, `kind` is the answer to that.

    None for a slip, too: it is no for whoever it was, and can be recorded.
    """

    value: Value
    query: str
    kind: Kind | None = None


@dataclass(frozen=True)
class QuestionDraft:
    """A hypothetical move, half told: its values by key; `ended` holds the keys of lists that are complete."""

    form: Form
    values: Mapping[str, Any]
    ended: frozenset[str]

    @property
    def next(self) -> Field | None:
        """The field to ask for next, None where the move is complete. Texts are not asked for: they decide nothing."""
        asked = [field for field in self.form.fields if field.kind != "text" and not field.supposes]
        needed = [field for field in asked if field.needed]
        if asked and not needed:  # any one of them will do
            return None if self.values else asked[0]
        return next((field for field in needed if not self._settled(field)), None)

    @property
    def more(self) -> tuple[Field, ...]:
        """The optional fields."""
        return tuple(field for field in self.form.fields if not field.needed and field.kind != "text")

    def _settled(self, field: Field) -> bool:
        if field.kind != "list":
            return field.key in self.values
        entered = len(self.values.get(field.key, ()))
        return entered == field.high or (field.key in self.ended and entered >= (field.low or 1))

    def move(self, text: str) -> dict[str, Any]:
        """The move as far as it is told, as JSON has it; `text` fills each required text that was not told."""
        texts = {field.key: text for field in self.form.fields if field.needed and field.kind == "text"}
        facts = self.facts
        values = {key: value for key, value in self.values.items() if key not in facts}
        return {"move": self.form.shape.kind(), **texts, **values}

    @property
    def facts(self) -> Mapping[str, Any]:
        """What is told of the moment of the question."""
        keys = {field.key for field in self.form.fields if field.supposes}
        return {key: value for key, value in self.values.items() if key in keys}

    def query(self, **changes: Any) -> str:
        """The draft as the query of an address, with these values changed; None removes one."""
        return urlencode(self.pairs(**changes))

    def pairs(self, **changes: Any) -> Pairs:
        """The same as (key, value) pairs of a form."""
        values = {key: value for key, value in {**self.values, **changes}.items() if value not in (None, [])}
        pairs = [(ASK, self.form.id)]
        for field in self.form.fields:
            if field.key in values:
                pairs += _spelt(field, values[field.key])
        ended = {key for key in self.ended if key in values and key not in changes}
        return pairs + [(ALL, key) for key in sorted(ended)]

    def with_list_complete(self, field: Field) -> str:
        """The query with this list declared complete."""
        return urlencode([*self.pairs(), (ALL, field.key)])

    def with_value(self, field: Field, value: Value) -> QuestionDraft:
        """The draft with this value set, or appended to a list."""
        values = [*self.values.get(field.key, ()), value] if field.kind == "list" else value
        return QuestionDraft(self.form, {**self.values, field.key: values}, self.ended - {field.key})


def read_draft(form: Form, fields: Fields) -> QuestionDraft:
    """The draft of this form that an address holds; values that cannot be read are left out."""
    read = ((field, _read(field, fields)) for field in form.fields)
    values = {field.key: value for field, value in read if value is not None}
    return QuestionDraft(form, values, frozenset(fields.getlist(ALL)))


def options(book: Book, draft: QuestionDraft, field: Field, text: str) -> tuple[Option, ...]:
    """The values to tap for a field, judged where they complete the move; none for a map, whose numbers are typed.

    `text` fills each required text.
    """
    if field.kind == "map":
        return ()
    deck = book.game.cards(book.seen_by().state) if "card" in (field.kind, field.of) else ()
    values = (*field.values, *(face.name for face in deck))
    return tuple(_option(book, draft.with_value(field, value), value, text) for value in values)


def _option(book: Book, draft: QuestionDraft, value: Value, text: str) -> Option:
    if draft.next is not None:
        return Option(value, draft.query())
    answer = ask(book, draft.move(text), facts=draft.facts)
    final = answer.wants is None and (answer.slip is None or not answer.legal)
    return Option(value, draft.query(), answer.kind if final else None)


def _read(field: Field, fields: Fields) -> Any:
    """The value of a field, None where none can be read."""
    texts = fields.getlist(field.key)
    if field.kind == "list":
        found = [value for value in (_one(field, text) for text in texts) if value is not None]
        return found[: field.high or LONGEST_LIST] or None
    if field.kind == "map":
        given = ((name, fields.getlist(f"{field.key}.{place}")[-1:]) for place, name in enumerate(field.values))
        typed = ((str(name), _number(text)) for name, texts in given for text in texts)
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


def _spelt(field: Field, value: Any) -> Pairs:
    if field.kind == "map":
        # After a newcomer a move may name who has no seat yet: left out, as whatever cannot be read.
        known = ((seat, n) for seat, n in value.items() if seat in field.values)
        return [(f"{field.key}.{field.values.index(seat)}", str(n)) for seat, n in known]
    return [(field.key, str(one)) for one in (value if isinstance(value, list) else [value])]


def draft_of(forms: tuple[Form, ...], move: Move) -> QuestionDraft:
    """A move of the game as a complete draft."""
    form = next(form for form in forms if form.shape is type(move))
    values = {key: value for key, value in move.plain().items() if key != "move"}
    return QuestionDraft(form, values, frozenset(field.key for field in form.fields if field.kind == "list"))
