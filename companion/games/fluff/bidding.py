"""Picking a bid: its value, and how many dice from a row that begins with the fewest that may be bid."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.fluff.choices import HIGHEST, lowest, with_value
from companion.games.fluff.draft import Draft
from companion.games.fluff.state import Bid
from companion.games.screen import Action

ROW = 6  # buttons abreast; at an end of the row that goes on, one of them leads there


@dataclass(frozen=True, slots=True)
class Quantity:
    """One button of the row: the draft after a tap on it, and the bid that it would be, with the judge's ruling."""

    n: int
    draft: Draft
    action: Action


@dataclass(frozen=True, slots=True)
class Row:
    """The quantities that are seen together, and those to go on from: `fewer` and `more`, None where there are none."""

    quantities: tuple[int, ...]
    fewer: int | None
    more: int | None


def row(standing: Bid | None, chosen: int) -> Row:
    """The part of all quantities that has the chosen one in it."""
    first, room = lowest(standing).quantity, ROW - 1
    fewer = None
    if chosen >= first + room:
        steps = (chosen - first - room) // (ROW - 2)
        first, room = first + room + steps * (ROW - 2), ROW - 2
        fewer = first - 1
    last = min(first + room - 1, HIGHEST)
    return Row(tuple(range(first, last + 1)), fewer, last + 1 if last < HIGHEST else None)


def on_value(standing: Bid | None, draft: Draft, value: int) -> Draft:
    """The draft on another value; with more dice, where as many of that value would be no raise."""
    quantity, _ = _bid(draft)
    return replace(draft, bid=(max(quantity, with_value(standing, value).quantity), value))


def of_quantity(draft: Draft, quantity: int) -> Draft:
    """The draft with another number of dice."""
    _, value = _bid(draft)
    return replace(draft, bid=(quantity, value))


def _bid(draft: Draft) -> tuple[int, int]:
    assert draft.bid is not None  # noqa: S101 - a phone that bids is asked with a bid to begin with
    return draft.bid
