"""A trick that is being told, before it is claimed: it lives in the address, never in the ledger.

What a draft leads to is asked of the judge; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from companion.games.desk import Fields, Offer, Plain
from companion.games.game import Move
from companion.games.ruling import Rejected
from companion.games.sluff_off.state import COLORS, TRUMP

if TYPE_CHECKING:
    from companion.games.transcript import Book


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been tapped so far.

    `blue` is "Won with blue"; `by_cards` is the way of telling it card by card; `wanted` is an empty colour
    whose holders are asked for.
    """

    winner: str | None = None
    led: str | None = None
    blue: bool = False
    by_cards: bool = False
    suit: str | None = None
    cards: tuple[str, ...] = ()
    wanted: str | None = None

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
            "from": self.wanted,
        }
        return [(key, value) for key, value in single.items() if value] + [("card", card) for card in self.cards]

    def claim(self) -> Plain:
        """The move that the draft stands for, complete or not."""
        if self.by_cards:
            return {"move": "trick", "cards": list(self.cards)}
        won_with = TRUMP if self.blue else self.led
        told = {"winner": self.winner, "led": self.led, "won_with": won_with}
        return {"move": "trick", **{key: value for key, value in told.items() if value}}


def read_draft(fields: Fields, book: Book) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table is left out."""
    by_cards, wanted = _last(fields, "by") == "cards", _last(fields, "from")
    if book.state.phase == "prediction":
        return Draft(by_cards=by_cards, wanted=wanted if wanted in COLORS else None)
    if book.state.phase != "trick":
        return Draft(by_cards=by_cards)
    seats = book.header.seats
    winner, led, suit = _last(fields, "winner"), _last(fields, "led"), _last(fields, "suit")
    return Draft(
        winner=winner if winner in seats else None,
        led=led if led in COLORS else None,
        blue=_last(fields, "won_with") == TRUMP,
        by_cards=by_cards,
        suit=suit if suit in COLORS else None,
        cards=tuple(card[:20] for card in fields.getlist("card")[: len(seats)]),
    )


def _last(fields: Fields, key: str) -> str | None:
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    values = fields.getlist(key)
    return values[-1] if values else None


def recorded(book: Book, draft: Draft) -> Offer:
    """The draft's trick by itself."""
    ruling = book.play(draft.claim())
    return Offer((draft.claim(),), ruling if isinstance(ruling, Rejected) else None)


def settled(book: Book, claim: Plain) -> tuple[Offer, ...]:
    """A trick with each turn-in that may follow it, in one tap; empty where none is owed or the trick is refused."""
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.state.phase != "turn-in":
        return ()
    choices = after.state.game.choices(after.state.state, None)
    return tuple(Offer((claim, choice.move.plain())) for choice in choices if choice.legal and _pays(choice.move))


def at_once(book: Book, draft: Draft, winner: str, held: Iterable[str]) -> dict[str, Offer]:
    """By colour, of those that the seat holds: what a tap on its token says, that it took the trick and paid so."""
    offers: dict[str, Offer] = {}
    for color in held if not draft.by_cards else ():
        led = draft.led or color
        claim = {"move": "trick", "winner": winner, "led": led, "won_with": TRUMP if draft.blue else led}
        paid = _paid(book, claim, {"move": "turn_in", "seat": winner, "color": color})
        if paid is not None:
            offers[color] = paid
    return offers


def _paid(book: Book, claim: Plain, pay: Plain) -> Offer | None:
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.state.phase != "turn-in":
        return None
    return None if isinstance(after.state.play(pay), Rejected) else Offer((claim, pay))


def _pays(move: Move) -> bool:
    return bool(move.plain()["move"] == "turn_in")
