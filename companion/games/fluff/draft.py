"""What a phone has half told, and the address carries: a bid on its steppers, dice tapped in, a roll, who spills.

All of it is one word, so that a button of a plain form can carry the whole of what comes next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from companion.games.desk import Fields
from companion.games.fluff.moves import WILD
from companion.games.fluff.state import Dice, State

if TYPE_CHECKING:
    from companion.games.transcript import Book

KEY = "told"
_LETTERS: dict[int | str, str] = {WILD: "w"}
_BID = re.compile(r"bid:(\d{1,7})x([2-6])", re.ASCII)
_SHOW = re.compile(r"show:(\d{1,2}):([2-6w]*)", re.ASCII)
_ROLL = re.compile(r"roll:(\d{1,2}):([0-5-]*)", re.ASCII)
_SPILL = re.compile(r"spill(?::(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Draft:
    """One of them is told, or none: `bid` (quantity and value), `show` (a seat and its dice), `roll` (the seat that is
    asked, and the wilds by seat), `calls` (somebody else calls), `spills` with the seat that does, once it is known."""

    bid: tuple[int, int] | None = None
    show: tuple[int, Dice] | None = None
    roll: tuple[int, tuple[int | None, ...]] | None = None
    calls: bool = False
    spills: bool = False
    seat: int | None = None

    @property
    def told(self) -> str:
        """The draft as one word; empty where nothing has been told."""
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

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode({KEY: self.told}) if self.told else ""


def read_draft(fields: Fields, book: Book, seat: str | None, keeper: bool) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table, from this phone, is left out."""
    # Without htmx a form sends the draft and then the field of the button: the later one counts.
    told = (fields.getlist(KEY) or [""])[-1]
    state: State = book.state
    entering = {*state.playing} if keeper else {book.header.seats.index(seat)} if seat is not None else set()
    if not entering:
        return Draft()
    if state.phase == "first-roll" or state.between_rounds:
        found = _spill(told, entering & {*state.playing}) or _roll(told, state)
    else:
        found = None
    return found or _rest(told, state, entering, keeper) or Draft()


def _spill(told: str, entering: set[int]) -> Draft | None:
    found = _SPILL.fullmatch(told)
    if found is None or not entering:
        return None
    seat = int(found[1]) if found[1] else next(iter(entering)) if len(entering) == 1 else None
    return Draft(spills=True, seat=seat) if seat is None or seat in entering else None


def _roll(told: str, state: State) -> Draft | None:
    found = _ROLL.fullmatch(told)
    if found is None or state.phase != "first-roll":
        return None
    asked, wilds = int(found[1]), tuple(None if n == "-" else int(n) for n in found[2])
    fits = len(wilds) == len(state.dice) and asked in state.due
    return Draft(roll=(asked, wilds)) if fits else None


def _rest(told: str, state: State, entering: set[int], keeper: bool) -> Draft | None:
    if state.phase == "bid" and (found := _BID.fullmatch(told)) and state.turn in entering:
        return Draft(bid=(int(found[1]), int(found[2])))
    if state.phase == "bid" and told == "calls" and keeper and state.bid is not None:
        return Draft(calls=True)
    if state.phase == "show" and (found := _SHOW.fullmatch(told)):
        seat, dice = int(found[1]), tuple(WILD if letter == "w" else int(letter) for letter in found[2])
        if seat in entering and seat in state.unshown and len(dice) <= state.dice[seat]:
            return Draft(show=(seat, dice))
    return None
