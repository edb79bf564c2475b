"""A trick, a swap or the three cards half entered."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games import draft
from companion.games.draft import Fields, flag, text, texts
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.trick_screen import for_next, laid_so_far
from tests.old_rooms.ui77.cards import SUITS
from tests.old_rooms.ui77.face_up_meaning import FACE_UP
from tests.old_rooms.ui77.judge import CUTTING
from tests.old_rooms.ui77.state import State


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `cards` are those of a trick, or the three to turn up; `only_trump` is what the leader says. `by_cards` is the
    way of telling a trick card by card, `trumped` tells of one without its cards that a trump was played in it.
    `swapper` and `take` are half a swap; `cutting` asks who was in a cut.
    """

    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    only_trump: bool = flag("only", "trump")
    swapper: str | None = text("swap")
    take: str | None = text("take")
    cutting: bool = flag("cut", "ask")
    trumped: bool = flag("trump", "played")
    cards: tuple[str, ...] = texts("card")

    def trick(self) -> Plain:
        """The trick that the draft stands for, complete or not."""
        said = {"only_trump": True} if self.only_trump else {}
        return {"move": "trick", "cards": list(self.cards), **said}

    def face_up(self) -> Plain:
        """The three cards that the draft stands for, complete or not."""
        return {"move": "face_up", "cards": list(self.cards)}


def read_draft(fields: Fields, book: Book, *_: object) -> Draft:
    """The draft that an address or a form carries; what makes no sense at this table now is left out."""
    phase, seats, entered = book.state.phase, book.seats, Draft.read(fields)
    kept = replace(entered.lasting, cutting=entered.cutting and phase in CUTTING)
    if phase == "discard":
        swapper = entered.swapper if entered.swapper in seats else None
        take = entered.take if swapper and entered.take in book.state.hand.face else None
        return replace(kept, swapper=swapper, take=take)
    if phase == "face-up" or (phase == "trick" and entered.by_cards):
        cards = laid_so_far(fields, entered.cards, FACE_UP if phase == "face-up" else len(seats))
        only_trump = phase == "trick" and entered.only_trump and bool(cards)
        suit = for_next(entered.suit, cards, SUITS.values())
        return replace(kept, suit=suit, cards=cards, only_trump=only_trump)
    return replace(kept, trumped=entered.trumped and phase == "trick" and not book.state.hand.trump_is_broken)


def act(state: State, *_: object) -> str:
    """Names the hand, and in it the swap, cut, discard or trick that is next; a cut ends what was begun."""
    hand = state.hand
    before = f"{len(hand.swaps)}-{sum(hand.cuts)}-{len(hand.thrown)}"
    return f"{len(state.sums)}-{before}-{len(hand.tricks)}-{state.leader}-{state.phase}"
