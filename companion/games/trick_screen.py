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
    """A seat with its points over all finished rounds or hands, and whether it deals, or is to lead a trick now."""

    total: int
    deals: bool
    leads: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick, counted from 1: who took it, and (seat, card) in the order played.

    `cards` is empty where only the result was claimed.
    """

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
    """The `cards` of a draft, cut to what can be cards, but for one that is taken back."""
    return but_taken_back(entered, tuple(card[:20] for card in cards[:most]))


def for_next(suit: str | None, laid: tuple[str, ...], suits: Collection[str]) -> str | None:
    """What a draft says of the suit of the card after those `laid` ("2 red"); None: that was another card."""
    return suit if suit in {f"{len(laid)} {one}" for one in suits} else None


class TrickScreen(Screen[S, Seat]):
    """A screen on which tricks can be entered card by card. Its draft has `cards`, its view `seats` and `awaited`."""

    draft: Any

    settles: ClassVar[tuple[type[Move], ...]]
    """The moves that may come between a trick and the next thing that is played."""

    goes_round: ClassVar[tuple[str, ...]] = ()
    """The phases in which each seat acts once, clockwise, the dealer last."""

    @staticmethod
    @abstractmethod
    def recorded(before: Any, move: Any, /) -> Any:
        """The state with the trick of `move`, before the round or hand may end; None where it cannot stand."""

    @staticmethod
    @abstractmethod
    def track(state: Any, /) -> Sequence[TrickView]:
        """The tricks of the running round or hand, as this game shows them."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with what lies there, clockwise."""
        seats: tuple[Seat, ...] = self.view.seats
        return seats

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Whose act it is by the rules; the cards and the winner of a trick anybody may enter."""
        return (self.view.awaited,) if self.view.awaited else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats after the one awaited, up to the dealer."""
        if self.view.phase not in self.goes_round:
            return ()
        around = people.starting_with(self.book.people.seats, self.view.awaited)
        dealer = next(people.Seat(seat.name) for seat in self.view.seats if seat.deals)
        return around[1 : around.index(dealer) + 1]

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in the order in which they put down a card of the running trick."""
        return self.book.game.order(self.state)

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        laid = len(self.draft.cards)
        return self.order[laid] if laid < len(self.order) else None

    @property
    def suits(self) -> tuple[str, ...]:
        """The colours or suits of the deck."""
        return tuple(dict.fromkeys(face.suit for face in self._deck))

    @property
    def suit_of_next(self) -> str | None:
        """The suit that the next card is expected to have: the one tapped for it, else the one that was led."""
        if self.draft.suit:
            return str(self.draft.suit).split(" ", 1)[1]
        return next((face.suit for face in self._deck if face.name in self.draft.cards[:1]), None)

    def tapped_suit(self, suit: str) -> str:
        """That suit as the draft holds it, for the next card alone."""
        return f"{len(self.draft.cards)} {suit}"

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards that the next one may be, of its suit; gone are those played before or tapped already."""
        suit = self.suit_of_next
        found = (face for face in self._deck if face.suit == suit)
        return tuple(replace(face, gone=face.gone or face.name in self.draft.cards) for face in found)

    @property
    def laid(self) -> tuple[Face, ...]:
        """The cards that have been tapped; what is none is left out."""
        known = {face.name: face for face in self._deck}
        return tuple(known[name] for name in self.draft.cards if name in known)

    @cached_property
    def _deck(self) -> tuple[Face, ...]:
        return self.book.game.cards(self.book.state)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What was done against the rules and no ruling in the book is about, the earliest first."""
        return not_ruled_on(self.book, self.found_in)

    def found_in(self, book: Book) -> tuple[Finding, ...]:
        """The revokes that the latest entry of a book has proved (rule revoke)."""
        before = book.before
        new = book.state.revokes[len(before.state.revokes) :] if before is not None else ()
        if before is None or not new:
            return ()
        # The trick is asked for once more: one that ends a round is in the round no longer.
        tricks = self.track(self.recorded(before.state, overridden(book.move)))
        reported = book.report().irregularities[len(before.state.revokes) :]
        return tuple(
            Finding(
                one.seat,
                "revoke",
                book.game.irregularity(irregularity),
                Text("Revoke in trick {n}", n=one.trick),
                book,
                tricks[one.trick - 1],
                tricks[one.shown_in - 1],
            )
            for one, irregularity in zip(new, reported, strict=True)
        )

    @cached_property
    def found(self) -> tuple[Text, ...]:
        """What the latest trick has proved, in words, until something else is played."""
        if not self.findings:
            return ()
        latest = next((one for one in self.book.standing() if not isinstance(one.move, self.settles)), None)
        return tuple(one.text for one in self.findings if one.after is latest)

    @property
    def ruling_open(self) -> bool:
        """Whether the table may give points just now."""
        probe = {"move": "ruling", "seat": self.book.seats[0], "points": 1, "reason": "?"}
        return self.action(probe).legal
