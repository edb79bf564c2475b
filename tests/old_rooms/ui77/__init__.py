"""Ui77: the door of the room."""

from __future__ import annotations

from companion.games.game import Game
from companion.games.text import Text
from tests.old_rooms.ui77 import rulebook, state, wording
from tests.old_rooms.ui77.cards import SUITS
from tests.old_rooms.ui77.circle_tally import TALLIES, tally
from tests.old_rooms.ui77.house_rules import Options
from tests.old_rooms.ui77.how_to_play import FIRST_CLUB, first_deal, set_up
from tests.old_rooms.ui77.judge import judge
from tests.old_rooms.ui77.may_i import conditions, suppose
from tests.old_rooms.ui77.offered_moves import nearest, possible
from tests.old_rooms.ui77.refused_after_upgrade import carried_out
from tests.old_rooms.ui77.results import report, sheet
from tests.old_rooms.ui77.screen import Ui77Screen
from tests.old_rooms.ui77.seats import SEATS
from tests.old_rooms.ui77.state import State


class Ui77(Game[State]):
    """The trick-taking game with three cards that change the rules of every hand, for two to five."""

    slug = "ui77"
    title = Text("Ui77")
    fewest_seats, seats_at_most = rulebook.BOUNDS
    in_hands = True
    mismatch = Text("The cards don\u2019t match")
    symbols = frozenset((*SUITS.values(), "cards", "tricks"))
    options = Options
    disputes = rulebook.BOOK.disputes
    ruling_reasons = rulebook.BOOK.ruling_reasons
    first_deal = staticmethod(first_deal)
    first_card = FIRST_CLUB

    rules = rulebook.BOOK.rules
    asked = rulebook.BOOK.asked
    introduction = rulebook.BOOK.introduction
    moves = tuple(judge.kinds)
    seat_changes = SEATS
    start = staticmethod(state.start)
    judge = judge
    possible = staticmethod(possible)
    nearest = staticmethod(nearest)
    memo_key = staticmethod(state.memo_key)
    carried_out = carried_out

    screen = Ui77Screen
    conditions = staticmethod(conditions)
    suppose = staticmethod(suppose)
    report = staticmethod(report)
    sheet = staticmethod(sheet)
    tallies = TALLIES
    tally = staticmethod(tally)
    irregularity = staticmethod(wording.revoke_words)
    moment = staticmethod(wording.moment)
    tell = staticmethod(wording.tell)
    cards = staticmethod(state.cards)
    order = staticmethod(state.order)
    next_dealer = staticmethod(state.next_dealer)
    set_up = staticmethod(set_up)
