"""What screens of trick-taking games share: seats that deal and lead, tricks card by card, revokes with their proof."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

from companion.games import people
from companion.games.draft import Fields, but_taken_back
from companion.games.findings import Finding, not_ruled_on
from companion.games.game import Book, Face
from companion.games.move import Move
from companion.games.ruled_move import overridden
from companion.games.screen import S, Screen, Seat, SeatView
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class TrickSeatView(SeatView):
    """A seat with its points in all finished rounds or hands; it may deal, and it may be the one to lead now."""

    total: int
    deals: bool
    leads: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick, counted from 1. `cards` are (seat, card) in the order played; empty if none were recorded."""

    number: int
    winner: str
    cards: tuple[tuple[str, Face], ...]


class RecordedTrick(Protocol):
    """A trick of a state in which seats are called by name; `cards` is empty if they were not recorded."""

    @property
    def winner(self) -> people.Seat: ...

    @property
    def cards(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=RecordedTrick)


def card_by_card(
    seats: tuple[people.Seat, ...], leader: people.Seat, tricks: Iterable[R], face: Callable[[str], Face]
) -> Iterator[tuple[R, tuple[tuple[str, Face], ...]]]:
    """Yield each trick with its (seat, card) in the order played; `leader` led the first of them."""
    for trick in tricks:
        order = people.starting_with(seats, leader)
        yield trick, tuple(zip(order, map(face, trick.cards), strict=True)) if trick.cards else ()
        leader = trick.winner


def laid_so_far(entered: Fields, cards: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return the `cards` of a draft, cut to what can be cards, without one that is taken back."""
    return but_taken_back(entered, tuple(card[:20] for card in cards[:most]))


def for_next(suit: str | None, laid: tuple[str, ...], suits: Collection[str]) -> str | None:
    """Return the suit that was tapped for the card after those `laid` ("2 red"); None if it was for another card."""
    return suit if suit in {f"{len(laid)} {name}" for name in suits} else None


class TrickScreen(Screen[S, Seat]):
    """A screen on which tricks can be entered card by card. Its draft has `cards`, its view `seats` and `awaited`."""

    draft: Any

    settles: ClassVar[tuple[type[Move], ...]]
    """The moves that may come between a trick and the next thing that is played."""

    goes_round: ClassVar[tuple[str, ...]] = ()
    """The phases in which each seat acts once, clockwise, the dealer last."""

    @staticmethod
    @abstractmethod
    def track(state: Any, /) -> Sequence[TrickView]:
        """Return the tricks of the running round or hand, as this game shows them."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = self.view.seats
        return seats

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat whose act it is by the rules; anybody may enter the cards or the winner of a trick."""
        return (self.view.awaited,) if self.view.awaited else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats after the one awaited, up to the dealer; empty in a phase that does not go round."""
        if self.view.phase not in self.goes_round:
            return ()
        around = people.starting_with(self.book.people.seats, self.view.awaited)
        dealer = next(people.Seat(seat.name) for seat in self.view.seats if seat.deals)
        return around[1 : around.index(dealer) + 1]

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in the order in which they play to the running trick."""
        return self.book.game.order(self.state)

    @property
    def next_card_by(self) -> str | None:
        """The seat whose card is recorded next; None once all cards of the trick are."""
        laid = len(self.draft.cards)
        return self.order[laid] if laid < len(self.order) else None

    @property
    def suits(self) -> tuple[str, ...]:
        """The colours or suits of the deck."""
        return tuple(dict.fromkeys(face.suit for face in self._deck))

    @property
    def suit_of_next(self) -> str | None:
        """The suit that the next card is expected to have: the one tapped for it, or else the one that was led."""
        if self.draft.suit:
            return str(self.draft.suit).split(" ", 1)[1]
        return next((face.suit for face in self._deck if face.name in self.draft.cards[:1]), None)

    def tapped_suit(self, suit: str) -> str:
        """Return the suit as the draft holds it: for the next card alone."""
        return f"{len(self.draft.cards)} {suit}"

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards of the next card's suit; those that were played before or are tapped already are gone."""
        suit, laid = self.suit_of_next, self.draft.cards
        return tuple(replace(face, gone=face.gone or face.name in laid) for face in self._deck if face.suit == suit)

    @property
    def laid(self) -> tuple[Face, ...]:
        """The cards that have been tapped, without names that are no cards."""
        known = {face.name: face for face in self._deck}
        return tuple(known[name] for name in self.draft.cards if name in known)

    @cached_property
    def _deck(self) -> tuple[Face, ...]:
        return self.book.game.cards(self.book.state)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return not_ruled_on(self.book, self.findings_in)

    def findings_in(self, book: Book) -> tuple[Finding, ...]:
        """Return the revokes that the latest entry of a book has proved (rule revoke)."""
        before = book.before
        if before is None:
            return ()
        known = len(before.state.revokes)
        revokes = book.state.revokes[known:]
        if not revokes:
            return ()
        move: Any = overridden(book.move)  # a trick, for only cards prove a revoke
        tricks = self.track(move.recorded(before.state))  # before the round or hand may have ended with it
        return tuple(
            Finding(
                seat=revoke.seat,
                rule="revoke",
                text=book.game.irregularity(irregularity),
                reason=Text("Revoke in trick {n}", n=revoke.trick),
                after=book,
                missed=tricks[revoke.trick - 1],
                shown=tricks[revoke.shown_in - 1],
            )
            for revoke, irregularity in zip(revokes, book.report().irregularities[known:], strict=True)
        )

    @cached_property
    def news(self) -> tuple[Text, ...]:
        """The findings of the latest trick, in words, until something else is played."""
        if not self.findings:
            return ()
        latest = next((book for book in self.book.standing() if not isinstance(book.move, self.settles)), None)
        return tuple(finding.text for finding in self.findings if finding.after is latest)

    @property
    def ruling_open(self) -> bool:
        """True if the table may give points now."""
        ruling = {"move": "ruling", "seat": self.book.seats[0], "points": 1, "reason": "?"}
        return self.action(ruling).legal
