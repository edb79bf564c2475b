"""A revoke that recorded cards have just proved, with both tricks: what a table needs to see to settle it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.ruling import Accepted, Text
from companion.games.sluff_off.moves import MissTurnIn, PointsRuling, TokenRuling, TrickCards, TurnIn
from companion.games.sluff_off.play import record
from companion.games.sluff_off.view import TrickView, trick_view
from companion.games.sluff_off.words import revoke_words

if TYPE_CHECKING:
    from companion.games.sluff_off.state import State
    from companion.games.transcript import Book

SETTLES = (TurnIn, MissTurnIn, TokenRuling, PointsRuling)
"""What may come between a trick and the next thing that is played."""


@dataclass(frozen=True, slots=True)
class Proof:
    """`seat` did not follow `color` in the trick `missed`, and showed in the trick `shown` that it could have."""

    seat: str
    color: str
    text: Text
    missed: TrickView
    shown: TrickView


def proofs(book: Book) -> tuple[Proof, ...]:
    """What the latest trick has proved (rule revoke), until the next one or the next round's first prediction.

    The book is asked, not the state: a revoke that comes to light in a round's last trick outlives the round.
    """
    latest = next((one for one in book.standing() if not isinstance(one.move, SETTLES)), None)
    if latest is None or latest.before is None or not isinstance(latest.move, TrickCards):
        return ()
    return tuple(_proved(latest.before.state, latest.move, latest.state))


def _proved(before: State, move: TrickCards, after: State) -> Iterator[Proof]:
    recorded = record(before, move)  # the trick by itself: it may have ended the round
    assert isinstance(recorded, Accepted)  # noqa: S101 - the move stands
    tricks = recorded.state.round.tricks
    for number, found in after.revokes[len(before.revokes) :]:
        one = {"seat": found.seat, "round": number, "trick": found.trick, "shown_in": found.shown_in}
        missed, shown = (trick_view(recorded.state, n, tricks[n - 1]) for n in (found.trick, found.shown_in))
        yield Proof(found.seat, found.suit, revoke_words(one), missed, shown)
