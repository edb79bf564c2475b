"""What is being told, before it is claimed: it lives in the address, never in the ledger.

What a draft leads to is asked of the judge; nothing here knows a rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from companion.games.desk import Fields, Plain
from companion.games.ui77.deck import FACE_UP, SUITS

if TYPE_CHECKING:
    from companion.games.transcript import Book


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been tapped so far.

    `cards` are those of a trick, or the three to turn up; `only_trump` is what the leader says. `by_cards` is the
    way of telling a trick card by card. `swapper` and `take` are half a swap; `cutting` asks who was in a cut.
    """

    by_cards: bool = False
    suit: str | None = None
    cards: tuple[str, ...] = ()
    only_trump: bool = False
    swapper: str | None = None
    take: str | None = None
    cutting: bool = False

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
            "by": "cards" if self.by_cards else None,
            "suit": self.suit,
            "only": "trump" if self.only_trump else None,
            "swap": self.swapper,
            "take": self.take,
            "cut": "ask" if self.cutting else None,
        }
        return [(key, value) for key, value in single.items() if value] + [("card", card) for card in self.cards]

    def trick(self) -> Plain:
        """The trick that the draft stands for, complete or not."""
        said = {"only_trump": True} if self.only_trump else {}
        return {"move": "trick", "cards": list(self.cards), **said}

    def face_up(self) -> Plain:
        """The three cards that the draft stands for, complete or not."""
        return {"move": "face_up", "cards": list(self.cards)}


def read_draft(fields: Fields, book: Book) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table is left out."""
    phase, seats = book.state.phase, book.header.seats
    by_cards, suit = _last(fields, "by") == "cards", _last(fields, "suit")
    told = Draft(by_cards=by_cards, cutting=_last(fields, "cut") == "ask" and phase in ("discard", "trick", "count"))
    if phase == "discard":
        swapper, take = _last(fields, "swap"), _last(fields, "take")
        swapper = swapper if swapper in seats else None
        return replace(told, swapper=swapper, take=take if swapper and take in book.state.hand.face else None)
    if phase == "face-up" or (phase == "trick" and by_cards):
        cards = fields.getlist("card")[: FACE_UP if phase == "face-up" else len(seats)]
        back = _last(fields, "back") is not None  # without htmx: the form still sends the card that is taken back
        return replace(
            told,
            suit=suit if suit in SUITS.values() and not back else None,
            cards=tuple(card[:20] for card in (cards[:-1] if back else cards)),
            only_trump=phase == "trick" and _last(fields, "only") == "trump",
        )
    return told


def _last(fields: Fields, key: str) -> str | None:
    # Without htmx a form sends the draft's fields and then the field of the button: the later one counts.
    values = fields.getlist(key)
    return values[-1] if values else None
