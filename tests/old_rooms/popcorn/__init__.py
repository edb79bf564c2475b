"""Popcorn: the door of the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.games.game import Book, Game
from companion.games.header import Header
from companion.games.text import Text
from tests.old_rooms.popcorn import offered_moves, results, rulebook, state, visibility
from tests.old_rooms.popcorn.circle_tally import TALLIES, tally
from tests.old_rooms.popcorn.house_rules import Options
from tests.old_rooms.popcorn.how_to_play import set_up
from tests.old_rooms.popcorn.judge import by_kind, judge
from tests.old_rooms.popcorn.may_i import suppose
from tests.old_rooms.popcorn.refused_after_upgrade import carried_out
from tests.old_rooms.popcorn.screen import PopcornScreen
from tests.old_rooms.popcorn.seats import SEATS
from tests.old_rooms.popcorn.state import State
from tests.old_rooms.popcorn.wording import tell


class Popcorn(Game[State]):
    """The bluffing game with the whole deck to get rid of, for two to ten."""

    slug = "popcorn"
    title = Text("Popcorn")
    fewest_seats, seats_at_most = rulebook.BOUNDS
    options = Options
    header_keys: ClassVar[Mapping[str, tuple[Text, Text]]] = {
        "first": (Text("Who plays first?"), Text("the dealer\u2019s left"))
    }
    symbols = frozenset({"card"})
    mismatch = Text("The cards don\u2019t add up")

    rules = rulebook.BOOK.rules
    moves = tuple(by_kind.kinds)
    seat_changes = SEATS
    screen = PopcornScreen
    start = staticmethod(state.start)
    judge = staticmethod(judge)
    possible = staticmethod(offered_moves.possible)
    nearest = staticmethod(offered_moves.nearest)
    suppose = staticmethod(suppose)
    rulings_for = staticmethod(offered_moves.rulings_for)
    corrected = staticmethod(visibility.corrected)
    seen_by = staticmethod(visibility.seen_by)
    memo_key = staticmethod(state.memo_key)
    carried_out = carried_out
    tell = staticmethod(tell)
    report = staticmethod(results.report)
    sheet = staticmethod(results.sheet)
    tallies = TALLIES
    tally = staticmethod(tally)
    set_up = staticmethod(set_up)

    def keeps_secrets(self, header: Header) -> bool:
        """What is really put down, where that need not be what is said."""
        return bool(getattr(header.options, "hidden_count", False))

    def next_dealer(self, state: State) -> str:
        """The left of who has dealt."""
        setup = state.setup
        return setup.seats[setup.left_of(setup.dealer)]

    def first_player(self, book: Book) -> str:
        """Who the header says plays first, else the dealer's left."""
        setup = book.state.setup
        return str(setup.seats[setup.first])
