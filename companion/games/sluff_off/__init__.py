"""Sluff Off!: the door of the room."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from companion.games.game import Choice, Face, Game, Header, Move, Question, Report, ScoreSheet
from companion.games.ruling import Rejected, Ruling, Text
from companion.games.sluff_off import choices, correction, judge, outcome, questions, rulebook, state, words
from companion.games.sluff_off.desk import SluffOffDesk
from companion.games.sluff_off.draft import read_draft
from companion.games.sluff_off.moves import MOVES, Options
from companion.games.sluff_off.report import report, sheet
from companion.games.sluff_off.state import TOKENS, State, essence

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book


class SluffOff(Game[State]):
    """The trick-taking game with tokens to get rid of, for three to five."""

    slug = "sluff-off"
    title = Text("Sluff Off!")
    blurb = Text("Predict your tricks in tokens, then get rid of them all.")
    fewest_seats = 3
    rules = rulebook.RULES
    options = Options
    moves = MOVES
    symbols = frozenset(TOKENS)
    mismatch = Text("The tokens don't match")

    def most_seats(self, options: BaseModel) -> int:  # noqa: ARG002 - every table seats five
        """Five, whatever the house rules."""
        return 5

    def start(self, header: Header) -> State:
        """All tokens in the centre, the dealer's left to predict."""
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
        return report(state)

    def sheet(self, state: State) -> ScoreSheet:
        """See `report.sheet`."""
        return sheet(state)

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        """A revoke: see `words.revoke_words`."""
        return words.revoke_words(found)

    def desk(self, book: Book, seat: str | None, keeper: bool, fields: Fields) -> SluffOffDesk:
        """See `desk.SluffOffDesk`."""
        return SluffOffDesk(book, seat, keeper, read_draft(fields, book))

    def describe(self, move: Move, before: State | None = None) -> Text:
        """See `words.describe` and, with what came of it, `outcome.tell`."""
        return words.describe(move) if before is None else outcome.tell(move, before)

    def label(self, move: Move) -> Text:
        """See `words.label`."""
        return words.label(move)

    def moment(self, state: State) -> Text | None:
        """See `words.moment`."""
        return words.moment(state)

    def question(self, shape: type[Move]) -> Question:
        """See `questions.QUESTIONS`."""
        return questions.QUESTIONS[shape]

    def cards(self, state: State) -> tuple[Face, ...]:
        """See `questions.cards`."""
        return questions.cards(state)

    def order(self, state: State) -> tuple[str, ...]:
        """See `questions.order`."""
        return questions.order(state)

    def essence(self, state: State) -> Hashable:
        """See `state.essence`."""
        return essence(state)

    def correction(
        self, state: State, counted: Mapping[str, Mapping[str, int]], reason: str
    ) -> tuple[Move, ...] | Rejected:
        """See `correction.correction`."""
        return correction.correction(state, counted, reason)

    def next_dealer(self, state: State) -> str:
        """The left of who dealt last: the running round's dealer moves on, a finished game has moved on already."""
        setup, dealer = state.setup, state.round.dealer
        return setup.seats[dealer if state.over else setup.left_of(dealer)]
