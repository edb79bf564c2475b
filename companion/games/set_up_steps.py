"""Setting up: what people do with the box before the first move, step by step, for those who sit there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: what it is `about`, and sentences that say how.

    `lies` is what then lies on the table to be counted: symbols of the game's sprite, and how many of each.
    """

    about: Text
    says: tuple[Text, ...]
    lies: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FirstCard:
    """Cards are dealt face up until one names the first dealer: words to `find` it, for it, and for any other."""

    find: Text
    it_is: Text
    it_is_not: Text
