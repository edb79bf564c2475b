"""A move half entered: a bid being picked, dice tapped in, a roll, a call or a spill by a seat yet to be named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games import draft
from companion.games.draft import Fields, but_taken_back, flag, number, text, texts
from companion.games.game import Book
from tests.old_rooms.fluff.moves import FACES, VALUES
from tests.old_rooms.fluff.offered_moves import lowest, with_value
from tests.old_rooms.fluff.state import MOST_DICE, Bid, State

DICE = {str(face): face for face in FACES}
OPEN = ""
"""How many wilds a seat has rolled, until that is entered."""
ROLLS = (OPEN, *map(str, range(MOST_DICE + 1)))


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far: a bid, one `seat`'s `dice`, the `wilds` of all, or who calls or spills.

    `wilds` are one of `ROLLS` for each seat that rolls for the start, of which `seat` is asked next. `calls`: somebody
    else does; `spills`: somebody does, the `spiller` once known. `by_dice`: after a call dice are tapped in, where
    else it is said how many count.
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
    """Names the show that a seat's dice are entered for, and whether that seat has shown; None in all other phases."""
    if state.phase != "show":
        return None
    shown = Draft.read(fields).seat not in (None, *state.setup.names(state.unshown))
    return f"show-{state.round}-{len(state.bids)}" + ("-done" if shown else "")


def read_draft(fields: Fields, book: Book, seat: str | None, keeper: bool) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table, from this phone, is left out."""
    entered, state = Draft.read(fields), book.state
    entering = book.seats if keeper else (seat,) if seat is not None else ()
    kept = entered.lasting if entering else Draft()
    unshown = [name for name in state.setup.names(state.unshown) if name in entering]
    if entered.spills and unshown:
        spiller = entered.spiller or (unshown[0] if len(unshown) == 1 else None)
        return replace(kept, spills=True, spiller=spiller) if spiller in (None, *unshown) else kept
    if state.phase == "first-roll" and entering:
        return _roll(entered, kept, state)
    if state.phase == "bid" and entered.calls:
        return replace(kept, calls=keeper and state.bid is not None)
    if state.phase == "bid" and entered.value in VALUES and state.setup.seats[state.turn] in entering:
        return replace(kept, quantity=entered.quantity, value=entered.value)
    if state.phase == "show" and entered.seat in unshown:
        # Without htmx the button of another seat sends both seats, and "Back" all dice.
        dice = entered.dice if entered.by_dice and len(fields.getlist("seat")) == 1 else ()
        known = tuple(die for die in dice if die in DICE)[: state.dice[book.seats.index(entered.seat)]]
        return replace(kept, seat=entered.seat, dice=but_taken_back(fields, known))
    return kept


def _roll(entered: Draft, kept: Draft, state: State) -> Draft:
    due = state.setup.names(state.due)
    wilds, then = entered.wilds[: len(due)], entered.wilds[len(due) :]
    if entered.seat not in due or len(wilds) < len(due) or not {*entered.wilds} <= {*ROLLS}:
        return kept
    found = replace(kept, seat=entered.seat, wilds=wilds)
    # Without htmx a tap on a number sends it after all that were entered before.
    return rolled(state, found, then[-1]) if then else found


OPENING_SHARE = 4  # an opening bid begins at a quarter of the dice, from where all others are a few taps away


def prefilled(state: State, draft: Draft, own: str | None, askable: Sequence[str]) -> Draft:
    """The draft, or where nothing has been entered what a phone is asked first: its `own` seat of those `askable`."""
    if state.phase in ("first-roll", "show"):
        if draft.seat:
            return draft
        asked_first = replace(draft, seat=min(askable, key=lambda seat: seat != own))
        return asked_first if state.phase == "show" else replace(asked_first, wilds=(OPEN,) * len(askable))
    if draft.quantity is None or draft.value is None:
        first = Bid(0, max(1, sum(state.dice) // OPENING_SHARE), VALUES[0]) if state.bid is None else lowest(state.bid)
        return replace(draft, quantity=first.quantity, value=first.value)
    # With more dice, where as many of that value would be no raise.
    return replace(draft, quantity=max(draft.quantity, with_value(state.bid, draft.value).quantity))


def rolled(state: State, draft: Draft, wilds: str) -> Draft:
    """The draft once it has the wilds of the seat that is asked; then the next seat is."""
    due = state.setup.names(state.due)
    place = due.index(str(draft.seat))
    after = (*draft.wilds[:place], wilds, *draft.wilds[place + 1 :])
    still_open = [seat for seat, n in zip(due, after, strict=True) if n == OPEN]
    then = [seat for seat in still_open if seat in due[place:]] or still_open or [due[place]]
    return replace(draft, seat=then[0], wilds=after)
