"""A revoke that recorded cards have just proved, with both tricks: what a table needs to see to settle it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.ruling import Accepted, Text
from companion.games.ui77.moves import CountLeft, Cut, PointsRuling, TrickCards
from companion.games.ui77.play import record
from companion.games.ui77.view import TrickView, trick_view
from companion.games.ui77.words import revoke_words

if TYPE_CHECKING:
    from companion.games.transcript import Book
    from companion.games.ui77.state import State

SETTLES = (Cut, CountLeft, PointsRuling)
"""What may come between a trick and the next thing that is played."""


@dataclass(frozen=True, slots=True)
class Proof:
    """`seat` did not follow `suit` in the trick `missed`, and showed in the trick `shown` that it could have."""

    seat: str
    suit: str
    text: Text
    missed: TrickView
    shown: TrickView


def proofs(book: Book) -> tuple[Proof, ...]:
    """What the latest trick has proved (rule revoke), until the next one or the next hand's cards are turned up."""
    latest = next((one for one in book.standing() if not isinstance(one.move, SETTLES)), None)
    if latest is None or latest.before is None or not isinstance(latest.move, TrickCards):
        return ()
    return tuple(_proved(latest.before.state, latest.move, latest.state))


def _proved(before: State, move: TrickCards, after: State) -> Iterator[Proof]:
    recorded = record(before, move)  # the trick by itself: it may have ended the hand
    assert isinstance(recorded, Accepted)  # noqa: S101 - the move stands
    tricks = recorded.state.hand.tricks
    for number, found in after.revokes[len(before.revokes) :]:
        one = {"seat": found.seat, "hand": number, "trick": found.trick, "shown_in": found.shown_in}
        missed, shown = (trick_view(recorded.state, n, tricks[n - 1]) for n in (found.trick, found.shown_in))
        yield Proof(found.seat, found.suit, revoke_words(one), missed, shown)
