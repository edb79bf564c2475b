"""What a phone finds before it at a table of Sluff Off!: the table in names and counts, and what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.games.book import Book
from companion.games.screen import Action
from companion.games.sluff_off import draft as drafts
from companion.games.sluff_off.draft import Draft
from companion.games.sluff_off.moves import MissTurnIn, PointsRuling, TokenRuling, TrickCards, TurnIn
from companion.games.sluff_off.scoring import holdings, totals, winners
from companion.games.sluff_off.state import COLORS, HIGHEST_CARD, TRICKS, State, order
from companion.games.sluff_off.trick_play import recorded
from companion.games.text import Text
from companion.games.trick_screen import TrickScreen, TrickSeatView, TrickView, by_seat

KEPT = 128  # views
ROW = 196  # pixels for a seat's tokens on a narrow phone, as the stylesheet has it


class Row(NamedTuple):
    """What a seat's row shows to everybody. Equal rows look the same, at whatever moment of whatever table."""

    name: str
    tokens: tuple[tuple[str, int], ...]
    total: int
    deals: bool
    leads: bool
    sluffer: bool
    marked: bool

    @property
    def crowded(self) -> bool:
        """Whether the seat holds more than a narrow row shows at full size."""
        return sum(34 + 18 * (min(count, 4) - 1) for _, count in self.tokens if count) > ROW


@dataclass(frozen=True, slots=True)
class SeatView(TrickSeatView):
    """A seat: how many `tokens` of each colour lie there, and whether it holds the Sluffer."""

    tokens: Mapping[str, int]
    sluffer: bool

    @property
    def row(self) -> Row:
        """What its row shows."""
        marked = self.awaited or self.won
        return Row(self.name, tuple(self.tokens.items()), self.total, self.deals, self.leads, self.sluffer, marked)


@dataclass(frozen=True, slots=True)
class ColoredTrickView(TrickView):
    """A trick with the colour that it was led in and the one that won it; a card is its name in a transcript."""

    led: str
    won_with: str


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `round` and `trick` count from 1; `predicted` is how many tokens have been taken so far."""

    phase: str
    round: int
    rounds: int
    trick: int
    tricks: int
    centre: Mapping[str, int]
    sluffer: str | None
    awaited: str | None
    leader: str
    seats: tuple[SeatView, ...]
    track: tuple[ColoredTrickView, ...]
    predicted: int
    highest_card: int
    played: frozenset[str]
    order: tuple[str, ...]

    @property
    def lying(self) -> tuple[tuple[str, int], ...]:
        """What lies in the centre, as a value that equals an equal centre's."""
        return tuple(self.centre.items())


def view(state: State) -> View:
    """The view of a state. After the end it shows the last round's number."""
    setup, round_, held = state.setup, state.round, holdings(state)
    names = setup.seats
    return View(
        phase=state.phase,
        round=min(len(state.sums) + 1, setup.rounds),
        rounds=setup.rounds,
        trick=len(round_.tricks) + (state.phase != "turn-in"),
        tricks=TRICKS,
        centre=held["centre"],
        sluffer=None if round_.sluffer is None else names[round_.sluffer],
        awaited=None if state.awaited is None else names[state.awaited],
        leader=names[state.leader],
        seats=_seats(state, held),
        track=track(state),
        predicted=sum(sum(pile) for pile in round_.places[:-1]),
        highest_card=HIGHEST_CARD[len(names)],
        played=round_.played,
        order=order(state),
    )


@lru_cache(KEPT)
def _view(book: Book) -> View:
    """The same for all phones, so made once for the table."""
    return view(book.state)


def _seats(state: State, held: Mapping[str, Mapping[str, int]]) -> tuple[SeatView, ...]:
    points, won = totals(state), winners(state)
    return tuple(
        SeatView(
            name=name,
            tokens=held[name],
            total=points[seat],
            deals=seat == state.round.dealer and not state.over,
            leads=seat == state.leader and not state.over,
            sluffer=seat == state.round.sluffer,
            awaited=seat == state.awaited,
            won=seat in won,
        )
        for seat, name in enumerate(state.setup.seats)
    )


def track(state: State) -> tuple[ColoredTrickView, ...]:
    """The tricks of the running round, with who played which card where the cards were recorded."""
    names, round_ = state.setup.seats, state.round
    told = by_seat(names, state.setup.left_of(round_.dealer), round_.tricks)
    return tuple(
        ColoredTrickView(number, names[trick.winner], cards, trick.led, trick.won_with)
        for number, (trick, cards) in enumerate(told, 1)
    )


@dataclass(frozen=True)
class SluffOffScreen(TrickScreen[State, SeatView]):
    """What the templates of this game read."""

    draft: Draft = field(default_factory=Draft)

    names = ("move", "color", "from")
    by_cards = TrickCards
    settles = (TurnIn, MissTurnIn, TokenRuling, PointsRuling)
    goes_round = ("prediction",)

    read = staticmethod(drafts.read_draft)
    act = staticmethod(drafts.act)
    recorded = staticmethod(recorded)
    track = staticmethod(track)

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return _view(self.book)

    @property
    def taps(self) -> tuple[Action, ...]:
        """The moves of the running phase; a trick is entered in parts."""
        if self.view.phase == "trick" or not self.mine:
            return ()
        return tuple(Action.of(choice) for choice in self.book.game.choices(self.state, self.view.awaited))

    @property
    def turn(self) -> str:
        """The act without the tokens of a prediction: taking a second one is no mistake."""
        state = self.state
        asked = f"{bool(self.asked_from)}-{self.draft.ending}"
        return f"{len(state.sums)}-{state.round.done}-{len(state.round.tricks)}-{state.phase}-{asked}"

    @property
    def missing(self) -> Text:
        """What has still to be tapped."""
        return drafts.missing(self.draft)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours that a trick can be led in."""
        return COLORS

    @property
    def complete(self) -> bool:
        """Whether enough has been entered to claim a trick."""
        return self.draft.by_cards or bool(self.draft.winner and self.draft.led)

    @cached_property
    def record(self) -> Action:
        """What "Record trick" says."""
        return self.action(self.draft.claim())

    @cached_property
    def outcome(self) -> Text | None:
        """What becomes of the drafted trick."""
        return drafts.outcome(self.book, self.draft)

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by its cards."""
        return drafts.taken(self.book, self.draft)

    def holders(self, color: str) -> tuple[Action, ...]:
        """The steals that an empty colour offers; none while it can be taken from the centre."""
        take = self.actions.get(("take", color))
        if take is None or take.legal:
            return ()
        found = (action for name, action in self.actions.items() if name[:2] == ("steal", color))
        return tuple(action for action in found if action.legal)

    @property
    def asked_from(self) -> tuple[Action, ...]:
        """The steals of the colour that has been asked for."""
        return self.holders(self.draft.wanted) if self.draft.wanted else ()

    def steals(self, seat: str) -> Mapping[str, Action]:
        """By colour: what a tap on another seat's token says in prediction; once is enough on a screen."""
        if self.view.phase != "prediction" or not self.mine or not self._has_room(seat):
            return {}
        listed = self.draft.wanted if self.asked_from else None
        found = {name[1]: action for name, action in self.actions.items() if name[0] == "steal" and name[2] == seat}
        return {color: action for color, action in found.items() if color != listed}

    @property
    def scored(self) -> tuple[tuple[str, int], ...]:
        """What the round just finished has cost each seat, until somebody predicts again."""
        fresh = self.view.phase == "prediction" and self.view.predicted == self.state.round.done == 0
        if not (fresh and self.state.sums and self.view.sluffer is None):
            return ()
        return tuple(self.book.report().rounds[-1].items())

    @cached_property
    def pay_offs(self) -> tuple[Action, ...]:
        """The drafted trick with what its winner may turn in, where this phone may enter both."""
        actions = drafts.settled(self.book, self.draft.claim()) if self.complete else ()
        return tuple(action for action in actions if self.keeper or action.last["seat"] == self.seat)

    def at_once(self, seat: str) -> Mapping[str, Action]:
        """What a tap on one of that seat's tokens says while a trick is awaited."""
        asked = self.view.phase == "trick" and (self.keeper or self.seat == seat) and self._has_room(seat)
        held = (color for color, count in self._tokens(seat).items() if count and color in COLORS)
        return drafts.at_once(self.book, self.draft, seat, held) if asked else {}

    def taps_on(self, seat: str) -> tuple[tuple[tuple[str, Action], ...], ...]:
        """What taps on that seat's tokens say, its `steals` and what stands `at_once`, as values to compare."""
        return tuple(self.steals(seat).items()), tuple(self.at_once(seat).items())

    def _has_room(self, seat: str) -> bool:
        # Buttons that break a seat's row in two would push the last seat off a low screen.
        return sum(max(48, 39 + 16 * (min(count, 4) - 1)) for count in self._tokens(seat).values() if count) <= ROW

    def _tokens(self, seat: str) -> Mapping[str, int]:
        return next(found.tokens for found in self.view.seats if found.name == seat)
