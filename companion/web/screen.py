"""What a table's page shows to one kind of phone: the view, whose act it is, and what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.games.game import Undo
from companion.games.ruling import Text
from companion.games.sluff_off.state import COLORS
from companion.games.sluff_off.view import SeatView, View, view
from companion.tables.codes import shown_code
from companion.tables.rights import forbids_now
from companion.tables.values import Actor, Snapshot
from companion.web.draft import Draft, Offer, at_once, offer_of, recorded, settled
from companion.web.stream import stamp_id

UNDO = Undo(move="undo")
ROW = 196  # pixels for a seat's tokens on a narrow phone, as the stylesheet has it


@dataclass(frozen=True, slots=True)
class Perspective:
    """All that makes one phone's page differ from another's; phones with the same one share a rendering."""

    seat: str | None = None
    keeper: bool = False
    host: bool = False
    may_undo: bool = False


def perspective_of(actor: Actor | None, snapshot: Snapshot) -> Perspective:
    """The perspective of a phone at this table, None for one that only looks."""
    if actor is None:
        return Perspective()
    may_undo = snapshot.book.before is not None and forbids_now(actor, UNDO, snapshot) is None
    return Perspective(actor.seat, actor.keeper, actor.host, may_undo)


@dataclass(frozen=True)
class Screen:
    """A table's page, ready to be written out. Templates read it and decide nothing about the game."""

    snapshot: Snapshot
    me: Perspective
    draft: Draft = field(default_factory=Draft)

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.snapshot.book.state)

    @property
    def code(self) -> str:
        """The table's code as people read it."""
        return shown_code(self.snapshot.code)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours that a trick can be led in."""
        return COLORS

    @property
    def stamp(self) -> str:
        """What tells an older page from a newer one."""
        return stamp_id(self.snapshot)

    @property
    def mine(self) -> bool:
        """Whether this phone is asked for the act that the table waits for."""
        if self.view.phase == "over" or (self.me.seat is None and not self.me.keeper):
            return False
        return self.me.keeper or self.view.awaited in (None, self.me.seat)

    @cached_property
    def offers(self) -> Mapping[tuple[Any, ...], Offer]:
        """The running phase's moves by what they name: ("take", "red"), ("steal", "red", "Mary"), ("done",)."""
        book = self.snapshot.book
        if self.view.phase == "trick" or not self.mine:
            return {}
        found = (offer_of(choice) for choice in book.game.choices(book.state, self.view.awaited))
        return {_named(offer.last): offer for offer in found}

    @cached_property
    def record(self) -> Offer:
        """What "Record trick" says."""
        return recorded(self.snapshot.book, self.draft)

    @cached_property
    def pay_offs(self) -> tuple[Offer, ...]:
        """The drafted trick with what its winner may turn in, where this phone may enter both."""
        offers = settled(self.snapshot.book, self.draft.claim())
        return tuple(offer for offer in offers if self.me.keeper or offer.last["seat"] == self.me.seat)

    def at_once(self, seat: str) -> Mapping[str, Offer]:
        """What a tap on one of that seat's tokens says while a trick is awaited."""
        asked = self.view.phase == "trick" and (self.me.keeper or self.me.seat == seat) and self._has_room(seat)
        return at_once(self.snapshot.book, self.draft, seat) if asked else {}

    def _has_room(self, seat: str) -> bool:
        # Buttons that break a seat's row in two would push the last seat off a low screen.
        held = next(found.tokens for found in self.view.seats if found.name == seat)
        return sum(max(48, 39 + 16 * (min(count, 4) - 1)) for count in held.values() if count) <= ROW

    @staticmethod
    def crowded(tokens: Mapping[str, int]) -> bool:
        """Whether a seat holds more than a narrow row shows at full size."""
        return sum(34 + 18 * (min(count, 4) - 1) for count in tokens.values() if count) > ROW

    @property
    def awaited(self) -> SeatView | None:
        """The seat whose act is awaited."""
        return next((seat for seat in self.view.seats if seat.awaited), None)

    @property
    def revokes(self) -> tuple[Text, ...]:
        """What the latest trick's cards have proved."""
        seen = self.view
        now = (seen.round, len(seen.track))
        found = self.snapshot.book.report().irregularities
        return tuple(revoke_text(one) for one in found if (one["round"], one["shown_in"]) == now)

    @property
    def own(self) -> SeatView | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.view.seats if seat.name == self.me.seat), None)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over."""
        return tuple(seat.name for seat in self.view.seats if seat.won)

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        laid = len(self.draft.cards)
        return self.view.order[laid] if laid < len(self.view.order) else None


def revoke_text(one: Mapping[str, Any]) -> Text:
    """A revoke that cards have proved, as a sentence."""
    return Text(
        "{seat} did not follow in trick {trick} of round {round}, and trick {shown} shows that {seat} could have. "
        "What it costs, the table rules.",
        seat=one["seat"],
        trick=one["trick"],
        round=one["round"],
        shown=one["shown_in"],
    )


def _named(plain: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(plain[key] for key in ("move", "color", "from") if key in plain)
