"""A move half entered (`Draft`): what a phone has tapped of it, carried by an address or a form."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Protocol, Self
from urllib.parse import urlencode


class Fields(Protocol):
    """Form fields, or the query of an address: several values may stand under one key."""

    def getlist(self, key: str, /) -> list[str]:
        """All values."""


class NoFields:
    """Nothing has been entered."""

    def getlist(self, key: str, /) -> list[str]:  # noqa: ARG002 - there are none
        """None at all."""
        return []


def flag(key: str, value: str, *, lasting: bool = False) -> Any:
    """A draft's field that is True where `key` has `value`; `lasting`: it goes on after a move, as a way of telling."""
    return field(default=False, metadata={"key": key, "value": value, "lasting": lasting})


def text(key: str) -> Any:
    """A draft's field with the text under `key`, None where it is empty or missing."""
    return field(default=None, metadata={"key": key})


def texts(key: str) -> Any:
    """A draft's field with all texts under `key`, as a tuple."""
    return field(default=(), metadata={"key": key})


@dataclass(frozen=True, slots=True)
class Draft:
    """A move half entered. It lives in the address, never in the ledger.

    A game's draft declares each field once, by `flag`, `text` or `texts`; fields stand in the address in that order.
    """

    @classmethod
    def read(cls, entered: Fields) -> Self:
        """What an address or a form carries, whether or not it makes sense at the table now."""
        return cls(**{one.name: _read(one, entered.getlist(one.metadata["key"])) for one in fields(cls)})

    def fields(self) -> list[tuple[str, str]]:
        """The draft as form fields, each (key, text); a key may come several times."""
        return [(one.metadata["key"], text) for one in fields(self) for text in _written(one, getattr(self, one.name))]

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields())

    @property
    def empty(self) -> bool:
        """Whether nothing has been tapped."""
        return self == type(self)()

    @property
    def lasting(self) -> Self:
        """What of it goes on after a move."""
        return type(self)(**{one.name: getattr(self, one.name) for one in fields(self) if one.metadata.get("lasting")})

    def with_(self, **changes: Any) -> str:
        """The query of the draft after one more tap."""
        return replace(self, **changes).query


def _read(one: Field[Any], values: list[str]) -> Any:
    if one.default == ():
        return tuple(values)
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    last = values[-1] if values else None
    return last == one.metadata["value"] if one.default is False else last or None


def _written(one: Field[Any], entered: Any) -> tuple[str, ...]:
    if one.default == ():
        return tuple(entered)
    if one.default is False:
        return (one.metadata["value"],) if entered else ()
    return (entered,) if entered else ()
