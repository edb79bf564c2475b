"""What a phone shows of a table of Oh Hell, and a card that is half entered."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games import draft, screen
from companion.games.draft import Fields
from companion.games.game import Book
from companion.games.oh_hell.state import DECK, RANKS, SIGNS, SUITS, State


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """A card half entered: the letter of its suit."""

    suit: str | None = draft.text("suit")


@dataclass(frozen=True)
class OhHellScreen(screen.Screen[State, screen.SeatView]):
    """Its actions are named ("bid", 2) and ("trick", "Mary")."""

    draft: Draft = field(default_factory=Draft)
    names = ("move", "tricks", "winner")
    deck, ranks = DECK, RANKS
    suits = tuple((letter, sign, SUITS[letter]) for letter, sign in SIGNS.items())

    @staticmethod
    def read(entered: Fields, book: Book, *_: object) -> Draft:
        """Return the suit that has been tapped, while a card is awaited."""
        draft = Draft.read(entered)
        return draft if book.state.phase == "turn-up" and draft.suit in SUITS else Draft()

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat that bids next; anybody may enter a card or a trick."""
        return (self.state.awaited,) if self.state.awaited else ()
