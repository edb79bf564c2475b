"""The state of a game of Fluff: who has how many dice, whose bid it is, and what has been shown."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from companion.games.header import Header
from companion.games.people import Seated
from tests.old_rooms.fluff.house_rules import Options
from tests.old_rooms.fluff.moves import WILD

MOST_DICE = 5

Dice = tuple[int | str, ...]
"""What one seat's dice show: 2 to 6, or "wild"."""


@dataclass(frozen=True, slots=True)
class Setup(Seated):
    """What changes only with the seats."""

    options: Options


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid that was made: so many dice of a value, wilds counted with them; `raised` is the bid before it.

    Each state has the last one alone: no rule says how many bids a round may have.
    """

    seat: int
    quantity: int
    value: int
    raised: Bid | None = field(default=None, compare=False, repr=False)

    def met_by(self, dice: Dice) -> int:
        """How many of these dice count for it (rule bid)."""
        return sum(face in (self.value, WILD) for face in dice)


@dataclass(frozen=True, slots=True)
class Call:
    """Who does not believe the bid, and whether it was that seat's turn."""

    seat: int
    in_turn: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat with `held` dice has shown: how many `count` for the bid, and their faces (none: only the count)."""

    seat: int
    held: int
    count: int
    dice: Dice = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """How a round ended: the bid, the call, what every seat showed, how many counted, who lost how many dice."""

    bid: Bid
    call: Call
    shown: tuple[Shown, ...]
    count: int
    loser: int
    lost: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    `dice` is a count a seat. `tied` are the seats that roll again for the start, none before the first tie; `rolled`
    is the latest roll. `turn` is whose bid it is, None until the start is settled. `bid` is the one of the running
    round that stands, also when its bidder is out. `out` has the seats without dice in the order in which they went
    out; `settled` is how the latest round ended. A call that waited when the game ended stays here unsettled.
    """

    setup: Setup
    dice: tuple[int, ...]
    round: int = 0
    tied: tuple[int, ...] = ()
    rolled: tuple[tuple[int, int], ...] = ()
    turn: int | None = None
    bid: Bid | None = None
    call: Call | None = None
    shown: tuple[Shown, ...] = ()
    out: tuple[int, ...] = ()
    settled: Settled | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have dice."""
        return tuple(seat for seat, count in enumerate(self.dice) if count)

    @property
    def over(self) -> bool:
        """Whether one seat alone has dice (rule last-dice)."""
        return sum(map(bool, self.dice)) == 1

    @property
    def phase(self) -> str:
        """`first-roll`, `bid`, `show` or `over`."""
        if self.over:
            return "over"
        if self.turn is None:
            return "first-roll"
        return "bid" if self.call is None else "show"

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The running round's bids; the last one stands."""
        found, bid = list[Bid](), self.bid
        while bid is not None:
            found.append(bid)
            bid = bid.raised
        return tuple(reversed(found))

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that roll for the start: the tied ones, at first all that have dice (rule first-roll)."""
        return self.tied or self.playing

    @property
    def unshown(self) -> tuple[int, ...]:
        """The seats with dice that have not shown them, from the caller's left round."""
        start = 0 if self.call is None else self.call.seat
        done = {one.seat for one in self.shown}
        return tuple(seat for seat in self.setup.from_left_of(start) if self.dice[seat] and seat not in done)

    def next_with_dice(self, seat: int) -> int:
        """The nearest seat to the left that has dice."""
        return next(left for left in self.setup.from_left_of(seat) if self.dice[left])

    def with_dice(self, seat: int, count: int) -> State:
        """The state with that many dice before the seat. Whose turn it is and has none passes it left."""
        dice = tuple(count if place == seat else held for place, held in enumerate(self.dice))
        out = (*(other for other in self.out if not dice[other]), *(() if count or seat in self.out else (seat,)))
        after = replace(self, dice=dice, out=out)
        if after.turn is None or dice[after.turn]:
            return after
        return replace(after, turn=after.next_with_dice(after.turn))

    def opened_by(self, seat: int) -> State:
        """The state in which that seat has won the first roll."""
        return replace(self, turn=seat, tied=(), round=1)


def start(header: Header) -> State:
    """The state before the first move: five dice a seat, and all roll for the start."""
    setup = Setup(header.seats, Options.model_validate(header.options.model_dump()))
    return State(setup, (MOST_DICE,) * len(header.seats))


def memo_key(state: State) -> Hashable:
    """Return what decides over what can follow: of the dice shown, only who showed them and how many count."""
    count = sum(one.count for one in state.shown)
    return state.dice, state.tied, state.turn, state.bid, state.call, frozenset(one.seat for one in state.shown), count
