"""Oh Hell: the door of the room."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.game import Face, Game
from companion.games.move import Move, Plain
from companion.games.oh_hell.moves import Bid, PointsRuling, TrickClaim, TurnUp
from companion.games.oh_hell.page import OhHellPage
from companion.games.oh_hell.rulebook import BOOK
from companion.games.oh_hell.state import DECK, SUITS, Options, State, start
from companion.games.report import ScoreSheet
from companion.games.text import Text


class OhHell(Game[State]):
    """The game of taking exactly as many tricks as one has bid, for three to seven."""

    slug = "oh-hell"
    title = Text("Oh Hell")
    players = (3, 7)
    in_hands = True
    most_wins = True
    options = Options
    rulebook = BOOK
    moves = (TurnUp, Bid, TrickClaim, PointsRuling)
    page = OhHellPage
    start = staticmethod(start)

    def nearest(self, state: State, move: Move | None) -> Iterable[Plain]:
        return self.possible(state, None)

    def sheet(self, state: State) -> ScoreSheet:
        hands = len(state.sizes)
        return state.sheet_with(min(len(state.sums) + 1, hands), hands, state.points())

    def cards(self, state: State) -> tuple[Face, ...]:
        return tuple(Face(card, SUITS[card[-1]].message, card[:-1]) for card in DECK)

    def next_dealer(self, state: State) -> str:
        """Return the left of who dealt last: a finished game has moved on already."""
        return state.dealer if state.phase == "over" else state.in_turn[0]
