"""House rules: form fields derived from the game's options model, reading them back, and how a table's differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import ValidationError
from werkzeug.datastructures import MultiDict

from companion.games.game import AnyGame
from companion.games.ruling import Rule
from companion.games.text import Text
from companion.web.request_language import words
from companion.web.template_helpers import setting

PREFIX = "rule-"
KINDS = {bool: "switch", dict: "counts", str: "choice"}


@dataclass(frozen=True, slots=True)
class HouseRuleField:
    """One house rule: `kind` is "switch", "number", "counts" (a number for each of `keys`) or "choice" of `words`.

    `asks` is its question, `usual` what holds where nothing is set; numbers run from `low` to `high`.
    """

    name: str
    kind: str
    default: Any
    rule: Rule | None
    asks: Text
    usual: Text | None
    low: int | None
    high: int | None
    keys: tuple[tuple[str, int], ...]
    words: tuple[tuple[str, Text], ...]


def fields_of(game: AnyGame) -> tuple[HouseRuleField, ...]:
    """The fields of a game's house rules, in the order of its options."""
    rules = {rule.option: rule for rule in reversed(game.rulebook.rules) if rule.option}
    schema = game.options.model_json_schema()["properties"]
    plain = game.options().model_dump()
    return tuple(
        HouseRuleField(
            name=name,
            kind=KINDS.get(type(default), "number"),
            default=default,
            rule=rules.get(name),
            asks=game.asks(name),
            usual=game.usual(name),
            low=low,
            high=high,
            keys=tuple(game.counts.get(name, {}).items()),
            words=_choices(game, name),
        )
        for name, default in plain.items()
        for low, high in (_range(schema[name]),)
    )


def _choices(game: AnyGame, name: str) -> tuple[tuple[str, Text], ...]:
    """The allowed words of an option, each with its meaning: from "words" in its model, or the word itself."""
    info = game.options.model_fields[name]
    extra = info.json_schema_extra
    given = extra.get("words") if isinstance(extra, dict) else None
    said = given if isinstance(given, dict) else {}
    return tuple((word, Text(str(said.get(word, word)))) for word in get_args(info.annotation) if isinstance(word, str))


def _range(asked: Mapping[str, Any]) -> tuple[int | None, int | None]:
    number: Mapping[str, Any] = next((part for part in _parts(asked) if "minimum" in part), {})
    return number.get("minimum"), number.get("maximum")


def _parts(asked: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield asked
    yield from asked.get("anyOf", ())
    if isinstance(inner := asked.get("additionalProperties"), dict):
        yield inner


def wrong_setting(game: AnyGame, options: Mapping[str, Any]) -> tuple[str, Text] | None:
    """The name of the first form field that is out of range, and its range in words; None where no range tells why."""
    try:
        game.options.model_validate(options)
    except ValidationError as wrong:
        name, *inner = (*wrong.errors()[0]["loc"], "")
        field = next((field for field in fields_of(game) if field.name == name), None)
        if field is None or field.low is None or field.high is None:
            return None
        low, high, part = field.low, field.high, str(inner[0])
        if field.kind == "number":
            return f"{PREFIX}{name}", Text("A whole number from {low} to {high}.", low=low, high=high)
        if part in dict(field.keys):
            said = Text("For {part} a whole number from {low} to {high}.", part=Text(part), low=low, high=high)
            return f"{PREFIX}{name}.{part}", said
    return None


def read_options(form: MultiDict[str, str]) -> dict[str, Any]:
    """The options that a form asks for; empty fields are left out, so that the default holds."""
    options: dict[str, Any] = {}
    for key, text in form.items():
        if not key.startswith(PREFIX) or not text.strip():
            continue
        name, _, part = key.removeprefix(PREFIX).partition(".")
        if part:
            counts = options.setdefault(name, {})
            if isinstance(counts, dict):  # our forms never send both; both together are rejected as out of range
                counts[part] = _value(text)
        else:
            options[name] = _value(text)
    return options


def changed_rules(game: AnyGame, options: Mapping[str, Any], needed: Mapping[str, Any]) -> int:
    """How many house rules differ from the standard; what the number of seats requires, or the box, does not count."""
    asked = (field for field in fields_of(game) if field.name in options and field.name != game.box_option)
    return sum(_changed(field, options[field.name], needed) for field in asked)


def _changed(field: HouseRuleField, chosen: Any, needed: Mapping[str, Any]) -> bool:
    if field.kind == "counts" and isinstance(chosen, Mapping):
        usual = dict(field.keys)
        return any(count != usual.get(part) for part, count in chosen.items())
    return chosen not in (field.default, needed.get(field.name))


def typed_options(options: Mapping[str, Any]) -> MultiDict[str, str]:
    """The form fields that `read_options` reads as these options."""
    typed: MultiDict[str, str] = MultiDict()
    for name, value in options.items():
        parts = {f".{key}": count for key, count in value.items()} if isinstance(value, dict) else {"": value}
        for part, one in parts.items():
            if one is not None:  # an empty field
                typed[f"{PREFIX}{name}{part}"] = one if isinstance(one, str) else json.dumps(one)
    return typed


def _value(text: str) -> Any:
    # "true", "3", or anything else: the game's options model validates it.
    try:
        value = json.loads(text.strip())
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int) else text


@dataclass(frozen=True, slots=True)
class HouseChoice:
    """One house rule: its question, what is chosen and what is usual, both in words. `changed`: they differ."""

    asks: Text
    chosen: str
    usual: str
    changed: bool


def choices_of(game: AnyGame, options: Mapping[str, Any]) -> dict[str, HouseChoice]:
    """Each house rule of the game by its name, as `options` of a transcript's header choose it."""
    return {field.name: _choice(field, options.get(field.name, field.default)) for field in fields_of(game)}


def _choice(field: HouseRuleField, chosen: Any) -> HouseChoice:
    changed = _changed(field, chosen, {})
    if field.kind == "counts":
        counts = dict(field.keys)
        # Of many counts only those that differ are listed; where none does, all.
        listed = {key: count for key, count in chosen.items() if count != counts.get(key)} or counts
        said, usual = setting(listed), setting({key: counts[key] for key in listed if key in counts})
    elif field.kind == "choice":
        meanings = dict(field.words)
        said, usual = words(meanings[chosen]), words(meanings[field.default])
    else:
        usual = words(field.usual) if field.default is None and field.usual else setting(field.default)
        said = setting(chosen) if changed else usual
    return HouseChoice(field.asks, said, usual, changed)
