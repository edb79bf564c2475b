"""What a table has chosen of each house rule, beside what is usual; said whether or not it differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import AnyGame
from companion.games.ruling import Text
from companion.web.house_rules import Field, fields_of
from companion.web.names import setting
from companion.web.words import words


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


def _choice(field: Field, chosen: Any) -> HouseChoice:
    if field.kind == "counts":
        return _counts(field, chosen)
    if field.kind == "choice":
        said = dict(field.words)
        usual = words(said[field.default])
        return HouseChoice(field.asks, words(said[chosen]), usual, chosen != field.default)
    usual = words(field.usual) if field.default is None and field.usual else setting(field.default)
    changed = chosen != field.default
    return HouseChoice(field.asks, setting(chosen) if changed else usual, usual, changed)


def _counts(field: Field, chosen: Mapping[str, int]) -> HouseChoice:
    # Of many counts those that differ are worth saying; where none does, all.
    usual = dict(field.keys)
    told = {key: count for key, count in chosen.items() if count != usual.get(key)}
    shown = {key: usual[key] for key in told if key in usual} if told else usual
    return HouseChoice(field.asks, setting(told or usual), setting(shown), bool(told))
