"""A move half entered: a bid being picked, dice tapped in, a roll, a call or a spill by a seat yet to be named."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.games import draft
from companion.games.draft import Fields, but_taken_back, flag, number, text, texts
from companion.games.fluff.judge import has_dice
from companion.games.fluff.moves import FACES, VALUES
from companion.games.fluff.offered_moves import lowest, with_value
from companion.games.fluff.state import MOST_DICE, Bid, State
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.text import Text

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


def asked(state: State, draft: Draft, own: str | None, askable: Sequence[str]) -> Draft:
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


def wilds_by_seat(state: State, draft: Draft) -> dict[str, int]:
    """How many wilds each seat has rolled, as far as that has been entered."""
    return {name: int(n) for name, n in zip(state.setup.names(state.due), draft.wilds, strict=False) if n != OPEN}


def move(state: State, draft: Draft) -> Plain:
    """The move that has been entered, complete or not."""
    if draft.wilds:
        return {"move": "first_roll", "wilds": wilds_by_seat(state, draft)}
    if draft.seat is not None:
        return {"move": "show", "seat": draft.seat, "dice": [DICE[die] for die in draft.dice]}
    bidder = state.setup.seats[state.turn or 0]
    return {"move": "bid", "seat": bidder, "quantity": draft.quantity or 0, "value": draft.value or 0}


def complete(state: State, draft: Draft) -> bool:
    """Whether nothing is missing from the move."""
    if draft.wilds:
        return OPEN not in draft.wilds
    if draft.seat is not None:
        return len(draft.dice) == state.dice[state.setup.seats.index(draft.seat)]
    return draft.value is not None


def missing(state: State, draft: Draft) -> Text:
    """What has still to be entered."""
    if draft.wilds:
        entered = wilds_by_seat(state, draft)
        return Text(
            "Wilds still missing: {seats}.", seats=tuple(n for n in state.setup.names(state.due) if n not in entered)
        )
    if draft.seat is not None:
        held = state.dice[state.setup.seats.index(draft.seat)]
        return Text("{has} Tapped in so far: {n}.", has=has_dice(draft.seat, held), n=len(draft.dice))
    return Text("Pick a value and how many, then bid.")


def preview(state: State, draft: Draft) -> Text | None:
    """Who would start, or that a bid is on more dice than there are; None where nothing is worth saying."""
    if draft.wilds:
        wilds = wilds_by_seat(state, draft)
        best = tuple(name for name, n in wilds.items() if n == max(wilds.values()))
        return Text("{seat} starts.", seat=best[0]) if len(best) == 1 else Text("A tie: {seats}.", seats=best)
    if draft.quantity is not None and draft.quantity > sum(state.dice):
        return Text("There are only {n} dice. It can be called like any other bid.", n=sum(state.dice))
    return None


def askable(state: State, entering: Collection[str]) -> tuple[str, ...]:
    """The seats whose part a phone may enter: all rolls by anybody, dice by a phone that is `entering` for them."""
    if state.phase == "first-roll":
        return state.setup.names(state.due)
    return tuple(n for n in state.setup.names(state.unshown) if n in entering) if state.phase == "show" else ()
