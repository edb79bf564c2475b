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

    def getlist(self, key: str, /) -> list[str]: ...


class NoFields:
    """The fields of a phone on which nothing has been entered."""

    def getlist(self, key: str, /) -> list[str]:
        return []


def flag(key: str, value: str, *, lasting: bool = False) -> Any:
    """Declare a field that is True if `key` has `value`; a `lasting` one goes on after a move."""
    return _field(key, False, lambda texts: texts[-1:] == [value], lambda on: (value,) * on, lasting)


def text(key: str) -> Any:
    """Declare a field with the text under `key`; None if it is empty or missing."""
    return _field(key, None, lambda texts: next(reversed(texts), None) or None, lambda text: (text,) if text else ())


def number(key: str) -> Any:
    """Declare a field with the whole number under `key`; None if there is none."""
    return _field(key, None, lambda texts: number_in(*texts[-1:]), lambda n: () if n is None else (str(n),))


def texts(key: str) -> Any:
    """Declare a field with all texts under `key`, as a tuple."""
    return _field(key, (), tuple, tuple)


def number_in(text: str = "") -> int | None:
    """Return the number that a text is; None if it is no whole number, or has too many digits."""
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
        """Return what an address or a form carries, even if it makes no sense at the table now."""
        return cls(**{own.name: own.metadata["read"](entered.getlist(own.metadata["key"])) for own in fields(cls)})

    def fields(self) -> list[tuple[str, str]]:
        """Return the draft as form fields, each (key, text); a key may come several times."""
        entered = [(own.metadata, getattr(self, own.name)) for own in fields(self)]
        return [(how["key"], text) for how, value in entered for text in how["written"](value)]

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields())

    @property
    def empty(self) -> bool:
        """True if nothing has been tapped. Otherwise no other phone can share the page."""
        return self == type(self)()

    @property
    def lasting(self) -> Self:
        """The part of it that goes on after a move, such as a way of telling."""
        return type(self)(**{own.name: getattr(self, own.name) for own in fields(self) if own.metadata["lasting"]})

    def query_with(self, **changes: Any) -> str:
        """Return the query of the draft after one more tap, which makes these changes."""
        return replace(self, **changes).query


def but_taken_back(fields: Fields, entered: tuple[T, ...]) -> tuple[T, ...]:
    """Return what was `entered` one by one, but the last if "Back" was tapped: without htmx a form still sends it."""
    return entered[:-1] if fields.getlist("back") else entered
