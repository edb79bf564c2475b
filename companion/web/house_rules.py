"""House rules as form fields, read off the game's own options; which rule each belongs to says its rulebook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.games.game import AnyGame
from companion.games.ruling import Rule

PREFIX = "rule-"


@dataclass(frozen=True, slots=True)
class Field:
    """One house rule: `kind` is "switch", "number" or "counts" (a number for each of `keys`)."""

    name: str
    kind: str
    default: Any
    rule: Rule | None
    keys: tuple[tuple[str, int], ...] = ()


def fields_of(game: AnyGame) -> tuple[Field, ...]:
    """The fields of a game's house rules, in the order of its options."""
    rules = {rule.option: rule for rule in reversed(game.rules) if rule.option}
    plain = game.options().model_dump()
    return tuple(_field(game, name, default, rules.get(name)) for name, default in plain.items())


def _field(game: AnyGame, name: str, default: Any, rule: Rule | None) -> Field:
    if isinstance(default, bool):
        return Field(name, "switch", default, rule)
    if isinstance(default, dict):
        extra = game.options.model_fields[name].json_schema_extra
        counts = extra.get("counts") if isinstance(extra, dict) else None
        keys = counts.items() if isinstance(counts, dict) else ()
        return Field(name, "counts", default, rule, tuple((key, n) for key, n in keys if isinstance(n, int)))
    return Field(name, "number", default, rule)


def read_options(form: MultiDict[str, str]) -> dict[str, Any]:
    """The options that a form asks for; empty fields are left out, so that the default holds."""
    options: dict[str, Any] = {}
    for key, text in form.items():
        if not key.startswith(PREFIX) or not text.strip():
            continue
        name, _, part = key.removeprefix(PREFIX).partition(".")
        if part:
            counts = options.setdefault(name, {})
            if isinstance(counts, dict):  # a form of ours never sends both, and both is out of range
                counts[part] = _value(text)
        else:
            options[name] = _value(text)
    return options


def _value(text: str) -> Any:
    # "true", "3" and what is neither: the game's options say whether it will do.
    try:
        value = json.loads(text.strip())
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int) else text
