"""What a phone finds before it at a table of Popcorn: the view, whose act it is, and what the judge offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from companion.games.desk import Desk, Offer, Plain
from companion.games.popcorn.choices import HONEST, PASS
from companion.games.popcorn.draft import Draft, read_draft
from companion.games.popcorn.state import RANKS
from companion.games.popcorn.view import SeatView, View, view
from companion.games.popcorn.words import counted
from companion.games.ruling import Accepted, Rejected, Text

if TYPE_CHECKING:
    from companion.games.desk import Fields
    from companion.games.transcript import Book

NUMBERS = 12


@dataclass(frozen=True)
class PopcornDesk(Desk):
    """Templates read it and decide nothing about the game."""

    draft: Draft = field(default_factory=Draft)

    @property
    def half_told(self) -> bool:
        """Whether a claim, a call or a reveal has been half told."""
        return not self.draft.empty

    @property
    def query(self) -> str:
        """The draft in an address."""
        return self.draft.query

    @property
    def lasting(self) -> str:
        """Nothing: what was half told is told by the move."""
        return ""

    @property
    def missing(self) -> Text:
        """What has still to be tapped before a reveal can be recorded."""
        return Text("Tap the rank of every card that was turned over.")

    @property
    def found(self) -> tuple[Text, ...]:
        """There is nothing to bring to light."""
        return ()

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.book.state)

    @property
    def own(self) -> SeatView | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.view.seats if seat.name == self.seat), None)

    @property
    def plays(self) -> bool:
        """Whether this phone enters anything at all."""
        return self.keeper or self.seat is not None

    @property
    def mine(self) -> bool:
        """Whether this phone may enter the claim that the table waits for."""
        return self.view.awaited is not None and (self.keeper or self.view.awaited == self.seat)

    @cached_property
    def claims(self) -> tuple[tuple[Offer, ...], ...]:
        """For each due rank what may be said, from one card up."""
        state = self.book.state
        if not self.mine:
            return ()
        return tuple(
            tuple(self._offer(self._claim(rank, count)) for count in range(1, state.setup.most + 1))
            for rank in state.due
        )

    @staticmethod
    def words_of(plain: Plain) -> Text:
        """What a claim says: "2 sevens"."""
        return counted(plain["rank"], plain["count"])

    @property
    def said(self) -> Text | None:
        """What the half told claim says."""
        return None if self.draft.rank is None else counted(self.draft.rank, self.draft.count)

    @property
    def really(self) -> tuple[tuple[int, Offer], ...]:
        """Of a claim that is half told, how many cards may be put down, with what a tap on each says."""
        draft, held = self.draft, self._held
        if draft.rank is None or not self.mine:
            return ()
        numbers = range(draft.count + draft.more, min(held, draft.count + draft.more + NUMBERS - 1) + 1)
        return tuple((n, self._offer({**self._claim(draft.rank, draft.count), "cards": n})) for n in numbers)

    @property
    def more_numbers(self) -> int | None:
        """Where the numbers after these begin; None where the hand has no more."""
        draft = self.draft
        return draft.more + NUMBERS if draft.count + draft.more + NUMBERS <= self._held else None

    @cached_property
    def call(self) -> Offer | None:
        """What "Popcorn!" says on the phone of a seat; None where nothing can be called by it."""
        claim = self.view.laid
        if claim is None or self.seat in (None, claim.seat) or self.view.phase not in ("claim", "last-call"):
            return None
        return self._offer({"move": "call", "seat": self.seat})

    @cached_property
    def callers(self) -> tuple[Offer, ...]:
        """On a keeper's phone: the calls of all seats, for whoever shouted."""
        claim = self.view.laid
        if claim is None or not self.keeper or self.view.phase not in ("claim", "last-call"):
            return ()
        others = (seat.name for seat in self.view.seats if seat.name != claim.seat)
        return tuple(self._offer({"move": "call", "seat": name}) for name in others)

    @property
    def let_pass(self) -> Offer | None:
        """What "Nobody calls" says; not for the seat whose last cards they are."""
        claim = self.view.laid
        asked = self.view.phase == "last-call" and claim is not None
        return self._offer(PASS) if asked and claim and (self.keeper or self.seat not in (None, claim.seat)) else None

    @property
    def reveals(self) -> tuple[Offer, ...]:
        """Honest or not, in one tap; nothing to a phone that only looks on."""
        return tuple(self._offer(plain) for plain in HONEST) if self.plays and self.view.phase == "reveal" else ()

    @staticmethod
    def label_of(honest: bool) -> Text:
        """The words on the two buttons of a reveal."""
        return Text("It was honest") if honest else Text("It was a bluff")

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of a deck."""
        return RANKS

    @cached_property
    def record(self) -> Offer:
        """What "Record" says of the ranks that were tapped."""
        return self._offer({"move": "reveal", "cards": list(self.draft.cards)})

    @property
    def foretold(self) -> Text | None:
        """What the tapped ranks would bring; None where they cannot be all."""
        plain: Plain = {"move": "reveal", "cards": list(self.draft.cards)}
        ruling = self.book.play(plain)
        if isinstance(ruling, Rejected) or ruling.state.move is None:
            return None
        return self.book.game.describe(ruling.state.move, self.book.state)

    @property
    def to_tap(self) -> int:
        """How many ranks are still to be tapped, as far as the claim tells."""
        claim = self.view.laid
        return 0 if claim is None else max(0, (claim.put or claim.count) - len(self.draft.cards))

    @property
    def left(self) -> tuple[SeatView, ...]:
        """All seats by the cards they hold, fewest first."""
        return tuple(sorted(self.view.seats, key=lambda seat: (not seat.won, seat.cards)))

    @property
    def _held(self) -> int:
        return int(self.book.state.places[self.book.state.turn])

    def _claim(self, rank: str, count: int) -> Plain:
        return {"move": "claim", "seat": self.view.awaited, "rank": rank, "count": count}

    def _offer(self, plain: Plain) -> Offer:
        ruling = self.book.play(plain)
        return Offer((plain,), None if isinstance(ruling, Accepted) else ruling)


def open_desk(book: Book, seat: str | None, keeper: bool, fields: Fields) -> PopcornDesk:
    """The desk of a phone, with what its address or form has half told."""
    return PopcornDesk(book, seat, keeper, read_draft(fields, book))
