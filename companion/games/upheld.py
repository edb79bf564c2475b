"""What the table lets stand though the rules refuse it: a ruling in every game, by which a move has its effect.

A transcript tells so of a move that stood under earlier rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Self, TypeVar

from pydantic import PrivateAttr

from companion.games.judge import During, P
from companion.games.move import Move, Reason, TableRuling
from companion.games.text import Text


class Upheld(TableRuling):
    """The table lets a move stand, `stands`, that the rules refuse: what it brought about is taken over."""

    marker = "stands"

    move: Literal["ruling"]
    stands: dict[str, Any]
    reason: Reason

    _claim: Move = PrivateAttr()

    @property
    def claim(self) -> Move:
        """The move that stands, as its game has read it."""
        return self._claim

    @property
    def names(self) -> frozenset[str]:
        """The seat that made the move, where somebody did."""
        return frozenset(name for name in (self.claim.mover,) if name)

    def of(self, claim: Move) -> Self:
        """The same ruling about this move of the game."""
        found = self.model_copy(update={"stands": claim.plain()})
        found._claim = claim  # noqa: SLF001 - of its own kind
        return found

    def sentence_about(self, what: Text) -> Text:
        """As a sentence, with the move as one."""
        return Text("The table lets it stand: {what} ({reason})", what=what, reason=self.reason)


def upheld(claim: Move, reason: str) -> Upheld:
    """The ruling that lets a move stand. Raises ValidationError for a reason that no ruling takes."""
    move = claim_of(claim)
    return Upheld.model_validate({"move": "ruling", "stands": move.plain(), "reason": reason}).of(move)


M = TypeVar("M", bound=Move | None)


def claim_of(move: M) -> Move | M:
    """What was claimed, also where the table has let it stand."""
    return move.claim if isinstance(move, Upheld) else move


@dataclass(frozen=True)
class Effects(Generic[P]):
    """A game's `carried_out`: the state with what comes of a move by its kind, whatever the rules say of it.

    The same state where nothing can come of it, and always once the game is over.
    """

    kinds: Mapping[type[Move], During[P, P]]

    def __call__(self, state: P, move: Move) -> P:
        """The state after it."""
        after, phase = self.kinds.get(type(move)), state.phase
        if after is None or phase == "over" or not after.covers(phase):
            return state
        return after.ask(state, move)
