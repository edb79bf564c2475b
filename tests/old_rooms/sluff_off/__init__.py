"""Sluff Off!: the door of the room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.games.game import Book, Game, T
from companion.games.move import Move
from companion.games.ruling import Condition, Rejected, Supposed
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, SLUFF_OFF, WORDS, Edition
from companion.games.sold import Box
from companion.games.text import Text
from tests.old_rooms.sluff_off import state, wording
from tests.old_rooms.sluff_off.circle_tally import tallies_of, tally
from tests.old_rooms.sluff_off.house_rules import ASKS, USUAL, Options
from tests.old_rooms.sluff_off.how_to_play import set_up
from tests.old_rooms.sluff_off.judge import by_kind, judge
from tests.old_rooms.sluff_off.may_i import conditions, suppose
from tests.old_rooms.sluff_off.offered_moves import nearest, possible, rulings_for
from tests.old_rooms.sluff_off.refused_after_upgrade import carried_out
from tests.old_rooms.sluff_off.results import report, sheet
from tests.old_rooms.sluff_off.screen import SluffOffScreen
from tests.old_rooms.sluff_off.seats import SEATS
from tests.old_rooms.sluff_off.state import State


class SluffOff(Game[State]):
    """The trick-taking game with tokens to get rid of, for three to five, in the words of one of its boxes."""

    slug = "sluff-off"
    fewest_seats, seats_at_most = rulebook.BOUNDS
    symbols = frozenset(EVERY_TOKEN)
    disputes = rulebook.BOOK.disputes
    ruling_reasons = rulebook.BOOK.ruling_reasons
    options = Options
    boxes = tuple(Box(one.slug, one.title, one.lid, one.about) for one in EDITIONS.values())

    rules = rulebook.BOOK.rules
    asked = rulebook.BOOK.asked
    moves = tuple(by_kind.kinds)
    seat_changes = SEATS
    start = staticmethod(state.start)
    judge = staticmethod(judge)
    possible = staticmethod(possible)
    nearest = staticmethod(nearest)
    rulings_for = staticmethod(rulings_for)
    memo_key = staticmethod(state.memo_key)
    carried_out = carried_out

    screen = SluffOffScreen
    report = staticmethod(report)
    sheet = staticmethod(sheet)
    tally = staticmethod(tally)
    irregularity = staticmethod(wording.revoke_words)
    moment = staticmethod(wording.moment)
    tell = staticmethod(wording.tell)
    cards = staticmethod(state.cards)
    order = staticmethod(state.order)
    next_dealer = staticmethod(state.next_dealer)
    set_up = staticmethod(set_up)

    def __init__(self, edition: Edition = SLUFF_OFF) -> None:
        self.edition = edition
        self.box = edition.slug
        self.title = edition.title
        self.rules = rulebook.rules_of(edition)
        self.introduction = edition.worded(rulebook.BOOK.introduction)
        self.tallies = tallies_of(edition)
        self.roles = {"sluffer": edition.words["Role"]}
        self.mismatch = edition.worded(Text("The {tokens} don\u2019t match", **WORDS))

    def in_box(self, name: str) -> SluffOff:
        """The game with that box."""
        edition = EDITIONS.get(name, self.edition)
        return self if edition is self.edition else _with_box(edition)

    def asks(self, option: str) -> Text:
        """In the words of the box."""
        return self.worded(ASKS[option])

    def usual(self, option: str) -> Text | None:
        """In the words of the box."""
        return self.worded(USUAL.get(option))

    def counts(self, option: str) -> Mapping[str, int]:
        """How many tokens of each colour the box holds, for the house rule `supply`; empty for any other."""
        return self.edition.box if option == "supply" else {}

    def parse(self, raw: object, seats: tuple[str, ...] | None = None) -> Move | Rejected:
        """As for every game; a colour of another box is `malformed`."""
        move = super().parse(raw, seats)
        if isinstance(move, Rejected) or not isinstance(raw, dict):
            return move
        for color in map(raw.get, COLORED_KEYS):
            if color is not None and color not in self.edition.order:
                none = Text("The box holds no {color} {token}.", color=Text(color), **WORDS)
                return Rejected(self.rule("malformed"), self.worded(none))
        return move

    def unknown(self) -> frozenset[str]:
        """The colours of the other boxes."""
        return frozenset(EVERY_TOKEN).difference(self.edition.order)

    def worded(self, said: T) -> T:
        """A sentence, or whatever holds some, in the words of the box."""
        return self.edition.worded(said)

    def suppose(self, state: State, move: Move, facts: Mapping[str, Any]) -> Supposed[State] | Rejected | str | None:
        """In the words of the box."""
        found = suppose(state, move, facts)
        if not isinstance(found, Supposed):
            return self.worded(found)
        when, conditions = self.worded((found.when, found.conditions))
        return replace(found, when=when, conditions=conditions)

    def conditions(self, book: Book, move: Move) -> tuple[Condition, ...]:
        """In the words of the box."""
        return self.worded(conditions(book, move))


COLORED_KEYS = ("color", "led", "won_with")
"""The fields of a move that name a colour."""


@lru_cache(maxsize=len(EDITIONS))
def _with_box(edition: Edition) -> SluffOff:
    return SluffOff(edition)
