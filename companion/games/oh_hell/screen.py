"""What the board and the referee's pages show of a table of Oh Hell."""

from __future__ import annotations

from companion.games import screen
from companion.games.oh_hell.state import State


class OhHellScreen(screen.Screen[State, screen.SeatView]):
    @property
    def waiting_for(self) -> tuple[str, ...]:
        return (self.state.awaited,) if self.state.awaited else ()
