"""Sluff Off!: the door of the room."""

from __future__ import annotations

from companion.games.game import Game
from companion.games.sluff_off import rulebook, state, wording
from companion.games.sluff_off.choices import correction, nearest, possible
from companion.games.sluff_off.judge import judge
from companion.games.sluff_off.moves import MOVES, Options
from companion.games.sluff_off.scoring import report, sheet
from companion.games.sluff_off.screen import SluffOffScreen
from companion.games.sluff_off.state import TOKENS, State
from companion.games.text import Text


class SluffOff(Game[State]):
    """The trick-taking game with tokens to get rid of, for three to five."""

    slug = "sluff-off"
    title = Text("Sluff Off!")
    blurb = Text("Predict your tricks in tokens, then get rid of them all.")
    fewest_seats = 3
    seats_at_most = 5
    mismatch = Text("The tokens don\u2019t match")
    symbols = frozenset(TOKENS)
    options = Options

    rules = rulebook.RULES
    moves = MOVES
    start = staticmethod(state.start)
    judge = judge
    possible = staticmethod(possible)
    nearest = staticmethod(nearest)
    correction = staticmethod(correction)
    essence = staticmethod(state.essence)

    screen = SluffOffScreen
    report = staticmethod(report)
    sheet = staticmethod(sheet)
    irregularity = staticmethod(wording.revoke_words)
    tell = staticmethod(wording.tell)
    moment = staticmethod(wording.moment)
    cards = staticmethod(state.cards)
    order = staticmethod(state.order)
    next_dealer = staticmethod(state.next_dealer)
