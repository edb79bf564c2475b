"""A claim, a call or a reveal half entered."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import draft
from companion.games.draft import Fields, but_taken_back, flag, number, number_in, text, texts
from companion.games.game import Book
from tests.old_rooms.popcorn.moves import RANKS
from tests.old_rooms.popcorn.state import DECK, State

MOST_SEEN = 2 * DECK


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `said` ("2 7") is a claim of which it is still asked how many cards are put down, `more` how many of the numbers
    to tap were passed over; `by_cards` is the way of telling a reveal rank by rank, `cards` those seen; `who` asks
    whose call it was.
    """

    said: str | None = text("said")
    more: int | None = number("more")
    by_cards: bool = flag("by", "cards")
    who: bool = flag("who", "calls")
    cards: tuple[str, ...] = texts("card")

    @property
    def count(self) -> int:
        """How many cards are said; 0 where nothing is."""
        return int(self.said.partition(" ")[0]) if self.said else 0

    @property
    def rank(self) -> str:
        """The rank that is said; empty where none is."""
        return self.said.partition(" ")[2] if self.said else ""

    @property
    def first(self) -> int:
        """The first number of cards to tap."""
        return self.count + (self.more or 0)


def _claim_draft(entered: Draft, state: State) -> Draft:
    count, _, rank = (entered.said or "").partition(" ")
    said = number_in(count) or 0
    if state.setup.hidden and rank in state.due and 1 <= said <= state.setup.most:
        return Draft(said=f"{said} {rank}", more=entered.more)
    return Draft(who=entered.who and state.laid is not None)


def read_draft(fields: Fields, book: Book, *_: object) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table now is left out."""
    draft, state = Draft.read(fields), book.state
    if state.phase == "claim":
        return _claim_draft(draft, state)
    if state.phase == "last-call":
        return Draft(who=draft.who)
    if state.phase == "reveal" and draft.by_cards:
        cards = tuple(card for card in draft.cards if card in RANKS)[:MOST_SEEN]
        return Draft(by_cards=True, cards=but_taken_back(fields, cards))
    return Draft()
