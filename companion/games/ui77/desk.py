"""What a phone finds before it at a table of Ui77: the view, whose act it is, and what the judge offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.games.desk import Desk, Offer
from companion.games.ruling import Accepted, Rejected, Text
from companion.games.ui77 import foretold
from companion.games.ui77.deck import FACE_UP, RANKS, SUITS, deck, suit_of
from companion.games.ui77.draft import Draft
from companion.games.ui77.moves import PointsRuling
from companion.games.ui77.proofs import Proof, proofs
from companion.games.ui77.score import Sum, nov_words
from companion.games.ui77.view import CardView, SeatView, View, card_view, view


@dataclass(frozen=True)
class Ui77Desk(Desk):
    """Templates read it and decide nothing about the game."""

    draft: Draft = field(default_factory=Draft)

    @property
    def half_told(self) -> bool:
        """Whether something has been half told."""
        return not self.draft.empty

    @property
    def query(self) -> str:
        """The draft in an address."""
        return self.draft.query

    @property
    def lasting(self) -> str:
        """Who tells one trick by its cards tells the next so too."""
        return Draft(by_cards=self.draft.by_cards).query

    @property
    def missing(self) -> Text:
        """What has still to be tapped."""
        if self.view.phase == "face-up":
            return Text("Tap the three cards that lie face up, the one next to the draw deck first.")
        return Text("Tap the card of every seat first.")

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.book.state)

    @property
    def suits(self) -> tuple[str, ...]:
        """The four suits."""
        return tuple(SUITS.values())

    @property
    def mine(self) -> bool:
        """Whether this phone is asked for the act that the table waits for."""
        if self.view.phase == "over" or (self.seat is None and not self.keeper):
            return False
        waiting = self.view.uncounted or ((self.view.awaited,) if self.view.awaited else ())
        return self.keeper or not waiting or self.seat in waiting

    @cached_property
    def offers(self) -> Mapping[tuple[Any, ...], Offer]:
        """The running phase's moves by what they name: ("discard", 2), ("trick", "Ann"), ("count", "Ann", 3)."""
        asked = None if self.keeper else self.seat
        if self.seat is None and not self.keeper:
            return {}
        found = (Offer.of(choice) for choice in self.book.game.choices(self.book.state, asked))
        return {_named(offer.last): offer for offer in found}

    def by_kind(self, kind: str) -> tuple[Offer, ...]:
        """The offers of one kind, in order."""
        return tuple(offer for name, offer in self.offers.items() if name[0] == kind)

    @property
    def counter(self) -> SeatView | None:
        """The seat whose count is asked of this phone: its own, for a keeper the next one's."""
        waiting = [seat for seat in self.view.seats if seat.name in self.view.uncounted]
        first = next((seat for seat in waiting if seat.name == self.view.awaited), None)
        own = next((seat for seat in waiting if seat.name == self.seat), None)
        return own or (first if self.keeper else None)

    @property
    def swappers(self) -> tuple[str, ...]:
        """The seats that may still swap and whose cards this phone may enter."""
        return tuple(name for name in self.view.swappers if self.keeper or name == self.seat)

    @property
    def cutters(self) -> tuple[Offer, ...]:
        """Who this phone may say was in a cut."""
        return self.by_kind("cut")

    @cached_property
    def swaps(self) -> tuple[tuple[CardView, Offer], ...]:
        """What the swapper may give for the card that has been tapped, the highest first."""
        draft = self.draft
        if draft.swapper not in self.swappers or draft.take is None:
            return ()
        suit = suit_of(draft.take)
        found = []
        for name, card in deck().items():
            if card.suit == suit and name not in self.book.state.hand.face:
                plain = {"move": "swap", "seat": draft.swapper, "give": name, "take": draft.take}
                found.append((card_view(name), self._judged(plain)))
        return tuple(found)

    @property
    def cards(self) -> tuple[CardView, ...]:
        """The cards that have been tapped; what is none is left out."""
        return tuple(card_view(name) for name in self.draft.cards if name in deck())

    @property
    def ranks(self) -> tuple[tuple[CardView, bool], ...]:
        """The cards of the suit that has been tapped, and whether each is gone already."""
        letter = next((letter for letter, suit in SUITS.items() if suit == self.draft.suit), None)
        names = [rank + letter for rank in RANKS] if letter else []
        gone = self.view.played | set(self.draft.cards)
        return tuple((card_view(name), name in gone) for name in names)

    @cached_property
    def record(self) -> Offer:
        """What "Record trick" says, or "Turn up these cards"."""
        return self._judged(self.draft.face_up() if self.view.phase == "face-up" else self.draft.trick())

    @property
    def complete(self) -> bool:
        """Whether all three cards have been tapped."""
        return len(self.draft.cards) == FACE_UP

    @cached_property
    def sets(self) -> tuple[Text, ...]:
        """What the three cards that have been tapped would set."""
        return foretold.sets(self.book, self.draft.face_up())

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by the cards that have been tapped."""
        return foretold.taken(self.book, self.draft.trick())

    @property
    def leads_trump(self) -> bool:
        """Whether the tapped trick is led in trump before trump was broken, so that the leader has something to say."""
        meaning, cards = self.view.meaning, self.cards
        return bool(meaning and cards and cards[0].suit == meaning.trump and not self.view.trump_broken)

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        laid = len(self.draft.cards)
        return self.view.order[laid] if laid < len(self.view.order) else None

    def _judged(self, plain: dict[str, Any]) -> Offer:
        ruling = self.book.play(plain)
        return Offer((plain,), ruling if isinstance(ruling, Rejected) else None)

    @property
    def scored(self) -> tuple[tuple[str, int], ...]:
        """What the hand just finished has added for each seat, until the next one's cards lie."""
        if self.view.phase not in ("face-up", "limit") or not self.book.state.sums:
            return ()
        return tuple((seat.name, found.total) for seat, found in self._last_sums())

    @property
    def novs(self) -> tuple[tuple[str, Text], ...]:
        """Who has gone Nov with the hand just finished, or the last one, and what it made of the total."""
        if not (self.scored or self.view.phase == "over"):
            return ()
        return tuple((seat.name, nov_words(found.nov)) for seat, found in self._last_sums() if found.nov)

    def _last_sums(self) -> Iterator[tuple[SeatView, Sum]]:
        return zip(self.view.seats, self.book.state.sums[-1], strict=True)

    @property
    def highest(self) -> int:
        """The highest total: a limit below it ends the game."""
        return max(seat.total for seat in self.view.seats)

    @property
    def found(self) -> tuple[Text, ...]:
        """What the latest trick's cards have proved."""
        return tuple(proof.text for proof in self.proofs)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """The same with both tricks and their cards."""
        return proofs(self.book)

    @property
    def ruling_open(self) -> bool:
        """Whether the table may give points just now: while a hand runs."""
        probe = PointsRuling(move="ruling", seat=self.book.header.seats[0], points=1, reason="?")
        return isinstance(self.book.game.judge(self.book.state, probe), Accepted)

    @property
    def own(self) -> SeatView | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.view.seats if seat.name == self.seat), None)

    @property
    def awaited(self) -> SeatView | None:
        """The seat whose act is awaited."""
        return next((seat for seat in self.view.seats if seat.name == self.view.awaited), None)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over."""
        return tuple(seat.name for seat in self.view.seats if seat.won)


def _named(plain: Mapping[str, Any]) -> tuple[Any, ...]:
    match plain["move"]:
        case "discard":
            return "discard", plain["count"]
        case "count":
            return "count", plain["seat"], plain["slough"]
        case "limit":
            return "limit", plain["points"]
    return tuple(value for value in plain.values())
