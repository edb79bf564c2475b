"""What a game is, seen from outside its room, and the book of a table: the door that tables, referee and screens use.

A book is given its game and asks it; what a game tells of more than one moment it reads from the book.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.circle_tally import Tallied, Tally
from companion.games.header import Header
from companion.games.how_to_play import Introduction
from companion.games.move import Move, Question, Undo
from companion.games.people import People, people_of
from companion.games.report import Report, ScoreSheet
from companion.games.rulebook import DISPUTES, Reason
from companion.games.ruled_move import RuledMove
from companion.games.rules import Rules
from companion.games.ruling import Accepted, Condition, Rejected, Ruling
from companion.games.seating import SEAT_MOVES
from companion.games.sold import Sold
from companion.games.text import Text
from companion.games.upheld import Upheld, upheld

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Face:
    """A card to tap: its `name` in a move, its colour or suit, what stands on it. `gone`: it was seen before."""

    name: str
    suit: str
    rank: str
    gone: bool = False


class Game(Sold, Rules[S], ABC, Generic[S]):
    """A game's room seen through its door. `S` is its frozen state.

    Everything here is pure: no clock, no chance, no I/O. What has a default may be left out. A room declares its
    functions as attributes: `judge = Judge(...)`, `report = staticmethod(report)`.
    """

    # At a table: its box, who began, what may be in dispute.

    disputes: ClassVar[tuple[Reason, ...]] = DISPUTES
    """What may be in dispute, to be tapped, the usual first."""
    ruling_reasons: ClassVar[Mapping[str, tuple[Reason, ...]]] = {}
    """By marker of a ruling's shape ("" for the shape without one): why a table rules so."""

    def in_box(self, name: str) -> AnyGame:
        """The game with that box, in its words; unchanged for a name that is none."""
        return self

    def at(self, header: Header) -> AnyGame:
        """The game as that table plays it."""
        return self.in_box(getattr(header.options, self.box_option, ""))

    def unknown(self) -> frozenset[str]:
        """Words that its moves' types know and that mean nothing where this is played."""
        return frozenset()

    @abstractmethod
    def next_dealer(self, state: S) -> str:
        """Who deals first in a rematch: the deal passes on to the left."""

    def first_player(self, book: Book) -> str | None:
        """Who began the game: the first dealer's left; None where nobody deals, or nobody knows yet."""
        seats = book.header.seats
        first = seats[(seats.index(book.header.dealer) + 1) % len(seats)]
        return book.people.name_now(first) if self.deals else None

    roles: Mapping[str, Text] = {}
    """What a seat is that a key of a report's `extra` names, by that key."""

    # What people are told of its rules and its moves.

    asked: ClassVar[Mapping[str, Text]] = {}
    """What people type who look for a rule of its own, by its id: words and questions, with semicolons between them."""
    introduction: Introduction | None = None
    """The game for people who have never played it."""

    def conditions(self, book: Book, move: Move) -> tuple[Condition, ...]:
        """What a move that stands in this book rests on and the app cannot see: the cards in a hand, say."""
        return ()

    def worded(self, said: T) -> T:
        """A sentence of the game, or whatever holds some, in the words of its box."""
        return said

    def question(self, shape: type[Move]) -> Question:
        """How a person asks for one of the game's moves."""
        return self.worded(shape.asked())

    def label(self, move: Move) -> Text:
        """A move as the words on a button: "Take red", "Steal blue from Mary"."""
        return self.worded(move.label())

    def slip(self, move: Move) -> Text | None:
        """What a move costs that tells of something against the rules; None for any other."""
        return self.worded(move.slip)

    def describe(self, move: Move, before: S | None = None) -> Text:
        """A move as a sentence for the ledger: who claimed what; with the state before it, also what came of it."""
        if isinstance(move, Upheld):
            return move.sentence_about(self.describe(move.claim))
        if before is not None and self.not_seated(before, move) is not None:
            before = None  # nothing came of it
        if isinstance(move, SEAT_MOVES) and self.seat_changes is not None:
            return self.seat_changes.tell(move, before)
        return self.worded(move.sentence() if before is None or isinstance(move, Undo) else self.tell(move, before))

    def tell(self, move: Move, before: S) -> Text:
        """One of the game's own moves as a sentence, with what came of it."""
        return move.told(before) if isinstance(move, RuledMove) else move.sentence()

    # What stands, as people and programs are shown it.

    screen: ClassVar[type | None] = None
    """The class of its screens, a subclass of `screen.Screen`, which knows games; None: that one will do."""

    def report(self, state: S) -> Report:
        """What stands. Source: TRANSCRIPTS, Replay."""
        table: Any = state
        report: Report = table.report()
        return report

    def sheet(self, state: S) -> ScoreSheet:
        """The scores with their sums; here of a game without points."""
        return ScoreSheet(number=1, planned=None, running={}, finished=())

    tallies: tuple[Tally, ...] = ()
    """What is counted of each seat over a whole game, in the order in which people are told."""

    def tally(self, book: Book) -> Tallied:
        """Those counts of a finished game, as its book stands now."""
        return {}

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """One of the report's irregularities as a sentence; a game that finds none has none to word."""
        return Text("{kind}", kind=str(found["kind"]))

    def moment(self, state: S) -> Text | None:
        """Where in the game the next move belongs, as people at the table say it ("Round 1, trick 7")."""
        return None

    def cards(self, state: S) -> tuple[Face, ...]:
        """All cards that a move could name, a suit after the other; none in a game without recorded cards."""
        return ()

    def order(self, state: S) -> tuple[str, ...]:
        """The seats in the order in which they put down a card of the running trick; none where there are no tricks."""
        return ()

    def keeps_secrets(self, header: Header) -> bool:
        """Whether a move at this table may hold what not everybody may know."""
        return False

    def corrected(self, was: Move, now: Move) -> Move:
        """The move in the place of `was`: `now`, with what only who made that knows where `now` leaves it out."""
        return now

    def seen_by(self, book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
        """The book as a phone may know it that plays `seat` (None: none; so what everybody may know).

        `entered` are the standing moves that it has entered, by their numbers from 0. Whatever people and
        programs are shown is made from this book. It holds as many moves as the other, and the same kinds.
        """
        return book


AnyGame = Game[Any]

STOOD = Text("It stood under earlier rules.")

KEPT = 256  # reports


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """What stands at a table: the state after the latest standing move, and the book before that move.

    `accepted` counts every accepted move, undos too; a book that an amend has made counts what stands.
    """

    header: Header
    game: Game[Any]
    state: Any = field(repr=False)
    accepted: int = 0
    move: Move | None = None
    before: Book | None = field(default=None, repr=False)

    @classmethod
    def open(cls, game: Game[Any], header: Header) -> Book:
        """The book of a table before its first move."""
        return cls(header, game, game.start(header))

    @property
    def people(self) -> People:
        """All who have had a seat at the table."""
        changes = self.game.seat_changes
        return people_of(self.header.seats) if changes is None else changes.people(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats now, clockwise."""
        changes = self.game.seat_changes
        return self.header.seats if changes is None else changes.seats(self.state)

    def play(self, *raws: object) -> Ruling[Book]:
        """The book after moves given as JSON values, one after another, or why one does not stand. Never raises."""
        book = self
        for raw in raws:
            move = book.game.parse(raw, book.seats)
            ruling = move if isinstance(move, Rejected) else book.enter(move)
            if isinstance(ruling, Rejected):
                return ruling
            book = ruling.state
        return Accepted(book)

    def enter(self, move: Move) -> Ruling[Book]:
        """The book after a move that has been parsed, an undo too, or the rejection."""
        if not isinstance(move, Undo):
            return self.claim(move)
        if self.before is None:
            return Rejected(self.game.rule("nothing-to-undo"), Text("There is no entry."))
        return Accepted(self.apply(move))

    def apply(self, move: Move) -> Book:
        """The book after a move that was accepted once, an undo too: it has its effect, and is not judged again."""
        if not isinstance(move, Undo):
            return self.with_move(move, self.game.after(self.state, move))
        past = self.before or self
        return replace(past, accepted=self.accepted + 1)

    def claim(self, *moves: Move) -> Ruling[Book]:
        """The book after moves that have been parsed and are no undo, one after another, or the first rejection."""
        book = self
        for move in moves:
            ruling = book.game.rule_on(book.state, move)
            if isinstance(ruling, Rejected):
                return ruling
            book = book.with_move(move, ruling.state)
        return Accepted(book)

    def with_move(self, move: Move | None, state: Any) -> Book:
        """The book after a move that was accepted and has brought this state."""
        return Book(self.header, self.game, state, self.accepted + 1, move, self)

    def standing(self) -> Iterator[Book]:
        """The book after each standing move, latest first; the opening book is not among them."""
        return (after for _, after in self.steps())

    def steps(self) -> Iterator[tuple[Book, Book]]:
        """The books before and after each standing move, latest first."""
        after = self
        while after.before is not None:
            yield after.before, after
            after = after.before

    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, in order."""
        return tuple(book.move for book in reversed(tuple(self.standing())) if book.move is not None)

    def report(self) -> Report:
        """What stands, in the words of `companion replay --json`."""
        return _report(self)

    def lines(self, stood: str = STOOD.message) -> Iterator[str]:
        """The game as a transcript, which replays to the same: its header, then every standing move, a line each.

        A move that today's rules would refuse goes out as a ruling that lets it stand, because it `stood`; it is left
        out if nothing comes of it.
        """
        yield json.dumps(self.header.plain, ensure_ascii=False)
        for before, after in reversed(tuple(self.steps())):
            move = after.move
            if move is not None and isinstance(self.game.rule_on(before.state, move), Rejected):
                move = None if after.state == before.state else upheld(move, stood)
            if move is not None:
                yield json.dumps(move.plain(), ensure_ascii=False)


@lru_cache(KEPT)
def _report(book: Book) -> Report:
    """Made once for all who ask: a table's phones do one after the other, each several times."""
    return book.game.report(book.state)
