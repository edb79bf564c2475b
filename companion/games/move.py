"""What a move is: a strict little model, read from JSON and written back the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
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
    """What a value stands for where its type does not say: a card of the deck; a list of one thing a seat."""

    what: Literal["card", "one-a-seat"]


_AT_TABLE = AfterValidator(_seat_at_this_table)
SeatName = Annotated[Seat, _AT_TABLE]
NewName = Annotated[Seat, AfterValidator(lambda name: Seat(read_name(name)))]
"""A name that a seat is to have, as in a header."""
Words = Annotated[str, AfterValidator(_encodable)]
Reason = Annotated[Words, AfterValidator(_trimmed)]
"""Why the table has ruled so. Source: TRANSCRIPTS, Replay: 1 to 280 characters after trimming."""
NotZero = AfterValidator(_not_zero)
"""For a number of which none is no ruling."""
CardName = Annotated[str, AfterValidator(_encodable), Means("card")]


class Strict(BaseModel):
    """Input from outside, taken at its word: no unknown keys, no other types, no null."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _no_null(cls, data: Any) -> Any:
        nothing = [key for key, value in data.items() if value is None] if isinstance(data, dict) else []
        if nothing:
            raise PydanticCustomError("null", "null stands for nothing here; leave the key out", {"key": nothing[0]})
        return data

    def plain(self) -> Plain:
        """As JSON has it: the keys that were given, no others."""
        return self.model_dump(by_alias=True, exclude_unset=True)


@dataclass(frozen=True, slots=True)
class Question:
    """How a person asks for one shape of move.

    `words` name it ("Take a token"), `asks` holds by JSON key what a field wants to know ("From whom?"),
    `rules` are the ids of those that allow it, the nearest first. `facts` has a field for each thing that can be told
    of the moment to which it belongs, where that is not the present one.
    """

    words: Text
    asks: Mapping[str, Text] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    facts: type[BaseModel] | None = None

    def asking(self, **asks: Text) -> Question:
        """The same question, which asks for these fields as well."""
        return replace(self, asks={**self.asks, **asks})


class Move(Strict):
    """A claim at the table. Each kind is a small model of its own, with its words beside it; all of them are strict.

    `entered_by` says whose phone may enter it: "seat", the seat it names; "anyone"
    seated (a call that concerns all); "host", for what only the table's keeper does.
    Host and scorekeeper may enter everything. Where a kind has two shapes, `marker`
    is the key that tells this one from the other. In a `race` several seats may make
    it at once: the first to be entered counts, and of the others it is told how late they were.
    `patient` says that it is as true after others have made the same kind of move:
    everybody tells at once what is theirs. Where it tells of something against the rules, `slip` says so and what that
    costs: it is recorded, and never permitted.
    `button` are the words on its button where they are not those of its question, and `in_ledger` is its sentence for
    the ledger. Both are filled in with the fields that they name, `{n}` with the one that is `counted`.
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

    @classmethod
    def kind(cls) -> str:
        """The value of the key `move`."""
        return str(get_args(cls.model_fields["move"].annotation)[0])

    @property
    def mover(self) -> str | None:
        """The seat that makes it, where somebody does."""
        return getattr(self, "seat", None)

    @property
    def vouched(self) -> bool:
        """Whether it says of a hand what its player alone can know: nobody else is offered to say so."""
        return False

    @classmethod
    def asked(cls) -> Question:
        """How a person asks for it."""
        return cls.question or Question(Text(cls.kind().replace("_", " ")))

    def label(self) -> Text:
        """The words on a button that makes it, which screen readers and tests know: "Steal blue from Mary"."""
        return self._filled(self.button or self.asked().words)

    def sentence(self) -> Text:
        """Who claimed what, as a sentence for the ledger."""
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
    """Takes back the latest move that still stands. `seat`, where given, is who asked for it."""

    button = Text("Undo")
    in_ledger = Text("The latest entry was taken back")

    move: Literal["undo"]
    seat: SeatName | None = None


class TableRuling(Move):
    """What the table decides with a reason, entered by its keeper. A game's rulings name what they change."""

    entered_by: ClassVar[Enters] = "host"
    button = Text("Enter the ruling")

    @property
    def names(self) -> frozenset[str]:
        """The seats that it is about; of tokens that move, both places."""
        return frozenset(name for name in (self.mover,) if name)


def names_in(move: Move) -> Iterable[str]:
    """The names of seats in a move; places that are no seats are not among them."""
    for key, field_ in fields_of(type(move)).items():
        value = getattr(move, key) if field_.names_seats else None
        if isinstance(value, str):
            if value not in field_.words:
                yield value
        else:
            yield from value or ()


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A move's field by its JSON `key`: whether it holds names of seats, and the words that its type lists, in order.

    Those are colours, say, or places that are no seats.
    """

    key: str
    names_seats: bool
    words: tuple[str, ...]


@lru_cache(256)
def fields_of(kind: type[Move]) -> Mapping[str, FieldWords]:
    """The fields of a kind of move, by the names of its attributes."""
    found = {}
    for name, info in kind.model_fields.items():
        notes, words = list[Any](info.metadata), list[str]()
        _look(info.annotation, notes, words)
        found[name] = FieldWords(info.alias or name, _AT_TABLE in notes, tuple(words))
    return found


def _look(annotation: Any, notes: list[Any], words: list[str]) -> None:
    notes += getattr(annotation, "__metadata__", ())
    for part in get_args(annotation):
        if isinstance(part, str):
            words.append(part)
        else:
            _look(part, notes, words)


def what_is_wrong(wrong: ValidationError) -> Text:
    """The first thing that kept a value from being a move, as a sentence."""
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
