"""Reads what comes from outside: JSON, and the header of a transcript, which opens a book.

The format is a contract: docs/transcripts.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import chain
from typing import Any, NoReturn

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from companion.games import GAMES
from companion.games.game import AnyGame, Book, Game
from companion.games.header import UNSEEN, BadHeader, Header, as_read, can_be_seen, is_broken, read_name
from companion.games.rules_editions import RULES
from companion.games.text import Text

HEADER_KEYS = frozenset({"transcript", "game", "seats", "dealer", "options", "rules"})
NO_SEATS = Text("\u201cseats\u201d is the list of names round the table.")


_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""What may be half a surrogate pair, escaped or not."""


DEEPEST = 32
"""How deep JSON that is sent to us may be nested. The deepest of ours, an amend with an overruled roll, has six."""


TOO_DEEP = reduce(lambda inner, _: [inner], range(DEEPEST), list[Any]())
"""Stands for any value that is nested too deep for Python's decoder: deeper than anything we accept."""

_PART = re.compile(r'"(?:[^"\\]|\\.)*+"|[^"\[\]{}]++|.', re.DOTALL)
"""A string, a bracket, or what stands between them."""


def load_json(text: str) -> Any:
    """Read JSON from a phone or a program that can be written again: to a page, an answer, the ledger.

    Raise ValueError if it is not JSON, holds half a surrogate pair or is nested more than 32 deep.
    """
    value = load_any_json(text)
    if nested_deeper(value, DEEPEST):
        raise ValueError("nested too deeply")
    if _HALF.search(text):
        # "\ud800" is valid JSON but no text: it cannot be encoded in an answer.
        json.dumps(value, ensure_ascii=False).encode()
    return value


def load_any_json(text: str) -> Any:
    """Read JSON, whatever it holds: a line of `companion replay`, a stored entry or header.

    A value nested too deep for Python's decoder is read as `TOO_DEEP`. Raise ValueError if it is not JSON; NaN is not.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        _check_deep_json(text)
        return TOO_DEEP


def _check_deep_json(text: str) -> None:
    """Decode each list and object by itself, with 0 for the ones inside it. Raise ValueError if one is not JSON."""
    parts: list[list[str]] = [[]]
    for found in _PART.finditer(text):
        part = found.group()
        if part in "[{":
            parts.append([part])
        elif part in "]}":
            _DECODER.decode("".join(parts.pop()) + part)
            parts[-1].append(" 0 ")
        else:
            parts[-1].append(part)
    if len(parts) > 1:
        raise ValueError("a list or an object is not closed")
    _DECODER.decode("".join(parts[0]))


def nested_deeper(value: Any, most: int) -> bool:
    """Return True if a JSON value is nested more than `most` deep."""
    level = _nested([value])
    while level and most:
        level = _nested(chain.from_iterable(one.values() if isinstance(one, dict) else one for one in level))
        most -= 1
    return bool(level)


def _nested(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, list | dict)]


def _whole(digits: str) -> int | float:
    # int() refuses thousands of digits; as a float they are still a number, and no move takes one.
    try:
        return int(digits)
    except ValueError:
        return float(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)


def read_header(raw: object, games: Mapping[str, AnyGame] = GAMES) -> Header:
    """Read the header of a transcript of one of `games` (by slug). Raise BadHeader with the key that is wrong."""
    return _header(raw, games, _seats)


def read_header_as_opened(raw: object) -> Header:
    """The header of a table that was opened: how many sit there, and what they are called, was ruled on then.

    Raises BadHeader with the key that is wrong.
    """
    return _header(raw, GAMES, _seats_as_opened)


def _header(
    raw: object, games: Mapping[str, AnyGame], seats_of: Callable[[AnyGame, BaseModel, object], tuple[str, ...]]
) -> Header:
    if not isinstance(raw, dict):
        raise BadHeader("transcript", Text("A header is an object with named keys."))
    if type(raw.get("transcript")) is not int or raw["transcript"] != 1:
        raise BadHeader("transcript", Text("A header begins with \u201ctranscript\u201d: 1."))
    slug = raw.get("game")
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise BadHeader("game", Text("This game is not known here."))
    if unknown := raw.keys() - {*HEADER_KEYS, *game.header_keys}:
        raise BadHeader(min(unknown), Text("A header has no key \u201c{key}\u201d.", key=min(unknown)))
    rules = _rules(raw)
    options = _options(game, raw.get("options", {}))
    seats = seats_of(game, options, raw.get("seats"))
    named = {key: _one_of(seats, key, raw[key]) for key in sorted({"dealer", *game.header_keys} & raw.keys())}
    plain = {
        "transcript": 1,
        "game": game.slug,
        **({} if rules is None else {"rules": rules}),
        "seats": list(seats),
        **({"dealer": seats[-1]} if game.deals else {}),
        **named,
        "options": raw.get("options", {}),
    }
    return Header(game.slug, seats, plain.get("dealer", seats[-1]), options, plain, rules)


def read_opening_header(raw: object, games: Mapping[str, AnyGame] = GAMES) -> Header:
    """The header of a table that is to be opened: as `read_header`; all names can be seen, and no two read the same.

    It names today's edition of the rules, whatever edition was given. A transcript may hold other names ("Mary" and
    "mary"), and is replayed. Raises BadHeader.
    """
    header = read_header(raw, games)
    known: dict[str, str] = {}
    for seat, name in enumerate(header.seats):
        if not can_be_seen(name):
            raise BadHeader("seats", UNSEEN, seat)
        other = known.setdefault(as_read(name), name)
        if other != name:
            raise BadHeader(
                "seats",
                Text(
                    "\u201c{one}\u201d and \u201c{other}\u201d look the same; give one of them another name.",
                    one=other,
                    other=name,
                ),
                seat,
            )
    return read_header({**header.plain, "rules": RULES}, games)


def read_stored_header(raw: object) -> tuple[Header, Text | None]:
    """The header of a table that was opened once, and why today's rules refuse it, if they do.

    It is without the house rules and keys that they refuse, and has its seats as they are. Raises BadHeader where it is
    of no game that is known, or names no seats.
    """
    why: Text | None = None
    read: Callable[[object], Header] = read_header
    while True:
        try:
            return read(raw), why
        except BadHeader as wrong:
            why = why or wrong.text
            if wrong.key == "seats" and read is read_header:
                read = read_header_as_opened
            else:
                raw = _without(raw, wrong)


def _without(raw: object, wrong: BadHeader) -> dict[str, Any]:
    """A header without what is wrong in it: one house rule, all of them, or a key that may be left out."""
    key = wrong.key
    options = raw.get("options") if isinstance(raw, dict) else None
    if isinstance(raw, dict) and isinstance(options, dict) and key in options:
        return {**raw, "options": {name: value for name, value in options.items() if name != key}}
    if not isinstance(raw, dict) or key not in raw or key in ("transcript", "game", "seats"):
        raise wrong
    return {name: value for name, value in raw.items() if name != key}


def _rules(raw: Mapping[str, Any]) -> int | None:
    """Return the edition of the rules that a header names, or None if it is older than their numbers."""
    rules = raw.get("rules")
    if "rules" in raw and (type(rules) is not int or rules < 1):
        raise BadHeader("rules", Text("\u201crules\u201d is the number of an edition of the rules."))
    return rules


def _options(game: Game[Any], raw: object) -> Any:
    try:
        return game.options.model_validate(raw)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        key, *part = (str(step) for step in first["loc"] or ("options",))
        raise BadHeader(key, _out_of_range(" ".join((key, *part)), first)) from wrong


def _out_of_range(key: str, wrong: ErrorDetails) -> Text:
    """Say what is wrong with a house rule. `key` is its name, with the colour if it has a value for each."""
    if wrong["type"] == "greater_than_equal":
        return Text("The house rule \u201c{key}\u201d is at least {least}.", key=key, least=wrong["ctx"]["ge"])
    if wrong["type"] == "less_than_equal":
        return Text("The house rule \u201c{key}\u201d is at most {most}.", key=key, most=wrong["ctx"]["le"])
    return Text("The house rule \u201c{key}\u201d cannot be set like this.", key=key)


def _seats(game: AnyGame, options: BaseModel, raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise BadHeader("seats", NO_SEATS)
    names = tuple(read_name(name, seat) for seat, name in enumerate(raw))
    first: dict[str, int] = {}
    for seat, name in enumerate(names):
        if first.setdefault(name, seat) != seat:
            raise BadHeader(
                "seats",
                Text("Two seats are called \u201c{name}\u201d; give one of them another name.", name=name),
                seat,
            )
    if not game.takes(len(names), options):
        raise BadHeader(
            "seats",
            Text(
                "{game} is for {fewest} to {most} players, and here are {n}.",
                game=game.title,
                fewest=game.players[0],
                most=game.most_seats(options),
                n=len(names),
            ),
        )
    return names


def _seats_as_opened(_game: AnyGame, _options: BaseModel, raw: object) -> tuple[str, ...]:
    """Return names that can be told apart and written; nobody can play without that."""
    names = raw if isinstance(raw, list) else []
    readable = all(isinstance(name, str) and name and not is_broken(name) for name in names)
    if not names or not readable or len(set(names)) < len(names):
        raise BadHeader("seats", NO_SEATS)
    return tuple(names)


def _one_of(seats: tuple[str, ...], key: str, raw: object) -> str:
    name = raw.strip() if isinstance(raw, str) else None
    if name not in seats or name is None:
        raise BadHeader(key, Text("\u201c{key}\u201d is not one of the seats.", key=key))
    return name


def open_book(header: Header) -> Book:
    """Open the book of a table of any known game."""
    return Book.open(GAMES[header.game].at(header), header)
