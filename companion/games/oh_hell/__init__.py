"""Oh Hell, an example: docs/add-a-game.md builds this room step by step."""

from __future__ import annotations

from companion.games.game import Face, Game
from companion.games.oh_hell.judge import judge, possible
from companion.games.oh_hell.moves import DECK, SUITS, Bid, Options, PointsRuling, TrickClaim, TurnUp
from companion.games.oh_hell.rulebook import BOOK
from companion.games.oh_hell.scoring import report, sheet
from companion.games.oh_hell.screen import OhHellScreen
from companion.games.oh_hell.state import State, start
from companion.games.text import Text


class OhHell(Game[State]):
    """The game of taking exactly as many tricks as one has bid, for three to seven."""

    slug = "oh-hell"
    title = Text("Oh Hell")
    fewest_seats = 3
    seats_at_most = 7
    in_hands = True
    most_wins = True
    options = Options

    rules, asked = BOOK.rules, BOOK.asked
    moves = (TurnUp, Bid, TrickClaim, PointsRuling)
    start = staticmethod(start)
    judge = judge
    possible = staticmethod(possible)

    screen = OhHellScreen
    report = staticmethod(report)
    sheet = staticmethod(sheet)

    def cards(self, state: State) -> tuple[Face, ...]:
        """The deck, a suit after the other."""
        return tuple(Face(card, SUITS[card[-1]].message, card[:-1]) for card in DECK)

    def next_dealer(self, state: State) -> str:
        """The left of who dealt last: a finished game has moved on already."""
        return state.dealer if state.phase == "over" else state.in_turn[0]
