"""A move: a strict little model, read from JSON and written back unchanged, with its words beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from json import JSONEncoder
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from companion.games.header import BadHeader, read_name
from companion.games.people import Seat
from companion.games.text import Text, pieces

LONGEST_REASON = 280
Enters = Literal["seat", "anyone", "host"]
Plain = dict[str, Any]
"""A move as JSON has it."""

as_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as JSON for a page, without blanks."""


def _seat_at_this_table(name: Seat, info: ValidationInfo) -> Seat:
    if info.context is not None and name not in info.context:
        raise ValueError("no seat of this table")
    return name


def _trimmed(text: str) -> str:
    text = text.strip()
    if not 1 <= len(text) <= LONGEST_REASON:
        raise ValueError("a reason has 1 to 280 characters")
    return text


def _not_zero(points: int) -> int:
    if points == 0:
        raise ValueError("nothing is no ruling")
    return points


def _encodable(text: str) -> str:
    # JSON can spell half a character ("\\ud800"); no page, file or database can hold it.
    try:
        text.encode()
    except UnicodeEncodeError as broken:
        raise ValueError("a broken character") from broken
    return text


@dataclass(frozen=True, slots=True)
class Means:
    """What a value stands for, if its type does not say: a card of the deck, or a list with one item for each seat."""

    what: Literal["card", "one-a-seat"]


_AT_TABLE = AfterValidator(_seat_at_this_table)
SeatName = Annotated[Seat, _AT_TABLE]
NewName = Annotated[Seat, AfterValidator(lambda name: Seat(read_name(name)))]
"""A new name for a seat, by the same rules as in a header."""
Words = Annotated[str, AfterValidator(_encodable)]
Reason = Annotated[Words, AfterValidator(_trimmed)]
"""Why the table has ruled so. Source: TRANSCRIPTS, Replay: 1 to 280 characters after trimming."""
NotZero = AfterValidator(_not_zero)
"""For a number that must not be 0."""
CardName = Annotated[str, AfterValidator(_encodable), Means("card")]


class Strict(BaseModel):
    """Input from outside: no unknown keys, no type conversion, no null."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _no_null(cls, data: Any) -> Any:
        nothing = [key for key, value in data.items() if value is None] if isinstance(data, dict) else []
        if nothing:
            raise PydanticCustomError("null", "null stands for nothing here; leave the key out", {"key": nothing[0]})
        return data

    def plain(self) -> Plain:
        """Return it as JSON, with only the keys that were given."""
        return self.model_dump(by_alias=True, exclude_unset=True)


@dataclass(frozen=True, slots=True)
class Question:
    """How a person asks for one shape of move.

    `words` name it ("Take a token"), `asks` maps a JSON key to the question of its field ("From whom?"), and `rules`
    are the ids of the rules that allow it, the closest first. `premises` is a model of what can be told about the
    moment to which the move belongs, if that is not the present one.
    """

    words: Text
    asks: Mapping[str, Text] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    premises: type[BaseModel] | None = None

    def asking(self, **asks: Text) -> Question:
        """Return the same question with questions for more fields."""
        return replace(self, asks={**self.asks, **asks})


class Move(Strict):
    """A claim at the table. Each kind is a small strict model.

    - `entered_by` says whose phone may enter it: "seat" is the seat that it names, "anyone" is any seat (for a call
      that concerns all), "host" is nobody else. Host and scorekeeper may enter everything.
    - If a kind has two shapes, `marker` is the key that tells this one from the other.
    - In a `race` several seats may make it at once: the first to be entered counts, and the others are told how late
      they were. A `patient` move stays true after others have made the same kind of move: everybody tells their own.
    - `slip` is set for a move that records something against the rules, and says what it costs. It is never permitted.
    - `button` holds the words on its button, if they differ from its question's, and `in_ledger` its sentence for the
      ledger. Both may name fields of the move; `{n}` is the field named by `counted`.
    """

    entered_by: ClassVar[Enters] = "seat"
    race: ClassVar[bool] = False
    marker: ClassVar[str | None] = None
    patient: ClassVar[bool] = False
    slip: ClassVar[Text | None] = None
    question: ClassVar[Question | None] = None
    button: ClassVar[Text | None] = None
    in_ledger: ClassVar[Text | None] = None
    counted: ClassVar[str] = ""
    asked_about: ClassVar[bool] = True
    """False if nobody asks the referee whether it is allowed: it has too much to tell."""

    @classmethod
    @lru_cache
    def kind(cls) -> str:
        return str(get_args(cls.model_fields["move"].annotation)[0])

    @property
    def mover(self) -> str | None:
        """The seat that makes it, if one does."""
        return getattr(self, "seat", None)

    @property
    def vouched(self) -> bool:
        """True if it says something about a hand that only its player can know, so nobody else is offered it."""
        return False

    @classmethod
    def asked(cls) -> Question:
        return cls.question or Question(Text(cls.kind().replace("_", " ")))

    def label(self) -> Text:
        """Return the words on its button: "Steal blue from Mary". Screen readers and tests know it by them."""
        return self._filled(self.button or self.asked().words)

    def sentence(self) -> Text:
        """Return the sentence for the ledger: who claimed what."""
        if self.in_ledger is None:
            return Text("{seat}: {words}", seat=self.mover or "\u2013", words=self.label())
        return self._filled(self.in_ledger)

    def _filled(self, words: Text) -> Text:
        fields, said = fields_of(type(self)), dict(words.params)
        for _, name, _ in pieces(words.message):
            if name and (key := self.counted if name == "n" else name) in fields:
                value = getattr(self, key)
                listed = isinstance(value, list)
                said[name] = tuple(value) if listed else Text(value) if value in fields[key].words else value
        return words.filled(said)


class Undo(Move):
    """Takes back the latest move that still stands. `seat` is who asked for it, if anybody said."""

    button = Text("Undo")
    in_ledger = Text("The latest entry was taken back")

    move: Literal["undo"]
    seat: SeatName | None = None


class TableRuling(Move):
    """What the table decides, for a reason, entered by its keeper. A game's own rulings name what they change."""

    entered_by: ClassVar[Enters] = "host"
    button = Text("Enter the ruling")

    @property
    def names(self) -> frozenset[str]:
        """The seats that it is about. If tokens move, these are both places."""
        return frozenset(name for name in (self.mover,) if name)


def names_in(move: Move) -> Iterable[str]:
    """Yield the names of seats in a move, without places that are not seats."""
    for key, words in _seat_fields(type(move)):
        value = getattr(move, key)
        if isinstance(value, str):
            if value not in words:
                yield value
        else:
            yield from value or ()


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field of a move: its JSON key, whether it holds names of seats, and the words that its type lists.

    Such words are colours, for example, or places that are not seats.
    """

    key: str
    names_seats: bool
    words: tuple[str, ...]


@lru_cache(256)
def fields_of(kind: type[Move]) -> Mapping[str, FieldWords]:
    """Return the fields of a kind of move, by attribute."""
    found = {}
    for name, info in kind.model_fields.items():
        notes, words = list[Any](info.metadata), list[str]()
        _look(info.annotation, notes, words)
        found[name] = FieldWords(info.alias or name, _AT_TABLE in notes, tuple(words))
    return found


@lru_cache(256)
def _seat_fields(kind: type[Move]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the attributes of a kind of move that name seats, each with the words that stand there for no seat."""
    return tuple((key, field_.words) for key, field_ in fields_of(kind).items() if field_.names_seats)


def _look(annotation: Any, notes: list[Any], words: list[str]) -> None:
    notes += getattr(annotation, "__metadata__", ())
    for part in get_args(annotation):
        if isinstance(part, str):
            words.append(part)
        else:
            _look(part, notes, words)


def what_is_wrong(wrong: ValidationError) -> Text:
    """Say, in a sentence, what first kept a value from being a move."""
    first = wrong.errors()[0]
    error = first.get("ctx", {}).get("error")
    if isinstance(error, BadHeader):
        return error.text
    key = str(first["loc"][0]) if first["loc"] else str(first.get("ctx", {}).get("key", "move"))
    if first["type"] == "missing":
        return Text("The key \u201c{key}\u201d is missing.", key=key)
    if first["type"] == "extra_forbidden":
        return Text("This move has no key \u201c{key}\u201d.", key=key)
    return Text("This move does not take what stands under \u201c{key}\u201d.", key=key)
