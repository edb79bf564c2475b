"""A move half told: what it leads to is asked of the judge."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games import screen
from companion.games.book import Book
from companion.games.move import Plain
from companion.games.ruling import Rejected
from companion.games.screen import Fields, flag, text, texts
from companion.games.text import Text
from companion.games.ui77.before_play import judge_face_up
from companion.games.ui77.cards import FACE_UP, SUITS, shown
from companion.games.ui77.judge import RUNNING
from companion.games.ui77.moves import FaceUp, TrickCards
from companion.games.ui77.state import State, order
from companion.games.ui77.trick_play import recorded
from companion.games.ui77.wording import meaning_words


@dataclass(frozen=True, slots=True)
class Draft(screen.Draft):
    """What has been tapped so far.

    `cards` are those of a trick, or the three to turn up; `only_trump` is what the leader says. `by_cards` is the
    way of telling a trick card by card. `swapper` and `take` are half a swap; `cutting` asks who was in a cut.
    """

    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    only_trump: bool = flag("only", "trump")
    swapper: str | None = text("swap")
    take: str | None = text("take")
    cutting: bool = flag("cut", "ask")
    cards: tuple[str, ...] = texts("card")

    def trick(self) -> Plain:
        """The trick that the draft stands for, complete or not."""
        said = {"only_trump": True} if self.only_trump else {}
        return {"move": "trick", "cards": list(self.cards), **said}

    def face_up(self) -> Plain:
        """The three cards that the draft stands for, complete or not."""
        return {"move": "face_up", "cards": list(self.cards)}


def act(state: State, *_: object) -> str:
    """Names the hand, and in it what comes before the discards, the discard or the trick; a cut ends what was begun."""
    hand = state.hand
    before = f"{len(hand.swaps)}-{sum(hand.cuts)}-{len(hand.thrown)}"
    return f"{len(state.sums)}-{before}-{len(hand.tricks)}-{state.leader}-{state.phase}"


def read_draft(fields: Fields, book: Book, *_: object) -> Draft:
    """The draft that an address or a form carries, the same for every phone; what makes no sense now is left out."""
    phase, seats, told = book.state.phase, book.header.seats, Draft.read(fields)
    kept = replace(told.lasting, cutting=told.cutting and phase in RUNNING)
    if phase == "discard":
        swapper = told.swapper if told.swapper in seats else None
        return replace(kept, swapper=swapper, take=told.take if swapper and told.take in book.state.hand.face else None)
    if phase == "face-up" or (phase == "trick" and told.by_cards):
        cards = told.cards[: FACE_UP if phase == "face-up" else len(seats)]
        back = bool(fields.getlist("back"))  # without htmx: the form still sends the card that is taken back
        return replace(
            kept,
            suit=told.suit if told.suit in SUITS.values() and not back else None,
            cards=tuple(card[:20] for card in (cards[:-1] if back else cards)),
            only_trump=phase == "trick" and told.only_trump,
        )
    return kept


def sets(book: Book, draft: Draft) -> tuple[Text, ...]:
    """What three cards would set; nothing where they cannot lie face up."""
    ruling = judge_face_up(book.state, FaceUp.model_validate(draft.face_up()))
    return () if isinstance(ruling, Rejected) else meaning_words(ruling.state.hand.meaning)


def taken(book: Book, draft: Draft) -> Text | None:
    """Who would take the trick by its cards, and with which; None where it cannot be."""
    after = recorded(book.state, TrickCards.model_validate(draft.trick()))
    if after is None:
        return None
    winner = book.header.seats[after.leader]
    return Text("{seat} takes it with {card}.", seat=winner, card=shown(draft.cards[order(book.state).index(winner)]))
