"""Fluff: the door of the room."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from companion.games.fluff import choices, correction, judge, questions, report, rulebook, state, words
from companion.games.fluff.desk import FluffDesk
from companion.games.fluff.draft import read_draft
from companion.games.fluff.moves import MOVES, Options
from companion.games.fluff.state import State, essence
from companion.games.game import Choice, Game, Header, Move, Question, Report, ScoreSheet, Standing
from companion.games.ruling import Rejected, Ruling, Text

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book

SEATS_A_SET = 4
MOST_SETS = 3


class Fluff(Game[State]):
    """The dice game of bluffing under cups, for two to four, and four more with each further set."""

    slug = "fluff"
    title = Text("Fluff")
    blurb = Text("Bid on dice that nobody can see, and call who bids too much.")
    fewest_seats = 2
    rules = rulebook.RULES
    options = Options
    moves = MOVES
    mismatch = Text("The dice don't match")
    deals = False

    def most_seats(self, options: BaseModel) -> int:
        """Four a set."""
        return SEATS_A_SET * Options.model_validate(options).sets

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """As many sets as that many people need."""
        sets = -(-seats // SEATS_A_SET)
        return None if sets > MOST_SETS else {"sets": sets} if sets > 1 else {}

    def start(self, header: Header) -> State:
        """Five dice a seat, and all roll for the start."""
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

    def standings(self, state: State) -> tuple[Standing, ...]:
        """See `report.standings`."""
        return report.standings(state)

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """Nothing that was recorded can prove anything irregular here; the kind stands for itself."""
        return Text("{kind}", kind=str(found["kind"]))

    def desk(self, book: Book, seat: str | None, keeper: bool, fields: Fields) -> FluffDesk:
        """See `desk.FluffDesk`."""
        return FluffDesk(book, seat, keeper, read_draft(fields, book, seat, keeper))

    def describe(self, move: Move, before: State | None = None) -> Text:
        """See `words.describe` and, with what came of it, `words.tell`."""
        return words.describe(move) if before is None else words.tell(move, before)

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

    def next_dealer(self, state: State) -> str:
        """Nobody deals: the next first roll settles who starts."""
        return state.setup.seats[-1]
