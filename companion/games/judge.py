"""From a move to its guards: the one dispatch of all games, with the two answers that depend on the phase alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.games.move import Move
from companion.games.ruling import Rejected, Ruling


class Phased(Protocol):
    """A game's state, as far as the dispatch looks at it."""

    @property
    def phase(self) -> str:
        """The running phase; `over` once the game is."""


P = TypeVar("P", bound=Phased)
R = TypeVar("R")


class During(Generic[P, R]):
    """What is asked of a state and one kind of move while the game is in these phases; without any, in all of them."""

    def __init__(self, ask: Callable[[P, Any], R], *phases: str) -> None:
        self.ask, self.phases = ask, phases

    def covers(self, phase: str) -> bool:
        """Whether it is asked in that phase."""
        return not self.phases or phase in self.phases


@dataclass(frozen=True)
class Judge(Generic[P]):
    """A game's judge: `judge(state, move)` says whether the move stands, and gives the state after it.

    `game_is_over` rejects every move once the phase is `over`. `not_now` rejects a move outside its phases: it says
    what the table waits for, by `not-now` or by a rule of the game. `kinds` has the guards of each kind of move; a
    guard asks one rule after the other, in the order of the rulebook. Pure: no clock, no chance, no I/O.
    """

    game_is_over: Callable[[P], Rejected]
    not_now: Callable[[P, Move], Rejected]
    kinds: Mapping[type[Move], During[P, Ruling[P]]]

    def __call__(self, state: P, move: Move) -> Ruling[P]:
        """The ruling. Raises KeyError for `undo`: it is the ledger's, not the rules'."""
        phase = state.phase
        if phase == "over":
            return self.game_is_over(state)
        kind = self.kinds[type(move)]
        return kind.ask(state, move) if kind.covers(phase) else self.not_now(state, move)
