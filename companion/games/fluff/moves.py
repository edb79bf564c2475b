"""The moves of Fluff: the form and the words of each, when it may come, what is against it, what it brings about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import BeforeValidator, Field

from companion.games.fluff.rulebook import BOOK
from companion.games.fluff.scoring import lost_by, once_all_have_shown
from companion.games.fluff.state import LATEST, MOST_DICE, VALUES, BidMade, CallMade, Dice, Shown, State, Value
from companion.games.move import Move, NotZero, Plain, Question, Reason, SeatName, TableRuling
from companion.games.people import Seat
from companion.games.ruled_move import RuledMove, refusal
from companion.games.ruling import Rejected
from companion.games.stop import Stop
from companion.games.text import Counted, Text, sentences

no = BOOK.no

HIGHEST = 10**6
"""The largest quantity that a screen offers; a bid may be higher."""
HOW_MANY = Text("How many dice?")
FACE_WORDS = (Text("wild"),)  # written out, so that translators' tools find it


def _no_fraction(face: Any) -> Any:
    # A Literal takes 3.0 for 3, even strictly.
    if isinstance(face, float):
        raise ValueError("a face is a whole number")
    return face


# Another number is readable, and refused by the rule `bid`: it teaches what cannot be bid on.
AnyValue = Annotated[Value | int, BeforeValidator(_no_fraction)]
Face = Annotated[Literal[2, 3, 4, 5, 6, "wild"], BeforeValidator(_no_fraction)]


def has_dice(seat: str, count: int) -> Text:
    """Say how many dice a seat has."""
    if not count:
        return Text("{seat} has no dice left.", seat=seat)
    return Counted("{seat} has {n} die.", "{seat} has {n} dice.", seat=seat, n=count)


def has_shown(seat: str) -> Rejected:
    return no("not-now", Text("{seat} has shown already.", seat=seat))


def too_early_or(state: State, too_late: Text) -> Rejected:
    """Reject a move that belongs to a round: in the first roll it is too early, after that it is too late."""
    return no("not-now", Text("The first roll is not over yet.") if state.phase == "first-roll" else too_late)


class DiceMove(RuledMove):
    """A move of this game, which knows what comes near to it."""

    def near(self, state: State) -> Iterator[Plain]:
        """Yield what might be allowed in its place once it is rejected, legal or not, nearest first."""
        yield from ()

    def with_outcome(self, before: State) -> Text:
        """Return its sentence, and how the round ended if it has ended it."""
        settled = None if refusal(before, self) else self.after(before).settled
        if settled is None or settled is before.settled:
            return self.sentence()
        params: dict[str, Any] = {"count": settled.count, "value": settled.bid.value, "seat": settled.loser}
        if not settled.lost:
            outcome = Text("{count} \u00d7 {value} in all: {seat} was wrong and is out already", **params)
        else:
            outcome = Counted(
                "{count} \u00d7 {value} in all: {seat} loses {n} die",
                "{count} \u00d7 {value} in all: {seat} loses {n} dice",
                n=settled.lost,
                **params,
            )
        return sentences(self.sentence(), outcome)


class FirstRoll(DiceMove):
    """How many wilds everybody rolled who rolls for the start."""

    entered_by = "anyone"
    button = Text("Record the roll")
    question = Question(Text("Who starts?"), {"wilds": Text("How many wilds did each roll?")}, ("first-roll",))
    during = ("first-roll",)

    move: Literal["first_roll"]
    wilds: dict[SeatName, Annotated[int, Field(ge=0)]]

    def sentence(self) -> Text:
        by_seat = tuple(Text("{seat} {n}", seat=name, n=wilds) for name, wilds in self.wilds.items())
        return Text("Wilds rolled for the start: {told}", told=by_seat)

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("Who starts is settled already."))

    def refused(self, state: State) -> Rejected | None:
        """Rule: first-roll."""
        if missing := tuple(seat for seat in state.due if seat not in self.wilds):
            return no("first-roll", Text("Wilds still missing: {seats}.", seats=missing))
        for seat, wilds in self.wilds.items():
            if seat not in state.due:
                return no("first-roll", Text("{seat} is not in this roll.", seat=seat))
            if wilds > state.dice[seat]:
                return no("first-roll", has_dice(seat, state.dice[seat]))
        return None

    def after(self, state: State) -> State:
        """Let the most wilds start, or those who tie roll again. A roll that is refused is one of all who have dice."""
        if state.bid is not None:
            return state
        rolling = state.playing if self.refused(state) else state.due
        wilds = {seat: min(self.wilds.get(seat, 0), state.dice[seat]) for seat in rolling}
        most = max(wilds.values())
        best = tuple(seat for seat in rolling if wilds[seat] == most)
        rolled = replace(state, rolled=wilds)
        if state.turn is not None:
            return replace(rolled, turn=best[0])
        return replace(rolled, tied=best) if len(best) > 1 else rolled.opened_by(best[0])

    def told(self, before: State) -> Text:
        if refusal(before, self):
            return self.sentence()
        after = self.after(before)
        if after.turn is not None:
            return sentences(self.sentence(), Text("{seat} starts", seat=after.turn))
        return sentences(self.sentence(), Text("A tie: {seats} roll again", seats=after.tied))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for starts in state.due:
            yield {"move": "first_roll", "wilds": {rolls: int(rolls == starts) for rolls in state.due}}

    def near(self, state: State) -> Iterator[Plain]:
        wilds = {seat: min(self.wilds.get(seat, 0), state.dice[seat]) for seat in state.due}
        yield {"move": "first_roll", "wilds": wilds}


def one_more(quantity: int) -> int:
    """Return one die more, up to the largest quantity that a screen offers."""
    return quantity + 1 if quantity < HIGHEST else quantity


def lowest(standing: BidMade | None) -> tuple[int, int]:
    """Return the quantity and the value of the lowest bid that raises the one that stands."""
    if standing is None:
        return 1, VALUES[0]
    if standing.value < VALUES[-1]:
        return standing.quantity, standing.value + 1
    return one_more(standing.quantity), VALUES[0]


def lowest_quantity(standing: BidMade | None, value: int) -> int:
    """Return the fewest dice of that value that raise the bid that stands."""
    if standing is None:
        return 1
    return one_more(standing.quantity) if value <= standing.value else standing.quantity


def bids_near(state: State, *bids: tuple[int, int]) -> Iterator[Plain]:
    """Yield these bids, each once, and the lowest raise, by the seat whose turn it is."""
    for quantity, value in dict.fromkeys((*bids, lowest(state.bid))):
        yield {"move": "bid", "seat": state.turn, "quantity": quantity, "value": value}


def calls_near(state: State, seat: Seat) -> Iterator[Plain]:
    """Yield the calls of that seat and of the seat whose turn it is."""
    for caller in dict.fromkeys((seat, state.turn)):
        yield {"move": "call", "seat": caller}


class Bid(DiceMove):
    """The seat says that at least so many dice show that value, wilds counted with them."""

    question = Question(
        Text("Bid"), {"quantity": HOW_MANY, "value": Text("Of which value?")}, ("raise", "bid", "next-opening")
    )
    button = Text("Bid {n} \u00d7 {value}")
    in_ledger = Text("{seat} bid {n} \u00d7 {value}")
    counted = "quantity"
    during = ("bid",)

    move: Literal["bid"]
    seat: SeatName
    quantity: int
    value: AnyValue

    def not_now(self, state: State) -> Rejected:
        return too_early_or(state, Text("\u201cFluff!\u201d has been called; now all show their dice."))

    def refused(self, state: State) -> Rejected | None:
        """Rules: bid, raise."""
        standing = state.bid
        if self.seat != state.turn:
            return no("bid", Text("It is {seat}\u2019s turn.", seat=str(state.turn)))
        if self.value not in VALUES or self.quantity < 1:
            because = Text(
                "{n} \u00d7 {value} is no bid: say at least one die, and a value from 2 to 6.",
                n=self.quantity,
                value=self.value,
            )
            return no("bid", because)
        if standing is not None and (self.quantity, self.value) <= (standing.quantity, standing.value):
            because = Text("The bid to raise: {n} \u00d7 {value}.", n=standing.quantity, value=standing.value)
            return no("raise", because)
        return None

    def after(self, state: State) -> State:
        """Let the bid stand for the next seat to answer. Whoever bids before anybody has started starts."""
        if self.quantity < 1 or self.value not in VALUES:
            return state
        opened = state if state.turn is not None else state.opened_by(self.seat)
        bid = BidMade(self.seat, self.quantity, self.value, state.bid.number + 1 if state.bid else 1)
        return replace(
            opened,
            bid=bid,
            raised=state.bids[1 - LATEST :],
            turn=opened.next_with_dice(self.seat),
            call=None,
            shown=(),
        )

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        if seat in (None, state.turn):
            some = (1, 2) if state.bid is None else (state.bid.quantity, one_more(state.bid.quantity))
            for quantity, value in product(dict.fromkeys(some), VALUES):
                yield {"move": "bid", "seat": state.turn, "quantity": quantity, "value": value}

    def near(self, state: State) -> Iterator[Plain]:
        if state.phase == "bid":
            yield from bids_near(state, (lowest_quantity(state.bid, self.value), self.value))
            yield from calls_near(state, self.seat)
        elif state.phase == "show":
            yield from ShowMatching.offered(state, self.seat if self.seat in state.unshown else None)


class Call(DiceMove):
    """The seat does not believe the standing bid."""

    question = Question(Text("Call \u201cFluff!\u201d"), {}, ("call", "settle"))
    button = Text("{seat} calls \u201cFluff!\u201d")
    in_ledger = Text("{seat} called \u201cFluff!\u201d")
    during = ("bid",)

    move: Literal["call"]
    seat: SeatName

    def not_now(self, state: State) -> Rejected:
        return too_early_or(state, Text("\u201cFluff!\u201d has been called; now all show their dice."))

    def refused(self, state: State) -> Rejected | None:
        """Rules: not-now (no bid stands), call."""
        if state.bid is None:
            return no("not-now", Text("Nobody has bid in this round."))
        if self.seat == state.bid.seat:
            return no("call", Text("The bid is {seat}\u2019s own.", seat=self.seat))
        if not state.dice[self.seat]:
            return no("call", has_dice(self.seat, 0))
        return None

    def after(self, state: State) -> State:
        if state.bid is None:
            return state
        return replace(state, call=CallMade(self.seat, in_turn=self.seat == state.turn), shown=())

    def told(self, before: State) -> Text:
        if refusal(before, self) or self.seat == before.turn:
            return self.sentence()
        return sentences(self.sentence(), Text("It was out of turn"))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        if state.bid is not None:
            for caller in state.people.seats if seat is None else (seat,):
                yield {"move": "call", "seat": caller}

    def near(self, state: State) -> Iterator[Plain]:
        if state.phase == "bid":
            yield from calls_near(state, self.seat)
            yield from bids_near(state)
        elif state.phase == "show":
            yield from ShowMatching.offered(state, self.seat if self.seat in state.unshown else None)


class Showing(DiceMove):
    """What the seat shows after a call. How that is told differs: face by face, or how many dice count."""

    patient = True
    during = ("show",)

    move: Literal["show"]
    seat: SeatName

    @property
    def faces(self) -> Dice:
        """What the dice show; empty if that is not told."""
        return ()

    def count(self, bid: BidMade) -> int:
        """Return how many of the dice count for the bid."""
        raise NotImplementedError

    def fits(self, held: int) -> bool:
        """True if a seat with so many dice can show this."""
        raise NotImplementedError

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("Nobody has called \u201cFluff!\u201d."))

    def refused(self, state: State) -> Rejected | None:
        """Rules: not-now (out of the game, or has shown), settle."""
        held = state.dice[self.seat]
        if not held:
            return no("not-now", has_dice(self.seat, 0))
        if any(shown.seat == self.seat for shown in state.shown):
            return has_shown(self.seat)
        return None if self.fits(held) else no("settle", has_dice(self.seat, held))

    def after(self, state: State) -> State:
        """Let it replace what the seat has shown before. Of a show that is refused only how many dice count is kept."""
        held, bid = state.dice[self.seat], state.bid
        if bid is None or state.call is None or not held:
            return state
        others = tuple(shown for shown in state.shown if shown.seat != self.seat)
        faces = () if self.refused(state) else self.faces
        shown = Shown(self.seat, held, min(held, self.count(bid)), faces)
        return once_all_have_shown(replace(state, shown=(*others, shown)))

    def told(self, before: State) -> Text:
        return self.with_outcome(before)


class Show(Showing):
    """The seat's dice after a call, face by face."""

    question = Question(Text("Show the dice"), {"dice": Text("What do they show?")}, ("settle", "last-dice"))

    dice: list[Face]

    @property
    def faces(self) -> Dice:
        return tuple(self.dice)

    def sentence(self) -> Text:
        dice = tuple(Text(face) if isinstance(face, str) else Text("{n}", n=face) for face in self.dice)
        return Text("{seat} showed {dice}", seat=self.seat, dice=dice)

    def count(self, bid: BidMade) -> int:
        return bid.met_by(self.faces)

    def fits(self, held: int) -> bool:
        return len(self.dice) == held

    def near(self, state: State) -> Iterator[Plain]:
        """Yield the show with as many dice as the seat has."""
        held, counts = state.dice[self.seat], state.bid.value if state.bid else VALUES[0]
        other = next(face for face in VALUES if face != counts)
        for face in (other, counts) if len(self.dice) < held else (other,):
            yield {**self.plain(), "dice": [*self.dice, *[face] * (held - len(self.dice))][:held]}


class ShowMatching(Showing):
    """The seat's dice after a call, told shorter: how many of them count for the bid, wilds with them."""

    marker = "matching"
    question = Question(
        Text("Say how many dice count"), {"matching": Text("How many of them count?")}, ("settle", "last-dice")
    )
    button = Counted("{n} counts", "{n} count")
    counted = "matching"

    matching: Annotated[int, Field(ge=0)]

    def sentence(self) -> Text:
        if not self.matching:
            return Text("None of {seat}\u2019s dice count", seat=self.seat)
        return Counted(
            "{n} of {seat}\u2019s dice counts", "{n} of {seat}\u2019s dice count", seat=self.seat, n=self.matching
        )

    def count(self, bid: BidMade) -> int:
        return self.matching

    def fits(self, held: int) -> bool:
        return self.matching <= held

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        """Yield as many dice that count as may be, of the next seat; which faces they are makes no difference."""
        unshown = state.unshown
        for shows in unshown[:1] if seat is None else unshown:
            if seat in (None, shows):
                for count in range(state.dice[shows] + 1):
                    yield {"move": "show", "seat": shows, "matching": count}

    def near(self, state: State) -> Iterator[Plain]:
        yield {**self.plain(), "matching": min(self.matching, state.dice[self.seat])}


class Result(DiceMove):
    """The running round told by who has lost how many dice in it."""

    entered_by = "anyone"
    question = Question(Text("The round by its result"), {"dice": HOW_MANY}, ("result", "settle"))
    button = Counted("{seat} lost {n} die", "{seat} lost {n} dice")
    in_ledger = Counted("{seat} lost {n} die in this round", "{seat} lost {n} dice in this round")
    counted = "dice"
    during = ("bid", "show")

    move: Literal["result"]
    seat: SeatName
    dice: Annotated[int, Field(ge=1, le=2)]

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("The first roll is not over yet."))

    def refused(self, state: State) -> Rejected | None:
        """Rule: result."""
        held = state.dice[self.seat]
        return no("result", has_dice(self.seat, held)) if self.dice > held else None

    def after(self, state: State) -> State:
        lost = min(self.dice, state.dice[self.seat])
        return lost_by(self.seat, lost, replace(state, settled=None)) if state.turn and lost else state


class Spill(DiceMove):
    """Sloppy style: dice fell out of the seat's cup, at any time until it has shown them."""

    slip = Text("This is a slip; it costs the dice that fell out, for the rest of the game.")
    question = Question(Text("Spill dice"), {"count": HOW_MANY}, ("spill",))
    button = in_ledger = Counted("{seat} spilled {n} die", "{seat} spilled {n} dice")
    counted = "count"

    move: Literal["spill"]
    seat: SeatName
    count: Annotated[int, Field(ge=1)]

    def refused(self, state: State) -> Rejected | None:
        """Rules: not-now (the seat has shown), spill."""
        if any(shown.seat == self.seat for shown in state.shown):
            return has_shown(self.seat)
        if not state.options.sloppy:
            return no("spill", Text("This table does not play sloppy style."))
        held = state.dice[self.seat]
        return no("spill", has_dice(self.seat, held)) if self.count > held else None

    def after(self, state: State) -> State:
        """Take the dice away. If nobody is left to show then, what was called is settled."""
        return once_all_have_shown(state.with_dice(self.seat, max(0, state.dice[self.seat] - self.count)))

    def told(self, before: State) -> Text:
        return self.with_outcome(before)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        if state.options.sloppy:
            for spills in state.unshown if seat is None else (Seat(seat),):
                for count in range(1, state.dice[spills] + 1):
                    yield {"move": "spill", "seat": spills, "count": count}


class DiceRuling(TableRuling, DiceMove):
    """The table gives a seat dice, or takes some away."""

    question = Question(
        Text("Give or take dice by a ruling"),
        {"seat": Text("To whom?"), "dice": Text("How many dice, with a minus to take them?")},
        ("table-ruling",),
    )
    during = ("bid",)

    move: Literal["ruling"]
    seat: SeatName
    dice: Annotated[int, NotZero]
    reason: Reason

    def sentence(self) -> Text:
        params: dict[str, Any] = {"n": abs(self.dice), "seat": self.seat, "reason": self.reason}
        if self.dice > 0:
            return Counted(
                "The table gave {seat} {n} die: {reason}", "The table gave {seat} {n} dice: {reason}", **params
            )
        return Counted(
            "The table took {n} die from {seat}: {reason}", "The table took {n} dice from {seat}: {reason}", **params
        )

    def not_now(self, state: State) -> Rejected:
        return too_early_or(state, Text("The round has begun: there is a bid."))

    def refused(self, state: State) -> Rejected | None:
        """Rules: not-now (a round is running), table-ruling."""
        if state.bid is not None:
            return self.not_now(state)
        held = state.dice[self.seat]
        return None if 0 <= held + self.dice <= MOST_DICE else no("table-ruling", has_dice(self.seat, held))

    def after(self, state: State) -> State:
        count = max(0, min(MOST_DICE, state.dice[self.seat] + self.dice))
        return once_all_have_shown(state.with_dice(self.seat, count))

    def near(self, state: State) -> Iterator[Plain]:
        """Yield the nearest number of dice that may go to the seat, or from it."""
        held = state.dice[self.seat]
        if dice := max(-held, min(self.dice, MOST_DICE - held)):
            yield {**self.plain(), "dice": dice}


MOVES: tuple[type[Move], ...] = (FirstRoll, Bid, Call, Show, ShowMatching, Result, Spill, DiceRuling, Stop)
