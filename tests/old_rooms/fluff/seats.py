"""Who comes and who goes in Fluff: before a round's first bid, and in the first roll, which is then made anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from companion.games.seating import Join, NumberedSeatChanges, Rename, SeatChange, SeatMove
from companion.games.text import Counted, Text
from tests.old_rooms.fluff import rulebook
from tests.old_rooms.fluff.house_rules import FEWEST, SEATS_A_SET
from tests.old_rooms.fluff.state import MOST_DICE, State


class JoinWithDice(Join):
    """Somebody takes a seat with `dice`: as many as the fewest that a seat in the game has, if left out."""

    question = Join.asked().asking(dice=Text("How many dice to begin with?"))
    begins = Counted("{joined}, with {n} die", "{joined}, with {n} dice")
    counted = "dice"

    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None


def bounds(state: State) -> tuple[int, int]:
    """The fewest seats and the most: as many as the sets have dice for."""
    return FEWEST, SEATS_A_SET * state.setup.options.sets


def running(state: State) -> Text | None:
    """Why nobody comes or goes at this moment: a bid has been made."""
    if state.bid is None:
        return None
    return Text("The round has begun. Seats can change before the next round\u2019s first bid.")


def usual(state: State) -> int:
    """As many dice as the fewest that a seat in the game has."""
    return min(state.dice[seat] for seat in state.playing)


def changed(state: State, change: SeatChange, move: SeatMove) -> State:
    """Rules: late-joiner, leaver, moved-seats, seat-name. Who was to open still does, or the next to the left."""
    after = replace(state, setup=change.seated_in(state.setup))
    if isinstance(move, Rename):
        return after
    dice = change.carried(state.dice, SEATS.begins_with(state, move))
    out = tuple(change.was.index(seat) for seat in state.out if seat in change.was)
    turn = None if state.turn is None else change.place(state.turn)
    after = replace(after, dice=dice, out=out, turn=turn, tied=(), rolled=(), settled=None)
    return after if turn is None or dice[turn] else replace(after, turn=after.next_with_dice(turn))


SEATS: NumberedSeatChanges[State] = NumberedSeatChanges(
    rulebook.SEAT_RULES,
    bounds=bounds,
    running=running,
    usual=usual,
    changed=changed,
    join=JoinWithDice,
)
