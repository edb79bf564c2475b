"""What the referee answers: a ruling is a value, never an exception; and the rules that it cites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from companion.games.move import Move, as_json
from companion.games.text import Text

S = TypeVar("S")

Support = Literal["agreed", "one-sheet", "conflict", "silent", "arithmetic", "ours"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the sheets if they disagree: who says it, what they say, and whether it is our default."""

    source: Text
    says: Text
    default: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A rule that is easier to read as a table: the heads of its columns, and its rows."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


NO_GRID = Grid((), ())


@dataclass(frozen=True, slots=True)
class Remedy:
    """A table ruling that a rule suggests: the fields of the game's ruling form, by name, and the reason."""

    fields: tuple[tuple[str, str], ...]
    reason: Text


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rulebook. `id` is its anchor, its name in a rejection and in the tests' names.

    `says` is the rule in a sentence, `example` shows it at work, `support` tells
    how well the published sheets carry it, `sources` names them, `readings` are
    the sides of a conflict, `option` is the house rule that selects another one.
    `section` is the part of the rulebook that it stands in, `see` names rules to read with it by their ids,
    `grid` is what is better read as a table, `remedy` what a table usually rules.
    """

    id: str
    title: Text
    says: Text
    example: Text
    support: Support
    sources: tuple[Text, ...] = ()
    readings: tuple[Reading, ...] = ()
    option: str | None = None
    section: Text | None = None
    see: tuple[str, ...] = ()
    grid: Grid = NO_GRID
    remedy: Remedy | None = None


class Accepted(Struct, Generic[S], frozen=True):
    """The move stands; `state` is what the table looks like after it."""

    state: S


@dataclass(frozen=True, slots=True)
class Rejected:
    """The move does not stand: the rule it meets and the numbers behind that."""

    rule: Rule
    because: Text

    @property
    def reason(self) -> Text:
        """Both sentences: the numbers, then the rule."""
        return Text("{because} {rule}", because=self.because, rule=self.rule.says)


Ruling = Accepted[S] | Rejected


@dataclass(frozen=True, slots=True)
class Action:
    """What a tap does: it makes these moves, each after the one before it. `rejected` if they would not all stand."""

    moves: tuple[Move, ...]
    rejected: Rejected | None = None

    @property
    def move(self) -> Move:
        """The only move, or the last one."""
        return self.moves[-1]

    @property
    def legal(self) -> bool:
        return self.rejected is None

    @property
    def value(self) -> str:
        """The moves as a button carries them: JSON, a list if there are several."""
        plains = [move.plain() for move in self.moves]
        return as_json(plains[0] if len(plains) == 1 else plains)

    def __hash__(self) -> int:
        """Templates cache what they have drawn of an action. A move with a list has no hash: its type stands for it."""
        return hash((*map(type, self.moves), self.legal))


@dataclass(frozen=True, slots=True)
class Completion:
    """A fuller version of a standing move, with the `words` on its button. `step` numbers the standing moves from 0."""

    words: Text
    step: int
    move: Move


@dataclass(frozen=True, slots=True)
class Condition:
    """What an accepted move rests on that the app cannot see. `rule` asks for it, and `text` says it.

    `refuted_by` holds keys and values of an irregularity in the report that would prove it wrong; empty if none can.
    `completions` are fuller versions of moves that would settle it.
    """

    text: Text
    rule: Rule
    refuted_by: Mapping[str, Any] = field(default_factory=dict)
    completions: tuple[Completion, ...] = ()


class Hypothetical(Struct, Generic[S], frozen=True):
    """Another moment than this one, to which a move belongs: its state, and the moment in words.

    `conditions` are what else must be true by then.
    """

    state: S
    moment: Text
    conditions: tuple[Condition, ...] = ()
