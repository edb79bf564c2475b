"""A hypothetical move as a form: its fields, derived from the move's model, and the draft that is told tap by tap.

The draft is kept in the address. If a value to tap would complete the move, it is shown with the referee's answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from urllib.parse import urlencode

from pydantic.fields import FieldInfo

from companion.games.game import AnyGame, Book
from companion.games.move import Means, Move, SeatName
from companion.games.page import Fields
from companion.games.text import Text
from companion.referee.ask import VerdictKind, ask

FieldKind = Literal["one-of", "number", "yes-no", "list", "map", "card", "text"]
Value = str | int

SEAT = get_args(SeatName)[1]
WORDS: dict[FieldKind, Text] = {
    "one-of": Text("Which?"),
    "number": Text("How many?"),
    "yes-no": Text("Is it so?"),
    "list": Text("Which, one after another?"),
    "map": Text("How many each?"),
    "card": Text("Which card?"),
    "text": Text("What do you say?"),
}
WHO = Text("Who?")

LOWEST = ("ge", 0), ("gt", 1), ("min_length", 0)
HIGHEST = ("le", 0), ("lt", -1), ("max_length", 0)
"""Attributes of pydantic's annotations that bound a number or a list, and what to add for the first allowed value."""

ASK, ALL = "ask", "_all"
"""Keys of an address: one holds the id of the form, the other names each list that is complete."""
LONGEST_LIST, LONGEST_TEXT, DIGITS = 40, 280, 5
Pairs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class QuestionField:
    """One field of a form: its JSON `key`, its question (`asks`), and whether it is `needed`.

    `values` can be tapped: those of a "one-of", the items of a "list", the keys of a "map". `low` and `high`
    bound a number, or the length of a list, unless they are None. `names_seats` is True if the values are names of
    seats. `of` is the kind of a list's items. `is_premise` is True for a field that is no part of the move, but tells
    about the moment of the question.
    """

    key: str
    kind: FieldKind
    asks: Text
    needed: bool = True
    values: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    names_seats: bool = False
    of: FieldKind | None = None
    is_premise: bool = False


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """One shape of move as a form. `id` is its kind, with its marker if it has one: "trick", "trick.cards"."""

    id: str
    shape: type[Move]
    words: Text
    rules: tuple[str, ...]
    fields: tuple[QuestionField, ...]


def forms_of(game: AnyGame, seats: tuple[str, ...]) -> tuple[QuestionForm, ...]:
    """Return a form for every move of the game that can be asked about, in the game's order."""
    return tuple(form_of(game, shape, seats) for shape in game.moves if shape.asked_about)


def form_of(game: AnyGame, shape: type[Move], seats: tuple[str, ...]) -> QuestionForm:
    """Return the form of one of the game's moves at a table with these seats."""
    question = game.question(shape)
    form_id = shape.kind() if shape.marker is None else f"{shape.kind()}.{shape.marker}"
    fields = [_field(name, info, seats) for name, info in shape.model_fields.items() if name != "move"]
    premises = {} if question.premises is None else question.premises.model_fields
    fields += [replace(_field(name, info, seats), needed=False, is_premise=True) for name, info in premises.items()]
    unknown = game.unknown
    asked = tuple(
        replace(
            field,
            asks=question.asks.get(field.key, field.asks),
            values=tuple(value for value in field.values if field.names_seats or value not in unknown),
        )
        for field in fields
    )
    return QuestionForm(form_id, shape, question.words, question.rules, asked)


def _field(name: str, info: FieldInfo, seats: tuple[str, ...]) -> QuestionField:
    annotation: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    return replace(_read(annotation, seats), key=info.alias or name, needed=info.is_required())


def _read(annotation: Any, seats: tuple[str, ...]) -> QuestionField:
    """Return the field for this type, without key and need.

    A union is one field with all values; beside a number or a text they are suggestions.
    """
    fields = [_member(plain, notes, seats) for plain, notes in _members(annotation)]
    typed = next((field for field in fields if field.kind != "one-of"), fields[-1])
    values = tuple(value for field in fields for value in field.values)
    return replace(typed, values=values, names_seats=any(field.names_seats for field in fields))


def _members(annotation: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield (type, annotations) of each member of a union except None; of another type, its own."""
    notes: tuple[Any, ...] = ()
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        for note in more:
            notes += tuple(note.metadata) if isinstance(note, FieldInfo) else (note,)
    if get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _members(part)
    elif annotation is not NoneType:
        yield annotation, notes


def _member(plain: Any, notes: tuple[Any, ...], seats: tuple[str, ...]) -> QuestionField:
    origin, inner = get_origin(plain), get_args(plain)
    low, high = _bound(notes, LOWEST), _bound(notes, HIGHEST)
    if origin is Literal:
        return _of_kind("one-of", values=inner)
    if origin in (list, tuple):
        item = _read(inner[0], seats)
        if Means("one-a-seat") in notes:
            low = high = len(seats)
        return replace(item, kind="list", asks=WORDS["list"], low=low, high=high, of=item.kind)
    if origin is dict:
        names, number = _read(inner[0], seats), _read(inner[1], seats)
        return replace(number, kind="map", asks=WORDS["map"], values=names.values, names_seats=names.names_seats)
    if plain is bool:
        return _of_kind("yes-no", values=(True, False))
    if plain is int:
        return _of_kind("number", low=low, high=high)
    if SEAT in notes:
        return replace(_of_kind("one-of", values=seats), asks=WHO, names_seats=True)
    return _of_kind("card" if Means("card") in notes else "text")


def _bound(notes: Iterable[Any], ends: Iterable[tuple[str, int]]) -> int | None:
    """Return the bound that the annotations set, or None."""
    bounds = (getattr(note, name) + step for note in notes for name, step in ends if hasattr(note, name))
    return next(bounds, None)


def _of_kind(
    kind: FieldKind, values: tuple[Value, ...] = (), low: int | None = None, high: int | None = None
) -> QuestionField:
    return QuestionField("", kind, WORDS[kind], values=values, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Option:
    """A value to tap, the query with it, and, if it completes the move, the `kind` of the referee's answer.

    The kind is None for a slip, too: the answer would be no for everybody, yet the slip can be recorded.
    """

    value: Value
    query: str
    kind: VerdictKind | None = None


@dataclass(frozen=True)
class QuestionDraft:
    """A hypothetical move, told in part: its values by key; `ended` holds the keys of lists that are complete."""

    form: QuestionForm
    values: Mapping[str, Any]
    ended: frozenset[str]

    @property
    def next(self) -> QuestionField | None:
        """The field to ask for next, or None if the move is complete. Texts are not asked for: they decide nothing."""
        asked = [field for field in self.form.fields if field.kind != "text" and not field.is_premise]
        needed = [field for field in asked if field.needed]
        if asked and not needed:  # any one of them will do
            return None if self.values else asked[0]
        return next((field for field in needed if not self._settled(field)), None)

    @property
    def more(self) -> tuple[QuestionField, ...]:
        """The optional fields, except texts."""
        return tuple(field for field in self.form.fields if not field.needed and field.kind != "text")

    def _settled(self, field: QuestionField) -> bool:
        if field.kind != "list":
            return field.key in self.values
        entered = len(self.values.get(field.key, ()))
        return entered == field.high or (field.key in self.ended and entered >= (field.low or 1))

    def move(self, text: str) -> dict[str, Any]:
        """Return the move as far as it is told, as JSON has it; `text` fills each required text that is missing."""
        texts = {field.key: text for field in self.form.fields if field.needed and field.kind == "text"}
        premises = self.premises
        values = {key: value for key, value in self.values.items() if key not in premises}
        return {"move": self.form.shape.kind(), **texts, **values}

    @property
    def premises(self) -> Mapping[str, Any]:
        """What is told about the moment of the question."""
        keys = {field.key for field in self.form.fields if field.is_premise}
        return {key: value for key, value in self.values.items() if key in keys}

    def query(self, **changes: Any) -> str:
        """Return the draft as the query of an address, with these values changed; None removes one."""
        return urlencode(self.pairs(**changes))

    def pairs(self, **changes: Any) -> Pairs:
        """Return the draft as (key, value) pairs of a form, with these values changed; None removes one."""
        values = {key: value for key, value in {**self.values, **changes}.items() if value not in (None, [])}
        pairs = [(ASK, self.form.id)]
        for field in self.form.fields:
            if field.key in values:
                pairs += _spelt(field, values[field.key])
        ended = {key for key in self.ended if key in values and key not in changes}
        return pairs + [(ALL, key) for key in sorted(ended)]

    def with_list_complete(self, field: QuestionField) -> str:
        """Return the query with this list declared complete."""
        return urlencode([*self.pairs(), (ALL, field.key)])

    def with_value(self, field: QuestionField, value: Value) -> QuestionDraft:
        """Return the draft with this value set, or appended to a list."""
        values = [*self.values.get(field.key, ()), value] if field.kind == "list" else value
        return QuestionDraft(self.form, {**self.values, field.key: values}, self.ended - {field.key})


def _spelt(field: QuestionField, value: Any) -> Pairs:
    if field.kind == "map":
        # After somebody has joined, a move may name a player who has no seat in this form; the pair is left out.
        known = ((seat, n) for seat, n in value.items() if seat in field.values)
        return [(f"{field.key}.{field.values.index(seat)}", str(n)) for seat, n in known]
    return [(field.key, str(item)) for item in (value if isinstance(value, list) else [value])]


def read_draft(form: QuestionForm, fields: Fields) -> QuestionDraft:
    """Return the draft of this form that an address holds; values that cannot be read are left out."""
    read = ((field, _value_in(field, fields)) for field in form.fields)
    values = {field.key: value for field, value in read if value is not None}
    return QuestionDraft(form, values, frozenset(fields.getlist(ALL)))


def _value_in(field: QuestionField, fields: Fields) -> Any:
    """Return the value of a field, or None if none can be read."""
    texts = fields.getlist(field.key)
    if field.kind == "list":
        items = [value for value in (_item(field, text) for text in texts) if value is not None]
        return items[: field.high or LONGEST_LIST] or None
    if field.kind == "map":
        given = ((name, fields.getlist(f"{field.key}.{place}")[-1:]) for place, name in enumerate(field.values))
        typed = ((str(name), _number(text)) for name, texts in given for text in texts)
        return {name: n for name, n in typed if n is not None} or None
    return _item(field, texts[-1]) if texts else None


def _item(field: QuestionField, text: str) -> Value | None:
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


def options(book: Book, draft: QuestionDraft, field: QuestionField, text: str) -> tuple[Option, ...]:
    """Return the values to tap for a field, judged if they complete the move; none for a map, whose numbers are typed.

    `text` fills each required text.
    """
    if field.kind == "map":
        return ()
    deck = book.game.cards(book.game.seen_by(book).state) if "card" in (field.kind, field.of) else ()
    values = (*field.values, *(face.name for face in deck))
    return tuple(_option(book, draft.with_value(field, value), value, text) for value in values)


def _option(book: Book, draft: QuestionDraft, value: Value, text: str) -> Option:
    if draft.next is not None:
        return Option(value, draft.query())
    answer = ask(book, draft.move(text), premises=draft.premises)
    final = answer.missing_premise is None and (answer.slip is None or not answer.legal)
    return Option(value, draft.query(), answer.kind if final else None)


def draft_of(forms: tuple[QuestionForm, ...], move: Move) -> QuestionDraft | None:
    """Return a move of the game as a complete draft; None if it cannot be asked about."""
    form = next((form for form in forms if isinstance(move, form.shape)), None)
    if form is None:
        return None
    values = {key: value for key, value in move.plain().items() if key != "move"}
    return QuestionDraft(form, values, frozenset(field.key for field in form.fields if field.kind == "list"))
