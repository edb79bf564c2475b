"""What a phone finds before it at a table of Sluff Off!: the view, whose act it is, and what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.games.desk import Desk, Offer
from companion.games.ruling import Accepted, Text
from companion.games.sluff_off import draft, foretold
from companion.games.sluff_off.draft import Draft
from companion.games.sluff_off.moves import PointsRuling
from companion.games.sluff_off.proofs import Proof, proofs
from companion.games.sluff_off.state import COLORS
from companion.games.sluff_off.view import ROW, SeatView, View, view


@dataclass(frozen=True)
class SluffOffDesk(Desk):
    """Templates read it and decide nothing about the game."""

    draft: Draft = field(default_factory=Draft)

    @property
    def half_told(self) -> bool:
        """Whether a trick has been half told."""
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
        """See `foretold.missing`."""
        return foretold.missing(self.draft)

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.book.state)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours that a trick can be led in."""
        return COLORS

    @property
    def mine(self) -> bool:
        """Whether this phone is asked for the act that the table waits for."""
        if self.view.phase == "over" or (self.seat is None and not self.keeper):
            return False
        return self.keeper or self.view.awaited in (None, self.seat)

    @cached_property
    def offers(self) -> Mapping[tuple[Any, ...], Offer]:
        """The running phase's moves by what they name: ("take", "red"), ("steal", "red", "Mary"), ("done",)."""
        book = self.book
        if self.view.phase == "trick" or not self.mine:
            return {}
        found = (Offer.of(choice) for choice in book.game.choices(book.state, self.view.awaited))
        return {_named(offer.last): offer for offer in found}

    @property
    def complete(self) -> bool:
        """Whether enough has been told to claim a trick."""
        return self.draft.by_cards or bool(self.draft.winner and self.draft.led)

    @cached_property
    def record(self) -> Offer:
        """What "Record trick" says."""
        return draft.recorded(self.book, self.draft)

    @cached_property
    def outcome(self) -> Text | None:
        """What becomes of the drafted trick."""
        return foretold.outcome(self.book, self.draft)

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by its cards."""
        return foretold.taken(self.book, self.draft, self.view.order)

    def holders(self, color: str) -> tuple[Offer, ...]:
        """The steals that an empty colour offers; none while it can be taken from the centre."""
        take = self.offers.get(("take", color))
        if take is None or take.legal:
            return ()
        found = (offer for name, offer in self.offers.items() if name[:2] == ("steal", color))
        return tuple(offer for offer in found if offer.legal)

    @property
    def asked_from(self) -> tuple[Offer, ...]:
        """The steals of the colour that has been asked for."""
        return self.holders(self.draft.wanted) if self.draft.wanted else ()

    def steals(self, seat: str) -> Mapping[str, Offer]:
        """By colour: what a tap on another seat's token says in prediction; once is enough on a screen."""
        if self.view.phase != "prediction" or not self.mine or not self._has_room(seat):
            return {}
        listed = self.draft.wanted if self.asked_from else None
        found = {name[1]: offer for name, offer in self.offers.items() if name[0] == "steal" and name[2] == seat}
        return {color: offer for color, offer in found.items() if color != listed}

    @property
    def scored(self) -> tuple[tuple[str, int], ...]:
        """What the round just finished has cost each seat, until somebody predicts again."""
        fresh = self.view.phase == "prediction" and self.view.predicted == self.book.state.round.done == 0
        if not (fresh and self.view.finished and self.view.sluffer is None):
            return ()
        return tuple(
            (seat.name, found.total) for seat, found in zip(self.view.seats, self.view.finished[-1], strict=True)
        )

    @cached_property
    def pay_offs(self) -> tuple[Offer, ...]:
        """The drafted trick with what its winner may turn in, where this phone may enter both."""
        offers = draft.settled(self.book, self.draft.claim())
        return tuple(offer for offer in offers if self.keeper or offer.last["seat"] == self.seat)

    def at_once(self, seat: str) -> Mapping[str, Offer]:
        """What a tap on one of that seat's tokens says while a trick is awaited."""
        asked = self.view.phase == "trick" and (self.keeper or self.seat == seat) and self._has_room(seat)
        held = (color for color, count in self._tokens(seat).items() if count and color in COLORS)
        return draft.at_once(self.book, self.draft, seat, held) if asked else {}

    def _has_room(self, seat: str) -> bool:
        # Buttons that break a seat's row in two would push the last seat off a low screen.
        return sum(max(48, 39 + 16 * (min(count, 4) - 1)) for count in self._tokens(seat).values() if count) <= ROW

    def _tokens(self, seat: str) -> Mapping[str, int]:
        return next(found.tokens for found in self.view.seats if found.name == seat)

    @property
    def awaited(self) -> SeatView | None:
        """The seat whose act is awaited."""
        return next((seat for seat in self.view.seats if seat.awaited), None)

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
        """Whether the table may give points just now: not once the game is over, and not while a token is owed."""
        probe = PointsRuling(move="ruling", seat=self.book.header.seats[0], points=1, reason="?")
        return isinstance(self.book.game.judge(self.book.state, probe), Accepted)

    @property
    def own(self) -> SeatView | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.view.seats if seat.name == self.seat), None)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over."""
        return tuple(seat.name for seat in self.view.seats if seat.won)

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        laid = len(self.draft.cards)
        return self.view.order[laid] if laid < len(self.view.order) else None


def _named(plain: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(plain[key] for key in ("move", "color", "from") if key in plain)
