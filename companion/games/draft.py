"""A move half entered (`Draft`): what a phone has tapped of it, carried by an address or a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Protocol, Self, TypeVar
from urllib.parse import urlencode

MOST_DIGITS = 7

T = TypeVar("T")


class Fields(Protocol):
    """Form fields, or the query of an address: several values may stand under one key."""

    def getlist(self, key: str, /) -> list[str]:
        """All values."""


class NoFields:
    """Nothing has been entered."""

    def getlist(self, key: str, /) -> list[str]:
        """None at all."""
        return []


def flag(key: str, value: str, *, lasting: bool = False) -> Any:
    """A draft's field that is True where `key` has `value`; `lasting`: it goes on after a move, as a way of telling."""
    return _field(key, False, lambda texts: texts[-1:] == [value], lambda on: (value,) * on, lasting)


def text(key: str) -> Any:
    """A draft's field with the text under `key`, None where it is empty or missing."""
    return _field(key, None, lambda texts: next(reversed(texts), None) or None, lambda text: (text,) if text else ())


def number(key: str) -> Any:
    """A draft's field with the whole number under `key`, None where there is none."""
    return _field(key, None, lambda texts: number_in(*texts[-1:]), lambda n: () if n is None else (str(n),))


def texts(key: str) -> Any:
    """A draft's field with all texts under `key`, as a tuple."""
    return _field(key, (), tuple, tuple)


def number_in(text: str = "") -> int | None:
    """The whole number that a text is, None where it is none or longer than numbers are here."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _field(
    key: str,
    default: object,
    read: Callable[[list[str]], object],
    written: Callable[[Any], tuple[str, ...]],
    lasting: bool = False,
) -> Any:
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    return field(default=default, metadata={"key": key, "read": read, "written": written, "lasting": lasting})


@dataclass(frozen=True, slots=True)
class Draft:
    """A move half entered. It lives in the address, never in the ledger.

    A game's draft declares each field once, by `flag`, `text`, `number` or `texts`, in the order of the address.
    """

    @classmethod
    def read(cls, entered: Fields) -> Self:
        """What an address or a form carries, whether or not it makes sense at the table now."""
        return cls(**{one.name: one.metadata["read"](entered.getlist(one.metadata["key"])) for one in fields(cls)})

    def fields(self) -> list[tuple[str, str]]:
        """The draft as form fields, each (key, text); a key may come several times."""
        kept = [(one.metadata, getattr(self, one.name)) for one in fields(self)]
        return [(how["key"], text) for how, entered in kept for text in how["written"](entered)]

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields())

    @property
    def empty(self) -> bool:
        """Whether nothing has been tapped; what has is nobody else's page."""
        return self == type(self)()

    @property
    def lasting(self) -> Self:
        """What of it goes on after a move: a way of telling, say."""
        return type(self)(**{one.name: getattr(self, one.name) for one in fields(self) if one.metadata["lasting"]})

    def query_with(self, **changes: Any) -> str:
        """The query of the draft after one more tap."""
        return replace(self, **changes).query


def but_taken_back(fields: Fields, entered: tuple[T, ...]) -> tuple[T, ...]:
    """What was `entered` one by one, without the last where "Back" was tapped: a form without htmx still sends that."""
    return entered[:-1] if fields.getlist("back") else entered
