"""The state of a game of Fluff: its house rules, who has how many dice, whose bid it is, and what has been shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import astuple, replace
from pydantic import Field

from companion.games.fluff.rulebook import BOOK, MOST_SETS
from companion.games.move import Strict
from companion.games.people import People, Seat, from_left_of
from companion.games.points import STOPPED
from companion.games.report import Report
from companion.games.ruling import Rejected
from companion.games.text import Text

MOST_DICE = 5
WILD = "wild"
Value = Literal[2, 3, 4, 5, 6]
VALUES: tuple[int, ...] = get_args(Value)
LATEST = 4
"""The bids of the running round that a state has. No rule says how many a round may have."""

Dice = tuple[int | str, ...]
"""What one seat's dice show: 2 to 6, or "wild"."""


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks, a description says what is usual."""

    sets: Annotated[int, Field(ge=1, le=MOST_SETS)] = Field(
        default=1,
        title=Text("How many sets of dice are on the table?").message,
        description=Text("1, for up to four; four more people with each further set").message,
    )
    sloppy: bool = Field(default=False, title=Text("Are dice that fall out of a cup lost?").message)


@dataclass(frozen=True, slots=True)
class BidMade:
    """A bid that was made, the `number`th of its round: so many dice of a value, wilds counted with them."""

    seat: Seat
    quantity: int
    value: int
    number: int = dataclasses.field(default=1, compare=False)

    def met_by(self, dice: Dice) -> int:
        """Return how many of these dice count for it (rule bid)."""
        return sum(face in (self.value, WILD) for face in dice)


class CallMade(Struct, frozen=True):
    """Who does not believe the bid, and whether it was that seat's turn."""

    seat: Seat
    in_turn: bool


class Shown(Struct, frozen=True):
    """What a seat with `held` dice has shown: how many `count` for the bid, and their faces if they were told."""

    seat: Seat
    held: int
    count: int
    dice: Dice = ()


class Settled(Struct, frozen=True):
    """How a round ended: the bid, the call, how many dice counted, and who lost how many dice."""

    bid: BidMade
    call: CallMade
    count: int
    loser: Seat
    lost: int


class State(Struct, frozen=True, eq=False, dict=True):
    """A whole game.

    `dice` are counted by seat, in seat order. `rolled` has the wilds of the latest first roll by seat, and `tied` the
    seats that roll again for the start; there are none before the first tie. `turn` is the seat whose bid it is, None
    until the start is settled. `bid` is the bid that stands in the running round, also when its bidder is out, and
    `raised` are the latest bids before it. `out` has the seats without dice in the order in which they went out;
    `settled` is how the latest round ended, None if it was told by its result. `stopped`: the people have ended the
    game (rule stop). A call that waits when the game ends stays here unsettled.
    """

    people: People
    options: Options
    dice: Mapping[Seat, int]
    round: int = 0
    tied: tuple[Seat, ...] = ()
    rolled: Mapping[Seat, int] = field(default_factory=dict)
    turn: Seat | None = None
    bid: BidMade | None = None
    raised: tuple[BidMade, ...] = ()
    call: CallMade | None = None
    shown: tuple[Shown, ...] = ()
    out: tuple[Seat, ...] = ()
    settled: Settled | None = None
    stopped: bool = False

    def __eq__(self, other: object) -> bool:
        """Compare all but the bids that were raised."""
        return isinstance(other, State) and astuple(replace(self, raised=other.raised)) == astuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec's own compares what this leaves out, too

    __hash__ = None  # type: ignore[assignment]  # as of any value that holds dicts

    @cached_property
    def phase(self) -> str:
        """`first-roll`, `bid`, `show` or `over`."""
        if self.stopped or sum(map(bool, self.dice.values())) == 1:
            return "over"
        if self.turn is None:
            return "first-roll"
        return "bid" if self.call is None else "show"

    @cached_property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have dice."""
        return tuple(seat for seat, held in self.dice.items() if held)

    @property
    def bids(self) -> tuple[BidMade, ...]:
        """The latest bids of the running round; the last one stands."""
        return () if self.bid is None else (*self.raised, self.bid)

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats that roll for the start: after a tie the tied ones, else all that have dice (rule first-roll)."""
        return self.tied or self.playing

    @cached_property
    def unshown(self) -> tuple[Seat, ...]:
        """The seats with dice that have not shown them, clockwise from the caller's left."""
        seats = self.people.seats
        done = {shown.seat for shown in self.shown}
        around = from_left_of(seats, seats[0] if self.call is None else self.call.seat)
        return tuple(seat for seat in around if self.dice[seat] and seat not in done)

    def next_with_dice(self, seat: Seat) -> Seat:
        """Return the nearest seat to the left that has dice."""
        return next(left for left in from_left_of(self.people.seats, seat) if self.dice[left])

    def with_dice(self, seat: Seat, count: int) -> State:
        """Give the seat that many dice.

        A seat that has none any more is out of a tie, in which the last one left starts, and passes its turn on to the
        left (rules first-roll, spill, next-opening).
        """
        dice = {**self.dice, seat: count}
        out = (*(other for other in self.out if not dice[other]), *(() if count or seat in self.out else (seat,)))
        after = replace(self, dice=dice, out=out, tied=tuple(other for other in self.tied if dice[other]))
        if len(after.tied) == 1:
            return after.opened_by(after.tied[0])
        if after.turn is None or dice[after.turn]:
            return after
        return replace(after, turn=after.next_with_dice(after.turn))

    def opened_by(self, seat: Seat) -> State:
        """Return the state in which the seat has won the first roll."""
        return replace(self, turn=seat, tied=(), round=1)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the most dice once the game is over (rules last-dice, stop)."""
        most = max(self.dice.values())
        return tuple(seat for seat in self.playing if self.dice[seat] == most) if self.phase == "over" else ()

    def nothing_to_stop(self) -> Rejected | None:
        return BOOK.no("stop", Text("The first roll is not over yet.")) if self.turn is None else None

    def stop(self) -> State:
        return replace(self, stopped=True)

    def game_is_over(self) -> Rejected:
        """Rule: game-is-over."""
        if self.stopped:
            return BOOK.no("game-is-over", STOPPED)
        return BOOK.no("game-is-over", Text("{seat} alone has dice left.", seat=self.playing[0]))

    def report(self) -> Report:
        """Return what stands; this game has no points. Source: TRANSCRIPTS, fluff."""
        over, stopped = self.phase == "over", {"stopped": True} if self.stopped else {}
        return Report(self.phase, over, (), {}, self.winners, (), dict[str, int](self.dice.items()), stopped)

    def memo_key(self) -> Hashable:
        """Return what decides over what can follow: of the dice shown, only who showed them and how many count."""
        shown = frozenset(shown.seat for shown in self.shown)
        count = sum(shown.count for shown in self.shown)
        return *self.dice.items(), self.tied, self.turn, self.bid, self.call, shown, count, self.stopped


def opening(people: People, options: Options) -> State:
    """Return the state before the first move: five dice a seat, and all roll for the start."""
    return State(people, options, dict.fromkeys(people.seats, MOST_DICE))
