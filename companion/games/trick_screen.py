"""What screens of trick-taking games share: seats that deal and lead, tricks card by card, revokes with their proof."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

from companion.games.game import Face
from companion.games.move import Move
from companion.games.screen import Fields, S, Screen, Seat, SeatView
from companion.games.text import Text
from companion.games.tricks import seats_from


@dataclass(frozen=True, slots=True)
class TrickSeatView(SeatView):
    """A seat with its points over all finished rounds or hands, and whether it deals or leads just now."""

    total: int
    deals: bool
    leads: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick, counted from 1: who took it, and (seat, card as this game draws it) in the order played.

    `cards` is empty where only the result was claimed.
    """

    number: int
    winner: str
    cards: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """`seat` did not follow `suit` in the trick `missed`, and showed in the trick `shown` that it could have."""

    seat: str
    suit: str
    text: Text
    missed: TrickView
    shown: TrickView


class Recorded(Protocol):
    """A trick of a game's state: the winner's number, and the cards as played, none where they were not recorded."""

    @property
    def winner(self) -> int:
        """The number of the seat, from 0."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards, the leader's first."""


T = TypeVar("T", bound=Recorded)


def by_seat(seats: Sequence[str], first: int, tricks: Iterable[T]) -> Iterator[tuple[T, tuple[tuple[str, str], ...]]]:
    """Each trick with its (seat, card) in the order played; seat number `first` led the first of them."""
    leader = first
    for trick in tricks:
        yield trick, tuple(zip(seats_from(seats, leader), trick.cards, strict=True)) if trick.cards else ()
        leader = trick.winner


def laid_so_far(told: Fields, cards: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The `cards` of a draft, cut to what can be cards; without htmx a form still sends the one that is taken back."""
    laid = tuple(card[:20] for card in cards[:most])
    return laid[:-1] if told.getlist("back") else laid


def for_next(suit: str | None, laid: tuple[str, ...], suits: Collection[str]) -> str | None:
    """What a draft says of the suit of the card after those `laid` ("2 red"); None: that was another card."""
    return suit if suit in {f"{len(laid)} {one}" for one in suits} else None


class TrickScreen(Screen[S, Seat]):
    """A screen on which tricks can be entered card by card. Its draft has `cards`, its view `seats` and `awaited`."""

    draft: Any

    by_cards: ClassVar[type[Move]]
    """The move that records a trick by its cards."""
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
        around = seats_from(self.view.seats, self.book.header.seats.index(self.view.awaited))
        last = next(place for place, seat in enumerate(around) if seat.deals)
        return tuple(seat.name for seat in around[1 : last + 1])

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        order = self.book.game.order(self.book.state)
        laid = len(self.draft.cards)
        return order[laid] if laid < len(order) else None

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
        found = (face for face in self._deck if face.suit == self.suit_of_next)
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
    def proofs(self) -> tuple[Proof, ...]:
        """What the latest trick has proved (rule revoke), until something else is played.

        The book is asked, not the state: a revoke that comes to light in a round's last trick outlives the round.
        """
        latest = next((one for one in self.book.standing() if not isinstance(one.move, self.settles)), None)
        if latest is None or latest.before is None or not isinstance(latest.move, self.by_cards):
            return ()
        known = len(latest.before.state.revokes)
        new = latest.state.revokes[known:]
        tricks = self.track(self.recorded(latest.before.state, latest.move)) if new else ()
        told = latest.report().irregularities[known:]
        return tuple(
            Proof(
                one.seat, one.suit, self.book.game.irregularity(said), tricks[one.trick - 1], tricks[one.shown_in - 1]
            )
            for (_, one), said in zip(new, told, strict=True)
        )

    @property
    def found(self) -> tuple[Text, ...]:
        """The same in words."""
        return tuple(proof.text for proof in self.proofs)

    @property
    def ruling_open(self) -> bool:
        """Whether the table may give points just now."""
        probe = {"move": "ruling", "seat": self.book.header.seats[0], "points": 1, "reason": "?"}
        return self.action(probe).legal
