"""A trick that is being told, before it is claimed: it lives in the address, never in the ledger.

What a draft leads to is asked of the judge; nothing here knows a rule.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.games.game import Choice, Move
from companion.games.ruling import Rejected
from companion.games.sluff_off.state import COLORS, TRUMP
from companion.games.transcript import Book

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been tapped so far. `blue` is "Won with blue"; `by_cards` is the way of telling it card by card."""

    winner: str | None = None
    led: str | None = None
    blue: bool = False
    by_cards: bool = False
    suit: str | None = None
    cards: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing has been tapped."""
        return self == Draft()

    def with_(self, **changes: Any) -> str:
        """The query of the draft after one more tap."""
        return replace(self, **changes).query

    @property
    def query(self) -> str:
        """The draft as the query of an address."""
        return urlencode(self.fields())

    def fields(self) -> list[tuple[str, str]]:
        """The draft as form fields."""
        single = {
            "winner": self.winner,
            "led": self.led,
            "won_with": TRUMP if self.blue else None,
            "by": "cards" if self.by_cards else None,
            "suit": self.suit,
        }
        return [(key, value) for key, value in single.items() if value] + [("card", card) for card in self.cards]

    def claim(self) -> Plain:
        """The move that the draft stands for, complete or not."""
        if self.by_cards:
            return {"move": "trick", "cards": list(self.cards)}
        won_with = TRUMP if self.blue else self.led
        told = {"winner": self.winner, "led": self.led, "won_with": won_with}
        return {"move": "trick", **{key: value for key, value in told.items() if value}}


def read_draft(fields: MultiDict[str, str], book: Book) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table is left out."""
    if book.report().phase != "trick":
        return Draft()
    seats = book.header.seats
    winner, led, suit = fields.get("winner"), fields.get("led"), fields.get("suit")
    return Draft(
        winner=winner if winner in seats else None,
        led=led if led in COLORS else None,
        blue=fields.get("won_with") == TRUMP,
        by_cards=fields.get("by") == "cards",
        suit=suit if suit in COLORS else None,
        cards=tuple(card[:20] for card in fields.getlist("card")[: len(seats)]),
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """One tap: the moves that it makes together, and what the judge says of them."""

    moves: tuple[Plain, ...]
    rejected: Rejected | None = None

    @property
    def value(self) -> str:
        """The moves as a button carries them."""
        return json.dumps(self.moves[0] if len(self.moves) == 1 else list(self.moves))

    @property
    def legal(self) -> bool:
        """Whether the judge would let it stand."""
        return self.rejected is None

    @property
    def last(self) -> Plain:
        """The move that the tap ends with."""
        return self.moves[-1]


def offer_of(choice: Choice) -> Offer:
    """A choice of the game as a tap of one move."""
    return Offer((choice.move.plain(),), choice.rejected)


def recorded(book: Book, draft: Draft) -> Offer:
    """The draft's trick by itself."""
    ruling = book.play(draft.claim())
    return Offer((draft.claim(),), ruling if isinstance(ruling, Rejected) else None)


def settled(book: Book, claim: Plain) -> tuple[Offer, ...]:
    """A trick with each turn-in that may follow it, in one tap; empty where none is owed or the trick is refused."""
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.report().phase != "turn-in":
        return ()
    choices = after.state.game.choices(after.state.state, None)
    return tuple(Offer((claim, choice.move.plain())) for choice in choices if choice.legal and _pays(choice.move))


def at_once(book: Book, draft: Draft, winner: str) -> dict[str, Offer]:
    """By colour: what a tap on one of a seat's own tokens says, that it took the trick and turned this in."""
    offers: dict[str, Offer] = {}
    for color in COLORS:
        led = draft.led or color
        claim = {"move": "trick", "winner": winner, "led": led, "won_with": TRUMP if draft.blue else led}
        found = [offer for offer in settled(book, claim) if offer.last["color"] == color]
        if found and not draft.by_cards:
            offers[color] = found[0]
    return offers


def _pays(move: Move) -> bool:
    return bool(move.plain()["move"] == "turn_in")
