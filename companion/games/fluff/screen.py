"""What a phone shows of a table of Fluff, and a bid, dice, a roll, a call or a spill that is half entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games import draft
from companion.games.draft import Fields, but_taken_back, flag, number, text, texts
from companion.games.fluff.moves import HIGHEST, has_dice, lowest, lowest_quantity
from companion.games.fluff.scoring import price
from companion.games.fluff.state import MOST_DICE, VALUES, WILD, BidMade, Shown, State
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.people import Seat, from_left_of
from companion.games.ruling import Action
from companion.games.screen import Aside, Screen, SeatView, names_alone
from companion.games.text import Text

FACES: tuple[int | str, ...] = (*VALUES, WILD)
DICE = {str(face): face for face in FACES}
OPEN = ""
"""Stands for the wilds of a seat until they are entered."""
ROLLS = (OPEN, *map(str, range(MOST_DICE + 1)))
OPENING_SHARE = 4  # an opening bid begins at a quarter of the dice, from where all others are a few taps away


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far: a bid, one `seat`'s `dice`, the `wilds` of all, or who calls or spills.

    `wilds` are one of `ROLLS` for each seat that rolls for the start; `seat` is asked next. `calls` is True if somebody
    else calls; `spills` if somebody spills dice, the `spiller` once that is known. With `by_dice` a seat's dice are
    tapped in after a call; otherwise only how many count.
    """

    quantity: int | None = number("quantity")
    value: int | None = number("value")
    seat: str | None = text("seat")
    dice: tuple[str, ...] = texts("die")
    wilds: tuple[str, ...] = texts("wilds")
    calls: bool = flag("call", "other")
    spills: bool = flag("spill", "dice")
    spiller: str | None = text("spiller")
    by_dice: bool = flag("by", "dice", lasting=True)


def act(state: State, fields: Fields) -> str | None:
    """Return the name of the show that dice are entered for, and if that seat has shown; None in all other phases."""
    bid = state.bid
    if bid is None or state.phase != "show":
        return None
    shown = Draft.read(fields).seat not in (None, *state.unshown)
    return f"show-{state.round}-{bid.number}" + ("-done" if shown else "")


def read_draft(fields: Fields, book: Book, seat: str | None, keeper: bool) -> Draft:
    """Read the draft that an address or a form carries, without what makes no sense now or on this phone."""
    entered, state = Draft.read(fields), book.state
    entering = book.seats if keeper else (seat,) if seat is not None else ()
    kept = entered.lasting if entering else Draft()
    unshown = [name for name in state.unshown if name in entering]
    if entered.spills and unshown:
        spiller = entered.spiller or (unshown[0] if len(unshown) == 1 else None)
        return replace(kept, spills=True, spiller=spiller) if spiller in (None, *unshown) else kept
    if state.phase == "first-roll" and entering:
        return _roll(entered, kept, state)
    if state.phase == "bid" and entered.calls:
        return replace(kept, calls=keeper and state.bid is not None)
    if state.phase == "bid" and entered.value in VALUES and state.turn in entering:
        return replace(kept, quantity=entered.quantity, value=entered.value)
    if state.phase == "show" and entered.seat in unshown:
        # Without htmx the button of another seat sends both seats, and "Back" all dice.
        dice = entered.dice if entered.by_dice and len(fields.getlist("seat")) == 1 else ()
        known = tuple(die for die in dice if die in DICE)[: state.dice[entered.seat]]
        return replace(kept, seat=entered.seat, dice=but_taken_back(fields, known))
    return kept


def _roll(entered: Draft, kept: Draft, state: State) -> Draft:
    due = state.due
    wilds, then = entered.wilds[: len(due)], entered.wilds[len(due) :]
    if entered.seat not in due or len(wilds) < len(due) or not {*entered.wilds} <= {*ROLLS}:
        return kept
    entered = replace(kept, seat=entered.seat, wilds=wilds)
    # Without htmx a tap on a number sends it after all that were entered before.
    return rolled(state, entered, then[-1]) if then else entered


def rolled(state: State, draft: Draft, wilds: str) -> Draft:
    """Enter the wilds of the seat that is asked; then the next seat is asked."""
    seat = Seat(draft.seat)
    entered = {**dict(zip(state.due, draft.wilds, strict=True)), seat: wilds}
    around = (seat, *from_left_of(state.due, seat))
    then = next((other for other in around if entered[other] == OPEN), seat)
    return replace(draft, seat=then, wilds=tuple(entered.values()))


@dataclass(frozen=True, slots=True)
class FluffSeat(SeatView):
    """A seat: how many `dice` it has and how many are set aside (`lost`).

    `shown` are its dice as they lie on the table after a call, with whether each counts for the bid; "hidden" if it was
    only told how many of them count; None if nobody sees them. `counting` is how many do. `wilds` is what it rolled for
    the start, while that is rolled. `loses` is what the round before has just cost it.
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
    """One row of the quantities that a bid may name. `fewer` and `more` lead to the rows beside it, if any."""

    quantities: tuple[int, ...]
    fewer: int | None
    more: int | None


def row(standing: BidMade | None, chosen: int, buttons: int) -> QuantityRow:
    """Return the part of all quantities with the chosen one in it that fits so many buttons, the ways on among them."""
    first, room = lowest(standing)[0], buttons - 1
    fewer = None
    if chosen >= first + room:
        steps = (chosen - first - room) // (buttons - 2)
        first, room = first + room + steps * (buttons - 2), buttons - 2
        fewer = first - 1
    last = min(first + room - 1, HIGHEST)
    return QuantityRow(tuple(range(first, last + 1)), fewer, last + 1 if last < HIGHEST else None)


def lying(shown: Shown, bid: BidMade) -> tuple[tuple[int | str, bool], ...]:
    """Return the dice that a seat has shown; if their faces were not told, they are hidden, those that count first."""
    if shown.dice:
        return tuple((face, bool(bid.met_by((face,)))) for face in shown.dice)
    return tuple(("hidden", place < shown.count) for place in range(shown.held))


@dataclass(frozen=True)
class FluffScreen(Screen[State, FluffSeat]):
    draft: Draft = field(default_factory=Draft)
    values, faces = VALUES, FACES

    read = staticmethod(read_draft)
    act = staticmethod(act)

    # The table.

    @cached_property
    def seats(self) -> tuple[FluffSeat, ...]:
        return tuple(map(self._seat, self.state.people.seats))

    def _seat(self, name: Seat) -> FluffSeat:
        state = self.state
        bid, call, dice = state.bid, state.call, state.dice[name]
        ended = state.settled if bid is None else None
        shown = next((shown for shown in state.shown if shown.seat == name), None)
        return FluffSeat(
            name=name,
            awaited=name in self.waiting_for,
            won=state.phase == "over" and bool(dice),
            dice=dice,
            lost=MOST_DICE - dice,
            shown=None if shown is None or bid is None else lying(shown, bid),
            counting=None if shown is None else shown.count,
            wilds=state.rolled.get(name) if state.phase == "first-roll" else None,
            bids=bid is not None and name == bid.seat,
            calls=call is not None and name == call.seat,
            loses=ended.lost if ended and name == ended.loser else 0,
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose bid or dice are awaited; anybody may enter the first roll."""
        state = self.state
        if state.phase == "show":
            return state.unshown
        return (state.turn,) if state.phase == "bid" and state.turn is not None else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats that bid after the one whose bid is awaited: all others with dice, clockwise."""
        state = self.state
        if state.phase != "bid" or state.turn is None:
            return ()
        return tuple(seat for seat in from_left_of(state.people.seats, state.turn)[:-1] if state.dice[seat])

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """The latest bids of the round, and who bids after the seat whose bid is awaited."""
        bids = tuple((bid.seat, Text("{n} \u00d7 {value}", n=bid.quantity, value=bid.value)) for bid in self.state.bids)
        then = names_alone(self.to_come)
        return (*([Aside(Text("Bids"), bids)] if bids else ()), *([Aside(Text("Then"), then)] if then else ()))

    # What this phone is asked, and what of it has been entered.

    @property
    def turn(self) -> str:
        """In a show, where all are asked at once, how many seats this phone is asked for."""
        return f"show-{self.state.round}-{len(self.askable)}" if self.state.phase == "show" else ""

    @property
    def askable(self) -> tuple[str, ...]:
        """The seats whose dice or roll this phone may enter, in order."""
        state = self.state
        if state.phase == "first-roll":
            return state.due
        return tuple(filter(self.enters_for, state.unshown)) if state.phase == "show" else ()

    @cached_property
    def prefilled(self) -> Draft:
        """The draft, filled in with what the phone is asked first: a seat's roll or dice, or a bid to begin with."""
        draft, standing = self.draft, self.state.bid
        if not self.mine or draft.spills or draft.calls:
            return draft
        if self.phase in ("first-roll", "show"):
            if draft.seat:
                return draft
            first = min(self.askable, key=lambda seat: seat != self.seat)
            return replace(draft, seat=first, wilds=(OPEN,) * len(self.askable) if self.phase == "first-roll" else ())
        if draft.quantity is None or draft.value is None:
            opening = max(1, sum(self.state.dice.values()) // OPENING_SHARE), VALUES[0]
            quantity, value = opening if standing is None else lowest(standing)
            return replace(draft, quantity=quantity, value=value)
        # With more dice, if as many of that value would be no raise.
        return replace(draft, quantity=max(draft.quantity, lowest_quantity(standing, draft.value)))

    @property
    def entering(self) -> FluffSeat | None:
        """The seat whose roll, dice or spill is being entered."""
        name = self.prefilled.spiller or self.prefilled.seat
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def missing(self) -> Text:
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
        """True if all have rolled, or all dice of the seat are tapped in."""
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
        bidder = self.state.turn or self.state.people.seats[0]
        return {"move": "bid", "seat": bidder, "quantity": draft.quantity or 0, "value": draft.value or 0}

    @cached_property
    def record(self) -> Action:
        return self.action(self._entered)

    @property
    def preview(self) -> Text | None:
        """Who would start, or a warning that the bid is on more dice than there are; None if there is neither."""
        draft, dice = self.prefilled, sum(self.state.dice.values())
        if draft.wilds and self.complete:
            most = max(self.wilds.values())
            best = tuple(name for name, n in self.wilds.items() if n == most)
            return Text("{seat} starts.", seat=best[0]) if len(best) == 1 else Text("A tie: {seats}.", seats=best)
        if draft.quantity is not None and draft.quantity > dice:
            return Text("There are only {n} dice. It can be called like any other bid.", n=dice)
        return None

    def _held(self, name: str) -> int:
        return self.state.dice[Seat(name)]

    # The first roll, and a bid.

    def rolled(self, wilds: int) -> Draft:
        """Return the draft after a tap on a number of wilds."""
        return rolled(self.state, self.prefilled, str(wilds))

    @property
    def wilds(self) -> Mapping[str, int]:
        """The numbers of wilds that have been entered, by seat."""
        return {name: int(n) for name, n in zip(self.state.due, self.prefilled.wilds, strict=False) if n != OPEN}

    def row(self, buttons: int) -> QuantityRow:
        """Return how many dice a bid may be on, as many of them as fit so many buttons."""
        return row(self.state.bid, self.prefilled.quantity or 0, buttons)

    def bid_on(self, quantity: int) -> Action:
        """Return the bid on so many dice."""
        return self.action({**self._entered, "quantity": quantity})

    # Dice that are shown.

    @property
    def matches(self) -> tuple[Action, ...]:
        """The answers to how many of the seat's dice count, from none to all; empty if no seat is asked."""
        seat = self.entering
        if seat is None:
            return ()
        return tuple(self.action({"move": "show", "seat": seat.name, "matching": n}) for n in range(seat.dice + 1))

    @property
    def counting(self) -> int:
        """How many of the dice entered count for the bid."""
        return self.state.bid.met_by(tuple(DICE[die] for die in self.prefilled.dice)) if self.state.bid else 0

    def too_many(self, face: int | str) -> Action:
        """Return the action of a face once all dice of the seat are entered: its refusal says that they are."""
        return self.action({**self._entered, "dice": [*self._entered["dice"], face]})

    # Calls, and spilled dice: whoever makes them, and whenever.

    @cached_property
    def callers(self) -> tuple[Action, ...]:
        """The calls that may be entered on this phone: its own seat's first, then that of the seat whose turn it is."""
        if self.state.phase != "bid" or self.state.bid is None:
            return ()
        seats = sorted(self._may_enter, key=lambda name: (name != self.seat, name not in self.waiting_for))
        actions = (self.action({"move": "call", "seat": name}) for name in seats)
        return tuple(action for action in actions if action.legal)

    @property
    def call(self) -> Action | None:
        """The call of the seat whose turn it is, if this phone is asked for that; else its own seat's."""
        asked = self.waiting_for if self.mine else (self.seat,)
        return next((action for action in self.callers if action.move.mover in asked), None)

    @property
    def others_call(self) -> bool:
        """True if this phone may also enter the call of another seat."""
        return any(action != self.call for action in self.callers)

    @property
    def price(self) -> Mapping[str, int]:
        """How many dice a wrong call costs each seat now."""
        return {seat: price(self.state, seat) for seat in self.state.people.seats}

    @property
    def spillers(self) -> tuple[str, ...]:
        """The seats whose spilled dice this phone may enter; none if nothing can be spilled."""
        spill: Plain = {"move": "spill", "count": 1}
        return tuple(name for name in self._may_enter if self.action({**spill, "seat": name}).legal)

    @property
    def spills(self) -> tuple[Action, ...]:
        """The numbers of dice that the spiller may have spilled."""
        name = self.draft.spiller
        if name is None:
            return ()
        counts = range(1, self._held(name) + 1)
        return tuple(self.action({"move": "spill", "seat": name, "count": n}) for n in counts)

    @property
    def _may_enter(self) -> tuple[str, ...]:
        names = self.state.people.seats
        return names if self.keeper else tuple(name for name in names if name == self.seat)
