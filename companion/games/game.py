"""A game as the rest of the program sees it (`Game`), and what stands at one table of it (`Book`).

A book is given its game and asks it; what a game tells of more than one moment it reads from the book.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ValidationError

from companion.games.circle_tally import Tallied, Tally
from companion.games.header import Header
from companion.games.how_to_play import FirstCard, SetUpStep
from companion.games.move import Move, Plain, Question, Undo, names_in, what_is_wrong
from companion.games.people import People
from companion.games.report import Place, Report, ScoreSheet, places_by_points
from companion.games.rulebook import Rulebook
from companion.games.ruled_move import (
    Override,
    RuledMove,
    TableState,
    nearest,
    offered,
    overridden,
    override,
    refusal,
)
from companion.games.ruling import Accepted, Action, Condition, Hypothetical, Rejected, Ruling
from companion.games.seating import SEAT_MOVES, SeatChanges
from companion.games.text import Text

S = TypeVar("S", bound=TableState)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Box:
    """One of the boxes that a game is sold in: its `name` in a header, its look, and what tells it from the others.

    `shows` are symbols of the game, the first of them the largest.
    """

    name: str
    title: Text
    shows: tuple[str, ...]
    about: Text


@dataclass(frozen=True, slots=True)
class Face:
    """A card to tap: its `name` in a move, its colour or suit, and what stands on it. `gone`: it was seen before."""

    name: str
    suit: str
    rank: str
    gone: bool = False


class Game(ABC, Generic[S]):
    """A game's room, seen through its door. `S` is its frozen state.

    Everything here is pure: no clock, no chance, no I/O. A room declares what the game is, its rulebook, its moves and
    its screens, and overrides the hooks that it needs; what has a default may be left out.
    """

    # What it is.

    slug: ClassVar[str]
    title: Text
    players: ClassVar[tuple[int, int]]
    """The fewest and the most who may sit down, unless a house rule changes that."""
    options: ClassVar[type[BaseModel]]
    rulebook: Rulebook
    moves: ClassVar[tuple[type[Move], ...]]
    """The shapes of its moves: `RuledMove`s, and those of `seat_changes`. Undo and `Override` come with every game."""
    seat_changes: ClassVar[SeatChanges[Any] | None] = None
    """How seats change in a running game; None if they stay as they were when the table was opened."""
    page: ClassVar[type | None] = None
    """The class of its page, a subclass of `page.Page`."""

    deals: ClassVar[bool] = True
    """True if somebody deals; otherwise a header need not say who."""
    in_hands: ClassVar[bool] = False
    """True if what is scored is called a hand, and not a round."""
    most_wins: ClassVar[bool] = False
    """True if the most points win, and not the fewest."""
    header_keys: ClassVar[Mapping[str, tuple[Text, Text]]] = {}
    """For each key that only this game's header has: the question for it, and what holds if it is left out."""
    symbols: ClassVar[frozenset[str]] = frozenset()
    """Colours and suits that the game's sprite draws, each as `token-NAME`."""
    mismatch: Text = Text("The counts don\u2019t match")
    tallies: tuple[Tally, ...] = ()
    """What is counted of each seat over a whole game, in the order in which people are told."""
    roles: Mapping[str, Text] = {}
    """For a key of a report's `extra` that names a seat: what that seat is."""
    first_card: ClassVar[FirstCard | None] = None
    """The card that names the first dealer, if cards are dealt face up until it falls."""

    @property
    def folder(self) -> str:
        """The name of its rooms under `companion/games` and `templates/games`."""
        return self.slug.replace("-", "_")

    # Its boxes.

    boxes: ClassVar[tuple[Box, ...]] = ()
    """The boxes that it is sold in, the usual one first; empty if there is only one."""
    box_option: ClassVar[str] = "edition"
    """The house rule by which a header names the box."""
    box: str = ""
    """The box that this is the game of, by its name in a header."""
    unknown: frozenset[str] = frozenset()
    """Words that the types of its moves know, but this box does not have."""
    counts: Mapping[str, Mapping[str, int]] = {}
    """For a house rule that counts what the box holds: the usual counts."""

    def in_box(self, name: str) -> AnyGame:
        """Return the game with that box, in its words; the same game if there is no such box."""
        return self

    def at(self, header: Header) -> AnyGame:
        """Return the game as that table plays it."""
        return self.in_box(getattr(header.options, self.box_option, ""))

    def worded(self, said: T) -> T:
        """Put a sentence of the game, or anything that holds some (a rejection, say), in the words of its box."""
        return said

    # Opening a table.

    def most_seats(self, options: BaseModel) -> int:
        """Return how many may sit down under these house rules."""
        return self.players[1]

    def takes(self, seats: int, options: BaseModel) -> bool:
        """Return True if that many may sit down under these house rules."""
        return self.players[0] <= seats <= self.most_seats(options)

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """Return the unusual house rules that so many people need; None if there are too many people."""
        return {} if seats <= self.most_seats(self.options()) else None

    @property
    def largest(self) -> int:
        """How many may sit down under any house rules."""
        most = self.most_seats(self.options())
        while self.room_for(most + 1) is not None:
            most += 1
        return most

    def asks(self, option: str) -> Text:
        """Return the question that a form asks for a house rule."""
        return Text(self.options.model_fields[option].title or option)

    def usual(self, option: str) -> Text | None:
        """Say what holds if a house rule is not set; None if that need not be said."""
        description = self.options.model_fields[option].description
        return Text(description) if description else None

    def first_deal(self, names: tuple[str, ...]) -> Text | None:
        """Say how the first dealer is found, for the page that opens a table. `names` are those typed so far."""
        return None

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """Say what people do with the box before the first move."""
        return ()

    @abstractmethod
    def start(self, header: Header) -> S:
        """Return the state before the first move."""

    @abstractmethod
    def next_dealer(self, state: S) -> str:
        """Return who deals first in a rematch: the deal passes on to the left."""

    def first_player(self, book: Book) -> str | None:
        """Return who began the game: the first dealer's left; None if nobody deals, or nobody knows yet."""
        seats = book.header.seats
        first = seats[(seats.index(book.header.dealer) + 1) % len(seats)]
        return book.people.name_now(first) if self.deals else None

    # Reading moves.

    def parse(self, raw: object, seats: tuple[str, ...] | None = None) -> Move | Rejected:
        """Read a JSON value as a move of this game; reject it by `malformed`, with what is wrong in it.

        If `seats` are given, names of seats must be among them. Source: TRANSCRIPTS, Form.
        """
        if not isinstance(raw, dict):
            return self.rulebook.no("malformed", Text("A move is an object with named keys."))
        kind = raw.get("move")
        shapes = self._shapes.get(kind, ()) if isinstance(kind, str) else ()
        marked = [shape for shape in shapes if shape.marker in raw]
        plain = [shape for shape in shapes if shape.marker is None]
        if not (marked or plain):
            return self.rulebook.no("malformed", Text("There is no such move in this game."))
        try:
            move = (marked or plain)[0].model_validate(raw, context=seats)
        except ValidationError as wrong:
            return self.rulebook.no("malformed", what_is_wrong(wrong))
        if not isinstance(move, Override):
            return move
        overrides = None if "stands" in move.stands else self.parse(move.stands, seats)
        if isinstance(overrides, Rejected):
            return overrides
        if overrides is None or isinstance(overrides, Undo):
            because = Text("This move does not take what stands under \u201c{key}\u201d.", key="stands")
            return self.rulebook.no("malformed", because)
        return move.of(overrides)

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[type[Move], ...]]:
        known: tuple[type[Move], ...] = (*self.moves, Undo, Override)
        return {kind: tuple(shape for shape in known if shape.kind() == kind) for kind in {k.kind() for k in known}}

    # Judging them. Undo is no move of a game: it is the ledger's.

    def judge(self, state: S, move: Move) -> Ruling[S]:
        """Rule on a move whose seats sit at the table now."""
        if isinstance(move, SEAT_MOVES) and self.seat_changes is not None:
            ruling = state.game_is_over() if state.phase == "over" else self.seat_changes.judge(state, move)
            return self.worded(ruling) if isinstance(ruling, Rejected) else ruling
        rejected = self.refusal(state, move)
        return Accepted(cast(RuledMove, move).after(state)) if rejected is None else rejected

    def refusal(self, state: S, move: Move) -> Rejected | None:
        """Return why the move does not stand, or None if it does: `judge` without its effect, and cheaper."""
        if isinstance(move, RuledMove):
            return self.worded(refusal(state, move))
        ruling = self.judge(state, move)
        return ruling if isinstance(ruling, Rejected) else None

    def rule_on(self, state: S, move: Move) -> Ruling[S]:
        """Rule on a move that may have been read at another moment, or that the table lets stand.

        An `Override` stands if anything comes of the move that it overrides, or if the rules allow that.
        """
        claim = overridden(move)
        if missing := self.not_seated(state, claim):
            return missing
        if claim is not move and (after := self.after(state, claim)) != state:
            return Accepted(after)
        return self.judge(state, claim)

    def after(self, state: S, move: Move) -> S:
        """Return the state after a move that stands, whatever today's rules say of it: it is not judged.

        It is the same state if the move names somebody who has no seat now, or if nothing can come of it.
        """
        claim = overridden(move)
        if state.phase == "over" or self.not_seated(state, claim):
            return state
        if isinstance(claim, RuledMove):
            after: S = claim.after(state)
            return after
        ruling = self.judge(state, claim)
        return ruling.state if isinstance(ruling, Accepted) else state

    def not_seated(self, state: S, move: Move) -> Rejected | None:
        """Reject a move that names somebody who has no seat now."""
        if self.seat_changes is not None:
            for name in names_in(move):
                if name not in state.people.seats:
                    return self.rulebook.no("malformed", Text("{seat} has no seat at this moment.", seat=name))
        return None

    # What may be tapped, and what is allowed instead.

    def possible(self, state: S, seat: str | None) -> Iterable[Plain]:
        """Return the moves, legal or not, that a screen may offer `seat` (None: anybody)."""
        return offered(self.moves, state, seat)

    def choices(self, state: S, seat: str | None) -> tuple[Action, ...]:
        """Return what a screen may offer `seat` (None: anybody), each with its ruling."""
        return tuple(self.action(state, plain) for plain in self.possible(state, seat))

    def action(self, state: S, *plains: Plain) -> Action:
        """Return the action that makes these well-formed moves of seats at the table, one after another."""
        moves: tuple[Move, ...] = ()
        rejected: Rejected | None = None
        for plain in plains:
            if moves and rejected is None:
                state = self.after(state, moves[-1])
            move = self.parse(plain)
            assert isinstance(move, Move), plain  # noqa: S101 - a room offers nothing malformed
            moves += (move,)
            rejected = rejected or self.refusal(state, move)
        return Action(moves, rejected)

    def nearest(self, state: S, move: Move | None) -> Iterable[Plain]:
        """Return what might be allowed in place of a rejected move, legal or not, nearest first."""
        return nearest(self.possible(state, None), move)

    def near(self, state: S, move: Move | None) -> tuple[Action, ...]:
        """Return what would stand in place of a rejected move (None: one that could not be read), nearest first."""
        seated = None if move is None or self.not_seated(state, move) else move
        actions = (self.action(state, plain) for plain in self.nearest(state, seated))
        return tuple(action for action in actions if action.legal)

    def instead(self, state: S, move: Move | None) -> tuple[Move, ...]:
        """Return the moves that are allowed in place of a rejected one, nearest first.

        None of them is a slip, and none says more about a hand than the rejected move did.
        """
        vouches = move is not None and move.vouched
        near = (action.move for action in self.near(state, move))
        return tuple(other for other in near if other.slip is None and (vouches or not other.vouched))

    # A round, hand or game that is told by its result.

    def result_taps(self, state: S) -> Iterable[Plain]:
        """Return the results that a tap tells; none if they are counted."""
        return ()

    def result_counts(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """Return what is counted of each seat, by the result's key: the items, none if it is one number."""
        return {}

    # What else the referee asks.

    def hypothetical(
        self, state: S, move: Move, premises: Mapping[str, Any]
    ) -> Hypothetical[S] | Rejected | str | None:
        """Return the moment to which a question about a move belongs; None if that is the present one.

        `premises` are what was told about that moment, by the keys of the question's `premises`. A str is the key of
        the one to be told next. What was told and cannot be is rejected.
        """
        return None

    def conditions(self, book: Book, move: Move) -> tuple[Condition, ...]:
        """Return what a move that stands in this book rests on that the app cannot see: the cards in a hand, say."""
        return ()

    def rulings_for(self, state: S, counted: Mapping[str, Mapping[str, int]]) -> Sequence[Plain] | Rejected:
        """Return the fewest rulings, without kind and reason, that set the book to what was counted.

        `counted` maps a place to counts by item ("" if it has only one). What was not counted lies as the book has it.
        """
        return self.rulebook.no("table-ruling", Text("No ruling of this game can do that."))

    def correction(
        self, state: S, counted: Mapping[str, Mapping[str, int]], reason: str
    ) -> tuple[Move, ...] | Rejected:
        """Return those rulings as moves, or the first rejection of one after the other.

        Raise ValidationError for a reason that no ruling takes.
        """
        plains = self.rulings_for(state, counted)
        if isinstance(plains, Rejected):
            return plains
        shape = next(shape for shape in self._shapes["ruling"] if shape.marker is None)
        moves = [shape.model_validate({"move": "ruling", **plain, "reason": reason}) for plain in plains]
        for move in moves:
            ruling = self.judge(state, move)
            if isinstance(ruling, Rejected):
                return ruling
            state = ruling.state
        return tuple(moves)

    # Who may know what.

    def keeps_secrets(self, header: Header) -> bool:
        """Return True if a move at this table may hold what not everybody may know."""
        return False

    def seen_by(self, book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
        """Return the book as a phone may know it that plays `seat` (None: as everybody may).

        `entered` are the standing moves that the phone has entered, by their numbers from 0. Whatever people and
        programs are shown is made from this book. It holds as many moves as the other, of the same kinds.
        """
        return book

    def corrected(self, was: Move, now: Move) -> Move:
        """Return the move that takes the place of `was`: `now`, with what only the maker of `was` knows filled in."""
        return now

    # Words.

    def question(self, shape: type[Move]) -> Question:
        """Return how a person asks for one of the game's moves."""
        return self.worded(shape.asked())

    def label(self, move: Move) -> Text:
        """Return the words on a move's button: "Take red", "Steal blue from Mary"."""
        return self.worded(move.label())

    def slip(self, move: Move) -> Text | None:
        """Say what a move costs that records something against the rules; None for any other move."""
        return self.worded(move.slip)

    def describe(self, move: Move, before: S | None = None) -> Text:
        """Return a move's sentence for the ledger; with the state before it, also what came of it."""
        if isinstance(move, Override):
            return move.sentence_about(self.describe(move.overrides))
        if isinstance(move, SEAT_MOVES) and self.seat_changes is not None:
            return self.seat_changes.tell(move, before)
        told = before is not None and isinstance(move, RuledMove)
        return self.worded(cast(RuledMove, move).told(before) if told else move.sentence())

    # What stands, as people and programs are shown it.

    def sheet(self, state: S) -> ScoreSheet:
        """Return the scores with their sums."""
        return ScoreSheet(number=1, planned=None, running={}, finished=())

    def places(self, book: Book) -> tuple[Place, ...]:
        """Return all seats by their places, equals in seat order. Points decide, unless a game overrides it."""
        return places_by_points(book.report().totals, most_wins=self.most_wins)

    def tally(self, book: Book) -> Tallied:
        """Count the game's `tallies` in a finished game, as its book stands now."""
        return {}

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """Word one of the report's irregularities."""
        return Text("{kind}", kind=str(found["kind"]))

    def moment(self, state: S) -> Text | None:
        """Say where in the game the next move belongs: "Round 1, trick 7"."""
        return None

    def cards(self, state: S) -> tuple[Face, ...]:
        """Return all cards that a move could name, a suit after the other; empty if cards are not recorded."""
        return ()

    def order(self, state: S) -> tuple[str, ...]:
        """Return the seats in the order in which they play to the running trick; empty if its states have none."""
        return getattr(state, "order", ())


AnyGame = Game[Any]

STOOD = Text("It stood under earlier rules.")

KEPT = 256  # reports


class Book(Struct, frozen=True, eq=False):
    """What stands at a table: the state after the latest standing move, and the book before that move.

    `accepted` counts every accepted move, undos too; a book that an amend has made counts what stands.
    """

    header: Header
    game: AnyGame
    state: Any
    accepted: int = 0
    move: Move | None = None
    before: Book | None = None

    def __repr__(self) -> str:
        return f"Book({self.game.slug!r}, accepted={self.accepted}, move={self.move!r})"  # and not all that it holds

    @classmethod
    def open(cls, game: AnyGame, header: Header) -> Book:
        """Open the book of a table before its first move."""
        return cls(header, game, game.start(header))

    @property
    def people(self) -> People:
        """Everybody who has had a seat at the table."""
        people: People = self.state.people
        return people

    @property
    def seats(self) -> tuple[str, ...]:
        """The current names of the seats, clockwise."""
        return self.people.seats

    def play(self, raw: object) -> Ruling[Book]:
        """Rule on a move given as a JSON value."""
        move = self.game.parse(raw, self.seats)
        return move if isinstance(move, Rejected) else self.enter(move)

    def enter(self, move: Move) -> Ruling[Book]:
        """Rule on a move that has been parsed, or an undo."""
        if not isinstance(move, Undo):
            return self.claim(move)
        if self.before is None:
            return self.game.rulebook.no("nothing-to-undo", Text("There is no entry."))
        return Accepted(self.apply(move))

    def apply(self, move: Move) -> Book:
        """Return the book after a move, or an undo, that was accepted once: it is not judged again."""
        if not isinstance(move, Undo):
            return self.with_move(move, self.game.after(self.state, move))
        past = self.before or self
        return replace(past, accepted=self.accepted + 1)

    def claim(self, *moves: Move) -> Ruling[Book]:
        """Rule on moves that have been parsed, none an undo: the book after all, or the first rejection."""
        book = self
        for move in moves:
            ruling = book.game.rule_on(book.state, move)
            if isinstance(ruling, Rejected):
                return ruling
            book = book.with_move(move, ruling.state)
        return Accepted(book)

    def with_move(self, move: Move | None, state: Any) -> Book:
        """Return the book after a move that was accepted and has led to this state."""
        return Book(self.header, self.game, state, self.accepted + 1, move, self)

    def standing(self) -> Iterator[Book]:
        """Yield the book after each standing move, latest first; the opening book is not among them."""
        return (after for _, after in self.steps())

    def steps(self) -> Iterator[tuple[Book, Book]]:
        """Yield the books before and after each standing move, latest first."""
        after = self
        while after.before is not None:
            yield after.before, after
            after = after.before

    def moves(self) -> tuple[Move, ...]:
        """Return the moves that stand, in order."""
        return tuple(book.move for book in reversed(tuple(self.standing())) if book.move is not None)

    def report(self) -> Report:
        """Return what stands, as `companion replay --json` says it."""
        return _report(self)

    def lines(self, stood: str = STOOD.message) -> Iterator[str]:
        """Yield the game as a transcript that replays to the same: the header, then each standing move on a line.

        A move that today's rules would refuse goes out as a ruling that lets it stand, with `stood` as its reason; it
        is left out if nothing comes of it.
        """
        yield json.dumps(self.header.plain, ensure_ascii=False)
        for before, after in reversed(tuple(self.steps())):
            move = after.move
            if move is not None and isinstance(self.game.rule_on(before.state, move), Rejected):
                move = None if after.state == before.state else override(move, stood)
            if move is not None:
                yield json.dumps(move.plain(), ensure_ascii=False)


@lru_cache(KEPT)
def _report(book: Book) -> Report:
    """Make the report once: a table's phones ask for it one after the other, each several times."""
    report: Report = book.state.report()
    return report
