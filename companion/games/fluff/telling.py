"""What is being told, step by step: what is asked first, what a tap adds, and the move that it makes in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.desk import Offer, Plain
from companion.games.fluff.choices import lowest, one_more
from companion.games.fluff.draft import Draft
from companion.games.fluff.moves import VALUES
from companion.games.fluff.rolling import has_dice
from companion.games.fluff.state import Bid, State
from companion.games.ruling import Text

OPENING_SHARE = 4  # an opening bid begins at a quarter of the dice, from where all others are a few taps away


@dataclass(frozen=True, slots=True)
class Step:
    """One tap on a stepper: the draft after it, and the bid that it would be, with the judge's ruling."""

    draft: Draft
    offer: Offer

    @property
    def possible(self) -> bool:
        """Whether there is such a bid at all, allowed or not."""
        quantity, value = self.draft.bid or (0, 0)
        return quantity >= 1 and value in VALUES


def asked(state: State, draft: Draft, own: int | None) -> Draft:
    """The draft, or where nothing has been told what a phone that plays seat `own` is asked first."""
    if state.phase == "first-roll":
        untold = (None,) * len(state.dice)
        return draft if draft.roll else Draft(roll=(state.due[0], untold))
    if state.phase == "bid":
        first = Bid(0, max(1, sum(state.dice) // OPENING_SHARE), VALUES[0]) if state.bid is None else lowest(state.bid)
        told = draft.bid is not None and (state.bid is None or draft.bid > (state.bid.quantity, state.bid.value))
        return draft if told else Draft(bid=(first.quantity, first.value))
    first_seat = own if own in state.unshown and own is not None else state.unshown[0]
    return draft if draft.show else Draft(show=(first_seat, ()))


def about(state: State, draft: Draft, seat: int) -> Draft:
    """The draft with another seat asked for its part; dice told for somebody else are forgotten."""
    if state.phase == "show":
        return Draft(show=(seat, ()))
    return replace(draft, roll=(seat, _wilds(state, draft)))


def tapped(state: State, draft: Draft, what: int | str) -> Draft:
    """The draft after a tap on a face, or on a number of wilds; then the next seat is asked."""
    if draft.show is not None:
        seat, dice = draft.show
        return Draft(show=(seat, (*dice, what)))
    assert draft.roll is not None  # noqa: S101 - nothing else is tapped in
    assert isinstance(what, int)  # noqa: S101
    seat = draft.roll[0]
    wilds = tuple(what if place == seat else n for place, n in enumerate(_wilds(state, draft)))
    after = [one for one in (*state.due, *state.due) if wilds[one] is None]
    later = [one for one in after if one > seat] or after or [seat]
    return Draft(roll=(later[0], wilds))


def _wilds(state: State, draft: Draft) -> tuple[int | None, ...]:
    return draft.roll[1] if draft.roll else (None,) * len(state.dice)


def move(state: State, draft: Draft) -> Plain:
    """The move that has been told, complete or not."""
    names = state.setup.seats
    if draft.show is not None:
        return {"move": "show", "seat": names[draft.show[0]], "dice": list(draft.show[1])}
    if draft.roll is not None:
        told = {names[seat]: draft.roll[1][seat] for seat in state.due}
        return {"move": "first_roll", "wilds": {name: n for name, n in told.items() if n is not None}}
    return _bid(state, *(draft.bid or (0, 0)))


def _bid(state: State, quantity: int, value: int) -> Plain:
    return {"move": "bid", "seat": state.setup.seats[state.turn or 0], "quantity": quantity, "value": value}


def complete(state: State, draft: Draft) -> bool:
    """Whether nothing is missing from the move."""
    if draft.show is not None:
        return len(draft.show[1]) == state.dice[draft.show[0]]
    if draft.roll is not None:
        return all(draft.roll[1][seat] is not None for seat in state.due)
    return draft.bid is not None


def missing(state: State, draft: Draft) -> Text:
    """What has still to be told, or why a stepper goes no further."""
    if draft.show is not None:
        seat, dice = draft.show
        return Text("{has} Told so far: {n}.", has=has_dice(state.setup.seats[seat], state.dice[seat]), n=len(dice))
    if draft.roll is not None:
        left = tuple(state.setup.seats[seat] for seat in state.due if draft.roll[1][seat] is None)
        return Text("Still to be told, how many wilds: {seats}.", seats=left)
    return Text("A bid names one die at least, of a value from 2 to 6. Nobody bids on wilds.")


def foretold(state: State, draft: Draft) -> Text | None:
    """Who would start; how many of the dice told count for the bid; that a bid is on more dice than there are."""
    names = state.setup.seats
    if draft.roll is not None:
        rolled = {seat: draft.roll[1][seat] or 0 for seat in state.due}
        best = tuple(names[seat] for seat in state.due if rolled[seat] == max(rolled.values()))
        return Text("{seat} starts.", seat=best[0]) if len(best) == 1 else Text("A tie: {seats}.", seats=best)
    if draft.bid is not None and draft.bid[0] > sum(state.dice):
        return Text("There are only {n} dice. It can be called like any other bid.", n=sum(state.dice))
    return None


def steps(state: State, draft: Draft) -> Iterator[tuple[str, Draft, Plain]]:
    """The four taps on the steppers of a bid."""
    if draft.bid is None:
        return
    quantity, value = draft.bid
    wanted = {
        "fewer": (quantity - 1, value),
        "more": (one_more(quantity), value),
        "lower": (quantity, value - 1),
        "higher": (quantity, value + 1),
    }
    for name, bid in wanted.items():
        yield name, Draft(bid=bid), _bid(state, *bid)


def seat_of(draft: Draft) -> int | None:
    """The seat whose dice or roll is being told, or that spills."""
    if draft.show is not None:
        return draft.show[0]
    return draft.roll[0] if draft.roll is not None else draft.seat


def askable(state: State, keeper: bool, own: int | None) -> tuple[int, ...]:
    """The seats whose part a phone may tell: all rolls by anybody, dice by their owner or a keeper."""
    if state.phase == "first-roll":
        return state.due
    return tuple(seat for seat in state.unshown if keeper or seat == own) if state.phase == "show" else ()
