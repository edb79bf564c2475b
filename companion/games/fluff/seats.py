"""Who comes and who goes in Fluff: before a round's first bid, and in the first roll, which is then made anew."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace
from pydantic import Field

from companion.games.fluff.rulebook import BOOK, FEWEST, SEATS_A_SET
from companion.games.fluff.state import MOST_DICE, State
from companion.games.seating import Join, Leave, Reseat, SeatChange, SeatChanges
from companion.games.text import Counted, Text


class JoinWithDice(Join):
    """Somebody takes a seat with `dice`: as many as the fewest that a seat in the game has, if left out."""

    question = Join.asked().asking(dice=Text("How many dice to begin with?"))
    begins = Counted("{joined}, with {n} die", "{joined}, with {n} dice")
    counted = "dice"

    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None


def bounds(state: State) -> tuple[int, int]:
    """Return the fewest seats and the most: as many as the sets have dice for."""
    return FEWEST, SEATS_A_SET * state.options.sets


def running(state: State) -> Text | None:
    """Return why nobody comes or goes once a bid has been made."""
    if state.bid is None:
        return None
    return Text("The round has begun. Seats can change before the next round\u2019s first bid.")


def usual(state: State) -> int:
    """Return the fewest dice that a seat in the game has."""
    return min(filter(None, state.dice.values()))


def changed(state: State, change: SeatChange, move: Join | Leave | Reseat) -> State:
    """Rules: late-joiner, leaver, moved-seats, seat-name. Who was to open still does, or the next to the left."""
    given = SEATS.begins_with(state, move)
    after = replace(
        state,
        people=change.people,
        dice={seat: state.dice.get(seat, given) for seat in change.seats},
        out=tuple(seat for seat in state.out if seat in change.seats),
        tied=(),
        rolled={},
        settled=None,
    )
    if state.turn is None:
        return after
    turn = change.heir(state.turn)
    return replace(after, turn=turn if after.dice[turn] else after.next_with_dice(turn))


SEATS: SeatChanges[State] = SeatChanges(
    BOOK, bounds=bounds, running=running, usual=usual, changed=changed, join=JoinWithDice
)
