"""What a phone is shown of a round while it waits: who has yet to predict, what is left to turn in, the last trick."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.screen import Aside, names_alone
from companion.games.sluff_off.edition import WORDS, Edition
from companion.games.sluff_off.view import ColoredTrickView, SeatView
from companion.games.text import Text


def still_to_predict(awaited: str | None, to_come: Sequence[str]) -> tuple[Aside, ...]:
    """Who has yet to finish a prediction, the seat awaited first."""
    return (Aside(Text("Still to predict"), names_alone((str(awaited), *to_come))),)


def in_play(edition: Edition, seats: Sequence[SeatView], track: Sequence[ColoredTrickView]) -> tuple[Aside, ...]:
    """The last trick, and how many tokens each seat has left."""
    role = edition.words["Role"]
    left = tuple((seat.name, role if seat.sluffer else Text(str(sum(seat.tokens.values())))) for seat in seats)
    return (*map(_trick, track[-1:]), Aside(edition.worded(Text("{Tokens} left", **WORDS)), left))


def _trick(trick: ColoredTrickView) -> Aside:
    led, won_with = Text(trick.led), Text(trick.won_with)
    how = (
        Text("with {led}", led=led)
        if trick.led == trick.won_with
        else Text("with {won_with} on {led}", won_with=won_with, led=led)
    )
    return Aside(Text("Trick {n}", n=trick.number), ((trick.winner, how),))
