"""What screens of trick-taking games share: the cards of a trick one after the other, and revokes with their proof."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from companion.games.move import Move
from companion.games.screen import Screen, Seat
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Proof:
    """`seat` did not follow `suit` in the trick `missed`, and showed in the trick `shown` that it could have.

    Both tricks are as the game's own screen shows them.
    """

    seat: str
    suit: str
    text: Text
    missed: Any
    shown: Any


class TrickScreen(Screen[Seat]):
    """A screen on which tricks can be told card by card; its draft has `cards`."""

    draft: Any

    by_cards: ClassVar[type[Move]]
    """The move that records a trick by its cards."""
    settles: ClassVar[tuple[type[Move], ...]]
    """The moves that may come between a trick and the next thing that is played."""

    @classmethod
    @abstractmethod
    def tricks(cls, before: Any, move: Any) -> Sequence[Any]:
        """The tricks of the running round or hand with the one that `move` records, as this game shows them."""

    @property
    def next_card_by(self) -> str | None:
        """Whose card is the next to be recorded."""
        order = self.book.game.order(self.book.state)
        laid = len(self.draft.cards)
        return order[laid] if laid < len(order) else None

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
        tricks = self.tricks(latest.before.state, latest.move) if new else ()
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
