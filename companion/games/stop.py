"""The people stop before the game's own end (rule stop): what has counted by then decides."""

from __future__ import annotations

from typing import Any, Literal

from companion.games.move import Question, SeatName
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Rejected
from companion.games.text import Text


class Stop(RuledMove):
    """The game is over as it stands; `seat` is who said so. Source: TRANSCRIPTS, Form."""

    entered_by = "host"
    question = Question(Text("Stop before the end"), {}, ("stop",))
    button = Text("We stop here")
    in_ledger = Text("The table stops here")

    move: Literal["stop"]
    seat: SeatName | None = None

    def refused(self, state: Any) -> Rejected | None:
        """Rule: stop."""
        nothing: Rejected | None = state.nothing_to_stop()
        return nothing

    def after(self, state: Any) -> Any:
        return state.stop()
