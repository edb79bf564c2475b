"""What a phone finds before it at a table of Fluff: names, dice and bids, what it is asked, what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.move import Plain
from companion.games.report import Place
from companion.games.ruling import Rejected
from companion.games.screen import Action, Aside, Screen, SeatView, names_alone
from companion.games.text import Counted, Text
from tests.old_rooms.fluff import draft as drafts
from tests.old_rooms.fluff.dice_lost import price
from tests.old_rooms.fluff.draft import DICE, OPEN, Draft
from tests.old_rooms.fluff.judge import has_dice
from tests.old_rooms.fluff.moves import FACES, VALUES
from tests.old_rooms.fluff.offered_moves import HIGHEST, lowest
from tests.old_rooms.fluff.state import MOST_DICE, Bid, Shown, State

LATEST = 4  # bids that a phone shows while it waits
ABREAST = (5, 6)  # seats: more than that stand two abreast, and three
ROW = 6  # buttons abreast; at an end of the row that goes on, one of them leads there


@dataclass(frozen=True, slots=True)
class FluffSeat(SeatView):
    """A seat: how many `dice` it has and how many are set aside (`lost`).

    `shown` are its dice as they lie on the table after a call, with whether each counts for the bid; "hidden" ones
    where only the number of those that count was told; None where nobody sees them. `counting` is that number.
    `wilds` is what it rolled for the start, while that is rolled. `loses` is what the round before has just cost it.
    """

    dice: int
    lost: int
    shown: tuple[tuple[int | str, bool], ...] | None
    counting: int | None
    wilds: int | None
    bids: bool
    calls: bool
    loses: int


@dataclass(frozen=True, slots=True)
class QuantityRow:
    """How many dice a bid may be on: those seen together, and those to go on from, `fewer` and `more` (None: none)."""

    quantities: tuple[int, ...]
    fewer: int | None
    more: int | None


def row(standing: Bid | None, chosen: int) -> QuantityRow:
    """The part of all quantities that has the chosen one in it."""
    first, room = lowest(standing).quantity, ROW - 1
    fewer = None
    if chosen >= first + room:
        steps = (chosen - first - room) // (ROW - 2)
        first, room = first + room + steps * (ROW - 2), ROW - 2
        fewer = first - 1
    last = min(first + room - 1, HIGHEST)
    return QuantityRow(tuple(range(first, last + 1)), fewer, last + 1 if last < HIGHEST else None)


def lying(shown: Shown, bid: Bid) -> tuple[tuple[int | str, bool], ...]:
    """The dice that a seat has shown; under the cup, those that count first, where their faces were not told."""
    if shown.dice:
        return tuple((face, bool(bid.met_by((face,)))) for face in shown.dice)
    return tuple(("hidden", place < shown.count) for place in range(shown.held))


@dataclass(frozen=True)
class FluffScreen(Screen[State, FluffSeat]):
    """The table, what this phone may tap, and a bid, dice, a roll or a spill half entered."""

    draft: Draft = field(default_factory=Draft)
    values, faces = VALUES, FACES

    read = staticmethod(drafts.read_draft)
    act = staticmethod(drafts.act)

    # The table.

    @cached_property
    def seats(self) -> tuple[FluffSeat, ...]:
        """All seats, clockwise."""
        return tuple(self._seat(number, name) for number, name in enumerate(self.state.setup.seats))

    def _seat(self, number: int, name: str) -> FluffSeat:
        state = self.state
        bid, call, dice = state.bid, state.call, state.dice[number]
        ended = state.settled if bid is None else None
        shown = next((one for one in state.shown if one.seat == number), None)
        return FluffSeat(
            name=name,
            awaited=name in self.waiting_for,
            won=state.over and bool(dice),
            dice=dice,
            lost=MOST_DICE - dice,
            shown=None if shown is None or bid is None else lying(shown, bid),
            counting=None if shown is None else shown.count,
            wilds=dict(state.rolled).get(number) if state.phase == "first-roll" else None,
            bids=bid is not None and number == bid.seat,
            calls=call is not None and number == call.seat,
            loses=ended.lost if ended and number == ended.loser else 0,
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Whose bid or dice are awaited; the first roll is entered by anybody."""
        state = self.state
        if state.phase == "show":
            return state.setup.names(state.unshown)
        return state.setup.names((state.turn,)) if state.phase == "bid" and state.turn is not None else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """Who bids after the seat whose bid is awaited: all others with dice, clockwise."""
        state = self.state
        if self.phase != "bid" or state.turn is None:
            return ()
        others = state.setup.from_left_of(state.turn)[:-1]
        return state.setup.names(seat for seat in others if state.dice[seat])

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """The latest bids of the round, and who bids after the seat whose bid is awaited."""
        names = self.state.setup.seats
        bids = tuple(
            (names[bid.seat], Text("{n} \u00d7 {value}", n=bid.quantity, value=bid.value))
            for bid in self.state.bids[-LATEST:]
        )
        then = names_alone(self.to_come)
        return (*([Aside(Text("Bids"), bids)] if bids else ()), *([Aside(Text("Then"), then)] if then else ()))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All seats by the dice they have; of those without, who held out longest comes first."""
        state, names = self.state, self.state.setup.seats
        counts = sorted((state.dice[seat] for seat in state.playing), reverse=True)
        inside = [
            Place(counts.index(n) + 1, names[seat], Counted("{n} die", "{n} dice", n=n))
            for seat, n in sorted(enumerate(state.dice), key=lambda one: -one[1])
            if n
        ]
        outside = [
            Place(place, names[seat], Text("out")) for place, seat in enumerate(state.out[::-1], len(inside) + 1)
        ]
        return (*inside, *outside)

    @property
    def columns(self) -> int:
        """How many seats stand abreast on a phone, so that all of them are seen."""
        return 1 + sum(len(self.state.dice) > most for most in ABREAST)

    # What this phone is asked, and what of it has been entered.

    @property
    def turn(self) -> str:
        """In a show, how many are asked of this phone: all show at once, a keeper's next tap is for another seat."""
        return f"show-{self.state.round}-{len(self.askable)}" if self.state.phase == "show" else ""

    @property
    def askable(self) -> tuple[str, ...]:
        """The seats whose dice or roll this phone may enter, in order; one's own alone needs no choice."""
        state = self.state
        if state.phase == "first-roll":
            return state.setup.names(state.due)
        return tuple(filter(self.enters_for, state.setup.names(state.unshown))) if state.phase == "show" else ()

    @cached_property
    def prefilled(self) -> Draft:
        """The draft, filled with what a phone is asked first: the roll of a seat, a bid to begin with, its dice."""
        if not self.mine or self.draft.spills or self.draft.calls:
            return self.draft
        return drafts.prefilled(self.state, self.draft, self.seat, self.askable)

    @property
    def entering(self) -> FluffSeat | None:
        """The seat that what is entered belongs to."""
        name = self.prefilled.spiller or self.prefilled.seat
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def missing(self) -> Text:
        """What has still to be entered."""
        draft = self.prefilled
        if draft.wilds:
            still = tuple(name for name in self.askable if name not in self.wilds)
            return Text("Wilds still missing: {seats}.", seats=still)
        if draft.seat is not None:
            has = has_dice(draft.seat, self._held(draft.seat))
            return Text("{has} Tapped in so far: {n}.", has=has, n=len(draft.dice))
        return Text("Pick a value and how many, then bid.")

    @property
    def complete(self) -> bool:
        """Whether all have rolled, or all dice of the seat are tapped in."""
        draft = self.prefilled
        if draft.wilds:
            return OPEN not in draft.wilds
        return draft.seat is not None and len(draft.dice) == self._held(draft.seat)

    @property
    def _entered(self) -> Plain:
        """The move that has been entered, complete or not."""
        draft = self.prefilled
        if draft.wilds:
            return {"move": "first_roll", "wilds": self.wilds}
        if draft.seat is not None:
            return {"move": "show", "seat": draft.seat, "dice": [DICE[die] for die in draft.dice]}
        bidder = self.state.setup.seats[self.state.turn or 0]
        return {"move": "bid", "seat": bidder, "quantity": draft.quantity or 0, "value": draft.value or 0}

    @cached_property
    def record(self) -> Action:
        """The tap that makes the move that has been entered."""
        return self.action(self._entered)

    @property
    def preview(self) -> Text | None:
        """Who would start, or that a bid is on more dice than there are; None where nothing is worth saying."""
        draft, dice = self.prefilled, sum(self.state.dice)
        if draft.wilds and self.complete:
            most = max(self.wilds.values())
            best = tuple(name for name, n in self.wilds.items() if n == most)
            return Text("{seat} starts.", seat=best[0]) if len(best) == 1 else Text("A tie: {seats}.", seats=best)
        if draft.quantity is not None and draft.quantity > dice:
            return Text("There are only {n} dice. It can be called like any other bid.", n=dice)
        return None

    def words(self, action: Action) -> Text:
        """The words of a button."""
        move = self.book.game.parse(action.last)
        return move.because if isinstance(move, Rejected) else self.book.game.label(move)

    def _held(self, name: str) -> int:
        return self.state.dice[self.state.setup.seats.index(name)]

    # The first roll, and a bid.

    def rolled(self, wilds: int) -> Draft:
        """The draft after a tap on a number of wilds."""
        return drafts.rolled(self.state, self.prefilled, str(wilds))

    @property
    def wilds(self) -> Mapping[str, int]:
        """How many wilds have been entered, by seat."""
        due = self.state.setup.names(self.state.due)
        return {name: int(n) for name, n in zip(due, self.prefilled.wilds, strict=False) if n != OPEN}

    @property
    def row(self) -> QuantityRow:
        """How many dice a bid may be on: the part of the row that is seen, and where it goes on."""
        return row(self.state.bid, self.prefilled.quantity or 0)

    def bid_on(self, quantity: int) -> Action:
        """The bid on so many dice."""
        return self.action({**self._entered, "quantity": quantity})

    # Dice that are shown.

    @property
    def matches(self) -> tuple[Action, ...]:
        """After a call: that none of the seat's dice counts, one, two and so on."""
        seat = self.entering
        if seat is None:
            return ()
        return tuple(self.action({"move": "show", "seat": seat.name, "matching": n}) for n in range(seat.dice + 1))

    @property
    def counting(self) -> int:
        """How many of the dice entered count for the bid."""
        return self.state.bid.met_by(tuple(DICE[die] for die in self.prefilled.dice)) if self.state.bid else 0

    def too_many(self, face: int | str) -> Action:
        """What a tap on a face says once all dice of the seat are entered."""
        return self.action({**self._entered, "dice": [*self._entered["dice"], face]})

    # Calls, and spilled dice: whoever makes them, and whenever.

    @cached_property
    def callers(self) -> tuple[Action, ...]:
        """Whose "Fluff!" may be entered on this phone: its own seat's first, then that of whose turn it is."""
        if self.state.phase != "bid" or self.state.bid is None:
            return ()
        seats = sorted(self._may_enter, key=lambda name: (name != self.seat, name not in self.waiting_for))
        actions = (self.action({"move": "call", "seat": name}) for name in seats)
        return tuple(action for action in actions if action.legal)

    @property
    def call(self) -> Action | None:
        """The big "Fluff!": of the seat whose turn it is, where this phone is asked for it, else its own seat's."""
        asked = self.waiting_for if self.mine else (self.seat,)
        return next((action for action in self.callers if action.last["seat"] in asked), None)

    @property
    def others_call(self) -> bool:
        """Whether this phone may enter another call than the big one."""
        return any(action != self.call for action in self.callers)

    @property
    def price(self) -> Mapping[str, int]:
        """What a wrong call costs each seat now."""
        return {name: price(self.state, seat) for seat, name in enumerate(self.state.setup.seats)}

    @property
    def spillers(self) -> tuple[str, ...]:
        """The seats whose spilled dice this phone may enter; none where or when nothing can be spilled."""
        found = (self.action({"move": "spill", "seat": name, "count": 1}) for name in self._may_enter)
        return tuple(str(action.last["seat"]) for action in found if action.legal)

    @property
    def spills(self) -> tuple[Action, ...]:
        """How many dice the seat that spills may have spilled."""
        name = self.draft.spiller
        if name is None:
            return ()
        counts = range(1, self._held(name) + 1)
        return tuple(self.action({"move": "spill", "seat": name, "count": n}) for n in counts)

    @property
    def _may_enter(self) -> tuple[str, ...]:
        names = self.state.setup.seats
        return names if self.keeper else tuple(name for name in names if name == self.seat)
