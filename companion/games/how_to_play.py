"""How to play a game, for people who have not: what they do with the box, and what newcomers are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class FirstCard:
    """Cards are dealt face up until one names the first dealer: words to `find` it, for it, and for any other."""

    find: Text
    it_is: Text
    it_is_not: Text


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """One thing to do before the first move: what it is `about`, and sentences that say how.

    `lies` is what then lies on the table to be counted: symbols of the game's sprite, and how many of each.
    """

    about: Text
    says: tuple[Text, ...]
    lies: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Introduction:
    """A game told to newcomers.

    `lines` are the game in ten lines, by what each is about. `phases` is a walk through a first game: for each phase of
    a report one sentence, in the order of play.
    """

    lines: Mapping[Text, Text]
    phases: Mapping[str, Text]
