"""A move half entered: a bid being picked, dice tapped in, a roll, a call or a spill by a seat yet to be named.

The address carries it as one word, so that one button of a plain form can carry the whole of what comes next.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from companion.games import draft
from companion.games.draft import Fields, flag
from companion.games.fluff.choices import lowest
from companion.games.fluff.judge import has_dice
from companion.games.fluff.moves import VALUES, WILD
from companion.games.fluff.state import Bid, Dice, State
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.text import Text

KEY = "told"
WAY, DICE = "by", "dice"
_LETTERS: dict[int | str, str] = {WILD: "w"}
_BID = re.compile(r"bid:(\d{1,7})x([2-6])", re.ASCII)
_SHOW = re.compile(r"show:(\d{1,2}):([2-6w]*)", re.ASCII)
_ROLL = re.compile(r"roll:(\d{1,2}):([0-5-]*)", re.ASCII)
_SPILL = re.compile(r"spill(?::(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """One of these is entered, or none.

    `bid` is (quantity, value), `show` (seat, its dice), `roll` (the seat that is asked, by seat its wilds or None).
    `calls`: somebody else calls; `spills`: somebody does, `seat` once it is known. Seats are numbers.
    `by_dice` stays beside any of them: after a call dice are tapped in, where else it is said how many count.
    """

    bid: tuple[int, int] | None = None
    show: tuple[int, Dice] | None = None
    roll: tuple[int, tuple[int | None, ...]] | None = None
    calls: bool = False
    spills: bool = False
    seat: int | None = None
    by_dice: bool = flag(WAY, DICE, lasting=True)

    @property
    def value(self) -> str:
        """The draft as one word; empty where nothing has been entered."""
        if self.bid is not None:
            return "bid:{}x{}".format(*self.bid)
        if self.show is not None:
            return f"show:{self.show[0]}:{''.join(_LETTERS.get(face, str(face)) for face in self.show[1])}"
        if self.roll is not None:
            return f"roll:{self.roll[0]}:{''.join('-' if n is None else str(n) for n in self.roll[1])}"
        if self.calls:
            return "calls"
        seat = "" if self.seat is None else f":{self.seat}"
        return f"spill{seat}" if self.spills else ""

    def fields(self) -> list[tuple[str, str]]:
        """The draft as form fields."""
        entered = [(KEY, self.value)] if self.value else []
        return [*entered, (WAY, DICE)] if self.by_dice else entered


def act(state: State, fields: Fields) -> str | None:
    """Names the show that a seat's dice are entered for, and whether that seat has shown; None in all other phases."""
    if state.phase != "show":
        return None
    found = _SHOW.fullmatch((fields.getlist(KEY) or [""])[-1])
    shown = found is not None and int(found[1]) not in state.unshown
    return f"show-{state.round}-{len(state.bids)}" + ("-done" if shown else "")


def read_draft(fields: Fields, book: Book, seat: str | None, keeper: bool) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table, from this phone, is left out."""
    # Without htmx a form sends the draft and then the field of the button: the later one counts.
    value = (fields.getlist(KEY) or [""])[-1]
    state: State = book.state
    entering = {*state.playing} if keeper else {book.seats.index(seat)} if seat is not None else set()
    if not entering:
        return Draft()
    found = _spill(value, entering & {*state.unshown}) or _roll(value, state) or _rest(value, state, entering, keeper)
    return replace(found or Draft(), by_dice=fields.getlist(WAY)[-1:] == [DICE])


def _spill(value: str, entering: set[int]) -> Draft | None:
    found = _SPILL.fullmatch(value)
    if found is None or not entering:
        return None
    seat = int(found[1]) if found[1] else next(iter(entering)) if len(entering) == 1 else None
    return Draft(spills=True, seat=seat) if seat is None or seat in entering else None


def _roll(value: str, state: State) -> Draft | None:
    found = _ROLL.fullmatch(value)
    if found is None or state.phase != "first-roll":
        return None
    asked, wilds = int(found[1]), tuple(None if n == "-" else int(n) for n in found[2])
    fits = len(wilds) == len(state.dice) and asked in state.due
    return Draft(roll=(asked, wilds)) if fits else None


def _rest(value: str, state: State, entering: set[int], keeper: bool) -> Draft | None:
    if state.phase == "bid" and (found := _BID.fullmatch(value)) and state.turn in entering:
        return Draft(bid=(int(found[1]), int(found[2])))
    if state.phase == "bid" and value == "calls" and keeper and state.bid is not None:
        return Draft(calls=True)
    if state.phase == "show" and (found := _SHOW.fullmatch(value)):
        seat, dice = int(found[1]), tuple(WILD if letter == "w" else int(letter) for letter in found[2])
        if seat in entering and seat in state.unshown and len(dice) <= state.dice[seat]:
            return Draft(show=(seat, dice))
    return None


OPENING_SHARE = 4  # an opening bid begins at a quarter of the dice, from where all others are a few taps away


def asked(state: State, draft: Draft, own: int | None, askable: Sequence[int]) -> Draft:
    """The draft, or where nothing has been entered what a phone is asked first: its `own` seat of those `askable`."""
    if state.phase == "first-roll":
        untold = (None,) * len(state.dice)
        return draft if draft.roll else replace(draft, roll=(state.due[0], untold))
    if state.phase == "bid":
        first = Bid(0, max(1, sum(state.dice) // OPENING_SHARE), VALUES[0]) if state.bid is None else lowest(state.bid)
        raises = draft.bid is not None and (state.bid is None or draft.bid > (state.bid.quantity, state.bid.value))
        return draft if raises else replace(draft, bid=(first.quantity, first.value))
    return draft if draft.show else replace(draft, show=(min(askable, key=lambda seat: seat != own), ()))


def about(state: State, draft: Draft, seat: int) -> Draft:
    """The draft with another seat asked for its part; dice entered for somebody else are forgotten."""
    if state.phase == "show":
        return replace(draft, show=(seat, ()))
    return replace(draft, roll=(seat, _wilds(state, draft)))


def tapped(state: State, draft: Draft, what: int | str) -> Draft:
    """The draft after a tap on a face, or on a number of wilds; then the next seat is asked."""
    if draft.show is not None:
        seat, dice = draft.show
        return replace(draft, show=(seat, (*dice, what)))
    assert draft.roll is not None  # noqa: S101 - nothing else is tapped in
    assert isinstance(what, int)  # noqa: S101
    seat = draft.roll[0]
    wilds = tuple(what if place == seat else n for place, n in enumerate(_wilds(state, draft)))
    after = [one for one in (*state.due, *state.due) if wilds[one] is None]
    later = [one for one in after if one > seat] or after or [seat]
    return replace(draft, roll=(later[0], wilds))


def _wilds(state: State, draft: Draft) -> tuple[int | None, ...]:
    return draft.roll[1] if draft.roll else (None,) * len(state.dice)


def move(state: State, draft: Draft) -> Plain:
    """The move that has been entered, complete or not."""
    names = state.setup.seats
    if draft.show is not None:
        return {"move": "show", "seat": names[draft.show[0]], "dice": list(draft.show[1])}
    if draft.roll is not None:
        wilds = {names[seat]: draft.roll[1][seat] for seat in state.due}
        return {"move": "first_roll", "wilds": {name: n for name, n in wilds.items() if n is not None}}
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
    """What has still to be entered."""
    if draft.show is not None:
        seat, dice = draft.show
        return Text(
            "{has} Tapped in so far: {n}.", has=has_dice(state.setup.seats[seat], state.dice[seat]), n=len(dice)
        )
    if draft.roll is not None:
        left = tuple(state.setup.seats[seat] for seat in state.due if draft.roll[1][seat] is None)
        return Text("Wilds still missing: {seats}.", seats=left)
    return Text("Pick a value and how many, then bid.")


def preview(state: State, draft: Draft) -> Text | None:
    """Who would start, or that a bid is on more dice than there are; None where nothing is worth saying."""
    names = state.setup.seats
    if draft.roll is not None:
        rolled = {seat: draft.roll[1][seat] or 0 for seat in state.due}
        best = tuple(names[seat] for seat in state.due if rolled[seat] == max(rolled.values()))
        return Text("{seat} starts.", seat=best[0]) if len(best) == 1 else Text("A tie: {seats}.", seats=best)
    if draft.bid is not None and draft.bid[0] > sum(state.dice):
        return Text("There are only {n} dice. It can be called like any other bid.", n=sum(state.dice))
    return None


def seat_of(draft: Draft) -> int | None:
    """The seat whose dice or roll is being entered, or that spills; None where there is none."""
    if draft.show is not None:
        return draft.show[0]
    return draft.roll[0] if draft.roll is not None else draft.seat


def askable(state: State, entering: Container[int]) -> tuple[int, ...]:
    """The seats whose part a phone may enter: all rolls by anybody, dice by a phone that is `entering` for them."""
    if state.phase == "first-roll":
        return state.due
    return tuple(seat for seat in state.unshown if seat in entering) if state.phase == "show" else ()
