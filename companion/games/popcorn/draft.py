"""A move that is being told, before it is claimed: it lives in the address, never in the ledger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from companion.games.popcorn.state import DECK, RANKS

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book

MOST_SEEN = 2 * DECK


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been tapped so far.

    `rank` and `count` are a claim of which it is still asked how many cards are put down, `more` how far on the
    numbers to tap begin; `by_cards` is the way of telling a reveal rank by rank, `cards` those seen;
    `who` asks whose call it was, `enter` is a keeper that enters for the seat whose turn it is.
    """

    rank: str | None = None
    count: int = 0
    more: int = 0
    by_cards: bool = False
    cards: tuple[str, ...] = ()
    who: bool = False
    enter: bool = False

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
        said = None if self.rank is None else f"{self.count} {self.rank}"
        single = {
            "said": said,
            "more": str(self.more) if self.more else None,
            "by": "cards" if self.by_cards else None,
            "who": "calls" if self.who else None,
            "enter": "claim" if self.enter else None,
        }
        return [(key, value) for key, value in single.items() if value] + [("card", card) for card in self.cards]


def read_draft(fields: Fields, book: Book) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table now is left out."""
    state = book.state
    if state.phase == "claim":
        rank, count = _said(_last(fields, "said"), state.due, state.setup.most)
        hidden = rank is not None and state.setup.hidden
        who = _last(fields, "who") == "calls" and state.laid is not None
        enter = _last(fields, "enter") == "claim"
        more = _number(_last(fields, "more"))
        return Draft(rank, count, more, enter=enter) if hidden else Draft(who=who, enter=enter)
    if state.phase == "last-call":
        return Draft(who=_last(fields, "who") == "calls")
    if state.phase == "reveal" and _last(fields, "by") == "cards":
        # Without htmx the button of "Back" sends how many are to stay, after the cards themselves.
        cards = tuple(card for card in fields.getlist("card") if card in RANKS)[:MOST_SEEN]
        return Draft(by_cards=True, cards=cards[:-1] if _last(fields, "card") == "back" else cards)
    return Draft()


def _said(text: str | None, due: tuple[str, ...], most: int) -> tuple[str | None, int]:
    count, _, rank = (text or "").partition(" ")
    number = _number(count)
    return (rank, number) if rank in due and 1 <= number <= most else (None, 0)


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _last(fields: Fields, key: str) -> str | None:
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    values = fields.getlist(key)
    return values[-1] if values else None
