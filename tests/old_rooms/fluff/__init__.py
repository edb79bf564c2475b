"""Fluff: the door of the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from companion.games.game import Book, Game
from companion.games.text import Text
from tests.old_rooms.fluff import offered_moves, results, rulebook, state
from tests.old_rooms.fluff.circle_tally import TALLIES, tally
from tests.old_rooms.fluff.house_rules import FEWEST, MOST_SETS, SEATS_A_SET, Options
from tests.old_rooms.fluff.how_to_play import set_up
from tests.old_rooms.fluff.judge import judge
from tests.old_rooms.fluff.may_i import suppose
from tests.old_rooms.fluff.refused_after_upgrade import carried_out
from tests.old_rooms.fluff.screen import FluffScreen
from tests.old_rooms.fluff.seats import SEATS
from tests.old_rooms.fluff.state import State
from tests.old_rooms.fluff.wording import moment, tell


class Fluff(Game[State]):
    """The dice game of bluffing under cups, for two to four, and four more with each further set."""

    slug = "fluff"
    title = Text("Fluff")
    fewest_seats = FEWEST
    deals = False
    options = Options
    disputes = rulebook.BOOK.disputes
    ruling_reasons = rulebook.BOOK.ruling_reasons
    mismatch = Text("The dice don\u2019t match")

    rules = rulebook.BOOK.rules
    asked = rulebook.BOOK.asked
    introduction = rulebook.BOOK.introduction
    moves = tuple(judge.kinds)
    seat_changes = SEATS
    screen = FluffScreen
    start = staticmethod(state.start)
    judge = judge
    possible = staticmethod(offered_moves.possible)
    nearest = staticmethod(offered_moves.nearest)
    suppose = staticmethod(suppose)
    rulings_for = staticmethod(offered_moves.rulings_for)
    memo_key = staticmethod(state.memo_key)
    carried_out = carried_out
    moment = staticmethod(moment)
    tell = staticmethod(tell)
    report = staticmethod(results.report)
    sheet = staticmethod(results.sheet)
    tallies = TALLIES
    tally = staticmethod(tally)
    set_up = staticmethod(set_up)

    def most_seats(self, options: BaseModel) -> int:
        """Four a set."""
        return SEATS_A_SET * Options.model_validate(options).sets

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """As many `sets` as that many people need; empty where one will do, None where the most will not."""
        sets = -(-seats // SEATS_A_SET)
        return None if sets > MOST_SETS else {"sets": sets} if sets > 1 else {}

    def next_dealer(self, state: State) -> str:
        """Nobody deals: the next first roll settles who starts."""
        return state.setup.seats[-1]

    def first_player(self, book: Book) -> str | None:
        """Who the first roll, or a ruling on it, has settled."""
        started = [one.state for one in book.standing() if one.state.turn is not None]
        return str(book.people.name_now(started[-1].setup.seats[started[-1].turn])) if started else None
