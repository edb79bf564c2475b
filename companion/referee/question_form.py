"""A move as a form, derived from its pydantic model: which fields it has, and what can stand in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from companion.games.game import AnyGame
from companion.games.move import Means, Move, SeatName
from companion.games.text import Text

Kind = Literal["one-of", "number", "yes-no", "list", "map", "card", "text"]
Value = str | int

SEAT = get_args(SeatName)[1]
WORDS: dict[Kind, Text] = {
    "one-of": Text("Which?"),
    "number": Text("How many?"),
    "yes-no": Text("Is it so?"),
    "list": Text("Which, one after another?"),
    "map": Text("How many each?"),
    "card": Text("Which card?"),
    "text": Text("What do you say?"),
}
WHO = Text("Who?")

# Attributes of pydantic's annotations that bound a number or a list, and what to add for the first allowed value.
FROM = ("ge", 0), ("gt", 1)
TO = ("le", 0), ("lt", -1)
AT_LEAST = ("min_length", 0)
AT_MOST = ("max_length", 0)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: its JSON `key`, its question (`asks`), and whether it is `needed`.

    `values` can be tapped: those of a "one-of", the items of a "list", the keys of a "map". `low` and `high`
    bound a number, or the length of a list; None: unbounded. `names_seats`: the values are names of seats.
    `of` is the kind of a list's items. `supposes`: it is no field of the move, but tells of the moment of the question.
    """

    key: str
    kind: Kind
    asks: Text
    needed: bool = True
    values: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    names_seats: bool = False
    of: Kind | None = None
    supposes: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One shape of move as a form. `id` is its kind, with its marker where it has one: "trick", "trick.cards"."""

    id: str
    shape: type[Move]
    words: Text
    rules: tuple[str, ...]
    fields: tuple[Field, ...]


def forms_of(game: AnyGame, seats: tuple[str, ...]) -> tuple[Form, ...]:
    """A form for every move of the game, in the game's order."""
    return tuple(form_of(game, shape, seats) for shape in game.moves)


def form_of(game: AnyGame, shape: type[Move], seats: tuple[str, ...]) -> Form:
    """The form of one of the game's moves at a table with these seats."""
    question = game.question(shape)
    form_id = shape.kind() if shape.marker is None else f"{shape.kind()}.{shape.marker}"
    fields = [_field(name, info, seats) for name, info in shape.model_fields.items() if name != "move"]
    facts = {} if question.facts is None else question.facts.model_fields
    fields += [replace(_field(name, info, seats), needed=False, supposes=True) for name, info in facts.items()]
    unknown = game.unknown()
    asked = tuple(
        replace(
            field,
            asks=question.asks.get(field.key, field.asks),
            values=tuple(value for value in field.values if field.names_seats or value not in unknown),
        )
        for field in fields
    )
    return Form(form_id, shape, question.words, question.rules, asked)


def _field(name: str, info: FieldInfo, seats: tuple[str, ...]) -> Field:
    annotation: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    return replace(_read(annotation, seats), key=info.alias or name, needed=info.is_required())


def _read(annotation: Any, seats: tuple[str, ...]) -> Field:
    """The field for this type, without key and need."""
    return _either([_read_one(plain, notes, seats) for plain, notes in _parts(annotation)])


def _read_one(plain: Any, notes: tuple[Any, ...], seats: tuple[str, ...]) -> Field:
    origin, inner = get_origin(plain), get_args(plain)
    if origin is Literal:
        return _asked("one-of", values=inner)
    if origin in (list, tuple):
        return _list(_read(inner[0], seats), notes, seats)
    if origin is dict:
        names = _read(inner[0], seats)
        return replace(
            _read(inner[1], seats), kind="map", asks=WORDS["map"], values=names.values, names_seats=names.names_seats
        )
    if plain is bool:
        return _asked("yes-no", values=(True, False))
    if plain is int:
        return _asked("number", low=_end(notes, *FROM), high=_end(notes, *TO))
    if SEAT in notes:
        return replace(_asked("one-of", values=seats), asks=WHO, names_seats=True)
    return _asked("card" if Means("card") in notes else "text")


def _parts(annotation: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """(type, annotations) of each member of a union but None."""
    notes: tuple[Any, ...] = ()
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        for note in more:
            notes += tuple(note.metadata) if isinstance(note, FieldInfo) else (note,)
    if get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    elif annotation is not NoneType:
        yield annotation, notes


def _either(fields: list[Field]) -> Field:
    """A union as one field: all values; beside a number or a text they are suggestions."""
    typed = next((field for field in fields if field.kind != "one-of"), fields[-1])
    values = tuple(value for field in fields for value in field.values)
    return replace(typed, values=values, names_seats=any(field.names_seats for field in fields))


def _list(inner: Field, notes: tuple[Any, ...], seats: tuple[str, ...]) -> Field:
    low, high = _end(notes, AT_LEAST), _end(notes, AT_MOST)
    if Means("one-a-seat") in notes:
        low = high = len(seats)
    return replace(inner, kind="list", asks=WORDS["list"], low=low, high=high, of=inner.kind)


def _asked(kind: Kind, values: tuple[Value, ...] = (), low: int | None = None, high: int | None = None) -> Field:
    return Field("", kind, WORDS[kind], values=values, low=low, high=high)


def _end(notes: Iterable[Any], *ends: tuple[str, int]) -> int | None:
    """The bound that the annotations set, None where they set none."""
    found = (getattr(note, name) + step for note in notes for name, step in ends if hasattr(note, name))
    return next(found, None)
