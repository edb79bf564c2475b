"""What a phone finds before it at a table of Fluff: names, dice and bids, what it is asked, what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games.fluff import draft as drafts
from companion.games.fluff.dice_lost import price
from companion.games.fluff.draft import DICE, Draft
from companion.games.fluff.moves import FACES, VALUES
from companion.games.fluff.offered_moves import HIGHEST, lowest
from companion.games.fluff.state import MOST_DICE, Bid, Settled, Shown, State
from companion.games.report import Place
from companion.games.ruling import Rejected
from companion.games.screen import Action, Aside, Screen, SeatView, names_alone
from companion.games.text import Counted, Text

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
class BidView:
    """A bid by name."""

    seat: str
    quantity: int
    value: int


@dataclass(frozen=True, slots=True)
class PastView:
    """How the latest round ended: the bid that was called, how many dice of it were there, who `lost` how many."""

    bid: BidView
    count: int
    loser: str
    lost: int
    out: bool


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `round` counts from 1, 0 is the first roll.

    `bid` stands or is being settled. `caller` called it, `in_turn` or not. `past` is the round before, until somebody
    bids. `dice` are in play; `track` are the round's bids.
    """

    phase: str
    round: int
    tie: bool
    turn: str | None
    awaited: tuple[str, ...]
    bid: BidView | None
    track: tuple[BidView, ...]
    caller: str | None
    in_turn: bool
    so_far: int
    past: PastView | None
    dice: int
    seats: tuple[FluffSeat, ...]


def view(state: State) -> View:
    """The view of a state."""
    names = state.setup.seats
    ended = state.settled if state.bid is None else None
    shown = {one.seat: one for one in state.shown}
    return View(
        phase=state.phase,
        round=state.round,
        tie=bool(state.tied),
        turn=None if state.turn is None or state.over else names[state.turn],
        awaited=state.setup.names(_awaited(state)),
        bid=_bid(names, state.bid) if state.bid else None,
        track=tuple(_bid(names, one) for one in state.bids),
        caller=names[state.call.seat] if state.call else None,
        in_turn=state.call is None or state.call.in_turn,
        so_far=sum(one.count for one in state.shown),
        past=_past(state, ended) if ended else None,
        dice=sum(state.dice),
        seats=tuple(_seat(state, seat, shown.get(seat), ended) for seat in range(len(names))),
    )


def _bid(names: tuple[str, ...], bid: Bid) -> BidView:
    return BidView(names[bid.seat], bid.quantity, bid.value)


def _past(state: State, ended: Settled) -> PastView:
    names = state.setup.seats
    return PastView(
        _bid(names, ended.bid), ended.count, names[ended.loser], ended.lost, out=not state.dice[ended.loser]
    )


def _awaited(state: State) -> tuple[int, ...]:
    """The seats whose act is awaited; in the first roll anybody enters what all rolled."""
    if state.phase == "show":
        return state.unshown
    return (state.turn,) if state.phase == "bid" and state.turn is not None else ()


def _seat(state: State, seat: int, shown: Shown | None, ended: Settled | None) -> FluffSeat:
    bid, call = state.bid, state.call
    rolled = dict(state.rolled) if state.phase == "first-roll" else {}
    return FluffSeat(
        name=state.setup.seats[seat],
        dice=state.dice[seat],
        lost=MOST_DICE - state.dice[seat],
        shown=None if shown is None or bid is None else _lying(shown, bid),
        counting=None if shown is None else shown.count,
        wilds=rolled.get(seat),
        awaited=seat in _awaited(state),
        bids=bid is not None and seat == bid.seat,
        calls=call is not None and seat == call.seat,
        loses=ended.lost if ended and seat == ended.loser else 0,
        won=state.over and bool(state.dice[seat]),
    )


def _lying(shown: Shown, bid: Bid) -> tuple[tuple[int | str, bool], ...]:
    """The dice that a seat has shown; under the cup, those that count first, where their faces were not told."""
    if shown.dice:
        return tuple((face, bool(bid.met_by((face,)))) for face in shown.dice)
    return tuple(("hidden", place < shown.count) for place in range(shown.held))


@dataclass(frozen=True, slots=True)
class Row:
    """How many dice a bid may be on: those seen together, and those to go on from, `fewer` and `more` (None: none)."""

    quantities: tuple[int, ...]
    fewer: int | None
    more: int | None


def row(standing: Bid | None, chosen: int) -> Row:
    """The part of all quantities that has the chosen one in it."""
    first, room = lowest(standing).quantity, ROW - 1
    fewer = None
    if chosen >= first + room:
        steps = (chosen - first - room) // (ROW - 2)
        first, room = first + room + steps * (ROW - 2), ROW - 2
        fewer = first - 1
    last = min(first + room - 1, HIGHEST)
    return Row(tuple(range(first, last + 1)), fewer, last + 1 if last < HIGHEST else None)


@dataclass(frozen=True)
class FluffScreen(Screen[State, FluffSeat]):
    """The table, what this phone may tap, and a bid, dice, a roll or a spill half entered."""

    draft: Draft = field(default_factory=Draft)
    values, faces = VALUES, FACES

    read = staticmethod(drafts.read_draft)
    act = staticmethod(drafts.act)

    @property
    def turn(self) -> str:
        """In a show, how many are asked of this phone: all show at once, a keeper's next tap is for another seat."""
        return f"show-{self.state.round}-{len(self.askable)}" if self.state.phase == "show" else ""

    @property
    def missing(self) -> Text:
        """What has still to be entered."""
        return drafts.missing(self.state, self.asked)

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.state)

    @property
    def seats(self) -> tuple[FluffSeat, ...]:
        """All seats, clockwise."""
        return self.view.seats

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Whose bid or dice are awaited; the first roll is entered by anybody."""
        return self.view.awaited

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
        bids = tuple(
            (bid.seat, Text("{n} \u00d7 {value}", n=bid.quantity, value=bid.value)) for bid in self.view.track[-LATEST:]
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

    @property
    def asked(self) -> Draft:
        """The draft, filled with what a phone is asked first: the roll of a seat, a bid to begin with, its dice."""
        if not self.mine or self.draft.spills or self.draft.calls:
            return self.draft
        return drafts.asked(self.state, self.draft, self.seat, self.askable)

    @cached_property
    def record(self) -> Action:
        """What has been entered as the move that it makes."""
        return self.action(drafts.move(self.state, self.asked))

    @property
    def complete(self) -> bool:
        """Whether enough has been entered for a move."""
        return drafts.complete(self.state, self.asked)

    @property
    def preview(self) -> Text | None:
        """What would come of it, in a few words."""
        return drafts.preview(self.state, self.asked) if self.complete else None

    @property
    def row(self) -> Row:
        """How many dice a bid may be on: the part of the row that is seen, and where it goes on."""
        return row(self.state.bid, self.asked.quantity or 0)

    def bid_on(self, quantity: int) -> Action:
        """The bid on so many dice."""
        return self.action(drafts.move(self.state, replace(self.asked, quantity=quantity)))

    @property
    def matches(self) -> tuple[Action, ...]:
        """After a call: that none of the seat's dice counts, one, two and so on."""
        seat = self.entering
        if seat is None:
            return ()
        return tuple(self.action({"move": "show", "seat": seat.name, "matching": n}) for n in range(seat.dice + 1))

    @property
    def askable(self) -> tuple[str, ...]:
        """The seats whose dice or roll this phone may enter, in order; one's own alone needs no choice."""
        return drafts.askable(self.state, tuple(filter(self.enters_for, self.state.setup.seats)))

    @property
    def entering(self) -> FluffSeat | None:
        """The seat that what is entered belongs to."""
        name = self.asked.spiller or self.asked.seat
        return next((seat for seat in self.seats if seat.name == name), None)

    def rolled(self, wilds: int) -> Draft:
        """The draft after a tap on a number of wilds."""
        return drafts.rolled(self.state, self.asked, str(wilds))

    @property
    def counting(self) -> int:
        """How many of the dice entered count for the bid."""
        return self.state.bid.met_by(tuple(DICE[die] for die in self.asked.dice)) if self.state.bid else 0

    @property
    def wilds(self) -> Mapping[str, int]:
        """How many wilds have been entered, by seat."""
        return drafts.wilds_by_seat(self.state, self.asked)

    def words(self, action: Action) -> Text:
        """The words of a button."""
        move = self.book.game.parse(action.last)
        return move.because if isinstance(move, Rejected) else self.book.game.label(move)

    def too_many(self, face: int | str) -> Action:
        """What a tap on a face says once all dice of the seat are entered."""
        move = drafts.move(self.state, self.asked)
        return self.action({**move, "dice": [*move["dice"], face]})

    @cached_property
    def callers(self) -> tuple[Action, ...]:
        """Whose "Fluff!" may be entered on this phone: its own seat's first, then that of whose turn it is."""
        if self.state.phase != "bid" or self.state.bid is None:
            return ()
        names = self.state.setup.seats
        seats = [name for name in names if self.keeper or name == self.seat]
        seats.sort(key=lambda name: (name != self.seat, name != self.view.turn))
        actions = (self.action({"move": "call", "seat": name}) for name in seats)
        return tuple(action for action in actions if action.legal)

    @property
    def call(self) -> Action | None:
        """The big "Fluff!": of the seat whose turn it is, where this phone is asked for it, else its own seat's."""
        asked = self.view.turn if self.mine else self.seat
        return next((action for action in self.callers if action.last["seat"] == asked), None)

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
        found = (self.action({"move": "spill", "seat": name, "count": 1}) for name in self._entered)
        return tuple(str(action.last["seat"]) for action in found if action.legal)

    @property
    def spills(self) -> tuple[Action, ...]:
        """How many dice the seat that spills may have spilled."""
        name = self.draft.spiller
        if name is None:
            return ()
        held = self.state.dice[self.state.setup.seats.index(name)]
        return tuple(self.action({"move": "spill", "seat": name, "count": n}) for n in range(1, held + 1))

    @property
    def _entered(self) -> tuple[str, ...]:
        names = self.state.setup.seats
        return names if self.keeper else tuple(name for name in names if name == self.seat)
