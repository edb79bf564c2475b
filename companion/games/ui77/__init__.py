"""Ui77: the door of the room."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from companion.games.game import Choice, Face, Game, Header, Move, Question, Report, ScoreSheet
from companion.games.ruling import Ruling, Text
from companion.games.ui77 import choices, judge, outcome, play, questions, rulebook, state, words
from companion.games.ui77.deck import SUITS
from companion.games.ui77.desk import Ui77Desk
from companion.games.ui77.draft import read_draft
from companion.games.ui77.moves import MOVES, Options
from companion.games.ui77.report import report, sheet
from companion.games.ui77.state import State, essence

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book


class Ui77(Game[State]):
    """The trick-taking game with three cards that change the rules of every hand, for two to five."""

    slug = "ui77"
    title = Text("Ui77")
    blurb = Text("Three cards set every hand; take as many tricks as they say. By Joshua Vandercar.")
    fewest_seats = 2
    rules = rulebook.RULES
    options = Options
    moves = MOVES
    symbols = frozenset((*SUITS.values(), "cards", "tricks"))
    mismatch = Text("The cards don't match")
    in_hands = True

    def most_seats(self, options: BaseModel) -> int:  # noqa: ARG002 - every table seats five
        """Five, whatever the house rules."""
        return 5

    def first_deal(self, names: tuple[str, ...]) -> Text:
        """See `words.first_deal`."""
        return words.first_deal(names)

    def start(self, header: Header) -> State:
        """Nobody has points, and the first hand is being dealt."""
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

    def desk(self, book: Book, seat: str | None, keeper: bool, fields: Fields) -> Ui77Desk:
        """See `desk.Ui77Desk`."""
        return Ui77Desk(book, seat, keeper, read_draft(fields, book))

    def describe(self, move: Move, before: State | None = None) -> Text:
        """See `words.describe` and, with what came of it, `outcome.told`."""
        return words.describe(move) if before is None else outcome.told(move, before)

    def label(self, move: Move) -> Text:
        """See `words.label`."""
        return words.label(move)

    def question(self, shape: type[Move]) -> Question:
        """See `questions.QUESTIONS`."""
        return questions.QUESTIONS[shape]

    def cards(self, state: State) -> tuple[Face, ...]:
        """See `questions.cards`."""
        return questions.cards(state)

    def order(self, state: State) -> tuple[str, ...]:
        """See `play.order`."""
        return play.order(state)

    def essence(self, state: State) -> Hashable:
        """See `state.essence`."""
        return essence(state)

    def next_dealer(self, state: State) -> str:
        """The left of who dealt last: the running hand's dealer moves on, a finished game has moved on already."""
        setup, dealer = state.setup, state.hand.dealer
        return setup.seats[dealer if state.over else setup.left_of(dealer)]
