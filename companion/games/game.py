"""What a game is, seen from outside its room: the one door that tables, referee and screens use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import ValidationError

from companion.games.header import Header
from companion.games.move import Move, Plain, Question, Undo, names_in, what_is_wrong
from companion.games.reasons import DISPUTES, Reason
from companion.games.report import Report, ScoreSheet
from companion.games.ruling import Choice, Condition, Rejected, Rule, Ruling, Supposed
from companion.games.seating import SEAT_MOVES, SeatChanges
from companion.games.sold import Sold
from companion.games.tally import Tallied, Tally
from companion.games.text import Text
from companion.games.upheld import Upheld

if TYPE_CHECKING:  # both are given a game, and ask it
    from companion.games.book import Book
    from companion.games.screen import AnyScreen

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Introduction:
    """A game told to newcomers.

    `lines` are the game in ten lines, each as (what it is about, the line). `phases` is a walk through a first game:
    for each phase of a report one sentence, in the order of play.
    """

    lines: tuple[tuple[Text, Text], ...]
    phases: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Face:
    """A card to tap: its `name` in a move, its colour or suit, what stands on it. `gone`: it was seen before."""

    name: str
    suit: str
    rank: str
    gone: bool = False


class Game(Sold, ABC, Generic[S]):
    """A game's room seen through its door. `S` is its frozen state.

    Everything here is pure: no clock, no chance, no I/O. What has a default may be left out. A room declares its
    functions as attributes: `judge = Judge(...)`, `report = staticmethod(report)`.
    """

    # At a table: its box, who began, what may be in dispute.

    disputes: ClassVar[tuple[Reason, ...]] = DISPUTES
    """What may be in dispute, to be tapped, the usual first."""
    ruling_reasons: ClassVar[Mapping[str, tuple[Reason, ...]]] = {}
    """By marker of a ruling's shape ("" for the shape without one): why a table rules so."""

    def in_box(self, name: str) -> AnyGame:  # noqa: ARG002 - most games are sold in one
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

    # Its rules, and what they allow.

    rules: tuple[Rule, ...]
    """The rulebook, in order."""

    asked: ClassVar[Mapping[str, Text]] = {}
    """What people type who look for a rule, by its id: words and whole questions, with semicolons between them."""
    introduction: Introduction | None = None
    """The game for people who have never played it."""

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError where the rulebook has none."""
        return {rule.id: rule for rule in self.rules}[rule_id]

    @abstractmethod
    def start(self, header: Header) -> S:
        """The state before the first move."""

    @abstractmethod
    def judge(self, state: S, move: Move) -> Ruling[S]:
        """Whether the move stands. `undo` is not judged here: it is the ledger's, not the rules'."""

    seat_changes: ClassVar[SeatChanges[Any] | None] = None
    """How its seats change while it runs; None: they stay as they were when the table was opened."""

    def not_seated(self, state: S, move: Move) -> Rejected | None:
        """Whether a move that may have been read at another moment names somebody who has no seat now."""
        if self.seat_changes is not None:
            seats = self.seat_changes.seats(state)
            for name in names_in(move):
                if name not in seats:
                    return Rejected(self.rule("malformed"), Text("{seat} has no seat at this moment.", seat=name))
        return None

    def possible(self, state: S, seat: str | None) -> Iterable[Plain]:  # noqa: ARG002 - told by each game
        """The moves, legal or not, that a screen may offer that seat (None: whoever's move it is), as JSON has them."""
        return ()

    def nearest(self, state: S, move: Move | None) -> Iterable[Plain]:  # noqa: ARG002 - none is nearer
        """What might be allowed in place of a rejected move, legal or not, nearest first."""
        return (choice.move.plain() for choice in self.choices(state, None))

    def choices(self, state: S, seat: str | None) -> tuple[Choice, ...]:
        """What a screen may offer that seat (None: whoever's move it is), each with its ruling."""
        return tuple(self.choice(state, plain) for plain in self.possible(state, seat))

    def instead(self, state: S, move: Move | None) -> tuple[Move, ...]:
        """What would be allowed in place of a rejected move, nearest first; each of them legal now.

        None is a slip, and none says more of a hand than the rejected move did.
        """
        said = move is not None and move.vouched
        found = (choice.move for choice in self.near(state, move))
        return tuple(other for other in found if other.slip is None and (said or not other.vouched))

    def near(self, state: S, move: Move | None) -> tuple[Choice, ...]:
        """All that would stand in place of a rejected move, nearest first, whoever may say or do so."""
        choices = (self.choice(state, plain) for plain in self.nearest(state, move))
        return tuple(choice for choice in choices if choice.legal)

    def suppose(
        self,
        state: S,  # noqa: ARG002 - a game that supposes nothing answers for this moment alone
        move: Move,  # noqa: ARG002
        facts: Mapping[str, Any],  # noqa: ARG002
    ) -> Supposed[S] | Rejected | str | None:
        """The moment to which a question belongs, where that is another one; None where it is this.

        `facts` are what was told of it, by the keys of the question's `facts`. Where one is wanted its key is the
        answer; where what was told cannot be, the rejection is.
        """
        return None

    def conditions(self, book: Book, move: Move) -> tuple[Condition, ...]:  # noqa: ARG002 - most see all that counts
        """What a move that stands in this book rests on and the app cannot see: the cards in a hand, say."""
        return ()

    def choice(self, state: S, plain: Plain) -> Choice:
        """A well-formed move with its ruling."""
        move = self.parse(plain)
        assert isinstance(move, Move), plain  # noqa: S101 - a room names nothing malformed
        ruling = self.judge(state, move)
        return Choice(move, ruling if isinstance(ruling, Rejected) else None)

    def essence(self, state: S) -> Hashable:  # noqa: ARG002 - a game that does not tell is replayed in full
        """Memo key: from two states with equal keys the same moves stand and lead to the same holdings. None: none."""
        return None

    def correction(
        self,
        state: S,  # noqa: ARG002 - asked of the games that have such rulings
        counted: Mapping[str, Mapping[str, int]],  # noqa: ARG002
        reason: str,  # noqa: ARG002
    ) -> tuple[Move, ...] | Rejected:
        """The fewest rulings that set the book to what was `counted`: by place, then by item ("" where there is one).

        What was not counted lies as the book has it. Raises ValidationError for a reason that no ruling takes.
        """
        return Rejected(self.rule("table-ruling"), Text("No ruling of this game can do that."))

    def taken_over(
        self,
        state: S,  # noqa: ARG002 - asked of the games that can tell
        move: Move,  # noqa: ARG002
        reason: str,  # noqa: ARG002
    ) -> Iterable[tuple[Plain, ...]]:
        """What a move brought about that stood once and is refused today, told in moves that the rules allow.

        Nearest first, legal or not, and none where no move can do it: table rulings with that `reason`, or the same
        told otherwise.
        """
        return ()

    def carried_out(self, state: S, move: Move) -> S:  # noqa: ARG002 - asked of the games that can tell
        """The state with what a move brought about that the rules refuse and the table lets stand.

        As far as the book has room for it; the same state where nothing came of it. See `upheld`.
        """
        return state

    # Its moves, read and put into words.

    moves: ClassVar[tuple[type[Move], ...]]

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
        if not (marked or plain):
            return Rejected(self.rule("malformed"), Text("There is no such move in this game."))
        try:
            move = (marked or plain)[0].model_validate(raw, context=seats)
        except ValidationError as wrong:
            return Rejected(self.rule("malformed"), what_is_wrong(wrong))
        return move.read_by(self, seats) if isinstance(move, Upheld) else move

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[type[Move], ...]]:
        known: tuple[type[Move], ...] = (*self.moves, Undo, Upheld)
        return {kind: tuple(shape for shape in known if shape.kind() == kind) for kind in {k.kind() for k in known}}

    def question(self, shape: type[Move]) -> Question:
        """How a person asks for one of the game's moves."""
        return shape.asked()

    def label(self, move: Move) -> Text:
        """A move as the words on a button: "Take red", "Steal blue from Mary"."""
        return move.label()

    def slip(self, move: Move) -> Text | None:
        """What a move costs that tells of something against the rules; None for any other."""
        return move.slip

    def describe(self, move: Move, before: S | None = None) -> Text:
        """A move as a sentence for the ledger: who claimed what; with the state before it, also what came of it."""
        if isinstance(move, Upheld):
            return move.told(self.describe(move.claim))
        if isinstance(move, SEAT_MOVES) and self.seat_changes is not None:
            return self.seat_changes.tell(move, before)
        return move.sentence() if isinstance(move, Undo) else self.tell(move, before)

    def tell(self, move: Move, before: S | None) -> Text:  # noqa: ARG002 - a game in which nothing more comes of it
        """As `describe`, for the game's own moves; `undo` is the ledger's, and never comes here."""
        return move.sentence()

    # What stands, as people and programs are shown it.

    screen: ClassVar[type[AnyScreen] | None] = None
    """The class of its screens, a subclass of `screen.Screen`; None: that one will do."""

    @abstractmethod
    def report(self, state: S) -> Report:
        """What stands. Source: TRANSCRIPTS, Replay."""

    def sheet(self, state: S) -> ScoreSheet:  # noqa: ARG002 - there are no points
        """The scores with their sums; here of a game without points."""
        return ScoreSheet(number=1, planned=None, running={}, finished=())

    tallies: tuple[Tally, ...] = ()
    """What is counted of each seat over a whole game, in the order in which people are told."""

    def tally(self, book: Book) -> Tallied:  # noqa: ARG002 - a game may count nothing
        """Those counts of a finished game, as its book stands now."""
        return {}

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """One of the report's irregularities as a sentence; a game that finds none has none to word."""
        return Text("{kind}", kind=str(found["kind"]))

    def moment(self, state: S) -> Text | None:  # noqa: ARG002 - not every game counts
        """Where in the game the next move belongs, as people at the table say it ("Round 1, trick 7")."""
        return None

    def cards(self, state: S) -> tuple[Face, ...]:  # noqa: ARG002 - most have none
        """All cards that a move could name, a suit after the other; none in a game without recorded cards."""
        return ()

    def order(self, state: S) -> tuple[str, ...]:  # noqa: ARG002 - most have none
        """The seats in the order in which they put down a card of the running trick; none where there are no tricks."""
        return ()

    def keeps_secrets(self, header: Header) -> bool:  # noqa: ARG002 - in most games all lies open
        """Whether a move at this table may hold what not everybody may know."""
        return False

    def seen_by(
        self,
        book: Book,
        seat: str | None = None,  # noqa: ARG002 - asked of the games that have secrets
        entered: AbstractSet[int] = frozenset(),  # noqa: ARG002
    ) -> Book:
        """The book as a phone may know it that plays `seat` (None: none; so what everybody may know).

        `entered` are the standing moves that it has entered, by their numbers from 0. Whatever people and
        programs are shown is made from this book. It holds as many moves as the other, and the same kinds.
        """
        return book


AnyGame = Game[Any]
