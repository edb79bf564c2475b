"""What a game is, seen from outside its room: the one door that tables, referee and screens use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from companion.games.desk import Desk
from companion.games.move import CardName, Enters, Means, Move, SeatName, Strict, Undo, Words, what_is_wrong
from companion.games.question import Asked, Face, Question
from companion.games.ruling import Accepted, Rejected, Rule, Ruling, Text
from companion.games.seating import Seated, Standing

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book

S = TypeVar("S")

RESERVED_NAMES = frozenset({"centre", "pile"})
LONGEST_NAME = 40


class BadHeader(ValueError):
    """A header that is no table of this game. `key` is where it is wrong, `text` says how."""

    def __init__(self, key: str, text: Text) -> None:
        super().__init__(text.put())
        self.key, self.text = key, text


@dataclass(frozen=True, slots=True)
class Header:
    """Who sits at a table of which game, and by which house rules. Made by `transcript.read_header` alone.

    `seats` are clockwise, `options` holds only what differs from the defaults,
    `plain` is the header as it stands in a transcript.
    """

    game: str
    seats: tuple[str, ...]
    dealer: str
    options: BaseModel
    plain: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a screen offers, with what the judge would say of it."""

    move: Move
    rejected: Rejected | None = None

    @property
    def legal(self) -> bool:
        """Whether the judge would let it stand."""
        return self.rejected is None


@dataclass(frozen=True, slots=True)
class Report:
    """What stands at a table: the middle part of `companion replay --json`.

    `rounds` and `totals` are points by seat; `holdings` what lies where; `extra`
    holds keys that only this game has (Sluff Off!: `sluffer`).
    """

    phase: str
    over: bool
    rounds: tuple[Mapping[str, int], ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    irregularities: tuple[Mapping[str, Any], ...]
    holdings: Mapping[str, Any]
    extra: Mapping[str, Any]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "phase": self.phase,
            "over": self.over,
            "rounds": [dict(points) for points in self.rounds],
            "totals": dict(self.totals),
            "winners": list(self.winners),
            "irregularities": [dict(found) for found in self.irregularities],
            "holdings": {
                place: dict(held) if isinstance(held, Mapping) else held for place, held in self.holdings.items()
            },
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points in a round, with the sum as one writes it."""

    text: Text
    total: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores as a sheet of paper has them. `number` is the running round's of `planned` ones (None: not known).

    `running` is what the round would cost each seat as it stands, empty once the game is over.
    """

    number: int
    planned: int | None
    running: Mapping[str, Points]
    finished: tuple[Mapping[str, Points], ...]


class Game(Asked[S], Seated[S], ABC, Generic[S]):
    """A game's room seen through its door. `S` is its frozen state.

    `judge` and everything else here is pure: no clock, no chance, no I/O.
    """

    slug: ClassVar[str]
    title: ClassVar[Text]
    blurb: ClassVar[Text]
    rules: ClassVar[tuple[Rule, ...]]
    moves: ClassVar[tuple[type[Move], ...]]
    header_keys: ClassVar[frozenset[str]] = frozenset()
    mismatch: ClassVar[Text] = Text("The counts don't match")
    in_hands: ClassVar[bool] = False
    """Whether what is scored is called a hand here, and not a round."""

    @property
    def folder(self) -> str:
        """The name of its rooms: under `companion/games` and `templates/games`."""
        return self.slug.replace("-", "_")

    def first_deal(self, names: tuple[str, ...]) -> Text | None:  # noqa: ARG002 - most games leave it to the table
        """How it comes that somebody deals first, told where a table is opened; `names` are those typed so far."""
        return None

    @abstractmethod
    def start(self, header: Header) -> S:
        """The state before the first move."""

    def parse(self, raw: object, seats: tuple[str, ...] | None = None) -> Move | Rejected:
        """A JSON value as a move of this game, or the rejection `malformed` with what is wrong in it.

        With `seats`, names of seats must be among them. Source: TRANSCRIPTS, Form.
        """
        if not isinstance(raw, dict):
            return Rejected(self.rule("malformed"), Text("A move is an object with named keys."))
        kind = raw.get("move")
        shapes = self._shapes.get(kind, ()) if isinstance(kind, str) else ()
        if not shapes:
            return Rejected(self.rule("malformed"), Text("There is no such move in this game."))
        marked = [shape for shape in shapes if shape.marker in raw]
        plain = [shape for shape in shapes if shape.marker is None]
        try:
            return (marked or plain)[0].model_validate(raw, context=seats)
        except ValidationError as wrong:
            return Rejected(self.rule("malformed"), what_is_wrong(wrong))

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[type[Move], ...]]:
        known: tuple[type[Move], ...] = (*self.moves, Undo)
        return {kind: tuple(shape for shape in known if shape.kind() == kind) for kind in {k.kind() for k in known}}

    @abstractmethod
    def judge(self, state: S, move: Move) -> Ruling[S]:
        """Whether the move stands. `undo` is not judged here: it is the ledger's, not the rules'."""

    @abstractmethod
    def choices(self, state: S, seat: str | None) -> tuple[Choice, ...]:
        """What a screen may offer that seat (None: whoever's move it is), each with its ruling."""

    def instead(self, state: S, move: Move | None) -> tuple[Move, ...]:  # noqa: ARG002 - none is nearer than another
        """What would be allowed in place of a rejected move, nearest first; each of them legal now."""
        return tuple(choice.move for choice in self.choices(state, None) if choice.legal)

    @abstractmethod
    def report(self, state: S) -> Report:
        """What stands."""

    def sheet(self, state: S) -> ScoreSheet:  # noqa: ARG002 - there are no points
        """The scores with their sums; here of a game without points."""
        return ScoreSheet(number=1, planned=None, running={}, finished=())

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """One of the report's irregularities as a sentence; a game that finds none has none to word."""
        return Text("{kind}", kind=str(found["kind"]))

    def desk(self, book: Book, seat: str | None, keeper: bool, fields: Fields) -> Desk:  # noqa: ARG002
        """What a phone finds before it, with what `fields` says it has half told."""
        return Desk(book, seat, keeper)

    def describe(self, move: Move, before: S | None = None) -> Text:  # noqa: ARG002
        """A move as a sentence for the ledger: who claimed what; with the state before it, also what came of it."""
        return Text("{seat}: {words}", seat=move.mover or "\u2013", words=self.label(move))

    def label(self, move: Move) -> Text:
        """A move as the words on a button: "Take red", "Steal blue from Mary"."""
        return self.question(type(move)).words

    def moment(self, state: S) -> Text | None:  # noqa: ARG002 - not every game counts
        """Where in the game the next move belongs, as people at the table say it ("Round 1, trick 7")."""
        return None

    def essence(self, state: S) -> Hashable:  # noqa: ARG002 - a game that does not tell is replayed in full
        """What of a state decides which moves stand from it on and what will lie where; None: all of it may."""
        return None

    def correction(
        self,
        state: S,  # noqa: ARG002 - asked of the games that have such rulings
        counted: Mapping[str, Mapping[str, int]],  # noqa: ARG002
        reason: str,  # noqa: ARG002
    ) -> tuple[Move, ...] | Rejected:
        """The fewest rulings that set the book to what was counted (place, then item, "" where there is but one)."""
        return Rejected(self.rule("table-ruling"), Text("No ruling of this game can do that."))

    @abstractmethod
    def next_dealer(self, state: S) -> str:
        """Who deals first in a rematch: the deal passes on to the left."""

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError where the rulebook has none."""
        return {rule.id: rule for rule in self.rules}[rule_id]


AnyGame = Game[Any]
__all__ = [
    "Accepted",
    "AnyGame",
    "BadHeader",
    "CardName",
    "Choice",
    "Enters",
    "Face",
    "Game",
    "Header",
    "Means",
    "Move",
    "Points",
    "Question",
    "Report",
    "ScoreSheet",
    "SeatName",
    "Standing",
    "Strict",
    "Undo",
    "Words",
]
