"""What a phone is shown of a hand while it waits: who has yet to discard or to count, and the last trick."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.screen import Aside, names_alone
from companion.games.text import Text
from companion.games.trick_screen import TrickView
from companion.games.ui77.view import View


def meanwhile(view: View, to_come: Sequence[str], track: Sequence[TrickView]) -> tuple[Aside, ...]:
    """The lines, by phase; `to_come` are the seats that discard after the one awaited, `track` the hand's tricks."""
    if view.phase == "discard":
        return (Aside(Text("Still to discard"), names_alone((str(view.awaited), *to_come))),)
    if view.phase == "count":
        return (Aside(Text("Still to count"), names_alone(view.uncounted)),)
    if view.phase != "trick" or not track:
        return ()
    return (Aside(Text("Trick {n}", n=track[-1].number), ((track[-1].winner, Text("took it")),)),)
