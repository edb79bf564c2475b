"""Popcorn: the door of the room."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel

from companion.games.game import Choice, Game, Header, Move, Question, Report, ScoreSheet
from companion.games.popcorn import choices, correction, judge, questions, report, rulebook, seeing, state, words
from companion.games.popcorn.desk import PopcornDesk, open_desk
from companion.games.popcorn.moves import MOVES, Options
from companion.games.popcorn.state import State, essence
from companion.games.ruling import Rejected, Ruling, Text

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book


class Popcorn(Game[State]):
    """The bluffing game with the whole deck to get rid of, for two to ten."""

    slug = "popcorn"
    title = Text("Popcorn")
    blurb = Text("Get rid of your cards, say what they are, and hope that nobody shouts.")
    fewest_seats = 2
    rules = rulebook.RULES
    options = Options
    moves = MOVES
    header_keys = frozenset({"first"})
    header_words: ClassVar[Mapping[str, tuple[Text, Text]]] = {
        "first": (Text("Who plays first?"), Text("the dealer\u2019s left"))
    }
    symbols = frozenset({"card"})
    mismatch = Text("The cards don't add up")

    def most_seats(self, options: BaseModel) -> int:  # noqa: ARG002 - with one deck as with two
        """Ten, whatever the house rules."""
        return 10

    def start(self, header: Header) -> State:
        """All cards dealt, an empty pile, and aces due."""
        return state.start(header)

    def judge(self, state: State, move: Move) -> Ruling[State]:
        """See `judge.judge`."""
        return judge.judge(state, move)

    def choices(self, state: State, seat: str | None) -> tuple[Choice, ...]:
        """See `choices.choices`."""
        return choices.choices(self, state, seat)

    def instead(self, state: State, move: Move | None) -> tuple[Move, ...]:
        """See `choices.instead`."""
        return choices.instead(self, state, move)

    def report(self, state: State) -> Report:
        """See `report.report`."""
        return report.report(state)

    def sheet(self, state: State) -> ScoreSheet:
        """See `report.sheet`."""
        return report.sheet(state)

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """There are none: whatever was put down, it was allowed."""
        return Text("{kind}", kind=str(found["kind"]))

    def desk(self, book: Book, seat: str | None, keeper: bool, fields: Fields) -> PopcornDesk:
        """See `desk.PopcornDesk`."""
        return open_desk(book, seat, keeper, fields)

    def describe(self, move: Move, before: State | None = None) -> Text:
        """See `words.describe`."""
        return words.describe(move, before)

    def label(self, move: Move) -> Text:
        """See `words.label`."""
        return words.label(move)

    def question(self, shape: type[Move]) -> Question:
        """See `questions.QUESTIONS`."""
        return questions.QUESTIONS[shape]

    def essence(self, state: State) -> Hashable:
        """See `state.essence`."""
        return essence(state)

    def correction(
        self, state: State, counted: Mapping[str, Mapping[str, int]], reason: str
    ) -> tuple[Move, ...] | Rejected:
        """See `correction.correction`."""
        return correction.correction(state, counted, reason)

    def seen_by(self, book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
        """See `seeing.seen_by`."""
        return seeing.seen_by(book, seat, entered)

    def next_dealer(self, state: State) -> str:
        """The left of who has dealt."""
        setup = state.setup
        return setup.seats[setup.left_of(setup.dealer)]
